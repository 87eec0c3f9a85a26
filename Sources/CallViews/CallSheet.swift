import ByteText
public import ConsoleText
import FleetErrors
import FleetMessages
import GRPCWire
public import ProtobufSchema
public import WireCapture
import WireDoctor
public import WireInspect

/// Prints calls in full: times, headers, messages as trees, details, and what the status means.
public struct CallSheet: Sendable {
    fileprivate let schema: Schema
    fileprivate let printer: TreePrinter

    /// - Parameters:
    ///   - schema: The methods and messages that are shown by name.
    ///   - options: How messages are shown.
    public init(_ schema: Schema, options: TreeOptions = TreeOptions()) {
        self.schema = schema
        printer = TreePrinter(options: options)
    }

    /// Prints a call. Text from the capture is made safe for terminals; credentials are described, not shown.
    public func print(_ call: CapturedCall, to output: any TextSink) {
        CallSheetFormatter(sheet: self, call: call, output: output).print()
    }
}

private struct CallSheetFormatter {
    let sheet: CallSheet
    let call: CapturedCall
    let output: any TextSink

    private var palette: Palette { sheet.printer.options.palette }

    func print() {
        let types = call.types(in: sheet.schema)
        printTitle()
        printTimes()
        print(headers: call.requestHeaders, title: "request headers")
        print(call.request, side: "request", as: types.request, isPresumed: types.arePresumed)
        if !call.isTrailersOnly { print(headers: call.responseHeaders, title: "response headers") }
        print(call.response, side: "response", as: types.response, isPresumed: types.arePresumed)
        print(headers: call.trailers, title: call.isTrailersOnly ? "trailers, the only header block" : "trailers")
        guard let response = call.status, response.code != .ok || response.details != nil else { return }
        let failed = FailedCall(call, response)
        // Servers put what they were sent into details: URLs, headers, parameters.
        var printer = sheet.printer
        printer.options.hidesNamedCredentials = true
        for detail in failed.status.details {
            heading("detail: \(detail.typeName), \(byteCount(detail.packed.value.count))")
            printTree(of: detail.packed.value, as: sheet.schema.message(forTypeURL: detail.packed.typeURL), by: printer)
        }
        printDiagnosis(of: failed)
    }

    private func heading(_ text: SafeText) { output.write("\n" + palette.paint(text, .heading) + "\n") }

    private func note(_ text: SafeText) { output.write(palette.paint("note: ", .notice) + text + "\n") }

    // MARK: Title and times

    private func printTitle() {
        let ending = CallEnding(call)
        output.write(
            palette.paint(
                "call \(call.number): \(call.path ?? call.presumption?.path.map { "\($0)?" } ?? "(not in the capture)")",
                .heading)
                + "  " + palette.paint("\(ending.name)", ending.isFailure ? .error : .heading) + "\n")
        if call.presumption?.path != nil {
            note("the path is not in the capture; the method is the only known one that its messages fit")
        }
        for sentence in call.omissions.sentences { note("parts of this call may be missing: \(sentence)") }
        if call.hasPresumedHeaders {
            note(
                "packets are missing before this call: headers that it repeats are those of before, which fit in no "
                    + "other way")
        }
        let place =
            switch call.medium {
            case .http2: "HTTP/2 stream"
            case .http1: "HTTP/1.1 request"
            case .httpArchive: "entry"
            case .mitmproxyFlow: "flow"
            case .binaryLog: "call of the log"
            }
        if let file = call.file { output.write("file        \(file)\n") }
        output.write("connection  \(call.client) > \(call.server), \(place) \(call.stream)\n")
    }

    private func printTimes() {
        let start = ClockTime(call.first.time)
        var rows = [("began", (start.date.map { $0 + " " } ?? "") + start.clock + " UTC", call.first.packet)]
        let moments = [
            ("request ended", call.requestEnd), ("response began", call.responseStart),
            ("response ended", call.responseEnd), ("last frame", call.responseEnd == call.last ? nil : call.last),
            ("connection end", call.cut?.moment),
        ]
        for case (let name, let moment?) in moments {
            let seconds = moment.time.flatMap { end in call.first.time.map { Double(end &- $0) / 1e9 } }
            var text: [UInt8] = []
            text.append(milliseconds: seconds)
            rows.append((name, "+" + String(decoding: text, as: UTF8.self), moment.packet))
        }
        let width = rows.map(\.1.count).max() ?? 0
        let unit: SafeText = call.medium.hasPackets ? "packet" : "entry"
        for (name, text, number) in rows {
            output.write(
                "\(name.padded(to: 16))\(text.padded(to: width))\(palette.paint("  \(unit) \(number)", .quiet))\n")
        }
        if let reset = call.reset { output.write("reset           \(reset)\n") }
        if let cut = call.cut { output.write("no answer       \(cut)\n") }
        if let goAway = call.goAway {
            let refusal = call.isRefused ? ", and has not processed this call" : ""
            output.write("going away      \(goAway)\(refusal)\n")
        }
    }

