internal import ByteText
public import GRPCWire
public import ProtobufSchema

/// The input decoder: takes off layers of encoding until messages are left. Layers are text, compression, HTTP and packets,
/// gRPC frames, in any nesting.
///
/// Certain signs decide at once: no protobuf message begins with a byte 0 or 1, a gRPC frame always does; compressed
/// data has checksums; the lengths of frames and packets add up. Where several readings are possible (digits can be
/// hexadecimal, base64 or a message that happens to be text), each is tried, and the one that explains the input with the
/// fewest bits wins: see ``TypeDetector``.
public struct Peeler: Sendable {
    /// Finds the type of what is inside all layers.
    public var detector: TypeDetector
    /// The type of the messages, if it is known; it makes the choice among readings surer.
    public var type: MessageDescriptor?
    /// The encoding of compressed messages; `nil` tells gzip and zlib apart by their first bytes.
    public var encoding: MessageEncoding?
    /// How much is read of an input.
    public var limits = InputLimits()
    /// The path of the method that the HTTP headers around the messages name, and the type that it gives them; ``type``
    /// comes first.
    var method: (path: String, message: MessageDescriptor)?

    /// The place of bytes in the input.
    struct Context {
        /// The number of layers that were taken off so far.
        var level = 0
        /// Offset of the bytes in the file; `nil` where the file has them in another form.
        var fileOffset: Int?
        /// Whether bytes are searched for within other text.
        var searches = false
        /// Whether the messages that were written in JSON are taken out of the text already.
        var isRest = false
        let budget: DecompressionBudget

        /// The place of the bytes in the next layer.
        func inside(fileOffset: Int? = nil, searches: Bool = false) -> Context {
            Context(level: level + 1, fileOffset: fileOffset, searches: searches, budget: budget)
        }
    }

    /// A decoder of inputs whose message types `detector` finds; the other parameters are its properties.
    public init(
        detector: TypeDetector, type: MessageDescriptor? = nil, encoding: MessageEncoding? = nil,
        limits: InputLimits = InputLimits()
    ) {
        (self.detector, self.type, self.encoding, self.limits) = (detector, type, encoding, limits)
    }

    /// Takes `input` apart. Never fails: bytes that no reading explains are a damaged message.
    ///
    /// - Parameter form: The form of the outermost layer; the layers inside are found in any case.
    public func peel(_ input: consuming [UInt8], as form: InputForm = .auto) -> PeeledInput {
        let budget = DecompressionBudget(limit: limits.inflatedLength)
        let context = Context(fileOffset: 0, searches: true, budget: budget)
        return switch form {
        case .auto: peel(consume input, in: context)
        case .message: message(input, fileOffset: 0)
        case .frames: frames(input, in: context)
        case .hex, .base64:
            text(input, as: form, in: context)
                ?? explanation("not_\(form.rawValue)", "the input is not \(form.digits) text", stream: input)
        }
    }

    // MARK: Readings

    /// Bits in favour of a reading through text: the form of the text is evidence by itself.
    private static let textBonus = 24.0
    /// Bits below which the second reading is worth mentioning.
    private static let doubt = 16.0
    /// Bits that a damaged frame costs, and damaged messages: the cleanest reading is preferred.
    private static let damagePenalty = 40.0

