/// The key schedule of TLS 1.3, from a traffic secret on.
///
/// Source: RFC 8446, section 7
enum KeySchedule13 {
    /// The keys of the records under a traffic secret: section 7.3.
    static func protection(_ secret: [UInt8], _ suite: CipherSuite) -> RecordProtection {
        RecordProtection(
            suite, key: expandLabel(secret, "key", length: suite.keyLength, suite.hash),
            iv: expandLabel(secret, "iv", length: suite.ivLength, suite.hash))
    }

    /// The application traffic secret behind a KeyUpdate: section 7.2.
    static func updated(_ secret: [UInt8], _ hash: HashFunction) -> [UInt8] {
        expandLabel(secret, "traffic upd", length: hash.length, hash)
    }

    /// HKDF-Expand-Label with an empty context. No key is longer than a hash, so HKDF has a single round.
    private static func expandLabel(
        _ secret: [UInt8], _ label: String, length: Int, _ hash: HashFunction
    ) -> [UInt8] {
        let label = Array("tls13 \(label)".utf8)
        let info = [0, UInt8(length), UInt8(label.count)] + label + [0]
        return Array(hash.hmac(info + [1], key: secret).prefix(length))
    }
}
