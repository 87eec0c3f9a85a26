/// Decrypts the TLS connections of a capture. ``CallExtractor`` takes one, so that this library needs no cryptography;
/// `TLSDecryption` of the library TLSWire is one.
public protocol CaptureDecryption: AnyObject {
    /// Takes the content of a pcapng Decryption Secrets Block that holds a TLS key log.
    func add(keyLog: [UInt8])

    /// Returns the decryption of a connection whose first bytes are those of a TLS record.
    func makeConnection() -> any ConnectionDecryption

    /// The connections that have ended, and of which application data could not be decrypted.
    var encrypted: EncryptedConnections { get }
}

/// Decrypts both directions of one TLS connection.
public protocol ConnectionDecryption: AnyObject {
    /// Takes the next bytes that a side has sent, and hands out the application data that can be decrypted now.
    func take(_ bytes: Span<UInt8>, from side: Int, _ body: (DecryptedPiece) -> Void)
    /// Says that `count` bytes of a side are missing in the capture.
    func lose(_ count: Int, from side: Int)
    /// Says that the connection has ended, and hands out a last gap where records at its end could not be decrypted.
    func finish(_ body: (DecryptedPiece) -> Void)

    /// The side that sent the ClientHello; `nil` while none was seen.
    var client: Int? { get }
    /// The protocol that both sides have agreed on by ALPN, such as `h2`; `nil` when that is not known.
    var applicationProtocol: String? { get }
    /// Memory that the connection holds, in bytes.
    var footprint: Int { get }
}

/// A part of the application data of one side.
public struct DecryptedPiece {
    /// What a piece of a connection turned out to be.
    public enum Content {
        /// Bytes that the side wrote.
        case bytes([UInt8])
        /// The number of bytes that could not be decrypted, which is an estimate unless `isCertain`.
        case gap(Int, isCertain: Bool)
    }

    /// 0 or 1, as ``ConnectionDecryption`` was told.
    public let side: Int
    /// What the piece turned out to be.
    public let content: Content

    /// A piece that one side of the connection sent.
    public init(side: Int, _ content: Content) { (self.side, self.content) = (side, content) }
}

/// Connections under TLS that could not be decrypted, or not in whole.
public struct EncryptedConnections: Hashable, Sendable {
    /// The reasons why a connection stays encrypted.
    public enum Reason: Hashable, Sendable {
        /// No key log has a secret for the connection.
        case noKeys
        /// A key log has secrets for the connection, but they open none of its records.
        case wrongKeys
        /// A key log has some secrets for the connection and lacks others, whose labels are given.
        case missingSecrets(String)
        /// The secrets came behind records that they are for.
        case lateSecrets
        /// Both sides have agreed on new keys under the old ones (TLS 1.2), which is not read.
        case renegotiation
        /// The connection began before the capture, or its ClientHello is missing, which keys are found by.
        case noBeginning
        /// The connection uses a cipher suite or a version of TLS that is not supported.
        case unsupported
    }

    /// The ways in which a connection fails at its start, because of the server's port, of TLS or of the version of HTTP.
    public enum Failure: Hashable, Sendable {
        /// The server answers the client's SYN with RST: nobody listens on the port.
        case refused
        /// The client repeats its SYN, and the server does not answer.
        case unanswered
        /// The client begins with TLS, and the server answers without it.
        case plainServer
        /// The client begins HTTP/2 without TLS, and the server answers with an alert of TLS, or ends the connection without
        /// any answer: most servers do that if they expect TLS.
        case plainClient
        /// The client begins HTTP/2 without TLS, and the server answers in HTTP/1: so do servers of HTTP/1 alone, and some that
        /// expect TLS.
        case http1Server
        /// The client begins with HTTP/1, and the server with HTTP/2: so do servers of gRPC, which read no grpc-web.
        case http1Client
        /// A side ends the handshake with the alert of this number.
        ///
        /// Source: https://www.rfc-editor.org/rfc/rfc8446#section-6.2
        case alert(UInt8, isFromClient: Bool)
    }

    /// The names that are counted one by one; connections to further servers count in ``unnamed``.
    public static let nameLimit = 64

    /// How many connections stayed encrypted.
    public private(set) var count = 0
    /// How many of them for which reason.
    public private(set) var reasons: [Reason: Int] = [:]
    /// Connections by the name of the server that the client has asked for (SNI).
    public private(set) var serverNames: [String: Int] = [:]
    /// Connections that failed at their start, which do not count in ``count``.
    public internal(set) var failures: [Failure: Int] = [:]
    /// The number of the last cipher suite that is not supported.
    public private(set) var unsupportedSuite: UInt16?
    /// The gaps of decrypted connections whose bytes the capture has, and the number of these bytes.
    package private(set) var (recordedGaps, recordedBytes) = (0, 0)
    /// Connections to servers whose name is not known.
    public var unnamed: Int { count - serverNames.values.reduce(0, +) }

    /// No connections yet.
    public init() {}

    /// Counts a gap of a decrypted connection whose bytes are all in the capture.
    package mutating func addGap(_ count: Int) {
        recordedGaps += 1
        recordedBytes += count
    }

    /// Counts a connection that failed at its start.
    package mutating func add(_ failure: Failure) { failures[failure, default: 0] += 1 }

    /// Counts a connection.
    ///
    /// - Parameter suite: The number of its cipher suite, if that is not supported.
    public mutating func add(_ reason: Reason, serverName: String?, unsupportedSuite suite: UInt16? = nil) {
        count += 1
        unsupportedSuite = suite ?? unsupportedSuite
        reasons[reason, default: 0] += 1
        guard let serverName, serverNames[serverName] != nil || serverNames.count < Self.nameLimit else { return }
        serverNames[serverName, default: 0] += 1
    }
}
