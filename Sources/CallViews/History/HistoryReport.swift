import ByteText
public import ConsoleText
import GRPCWire
import JSONText
public import ProtobufSchema
public import Redaction
public import WireCapture
public import WireDoctor
public import WireInspect

/// Prints the history of resources in a capture: what `wiredump diff CAPTURE --vehicle ID` does.
public struct HistoryReport {
    private var history: ResourceHistory
    /// The history without stand-ins.
    private var original: ResourceHistory?
    private let printer: DifferencePrinter
    private let redactor: Redactor?
    private let isJSON: Bool
    private let output: any TextSink
    /// The resource of the last step, whose name is not repeated.
    private var last: String?
    private var steps = 0
    private var changes = 0
    private var allChanges = 0

    /// - Parameters:
    ///   - subjects: The ids or names of the resources; `nil` for everything that has a name.
    ///   - redactor: Puts stand-ins into the output; the resource is still selected by its own name.
    ///   - field: The path of the only field that is followed; `nil` for all.
    ///   - isJSON: Whether each step is a JSON object on a line, instead of text.
    public init(
        of subjects: [CallSubject: Set<String>]? = nil, schema: Schema, printer: DifferencePrinter,
        redactor: Redactor? = nil, field: String? = nil, isJSON: Bool = false, to output: any TextSink
    ) {
        var printer = printer
        printer.writer = JSONWriter(hidesCredentials: true)
        // An ID that is kept stands in the calls as it is.
        let shown = subjects?.mapValues { names in redactor.map { names.union(names.map($0.text)) } ?? names }
        history = ResourceHistory(of: shown, schema: schema, field: field)
        if redactor != nil { original = ResourceHistory(of: subjects, schema: schema, field: field) }
        (self.printer, self.redactor) = (printer, redactor)
        (self.isJSON, self.output) = (isJSON, output)
    }

    /// Takes the next call of the capture.
    ///
    /// - Parameter isSelected: The call is shown. Other calls change states all the same.
    public mutating func take(_ call: CapturedCall, isSelected: Bool = true) {
        for step in original?.take(call) ?? [] where isSelected { allChanges += step.difference?.changes.count ?? 0 }
        for step in history.take(redactor?.redact(call, schema: history.schema) ?? call) where isSelected {
            steps += 1
            changes += step.difference?.changes.count ?? 0
            if isJSON { output.write(utf8: json(step)) } else { text(step) }
        }
    }

    /// The result, and sentences about what was left out or not found.
    public func finish() -> (verdict: Comparison.Verdict, remarks: [String]) {
        var remarks: [String] = []
        if history.isCut {
            remarks.append("more than \(ResourceHistory.resourceLimit) resources; the later ones are left out")
        }
        let hidden = max(0, allChanges - changes)
        if hidden > 0 { remarks.append("\(counted(hidden, "change")) of values that have one stand-in") }
        guard steps + hidden > 0 else {
            let content =
                history.field.map { "no selected call changes \($0)" }
                ?? "no selected call tells of this vehicle, trip or task"
            return (.damaged, remarks + [content])
        }
        return (changes + hidden > 0 ? .different : .same, remarks)
    }

    // MARK: Text

    private mutating func text(_ step: ResourceHistory.Step) {
        if step.name != last {
            if last != nil { output.write("\n") }
            output.write(printer.heading("\(step.name)  (\(step.type.fullName))") + "\n")
            last = step.name
        }
        let parts = [
            String(step.call).leftPadded(to: 4), ClockTime(step.time).clock, step.method, outcome(step),
        ].filter { !$0.isEmpty }
        output.write("\(parts.joined(separator: "  "))\n")
        if let difference = step.difference { printer.print(difference, indent: "      ", to: output) }
    }

    private func outcome(_ step: ResourceHistory.Step) -> String {
        var parts: [String] = []
        if let failure = step.failure { parts.append("! \(failure.code.title) \(failure.message)") }
        if let sent = step.sent { parts.append(sent.isEmpty ? "sent with an empty mask" : "sent \(sent)") }
        if step.isFirst { parts.append("first seen") }
        if step.difference?.isEmpty ?? false { parts.append("unchanged") }
        if step.failure == nil, !step.isFirst, step.difference == nil { parts.append("no answer") }
        return parts.joined(separator: "; ")
    }

    // MARK: JSON

    private func json(_ step: ResourceHistory.Step) -> [UInt8] {
        var json = JSONPrinter(.spaced)
        json.object { json in
            json.number("call", step.call)
            json.optional("time", ClockTime(step.time).text)
            json.string("method", step.method)
            json.string("name", step.name)
            json.string("type", step.type.fullName)
            json.string("status", step.failure?.code.title ?? "OK")
            json.optional("update_mask", step.sent?.description)
            json.bool("first", step.isFirst)
            json.strings("updated", step.difference?.updatedFields ?? [])
            json.key("changes")
            if let difference = step.difference { printer.json(difference, to: &json) } else { json.null() }
        }
        return Credentials.hidden(in: json.bytes, formsOnly: true, isJSON: true) + [UInt8(ascii: "\n")]
    }
}
