public import ProtobufSchema

/// Opens two inputs and says how their messages differ: what `wiredump diff A B` does.
public struct Comparison: Sendable {
    /// What came of it, worse ones last.
    public enum Verdict: Int, Sendable, Comparable {
        case same, different
        /// Something cannot be read; what can be was compared.
        case damaged

        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// An input and how to call it.
    public struct Input: Sendable {
        public let name: String
        public let bytes: [UInt8]

        public init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
    }

    private let detector: TypeDetector
    /// What the outermost layer of both inputs is.
    public var form = InputForm.auto
    /// The type of all messages; `nil` finds it from both inputs together.
    public var type: MessageDescriptor?
    /// Puts stand-ins in place of what tells of persons, places and secrets.
    public var redactor: Redactor?
    public var printer = DifferencePrinter()
    /// One JSON object in a line for each pair of messages, instead of text.
    public var printsJSON = false

    public init(detector: TypeDetector) { self.detector = detector }

    /// Compares the messages of two inputs in their order, and prints what differs.
    public func run(_ old: Input, _ new: Input, output: any TextSink, notes: any TextSink) -> Verdict {
        var peeler = Peeler(detector: detector)
        peeler.type = type
        var inputs = [old, new].map { peeler.peel($0.bytes, as: form) }
        let type = type ?? detector.detect(inputs.flatMap { $0.messages.map(\.bytes) }).best?.message
        var verdict = Verdict.same
        for (input, peeled) in zip([old, new], inputs) {
            for damage in peeled.damage + peeled.messages.compactMap(\.damage) {
                notes.write("wiredump: \(ValueText.safe(input.name)): \(ValueText.safe(damage.description))\n")
                verdict = .damaged
            }
        }
        if self.type == nil, let others = differentTypes(inputs), verdict == .same {
            unlike([old.name, new.name], others, output)
            return .different
        }
        if let redactor { for index in inputs.indices { inputs[index].redact(with: redactor, as: type) } }
        var pairs: [MessagePair] = []
        for position in 0..<max(inputs[0].messages.count, inputs[1].messages.count) {
            let sides = zip([old, new], inputs).map { input, peeled -> ReadMessage? in
                guard peeled.messages.indices.contains(position) else { return nil }
                var message = sound(peeled.messages[position].bytes, type, input.name, notes, &verdict)
                if !peeled.damage.isEmpty || peeled.messages[position].damage != nil { message.losses = .everywhere }
                return message
            }
            pairs.append(MessagePair(position: position, old: sides[0], new: sides[1]))
        }
        let isOneOfSeveral = pairs.count > 1
        var isFirst = true
        for pair in pairs {
            let difference = pair.difference(as: type)
            let isSame = difference?.isEmpty ?? false
            if !isSame { verdict = max(verdict, .different) }
            if printsJSON {
                output.write(json(pair, difference, type) + "\n")
            } else if !isSame || pair.isDamaged {
                if isFirst { heading(old.name, new.name, type, output) }
                isFirst = false
                text(pair, difference, type, isOneOfSeveral ? pair.position : nil, output)
            }
        }
        return verdict
    }

    /// A type that an input is of only if it is this likely.
    private static let leastShare = 0.95

    /// The types of the two inputs, if no type fits both; `nil` when one does, or when they are not certain.
    private func differentTypes(_ inputs: [PeeledInput]) -> [MessageDescriptor]? {
        let messages = inputs.map { $0.messages.map(\.bytes).filter { !$0.isEmpty } }
        let types = messages.compactMap { messages -> MessageDescriptor? in
            guard !messages.isEmpty, let best = detector.detect(messages).best, best.share >= Self.leastShare,
                messages.allSatisfy({ best.message.firstDamage(in: $0) == nil })
            else { return nil }
            return best.message
        }
        return types.count == 2 && types[0] != types[1] ? types : nil
    }

    private func unlike(_ names: [String], _ types: [MessageDescriptor], _ output: any TextSink) {
        let remark = "the inputs are of different types; name one with --type to compare them all the same"
        if printsJSON {
            var json = JSONLine()
            json.object { json in
                json.key("types")
                json.array { json in for type in types { json.string(type.fullName) } }
                json.key("remark")
                json.string(remark)
            }
            return output.write(json.text + "\n")
        }
        for (mark, (name, type)) in zip(["-", "+"], zip(names, types)) {
            output.write("\(mark) \(ValueText.safe(name)): \(type.fullName)\n")
        }
        output.write("\(remark)\n")
    }

