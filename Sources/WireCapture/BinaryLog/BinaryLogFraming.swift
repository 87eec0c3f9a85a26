/// How the entries of a binary log follow one another.
enum BinaryLogFraming {
    /// Four bytes of length in network byte order: the files of grpc-go and of libraries that follow it.
    case bigEndian
    /// The length as a varint: the files of grpc-java (`writeDelimitedTo`).
    case varint

    /// What the beginning of a file tells; `nil` where no entry begins.
    ///
    /// The first fields of an entry are `timestamp` and `call_id`, which every library writes; the time has to be one
    /// between 2001 and 2106.
    init?(_ opening: ArraySlice<UInt8>) {
        if Self.isEntry(opening.dropFirst(4)), let length = opening.span.word(0),
            (Self.leastLength...UInt32(clamping: BinaryLogSource.entryLimit)).contains(length)
        {
            self = .bigEndian
        } else if let (length, size) = Self.varint(opening), length >= UInt64(Self.leastLength),
            length <= BinaryLogSource.entryLimit, Self.isEntry(opening.dropFirst(size))
        {
            self = .varint
        } else {
            return nil
        }
    }

    /// A time, a call and a type: less has no entry.
    private static let leastLength: UInt32 = 10

    private static func isEntry(_ bytes: ArraySlice<UInt8>) -> Bool {
        let fields = bytes.span
        guard fields.byte(0) == 0x0a, let size = fields.byte(1), fields.byte(2) == 0x08,
            let (seconds, _) = varint(bytes.dropFirst(3)), (1_000_000_000..<1 << 32).contains(seconds)
        else { return false }
        return fields.byte(2 + Int(size)) == 0x10
    }

    /// The length of the next entry, and how many bytes say it; `nil` until they are there.
    func length(_ bytes: ArraySlice<UInt8>) -> (length: UInt64, size: Int)? {
        switch self {
        case .bigEndian:
            guard let length = bytes.span.word(0) else { return nil }
            return (UInt64(length), 4)
        case .varint: return Self.varint(bytes).map { ($0.value, $0.size) }
        }
    }

    /// A number of up to ten bytes, which is taken as too large when it does not end there.
    private static func varint(_ bytes: ArraySlice<UInt8>) -> (value: UInt64, size: Int)? {
        var value: UInt64 = 0
        for (index, byte) in bytes.prefix(10).enumerated() {
            value |= UInt64(byte & 0x7f) << UInt64(7 * index)
            if byte & 0x80 == 0 { return (value, index + 1) }
        }
        return bytes.count >= 10 ? (.max, 10) : nil
    }
}
