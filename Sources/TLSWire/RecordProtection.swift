internal import ByteText
internal import Crypto
internal import PacketWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The key and the initialization vector that protect the records of one direction. A class, because it is passed on for each
/// record, and a copy of a structure would retain each of its parts.
///
/// Sources: RFC 8446, section 5.2 and 5.3; RFC 5246, section 6.2.3.3; RFC 5288; RFC 7905
final class RecordProtection {
    let suite: CipherSuite
    private let key: SymmetricKey
    private let iv: [UInt8]

    init(_ suite: CipherSuite, key: [UInt8], iv: [UInt8]) {
        (self.suite, self.key, self.iv) = (suite, SymmetricKey(data: key), iv)
    }

    /// The content of a record, with its true type.
    typealias Plaintext = (type: UInt8, content: [UInt8])

    /// Decrypts a record.
    ///
    /// - Parameters:
    ///   - record: The record with its header.
    ///   - sequence: The number of the record among those under this key, from 0.
    ///   - workspace: Memory that is used meanwhile.
    /// - Returns: `nil` when the authentication tag is not that of the record, the key and the number.
    func open(_ record: Span<UInt8>, sequence: UInt64, workspace: inout [UInt8]) -> Plaintext? {
        let (first, tag) = (TLSRecordHeader.size + (suite.hasExplicitNonce ? 8 : 0), 16)
        let length = record.count - first - tag
        guard length >= 0 else { return nil }
        workspace.removeAll(keepingCapacity: true)
        if suite.isTLS13 {
            workspace.append(record, 0..<TLSRecordHeader.size)
        } else {
            workspace.append(bigEndian: sequence)
            workspace.append(record, 0..<3)
            workspace.append(bigEndian: UInt16(truncatingIfNeeded: length))
        }
        // `Data` keeps so few bytes in itself.
        let header = Data(workspace)
        workspace.removeAll(keepingCapacity: true)
        appendNonce(to: &workspace, record, sequence)
        workspace.append(record, first..<record.count)
        guard let plain = open(workspace, authenticating: header) else { return nil }
        // The bytes are copied once, without what follows the content.
        return unsafe plain.withUnsafeBytes { bytes in
            guard suite.isTLS13 else { return (record[0], unsafe [UInt8](bytes)) }
            // The type stands behind the content, and zeros for padding behind it.
            guard let end = unsafe bytes.lastIndex(where: { $0 != 0 }) else { return nil }
            return unsafe (bytes[end], [UInt8](bytes[..<end]))
        }
    }

    private func open(_ sealed: [UInt8], authenticating header: Data) -> Data? {
        switch suite.aead {
        case .aesGCM: try? AES.GCM.open(.init(combined: sealed), using: key, authenticating: header)
        case .chaCha20Poly1305: try? ChaChaPoly.open(.init(combined: sealed), using: key, authenticating: header)
        }
    }

    private func appendNonce(to sealed: inout [UInt8], _ record: Span<UInt8>, _ sequence: UInt64) {
        sealed += iv
        if suite.hasExplicitNonce {
            sealed.append(record, TLSRecordHeader.size..<(TLSRecordHeader.size + 8))
        } else {
            for index in 0..<8 {
                sealed[4 + index] ^= UInt8(truncatingIfNeeded: sequence >> UInt64(56 - 8 * index))
            }
        }
    }
}