    /// A message, or of a damaged one what can be read.
    private func sound(
        _ bytes: [UInt8], _ type: MessageDescriptor?, _ name: String, _ notes: any TextSink, _ verdict: inout Verdict
    ) -> ReadMessage {
        guard let type, type.firstDamage(in: bytes) != nil else { return ReadMessage(bytes: bytes) }
        let salvage = Salvage(bytes[...], as: type)
        var note = salvage.damage.first?.description ?? ""
        if let resumed = salvage.damage.first?.resumed { note += "; reading went on at byte \(resumed)" }
        let further = salvage.damage.count - 1 + salvage.furtherDamage
        if further > 0 { note += "; \(further) more \(further == 1 ? "place is" : "places are") damaged" }
        notes.write("wiredump: \(ValueText.safe(name)): \(ValueText.safe(note))\n")
        verdict = .damaged
        return ReadMessage(bytes: salvage.message, losses: Losses(of: bytes[...], as: type))
    }

    // MARK: Output

    private func heading(_ old: String, _ new: String, _ type: MessageDescriptor?, _ output: any TextSink) {
        let palette = printer.palette
        output.write(palette.paint("- \(ValueText.safe(old))", .error) + "\n")
        output.write(palette.paint("+ \(ValueText.safe(new))", .text) + "\n")
        output.write(palette.paint(type?.fullName ?? "no known type fits; compared by field numbers", .heading) + "\n")
    }

    private func text(
        _ pair: MessagePair, _ difference: MessageDifference?, _ type: MessageDescriptor?, _ position: Int?,
        _ output: any TextSink
    ) {
        if let position { output.write("\n" + printer.palette.paint("message \(position)", .heading) + "\n") }
        guard let difference else { return output.write("\(pair.remark)\n") }
        printer.print(difference, oldLosses: pair.old?.losses, newLosses: pair.new?.losses, to: output)
        if pair.isDamaged {
            let note =
                difference.isEmpty
                ? "nothing that could be read differs" : "? marks what may only have been lost"
            return output.write(printer.palette.paint("note: ", .notice) + "a message is damaged; \(note)\n")
        }
        guard let type, let plan = UpdatePlan(difference, of: type) else { return }
        printer.print(plan, to: output)
    }

    private func json(
        _ pair: MessagePair, _ difference: MessageDifference?, _ type: MessageDescriptor?
    ) -> String {
        var json = JSONLine()
        json.object { json in
            json.key("message")
            json.number(pair.position)
            json.key("type")
            json.optional(type?.fullName)
            guard let difference else {
                json.key("remark")
                return json.string(pair.remark)
            }
            json.key("changes")
            printer.json(difference, oldLosses: pair.old?.losses, newLosses: pair.new?.losses, to: &json)
            if pair.isDamaged {
                json.key("damaged")
                json.array { json in
                    if pair.old?.losses != nil { json.string("old") }
                    if pair.new?.losses != nil { json.string("new") }
                }
            } else if let type, let plan = UpdatePlan(difference, of: type) {
                printer.json(plan, to: &json)
            }
        }
        return json.text
    }
}

/// A message that can be read from end to end.
private struct ReadMessage {
    var bytes: [UInt8]
    /// What it may have held besides; `nil` for one that is not damaged.
    var losses: Losses?
}

/// A message of each input; of the longer one there is no partner.
private struct MessagePair {
    let position: Int
    let old: ReadMessage?
    let new: ReadMessage?

    var isDamaged: Bool { old?.losses != nil || new?.losses != nil }

    /// `nil` when one is missing, or cannot be read.
    func difference(as type: MessageDescriptor?) -> MessageDifference? {
        guard let old = old?.bytes, let new = new?.bytes else { return nil }
        return try? MessageDifference(from: old, to: new, as: type)
    }

    /// Why there is no difference.
    var remark: String {
        old == nil
            ? "only in the second input" : new == nil ? "only in the first input" : "cannot be read without its type"
    }
}
