internal import ByteText
internal import FleetMessages
internal import FleetProtos
internal import GRPCWire
internal import JSONText
internal import ProtobufSchema
internal import ProtobufWire

/// Reads the details of a status out of text that does not say their types, or that other text surrounds.
enum DetailText {
    /// The names of the types in google.rpc, those that come most often first.
    private static let types = [
        "ErrorInfo", "BadRequest", "QuotaFailure", "PreconditionFailure", "RetryInfo", "ResourceInfo", "RequestInfo",
        "Help", "LocalizedMessage", "DebugInfo",
    ]

    // MARK: JSON

    /// The objects with `@type` from an index on, numbered as grpcurl does, or in an array.
    static func objects(in text: [UInt8], from start: Int) -> [StatusDetail] {
        var details: [StatusDetail] = []
        var index = start
        while true {
            index = text[index...].firstIndex { $0 > 0x20 && !$0.isDigit && $0 != UInt8(ascii: ")") } ?? text.count
            guard index < text.count, "{[".utf8.contains(text[index]) else { return details }
            let end = Brackets.end(in: text, at: index) ?? text.count
            if let value = JSONValue.read(text[index..<end]).value {
                let values = value.elements.isEmpty ? [value] : value.elements
                details += values.compactMap { StatusDetail(json: $0) }
            }
            index = end
        }
    }

    // MARK: Python lists

    /// The details in a list of Python, whose bracket is at `open`: dictionaries with `@type`, or messages in text format,
    /// whose types follow from the names of their fields. `nil` where the list is something else.
    static func list(in text: [UInt8], at open: Int, code: StatusCode) -> [StatusDetail]? {
        guard let end = Brackets.end(in: text, at: open) else { return nil }
        let content = text[(open + 1)..<(end - 1)]
        if content.first == UInt8(ascii: "{") {
            var literal = ObjectLiteral(text, at: open)
            let details = (literal.value()?.elements ?? []).map { StatusDetail(json: $0) }
            return details.contains { $0 == nil } ? nil : details.compactMap { $0 }
        }
        var details: [StatusDetail] = []
        var start = content.startIndex
        while start < content.endIndex {
            // A message without fields is printed as nothing.
            let next = content[start...].firstIndex { $0 > 0x20 } ?? content.endIndex
            guard next < content.endIndex, text[next] != UInt8(ascii: ",") else {
                start = next + 1
                continue
            }
            var end = start
            while let field = TextField(text, at: end, end: content.endIndex) { end = field.end }
            guard end == content.endIndex || text[end] == UInt8(ascii: ","),
                let detail = detail(Array(text[start..<end]), code)
            else { return nil }
            details.append(detail)
            start = end + 1
        }
        return details
    }

    /// The detail that a message in text format stands for: of the first type that has all of its fields.
    private static func detail(_ text: [UInt8], _ code: StatusCode) -> StatusDetail? {
        // Both may hold the same fields.
        let last = code == .failedPrecondition ? "QuotaFailure" : "PreconditionFailure"
        for name in types.filter({ $0 != last }) + [last] {
            guard let bytes = bytes(of: text, as: "google.rpc.\(name)") else { continue }
            let packed = AnyMessage.with { ($0.typeURL, $0.value) = ("type.googleapis.com/google.rpc.\(name)", bytes) }
            return StatusDetail(packed)
        }
        // A detail that the library has no type for is printed as the google.protobuf.Any that it came in.
        let packed = bytes(of: text, as: AnyMessage.fullName).flatMap { try? AnyMessage(decoding: $0) }
        return packed.map { StatusDetail($0) }
    }

    /// The bytes of a message in text format; `nil` for what is no message of the type.
    private static func bytes(of text: [UInt8], as type: String) -> [UInt8]? {
        FleetSchema.shared.message(named: type).flatMap { try? TextReader().bytes(of: text, as: $0) }
    }

    // MARK: google.rpc.Status in text format

    /// A `google.rpc.Status` as protobuf prints it: lines that begin with `code:`, `message:` and `details {`.
    static func status(in text: [UInt8]) -> CallStatus? {
        var index = 0
        for _ in 0..<16 {
            guard let start = text.firstIndex(of: "code: ".utf8, from: index) else { return nil }
            index = start + 1
            var end = start
            while let field = TextField(text, at: end, end: text.count),
                ["code", "message", "details"].contains(field.name)
            {
                end = field.end
            }
            guard end > start, let bytes = bytes(of: Array(text[start..<end]), as: RPCStatus.fullName),
                let status = try? RPCStatus(decoding: bytes), !status.message.isEmpty || !status.details.isEmpty
            else { continue }
            return CallStatus(status)
        }
        return nil
    }
}

/// A field in protobuf text format, `name: value` or `name { … }`, and the white space around it.
private struct TextField {
    let name: String
    let end: Int

    init?(_ text: [UInt8], at start: Int, end limit: Int) {
        func skipSpace(_ index: Int) -> Int { text[index..<limit].firstIndex { $0 > 0x20 } ?? limit }
        let word = text[skipSpace(start)..<limit].prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
        guard !word.isEmpty else { return nil }
        name = String(decoding: word, as: UTF8.self)
        var index = skipSpace(word.endIndex)
        guard index < limit else { return nil }
        let isScalar = text[index] == UInt8(ascii: ":")
        if isScalar { index = skipSpace(index + 1) }
        guard index < limit else { return nil }
        switch text[index] {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard let close = Brackets.end(in: text, at: index) else { return nil }
            index = close
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            guard isScalar, let close = text.closingQuote(of: index) else { return nil }
            index = close + 1
        default:
            guard isScalar else { return nil }
            index = text[index..<limit].firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: ",") } ?? limit
        }
        guard index <= limit else { return nil }
        end = skipSpace(index)
    }
}
