import ByteText

/// One line of a batch: a JSON object with the string `type`, and what the message is: the string `hex`, any value
/// `json`, or the string `text`. Other members are passed over.
///
/// Source: https://datatracker.ietf.org/doc/html/rfc8259
struct BatchLine {
    /// Why a line cannot be used.
    struct Failure: Error {
        /// A stable word.
        let reason: String
        /// Offset in the line.
        let offset: Int
    }

    /// The UTF-8 of the type name, without escapes; `nil` when it is missing.
    private(set) var type: [UInt8]?
    /// The decoded bytes; `nil` when `hex` is missing.
    private(set) var bytes: [UInt8]?
    /// Where the value of `json` lies in the line.
    private(set) var json: Range<Int>?
    /// The UTF-8 of `text`, without escapes.
    private(set) var protoText: [UInt8]?

    private let text: ArraySlice<UInt8>
    private var index: Int

    /// Values may be nested this deeply in the members that are passed over.
    private static let depthLimit = 512

    /// - Parameter line: The text without its line break.
    static func parse(_ line: ArraySlice<UInt8>) -> (BatchLine, Failure?) {
        var parser = BatchLine(text: line)
        do throws(Failure) {
            try parser.object()
            return (parser, nil)
        } catch {
            return (parser, error)
        }
    }

    private init(text: ArraySlice<UInt8>) {
        self.text = text
        index = text.startIndex
    }

    // MARK: The object

    private mutating func object() throws(Failure) {
        try expect(UInt8(ascii: "{"))
        skipSpace()
        if peek() == UInt8(ascii: "}") {
            index += 1
        } else {
            while true {
                skipSpace()
                let key = try string()
                try expect(UInt8(ascii: ":"))
                skipSpace()
                switch key {
                case Self.typeKey: type = try string()
                case Self.hexKey: bytes = try hex()
                case Self.jsonKey:
                    let start = index
                    try skipValue(0)
                    json = start..<index
                case Self.textKey where peek() == UInt8(ascii: "\""): protoText = try string()
                default: try skipValue(0)
                }
                skipSpace()
                if peek() == UInt8(ascii: ",") {
                    index += 1
                    continue
                }
                try expect(UInt8(ascii: "}"))
                break
            }
        }
        skipSpace()
        guard index == text.endIndex else { throw failure() }
        guard type != nil else { throw Failure(reason: "missing_type", offset: 0) }
        guard bytes != nil || json != nil || protoText != nil else { throw Failure(reason: "missing_hex", offset: 0) }
    }

    private static let typeKey = Array("type".utf8)
    private static let hexKey = Array("hex".utf8)
    private static let jsonKey = Array("json".utf8)
    private static let textKey = Array("text".utf8)

    private mutating func hex() throws(Failure) -> [UInt8] {
        guard peek() == UInt8(ascii: "\"") else {
            throw Failure(reason: "invalid_hex", offset: index - text.startIndex)
        }
        index += 1
        let start = index
        guard let end = text[start...].firstIndex(of: UInt8(ascii: "\"")) else {
            index = text.endIndex
            throw failure()
        }
        var result: [UInt8] = []
        result.reserveCapacity((end - start) / 2)
        while index < end {
            guard let high = Self.digit(text[index]) else { throw badHex(at: index) }
            guard index + 1 < end, let low = Self.digit(text[index + 1]) else { throw badHex(at: index + 1) }
            result.append(high << 4 | low)
            index += 2
        }
        index = end + 1
        return result
    }

    @inline(__always)
    private static func digit(_ byte: UInt8) -> UInt8? {
        let value = hexDigits[Int(byte)]
        return value < 16 ? value : nil
    }

    private static let hexDigits: [UInt8] = (0...255).map { UInt8($0).hexValue ?? 255 }

    private func badHex(at index: Int) -> Failure { Failure(reason: "invalid_hex", offset: index - text.startIndex) }

    // MARK: JSON

