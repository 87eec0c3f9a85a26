public import ConsoleText
public import ProtobufSchema
public import Redaction

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
        public private(set) var bytes: [UInt8]

        public init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

        /// The bytes, which the input has no more from then on.
        fileprivate mutating func take() -> [UInt8] {
            defer { bytes = [] }
            return bytes
        }
    }

    private let detector: TypeDetector
    /// What the outermost layer of both inputs is.
    public var form = InputForm.auto
    /// The type of all messages; `nil` finds it from both inputs together or, where these hold messages of different types,
    /// for each pair.
    public var type: MessageDescriptor?
    /// Puts stand-ins in place of what tells of persons, places and secrets.
    public var redactor: Redactor?
    public var printer = DifferencePrinter()
    /// One JSON object in a line for each pair of messages, instead of text.
    public var printsJSON = false

    public init(detector: TypeDetector) { self.detector = detector }

    /// Compares the messages of two inputs in their order, and prints what differs.
    public func run(
        _ old: consuming Input, _ new: consuming Input, output: any TextSink, notes: any TextSink
    ) -> Verdict {
        var peeler = Peeler(detector: detector)
        peeler.type = type
        let names = [old.name, new.name]
        // Nobody else is to hold what is redacted or salvaged where it lies.
        var inputs = [peeler.peel(old.take(), as: form), peeler.peel(new.take(), as: form)]
        shareType(&inputs)
        for index in inputs.indices {
            inputs[index].joinOthers()
            inputs[index].dropLargeStream()
        }
        let isMixed = type == nil && inputs.contains(where: \.hasSeveralTypes)
        let type =
            isMixed ? nil : type ?? detector.detect(inputs.flatMap { $0.messages.map(\.content) }).best?.message
        var verdict = Verdict.same
        for (name, peeled) in zip(names, inputs) {
            for damage in peeled.damage + peeled.messages.compactMap(\.damage) {
                notes.write("wiredump: \(ValueText.safe(name)): \(ValueText.safe(damage.description))\n")
                verdict = .damaged
            }
        }
        for (name, peeled) in zip(names, inputs) where peeled.mayHoldMore {
            let note = "the text may hold further messages, which are not compared; split it"
            notes.write("wiredump: \(ValueText.safe(name)): \(note)\n")
            verdict = .damaged
        }
        if self.type == nil, !isMixed, verdict == .same,
            let types = differentTypes(inputs.map { $0.messages.map(\.content) })
        {
            unlike(names, types, output)
            return .different
        }
        var pairs: [MessagePair] = []
        for position in 0..<max(inputs[0].messages.count, inputs[1].messages.count) {
            let types = isMixed ? self.types(at: position, inputs) : [type]
            let sides = inputs.indices.map { index -> ReadMessage? in
                guard inputs[index].messages.indices.contains(position) else { return nil }
                let type = types[min(index, types.count - 1)]
                var content = inputs[index].messages[position].take()
                if let redactor {
                    var bytes = Array(content)
                    content = []
                    redactor.redact(&bytes, as: type)
                    content = bytes[...]
                }
                var message = sound(content, type, names[index], notes, &verdict)
                if !inputs[index].damage.isEmpty || inputs[index].messages[position].damage != nil {
                    message.losses = .everywhere
                }
                return message
            }
            pairs.append(MessagePair(position: position, types: types, old: sides[0], new: sides[1]))
        }
        let name =
            isMixed
            ? "messages of different types" : type?.fullName ?? "no known type fits; compared by field numbers"
        var isFirst = true
        for pair in pairs {
            var isSame = false
            if printsJSON {
                isSame = json(pair, output)
            } else {
                let title = pairs.count > 1 ? pair.title(withType: isMixed) : nil
                isSame = text(pair, title, output) {
                    if isFirst { heading(names[0], names[1], name, output) }
                    isFirst = false
                }
            }
            if !isSame { verdict = max(verdict, .different) }
        }
        return verdict
    }

    /// Reads what is written out as the type that fits both inputs best: its names alone may fit several.
    private func shareType(_ inputs: inout [PeeledInput]) {
        guard type == nil, inputs.contains(where: { $0.written != nil }) else { return }
        let bits = inputs.map { input in
            Dictionary(input.detection.candidates.map { ($0.message, $0.bits) }) { first, _ in first }
        }
        func cost(_ type: MessageDescriptor) -> Double { bits.reduce(0) { $0 + ($1[type] ?? .infinity) } }
        let common = inputs[0].detection.candidates.map(\.message).min { cost($0) < cost($1) }
        guard let common, cost(common) < .infinity else { return }
        var peeler = Peeler(detector: detector)
        peeler.type = common
        for index in inputs.indices {
            if let text = inputs[index].written { inputs[index] = peeler.peel(text) }
        }
    }

    /// The type of both messages of a pair, or the types of each where no type fits both.
    private func types(at position: Int, _ inputs: [PeeledInput]) -> [MessageDescriptor?] {
        let sides = inputs.compactMap { input -> (content: ArraySlice<UInt8>, type: MessageDescriptor?)? in
            guard input.messages.indices.contains(position) else { return nil }
            let message = input.messages[position]
            return (message.content, input.type(of: message))
        }
        // An empty message is of any type.
        let filled = sides.filter { !$0.content.isEmpty }
        let known = filled.isEmpty ? sides : filled
        if known.allSatisfy({ $0.type == known[0].type }) { return [known[0].type] }
        return differentTypes(known.map { [$0.content] }) ?? [detector.detect(known.map(\.content)).best?.message]
    }

    /// The types of the messages of two inputs, if no type fits both; `nil` when one does, or when they are not certain.
    private func differentTypes(_ inputs: [[ArraySlice<UInt8>]]) -> [MessageDescriptor]? {
        let types = inputs.compactMap { messages -> MessageDescriptor? in
            guard let type = detector.certainType(of: messages),
                messages.allSatisfy({ type.firstDamage(in: $0.span) == nil })
            else { return nil }
            return type
        }
        return types.count == 2 && types[0] != types[1] ? types : nil
    }

    private func unlike(_ names: [String], _ types: [MessageDescriptor], _ output: any TextSink) {
        let remark = "the inputs are \(MessagePair.unlike)"
        if printsJSON {
            var json = JSONLine()
            json.object { json in
                json.array("types") { json in for type in types { json.string(type.fullName) } }
                json.string("remark", remark)
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
        _ bytes: consuming ArraySlice<UInt8>, _ type: MessageDescriptor?, _ name: String, _ notes: any TextSink,
        _ verdict: inout Verdict
    ) -> ReadMessage {
        guard let type, type.firstDamage(in: bytes.span) != nil else { return ReadMessage(bytes: bytes) }
        let losses = Losses(of: copy bytes, as: type)
        let salvage = Salvage(bytes, as: type)
        var note = salvage.damage.first?.description ?? ""
        if let resumed = salvage.damage.first?.resumed { note += "; reading went on at byte \(resumed)" }
        let further = salvage.damage.count - 1 + salvage.furtherDamage
        if further > 0 { note += "; \(further) more \(further == 1 ? "place is" : "places are") damaged" }
        notes.write("wiredump: \(ValueText.safe(name)): \(ValueText.safe(note))\n")
        verdict = .damaged
        return ReadMessage(bytes: salvage.message[...], losses: losses)
    }

    // MARK: Output

    /// - Parameter name: What the messages are.
    private func heading(_ old: String, _ new: String, _ name: String, _ output: any TextSink) {
        let palette = printer.palette
        output.write(palette.paint("- \(ValueText.safe(old))", .error) + "\n")
        output.write(palette.paint("+ \(ValueText.safe(new))", .text) + "\n")
        output.write(palette.paint(name, .heading) + "\n")
    }

    /// - Parameters:
    ///   - title: Stands above what differs, if there are several messages.
    ///   - begin: Called before anything is printed.
    /// - Returns: Whether nothing differs.
    private func text(_ pair: MessagePair, _ title: String?, _ output: any TextSink, begin: () -> Void) -> Bool {
        let type = pair.type
        var hasBegun = false
        func start() {
            guard !hasBegun else { return }
            hasBegun = true
            begin()
            if let title { output.write("\n" + printer.palette.paint(title, .heading) + "\n") }
        }
        var lines = ChangeLines(printer, oldLosses: pair.old?.losses, newLosses: pair.new?.losses, to: output)
        var summary = Summary()
        let isRead = pair.forEachChange { change in
            start()
            lines.add(change)
            summary.add(change)
        }
        guard isRead else {
            start()
            output.write("\(pair.remark)\n")
            return false
        }
        lines.finish()
        if pair.isDamaged {
            start()
            let note =
                summary.isEmpty ? "nothing that could be read differs" : "? marks what may only have been lost"
            output.write(printer.palette.paint("note: ", .notice) + "a message is damaged; \(note)\n")
        } else if let type, let plan = UpdatePlan(summary.mask, of: type) {
            printer.print(plan, to: output)
        }
        return summary.isEmpty
    }

    /// - Returns: Whether nothing differs.
    private func json(_ pair: MessagePair, _ output: any TextSink) -> Bool {
        let type = pair.type
        var summary = Summary()
        let isRead = pair.isReadable
        var json = JSONLine { output.write(utf8: $0) }
        json.object { json in
            json.number("message", pair.position)
            if pair.areUnlike {
                json.array("types") { json in for type in pair.types { json.string(type?.fullName ?? "") } }
            } else {
                json.optional("type", type?.fullName)
            }
            guard isRead else { return json.string("remark", pair.remark) }
            json.array("changes") { json in
                _ = pair.forEachChange { change in
                    summary.add(change)
                    printer.json(change, oldLosses: pair.old?.losses, newLosses: pair.new?.losses, to: &json)
                }
            }
            if pair.isDamaged {
                json.array("damaged") { json in
                    if pair.old?.losses != nil { json.string("old") }
                    if pair.new?.losses != nil { json.string("new") }
                }
            } else if let type, let plan = UpdatePlan(summary.mask, of: type) {
                printer.json(plan, to: &json)
            }
        }
        json.flush()
        output.write("\n")
        return isRead && summary.isEmpty
    }
}

/// What is kept of changes that were printed.
private struct Summary {
    private(set) var isEmpty = true
    private var paths: Set<String> = []

    mutating func add(_ change: MessageDifference.Change) {
        isEmpty = false
        if let path = change.maskPath { paths.insert(path) }
    }

    var mask: FieldPaths { FieldPaths(Array(paths)).canonical }
}

/// A message that can be read from end to end.
private struct ReadMessage {
    var bytes: ArraySlice<UInt8>
    /// What it may have held besides; `nil` for one that is not damaged.
    var losses: Losses?
}

/// A message of each input; of the longer one there is no partner.
private struct MessagePair {
    let position: Int
    /// That of both, or one for each where no type fits both.
    let types: [MessageDescriptor?]
    let old: ReadMessage?
    let new: ReadMessage?

    static let unlike = "of different types; name one with --type to compare them all the same"

    var type: MessageDescriptor? { types[0] }
    var areUnlike: Bool { types.count > 1 }
    var isDamaged: Bool { old?.losses != nil || new?.losses != nil }

    /// `message 3`, and what it is.
    func title(withType: Bool) -> String {
        let names = types.map { $0?.fullName ?? "no known type" }.joined(separator: " and ")
        return withType ? "message \(position): \(names)" : "message \(position)"
    }

    /// - Returns: False when one is missing, or cannot be read, or they are of different types.
    func forEachChange(_ body: (MessageDifference.Change) -> Void) -> Bool {
        guard !areUnlike, let old = old?.bytes, let new = new?.bytes else { return false }
        return (try? MessageDifference.forEachChange(from: old.span, to: new.span, as: type, body)) != nil
    }

    /// Whether both are there, can be read and compared.
    var isReadable: Bool {
        guard !areUnlike, let old = old?.bytes, let new = new?.bytes else { return false }
        // With a type only what can be read is here.
        return type != nil
            || [old, new].allSatisfy { (try? MessageDifference(from: $0.span, to: $0.span, as: nil)) != nil }
    }

    /// Why there is no difference.
    var remark: String {
        if areUnlike { return "the messages are \(Self.unlike)" }
        return old == nil
            ? "only in the second input" : new == nil ? "only in the first input" : "cannot be read without its type"
    }
}
