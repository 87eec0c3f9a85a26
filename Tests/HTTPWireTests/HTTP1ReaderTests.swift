import GRPCWire
import HTTPWire
import Testing

@Suite struct HTTP1ReaderTests {
    /// The four forms of a target: https://www.rfc-editor.org/rfc/rfc9112#section-3.2
    @Test(arguments: [
        ("POST /a.B/C?u=http://x", "h", "/a.B/C?u=http://x"), ("OPTIONS *", "h", "*"), ("CONNECT i:443", "h", "i:443"),
        ("POST http://i:80/a.B/C", "i:80", "/a.B/C"), ("GET http://i", "i", "/"),
    ])
    func readsTargets(line: String, authority: String, path: String) {
        var reader = HTTP1Reader()
        reader.append(Array("\(line) HTTP/1.1\r\nHost: h\r\n\r\n".utf8)[...], at: Arrival(packet: 1))
        guard case .head(let head, _) = reader.next() else { return #expect(Bool(false), "there is a head") }
        #expect(Metadata(head.headers).last(":authority") == authority && head.headers.text(.path) == path)
    }

    /// Lengths of chunks have digits and nothing else: https://www.rfc-editor.org/rfc/rfc9112#section-7.1
    @Test(arguments: [
        ("5\r\nhello\r\n0\r\n\r\n", "hello"), ("05;a=b\r\nhello\r\n0\r\n\r\n", "hello"),
        ("+5\r\nhello\r\n0\r\n\r\n", nil), ("-0\r\n\r\n", nil), ("\r\nhello", nil), ("0x5\r\nhello", nil),
        ("100000000\r\nhello", nil), ("5\nhello\n0\n\n", "hello"), ("5\r\nhello\n0\r\n\r\n", nil),
        ("5\r\nhelloX\n0\r\n\r\n", nil), ("5 \r\nhello\r\n0\r\n\r\n", "hello"),
    ])
    func takesDigitsOnlyForLengthsOfChunks(text: String, body: String?) {
        var reader = HTTP1Reader()
        reader.append(
            Array("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n\(text)".utf8)[...], at: Arrival(packet: 1))
        guard case .head(let head, _) = reader.next() else { return #expect(Bool(false), "there is a head") }
        reader.beginBody(head.bodyLength)
        var read: [UInt8] = []
        var isWhole = false
        while let event = reader.next() {
            switch event {
            case .body(let bytes): read += bytes
            case .end: isWhole = true
            default: break
            }
        }
        #expect((isWhole ? String(decoding: read, as: UTF8.self) : nil) == body)
    }

    /// A length counts what a capture lacks, too (RFC 9112, section 6.3), so that the next message is found; where more is
    /// missing than is left of a body, its end is missing as well.
    @Test(arguments: [
        ("Content-Length: 10\r\n\r\nhel", "rd", true), ("Content-Length: 6\r\n\r\nhel", "rd", false),
        ("Transfer-Encoding: chunked\r\n\r\n9\r\nhel", "r\r\n1\r\nd\r\n0\r\n\r\n", true),
    ])
    func findsTheEndOfABodyThatLacksBytes(before: String, behind: String, isFound: Bool) {
        var reader = HTTP1Reader()
        var body: [UInt8] = []
        var paths: [String?] = []
        func read(_ text: String) {
            reader.append(Array(text.utf8)[...], at: Arrival(packet: 1))
            while let event = reader.next() {
                switch event {
                case .head(let head, _):
                    paths.append(head.headers.text(.path))
                    reader.beginBody(head.bodyLength)
                case .body(let bytes): body += bytes
                default: break
                }
            }
        }
        read("POST /a HTTP/1.1\r\n\(before)")
        let event = reader.lose(5)
        if case .bodyLost = event {
            #expect(isFound)
        } else {
            #expect(!isFound && event != nil && reader.isLost)
        }
        read("\(behind)POST /b HTTP/1.1\r\n\r\n")
        #expect(body == Array((isFound ? "helrd" : "hel").utf8) && paths == (isFound ? ["/a", "/b"] : ["/a"]))
    }

    /// Empty lines in front of a request are passed over: RFC 9112, section 2.2.
    @Test func emptyLinesBeforeAHeadAreLeftOut() {
        var reader = HTTP1Reader()
        reader.append(Array("\r\n\r\nGET / HTTP/1.1\r\n\r\n".utf8)[...], at: Arrival(packet: 1))
        guard case .head? = reader.next() else { return #expect(Bool(false), "there is a head") }
    }

    /// The line may be complete all the same.
    @Test(arguments: [(-100, true), (0, false)]) func aHeadBeyondTheLimitIsNone(surplus: Int, isHead: Bool) {
        var reader = HTTP1Reader()
        let value = [UInt8](repeating: 0x61, count: HTTP1Reader.headLimit + surplus)
        reader.append(
            (Array("GET / HTTP/1.1\r\na: ".utf8) + value + Array("\r\n\r\n".utf8))[...], at: Arrival(packet: 1))
        let event = reader.next()
        if case .head? = event { #expect(isHead) } else { #expect(!isHead, "\(String(describing: event))") }
    }
}
