import ByteText
import ProtobufWire

/// The form of the length before each entry of a binary log.
enum BinaryLogFraming {
    /// Four bytes of length in network byte order: the files of grpc-go and of libraries that follow it.
    case bigEndian
    /// The length as a varint: the files of grpc-java (`writeDelimitedTo`).
    case varint

    /// Finds the form by the beginning of a file; `nil` where no entry begins.
    ///
    /// The first fields of an entry are `timestamp` and `call_id`, which every library writes; the time has to be one
    /// between 2001 and 2106.
    init?(_ opening: ArraySlice<UInt8>) {
        let found = [Self.bigEndian, .varint].first { framing in
            guard let (length, size) = framing.length(opening) else { return false }
            return length >= Self.leastLength && length <= BinaryLogSource.entryLimit
                && Self.isEntry(opening.dropFirst(size))
        }
        guard let found else { return nil }
        self = found
    }

    /// Bytes of the smallest entry, with a time, a call and a type.
    private static let leastLength = 10

    private static func isEntry(_ bytes: ArraySlice<UInt8>) -> Bool {
        let fields = bytes.span
        guard fields.uint8(at: 0) == 0x0a, let size = fields.uint8(at: 1), fields.uint8(at: 2) == 0x08,
            let (seconds, _) = varint(bytes.dropFirst(3)), (1_000_000_000..<1 << 32).contains(seconds)
        else { return false }
        return fields.uint8(at: 2 + Int(size)) == 0x10
    }

    /// The length of the next entry, and the size of the length itself; `nil` until all of it is there.
    func length(_ bytes: ArraySlice<UInt8>) -> (value: UInt64, size: Int)? {
        switch self {
        case .bigEndian: bytes.span.uint32(at: 0).map { (UInt64($0), 4) }
        case .varint: Self.varint(bytes)
        }
    }

    /// A varint of up to ten bytes. One that does not end there counts as too large.
    private static func varint(_ bytes: ArraySlice<UInt8>) -> (value: UInt64, size: Int)? {
        var reader = Reader(bytes.span)
        if let value = try? reader.varint() { return (value, reader.offset) }
        return bytes.count >= 10 ? (.max, 10) : nil
    }
}
