internal import ByteText
import CallViews
internal import FleetErrors
internal import GRPCWire
internal import JSONText
internal import ProtobufSchema
internal import WireCapture
internal import WireDoctor
internal import WireInspect

/// The part of a call that the page shows when it is opened: headers, messages, and the explanation of its end.
struct CallDetails {
    /// - Parameter explanation: That of the call; `nil` when its end is not in the capture.
    func json(_ call: CapturedCall, types: CallTypes, explanation: Explanation?) -> [UInt8] {
        var json = JSONPrinter(.spaced)
        json.object { json in
            blocks(call, &json)
            let sides: [(StaticString, CapturedBody, MessageDescriptor?)] = [
                ("request", call.request, types.request), ("response", call.response, types.response),
            ]
            for (name, body, type) in sides {
                json.object(name) { json in
                    if types.arePresumed, type != nil { json.bool("presumed", true) }
                    messages(body, type, &json)
                }
            }
            if call.medium.hasPackets {
                json.array("packets") { json in
                    json.number(call.first.packet)
                    json.number(max(call.last.packet, call.responseEnd?.packet ?? 0))
                }
            }
            if let reset = call.reset { json.string("reset", "\(reset)") }
            if let cut = call.cut { json.string("cut", "\(cut)".cut()) }
            if let goAway = call.goAway { json.string("goAway", "\(goAway)".cut()) }
            if let explanation { explain(explanation, &json) }
        }
        return Credentials.hidden(in: json.bytes, formsOnly: true, isJSON: true)
    }

    // MARK: Headers

    private func blocks(_ call: CapturedCall, _ json: inout JSONPrinter) {
        let blocks: [(StaticString, HeaderBlock?)] = [
            ("requestHeaders", call.requestHeaders), ("responseHeaders", call.responseHeaders),
            ("trailers", call.trailers),
        ]
        let missing = "(not in the capture)"
        for case (let name, let fields?) in blocks {
            json.array(name) { json in
                for field in fields {
                    let values = field.value.map { CallJSON.shownValues(of: field.name ?? "", $0) }
                    let value = values?.joined(separator: ", ") ?? missing
                    json.strings([(field.name ?? missing).cut(), value.cut()])
                }
            }
        }
    }

    // MARK: Messages

    private func messages(_ body: CapturedBody, _ type: MessageDescriptor?, _ json: inout JSONPrinter) {
        if let type { json.string("type", type.fullName) }
        var shown = 0
        json.array("messages") { json in
            var rest = ReportLimits.messagesOfCall
            for message in body.messages where rest > 0 {
                rest -= write(message, type, &json)
                shown += 1
            }
        }
        if shown < body.messages.count { json.number("omitted", body.messages.count - shown) }
        if let coding = body.contentCoding {
            json.string("coding", "\(coding.length) bytes, \(coding.encoding) from \(body.length) bytes")
        }
        if let failure = body.failure { json.string("damage", "\(failure)".cut()) }
    }

    private static let writer = JSONWriter(hidesCredentials: true)

    /// - Returns: The size of what was written, in bytes.
    private func write(_ message: LengthPrefixedMessage, _ type: MessageDescriptor?, _ json: inout JSONPrinter) -> Int {
        var size = 32
        json.object { json in
            json.number("bytes", message.payload.count)
            if message.frame.isCompressed {
                json.number("compressed", message.frame.wireLength)
                json.string("encoding", "\(message.frame.encoding)".cut())
            }
            let value = type.flatMap { try? Self.writer.json(message.payload, as: $0) }
            if let value, value.count <= ReportLimits.message {
                json.raw("json", value)
                size += value.count
            } else if !message.payload.isEmpty {
                let text = tree(message.payload, type, &json)
                json.string("tree", text)
                size += text.utf8.count
            }
        }
        return size
    }

    /// The tree that `wiredump` prints, for a message that has no JSON because its type is not known or it is damaged, and
    /// for the beginning of one whose JSON is too long.
    private func tree(_ payload: [UInt8], _ type: MessageDescriptor?, _ json: inout JSONPrinter) -> String {
        if let damage = type?.firstDamage(in: payload) {
            json.string("damage", damage.description.cut())
        }
        // A line of the tree shows at least one byte.
        let bytes = Array(payload.prefix(ReportLimits.message / 8))
        let text = TreePrinter().text(bytes, as: type)
        guard bytes.count < payload.count else { return text }
        json.number("treeOf", bytes.count)
        // A field that is cut here is not damaged: the last line would say so.
        let last = text.dropLast().lastIndex(of: "\n").map(text.index(after:)) ?? text.startIndex
        return text[last...].drop { $0 == " " }.hasPrefix("✗ truncated") ? String(text[..<last]) : text
    }

    // MARK: The end

    private func explain(_ explanation: Explanation, _ json: inout JSONPrinter) {
        if let message = explanation.call?.status.message, !message.isEmpty {
            json.string("message", message.cut())
        }
        // For a call that ended well, only whose it was.
        let isFailure = explanation.diagnosis?.category != .noError
        let shown = explanation.lines.filter { line in
            isFailure ? ![.status, .message].contains(line.topic) : line.topic == .token
        }
        json.array("explanation") { json in
            for line in shown { json.strings([line.label, line.text.cut()]) }
        }
    }
}

extension String {
    /// The text without credentials, or as much of it as ``ReportLimits/text`` allows.
    func cut() -> String { Credentials.hidden(in: self).cut(to: ReportLimits.text) }
}
