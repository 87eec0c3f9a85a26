/// Cuts the handshake messages of one direction out of the records that carry them.
///
/// Source: RFC 8446, section 4 and 5.1
struct HandshakeReader {
    typealias Message = (type: MessageType, body: ArraySlice<UInt8>)

    /// The messages that are read; others are skipped.
    enum MessageType: UInt8 {
        case clientHello = 1
        case serverHello = 2
        case newSessionTicket = 4
        case endOfEarlyData = 5
        case encryptedExtensions = 8
    }

    /// The longest message that is read, in bytes. A ClientHello with post-quantum keys has some 2,000.
    static let messageLimit = 1 << 16

    private var buffer: ArraySlice<UInt8> = []
    /// Bytes to come of a message that is skipped.
    private var skipped = 0

    /// Takes the content of a record, and returns the messages that are complete now.
    mutating func append(_ content: [UInt8]) -> [Message] {
        let count = min(skipped, content.count)
        skipped -= count
        buffer += content.dropFirst(count)
        var messages: [Message] = []
        while buffer.count >= 4 {
            let length = buffer.dropFirst().prefix(3).reduce(0) { $0 << 8 | Int($1) }
            let rest = buffer.dropFirst(4)
            if let type = MessageType(rawValue: buffer[buffer.startIndex]), length <= Self.messageLimit {
                guard length <= rest.count else { break }
                messages.append((type, rest.prefix(length)))
            }
            skipped = max(0, length - rest.count)
            buffer = rest.dropFirst(length)
        }
        return messages
    }

    /// Drops the part of a message that has come, because bytes behind it are missing.
    mutating func lose() { (buffer, skipped) = ([], 0) }

    var footprint: Int { buffer.capacity }
}

/// Reads the vectors and integers of handshake messages. All reads return `nil` behind the end.
struct HandshakeCursor {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func integer(_ size: Int) -> Int? { bytes(size)?.reduce(0) { $0 << 8 | Int($1) } }

    /// A vector behind its length, which takes `size` bytes.
    mutating func vector(_ size: Int) -> ArraySlice<UInt8>? { integer(size).flatMap { bytes($0) } }
}

/// The parts of the extensions of a message that decryption needs.
///
/// Sources: RFC 6066 (server_name), RFC 7301 (ALPN), RFC 5077 (session_ticket), RFC 8446
struct HandshakeExtensions {
    /// The name of the server that the client asks for (SNI).
    private(set) var serverName: String?
    /// The protocols that the client offers, or the one that the server has chosen (ALPN).
    private(set) var protocols: [String] = []
    /// The ticket by which the client would resume a session of TLS 1.2; `nil` for none.
    private(set) var ticket: TLSSessions.Name?
    /// The server has chosen TLS 1.3.
    let isTLS13: Bool
    /// The server reads the early data of the client.
    let acceptsEarlyData: Bool

    /// Reads the list of extensions that a message ends with; the first of each number counts.
    init(_ message: inout HandshakeCursor) {
        var extensions: [Int: HandshakeCursor] = [:]
        var list = HandshakeCursor(message.vector(2) ?? [])
        while let number = list.integer(2), let content = list.vector(2) {
            extensions[number] = extensions[number] ?? HandshakeCursor(content)
        }
        // server_name: the list has one name; 0 is the type of host names.
        if var names = extensions[0], names.integer(2) != nil, names.integer(1) == 0 {
            serverName = names.vector(2).map { String(decoding: $0.prefix(255), as: UTF8.self) }
        }
        // application_layer_protocol_negotiation
        var names = HandshakeCursor(extensions[16]?.vector(2) ?? [])
        while let name = names.vector(1) { protocols.append(String(decoding: name, as: UTF8.self)) }
        // session_ticket
        if let content = extensions[35]?.rest, !content.isEmpty { ticket = TLSSessions.Name(content) }
        // supported_versions
        isTLS13 = extensions[43]?.rest.elementsEqual([3, 4]) ?? false
        // early_data
        acceptsEarlyData = extensions[42] != nil
    }
}

/// The parts of a ClientHello that decryption needs.
struct ClientHello {
    let random: [UInt8]
    let sessionID: [UInt8]
    let extensions: HandshakeExtensions

    init?(_ body: ArraySlice<UInt8>) {
        var cursor = HandshakeCursor(body)
        guard cursor.bytes(2) != nil, let random = cursor.bytes(32), let sessionID = cursor.vector(1),
            cursor.vector(2) != nil, cursor.vector(1) != nil
        else { return nil }
        (self.random, self.sessionID, extensions) = (Array(random), Array(sessionID), HandshakeExtensions(&cursor))
    }
}

/// The parts of a ServerHello that decryption needs.
struct ServerHello {
    let random: [UInt8]
    /// In TLS 1.2, that of the ClientHello where the server resumes a session, whether by its ID or by a ticket.
    let sessionID: [UInt8]
    /// The number of the cipher suite.
    let suite: UInt16
    /// The extensions of the message, which in TLS 1.3 do not have the protocol that the server has chosen.
    let extensions: HandshakeExtensions

    init?(_ body: ArraySlice<UInt8>) {
        var cursor = HandshakeCursor(body)
        guard cursor.bytes(2) != nil, let random = cursor.bytes(32), let sessionID = cursor.vector(1),
            let suite = cursor.integer(2), cursor.integer(1) != nil
        else { return nil }
        (self.random, self.sessionID, self.suite) = (Array(random), Array(sessionID), UInt16(suite))
        extensions = HandshakeExtensions(&cursor)
    }

    /// Whether this is a HelloRetryRequest, which has a fixed random: the hash of that name.
    var isRetryRequest: Bool {
        random == [
            0xcf, 0x21, 0xad, 0x74, 0xe5, 0x9a, 0x61, 0x11, 0xbe, 0x1d, 0x8c, 0x02, 0x1e, 0x65, 0xb8, 0x91,
            0xc2, 0xa2, 0x11, 0x16, 0x7a, 0xbb, 0x8c, 0x5e, 0x07, 0x9e, 0x09, 0xe2, 0xc8, 0xa8, 0x33, 0x9c,
        ]
    }
}
