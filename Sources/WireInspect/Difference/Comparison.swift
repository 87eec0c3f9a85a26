public import ConsoleText
internal import JSONText
public import ProtobufSchema
public import Redaction

/// Compares two inputs message by message and prints what differs: what `wiredump diff A B` does.
public struct Comparison: Sendable {
    /// The result of a comparison, worse ones last.
    public enum Verdict: Sendable, Comparable {
        /// Both inputs say the same.
        case same
        /// The inputs differ.
        case different
        /// A part of an input cannot be read; the rest was compared.
        case damaged
    }

    /// An input and the name by which texts call it.
    public struct Input: Sendable {
        /// The name under which the input is shown, such as that of a file.
        public let name: String
        /// The input as it was given, in any form that wiredump reads.
        public fileprivate(set) var bytes: [UInt8]

        /// An input with the name under which it is shown.
        public init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
    }

    private let detector: TypeDetector
    /// The form of the outermost layer of both inputs.
    public var form = InputForm.auto
    /// The type of all messages. `nil` finds the type that fits both inputs or, where an input holds messages of different
    /// types, the type of each pair of messages.
    public var type: MessageDescriptor?
    /// Replaces values that tell of persons, places and secrets before messages are compared; `nil` replaces nothing.
    public var redactor: Redactor?
    /// Prints the differences.
    public var printer = DifferencePrinter()
    /// Prints one JSON object in a line for each pair of messages, instead of text.
    public var printsJSON = false

    /// A comparison of messages whose types `detector` finds.
    public init(detector: TypeDetector) { self.detector = detector }

    /// Compares the messages of two inputs in their order, and prints what differs.
    public func run(
        _ old: consuming Input, _ new: consuming Input, output: any TextSink, notes: any TextSink
    ) -> Verdict {
        let peeler = Peeler(detector: detector, type: type)
        let names = [old.name, new.name]
        // Each array has one owner only, so that redaction changes it in place.
        var inputs = [peeler.peel(old.bytes.take(), as: form), peeler.peel(new.bytes.take(), as: form)]
        readWrittenMessages(of: &inputs)
        var verdict = Verdict.same
        var isText = false
        for index in inputs.indices {
            inputs[index].joinOthers()
            inputs[index].dropLargeStream()
            var problems = inputs[index].problems
            if inputs[index].isNoMessage(as: type) {
                let text = inputs[index].messages.first?.bytes ?? []
                let error = WrittenMessages.firstError(in: text, detector, type: type, quotes: redactor == nil)
                problems.append(error ?? "no message is in this text")
                isText = true
            }
            for problem in problems { note(problem, about: names[index], to: notes) }
            if !problems.isEmpty { verdict = .damaged }
        }
        // The characters of a text are not compared as a message's bytes.
        if isText { return verdict }
        let isMixed =
            type == nil
            && (inputs.contains(where: \.hasSeveralTypes)
                || verdict == .same && differentTypes(inputs.map { $0.messages.map(\.content) }) != nil)
        let found = isMixed || type != nil ? nil : detector.detect(inputs.flatMap { $0.messages.map(\.content) })
        let type = type ?? found?.best?.message
        let pairs = (0..<max(inputs[0].messages.count, inputs[1].messages.count)).map { position in
            let types = isMixed ? types(at: position, of: inputs) : [type]
            let contents = inputs.map { $0.messages.indices.contains(position) ? $0.messages[position].content : [] }
            // Messages of one type are redacted alike, so that most of them differ where they did.
            let common = redactor == nil ? nil : self.type ?? detector.detect(contents).certainType
            let sides = inputs.indices.map { index in
                let type = types[min(index, types.count - 1)]
                if let redactor, inputs[index].messages.indices.contains(position) {
                    let certain = types.count > 1 ? detector.detect([contents[index]]).certainType : common
                    inputs[index].messages[position].redact(
                        with: redactor, as: certain ?? type, isCertain: certain != nil)
                }
                return side(of: &inputs[index], at: position, as: type) { problem in
                    note(problem, about: names[index], to: notes)
                    verdict = .damaged
                }
            }
            return MessagePair(
                position: position, types: types, old: sides[0], new: sides[1],
                differsUnredacted: redactor != nil && types.count == 1
                    && MessagePair.differ(contents[0], contents[1], as: types[0]))
        }
        var kind =
            isMixed
            ? "messages of different types" : type?.fullName ?? "no known type fits; compared by field numbers"
        if let found, let type, found.isDoubtful {
            kind = "\(found.doubt); compared as \(type.shortName)"
            if printsJSON { note(kind, about: names.joined(separator: ", "), to: notes) }
        }
        var isFirst = true
        func printHeadings(of pair: MessagePair) {
            if isFirst {
                output.write(printer.palette.paint("- \(names[0])", .error) + "\n")
                output.write(printer.palette.paint("+ \(names[1])", .text) + "\n")
                output.write(printer.heading("\(kind)") + "\n")
            }
            isFirst = false
            if pairs.count > 1 { output.write("\n" + printer.heading("\(pair.title(withType: isMixed))") + "\n") }
        }
        for pair in pairs {
            let isSame =
                printsJSON
                ? printJSON(of: pair, to: output)
                : printText(of: pair, to: output) { printHeadings(of: pair) }
            if !isSame { verdict = max(verdict, .different) }
        }
        return verdict
    }

