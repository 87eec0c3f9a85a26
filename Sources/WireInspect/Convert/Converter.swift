internal import ByteText
internal import ConsoleText
public import GRPCWire
internal import JSONText
public import ProtobufSchema
public import Redaction

/// Translates messages from one form into another, as `wiredump convert` does.
///
/// Between binary, hex, base64, frames and protoscope the bytes of a message stay as they are, whatever they hold. JSON
/// and text are about fields: what they are read into is the canonical encoding.
public struct Converter: Sendable {
    /// The type of the messages. JSON and text need it; protoscope gets comments from it.
    public var type: MessageDescriptor?
    /// The compression of frames that are written. Messages that would not shrink are left uncompressed.
    public var encoding: MessageEncoding = .identity
    /// The encoding of compressed frames that are read; `nil` tells gzip and zlib apart by their first bytes. Deflate data
    /// may lack zlib's header and checksum.
    public var inputEncoding: MessageEncoding?
    /// The most that compressed frames may become.
    public var limits = InputLimits()
    /// Whether JSON members that the type does not have are skipped instead of refused.
    public var ignoresUnknownMembers = false
    /// Replaces ids, places, names and secrets by stand-ins; without a type more of them than necessary. Errors do not
    /// quote the input then.
    public var redactor: Redactor?

    /// A converter for messages of a type; without one, only forms that need no schema can be read and written.
    public init(type: MessageDescriptor? = nil) { self.type = type }

    /// Reads `input` in one form and writes it in another. Linear in the size of both.
    ///
    /// - Throws: ``ConversionError``; its sentence names the place.
    public func convert(
        _ input: [UInt8], from source: ConversionForm, to target: ConversionForm
    ) throws(ConversionError) -> [UInt8] {
        try write(read(input, as: source), as: target)
    }

    // MARK: Reading

    /// The wire bytes of the messages in `input`.
    ///
    /// - Throws: ``ConversionError/Code/invalidInput``, ``ConversionError/Code/missingType``.
    public func messages(in input: [UInt8], as form: ConversionForm) throws(ConversionError) -> [[UInt8]] {
        try read(input, as: form).messages.map(\.bytes)
    }

    /// Reads the messages of an input.
    ///
    /// - Throws: As ``messages(in:as:)``.
    package func read(_ input: [UInt8], as form: ConversionForm) throws(ConversionError) -> ConversionInput {
        switch form {
        case .binary: return ConversionInput([input], as: type)
        case .hex, .base64: return try textual(input, as: form == .hex ? .hex : .base64)
        case .frame:
            do throws(FramingError) {
                return ConversionInput(try framed(input), as: type)
            } catch {
                let hint = error.code == .unrecognizedCompression ? " --from-encoding takes its value." : ""
                throw ConversionError(.invalidInput, "\(error)" + hint)
            }
        case .json: return ConversionInput(try json(input), as: type)
        case .text:
            let type = try known(type)
            do throws(TextError) {
                return ConversionInput([try TextReader().bytes(of: input, as: type)], as: type)
            } catch {
                throw ConversionError(.invalidInput, redactor == nil ? "\(error)" : error.withoutValues)
            }
        case .protoscope:
            do throws(ProtoscopeError) {
                return ConversionInput([try ProtoscopeAssembler.assemble(input)], as: type)
            } catch {
                throw ConversionError(.invalidInput, redactor == nil ? "\(error)" : error.withoutValues)
            }
        }
    }

    /// Reads the messages of an input, and finds what is not given: their form, and their types unless ``type`` is set.
    ///
    /// - Throws: As ``messages(in:as:)``; where the form is to be found, also for damage around the messages and for text that
    ///   is no message.
    package func read(
        _ input: [UInt8], as form: ConversionForm?, _ detector: TypeDetector
    ) throws(ConversionError) -> ConversionInput {
        if let form {
            var found = try read(input, as: form)
            if type == nil { found.setTypes(detector.detect(found.messages.map(\.bytes))) }
            return found
        }
        // Digits and texts within protoscope may stand for messages by themselves.
        if Protoscope.isBeginning(input), let bytes = try? ProtoscopeAssembler.assemble(input) {
            let detection = detector.detect([bytes])
            if detection.isSound, type?.firstDamage(in: bytes) == nil {
                var found = ConversionInput([bytes], as: type)
                if type == nil { found.setTypes(detection) }
                return found
            }
        }
        var peeled = Peeler(detector: detector, type: type, encoding: inputEncoding, limits: limits).peel(input)
        peeled.joinOthers()
        var problem = peeled.problems.first
        if peeled.isText, !peeled.detection.isSound {
            problem =
                WrittenMessages.firstError(in: input, detector, type: type, quotes: redactor == nil)
                ?? "no message is in this text; --from says what it is"
        }
        if let problem { throw ConversionError(.invalidInput, problem) }
        var found = ConversionInput([], as: type)
        for message in peeled.messages {
            var one = ConversionInput([message.bytes], as: type)
            if type == nil { one.setTypes(peeled.detection(of: message)) }
            found.append(one)
        }
        return found
    }

