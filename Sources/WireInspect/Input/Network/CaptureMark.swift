/// How files of captured packets begin.
///
/// Sources: https://www.ietf.org/archive/id/draft-ietf-opsawg-pcap-04.html#section-4,
/// https://www.ietf.org/archive/id/draft-ietf-opsawg-pcapng-02.html#section-4.1
enum CaptureMark {
    /// The name of the kind of file; `nil` for other bytes.
    static func name(_ bytes: [UInt8]) -> String? {
        guard bytes.count >= 24 else { return nil }
        let mark = bytes.prefix(4)
        if mark.elementsEqual([0x0A, 0x0D, 0x0D, 0x0A]) {
            let order = bytes[8..<12]
            let isKnown =
                order.elementsEqual([0x1A, 0x2B, 0x3C, 0x4D]) || order.elementsEqual([0x4D, 0x3C, 0x2B, 0x1A])
            return isKnown ? "pcapng" : nil
        }
        // With times in microseconds or nanoseconds; the version is 2.4.
        let little: [[UInt8]] = [[0xD4, 0xC3, 0xB2, 0xA1], [0x4D, 0x3C, 0xB2, 0xA1]]
        if little.contains(Array(mark)) { return bytes[4..<8].elementsEqual([2, 0, 4, 0]) ? "pcap" : nil }
        if little.contains(mark.reversed()) { return bytes[4..<8].elementsEqual([0, 2, 0, 4]) ? "pcap" : nil }
        return nil
    }
}
