public import ProtobufWire

/// An id of a place to stop at. Deprecated and no longer supported: use ``TerminalLocation/point``. Mirrors
/// `maps.fleetengine.v1.TerminalPointId`.
public struct TerminalPointID: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.TerminalPointId"

    /// The oneof `Id`: the id by its origin; `nil` when no member is set, and the last member on the wire wins.
    public var id: ID?
    /// `value = 4`, deprecated: the id as plain text.
    public var value = ""
    public var unknownFields = UnknownFields()

    /// The members of the oneof `Id`.
    public enum ID: Hashable, Sendable {
        /// `place_id = 2`, deprecated: an id of the Places API.
        case place(String)
        /// `generated_id = 3`, deprecated: an id made by Fleet Engine.
        case generated(String)
    }

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 18: id = .place(try reader.string())
            case 26: id = .generated(try reader.string())
            case 34: value = try reader.string()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        switch id {
        case .place(let id): writer.string(2, present: id)
        case .generated(let id): writer.string(3, present: id)
        case nil: break
        }
        writer.string(4, value)
        writer.unknown(unknownFields)
    }
}