    private func framed(_ input: [UInt8]) throws(FramingError) -> [[UInt8]] {
        var room = limits.inflatedLength
        var deframer = Deframer(
            inputEncoding.map { .inspecting($0) } ?? .detect, limits: FramingLimits(wireLength: .max, length: room))
        deframer.append(input)
        var messages: [[UInt8]] = []
        while let message = try deframer.next() {
            if message.frame.isCompressed { room -= message.payload.count }
            guard room >= 0 else {
                throw FramingError(.inflatedTooLarge, offset: message.frame.offset, limit: limits.inflatedLength)
            }
            messages.append(message.payload)
        }
        try deframer.finish()
        return messages
    }

    private func known(_ type: MessageDescriptor?) throws(ConversionError) -> MessageDescriptor {
        guard let type else {
            throw ConversionError(.missingType, "JSON and text need to know the type of the message; --type names it.")
        }
        return type
    }

    /// Reads digits: as one message, as a message in each line or, in other text, all messages that the text holds.
    private func textual(_ input: [UInt8], as form: InputForm) throws(ConversionError) -> ConversionInput {
        let lines = Self.lines(input)
        // A line without digits is an empty message, and so is a text without lines.
        if lines.allSatisfy(\.isEmpty) {
            return ConversionInput(Array(repeating: [], count: max(lines.count, 1)), as: type)
        }
        func isWhole(_ reading: TextReading) -> Bool { reading.form == form && reading.damage == nil }
        if lines.count > 1 {
            let pieces = lines.compactMap { line in
                line.isEmpty ? [] : PastedText.direct(line).first { isWhole($0) && !$0.isWrapping }?.pieces.first
            }
            if pieces.count == lines.count, LineMessages.areSeparate(pieces) {
                return ConversionInput(pieces, as: type)
            }
        }
        let found =
            PastedText.reading(of: input, isPayload: { isWhole($0) && $0.isOfDigits }) { isWhole($0) && $0.isSound }
            ?? PastedText.reading(of: input, where: isWhole)
        guard let found else {
            let told = PastedText.reading(of: input) {
                ["elided_bytes", "binary_digits"].contains($0.damage?.reason)
            }
            throw ConversionError(
                .invalidInput,
                told?.reading.damage.map { "\($0)." } ?? "This is not \(form.digits) text, or it is cut short.")
        }
        return found.isPart
            ? try several(in: input, as: form, main: found.reading.pieces)
            : ConversionInput(found.reading.pieces, as: type)
    }

    /// All messages that are written down in a text.
    ///
    /// - Parameter main: The messages that were found by themselves.
    private func several(
        in text: [UInt8], as form: InputForm, main: [[UInt8]]
    ) throws(ConversionError) -> ConversionInput {
        let places = PastedPlace.all(in: text[...])
        var found = places.found.filter { $0.reading.form == form && ($0.isPayload || $0.reading.pieces == main) }
            .map(\.reading.pieces)
        if !found.contains(main) {
            // Places do not overlap, but may be parts of it.
            found.removeAll { $0.count == 1 && main.contains($0[0]) }
            found.insert(main, at: 0)
        }
        let messages = found.flatMap { $0 }
        guard !places.mayBeMore else {
            throw ConversionError(
                .invalidInput, "The text holds \(counted(messages.count, "message")) and maybe more; split it.")
        }
        return ConversionInput(messages, as: type)
    }

    /// The lines without white space at both ends. A line break at the end of the text begins no line.
    private static func lines(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map(\.trimmed)
        if let last = lines.last, last.isEmpty { lines.removeLast() }
        return lines
    }

