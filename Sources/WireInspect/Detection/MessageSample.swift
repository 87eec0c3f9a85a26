/// The part of a message that its type is found from.
///
/// A message of ordinary size is looked at as a whole, a larger one only at the beginning: more evidence would not change any
/// decision.
struct MessageSample {
    let bytes: ArraySlice<UInt8>
    /// The offset before which fields are looked at.
    let stop: Int

    /// The largest message that is looked at as a whole, in bytes.
    private static let wholeLimit = 128 << 10
    /// The bytes that are looked at in a larger message.
    private static let byteLimit = 32 << 10

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        stop = bytes.count > Self.wholeLimit ? Self.byteLimit : .max
    }

    /// The number of bytes that are looked at.
    var count: Int { min(bytes.count, stop) }
    /// Whether the message has bytes that are not looked at.
    var isPartial: Bool { count < bytes.count }
}
