internal import Crypto

/// The hash functions of TLS cipher suites, as HMAC needs them.
enum HashFunction {
    case sha256, sha384

    /// Length of a hash, in bytes.
    var length: Int { self == .sha256 ? 32 : 48 }

    /// The authentication code of a message: RFC 2104.
    func hmac(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        let key = SymmetricKey(data: key)
        return switch self {
        case .sha256: Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
        case .sha384: Array(HMAC<SHA384>.authenticationCode(for: message, using: key))
        }
    }
}
