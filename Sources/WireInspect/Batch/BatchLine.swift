internal import ByteText
internal import JSONText
internal import ProtobufWire

/// One line of a batch: a JSON object with the string `type`, and what the message is: the string `hex`, any value
/// `json`, or the string `text`. Other members are passed over.
///
/// Source: https://datatracker.ietf.org/doc/html/rfc8259
struct BatchLine {
    /// Why a line cannot be used.
    struct Failure: Error {
        /// A stable word.
        let reason: String
        /// Offset in the line or, of a failure within a message, in its bytes or text.
        let offset: Int
        /// The field at fault; empty for the line itself.
        var path = ""
    }

    /// The UTF-8 of the type name, without escapes; `nil` when it is missing.
    private(set) var type: [UInt8]?
    /// The decoded bytes; `nil` when `hex` is missing.
    private(set) var bytes: [UInt8]?
    /// The range of the value of `json` in the line.
    private(set) var json: Range<Int>?
    /// The UTF-8 of `text`, without escapes.
    private(set) var protoText: [UInt8]?
    /// The range of the digits of `hex`, counted from the start of the line.
    private var digits: Range<Int>?

    /// Values may be nested this deeply in the members that are passed over.
    private static let depthLimit = 512

    /// Takes the members of a line, the type also of a line that cannot be used.
    ///
    /// - Parameter line: The text without its line break.
    mutating func read(_ line: ArraySlice<UInt8>) throws(Failure) {
        let text = line.span
        if let offset = text.firstInvalidUTF8(from: 0, before: text.count) {
            throw Failure(reason: "invalid_json", offset: offset)
        }
        do throws(JSONSyntaxError) {
            try members(text)
        } catch {
            throw Failure(reason: "invalid_json", offset: error.offset)
        }
        if let digits {
            bytes = [UInt8](hex: line.part(digits))
            if bytes == nil {
                let offset = digits.first { text[$0].hexValue == nil } ?? digits.upperBound
                throw Failure(reason: "invalid_hex", offset: offset)
            }
        }
        guard type != nil else { throw Failure(reason: "missing_type", offset: 0) }
        guard bytes != nil || json != nil || protoText != nil else { throw Failure(reason: "missing_hex", offset: 0) }
    }

    private mutating func members(_ text: Span<UInt8>) throws(JSONSyntaxError) {
        var scanner = JSONScanner(text)
        guard try scanner.kind() == .object else {
            throw JSONSyntaxError(at: scanner.offset, "The line is no object.")
        }
        scanner.open()
        while let name = try scanner.member() {
            let kind = try scanner.kind()
            let start = scanner.offset
            switch (scanner.string(of: name), kind) {
            case ("type", .string): type = scanner.utf8(of: try scanner.string())
            case ("hex", .string): digits = try scanner.string().range
            case ("type", _), ("hex", _): throw JSONSyntaxError(at: start, "This is no string.")
            case ("text", .string): protoText = scanner.utf8(of: try scanner.string())
            case (let key, _):
                // Names that come twice are found when the value is read.
                try scanner.skip(levels: Self.depthLimit, checksNames: false)
                if key == "json" { json = start..<scanner.offset }
            }
        }
        try scanner.end()
    }
}
