internal import ByteText
public import ConsoleText
internal import ProtobufSchema

/// Opens any input and prints its messages, as `wiredump FILE` does.
public struct Dump: Sendable {
    private let detector: TypeDetector
    private let options: DumpOptions

    /// A dump of messages whose types `detector` finds.
    public init(detector: TypeDetector, options: DumpOptions = DumpOptions()) {
        self.detector = detector
        self.options = options
    }

    /// Prints the messages of an input.
    ///
    /// - Parameters:
    ///   - name: The name of the input in the output.
    ///   - output: Takes the messages.
    ///   - notes: Takes what is wrong with the input, one line each.
    /// - Returns: Whether the input was read without an error.
    @discardableResult
    public func run(_ input: consuming [UInt8], name: String, output: any TextSink, notes: any TextSink) -> Bool {
        let peeler = Peeler(detector: detector, type: options.type, encoding: options.encoding, limits: options.limits)
        // Nobody else is to hold what is redacted or salvaged where it lies. Where neither the text before redaction nor the size
        // of a single message is asked for, the first words tell enough.
        let isNeeded = options.redactor != nil || options.form == .message
        let beginning = Array(input[..<min(input.count, isNeeded ? Self.beginning : 4096)])
        let peeled = peeler.peel(consume input, as: options.form)
        let mayHoldMore = peeled.mayHoldMore
        var parts = (consume peeled).inOrder
        var isSound = !mayHoldMore
        for index in parts.indices {
            if options.output != .hex { parts[index].dropLargeStream() }
            let place = parts.count > 1 ? parts[index].line.map { "\(name), line \($0)" } : nil
            if index > 0, options.output != .json { output.write("\n") }
            var sinks = DumpSinks(name: place ?? name, output: output, notes: notes, palette: options.messagePalette)
            show(&parts[index], beginning: beginning, isOneOfSeveral: parts.count > 1, to: &sinks)
            isSound = isSound && !sinks.hasErrors
        }
        if mayHoldMore {
            var sinks = DumpSinks(name: name, output: output, notes: notes, palette: options.messagePalette)
            sinks.error("the text may hold further messages, which are not shown; split it")
        }
        return isSound
    }

    /// - Parameter beginning: The first bytes of the whole input.
    private func show(
        _ peeled: inout PeeledInput, beginning: [UInt8], isOneOfSeveral: Bool, to sinks: inout DumpSinks
    ) {
        let type = options.type ?? peeled.detection.best?.message
        if let redactor = options.redactor { peeled.redact(with: redactor, as: options.type) }
        lazy var causes = DamageCauses(
            beginning, peeled, type: options.output == .raw ? nil : type, options: options, detector: detector)
        if options.form == .auto, peeled.isText, !peeled.detection.isSound, causes.isText {
            text(peeled, to: sinks)
            for cause in causes.sentences { sinks.error(cause) }
            return
        }
        switch options.output {
        case .json: json(peeled, isOneOfSeveral: isOneOfSeveral, to: &sinks)
        case .tree, .raw, .hex: tree(peeled, to: &sinks)
        }
        for damage in peeled.damage { sinks.error(damage.description) }
        guard sinks.hasErrors else { return }
        for cause in causes.sentences { sinks.remark("probable cause: \(cause)") }
    }

    /// Bytes of an input that tell what it is: one more than a text has at most whose type is searched for.
    private static let beginning = WrittenMessages.sizeLimit + 1

    /// The type that a message is shown as: the one that was asked for, or that was found.
    private func type(of message: InputMessage, _ peeled: PeeledInput) -> MessageDescriptor? {
        if options.output == .raw { return nil }
        return options.type ?? peeled.type(of: message)
    }

    /// Bytes of a text that are shown.
    private static let textLimit = 1024