    private func note(_ text: String, about name: String, to notes: any TextSink) {
        notes.write("wiredump: \(name): \(text)\n")
    }

    // MARK: Types

    /// Reads JSON or text format again as the one type that fits both inputs best: its names alone may fit several types.
    private func readWrittenMessages(of inputs: inout [PeeledInput]) {
        guard type == nil, inputs.contains(where: { $0.written != nil }) else { return }
        let bits = inputs.map { input in
            Dictionary(input.detection.candidates.map { ($0.message, $0.bits) }) { first, _ in first }
        }
        func cost(_ type: MessageDescriptor) -> Double { bits.reduce(0) { $0 + ($1[type] ?? .infinity) } }
        let common = inputs[0].detection.candidates.map(\.message).min { cost($0) < cost($1) }
        guard let common, cost(common) < .infinity else { return }
        let peeler = Peeler(detector: detector, type: common)
        for index in inputs.indices {
            if let text = inputs[index].written { inputs[index] = peeler.peel(text) }
        }
    }

    /// The type of both messages of a pair, or the type of each where no type fits both.
    private func types(at position: Int, of inputs: [PeeledInput]) -> [MessageDescriptor?] {
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

    /// The types of the messages of two inputs; `nil` when one type fits both, or when the types are not certain.
    private func differentTypes(_ inputs: [[ArraySlice<UInt8>]]) -> [MessageDescriptor]? {
        let types = inputs.compactMap { messages -> MessageDescriptor? in
            guard let type = detector.certainType(of: messages)?.type,
                messages.allSatisfy({ type.firstDamage(in: $0.span) == nil })
            else { return nil }
            return type
        }
        return types.count == 2 && types[0] != types[1] ? types : nil
    }

    /// Takes a message out of an input; `nil` when the input has no message at the position. A damaged message is replaced
    /// by the fields that can be read.
    ///
    /// - Parameter report: Takes a sentence about the damage.
    private func side(
        of input: inout PeeledInput, at position: Int, as type: MessageDescriptor?, report: (String) -> Void
    ) -> MessagePair.Side? {
        guard input.messages.indices.contains(position) else { return nil }
        let isDamaged = !input.damage.isEmpty || input.messages[position].damage != nil
        let content = input.messages[position].content.take()
        guard let type, let damage = type.firstDamage(in: content.span) else {
            return MessagePair.Side(bytes: content, isDamaged: isDamaged)
        }
        report(damage.description)
        return MessagePair.Side(bytes: Salvage(content, as: type).message[...], isDamaged: true)
    }

    // MARK: Output

    /// - Parameter begin: Called once, before the first line.
    /// - Returns: Whether nothing differs.
    private func printText(of pair: MessagePair, to output: any TextSink, begin: () -> Void) -> Bool {
        if let remark = pair.remark {
            begin()
            output.write("\(remark)\n")
            return false
        }
        var lines = ChangeLines(printer, to: output)
        var isSame = true
        let plan = pair.forEachChange { change in
            if isSame { begin() }
            isSame = false
            lines.add(change)
        }
        let isHidden = isSame && pair.differsUnredacted
        if isSame, pair.isDamaged || isHidden { begin() }
        lines.finish()
        if isHidden { output.write("\(MessagePair.hiddenRemark)\n") }
        if pair.isDamaged {
            let text = isSame ? "nothing that could be read differs" : "what differs may only have been lost"
            output.write(printer.palette.paint("note: ", .notice) + "a message is damaged; \(text)\n")
        }
        if let plan { printer.print(plan, to: output) }
        return isSame && !isHidden
    }

    /// - Returns: Whether nothing differs.
    private func printJSON(of pair: MessagePair, to output: any TextSink) -> Bool {
        var isSame = true
        var json = JSONPrinter(.spaced) { output.write(utf8: $0) }
        json.object { json in
            json.number("message", pair.position)
            if pair.areUnlike {
                json.strings("types", pair.types.map { $0?.fullName ?? "" })
            } else {
                json.optional("type", pair.type?.fullName)
            }
            if let remark = pair.remark {
                isSame = false
                return json.string("remark", remark)
            }
            var plan: UpdatePlan?
            json.array("changes") { json in
                plan = pair.forEachChange { change in
                    isSame = false
                    printer.json(change, to: &json)
                }
            }
            if isSame, pair.differsUnredacted {
                isSame = false
                json.string("remark", MessagePair.hiddenRemark)
            }
            let damaged = [("old", pair.old), ("new", pair.new)].filter { $0.1?.isDamaged ?? false }.map(\.0)
            if !damaged.isEmpty { json.strings("damaged", damaged) }
            if let plan { printer.json(plan, to: &json) }
        }
        json.flush()
        output.write("\n")
        return isSame
    }
}

/// A message of each input at the same position.
private struct MessagePair {
    /// A message that can be read from end to end.
    struct Side {
        let bytes: ArraySlice<UInt8>
        /// Whether parts of the message were lost.
        let isDamaged: Bool
    }

