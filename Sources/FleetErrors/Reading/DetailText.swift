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
        var message = UntypedMessage(code)
        var index = content.startIndex
        while index < content.endIndex {
            let isComma = content[index] == UInt8(ascii: ",")
            if isComma { message.close(into: &details) }
            guard content[index] > 0x20, !isComma else {
                index += 1
                continue
            }
            guard let field = TextField(text, at: index, end: content.endIndex) else { return nil }
            if !message.add(text[index..<field.end]) {
                message.close(into: &details)
                guard message.add(text[index..<field.end]) else { return nil }
            }
            index = field.end
        }
        message.close(into: &details)
        return details
    }

    /// A message whose fields are known, but not its type.
    private struct UntypedMessage {
        private let all: [MessageDescriptor]
        /// The bytes of the message by the types that have all of its fields; empty before the first field.
        private var readings: [(type: MessageDescriptor, bytes: [UInt8])] = []

        init(_ code: StatusCode) {
            // Both may hold the same fields.
            let last = code == .failedPrecondition ? "QuotaFailure" : "PreconditionFailure"
            let names = types.filter { $0 != last } + [last]
            // A detail that the library has no type for is printed as the google.protobuf.Any that it came in.
            let fullNames = names.map { "google.rpc.\($0)" } + [AnyMessage.fullName]
            all = fullNames.compactMap { FleetSchema.shared.message(named: $0) }
        }

        /// Adds a field; `false` when no type has it besides the fields before it.
        mutating func add(_ field: ArraySlice<UInt8>) -> Bool {
            let types = readings.isEmpty ? all : readings.map(\.type)
            let parts = types.map { try? TextReader().bytes(of: Array(field), as: $0) }
            guard parts.contains(where: { $0 != nil }) else { return false }
            if readings.isEmpty { readings = all.map { ($0, []) } }
            for (index, part) in parts.enumerated().reversed() {
                if let part { readings[index].bytes += part } else { readings.remove(at: index) }
            }
            return true
        }

        mutating func close(into details: inout [StatusDetail]) {
            guard let (type, bytes) = readings.first else { return }
            readings = []
            var packed = AnyMessage()
            if type.fullName == AnyMessage.fullName {
                try? packed.merge(decoding: bytes)
            } else {
                packed.typeURL = "type.googleapis.com/" + type.fullName
                packed.value = bytes
            }
            details.append(StatusDetail(packed))
        }
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
                while end < text.count, text[end] <= 0x20 { end += 1 }
            }
            guard end > start, let type = FleetSchema.shared.message(named: RPCStatus.fullName),
                let bytes = try? TextReader().bytes(of: Array(text[start..<end]), as: type),
                let status = try? RPCStatus(decoding: bytes), !status.message.isEmpty || !status.details.isEmpty
            else { continue }
            return CallStatus(status)
        }
        return nil
    }
}

/// A field in protobuf text format: `name: value` or `name { … }`.
private struct TextField {
    let name: String
    let end: Int

    init?(_ text: [UInt8], at start: Int, end limit: Int) {
        let word = text[start..<limit].prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
        guard !word.isEmpty else { return nil }
        name = String(decoding: word, as: UTF8.self)
        func skipSpace(_ index: Int) -> Int { text[index..<limit].firstIndex { $0 > 0x20 } ?? limit }
        var index = skipSpace(word.endIndex)
        guard index < limit else { return nil }
        let isScalar = text[index] == UInt8(ascii: ":")
        if isScalar { index = skipSpace(index + 1) }
        guard index < limit else { return nil }
        switch text[index] {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard let close = Brackets.end(in: text, at: index) else { return nil }
            end = close
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            guard isScalar, let close = text.closingQuote(of: index) else { return nil }
            end = close + 1
        default:
            guard isScalar else { return nil }
            end = text[index..<limit].firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: ",") } ?? limit
        }
        guard end <= limit else { return nil }
    }
}
