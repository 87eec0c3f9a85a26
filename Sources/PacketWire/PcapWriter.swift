/// Writes a pcap file of IP packets, with times in nanoseconds.
///
/// Source: https://datatracker.ietf.org/doc/draft-ietf-opsawg-pcap/
package struct PcapWriter: Sendable {
    /// The header of a file: version 2.4, no offset of time, and a limit that no packet reaches.
    package static let header: [UInt8] = [0xa1b2_3c4d, 2 << 16 | 4, 0, 0, 1 << 18, LinkType.raw.rawValue]
        .flatMap { (word: UInt32) in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }

    /// What was written since the bytes were last taken. Begins with the header of the file.
    private var bytes = header

    package init() {}

    /// - Parameter time: Nanoseconds since 1970.
    package mutating func append(_ packet: [UInt8], at time: Int64) {
        let (seconds, nanoseconds) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
        bytes.append(bigEndian: UInt32(truncatingIfNeeded: seconds))
        bytes.append(bigEndian: UInt32(truncatingIfNeeded: nanoseconds))
        bytes.append(bigEndian: UInt32(packet.count))
        bytes.append(bigEndian: UInt32(packet.count))
        bytes += packet
    }

    /// Takes the bytes that were written since the last call.
    package mutating func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}

extension [UInt8] {
    /// Appends an integer in network byte order.
    @inlinable package mutating func append(bigEndian value: some FixedWidthInteger) {
        for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
