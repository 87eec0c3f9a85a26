public import ProtobufWire

/// A guess at the kind of the bytes behind a length that no schema declares: text, a message, a packed list or plain bytes.
///
/// For each possible reading the number of bits is estimated that it takes to describe the bytes (the principle of minimum
/// description length). The shortest description wins, and its lead over the next one tells how certain the guess is. Bytes
/// that parse as a message are therefore not always called a message: `en-US` parses, but is far shorter as text.
public struct PayloadGuess: Hashable, Sendable {
    /// The kinds of content that a payload may have.
    public enum Reading: Hashable, Sendable {
        /// No bytes: an empty string, message, list or `bytes` value alike.
        case empty
        /// UTF-8 text.
        case text
        /// The bytes are a message.
        case message
        /// Numbers without tags between them.
        case packed(WireType)
        /// The bytes are nothing that can be told.
        case bytes
    }

    /// The likeliest reading.
    public let reading: Reading
    /// The next likely reading, if another one is possible.
    public let rival: Reading?
    /// How many more bits the rival needs: each bit makes the rival half as likely. Infinite without a rival.
    public let margin: Double

    /// Below this many bits the rival deserves to be mentioned: its odds are better than one in a hundred.
    public static let doubt = 6.6

    /// Whether the rival is too unlikely to be mentioned.
    public var isCertain: Bool { margin >= Self.doubt }

    /// Guesses what a part of `bytes` is.
    ///
    /// Linear in the length of the range. A bounded number of bytes and levels is weighed; whether a reading is possible is seen
    /// from all bytes, so that guessing at every level of a nested message passes over its bytes once for each.
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

    /// Whether a message is the likeliest reading. The verdict is that of ``init(_:_:)``, which would make a walk without a
    /// schema take a sixth more instructions (2,400 vehicles, 1 MB).
    static func isMessage(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard !range.isEmpty, let bits = PayloadCost.message(bytes, range), bits < PayloadCost.plain(range.count) else {
            return false
        }
        func costsMore(_ rival: Double?) -> Bool { rival.map { $0 > bits } ?? true }
        return costsMore(PayloadCost.text(bytes, range, bound: bits))
            && costsMore(PayloadCost.packedVarints(bytes, range, bound: bits))
            && costsMore(PayloadCost.packedFixed(bytes, range, size: 8))
            && costsMore(PayloadCost.packedFixed(bytes, range, size: 4))
    }
}
