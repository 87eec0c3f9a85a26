import ByteText
import GRPCWire
import WireCapture

// Cells that the list of calls writes for each call, as bytes.
extension [UInt8] {
    /// Appends the size of the messages as sent, and their number unless it is one; `-` for a body without messages.
    mutating func append(sizes body: CapturedBody) {
        guard body.outline.messages > 0 else {
            if body.length == 0 || body.outline.hasNoMessages { return append(UInt8(ascii: "-")) }
            // Bytes were sent, but the capture has no whole message.
            append(decimal: body.length)
            return append(UInt8(ascii: "?"))
        }
        if body.outline.messages > 1 {
            append(decimal: body.outline.messages)
            append(contentsOf: "x ".utf8)
        }
        append(decimal: body.outline.wireLength)
    }
}

extension CapturedCall {
    /// The compression of the messages: `gzip` for both directions, `gzip >` for the request, `> gzip` for the response,
    /// `gzip body` for a body that HTTP compressed as a whole. Names no other encodings than those that are supported.
    var codings: String {
        guard request.isCompressed || response.isCompressed else { return "" }
        let (request, response) = (request.coding(requestHeaders), response.coding(responseHeaders))
        guard request != response else { return request ?? "" }
        return (request.map { $0 + " >" } ?? ">") + (response.map { " " + $0 } ?? "")
    }
}

extension CapturedBody {
    fileprivate var isCompressed: Bool { outline.compressed > 0 || contentCoding != nil }

    /// The compression of the body or else of its messages; `nil` when nothing is compressed.
    fileprivate func coding(_ headers: HeaderBlock?) -> String? {
        if let contentCoding { return "\(contentCoding.encoding) body" }
        guard outline.compressed > 0 else { return nil }
        if let encoding = outline.encoding { return encoding.rawValue }
        let name = headers?.text(.grpcEncoding).map(MessageEncoding.init(rawValue:))
        return name.flatMap { MessageEncoding.supported.contains($0) ? $0.rawValue : nil } ?? "compressed"
    }
}
