import ByteText
public import ConsoleText
import JSONText
import ProtobufSchema
public import WireDoctor
public import WireInspect

extension CallDifference {
    /// The differences as text, with a line for each value and field; empty when nothing differs.
    public func text(_ printer: DifferencePrinter) -> SafeText {
        let output = TextCollector()
        let width = values.map { SafeText($0.place).columns }.max() ?? 0
        for value in values {
            let mark: SafeText = value.old == nil ? "+" : value.new == nil ? "-" : "~"
            let text = [value.old, value.new].compactMap { $0.map { printer.quoted(value.shown($0)) } }
                .joined(separator: " → ")
            output.write("\(mark) \(SafeText(value.place).padded(to: width))  \(text)\n")
        }
        for message in messages {
            output.write(
                "\n" + printer.heading("\(message.place)  \(message.type?.fullName ?? "of unknown type")") + "\n")
            if let difference = message.difference {
                printer.print(difference, to: output)
            } else {
                output.write("\(message.remark)\n")
            }
        }
        return SafeText(verbatim: output.text)
    }

    /// The differences as a JSON object with the members `values` and `messages`, without credentials.
    public func jsonLine(_ printer: DifferencePrinter) -> String {
        var printer = printer
        printer.writer = JSONWriter(hidesCredentials: true)
        var json = JSONPrinter(.spaced)
        json.object { json in
            json.objects("values", values) { value, json in
                json.string("place", value.place)
                json.optional("old", value.old.map(value.shown))
                json.optional("new", value.new.map(value.shown))
            }
            json.objects("messages", messages) { message, json in
                json.string("place", message.place)
                json.optional("type", message.type?.fullName)
                if let difference = message.difference {
                    json.key("changes")
                    printer.json(difference, to: &json)
                } else {
                    json.string("remark", message.remark)
                }
            }
        }
        return String(decoding: Credentials.hidden(in: json.bytes, formsOnly: true, isJSON: true), as: UTF8.self)
    }
}

extension CallDifference.Value {
    fileprivate func shown(_ value: String) -> String {
        let parts = place.split(separator: ".", maxSplits: 1)
        guard parts.count == 2 else { return Credentials.hidden(in: value) }
        // The value of a binary header is shown as it was sent, so that one that is no base64 is seen to be none.
        return Credentials.shown(header: String(parts[1]), value: Array(value.utf8)[...])
    }
}

extension CallDifference.Message {
    fileprivate var remark: String {
        !isInOld ? "only in the second call" : !isInNew ? "only in the first call" : "one of them cannot be read"
    }
}
