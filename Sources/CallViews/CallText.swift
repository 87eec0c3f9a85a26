import ByteText
import GRPCWire
import ProtobufSchema
import WireCapture

// Cells that the list of calls writes for each call, as bytes.
extension [UInt8] {
    mutating func append(_ endpoint: Endpoint) {
        guard let address = endpoint.version4 else { return append(contentsOf: endpoint.description.utf8) }
        for shift: UInt32 in [24, 16, 8, 0] {
            if shift < 24 { append(UInt8(ascii: ".")) }
            append(decimal: Int(address >> shift & 0xff))
        }
        append(UInt8(ascii: ":"))
        append(decimal: Int(endpoint.port))
    }

    /// Appends the size of the messages as sent, and their number unless it is one; `-` for a body without messages.
    mutating func append(sizes body: CapturedBody) {
        guard body.outline.messages > 0 else {
            if body.length == 0 { return append(UInt8(ascii: "-")) }
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

    /// Appends the compression of the messages: `gzip` for both directions, `gzip >` for the request, `> gzip` for the
    /// response, `gzip body` for a body that HTTP compressed as a whole.
    mutating func append(codingsOf call: CapturedCall) {
        guard call.request.isCompressed || call.response.isCompressed else { return }
        let request = call.request.coding(call.requestHeaders)
        let response = call.response.coding(call.responseHeaders)
        guard request != nil || response != nil else { return }
        if let request { append(contentsOf: request.utf8) }
        guard request != response else { return }
        append(contentsOf: request == nil ? "> ".utf8 : " >".utf8)
        guard let response else { return }
        if request != nil { append(UInt8(ascii: " ")) }
        append(contentsOf: response.utf8)
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