    private func failure() -> Failure { Failure(reason: "invalid_json", offset: index - text.startIndex) }

    private func peek() -> UInt8? { index < text.endIndex ? text[index] : nil }

    private mutating func skipSpace() {
        while let byte = peek(), byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A { index += 1 }
    }

    private mutating func expect(_ byte: UInt8) throws(Failure) {
        skipSpace()
        guard peek() == byte else { throw failure() }
        index += 1
    }

    private mutating func string() throws(Failure) -> [UInt8] {
        guard peek() == UInt8(ascii: "\"") else { throw failure() }
        index += 1
        var result: [UInt8] = []
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return result
            case UInt8(ascii: "\\"):
                index += 1
                try escape(&result)
            case 0..<0x20: throw failure()
            default:
                result.append(byte)
                index += 1
            }
        }
        throw failure()
    }

    private mutating func escape(_ result: inout [UInt8]) throws(Failure) {
        guard let byte = peek() else { throw failure() }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
        case UInt8(ascii: "b"): result.append(8)
        case UInt8(ascii: "f"): result.append(12)
        case UInt8(ascii: "n"): result.append(10)
        case UInt8(ascii: "r"): result.append(13)
        case UInt8(ascii: "t"): result.append(9)
        case UInt8(ascii: "u"):
            var value = try codeUnit()
            if value & 0xFC00 == 0xD800, peek() == UInt8(ascii: "\\") {
                let start = index
                index += 1
                guard peek() == UInt8(ascii: "u") else {
                    index = start
                    throw failure()
                }
                index += 1
                let low = try codeUnit()
                guard low & 0xFC00 == 0xDC00 else { throw failure() }
                value = 0x10000 + (value & 0x3FF) << 10 + low & 0x3FF
            }
            guard let scalar = Unicode.Scalar(value) else { throw failure() }
            result.append(contentsOf: UTF8.encode(scalar)?.map { $0 } ?? [])
        default:
            index -= 1
            throw failure()
        }
    }

    private mutating func codeUnit() throws(Failure) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek(), let digit = byte.hexValue else { throw failure() }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }

    private mutating func skipValue(_ depth: Int) throws(Failure) {
        skipSpace()
        guard depth < Self.depthLimit, let byte = peek() else { throw failure() }
        switch byte {
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "{"), UInt8(ascii: "["): try skipContainer(depth)
        case UInt8(ascii: "t"): try skipWord("true")
        case UInt8(ascii: "f"): try skipWord("false")
        case UInt8(ascii: "n"): try skipWord("null")
        default: try skipNumber()
        }
    }

    private mutating func skipContainer(_ depth: Int) throws(Failure) {
        let isObject = peek() == UInt8(ascii: "{")
        let end = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
        index += 1
        skipSpace()
        if peek() == end {
            index += 1
            return
        }
        while true {
            if isObject {
                skipSpace()
                try skipString()
                try expect(UInt8(ascii: ":"))
            }
            try skipValue(depth + 1)
            skipSpace()
            if peek() == UInt8(ascii: ",") {
                index += 1
                continue
            }
            return try expect(end)
        }
    }

    private mutating func skipString() throws(Failure) {
        guard peek() == UInt8(ascii: "\"") else { throw failure() }
        index += 1
        while let byte = peek() {
            if byte < 0x20 { throw failure() }
            index += 1
            if byte == UInt8(ascii: "\"") { return }
            if byte == UInt8(ascii: "\\") {
                guard peek() != nil else { throw failure() }
                index += 1
            }
        }
        throw failure()
    }

    private mutating func skipWord(_ word: StaticString) throws(Failure) {
        for byte in word.description.utf8 {
            guard peek() == byte else { throw failure() }
            index += 1
        }
    }

    private mutating func skipNumber() throws(Failure) {
        let start = index
        while let byte = peek(), (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte) {
            index += 1
        }
        guard index > start else { throw failure() }
    }
}
