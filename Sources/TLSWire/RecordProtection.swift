internal import ByteText
internal import Crypto
internal import PacketWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The key and the initialization vector that protect the records of one direction.
///
/// Sources: RFC 8446, section 5.2 and 5.3; RFC 5246, section 6.2.3.3; RFC 5288; RFC 7905
struct RecordProtection {
    let suite: CipherSuite
    private let key: SymmetricKey
    private let iv: [UInt8]

    init(_ suite: CipherSuite, key: [UInt8], iv: [UInt8]) {
        (self.suite, self.key, self.iv) = (suite, SymmetricKey(data: key), iv)
    }

    /// The content of a record, with its true type.
    struct Plaintext {
        let type: UInt8
        let content: [UInt8]
    }

    /// Decrypts a record.
    ///
    /// - Parameters:
    ///   - record: The record with its header.
    ///   - sequence: The number of the record among those under this key, from 0.
    /// - Returns: `nil` when the authentication tag is not that of the record, the key and the number.
    func open(_ record: Span<UInt8>, sequence: UInt64) -> Plaintext? {
        let (first, tag) = (TLSRecordHeader.size + (suite.hasExplicitNonce ? 8 : 0), 16)
        let length = record.count - first - tag
        guard length >= 0 else { return nil }
        var sealed = Data(capacity: 12 + length + tag)
        appendNonce(to: &sealed, record, sequence)
        // The closure borrows the bytes for the duration of the call only.
        unsafe record.extracting(first...).withUnsafeBufferPointer { unsafe sealed.append($0) }
        let header = record.array(0..<TLSRecordHeader.size)
        let authenticated =
            suite.isTLS13
            ? header
            : bigEndian(sequence) + header.prefix(3) + [UInt8(length >> 8), UInt8(length & 0xff)]
        guard let plain = open(sealed, authenticating: authenticated) else { return nil }
        guard suite.isTLS13 else { return Plaintext(type: record[0], content: [UInt8](plain)) }
        // The type stands behind the content, and zeros for padding behind it.
        guard let last = plain.lastIndex(where: { $0 != 0 }) else { return nil }
        return Plaintext(type: plain[last], content: [UInt8](plain[..<last]))
    }

    private func open(_ sealed: Data, authenticating header: [UInt8]) -> Data? {
        switch suite.aead {
        case .aesGCM:
            guard let box = try? AES.GCM.SealedBox(combined: sealed) else { return nil }
            return try? AES.GCM.open(box, using: key, authenticating: header)
        case .chaCha20Poly1305:
            guard let box = try? ChaChaPoly.SealedBox(combined: sealed) else { return nil }
            return try? ChaChaPoly.open(box, using: key, authenticating: header)
        }
    }

    private func appendNonce(to sealed: inout Data, _ record: Span<UInt8>, _ sequence: UInt64) {
        if suite.hasExplicitNonce {
            sealed.append(contentsOf: iv)
            sealed.append(contentsOf: record.array(TLSRecordHeader.size..<(TLSRecordHeader.size + 8)))
        } else {
            sealed.append(contentsOf: iv.prefix(4))
            sealed.append(contentsOf: zip(iv.dropFirst(4), bigEndian(sequence)).map { $0 ^ $1 })
        }
    }

    private func bigEndian(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
    }
}
