internal import ProtobufSchema

/// The parts of a message that its type is found from.
///
/// A message of ordinary size is looked at as a whole, a larger one only at the beginning of its first fields: more
/// evidence would not change any decision.
struct MessageSample {
    let bytes: ArraySlice<UInt8>
    /// Runs of whole fields, each with the offset before which they are looked at.
    private(set) var parts: [(range: Range<Int>, stop: Int)] = []

    /// The largest message that is looked at as a whole, in bytes.
    private static let wholeLimit = 128 << 10
    /// The bytes that are looked at in a larger message, and in one of its fields.
    private static let byteLimit = 32 << 10
    private static let fieldLimit = 8 << 10

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        guard bytes.count > Self.wholeLimit else {
            parts = [(0..<bytes.count, .max)]
            return
        }
        var reader = LevelReader(0..<bytes.count, as: nil)
        var rest = Self.byteLimit
        var end = 0
        while rest > 0, let field = reader.next(bytes.span) {
            let length = min(field.end - field.start, Self.fieldLimit, rest)
            rest -= length
            end = field.end
            if length < end - field.start {
                parts.append((field.start..<end, field.start + length))
            } else if let last = parts.last, last.stop == .max, last.range.upperBound == field.start {
                parts[parts.count - 1].range = last.range.lowerBound..<end
            } else {
                parts.append((field.start..<end, .max))
            }
        }
        // Damage is evidence, too.
        if rest > 0, end < bytes.count { parts.append((end..<bytes.count, end + rest)) }
    }

    /// The number of bytes that are looked at.
    var count: Int { parts.reduce(0) { $0 + min($1.range.upperBound, $1.stop) - $1.range.lowerBound } }
    /// Whether the message has bytes that are not looked at.
    var isPartial: Bool { bytes.count > Self.wholeLimit }
}
