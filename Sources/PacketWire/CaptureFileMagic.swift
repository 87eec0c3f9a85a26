import ByteText

/// The magic number that a capture file begins with.
///
/// Sources: https://datatracker.ietf.org/doc/draft-ietf-opsawg-pcap/ (section 4) and
/// https://datatracker.ietf.org/doc/draft-ietf-opsawg-pcapng/ (section 4.1)
package enum CaptureFileMagic: Hashable, Sendable {
    /// A pcap file, with the byte order of its numbers and the unit of its times.
    case pcap(isBigEndian: Bool, isNanoseconds: Bool)
    /// A pcapng file: the type of its first block, which reads the same in both byte orders.
    case pcapng

    /// Reads the first four bytes; `nil` for other files.
    package init?(_ bytes: Span<UInt8>) {
        guard let word = bytes.uint32(at: 0) else { return nil }
        let isBigEndian = word >> 24 == 0xa1
        switch isBigEndian ? word : word.byteSwapped {
        case Self.sectionHeader: self = .pcapng
        case 0xa1b2_c3d4: self = .pcap(isBigEndian: isBigEndian, isNanoseconds: false)
        case 0xa1b2_3c4d: self = .pcap(isBigEndian: isBigEndian, isNanoseconds: true)
        default: return nil
        }
    }

    /// The type of pcapng's section header block.
    package static let sectionHeader: UInt32 = 0x0a0d_0d0a

    /// The byte order of a pcapng section, from the field behind the type and the length of its header block; `nil` for
    /// bytes that are no such block.
    package static func isBigEndian(sectionHeader bytes: Span<UInt8>) -> Bool? {
        switch bytes.uint32(at: 8) {
        case 0x1a2b_3c4d: true
        case 0x4d3c_2b1a: false
        default: nil
        }
    }

    /// The name of the format that bytes are a file of; `nil` where more than the magic number is missing or wrong.
    package static func formatName(of bytes: Span<UInt8>) -> String? {
        guard bytes.count >= 24, let magic = CaptureFileMagic(bytes) else { return nil }
        switch magic {
        case .pcapng: return isBigEndian(sectionHeader: bytes) == nil ? nil : "pcapng"
        case .pcap(let isBigEndian, _):
            let version = [4, 6].map { bytes.uint16(at: $0, isBigEndian: isBigEndian) }
            return version == [2, 4] ? "pcap" : nil
        }
    }
}
