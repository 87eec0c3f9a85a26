internal import HTTPWire

/// Messages of HTTP/1.1 one behind the other, as `curl -i` prints one, or a followed stream has those of both directions.
///
/// Source: https://www.rfc-editor.org/rfc/rfc9112
struct PastedHTTP1 {
    /// The bodies that are not empty, up to ``PastedBody/limit``.
    private(set) var bodies: [PastedBody] = []
    /// The number of further bodies.
    private(set) var further = 0
    /// The number of messages, with and without a body.
    private(set) var count = 0
    /// Damage of chunks.
    private(set) var damage: [InputDamage] = []

    /// The paths of the requests that have no response so far.
    private var unanswered: ArraySlice<String> = []

    /// - Returns: `nil` for bytes that do not begin with a head, and for a head alone.
    init?(_ bytes: [UInt8]) {
        guard let first = HTTP1Head.find(atStartOf: bytes[...]), first.end < bytes.endIndex else { return nil }
        var next: (head: HTTP1Head, end: Int)? = first
        while let (head, start) = next {
            count += 1
            var body = self.body(of: head)
            let end = take(bytes[start...], head, into: &body)
            if !body.content.isEmpty {
                if bodies.count < PastedBody.limit { bodies.append(body) } else { further += 1 }
            }
            next = HTTP1Head.find(atStartOf: bytes[end...])
        }
    }

    /// The body of a message, without content so far. A response belongs to the oldest request without one.
    private mutating func body(of head: HTTP1Head) -> PastedBody {
        var body = PastedBody(headers: head.headers)
        guard let status = head.status else {
            (body.side, body.path) = (.client, head.headers.text(.path))
            unanswered.append(body.path ?? "")
            return body
        }
        body.side = .server
        if status >= 200 { body.path = unanswered.popFirst() }
        return body
    }

    /// Takes the content of a body.
    ///
    /// - Parameter rest: The bytes behind the head.
    /// - Returns: The end of the body.
    private mutating func take(_ rest: ArraySlice<UInt8>, _ head: HTTP1Head, into body: inout PastedBody) -> Int {
        // A response to HEAD has the length of the body that it lacks.
        if HTTP1Head.find(atStartOf: rest) != nil { return rest.startIndex }
        let line = rest.prefix { $0 != 0x0a }
        if head.bodyLength == .chunked, line.endIndex < rest.endIndex, HTTP1Reader.chunkSize(line) != nil {
            return takeChunks(rest, into: &body)
        }
        // Tools that decode a body print the head as it was: then the length is another, and there are no chunks.
        var end = rest.endIndex
        if case .bytes(let length) = head.bodyLength, length > 0, length < rest.count,
            HTTP1Head.find(atStartOf: rest.dropFirst(length)) != nil
        {
            end = rest.startIndex + length
        }
        body.content += rest[..<end]
        return end
    }

    private mutating func takeChunks(_ rest: ArraySlice<UInt8>, into body: inout PastedBody) -> Int {
        var reader = HTTP1Reader()
        reader.beginBody(.chunked)
        reader.append(rest, at: Arrival(packet: 0))
        var chunks = 0
        defer { body.chunks = chunks }
        while let event = reader.next() {
            switch event {
            case .body(let bytes):
                chunks += 1
                body.content += bytes
            case .end:
                let end = reader.rest.startIndex
                if !reader.rest.isEmpty, HTTP1Head.find(atStartOf: reader.rest) == nil {
                    note("bytes_behind_chunks", at: end, "the bytes behind the last chunk were not read")
                }
                return end
            default: break
            }
        }
        if reader.isWithinChunks || reader.isLost {
            note(
                "truncated_chunks", at: rest.endIndex,
                "the body is sent in chunks, which cannot be read to the last one; the capture was cut, or bytes were changed "
                    + "when the input was copied")
        }
        return rest.endIndex
    }

    private mutating func note(_ reason: String, at offset: Int, _ message: String) {
        damage.append(InputDamage(reason: reason, offset: offset, layer: "HTTP messages", message: message))
    }
}
