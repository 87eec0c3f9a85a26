import ByteText
import GRPCWire
import HTTPWire
import JSONText

/// A request and its response in a HAR file.
///
/// Source: http://www.softwareishard.com/blog/har-12-spec/
struct HAREntry {
    private let value: JSONValue

    /// - Returns: `nil` for a text that is no entry.
    init?(_ text: [UInt8]) {
        guard let value = JSONValue.read(text).value, value["request"] != nil else { return nil }
        self.value = value
    }

    private var request: JSONValue? { value["request"] }
    private var response: JSONValue? { value["response"] }

    // MARK: Times, in nanoseconds

    /// The time at which the request began, since 1970.
    var start: Int64? { value["startedDateTime"]?.string.flatMap { JSONTime.nanoseconds($0) } }

    /// From the beginning to the end of the exchange; `nil` when the file does not have it.
    var duration: Int64? { Self.milliseconds(value["time"]) }

    /// From the beginning until the request was sent; `nil` when the file does not have it.
    var requestDuration: Int64? {
        guard let timings = value["timings"], let send = Self.milliseconds(timings["send"]) else { return nil }
        // Phases that did not happen have -1; `ssl` is a part of `connect`.
        return ["blocked", "dns", "connect"].reduce(send) { $0 &+ (Self.milliseconds(timings[$1]) ?? 0) }
    }

    /// From the beginning until the response began to arrive; `nil` when the file does not have it.
    var waitDuration: Int64? {
        guard let sent = requestDuration, let wait = Self.milliseconds(value["timings"]?["wait"]) else { return nil }
        return sent &+ wait
    }

    /// A number of milliseconds, in nanoseconds; `nil` for what recorders write where they do not know it: -1, `null` or nothing.
    private static func milliseconds(_ value: JSONValue?) -> Int64? {
        guard case .number(let text) = value, let number = Double(text), (0..<1e12).contains(number) else {
            return nil
        }
        return Int64(number * 1e6)
    }

    // MARK: Ends

    var server: Endpoint {
        let url = Self.split(request?["url"]?.string ?? "")
        guard let scheme = url.scheme, !url.authority.isEmpty else { return .unknown }
        let colon = url.authority.hasSuffix("]") ? nil : url.authority.lastIndex(of: ":")
        let host = url.authority[..<(colon ?? url.authority.endIndex)]
        let port = colon.flatMap { UInt16(url.authority[url.authority.index(after: $0)...]) }
        return Endpoint(name: host.filter { $0 != "[" && $0 != "]" }, port: port ?? (scheme == "http" ? 80 : 443))
    }

    private static func split(_ url: String) -> (scheme: String?, authority: String, path: String) {
        let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[0].hasSuffix(":"), parts[1].isEmpty else { return (nil, "", url) }
        // A user and password before `@` are not part of an authority: https://datatracker.ietf.org/doc/html/rfc9113#section-8.3.1
        let authority = parts[2].lastIndex(of: "@").map { parts[2][parts[2].index(after: $0)...] } ?? parts[2]
        return (String(parts[0].dropLast()), String(authority), "/" + (parts.count > 3 ? parts[3] : ""))
    }

    // MARK: Headers

    /// The headers of the request, with the pseudo-headers that browsers leave out for HTTP/1.1.
    var requestHeaders: HeaderBlock {
        let sent = Self.headers(request)
        let url = Self.split(request?["url"]?.string ?? "")
        let pseudo = [
            (":method", request?["method"]?.string), (":path", url.path),
            (":authority", url.authority.isEmpty ? nil : url.authority),
        ]
        let missing = pseudo.compactMap { name, value -> HeaderField? in
            guard let value, !sent.has(HeaderName(name)) else { return nil }
            return HeaderField(name, value)
        }
        return HeaderBlock(missing) + sent
    }

    /// The headers of the response; `nil` when there was no response: the status is 0 then.
    var responseHeaders: HeaderBlock? {
        guard let status = response?["status"]?.integer, status > 0 else { return nil }
        var sent = Self.headers(response)
        if !sent.has(.contentType), let type = response?["content"]?["mimeType"]?.string,
            ContentType(header: type) != nil
        {
            sent = sent + [HeaderField("content-type", type)]
        }
        return sent.has(.status) ? sent : [HeaderField(":status", String(status))] + sent
    }

