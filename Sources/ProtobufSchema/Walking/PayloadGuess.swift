public import ProtobufWire

/// What the bytes behind a length most likely are, when no schema says it: text, a message, a packed list or plain bytes.
///
/// Every reading that is possible at all is asked how many bits it needs to say these bytes (the principle of the minimum
/// description length). The cheapest one is taken, and how much dearer the next one is tells how sure that is. That
/// bytes can be parsed as a message is therefore no reason to call them one: `en-US` can, but is far cheaper as text.
public struct PayloadGuess: Hashable, Sendable {
    /// What a payload may be.
    public enum Reading: Hashable, Sendable {
        /// No bytes: an empty string, message, list or `bytes` value alike.
        case empty
        /// UTF-8 text.
        case text
        case message
        /// Numbers without tags between them.
        case packed(WireType)
        case bytes
    }

    /// The likeliest reading.
    public let reading: Reading
    /// The next one, if it is possible.
    public let rival: Reading?
    /// How many bits the rival needs more: each bit makes it half as likely. Infinite without a rival.
    public let margin: Double

    /// Below this many bits the rival deserves to be mentioned: its odds are better than one in a hundred.
    public static let doubt = 6.6

    /// Whether the rival is out of the question.
    public var isCertain: Bool { margin >= Self.doubt }

    /// Guesses what a part of `bytes` is.
    ///
    /// Linear in the length of the range at worst. Only a bounded number of bytes and levels is weighed, so that guessing
    /// at every level of a nested message stays linear, too; whether a reading is possible is seen from all bytes.
    public init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        guard !range.isEmpty else {
            (reading, rival, margin) = (.empty, nil, .infinity)
            return
        }
        var best: (reading: Reading, bits: Double) = (.bytes, PayloadCost.plain(range.count))
        var next: (reading: Reading?, bits: Double) = (nil, .infinity)
        func consider(_ reading: Reading, _ bits: Double?) {
            guard let bits else { return }
            if bits < best.bits {
                next = (best.reading, best.bits)
                best = (reading, bits)
            } else if bits < next.bits {
                next = (reading, bits)
            }
        }
        consider(.text, PayloadCost.text(bytes, range))
        consider(.message, PayloadCost.message(bytes, range))
        consider(.packed(.varint), PayloadCost.packedVarints(bytes, range))
        consider(.packed(.fixed64), PayloadCost.packedFixed(bytes, range, size: 8))
        consider(.packed(.fixed32), PayloadCost.packedFixed(bytes, range, size: 4))
        (reading, rival, margin) = (best.reading, next.reading, next.bits - best.bits)
    }

    /// Whether a message is the likeliest reading; what ``init(_:_:)`` says, found with less work.
    static func isMessage(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard !range.isEmpty, let bits = PayloadCost.message(bytes, range), bits < PayloadCost.plain(range.count) else {
            return false
        }
        func isDearer(_ rival: Double?) -> Bool { rival.map { $0 > bits } ?? true }
        return isDearer(PayloadCost.text(bytes, range, bound: bits))
            && isDearer(PayloadCost.packedVarints(bytes, range, bound: bits))
            && isDearer(PayloadCost.packedFixed(bytes, range, size: 8))
            && isDearer(PayloadCost.packedFixed(bytes, range, size: 4))
    }

    /// The numbers of a packed list, as bits; `nil` when the range is none of that wire type.
    public static func elements(
        of bytes: Span<UInt8>, _ range: Range<Int>, _ wireType: WireType
    ) -> [UInt64]? {
        elements(of: bytes, range, wireType, limit: .max)?.first
    }

    /// The first numbers of a packed list, as bits, and how many there are in all.
    package static func elements(
        of bytes: Span<UInt8>, _ range: Range<Int>, _ wireType: WireType, limit: Int
    ) -> (first: [UInt64], count: Int)? {
        let size = wireType == .fixed64 ? 8 : 4
        let isWhole = range.count.isMultiple(of: size)
        let all = wireType == .varint ? WireScan.countVarints(bytes, range) : isWhole ? range.count / size : nil
        guard let all else { return nil }
        var values: [UInt64] = []
        var offset = range.lowerBound
        while offset < range.upperBound, values.count < limit {
            let bits: UInt64? =
                switch wireType {
                case .varint: try? WireScan.varint(bytes, &offset, range.upperBound)
                case .fixed64: try? WireScan.fixed(bytes, &offset, range.upperBound, count: 8)
                case .fixed32: try? WireScan.fixed(bytes, &offset, range.upperBound, count: 4)
                default: nil
                }
            guard let bits else { return nil }
            values.append(bits)
        }
        return (values, all)
    }
}
