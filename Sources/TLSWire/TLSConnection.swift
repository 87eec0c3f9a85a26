internal import PacketWire
internal import WireCapture

/// A TLS connection: finds its secrets by the hello messages, and decrypts the records of both sides.
///
/// Application data is handed out after the state has changed, so that the receiver may ask for the client and the protocol
/// meanwhile.
///
/// Sources: RFC 8446 (TLS 1.3), RFC 5246 (TLS 1.2)
final class TLSConnection: ConnectionDecryption {
    /// Bytes of a client that wait for the ServerHello: early data.
    private static let waitingLimit = 1 << 17
    /// Records of early data that are kept until the server has accepted them.
    private static let earlyDataLimit = 64
    /// Records that may pass before the key log has the secrets: the client may still be writing them.
    private static let recordLimit = 32
    /// Records in a row that no key opens, before the connection is given up.
    private static let failureLimit = 64

    private let capture: TLSDecryption
    private var streams = [RecordStream(), RecordStream()]
    private var handshakes = [HandshakeReader(), HandshakeReader()]
    private(set) var client: Int?
    private var clientHello: ClientHello?
    private var serverHello: ServerHello?
    private var agreedProtocol: String?
    /// The random of the ClientHello whose handshake made the secrets: another one's where a session of TLS 1.2 is resumed.
    private var secretsRandom: [UInt8] = []
    /// The randoms by which a key log may have the secrets.
    private var randoms: [[UInt8]] { clientHello.map { [$0.random, secretsRandom] } ?? [] }
    /// Early data, until it is known whether the server reads it.
    private var earlyData: [[UInt8]] = []
    private var acceptsEarlyData: Bool?

    private var recordsWithoutKeys = 0
    private var failures = 0
    /// The connection is given up: nothing of it can be decrypted.
    private var isGivenUp = false
    private var isRenegotiated = false
    private var isOver = false
    private var hasApplicationData = false
    /// The first alert, unless it says that its side sends nothing more, and that side.
    private var alert: (number: UInt8, side: Int)?
    private var lacking: [KeyLog.Label] = []
    /// Secrets were looked for before a key log had any of the connection.
    private var lacksSecrets = false
    /// Application data could not be read that is in the capture.
    private var hasGap = false
    /// Bytes of a side are missing in the capture behind the last record that was opened.
    private var isTorn = [false, false]
    /// Encrypted records that could not be read.
    private var unread = 0

    init(_ capture: TLSDecryption) { self.capture = capture }

    var applicationProtocol: String? {
        let offered = clientHello?.extensions.protocols ?? []
        return agreedProtocol ?? (offered.count == 1 ? offered[0] : nil)
    }

    var footprint: Int {
        let held = earlyData.reduce(0) { $0 + $1.count + 64 }
        return (0...1).reduce(2560 + held) { $0 + streams[$1].footprint + handshakes[$1].footprint }
    }

    func take(_ bytes: Span<UInt8>, from side: Int, _ body: (DecryptedPiece) -> Void) {
        capture.workspace.addBudget(forBytes: bytes.count)
        guard !isGivenUp else { return }
        streams[side].append(bytes)
        drain(side)
        handOut(body)
    }

    private func handOut(_ body: (DecryptedPiece) -> Void) {
        for piece in capture.workspace.pieces { body(piece) }
        capture.workspace.pieces.removeAll(keepingCapacity: true)
    }

    private func append(_ content: DecryptedPiece.Content, from side: Int) {
        if case .gap(let count, _) = content, !isTorn[side] {
            hasGap = true
            if reason != nil { capture.ended.addGap(count) }
        }
        capture.workspace.pieces.append(DecryptedPiece(side: side, content))
    }

    func lose(_ count: Int, from side: Int) {
        isTorn[side] = true
        streams[side].lose(count)
        handshakes[side].lose()
    }

    func finish(_ body: (DecryptedPiece) -> Void) {
        isOver = true
        if let client { drain(client) }
        for side in 0...1 where hasApplicationData && streams[side].lost > 0 {
            append(.gap(streams[side].lost, isCertain: false), from: side)
        }
        handOut(body)
        guard let reason else {
            if let failure { capture.ended.add(failure) }
            return
        }
        let serverName = clientHello?.extensions.serverName
        if reason == .noKeys { return capture.addKeyless(randoms: randoms, serverName: serverName) }
        capture.ended.add(
            reason, serverName: serverName,
            unsupportedSuite: isUnsupported ? serverHello?.suite : nil)
    }

