import ByteText

/// The header of a TLS record: the five bytes that stay readable in every version of TLS.
///
/// Sources: RFC 8446 (TLS 1.3), section 5.1 and 5.2; RFC 5246 (TLS 1.2), section 6.2
package struct TLSRecordHeader: Hashable, Sendable {
    package enum ContentType: UInt8, Sendable {
        case changeCipherSpec = 20
        case alert
        case handshake
        case applicationData
    }

    /// Bytes of the header.
    package static let size = 5
    /// The longest payload that a record may have, in bytes: 2^14, and 2048 for encryption in TLS 1.2.
    package static let payloadLimit = 1 << 14 + 2048

    package let type: ContentType
    /// Length of the payload, in bytes.
    package let length: Int

    /// Reads the header at an offset; `nil` where the bytes end before its last, or no record can begin like this.
    package init?(_ bytes: Span<UInt8>, at offset: Int = 0) {
        guard let type = bytes.uint8(at: offset).flatMap(ContentType.init), bytes.uint8(at: offset + 1) == 3,
            let minor = bytes.uint8(at: offset + 2), minor <= 4, let length = bytes.uint16(at: offset + 3),
            (1...Self.payloadLimit).contains(Int(length))
        else { return nil }
        (self.type, self.length) = (type, Int(length))
    }

    /// Whether bytes begin with the header of a record; `nil` while too few bytes are there to tell.
    package static func isBeginning(_ bytes: Span<UInt8>) -> Bool? {
        guard let type = bytes.uint8(at: 0), ContentType(rawValue: type) != nil else {
            return bytes.isEmpty ? nil : false
        }
        return bytes.count < size ? nil : TLSRecordHeader(bytes) != nil
    }
}
