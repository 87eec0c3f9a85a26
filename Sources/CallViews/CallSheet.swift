import ByteText
public import ConsoleText
import FleetErrors
import FleetMessages
import GRPCWire
public import ProtobufSchema
import Redaction
public import WireCapture
public import WireInspect

/// Shows calls in full: times, headers, messages as trees, details, and what the status means.
public struct CallSheet: Sendable {
    private let schema: Schema
    private let printer: TreePrinter
    private let palette: Palette
    private let detector: TypeDetector

    /// - Parameters:
    ///   - schema: Has the methods and messages that are to be named and opened.
    ///   - options: How messages are shown.
    public init(_ schema: Schema, options: TreeOptions = TreeOptions()) {
        self.schema = schema
        printer = TreePrinter(options: options)
        palette = options.palette
        detector = TypeDetector(schema)
    }

    /// Prints a call. What the wire says is made safe for terminals; credentials are described, not shown.
    public func print(_ call: CapturedCall, to output: any TextSink) {
        let method = call.path.flatMap { schema.method(path: $0) }
        title(call, output)
        times(call, output)
        headers("request headers", call.requestHeaders, call, output)
        body(call.request, "request", method?.request, output)
        headers(call.isTrailersOnly ? nil : "response headers", call.responseHeaders, call, output)
        body(call.response, "response", method?.response, output)
        headers(call.isTrailersOnly ? "trailers, the only header block" : "trailers", call.trailers, call, output)
        guard let response = call.status, response.code != .ok || response.details != nil else { return }
        details(response, output)
        diagnosis(call, response, output)
    }

    // MARK: What and when

    private func title(_ call: CapturedCall, _ output: any TextSink) {
        let ending = CallOutcome(call).ending
        let role: Palette.Role = ending.isFailure ? .error : .heading
        output.write(
            palette.paint("call \(call.number): \(ValueText.safe(call.path ?? "(not in the capture)"))", .heading)
                + "  " + palette.paint(ending.name, role) + "\n")
        for omission in call.omissions.elements {
            let sentence = "parts of this call may be missing: \(omission.sentence)"
            output.write(palette.paint("note: ", .notice) + sentence + "\n")
        }
        if call.hasPresumedHeaders {
            output.write(
                palette.paint("note: ", .notice)
                    + "packets are missing before this call: headers that it repeats are those of before, which fit in no "
                    + "other way\n")
        }
        let place =
            switch call.carrier {
            case .http2: "HTTP/2 stream"
            case .http1: "HTTP/1.1 request"
            case .httpArchive: "entry"
            case .binaryLog: "call of the log"
            }
        output.write("connection  \(call.client) > \(call.server), \(place) \(call.stream)\n")
    }

    private func times(_ call: CapturedCall, _ output: any TextSink) {
        var start: [UInt8] = []
        start.append(clock: call.first.time)
        let date = call.first.time.map { String(UTCTime.text($0 / 1_000_000_000).prefix(10)) + " " } ?? ""
        var rows = [("began", "\(date)\(String(decoding: start, as: UTF8.self)) UTC", call.first.packet)]
        func row(_ name: String, _ moment: CapturedCall.Moment?) {
            guard let moment else { return }
            var text: [UInt8] = []
            let seconds = moment.time.flatMap { end in call.first.time.map { Double(end &- $0) / 1e9 } }
            text.append(milliseconds: seconds)
            rows.append((name, "+" + String(decoding: text, as: UTF8.self), moment.packet))
        }
        row("request ended", call.requestEnd)
        row("response began", call.responseStart)
        row("response ended", call.responseEnd)
        if call.responseEnd != call.last { row("last frame", call.last) }
        row("connection end", call.cut?.moment)
        let width = rows.map(\.1.count).max() ?? 0
        for (name, text, packet) in rows {
            let gap = String(repeating: " ", count: 16 - name.count)
            let space = String(repeating: " ", count: width - text.count)
            output.write(name + gap + text + space + palette.paint("  packet \(packet)", .quiet) + "\n")
        }
        if let reset = call.reset {
            output.write("reset           \(reset)\n")
        }
        if let cut = call.cut {
            output.write("no answer       \(cut)\n")
        }
        if let goAway = call.goAway {
            let refusal = call.isRefused ? ", and has not processed this call" : ""
            output.write("going away      \(ValueText.safe("\(goAway)"))\(refusal)\n")
        }
    }

    // MARK: Headers

    private func headers(
        _ title: String?, _ fields: HeaderBlock?, _ call: CapturedCall, _ output: any TextSink
    ) {
        guard let title, let fields else { return }
        output.write("\n" + palette.paint(title, .heading) + "\n")
        let width = min(24, fields.map { ($0.name ?? "?").count }.max() ?? 0)
        for field in fields {
            let name = ValueText.safe(field.name ?? "?")
            let gap = String(repeating: " ", count: max(0, width - name.count) + 2)
            for (index, line) in lines(field, call).enumerated() {
                let start = index == 0 ? palette.paint(name, .name) + gap : String(repeating: " ", count: width + 2)
                output.write("  " + start + line + "\n")
            }
        }
    }