    /// Prints an input that is text and no message.
    private func text(_ peeled: PeeledInput, to sinks: DumpSinks) {
        let output = sinks.output
        guard options.output != .json, let content = peeled.messages.first?.content else { return }
        heading(peeled.layers.map(\.description) + ["text of \(byteCount(content.count)), no message"], to: sinks)
        guard !peeled.isRedacted else { return }
        var shown = options.tree.showsAll ? content : content.prefix(Self.textLimit)
        // No character is shown in part.
        while shown.endIndex < content.endIndex, content[shown.endIndex] & 0xC0 == 0x80, shown.popLast() != nil {}
        output.write("\n")
        let lines = Credentials.hidden(in: String(decoding: shown.trimmed, as: UTF8.self))
            .split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }
        print(lines, to: output)
        if shown.count < content.count { output.write("(\(byteCount(content.count - shown.count)) more)\n") }
    }

    /// Prints the name of the input and what was found in it, from the outside inwards.
    private func heading(_ layers: [String], to sinks: DumpSinks) {
        let text: SafeText = "\(sinks.name): \(layers.joined(separator: " > "))"
        sinks.output.write(options.tree.palette.paint(text, .heading) + "\n")
    }

    // MARK: JSON

    private func json(_ peeled: PeeledInput, isOneOfSeveral: Bool, to sinks: inout DumpSinks) {
        let output = sinks.output
        var writer = JSONWriter()
        writer.options.isPretty = peeled.messages.count == 1 && !isOneOfSeveral
        func write(_ bytes: ArraySlice<UInt8>, as type: MessageDescriptor) throws(JSONError) {
            try writer.write(bytes.span, as: type) { output.write(utf8: $0) }
        }
        let hasSeveralTypes = peeled.hasSeveralTypes
        for (position, message) in peeled.messages.enumerated() {
            let place = peeled.messages.count > 1 ? "message \(position): " : ""
            let placeOfType = hasSeveralTypes ? place : ""
            guard let type = type(of: message, peeled) else {
                sinks.error(placeOfType + "no known type fits these bytes; name one with --type, or use --raw")
                if hasSeveralTypes { continue } else { return }
            }
            if let damage = message.damage { sinks.error(place + damage.description) }
            // JSON has no place for the doubt.
            let detection = peeled.detection(of: message)
            if options.type == nil, position == 0 || hasSeveralTypes, detection.isDoubtful {
                sinks.remark("\(placeOfType)\(detection.doubt); written as \(type.shortName)")
            }
            do throws(JSONError) {
                do throws(JSONError) {
                    try write(message.content, as: type)
                } catch {
                    // Found before anything was written.
                    guard error.code == .malformed, let damage = error.damage else { throw error }
                    sinks.error(place + damage.description + Self.place(damage.offset, message.origin))
                    try write(Salvage(message.content, as: type).message[...], as: type)
                }
                output.write("\n")
            } catch {
                sinks.error("\(place)JSON has no form for this \(type.shortName): \(error)")
            }
        }
    }

    // MARK: Tree

    /// The most damaged places of a message that are listed.
    private static let faultLimit = 100

    private func tree(_ peeled: PeeledInput, to sinks: inout DumpSinks) {
        let output = sinks.output
        let palette = options.tree.palette
        var layers = peeled.layers.map(\.description)
        if layers.isEmpty, let message = peeled.messages.first {
            layers.append("bare message, \(byteCount(message.content.count))")
        }
        heading(layers, to: sinks)
        if let rival = peeled.rival {
            output.write(palette.paint("could also be read with --as \(rival.rawValue)", .notice) + "\n")
        }
        let hasSeveralTypes = peeled.hasSeveralTypes && options.output != .raw
        if hasSeveralTypes {
            output.write("\(peeled.messages.count) messages of different types\n")
        } else if let message = peeled.messages.first {
            output.write(typeLine(peeled.detection, as: type(of: message, peeled), in: peeled) + "\n")
        }
        let printer = TreePrinter(options: options.tree)
        var hexStream = options.output == .hex ? HexStream(peeled, options: options.tree, to: output) : nil
        for (position, message) in peeled.messages.enumerated() {
            let isOneOfSeveral = peeled.messages.count > 1
            output.write("\n")
            if isOneOfSeveral || message.frame?.encoding != nil {
                let title = Self.title(message, isOneOfSeveral ? position : nil)
                output.write(palette.paint("\(title)", .heading) + "\n")
            }
            let type = type(of: message, peeled)
            if hasSeveralTypes {
                output.write(typeLine(peeled.detection(of: message), as: type, in: peeled) + "\n")
            }
            let place = isOneOfSeveral ? "message \(position): " : ""
            if let damage = message.damage { sinks.error(place + damage.description) }
            let origin = message.origin
            if message.content.isEmpty {
                output.write(palette.paint("(empty: every field has its default)", .quiet) + "\n")
            } else if hexStream.map({ !$0.hasTwoColumns }) ?? options.tree.showsOffsets {
                output.write(palette.paint("\(origin.heading)", .quiet) + "\n")
            }
            let damage =
                hexStream?.print(position, as: type)
                ?? printer.print(message.content, at: origin, as: type, to: output)
            for damage in damage.places.prefix(Self.faultLimit) {
                sinks.error(place + damage.description + Self.place(damage.offset, origin))
            }
            let further = damage.further + max(0, damage.places.count - Self.faultLimit)
            if further > 0 { sinks.error("\(place)\(further) more places could not be read") }
            // What is said of a type is not said of a candidate.
            if let type, options.type != nil || peeled.detection(of: message).likelyType != nil {
                for remark in MaskRemarks.sentences(on: message.content, as: type) {
                    output.write(palette.paint("note: ", .notice) + "\(remark)\n")
                }
            }
        }
        hexStream?.printRest()
        for trailers in peeled.trailers {
            output.write("\n" + palette.paint("grpc-web trailers", .heading) + "\n")
            let end: Character = trailers.contains("\r\n") ? "\r\n" : "\n"
            print(trailers.split(separator: end), to: output)
        }
    }

    /// Prints lines, which may be headers. Other characters that end a line are escaped like all that cannot be seen.
    private func print(_ lines: [Substring], to output: any TextSink) {
        for line in lines { output.write("\(Credentials.hidden(inHeaderLine: String(line)))\n") }
    }

    /// A line with the type, how it was found, and its rivals.
    private func typeLine(_ detection: Detection, as type: MessageDescriptor?, in peeled: PeeledInput) -> SafeText {
        let palette = options.tree.palette
        guard options.output != .raw else { return palette.paint("shown without a schema", .quiet) }
        guard let type else {
            var text: SafeText = "no known type fits; shown without a schema"
            if let candidate = detection.candidates.first, 2 * candidate.explained > detection.examined {
                text += "  (the least bad is \(candidate.message.fullName))"
            }
            return palette.paint(text, .notice)
        }
        let name = palette.paint("\(type.fullName)", .heading)
        if options.type != nil {
            guard let better = detector.better(than: type, in: peeled) else { return name }
            return name + palette.paint("  (\(better.fullName) fits better)", .notice)
        }
        if let path = detection.method {
            return name + palette.paint("  (given by the method \(path))", .quiet)
        }
        if detection.isEmpty { return name + palette.paint("  (no bytes: any type fits)", .quiet) }
        guard detection.likelyType != nil else {
            return palette.paint("\(detection.doubt)", .notice) + "\n"
                + palette.paint("shown as \(type.shortName)", .quiet)
        }
        let rivals = detection.candidates.dropFirst().filter { $0.share >= 0.001 }.prefix(3)
        let note =
            rivals.isEmpty
            ? "found by content, no other type comes near"
            : "found by content, \(detection.best?.percent ?? ""); otherwise \(detection.shares(rivals))"
        return name + palette.paint("  (\(note))", .quiet)
    }

    private static func title(_ message: InputMessage, _ position: Int?) -> String {
        var parts = [byteCount(message.content.count)]
        if let frame = message.frame {
            if let encoding = frame.encoding { parts.append("\(encoding) from \(byteCount(frame.length))") }
            if position != nil { parts.append("frame at byte \(frame.offset)") }
        }
        let text = parts.joined(separator: ", ")
        return position.map { "message \($0): \(text)" } ?? text
    }

    /// The place of a message's offset in the file, if it is known and differs.
    private static func place(_ offset: Int, _ origin: OffsetOrigin) -> String {
        origin.isShifted ? " (\(origin.byte(offset)))" : ""
    }
}

/// The sinks for the messages of one part of an input, and for the notes about them.
private struct DumpSinks {
    let name: String
    let output: any TextSink
    let notes: any TextSink
    let palette: Palette
    var hasErrors = false

    /// Notes what is wrong, in a line.
    mutating func error(_ text: String) {
        hasErrors = true
        notes.write("wiredump: \(name): \(palette.paint("\(text)", .error))\n")
    }

    /// Notes what is not certain, such as a cause, in a line.
    func remark(_ text: SafeText) {
        notes.write("wiredump: \(name): \(palette.paint(text, .notice))\n")
    }
}
