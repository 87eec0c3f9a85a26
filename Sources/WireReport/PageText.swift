internal import ByteText
private import CReportPage
internal import Crypto
internal import GRPCWire

/// The page around the data: our own HTML, style and scripts, without anything from a capture.
enum PageText {
    /// The page before and behind the data.
    static let parts: (start: [UInt8], end: [UInt8]) = {
        let style = unsafe bytes(report_style())
        let script = unsafe bytes(report_script())
        let values = [("STYLE_HASH", hash(style)), ("SCRIPT_HASH", hash(script)), ("STYLE", style), ("SCRIPT", script)]
        var page = unsafe bytes(report_page())
        for (name, text) in values {
            let marker = "{{\(name)}}".utf8
            guard let start = page.firstIndex(of: marker) else { continue }
            page.replaceSubrange(start..<(start + marker.count), with: text)
        }
        let marker = page.firstIndex(of: "{{DATA}}".utf8) ?? page.count
        return (Array(page[..<marker]), Array(page[marker...].dropFirst("{{DATA}}".utf8.count)))
    }()

    private static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] { unsafe Array(String(cString: text).utf8) }

    /// A data block, which browsers neither show nor run.
    ///
    /// JSON needs `<` only within strings; written as an escape, nothing in the block can end it or begin a comment.
    /// Source: https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements
    static func data(_ json: [UInt8], id: String) -> [UInt8] {
        var block = start(id: id)
        block.reserveCapacity(block.count + json.count + 16)
        for byte in json {
            if byte == UInt8(ascii: "<") { block += Array("\\u003c".utf8) } else { block.append(byte) }
        }
        return block + end
    }

    static func start(id: String) -> [UInt8] { Array("<script type=\"application/json\" id=\"\(id)\">".utf8) }
    static let end = Array("</script>\n".utf8)

    /// A source expression of a content security policy.
    ///
    /// Source: https://www.w3.org/TR/CSP3/#grammardef-hash-source
    private static func hash(_ text: [UInt8]) -> [UInt8] {
        Array("'sha256-\(Base64.encode(Array(SHA256.hash(data: text)), as: .padded))'".utf8)
    }
}
