import ByteText
import GRPCWire

/// The first line and the headers of an HTTP/1.1 message, with pseudo-headers like those of HTTP/2.
///
/// Source: https://www.rfc-editor.org/rfc/rfc9112 (sections 3, 4 and 6)
package struct HTTP1Head {
    /// The ways in which the end of a message's body is found.
    package enum BodyLength: Equatable, Sendable {
        case bytes(Int)
        case chunked
        case untilClose
    }

    /// `:method`, `:path` and `:authority`, or `:status`; then the headers, names in lower case.
    package let headers: HeaderBlock
    /// `nil` for a request.
    package let status: Int?
    package let bodyLength: BodyLength

    /// Reads a head up to its empty line; `nil` when the first line is none of HTTP. Tools print heads of HTTP/2 in the
    /// same form: `HTTP/2 200`.
    package init?(_ block: [UInt8]) {
        let line = block.prefix { $0 != 0x0a && $0 != 0x0d }
        let words = line.split(separator: 0x20, maxSplits: 2).map { String(decoding: $0, as: UTF8.self) }
        let fields = Metadata(lines: Array(block.dropFirst(line.count)))
        guard words.count >= 2 else { return nil }
        var pseudo: [HeaderField]
        if words[0].hasPrefix("HTTP/") {
            guard let code = Int(words[1]), (100...999).contains(code) else { return nil }
            status = code
            pseudo = [HeaderField(":status", words[1])]
        } else {
            guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
            status = nil
            let (authority, path) = Self.target(words[1])
            pseudo = [HeaderField(":method", words[0]), HeaderField(":path", path)]
            if let authority = authority ?? fields.last("host") { pseudo.append(HeaderField(":authority", authority)) }
        }
        headers = HeaderBlock(pseudo) + HeaderBlock(fields)
        bodyLength = Self.bodyLength(fields, isResponse: status != nil)
    }

    /// Splits the target of a request, which has the authority in it when a client writes to a proxy.
    private static func target(_ text: String) -> (authority: String?, path: String) {
        let bytes = Array(text.utf8)
        guard !text.hasPrefix("/"), let scheme = bytes.firstIndex(of: "://".utf8) else { return (nil, text) }
        let rest = bytes[(scheme + 3)...]
        let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        let path = slash < rest.endIndex ? String(decoding: rest[slash...], as: UTF8.self) : "/"
        return (String(decoding: rest[..<slash], as: UTF8.self), path)
    }

    private static func bodyLength(_ headers: Metadata, isResponse: Bool) -> BodyLength {
        let codings = headers.values("transfer-encoding").joined(separator: ",").lowercased()
        if codings.hasSuffix("chunked") { return .chunked }
        let lengths = Set(headers.values("content-length").map { UInt32($0) })
        // Lengths that contradict each other count as none.
        guard lengths.count == 1, case let length?? = lengths.first else { return isResponse ? .untilClose : .bytes(0) }
        return .bytes(Int(clamping: length))
    }

    // MARK: Recognition

    private static let starts: [[UInt8]] = [
        "HTTP/1.", "GET ", "POST ", "PUT ", "HEAD ", "DELETE ", "OPTIONS ", "PATCH ", "TRACE ", "CONNECT ",
    ].map { Array($0.utf8) }

    /// Bytes that ``isBeginning(_:)`` needs.
    package static let longestStart = 8

    /// Whether bytes are the beginning of an HTTP/1 message; `nil` while more bytes have to decide.
    package static func isBeginning(_ bytes: Span<UInt8>) -> Bool? {
        var isOpen = false
        for start in starts {
            let count = min(start.count, bytes.count)
            guard (0..<count).allSatisfy({ start[$0] == bytes[$0] }) else { continue }
            if count == start.count { return true }
            isOpen = true
        }
        return isOpen ? nil : false
    }

    /// The longest head that is looked for in text.
    private static let textLimit = 64 << 10

    /// The head that a text begins with, and where its body begins; `nil` unless the text is a first line of HTTP and
    /// lines of headers up to an empty one.
    package static func find(atStartOf text: ArraySlice<UInt8>) -> (head: HTTP1Head, end: Int)? {
        guard let first = text.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else { return nil }
        let text = text.prefix(textLimit)
        var start = text.startIndex
        while let end = text[start...].firstIndex(of: 0x0a) {
            var line = text[start..<end]
            if line.last == 0x0d { line.removeLast() }
            if line.isEmpty { return HTTP1Head(Array(text[..<end])).map { ($0, end + 1) } }
            let isHeader = start == text.startIndex || line.contains(UInt8(ascii: ":"))
            guard isHeader, line.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }) else { return nil }
            start = end + 1
        }
        return nil
    }
}
