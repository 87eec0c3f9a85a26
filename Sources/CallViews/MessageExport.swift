import ByteText
import GRPCWire
public import ProtobufSchema
public import WireCapture

/// The messages and streams of a call as files: what each is called, and a line of the index that says where it is from.
public struct MessageExport: Sendable {
    public struct File: Sendable {
        /// The file's name: digits, letters, `_`, `-` and `.` only, so never a path.
        public let name: String
        /// A message itself, decompressed; or the messages of one direction as they were sent, with their prefixes.
        public let bytes: [UInt8]
        /// A JSON object without a line end: `call`, `path`, `type`, `direction`, `file`, `length` (as sent); of a message
        /// also `position`, `compressed` and `uncompressed_length`, of a stream `encoding` (what a set flag byte refers
        /// to, or null).
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

    /// The directions of a call as they were sent, request first; none for one that is empty.
    ///
    /// - Precondition: The call was read with ``CallExtractor/Content/streams``.
    public func streams(_ call: CapturedCall) -> [File] {
        let method = call.path.flatMap { schema.method(path: $0) }
        return [
            stream(call, call.request, "request", method?.request, call.requestHeaders),
            stream(call, call.response, "response", method?.response, call.responseHeaders),
        ].compactMap { $0 }
    }

    private func stream(
        _ call: CapturedCall, _ body: CapturedBody, _ direction: String, _ type: MessageDescriptor?,
        _ headers: HeaderBlock?
    ) -> File? {
        guard !body.stream.isEmpty else { return nil }
        let name = Self.stem(call, direction) + ".grpc"
        var json = JSONLine()
        json.object { json in
            origin(call, direction, type, name, &json)
            json.optional("encoding", headers?.text(.grpcEncoding))
            json.number("length", body.stream.count)
        }
        return File(name: name, bytes: body.stream, entry: json.bytes)
    }

    private func files(
        _ call: CapturedCall, _ body: CapturedBody, _ direction: String, _ type: MessageDescriptor?
    ) -> [File] {
        let stem = Self.stem(call, direction)
        return body.messages.enumerated().map { position, message in
            let name = "\(stem)-\(position).bin"
            var json = JSONLine()
            json.object { json in
                origin(call, direction, type, name, &json)
                json.number("position", position)
                json.bool("compressed", message.frame.isCompressed)
                json.number("length", message.frame.wireLength)
                json.number("uncompressed_length", message.payload.count)
            }
            return File(name: name, bytes: message.payload, entry: json.bytes)
        }
    }

    private func origin(
        _ call: CapturedCall, _ direction: String, _ type: MessageDescriptor?, _ name: String, _ json: inout JSONLine
    ) {
        json.number("call", call.number)
        json.optional("path", call.path)
        json.optional("type", type?.fullName)
        json.string("direction", direction)
        json.string("file", name)
    }

    private static func stem(_ call: CapturedCall, _ direction: String) -> String {
        var number: [UInt8] = []
        number.append(decimal: call.number, digits: 4)
        return "\(String(decoding: number, as: UTF8.self))-\(plain(call.path))-\(direction)"
    }

    /// Longer names of methods are cut, so that every file system takes them.
    private static let nameLimit = 64

    /// The last part of a path, with `_` for everything that could mean something to a file system.
    private static func plain(_ path: String?) -> String {
        guard let name = path?.utf8.split(separator: UInt8(ascii: "/")).last else { return "unknown" }
        let bytes = name.prefix(nameLimit).map { $0.isLetterOrDigit ? $0 : UInt8(ascii: "_") }
        return String(decoding: bytes, as: UTF8.self)
    }
}