    /// One document, or several: one behind another, or in an array.
    private func json(_ input: [UInt8]) throws(ConversionError) -> [[UInt8]] {
        let type = try known(type)
        var options = JSONReader.Options()
        options.ignoresUnknownMembers = ignoresUnknownMembers
        do throws(JSONReader.DocumentError) {
            return try JSONReader(options: options).messages(in: input, as: type)
        } catch {
            let place = error.document.map { "Document \($0 + 1): " } ?? ""
            let reason = redactor == nil ? "\(error.error)" : error.error.withoutValues
            throw ConversionError(.invalidInput, place + reason)
        }
    }

    // MARK: Writing

    /// Writes messages in a form.
    ///
    /// - Throws: ``ConversionError/Code/notExpressible``, ``ConversionError/Code/missingType``,
    ///   ``ConversionError/Code/severalMessages``.
    public func write(_ messages: [[UInt8]], as form: ConversionForm) throws(ConversionError) -> [UInt8] {
        try write(ConversionInput(messages, as: type), as: form)
    }

    private func write(_ input: consuming ConversionInput, as form: ConversionForm) throws(ConversionError) -> [UInt8] {
        var output: [UInt8] = []
        try write(input, as: form) { output += $0 }
        return output
    }

    /// Writes the messages of an input in a form, in pieces of about a megabyte, with stand-ins if there is a ``redactor``.
    ///
    /// - Parameter sink: Takes the pieces in order. When an error is thrown, the sink may have taken some pieces already,
    ///   unless the whole output fits in one.
    /// - Throws: As ``write(_:as:)``.
    package func write(
        _ input: consuming ConversionInput, as form: ConversionForm, to sink: @escaping ([UInt8]) -> Void
    ) throws(ConversionError) {
        if input.messages.count != 1, form.holdsOne {
            throw ConversionError(
                .severalMessages,
                "There are \(input.messages.count) messages, and \(form.rawValue) output holds one.")
        }
        if form.needsType, let doubt = input.doubt { throw ConversionError(.missingType, doubt) }
        if let redactor {
            for index in input.messages.indices {
                let (type, isCertain) = (input.messages[index].type, input.messages[index].isCertain)
                redactor.redact(&input.messages[index].bytes, as: type, isCertain: isCertain)
            }
        }
        let types = input.messages.map(\.type)
        let messages = (consume input).messages.map(\.bytes)
        var output = ConversionOutput(sink: sink)
        switch form {
        case .binary: output.append(messages[0])
        case .hex: Self.writeLines(messages, to: &output) { String(hex: $0) }
        case .base64: Self.writeLines(messages, to: &output) { Base64.encode($0, as: .padded) }
        case .frame: try expressing { try frames(messages, to: &output) }
        case .json:
            var writer = JSONWriter()
            writer.options.isPretty = messages.count == 1
            for (message, type) in zip(messages, types) {
                let type = try known(type)
                let bytes = message[...]
                try expressing { try writer.write(bytes.span, as: type) { output.append($0) } }
                output.append([UInt8(ascii: "\n")])
            }
        case .text:
            let type = try known(types[0])
            // So that unknown groups come back as groups.
            var writer = TextWriter()
            writer.options.marksUnknownGroups = true
            let bytes = messages[0][...]
            try expressing { try writer.write(bytes.span, as: type) { output.append($0) } }
        case .protoscope: ProtoscopeDisassembler.disassemble(messages[0], as: types[0]) { output.append($0) }
        }
        output.flush()
    }

    /// Runs `write`; its error says that a form cannot express a message.
    private func expressing(_ write: () throws -> Void) throws(ConversionError) {
        do {
            try write()
        } catch {
            throw ConversionError(.notExpressible, "\(error)")
        }
    }

    /// Bytes of a message that are written at once; a multiple of three, so that base64 needs no padding in between.
    private static let pieceLength = 3 << 17

    private static func writeLines(
        _ messages: [[UInt8]], to output: inout ConversionOutput, _ digits: (ArraySlice<UInt8>) -> String
    ) {
        for message in messages {
            for start in stride(from: 0, to: message.count, by: pieceLength) {
                output.append(Array(digits(message[start...].prefix(pieceLength)).utf8))
            }
            output.append([UInt8(ascii: "\n")])
        }
    }

    private func frames(_ messages: [[UInt8]], to output: inout ConversionOutput) throws(FramingError) {
        var framer = try MessageFramer(encoding: encoding)
        for message in messages {
            var frame: [UInt8] = []
            if encoding == .identity, let length = UInt32(exactly: message.count) {
                LengthPrefix(flags: 0, length: length).append(to: &frame)
                output.append(frame)
                output.append(message)
            } else {
                try framer.append(message, to: &frame)
                output.append(frame)
            }
        }
    }
}
