/// Fixed fields at offsets in bytes that may be too short for them.
struct Fields {
    let bytes: ArraySlice<UInt8>
    var isBigEndian = true

    func byte(_ offset: Int) -> UInt8? {
        guard offset >= 0, offset < bytes.count else { return nil }
        return bytes[bytes.startIndex + offset]
    }

    func half(_ offset: Int) -> UInt16? {
        guard let first = byte(offset), let second = byte(offset + 1) else { return nil }
        let big = UInt16(first) << 8 | UInt16(second)
        return isBigEndian ? big : big.byteSwapped
    }

    func word(_ offset: Int) -> UInt32? {
        guard let first = half(offset), let second = half(offset + 2) else { return nil }
        return isBigEndian ? UInt32(first) << 16 | UInt32(second) : UInt32(second) << 16 | UInt32(first)
    }

    /// What follows the first `count` bytes; `nil` when there are fewer.
    func dropping(_ count: Int) -> ArraySlice<UInt8>? {
        count <= bytes.count ? bytes.dropFirst(count) : nil
    }
}