    let position: Int
    /// One type for both messages, or the type of each where no type fits both.
    let types: [MessageDescriptor?]
    /// `nil` where the first input has fewer messages.
    let old: Side?
    let new: Side?
    /// Whether the messages differ before redaction, which may give different values one stand-in.
    let differsUnredacted: Bool

    static let hiddenRemark = "differs in values that have one stand-in"

    var type: MessageDescriptor? { types[0] }
    var areUnlike: Bool { types.count > 1 }
    var isDamaged: Bool { old?.isDamaged ?? false || new?.isDamaged ?? false }

    /// `message 3`, and its type if asked for.
    func title(withType: Bool) -> String {
        let names = types.map { $0?.fullName ?? "no known type" }.joined(separator: " and ")
        return withType ? "message \(position): \(names)" : "message \(position)"
    }

    static func differ(_ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>, as type: MessageDescriptor?) -> Bool {
        var differ = false
        try? MessageDifference.forEachChange(from: old.span, to: new.span, as: type) { _ in differ = true }
        return differ
    }

    /// Passes on the changes from the first message to the second; none where ``remark`` tells why they cannot be
    /// compared.
    ///
    /// - Returns: The update that makes these changes; `nil` where a message is damaged or no method updates its type.
    func forEachChange(_ body: (MessageDifference.Change) -> Void) -> UpdatePlan? {
        guard let old = old?.bytes, let new = new?.bytes else { return nil }
        // The changes themselves need not be kept.
        var paths: Set<String> = []
        try? MessageDifference.forEachChange(from: old.span, to: new.span, as: type) { change in
            if let path = change.maskPath { paths.insert(path) }
            body(change)
        }
        return isDamaged ? nil : type.flatMap { UpdatePlan(FieldPaths(Array(paths)).canonical, of: $0) }
    }

    /// Why the messages cannot be compared; `nil` where both exist, can be read and are of one type.
    var remark: String? {
        if areUnlike {
            let names = types.map { $0?.fullName ?? "unknown" }.joined(separator: " and ")
            return "the messages are of different types, \(names); name one with --type to compare them all the same"
        }
        guard let old = old?.bytes else { return "only in the second input" }
        guard let new = new?.bytes else { return "only in the first input" }
        // A message with a type holds sound fields only.
        let isReadable =
            type != nil
            || [old, new].allSatisfy { (try? MessageDifference(from: $0.span, to: $0.span, as: nil)) != nil }
        return isReadable ? nil : "cannot be read without its type"
    }
}