    func peel(_ bytes: consuming [UInt8], in context: Context) -> PeeledInput {
        let (fileOffset, searches) = (context.fileOffset, context.searches)
        guard let first = bytes.first, context.level < limits.layers else {
            return message(bytes, fileOffset: fileOffset)
        }
        var inside: [UInt8] = []
        if let (encoding, damage) = inflate(bytes, to: &inside, context.budget) {
            let length = bytes.count
            // Damaged data that only begins like zlib data is taken for that if messages are inside.
            let isCertain = damage == nil || encoding == .gzip
            // The compressed bytes are dropped meanwhile, unless they may be needed again.
            if isCertain { bytes = [] }
            let result = peel(consume inside, in: context.inside(searches: isCertain))
            if isCertain || result.isConvincing {
                let name = encoding == .gzip ? "gzip" : "zlib"
                return result.inside(.compressed(name), length: length, damage: damage.map { [$0] } ?? [])
            }
        }
        if let result = transported(bytes, in: context) { return result }
        var readings: [(form: InputForm, result: PeeledInput)] = []
        if first <= 1 || FramePeeler.beginsWithTrailers(bytes[...]) {
            let chain = frames(bytes, in: context)
            // Lengths that add up to the last byte are no chance, and a bare message would be a damaged one.
            if chain.damage.isEmpty { return chain }
            readings.append((.frames, chain))
        }
        // No type is looked for in text before other readings have failed.
        let isText = type == nil && bytes[...].isPrintable && !LineMessages.isMessage(bytes)
        let message = message(bytes, fileOffset: fileOffset, findsType: !isText)
        // Text that is a message by itself has to be fully explained by what it may stand for.
        let isMessage = message.isKnown
        for reading in PastedText.readings(of: bytes, searches: searches && !message.detection.isSound) {
            let result = open(reading, of: bytes, in: context)
            // Words that happen to be base64 are no evidence.
            let isCertain = isMessage ? result.isKnown : reading.isCertain || result.isSound
            // Digits that stand for a message are meant so, where the text itself is no message.
            let isMeant =
                !message.detection.isSound && reading.isOfDigits && !(reading.isWord && reading.form == .base64)
                && result.isWhole
            guard isCertain || isMeant || reading.isWrapping else { continue }
            readings.append((reading.form, result))
            // No other reading explains more.
            if reading.isCertain, result.isKnown { break }
        }
        readings.append((.message, message))
        readings.sort { $0.result.cost < $1.result.cost }
        var best = readings[0]
        if let rival = readings.dropFirst().first(where: { $0.form != best.form }),
            rival.result.cost - best.result.cost < Self.doubt
        {
            best.result.rival = rival.form
        }
        if searches, !context.isRest {
            if let result = written(bytes, unlessBetter: best.result) { return result }
            let isMessage = best.form == .message && best.result.detection.isSound
            let isBeside = !best.result.messages.isEmpty && best.result.isKnown
            if !isMessage, let result = documents(of: bytes, isBeside: isBeside, in: context) { return result }
        }
        if searches { addOthers(to: &best.result, from: bytes, in: context) }
        if best.form == .message {
            if isText {
                let rival = best.result.rival
                best.result = self.message(bytes, fileOffset: fileOffset)
                best.result.rival = rival
            }
            best.result.isText = bytes.count > 4 && bytes[...].isPrintable
        } else if best.result.detection.isSound {
            best.result.isText = false
        }
        return best.result
    }

    private func message(_ bytes: [UInt8], fileOffset: Int?, findsType: Bool = true) -> PeeledInput {
        let message = InputMessage(content: bytes[...], fileOffset: fileOffset)
        return result([message], stream: bytes, findsType: findsType)
    }

    func result(_ messages: [InputMessage], stream: [UInt8], findsType: Bool = true) -> PeeledInput {
        let contents = messages.map(\.content)
        let detection = findsType ? detect(contents) : detector.plainDetection(of: contents)
        let cost = detection.cost + (detection.isSound ? 0 : Self.damagePenalty)
        return PeeledInput(messages: messages, stream: stream, detection: detection, cost: cost)
    }

    private func detect(_ messages: [ArraySlice<UInt8>]) -> Detection {
        if let type { return detector.detection(of: messages, as: type) }
        guard let method else { return detector.detect(messages) }
        var given = detector.detection(of: messages, as: method.message)
        given.method = method.path
        guard !given.isSound else { return given }
        // Sides may be mixed up in what was pasted: messages that cannot be of the type are of another one.
        let found = detector.detect(messages)
        return found.isSound ? found : given
    }

    func frames(_ bytes: [UInt8], in context: Context) -> PeeledInput {
        var reader = FramePeeler(
            encoding: encoding, limit: limits.messages, fileOffset: context.fileOffset, budget: context.budget)
        reader.read(bytes[...])
        var result = result(reader.messages, stream: bytes)
        result.layers = [InputLayer(kind: .frames(reader.messages.count), length: bytes.count)]
        result.trailers = reader.trailers
        result.damage += reader.damage
        let faults = result.damage.count + reader.messages.count { $0.damage != nil }
        // Compressed bytes cost fewer bits.
        let length = reader.messages.reduce(0) { $0 + $1.content.count }
        let sent = reader.messages.reduce(0) {
            $0 + ($1.frame?.encoding == nil ? $1.content.count : $1.frame?.length ?? 0)
        }
        if length > sent { result.cost *= Double(sent) / Double(length) }
        result.cost += Self.damagePenalty * Double(faults) + 9 * Double(reader.unreadLength)
        // A prefix takes five bytes, and the length in it is no surprise.
        result.cost += 8 * Double(reader.messages.count)
        return result
    }

