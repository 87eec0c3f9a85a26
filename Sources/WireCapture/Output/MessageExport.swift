import GRPCWire
public import ProtobufSchema

/// The messages of a call as files: what each is called, and a line of the index that says where it is from.
public struct MessageExport: Sendable {
    /// A message as a file.
    public struct File: Sendable {
        /// The file's name: digits, letters, `_`, `-` and `.` only, so never a path.
        public let name: String
        /// The message itself, decompressed.
        public let bytes: [UInt8]
        /// A JSON object without a line end: `call`, `path`, `type`, `direction`, `position`, `file`, `compressed`,
        /// `length` (as sent), `uncompressed_length`.
        public let entry: [UInt8]
    }

    private let schema: Schema

    /// - Parameter schema: Has the methods whose messages are to be named.
    public init(_ schema: Schema) { self.schema = schema }

    /// The messages of a call, requests first.
    public func files(_ call: CapturedCall) -> [File] {
        let method = call.path.flatMap { schema.method(path: $0) }
        return files(call, call.request, "request", method?.request)
            + files(call, call.response, "response", method?.response)
    }

    private func files(
        _ call: CapturedCall, _ body: CapturedBody, _ direction: String, _ type: MessageDescriptor?
    ) -> [File] {
        var stem: [UInt8] = []
        stem.append(decimal: call.number, digits: 4)
        let start = "\(String(decoding: stem, as: UTF8.self))-\(Self.plain(call.path))-\(direction)"
        return body.messages.enumerated().map { position, message in
            let name = "\(start)-\(position).bin"
            var json = JSONLine()
            json.object { json in
                json.key("call")
                json.number(call.number)
                json.key("path")
                json.optional(call.path)
                json.key("type")
                json.optional(type?.fullName)
                json.key("direction")
                json.string(direction)
                json.key("position")
                json.number(position)
                json.key("file")
                json.string(name)
                json.key("compressed")
                json.bool(message.frame.isCompressed)
                json.key("length")
                json.number(message.frame.wireLength)
                json.key("uncompressed_length")
                json.number(message.payload.count)
            }
            return File(name: name, bytes: message.payload, entry: json.bytes)
        }
    }

    /// Longer names of methods are cut, so that every file system takes them.
    private static let nameLimit = 64

    /// The last part of a path, with `_` for everything that could mean something to a file system.
    private static func plain(_ path: String?) -> String {
        guard let name = path?.utf8.split(separator: UInt8(ascii: "/")).last else { return "unknown" }
        let bytes = name.prefix(nameLimit).map { byte -> UInt8 in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
                byte
            default: UInt8(ascii: "_")
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
