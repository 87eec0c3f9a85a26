import ByteText

/// A value of a tnetstring, the notation of mitmproxy's flow files: the length of a payload, a colon, the payload, and a
/// byte for its type. Lists and dictionaries are read when they are asked for.
///
/// Source: https://tnetstrings.info, with `;` for text as mitmproxy adds it
struct TNetstring {
    /// The most digits that a length may have.
    static let lengthDigits = 12

    private let type: UInt8
    private let payload: ArraySlice<UInt8>

    /// Reads the value that bytes begin with; `nil` when they are none, or end before it does.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let (length, digits) = Self.length(bytes), length < bytes.count - digits - 1 else { return nil }
        let start = bytes.startIndex + digits + 1
        payload = bytes[start..<(start + length)]
        type = bytes[start + length]
    }

    /// The bytes of the value with its length and type.
    private var end: Int { payload.endIndex + 1 }

    /// The length that a value begins with, and the number of its digits; `nil` for other bytes.
    static func length(_ bytes: ArraySlice<UInt8>) -> (length: Int, digits: Int)? {
        let digits = bytes.prefix(lengthDigits + 1).prefix { $0.isDigit }
        guard (1...lengthDigits).contains(digits.count), digits.endIndex < bytes.endIndex,
            bytes[digits.endIndex] == UInt8(ascii: ":")
        else { return nil }
        return (digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }, digits.count)
    }

    /// The bytes of a value of type `,` or `;`.
    var bytes: ArraySlice<UInt8>? {
        type == UInt8(ascii: ",") || type == UInt8(ascii: ";") ? payload : nil
    }

    var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

    /// The value of a number of type `#` or `^`.
    var number: Double? {
        guard type == UInt8(ascii: "#") || type == UInt8(ascii: "^") else { return nil }
        return Double(String(decoding: payload.prefix(32), as: UTF8.self))
    }

    /// The values of a list, up to one that is damaged; empty for other types.
    var elements: some Sequence<TNetstring> {
        sequence(state: type == UInt8(ascii: "]") ? payload : []) { rest in
            let value = TNetstring(rest)
            rest = value.map { rest[$0.end...] } ?? []
            return value
        }
    }

    /// The value of a member of a dictionary; `nil` where it is missing or null.
    subscript(name: String) -> TNetstring? {
        guard type == UInt8(ascii: "}") else { return nil }
        var rest = payload
        while let key = TNetstring(rest), let value = TNetstring(rest[key.end...]) {
            if key.bytes?.elementsEqual(name.utf8) ?? false { return value.type == UInt8(ascii: "~") ? nil : value }
            rest = rest[value.end...]
        }
        return nil
    }
}
