public import WireCapture

/// Decrypts the TLS connections of a capture with the secrets of key logs: TLS 1.3, and TLS 1.2 with AES-GCM or
/// ChaCha20-Poly1305.
///
/// A connection is decrypted when its ClientHello is in the capture, and a key log has its secrets, or those of the connection
/// before it whose session of TLS 1.2 it resumes. Each record's authentication tag is checked, so that wrong secrets and damaged
/// records give no bytes. Not for two threads at once.
public final class TLSDecryption: CaptureDecryption {
    private var log = KeyLog()
    let workspace = RecordWorkspace()
    var sessions = TLSSessions()
    /// The connections that have ended, but for those in `keyless`.
    var ended = EncryptedConnections()
    /// Connections that have ended without secrets, which the file may still bring: the randoms by which these are found.
    private var keyless: [(randoms: [[UInt8]], serverName: String?)] = []

    /// Is called when not all secrets of a connection are known; returns what key logs have gained since the last time. A
    /// client writes the secrets while a live capture is being read.
    public var moreKeys: (() -> [UInt8])?

    /// A decryption without keys; add key logs.
    public init() {}

    /// The number of secrets that were read, those that do not belong to the capture included.
    public var secretCount: Int { log.count }

    /// Takes a whole NSS key log, such as the file that SSLKEYLOGFILE names. Lines that end with no secret are skipped, and so is
    /// what a log or a pcapng block puts before the label of one.
    public func add(keyLog: [UInt8]) {
        append(keyLog: keyLog)
        log.endLine()
    }

    /// Takes a piece of a key log; a line that has not ended waits for the next piece.
    public func append(keyLog piece: [UInt8]) { log.append(piece) }

    public var encrypted: EncryptedConnections {
        keyless.reduce(into: ended) { encrypted, connection in
            encrypted.add(
                knownSecrets(connection.randoms) == nil ? .noKeys : .lateSecrets, serverName: connection.serverName)
        }
    }

    /// Counts a connection that has ended without secrets.
    func addKeyless(randoms: [[UInt8]], serverName: String?) {
        guard keyless.count < KeyLog.connectionLimit else { return ended.add(.noKeys, serverName: serverName) }
        keyless.append((randoms, serverName))
    }

    public func makeConnection() -> any ConnectionDecryption { TLSConnection(self) }

    /// The secrets of the first of the handshakes, by the randoms of their ClientHello, of which a key log has any.
    func secrets(randoms: [[UInt8]]) -> KeyLog.Secrets? {
        let secrets = knownSecrets(randoms)
        // A client writes the secrets of the data some time after those of the handshake.
        let isWhole =
            secrets?[.masterSecret] != nil || secrets?[.clientTraffic] != nil && secrets?[.serverTraffic] != nil
        guard !isWhole, let more = moreKeys?(), !more.isEmpty else { return secrets }
        add(keyLog: more)
        return knownSecrets(randoms)
    }

    private func knownSecrets(_ randoms: [[UInt8]]) -> KeyLog.Secrets? {
        randoms.lazy.compactMap { self.log[$0] }.first
    }
}
