internal import GRPCWire
internal import ProtobufSchema

/// A common way in which bytes get damaged, and how to undo it.
///
/// A cause is reported only when the bytes are whole messages after it is undone, which hardly happens by chance.
struct Repair: Sendable {
    /// The damage that was done to the bytes, as part of a sentence.
    let cause: String
    /// The bytes without it; `nil` when it cannot have been done.
    let undo: @Sendable ([UInt8]) -> [UInt8]?

    static let all = [
        Repair(cause: "a line feed was added at the end") { $0.last == 0x0A ? Array($0.dropLast()) : nil },
        Repair(cause: "a line break was added at the end") {
            $0.suffix(2).elementsEqual([0x0D, 0x0A]) ? Array($0.dropLast(2)) : nil
        },
        Repair(cause: "zeros were added at the end") { withoutZeros($0, but: 0) },
        // The last field may end with a zero of its own.
        Repair(cause: "zeros were added at the end") { withoutZeros($0, but: 1) },
        Repair(cause: "the first byte, which is the flag of a gRPC frame, is missing") { bytes in
            let framed = [0] + bytes
            let input = framed[...]
            guard let prefix = LengthPrefix(input.span),
                Int(clamping: prefix.length) <= framed.count - LengthPrefix.size
            else { return nil }
            return framed
        },
        Repair(cause: "the bytes were taken for Latin-1 and written as UTF-8", undo: withoutUTF8),
        Repair(cause: "each line feed was turned into a carriage return and a line feed, as text is", undo: withoutCR),
        Repair(
            cause:
                "the messages stand behind their lengths, as in files of delimited messages (`writeDelimitedTo`)",
            undo: framed),
    ]

    private static func withoutZeros(_ bytes: [UInt8], but kept: Int) -> [UInt8]? {
        guard let last = bytes.lastIndex(where: { $0 != 0 }), last + kept < bytes.count - 1 else { return nil }
        return Array(bytes[...(last + kept)])
    }

    private static func withoutUTF8(_ bytes: [UInt8]) -> [UInt8]? {
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        guard scalars.allSatisfy({ $0.value <= 0xFF }), scalars.count < bytes.count else { return nil }
        return scalars.map { UInt8($0.value) }
    }

    private static func withoutCR(_ bytes: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
            // A line feed by itself would have been turned, too.
            if byte == 0x0A, index == 0 || bytes[index - 1] != 0x0D { return nil }
            result.append(byte)
        }
        return result.count < bytes.count ? result : nil
    }

    /// The most delimited messages that are tried.
    private static let messageLimit = 10_000

    /// Turns messages behind varint lengths into gRPC frames.
    private static func framed(_ bytes: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        let input = bytes[...]
        var cursor = WireCursor(input.span, 0..<bytes.count)
        var messages = 0
        while cursor.offset < bytes.count {
            messages += 1
            guard messages <= messageLimit, let length = try? cursor.length(), length <= bytes.count - cursor.offset
            else { return nil }
            LengthPrefix(flags: 0, length: UInt32(length)).append(to: &result)
            result += bytes[cursor.offset...].prefix(length)
            cursor.offset += length
        }
        return result
    }
}
