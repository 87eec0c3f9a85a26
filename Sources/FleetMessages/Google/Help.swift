public import ProtobufWire

/// Where to read on or to fix things. Mirrors `google.rpc.Help`.
public struct Help: FleetMessage {
    public static let fullName = "google.rpc.Help"

    /// `links = 1`: links in order of use.
    public var links: [Link] = []
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.messages(10, &links)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.messages(1, links)
        writer.unknown(unknownFields)
    }

    /// A link with its meaning. Mirrors `google.rpc.Help.Link`.
    public struct Link: FleetMessage {
        public static let fullName = "google.rpc.Help.Link"

        /// `description = 1`: what the link offers.
        public var description = ""
        /// `url = 2`: the address.
        public var url = ""
        public var unknownFields = UnknownFields()

        public init() {}

        public mutating func merge(_ reader: consuming Reader) throws(WireError) {
            while case let tag = try reader.nextTag(), tag != 0 {
                switch tag {
                case 10: description = try reader.string()
                case 18: url = try reader.string()
                default: try reader.keep(tag, in: &unknownFields)
                }
            }
        }

        public func encode(_ writer: inout Writer) {
            writer.string(1, description)
            writer.string(2, url)
            writer.unknown(unknownFields)
        }
    }
}
