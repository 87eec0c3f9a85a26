import ByteText

/// The secrets of connections in an NSS key log, the text that clients write to the file named by `SSLKEYLOGFILE`.
///
/// Source: RFC 9850 (The SSLKEYLOGFILE Format for TLS)
struct KeyLog {
    /// The labels of the secrets that records are decrypted with; lines with others are skipped.
    enum Label: String, CaseIterable {
        /// The master secret of TLS 1.2.
        case masterSecret = "CLIENT_RANDOM"
        case clientEarlyTraffic = "CLIENT_EARLY_TRAFFIC_SECRET"
        case clientHandshakeTraffic = "CLIENT_HANDSHAKE_TRAFFIC_SECRET"
        case serverHandshakeTraffic = "SERVER_HANDSHAKE_TRAFFIC_SECRET"
        case clientTraffic = "CLIENT_TRAFFIC_SECRET_0"
        case serverTraffic = "SERVER_TRAFFIC_SECRET_0"
    }

    typealias Secrets = [Label: [UInt8]]

    /// Connections whose secrets are kept. In a longer log the first ones are forgotten; at least half of the limit, the
    /// newest, stay. They take some 25 MB.
    static let connectionLimit = 1 << 15
    /// The longest line that is read, in bytes. A label, a client random and 48 bytes of secret take up to 193.
    private static let lineLimit = 512

    /// Secrets by the random of the ClientHello.
    private var newer: [[UInt8]: Secrets] = [:]
    private var older: [[UInt8]: Secrets] = [:]
    /// The part of a line that has come so far.
    private var line: [UInt8] = []
    /// The number of secrets that were read.
    private(set) var count = 0

    /// The secrets of the connection whose ClientHello has this random.
    subscript(random: [UInt8]) -> Secrets? { newer[random] ?? older[random] }

    /// Takes the next bytes of a key log. A line that has not ended waits for its rest.
    mutating func append(_ bytes: [UInt8]) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                endLine()
            } else if line.count <= Self.lineLimit {
                line.append(byte)
            }
        }
    }

    /// Takes the last line, where no newline ends it.
    ///
    /// What a line has before the label is passed over: the prefix that the log of an app or a phone puts there, or the header of
    /// a pcapng block that holds the key log. A line that begins with `#` is a comment.
    mutating func endLine() {
        defer { line.removeAll(keepingCapacity: true) }
        let fields = Array(line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }.suffix(3))
        guard line.count <= Self.lineLimit, line.first != UInt8(ascii: "#"), fields.count == 3,
            let label = Self.label(endOf: fields[0]),
            let random = [UInt8](hex: fields[1]), random.count == 32,
            let secret = [UInt8](hex: fields[2]), secret.count == 48 || secret.count == 32 && label != .masterSecret
        else { return }
        count += 1
        let known = self[random] ?? [:]
        if newer[random] == nil, newer.count >= Self.connectionLimit / 2 { (older, newer) = (newer, [:]) }
        newer[random] = known.merging([label: secret]) { $1 }
    }

    /// The label that a text ends with; `nil` where the text ends with a longer word, such as `PMS_CLIENT_RANDOM`.
    private static func label(endOf text: ArraySlice<UInt8>) -> Label? {
        Label.allCases.first { label in
            let name = label.rawValue.utf8
            guard text.suffix(name.count).elementsEqual(name) else { return false }
            return text.dropLast(name.count).last?.isIdentifierPart != true
        }
    }
}
