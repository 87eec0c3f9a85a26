/// A cipher suite whose records can be decrypted: all of TLS 1.3 but CCM, and those of TLS 1.2 with AES-GCM or
/// ChaCha20-Poly1305, whatever the key exchange.
///
/// Sources: RFC 8446, appendix B.4; RFC 5288 and 5289 (AES-GCM in TLS 1.2), RFC 7905 (ChaCha20-Poly1305);
/// https://www.iana.org/assignments/tls-parameters
struct CipherSuite: Hashable {
    enum AEAD { case aesGCM, chaCha20Poly1305 }

    let aead: AEAD
    /// Length of the key, in bytes.
    let keyLength: Int
    /// The hash function of HKDF or the PRF.
    let hash: HashFunction
    let isTLS13: Bool

    private init(_ aead: AEAD, key: Int, _ hash: HashFunction = .sha256, isTLS13: Bool = false) {
        (self.aead, keyLength, self.hash, self.isTLS13) = (aead, key, hash, isTLS13)
    }

    private static let aes128GCM = CipherSuite(.aesGCM, key: 16)
    private static let aes256GCM = CipherSuite(.aesGCM, key: 32, .sha384)
    static let aes128GCM13 = CipherSuite(.aesGCM, key: 16, isTLS13: true)
    static let aes256GCM13 = CipherSuite(.aesGCM, key: 32, .sha384, isTLS13: true)
    static let chaCha20Poly1305In13 = CipherSuite(.chaCha20Poly1305, key: 32, isTLS13: true)

    /// The suite of a number in a ServerHello; `nil` for one that is not supported.
    init?(number: UInt16) {
        switch number {
        case 0x1301: self = .aes128GCM13
        case 0x1302: self = .aes256GCM13
        case 0x1303: self = .chaCha20Poly1305In13
        // AES-128 with SHA-256 and AES-256 with SHA-384 take turns: from TLS_RSA_WITH_AES_128_GCM_SHA256 on,
        case 0x009c...0x00ad: self = number % 2 == 0 ? .aes128GCM : .aes256GCM
        // from TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256 on, and from TLS_ECDHE_PSK_WITH_AES_128_GCM_SHA256 on.
        case 0xc02b...0xc032, 0xd001...0xd002: self = number % 2 == 1 ? .aes128GCM : .aes256GCM
        case 0xcca8...0xccae: self = CipherSuite(.chaCha20Poly1305, key: 32)
        default: return nil
        }
    }

    /// Length of the part of the nonce that comes from the key schedule, in bytes: in TLS 1.2 with AES-GCM, 8 further bytes
    /// stand in each record.
    var ivLength: Int { hasExplicitNonce ? 4 : 12 }

    var hasExplicitNonce: Bool { aead == .aesGCM && !isTLS13 }

    /// Bytes by which a record is longer than its application data, if it is not padded: header, nonce, tag, and the inner
    /// content type of TLS 1.3.
    var recordOverhead: Int { 5 + 16 + (isTLS13 ? 1 : 0) + (hasExplicitNonce ? 8 : 0) }
}