    /// What is shown for a header's value, made safe.
    private func lines(_ field: HeaderField, _ call: CapturedCall) -> [String] {
        guard let value = field.value else { return [palette.paint("(not in the capture)", .unknown)] }
        guard let name = field.name else {
            return [palette.paint("(the name is not in the capture)", .unknown)]
        }
        let shown = "(\(byteCount(value.count)), not shown)"
        if value.isEmpty { return [palette.paint("(empty)", .quiet)] }
        if name == "authorization" {
            let request = call.path.map {
                RequestFacts(path: $0, message: call.request.messages.first?.payload ?? [])
            }
            let check = TokenCheck(
                authorization: String(decoding: value, as: UTF8.self), request: request,
                time: call.first.time.map { $0 / 1_000_000_000 })
            return ["a token \(shown)"] + check.lines(wasAccepted: call.status?.code == .ok).map(ValueText.safe)
        }
        if SecretHeader.isSecret(name) { return [shown] }
        if name == "grpc-status-details-bin" { return ["(\(byteCount(value.count)), see the details below)"] }
        guard name.hasSuffix("-bin") else { return [ValueText.safe(String(decoding: value, as: UTF8.self))] }
        let values = (try? Metadata.binaryValues(of: value)) ?? [value]
        return values.map { "\(byteCount($0.count)): \(Base64.encode($0, as: .padded))" }
    }

    // MARK: Messages

    private func body(
        _ body: CapturedBody, _ side: String, _ declared: MessageDescriptor?, _ output: any TextSink
    ) {
        if let coding = body.contentCoding {
            let sizes = "\(byteCount(coding.length)), \(coding.encoding) from \(byteCount(body.length))"
            output.write("\n" + palette.paint("\(side) body: \(sizes)", .heading) + "\n")
        }
        let type = declared ?? detector.certainType(of: body.messages.map { $0.payload[...] })
        for (position, message) in body.messages.enumerated() {
            let frame = message.frame
            var parts = [type?.fullName ?? "unknown type", byteCount(frame.length)]
            if frame.isCompressed { parts.append("\(frame.encoding.rawValue) from \(byteCount(frame.wireLength))") }
            if declared == nil, type != nil { parts.append("type found by content") }
            let number = body.messages.count > 1 ? " message \(position)" : ""
            output.write("\n" + palette.paint("\(side)\(number): \(parts.joined(separator: ", "))", .heading) + "\n")
            tree(message.payload, type, output)
            guard let type else { continue }
            for remark in MaskRemarks(message.payload[...], as: type).sentences {
                output.write(palette.paint("note: ", .notice) + ValueText.safe(remark) + "\n")
            }
        }
        if let failure = body.failure {
            output.write("\n" + palette.paint("the \(side) cannot be read on: \(failure)", .error) + "\n")
        }
    }

    private func tree(_ bytes: [UInt8], _ type: MessageDescriptor?, _ output: any TextSink) {
        if bytes.isEmpty { output.write(palette.paint("(empty: every field has its default)", .quiet) + "\n") }
        printer.print(bytes, as: type, to: output)
    }

    // MARK: Status

    private func details(_ response: ResponseStatus, _ output: any TextSink) {
        for detail in CallStatus(response).details {
            let name = ValueText.safe(detail.typeName)
            let size = byteCount(detail.packed.value.count)
            output.write("\n" + palette.paint("detail: \(name), \(size)", .heading) + "\n")
            tree(detail.packed.value, schema.message(forTypeURL: detail.packed.typeURL), output)
        }
    }

    private func diagnosis(_ call: CapturedCall, _ response: ResponseStatus, _ output: any TextSink) {
        let failed = FailedCall(call, response)
        output.write("\n" + palette.paint("diagnosis", .heading) + "\n")
        // Details and token are shown above in full.
        let lines = Explanation(failed).lines.filter { $0.topic != .detail && $0.topic != .token }
        for (label, text) in lines.map({ ($0.label, $0.text) }) + [("retry", retry(call, failed, response))] {
            let gap = String(repeating: " ", count: 11 - label.count)
            output.write("  " + palette.paint(label, .name) + gap + ValueText.safe(text) + "\n")
        }
    }

    /// Whether the caller should have repeated the call, and when at the latest.
    private func retry(_ call: CapturedCall, _ failed: FailedCall, _ response: ResponseStatus) -> String {
        let headers = Metadata(call.requestHeaders ?? [])
        let before = headers.last("grpc-previous-rpc-attempts").flatMap { Int($0) } ?? 0
        var situation = RetryAdvice.Situation(
            status: failed.status, response: response, method: failed.request?.method,
            attempts: max(0, min(before, 1000)) + 1)
        if let timeout = failed.timeout, let duration = call.duration {
            situation.remaining = max(0, timeout.seconds - duration)
        }
        let advice = RetryAdvice(situation, jitter: { 1 })
        guard let delay = advice.delay else { return "no. \(advice.reason)" }
        return "yes, within \((delay * 1000).rounded() / 1000) s. \(advice.reason)"
    }
}