    // MARK: Headers

    private func print(headers: HeaderBlock?, title: String) {
        guard let headers else { return }
        heading("\(title)")
        let width = min(24, headers.map { ($0.name ?? "?").count }.max() ?? 0)
        for header in headers {
            let name = SafeText(header.name ?? "?")
            for (index, line) in lines(for: header).enumerated() {
                let start = index == 0 ? palette.paint(name, .name) + .spaces(width - name.columns) : .spaces(width)
                output.write("  \(start)  \(line)\n")
            }
        }
    }

    /// The lines that show the value of a header, made safe.
    private func lines(for header: HeaderField) -> [SafeText] {
        guard let value = header.value else { return [palette.paint("(not in the capture)", .unknown)] }
        guard let name = header.name else { return [palette.paint("(the name is not in the capture)", .unknown)] }
        let shown: SafeText = "(\(byteCount(value.count)), not shown)"
        if value.isEmpty { return [palette.paint("(empty)", .quiet)] }
        if name == "authorization" {
            let request = call.likelyPath.map { RequestFacts(path: $0, message: call.request.messages.first?.payload) }
            let check = TokenCheck(
                authorization: String(decoding: value, as: UTF8.self), request: request,
                time: call.first.time.map { $0 / 1_000_000_000 })
            // Any other status is not about the token.
            let wasAccepted = call.status.map { ![.unauthenticated, .permissionDenied].contains($0.code) } ?? false
            return ["a token \(shown)"] + check.lines(wasAccepted: wasAccepted).map { "\($0)" }
        }
        if name == "grpc-status-details-bin" { return ["(\(byteCount(value.count)), see the details below)"] }
        switch Credentials.show(header: name, value: value[...]) {
        case .hidden: return [shown]
        case .text(let text): return ["\(String(decoding: text, as: UTF8.self))"]
        case .binary:
            let values = (try? Metadata.binaryValues(of: value)) ?? [value]
            return values.map { "\(byteCount($0.count)): \(Base64.encode($0, as: .padded))" }
        }
    }

    // MARK: Messages

    /// - Parameter isPresumed: The type was found by the content of the messages.
    private func print(_ body: CapturedBody, side: String, as type: MessageDescriptor?, isPresumed: Bool) {
        if let coding = body.contentCoding {
            let sizes = "\(byteCount(coding.length)), \(coding.encoding) from \(byteCount(body.length))"
            heading("\(side) body: \(sizes)")
        }
        for (position, message) in body.messages.enumerated() {
            let frame = message.frame
            var parts = [type?.fullName ?? "unknown type", byteCount(frame.length)]
            if frame.isCompressed { parts.append("\(frame.encoding.rawValue) from \(byteCount(frame.wireLength))") }
            if isPresumed, type != nil { parts.append("type found by content") }
            let number = body.messages.count > 1 ? " message \(position)" : ""
            heading("\(side)\(number): \(parts.joined(separator: ", "))")
            printTree(of: message.payload, as: type, by: sheet.printer)
            guard let type else { continue }
            for remark in MaskRemarks.sentences(on: message.payload[...], as: type) { note("\(remark)") }
        }
        if let failure = body.failure {
            output.write("\n" + palette.paint("the \(side) cannot be read on: \(failure)", .error) + "\n")
        }
    }

    private func printTree(of bytes: [UInt8], as type: MessageDescriptor?, by printer: TreePrinter) {
        if bytes.isEmpty { output.write(palette.paint("(empty: every field has its default)", .quiet) + "\n") }
        printer.print(bytes, as: type, to: output)
    }

    // MARK: Status

    private func printDiagnosis(of failed: FailedCall) {
        heading("diagnosis")
        // Details and token are shown above in full.
        for line in Explanation(failed).lines where line.topic != .detail && line.topic != .token {
            let label = palette.paint("\(line.label)", .name)
            output.write("  \(label)\(SafeText.spaces(11 - line.label.count))\(line.text)\n")
        }
    }
}
