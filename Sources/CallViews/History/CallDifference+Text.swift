import ConsoleText
import JSONText
import ProtobufSchema
import Redaction
public import WireDoctor
public import WireInspect

extension CallDifference {
    /// The differences as text, with a line for each value and field; empty when nothing differs.
    public func text(_ printer: DifferencePrinter) -> String {
        let output = TextCollector()
        let width = values.map(\.place.count).max() ?? 0
        for value in values {
            let mark = value.old == nil ? "+" : value.new == nil ? "-" : "~"
            let both = [value.old, value.new].compactMap {
                $0.map { value.isSecret ? "(a token)" : printer.quoted($0) }
            }
            let text = value.isSecret && both.count == 2 ? "another token" : both.joined(separator: " → ")
            output.write("\(mark) \(printer.safe(value.place.padded(to: width)))  \(text)\n")
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
        return output.text
    }

    /// The differences as a JSON object with the members `values` and `messages`. Credentials are left out.
    public func jsonLine(_ printer: DifferencePrinter) -> String {
        var json = JSONPrinter(.spaced)
        json.object { json in
            json.array("values") { json in
                for value in values {
                    json.object { json in
                        json.string("place", value.place)
                        guard !value.isSecret else { return }
                        json.optional("old", value.old)
                        json.optional("new", value.new)
                    }
                }
            }
            json.array("messages") { json in
                for message in messages {
                    json.object { json in
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
            }
        }
        return json.text
    }
}

extension CallDifference.Value {
    /// Whether the value is a credential, which is never shown.
    fileprivate var isSecret: Bool {
        place.split(separator: ".", maxSplits: 1).last.map { SecretHeader.isSecret(String($0)) } ?? false
    }
}

extension CallDifference.Message {
    fileprivate var remark: String {
        !isInOld ? "only in the second call" : !isInNew ? "only in the first call" : "one of them cannot be read"
    }
}