    /// Why records of the connection stay encrypted; `nil` where none does, or nobody knows.
    private var reason: EncryptedConnections.Reason? {
        guard unread > 0 else { return nil }
        guard let client, clientHello != nil else { return .noBeginning }
        if isUnsupported { return .unsupported }
        guard streams.contains(where: \.hasKeys) else {
            return lacksSecrets ? .noKeys : serverHello == nil ? .noBeginning : .wrongKeys
        }
        if isRenegotiated { return .renegotiation }
        let missing = lacking.filter { label in
            label == .clientEarlyTraffic
                ? acceptsEarlyData == true : streams[label == .clientTraffic ? client : 1 - client].lost > 0
        }
        if !missing.isEmpty { return .missingSecrets(missing.map(\.rawValue).joined(separator: " and ")) }
        if lacksSecrets, recordsWithoutKeys > 0, hasGap || !hasApplicationData { return .lateSecrets }
        return hasApplicationData ? nil : .wrongKeys
    }

    /// How the handshake failed; `nil` where it did not, or nobody knows.
    private var failure: EncryptedConnections.Failure? {
        guard let client, !hasApplicationData else { return nil }
        if let alert { return .alert(alert.number, isFromClient: alert.side == client) }
        let hasOtherAnswer = serverHello == nil && streams[1 - client].lost > 0 && !isTorn[1 - client]
        return hasOtherAnswer ? .plainServer : nil
    }

    // MARK: Records

    private func drain(_ side: Int) {
        while !isGivenUp, let event = streams[side].next(capture.workspace) {
            switch event {
            case .plaintext(.handshake, let content): take(handshake: content, from: side)
            case .plaintext(.changeCipherSpec, _):
                streams[side].isEncrypted = serverHello?.extensions.isTLS13 == false
            case .plaintext(.alert, let content): take(alert: content, from: side)
            case .plaintext: break
            case .opened(let plaintext, let epoch, let gap):
                failures = 0
                if let gap { append(gap, from: side) }
                isTorn[side] = false
                take(plaintext, epoch, from: side)
            case .failed:
                (unread, failures) = (unread + 1, failures + 1)
                if failures == Self.failureLimit { giveUp() }
            case .needsKeys:
                let mayBeEarlyData =
                    side == client && serverHello == nil && streams[1 - side].lost == 0 && !isOver
                if mayBeEarlyData, streams[side].waiting <= Self.waitingLimit { return }
                guard !findKeys() else { continue }
                streams[side].skipRecord()
                (unread, recordsWithoutKeys) = (unread + 1, recordsWithoutKeys + 1)
                let hasWaitedLongEnough = recordsWithoutKeys == Self.recordLimit && !streams.contains(where: \.hasKeys)
                if clientHello == nil || hasWaitedLongEnough { giveUp() }
            }
        }
    }

    private func giveUp() {
        isGivenUp = true
        for side in 0...1 { streams[side].drop() }
    }

    private func take(_ plaintext: RecordProtection.Plaintext, _ epoch: RecordStream.Epoch, from side: Int) {
        switch TLSRecordHeader.ContentType(rawValue: plaintext.type) {
        case .applicationData:
            hasApplicationData = true
            if epoch == .earlyData, acceptsEarlyData == nil {
                if earlyData.count < Self.earlyDataLimit { earlyData.append(plaintext.content) }
            } else if epoch != .earlyData || acceptsEarlyData == true {
                append(.bytes(plaintext.content), from: side)
            }
        case .handshake: take(handshake: plaintext.content, from: side)
        case .alert: take(alert: plaintext.content, from: side)
        case .changeCipherSpec, nil: break
        }
    }

    /// - Parameter content: The level and the number; the number 0 (close_notify) says that the side sends nothing more.
    private func take(alert content: [UInt8], from side: Int) {
        if alert == nil, content.count == 2, content[1] != 0 { alert = (content[1], side) }
    }

    // MARK: Handshake

    private func take(handshake content: [UInt8], from side: Int) {
        for message in handshakes[side].append(content) { take(message, from: side) }
    }

