import ByteText
import GRPCWire
import JSONText
public import ProtobufSchema
public import WireCapture
import WireDoctor

/// Makes files of the messages and streams of a call: a name, the bytes, and an entry of the index for each.
public struct MessageExport: Sendable {
    /// A file to write: its name and its bytes.
    public struct File: Sendable {
        /// The file's name: digits, letters, `_`, `-` and `.` only, so never a path.
        public let name: String
        /// A message itself, decompressed; or the messages of one direction as they were sent, with their prefixes.
        public let bytes: [UInt8]
        /// A JSON object without a line end: `call`, `path`, `type`, `direction`, `file`, `length` (as sent);
        /// `presumed_method` and `presumed_types` as in ``CallJSON/line(_:)``; of a message also `position`, `compressed`
        /// and `uncompressed_length`, of a stream `encoding` (what a set flag byte refers to, or null).
        public let entry: [UInt8]
    }

    private let schema: Schema

    /// - Parameter schema: The methods whose message types are named in the index.
    public init(_ schema: Schema) { self.schema = schema }

    /// The messages of a call, requests first.
    public func files(_ call: CapturedCall) -> [File] {
        directions(of: call).flatMap { direction in
            direction.body.messages.enumerated().map { position, message in
                direction.file(suffix: "-\(position).bin", bytes: message.payload) { json in
                    json.number("position", position)
                    json.bool("compressed", message.frame.isCompressed)
                    json.number("length", message.frame.wireLength)
                    json.number("uncompressed_length", message.payload.count)
                }
            }
        }
    }

    /// The directions of a call as they were sent, request first; a direction without messages has no file.
    ///
    /// - Precondition: The call was read with `CallExtractor/Content/streams`.
    public func streams(_ call: CapturedCall) -> [File] {
        directions(of: call).filter { !$0.body.stream.isEmpty }.map { direction in
            direction.file(suffix: ".grpc", bytes: direction.body.stream) { json in
                json.optional("encoding", direction.headers?.text(.grpcEncoding))
                json.number("length", direction.body.stream.count)
            }
        }
    }

    package static func fileName(inEntry line: ArraySlice<UInt8>) -> String? {
        let entry = JSONValue.read(line)
        guard entry.problem == nil, entry.value?["call"] != nil, let name = entry.value?["file"]?.string else {
            return nil
        }
        return isFileName(name) ? name : nil
    }

    /// Whether a name has the form of ``File/name``: `0001-GetTrip-request-0.bin`, `0001-GetTrip-response.grpc`.
    package static func isFileName(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[0].count >= 4, parts[0].allSatisfy(\.isDigit),
            name.utf8.allSatisfy({ $0.isLetterOrDigit || "-_.".utf8.contains($0) })
        else { return false }
        return parts.count == 3
            ? ["request.grpc", "response.grpc"].contains { parts[2].elementsEqual($0.utf8) }
            : parts.count == 4 && ["request", "response"].contains { parts[2].elementsEqual($0.utf8) }
                && parts[3].suffix(4).elementsEqual(".bin".utf8)
    }

    private func directions(of call: CapturedCall) -> [Direction] {
        let types = call.types(in: schema)
        return [true, false].map { Direction(call: call, types: types, isRequest: $0) }
    }
}

/// The direction of a call whose messages are exported: the request or the response.
private struct Direction {
    let call: CapturedCall
    let types: CallTypes
    let isRequest: Bool

    var name: String { isRequest ? "request" : "response" }
    var body: CapturedBody { isRequest ? call.request : call.response }
    var headers: HeaderBlock? { isRequest ? call.requestHeaders : call.responseHeaders }
    var type: MessageDescriptor? { isRequest ? types.request : types.response }

    /// - Parameter members: Writes the members of the entry that follow those that every file has.
    func file(suffix: String, bytes: [UInt8], members: (inout JSONPrinter) -> Void) -> MessageExport.File {
        var number: [UInt8] = []
        number.append(decimal: call.number, digits: 4)
        let file = "\(String(decoding: number, as: UTF8.self))-\(Self.plain(call.likelyPath))-\(name)\(suffix)"
        var json = JSONPrinter(.spaced)
        json.object { json in
            json.number("call", call.number)
            json.optional("path", call.path.map { Credentials.hidden(in: $0) })
            if let path = call.presumption?.path { json.string("presumed_method", path) }
            json.optional("type", type?.fullName)
            if types.arePresumed, type != nil { json.bool("presumed_types", true) }
            json.string("direction", name)
            json.string("file", file)
            members(&json)
        }
        return MessageExport.File(name: file, bytes: bytes, entry: json.bytes)
    }

    /// Longer names of methods are cut, so that every file system takes them.
    private static let nameLimit = 64

    /// The last part of a path, with `_` for everything that could mean something to a file system.
    private static func plain(_ path: String?) -> String {
        guard let name = path.map({ Credentials.hidden(in: $0) })?.utf8.split(separator: UInt8(ascii: "/")).last
        else { return "unknown" }
        let bytes = name.prefix(nameLimit).map { $0.isLetterOrDigit ? $0 : UInt8(ascii: "_") }
        return String(decoding: bytes, as: UTF8.self)
    }
}