    /// Why there is no whole response, such as `net::ERR_FAILED`; `nil` where there was no error, for which some write "".
    ///
    /// Chromium's DevTools and mitmproxy write `_error`, Playwright writes `_failureText`. The errors of Chromium:
    /// https://source.chromium.org/chromium/chromium/src/+/main:net/base/net_error_list.h
    var failure: String? {
        ["_error", "_failureText"].lazy.compactMap { response?[$0]?.string }.first { !$0.isEmpty }
    }

    private static func headers(_ message: JSONValue?) -> HeaderBlock {
        let fields = (message?["headers"]?.elements ?? []).compactMap { field -> HeaderField? in
            guard let name = field["name"]?.string, let value = field["value"]?.string else { return nil }
            return HeaderField(name.lowercased(), value)
        }
        return HeaderBlock(fields)
    }

    // MARK: Bodies

    /// The part of a body that the file has.
    enum Body {
        case whole([UInt8])
        /// A message in which a text decoder has put U+FFFD in place of bytes, and the length that its prefix announced.
        case replaced([UInt8], length: Int)
    }

    /// The body of the request, or of the response; `nil` when the file does not have it.
    func body(isClient: Bool, _ type: ContentType?) -> Body? {
        // HTTP Toolkit and pcapng-utils write request bodies that are no text to `_content`, since `postData` has no encoding.
        let content = isClient ? request?["postData"] ?? request?["_content"] : response?["content"]
        guard let text = content?["text"]?.string else { return nil }
        let encoding = content?["encoding"]?.string ?? content?["_encoding"]?.string
        let isBase64 = encoding?.lowercased() == "base64"
        if type == .webText { return Self.webText(text, isBase64: isBase64) }
        // Firefox names base64 also where the text is none: https://bugzilla.mozilla.org/show_bug.cgi?id=1762313
        if isBase64, let bytes = try? Base64.decodeChunks(text.utf8) { return .whole(bytes) }
        // Bytes as characters: U+0000 to U+00FF each stand for a byte, unless the writer took the body for UTF-8.
        if text.unicodeScalars.contains("\u{fffd}") { return Self.replaced(text) }
        let bytes = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        let readings = bytes.count == text.unicodeScalars.count ? [bytes, Array(text.utf8)] : [Array(text.utf8)]
        if let frames = readings.first(where: { LengthPrefix.areFrames($0.span) }) { return .whole(frames) }
        guard !isBase64 else { return nil }
        // HAR 1.2 has no encoding of requests, so that recorders may write base64 without a word.
        return .whole(Self.frames(base64: text.utf8) ?? readings[0])
    }

    /// The body of a grpc-web-text call. It is base64 itself, which recorders may encode once more, with a word of it or without.
    private static func webText(_ text: String, isBase64: Bool) -> Body? {
        let whole = Array(text.utf8)
        guard frames(base64: whole) == nil else { return .whole(whole) }
        let decoded = try? Base64.decodeChunks(whole)
        let isEncodedTwice = decoded.flatMap { frames(base64: $0) } != nil
        return isBase64 || isEncodedTwice ? decoded.map { .whole($0) } : .whole(whole)
    }

    /// The messages that a text in base64 stands for; `nil` for other texts.
    private static func frames(base64 text: some Collection<UInt8>) -> [UInt8]? {
        guard let bytes = try? Base64.decodeChunks(text), LengthPrefix.areFrames(bytes.span) else { return nil }
        return bytes
    }

    /// The rest of a message whose bytes were decoded as text.
    private static func replaced(_ text: String) -> Body? {
        let characters = text.unicodeScalars
        let message = Array(String(characters.dropFirst(LengthPrefix.size)).utf8)
        guard !message.isEmpty else { return nil }
        // One U+FFFD stands for up to three bytes; a length beyond that was itself replaced.
        let count = characters.count - LengthPrefix.size
        let prefix = characters.prefix(LengthPrefix.size).compactMap { UInt8(exactly: $0.value) }[...]
        let announced = LengthPrefix(prefix.span).map { Int(clamping: $0.length) }
        return .replaced(message, length: announced.flatMap { (count...3 * count).contains($0) ? $0 : nil } ?? count)
    }
}