    /// The best of all readings of a text that is said to be of a form.
    private func text(_ bytes: [UInt8], as form: InputForm, in context: Context) -> PeeledInput? {
        let readings = PastedText.readings(of: bytes, searches: true).filter { $0.isWrapping || $0.form == form }
        let results = readings.map { open($0, of: bytes, in: context) }
        guard var best = results.min(by: { $0.cost < $1.cost }) else { return nil }
        addOthers(to: &best, from: bytes, as: form, in: context)
        return best
    }

    func open(_ reading: TextReading, of text: [UInt8], in context: Context) -> PeeledInput {
        var result: PeeledInput
        if reading.pieces.count == 1 {
            // Bytes that were found within text are not searched again; text that was unwrapped may be.
            let searches = context.searches && reading.isWrapping && reading.isCertain
            result = peel(reading.pieces[0], in: context.inside(searches: searches))
        } else {
            result = separate(reading.pieces)
        }
        result.moveLines(by: reading.linesBefore)
        result.cost += reading.leftOut
        if !reading.isWrapping { result.cost -= min(Self.textBonus, Double(text.count)) }
        return result.inside(reading.kind, length: text.count, damage: reading.damage.map { [$0] } ?? [])
    }

    /// Messages in lines of their own, which may be of different types.
    private func separate(_ messages: [[UInt8]]) -> PeeledInput {
        var result = result(messages.map { InputMessage(content: $0[...]) }, stream: Array(messages.joined()))
        guard type == nil, let each = detector.detectEach(messages.map { $0[...] }, together: result.detection) else {
            return result
        }
        for (index, detection) in each.enumerated() { result.messages[index].detection = detection }
        result.cost = each.reduce(each.allSatisfy(\.isSound) ? 0 : Self.damagePenalty) { $0 + $1.cost }
        return result
    }

    /// Messages that a text writes out in JSON or text format.
    ///
    /// - Parameter found: The best other reading of the text, which wins if it is frames, or if its type is certain and
    ///   that of the written messages is not.
    private func written(_ text: [UInt8], unlessBetter found: PeeledInput) -> PeeledInput? {
        let isKnown = !found.messages.isEmpty && found.isKnown
        guard !isKnown || found.messages[0].frame == nil, text[...].isPrintable else { return nil }
        if let written = WrittenMessages.read(text, detector, type: type) {
            let isCertain = isKnown && found.detections.allSatisfy { $0.best?.isCertain ?? false }
            return !isCertain || written.detection.best?.isCertain ?? false ? written : nil
        }
        guard !isKnown, type == nil, let each = WrittenMessages.each(of: text, detector) else { return nil }
        return result(each, stream: each.flatMap(\.content)).inside(.json, length: text.count)
    }

    /// Members of gzip data that are joined.
    private static let memberLimit = 1000

    /// Decompresses a whole input that is gzip or zlib data, or begins like zlib data.
    ///
    /// - Parameter output: The contents.
    private func inflate(
        _ bytes: [UInt8], to output: inout [UInt8], _ budget: DecompressionBudget
    ) -> (encoding: MessageEncoding, damage: InputDamage?)? {
        let input = bytes[...]
        guard let encoding = MessageEncoding(detecting: input.span) else { return nil }
        var damage: InputDamage?
        (output, damage) = budget.inflate(input, encoding, at: 0, layer: "\(encoding) data")
        // gzip data may consist of several members: https://datatracker.ietf.org/doc/html/rfc1952#section-2.2
        var members = 1
        while encoding == .gzip, let end = damage, end.reason == "trailing_compression", members < Self.memberLimit {
            let rest = input[end.offset...]
            guard MessageEncoding(detecting: rest.span) == .gzip else { break }
            let next = budget.inflate(rest, encoding, at: end.offset, layer: "\(encoding) data")
            output += next.0
            damage = next.1
            members += 1
        }
        return damage == nil || encoding == .gzip || !output.isEmpty ? (encoding, damage) : nil
    }

    /// The explanation of an input without messages.
    func explanation(_ reason: String, _ text: String, stream: [UInt8] = []) -> PeeledInput {
        var result = result([], stream: stream)
        result.damage = [InputDamage(reason: reason, offset: 0, layer: "input", message: text)]
        return result
    }
}
