import ByteText
import GRPCWire

/// The first line and the headers of an HTTP/1.1 message, as fields like those of HTTP/2.
///
/// Source: https://www.rfc-editor.org/rfc/rfc9112 (sections 3, 4 and 6)
struct HTTP1Head {
    /// How the end of a message's body is found.
    enum BodyLength: Equatable {
        case bytes(Int)
        case chunked
        case untilClose
    }

    /// `:method`, `:path` and `:authority`, or `:status`; then the headers, names in lower case.
    let fields: HeaderBlock
    /// `nil` for a request.
    let status: Int?
    let method: String?
    /// `nil` when the headers contradict each other.
    let bodyLength: BodyLength?

    /// Reads the lines up to the empty one; `nil` when the first is none of HTTP/1.
    init?(_ block: [UInt8]) {
        let line = block.prefix { $0 != 0x0a && $0 != 0x0d }
        let words = line.split(separator: 0x20, maxSplits: 2).map { String(decoding: $0, as: UTF8.self) }
        let headers = Metadata.lines(Array(block.dropFirst(line.count))).fields
        guard words.count >= 2 else { return nil }
        var fields: [HeaderField]
        if words[0].hasPrefix("HTTP/1.") {
            guard let code = Int(words[1]), (100...999).contains(code) else { return nil }
            (status, method) = (code, nil)
            fields = [HeaderField(":status", words[1])]
        } else {
            guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
            (status, method) = (nil, words[0])
            let (authority, path) = Self.target(words[1])
            fields = [HeaderField(":method", words[0]), HeaderField(":path", path)]
            if let authority = authority ?? headers.last("host") { fields.append(HeaderField(":authority", authority)) }
        }
        self.fields = HeaderBlock(fields) + HeaderBlock(headers)
        bodyLength = Self.bodyLength(headers, isResponse: status != nil)
    }

    /// A target as clients write it to proxies has the authority in it.
    private static func target(_ text: String) -> (authority: String?, path: String) {
        let bytes = Array(text.utf8)
        guard !text.hasPrefix("/"), let scheme = bytes.firstIndex(of: "://".utf8) else { return (nil, text) }
        let rest = bytes[(scheme + 3)...]
        let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        let path = slash < rest.endIndex ? String(decoding: rest[slash...], as: UTF8.self) : "/"
        return (String(decoding: rest[..<slash], as: UTF8.self), path)
    }

    private static func bodyLength(_ headers: Metadata, isResponse: Bool) -> BodyLength? {
        let codings = headers.values("transfer-encoding").joined(separator: ",").lowercased()
        if codings.hasSuffix("chunked") { return .chunked }
        let lengths = Set(headers.values("content-length").map { UInt32($0) })
        guard let length = lengths.first else { return isResponse ? .untilClose : .bytes(0) }
        guard lengths.count == 1, let length else { return nil }
        return .bytes(Int(clamping: length))
    }

    // MARK: Recognition

    private static let starts: [[UInt8]] = [
        "HTTP/1.", "GET ", "POST ", "PUT ", "HEAD ", "DELETE ", "OPTIONS ", "PATCH ", "TRACE ", "CONNECT ",
    ].map { Array($0.utf8) }

    /// The bytes that ``begins(_:)`` needs.
    static let longestStart = 8

    /// Whether a message of HTTP/1 begins so; `nil` while that is open.
    static func begins(_ bytes: Span<UInt8>) -> Bool? {
        var isOpen = false
        for start in starts {
            let count = min(start.count, bytes.count)
            guard (0..<count).allSatisfy({ start[$0] == bytes[$0] }) else { continue }
            if count == start.count { return true }
            isOpen = true
        }
        return isOpen ? nil : false
    }
}