    private func take(_ message: HandshakeReader.Message, from side: Int) {
        switch message.type {
        case .clientHello:
            isRenegotiated = isRenegotiated || serverHello?.extensions.isTLS13 == false && side == client
            guard serverHello == nil, client == nil || client == side, let hello = ClientHello(message.body) else {
                return
            }
            (client, clientHello, secretsRandom) = (side, hello, hello.random)
        case .serverHello:
            guard let client, client != side, serverHello == nil, let hello = ServerHello(message.body)
            else { return }
            // The server wants another ClientHello, and does not read the early data behind the first.
            if hello.isRetryRequest { return streams[client].skipWaiting() }
            serverHello = hello
            agreedProtocol = hello.extensions.protocols.first
            if !hello.extensions.isTLS13 { findSession(hello) }
            _ = findKeys()
            drain(client)
        case .newSessionTicket:
            guard side != client, serverHello?.extensions.isTLS13 == false else { return }
            // The lifetime stands before the ticket.
            var cursor = HandshakeCursor(message.body)
            guard cursor.integer(4) != nil, let ticket = cursor.vector(2) else { return }
            capture.sessions[TLSSessions.Name(ticket)] = secretsRandom
        case .encryptedExtensions:
            guard side != client else { return }
            var cursor = HandshakeCursor(message.body)
            let extensions = HandshakeExtensions(&cursor)
            agreedProtocol = extensions.protocols.first
            endEarlyData(isAccepted: extensions.acceptsEarlyData)
        case .endOfEarlyData:
            // A client whose early data was rejected does not send this.
            if side == client { endEarlyData(isAccepted: true) }
        }
    }

    /// Finds the session that the server resumes, or notes the one that it begins.
    private func findSession(_ hello: ServerHello) {
        guard let clientHello, !hello.sessionID.isEmpty else { return }
        let name = TLSSessions.Name(hello.sessionID[...])
        if hello.sessionID != clientHello.sessionID {
            capture.sessions[name] = secretsRandom
        } else if let random = capture.sessions[clientHello.extensions.ticket ?? name] {
            secretsRandom = random
        }
    }

    private func endEarlyData(isAccepted: Bool) {
        guard acceptsEarlyData == nil, let client else { return }
        acceptsEarlyData = isAccepted
        if isAccepted {
            for bytes in earlyData { append(.bytes(bytes), from: client) }
        }
        earlyData = []
    }

    /// Looks for the secrets of the connection, unless they were found; returns `false` where there are none.
    private func findKeys() -> Bool {
        guard let client, let clientHello, !isGivenUp, !streams.contains(where: \.hasKeys) else { return false }
        guard let secrets = capture.secrets(randoms: randoms) else {
            lacksSecrets = true
            return false
        }
        for suite in suites {
            if suite.isTLS13 {
                lacking = [.clientEarlyTraffic, .clientTraffic, .serverTraffic].filter { secrets[$0] == nil }
                streams[client].add(
                    early: secrets[.clientEarlyTraffic], handshake: secrets[.clientHandshakeTraffic],
                    application: secrets[.clientTraffic], suite)
                streams[1 - client].add(
                    early: nil, handshake: secrets[.serverHandshakeTraffic],
                    application: secrets[.serverTraffic], suite)
            } else if let master = secrets[.masterSecret], let serverHello {
                let keys = KeySchedule12.protections(
                    masterSecret: master, randoms: serverHello.random + clientHello.random, suite)
                streams[client].add(keys.client, .application)
                streams[1 - client].add(keys.server, .application)
            }
        }
        return streams.contains(where: \.hasKeys)
    }

    /// The cipher suite of the connection; `nil` where that is not known, or not supported.
    private var suite: CipherSuite? {
        guard let serverHello else { return nil }
        let suite = CipherSuite(number: serverHello.suite)
        return suite?.isTLS13 == serverHello.extensions.isTLS13 ? suite : nil
    }

    /// The server has chosen a cipher suite or a version that is not supported.
    private var isUnsupported: Bool { serverHello != nil && suite == nil }

    /// The cipher suites that the connection may have: those of TLS 1.3 where the ServerHello is missing.
    private var suites: [CipherSuite] {
        serverHello == nil ? [.aes128GCM13, .aes256GCM13, .chaCha20Poly1305In13] : suite.map { [$0] } ?? []
    }
}
