internal import ByteText
public import GRPCWire
public import ProtobufSchema

/// Takes the layers off an input until messages are left: text, compression, what networks put around, gRPC frames, in
/// any nesting.
///
/// What is certain decides at once: no protobuf message begins with a byte 0 or 1, a gRPC frame always does; compressed
/// data has checksums; the lengths of frames and packets add up. Where several readings are possible (digits can be
/// hexadecimal, base64 or a message that happens to be text), each is tried, and the one that explains the input with the
/// fewest bits wins: see ``TypeDetector``.
public struct Peeler: Sendable {
    public var detector: TypeDetector
    /// The type of the messages, if it is known; it makes the choice among readings surer.
    public var type: MessageDescriptor?
    /// What a set flag byte of a frame means; `nil` tells gzip and zlib apart by their first bytes.
    public var encoding: MessageEncoding?
    public var limits = InputLimits()

    public init(detector: TypeDetector) {
        self.detector = detector
    }

    /// Takes `input` apart. Never fails: what no reading explains is a damaged message.
    ///
    /// - Parameter form: What the outermost layer is; the layers inside are found in any case.
    public func peel(_ input: consuming [UInt8], as form: InputForm = .auto) -> PeeledInput {
        var room = InflationRoom(limits)
        return switch form {
        case .auto: peel(consume input, level: 0, fileOffset: 0, searches: true, &room)
        case .message: message(input, fileOffset: 0)
        case .frames: frames(input, fileOffset: 0, &room)
        case .hex: text(input, as: .hex, &room) ?? failure(input, .hex, "hexadecimal text")
        case .base64: text(input, as: .base64, &room) ?? failure(input, .base64, "base64 text")
        }
    }

    /// Takes bytes apart that are no text.
    func peelBytes(_ bytes: consuming [UInt8]) -> PeeledInput {
        var room = InflationRoom(limits)
        var inside: [UInt8] = []
        if let outer = inflate(bytes, to: &inside, &room) {
            let result = peel(consume inside, level: 1, fileOffset: nil, searches: outer.isCertain, &room)
            if outer.isCertain || Self.isConvincing(result) { return outer.around(result) }
        }
        let isFramed = bytes.first.map { $0 <= 1 } ?? false
        return isFramed ? frames(bytes, fileOffset: nil, &room) : message(bytes, fileOffset: nil)
    }

    // MARK: Readings

    /// Bits by which a reading through text has to lose before another one is preferred: the text itself is evidence.
    private static let textBonus = 24.0
    /// Readings that are closer than this are worth mentioning.
    private static let doubt = 16.0
    /// What is charged for each frame that is damaged, and for messages that are: the cleanest reading is preferred.
    private static let damageFine = 40.0

    /// - Parameter searches: Whether bytes are looked for within other text.
    func peel(
        _ bytes: consuming [UInt8], level: Int, fileOffset: Int?, searches: Bool, _ room: inout InflationRoom
    ) -> PeeledInput {
        guard let first = bytes.first, level < limits.layers else { return message(bytes, fileOffset: fileOffset) }
        var inside: [UInt8] = []
        if let outer = inflate(bytes, to: &inside, &room) {
            // Not both are kept while what is inside is taken apart, unless the outer one may be needed again.
            if outer.isCertain { bytes = [] }
            let result = peel(consume inside, level: level + 1, fileOffset: nil, searches: outer.isCertain, &room)
            if outer.isCertain || Self.isConvincing(result) { return outer.around(result) }
        }
        if let result = transported(bytes, level: level, fileOffset: fileOffset, searches: searches, &room) {
            return result
        }
        var readings: [(form: InputForm, result: PeeledInput)] = []
        if first <= 1 || FramePeeler.beginsWithTrailers(bytes) {
            let chain = frames(bytes, fileOffset: fileOffset, &room)
            // Lengths that add up to the last byte are no chance, and a bare message would be a damaged one.
            if chain.damage.isEmpty { return chain }
            readings.append((.frames, chain))
        } else if announcesRest(bytes) {
            readings.append((.frames, frames(bytes, fileOffset: fileOffset, &room, ignoringFirstFlag: true)))
        }
        let message = message(bytes, fileOffset: fileOffset)
        // Text that is a message by itself has to be fully explained by what it may stand for.
        let isMessage = Self.isKnown(message)
        let texts = PastedText.readings(of: bytes, searches: searches && !message.detection.isSound)
        for reading in texts.first?.isBlock == true ? texts[..<1] : texts[...] {
            let result =
                reading.isBlock
                ? blocks(texts, bytes, level: level, searches: searches, &room)
                : open(reading, bytes, level: level, searches: searches, &room)
            // Words that happen to be base64 mean nothing by it.
            let isCertain = isMessage ? Self.isKnown(result) : reading.isCertain || Self.isSound(result)
            // Digits that are a message mean it, where the text itself is none.
            let isMeant =
                !message.detection.isSound && reading.isOfDigits && !(reading.isWord && reading.form == .base64)
                && Self.isWhole(result)
            guard isCertain || isMeant || reading.isWrapping else { continue }
            readings.append((reading.form, result))
        }
        readings.append((.message, message))
        readings.sort { $0.result.cost < $1.result.cost }
        var best = readings[0]
        if let rival = readings.dropFirst().first(where: { $0.form != best.form }),
            rival.result.cost - best.result.cost < Self.doubt
        {
            best.result.rival = rival.form
        }
        if !Self.isSound(best.result), let result = deflated(bytes, level: level, &room) { return result }
        if searches, let result = written(bytes, unlessBetter: best.result) { return result }
        if searches { addOthers(to: &best.result, in: bytes, level: level, &room) }
        if best.form == .message {
            best.result.isText = bytes.count > 4 && TextCost.isPrintable(bytes[...])
        } else if best.result.detection.isSound {
            best.result.isText = false
        }
        return best.result
    }

    /// Whether there are messages, and no fault in them or around.
    private static func isWhole(_ result: PeeledInput) -> Bool {
        result.damage.isEmpty && !result.messages.isEmpty && result.detection.isSound
            && result.messages.allSatisfy { $0.damage == nil }
    }

    /// Whether all bytes belong to fields of a type, without a fault.
    static func isKnown(_ result: PeeledInput) -> Bool {
        guard result.damage.isEmpty, result.messages.allSatisfy({ $0.damage == nil }) else { return false }
        return result.detections.allSatisfy { detection in
            detection.best.map { $0.isSound && $0.explained == detection.examined } ?? false
        }
    }

    /// Whether messages were found that hardly come about by chance.
    static func isSound(_ result: PeeledInput) -> Bool {
        guard result.damage.isEmpty, result.messages.allSatisfy({ $0.damage == nil }) else { return false }
        let detections = result.detections
        return isKnown(result) || detections.allSatisfy(\.isSound) && result.detection.length >= chanceLength
    }

    /// Whether most of what was found, damaged or not, is what a type expects.
    static func isConvincing(_ result: PeeledInput) -> Bool {
        let explained = result.detections.reduce(0) { $0 + ($1.best?.explained ?? 0) }
        let examined = result.detections.reduce(0) { $0 + $1.examined }
        return result.detection.length >= chanceLength && 4 * explained >= 3 * examined
    }

    /// Bytes that are hardly a message by chance.
    private static let chanceLength = 12

    /// Whether bytes 1 to 4 announce exactly the bytes behind them: a frame whose flag byte is damaged.
    private func announcesRest(_ bytes: [UInt8]) -> Bool {
        let input = bytes[...]
        guard let prefix = LengthPrefix(input.span) else { return false }
        return Int(clamping: prefix.length) == bytes.count - LengthPrefix.size
    }

    private func message(_ bytes: [UInt8], fileOffset: Int?) -> PeeledInput {
        let message = InputMessage(content: bytes[...], fileOffset: fileOffset)
        return result([message], stream: bytes)
    }

    func result(_ messages: [InputMessage], stream: [UInt8]) -> PeeledInput {
        let detection = detect(messages.map(\.content))
        let cost = detection.cost + (detection.isSound ? 0 : Self.damageFine)
        return PeeledInput(
            layers: [], messages: messages, stream: stream, damage: [], trailers: [], detection: detection, cost: cost)
    }

    private func detect(_ messages: [ArraySlice<UInt8>]) -> Detection {
        guard let type else { return detector.detect(messages) }
        return detector.detection(of: messages, as: type)
    }

    private func frames(
        _ bytes: [UInt8], fileOffset: Int?, _ room: inout InflationRoom, ignoringFirstFlag: Bool = false
    ) -> PeeledInput {
        let reader = FramePeeler(
            bytes, encoding: encoding, room: &room, limit: limits.messages, fileOffset: fileOffset,
            ignoringFirstFlag: ignoringFirstFlag)
        var result = result(reader.messages, stream: bytes)
        result.layers = [InputLayer(.frames(reader.messages.count), length: bytes.count)]
        result.trailers = reader.trailers
        result.damage += reader.damage
        let faults = result.damage.count + reader.messages.count { $0.damage != nil }
        result.cost *= Self.compression(reader.messages)
        result.cost += Self.damageFine * Double(faults) + 9 * Double(reader.unreadLength)
        // A prefix takes five bytes, of which the length is foretold.
        result.cost += 8 * Double(reader.messages.count)
        return result
    }

    /// How much shorter the messages were in their frames: what compression says in fewer bytes costs fewer bits.
    private static func compression(_ messages: [InputMessage]) -> Double {
        let length = messages.reduce(0) { $0 + $1.content.count }
        let sent = messages.reduce(0) { $0 + ($1.frame?.encoding == nil ? $1.content.count : $1.frame?.length ?? 0) }
        return length > sent ? Double(sent) / Double(length) : 1
    }

    /// The best of all readings of a text that is said to be of a form.
    private func text(_ bytes: [UInt8], as form: InputForm, _ room: inout InflationRoom) -> PeeledInput? {
        var results: [PeeledInput] = []
        let texts = PastedText.readings(of: bytes, searches: true)
        if texts.first?.isBlock == true { return blocks(texts, bytes, as: form, level: 0, searches: true, &room) }
        for reading in texts where reading.isWrapping || reading.form == form {
            results.append(open(reading, bytes, level: 0, searches: true, &room))
        }
        guard var best = results.min(by: { $0.cost < $1.cost }) else { return nil }
        addOthers(to: &best, in: bytes, as: form, level: 0, &room)
        return best
    }

    func open(
        _ reading: TextReading, _ text: [UInt8], level: Int, searches: Bool, _ room: inout InflationRoom
    ) -> PeeledInput {
        var result: PeeledInput
        if reading.pieces.count == 1 {
            // What was found within text is not searched again; what text was wrapped in may be.
            result = peel(
                reading.pieces[0], level: level + 1, fileOffset: nil,
                searches: searches && reading.isWrapping && reading.isCertain, &room)
        } else {
            result = separate(reading.pieces)
        }
        result.layers.insert(InputLayer(reading.kind, length: text.count), at: 0)
        result.moveLines(by: reading.linesBefore)
        if let damage = reading.damage { result.damage.insert(damage, at: 0) }
        if !reading.ending.isEmpty { result.ending = reading.ending }
        result.cost += reading.leftOut
        if !reading.isWrapping { result.cost -= min(Self.textBonus, Double(text.count)) }
        return result
    }

    /// Messages that stand in a line each, and may be of different types.
    private func separate(_ messages: [[UInt8]]) -> PeeledInput {
        var result = result(messages.map { InputMessage(content: $0[...]) }, stream: Array(messages.joined()))
        guard type == nil, let each = detector.detectEach(messages.map { $0[...] }, together: result.detection) else {
            return result
        }
        for (index, detection) in each.enumerated() { result.messages[index].detection = detection }
        result.cost = each.reduce(each.allSatisfy(\.isSound) ? 0 : Self.damageFine) { $0 + $1.cost }
        return result
    }

    /// Messages that are written out in a text, where the text is nothing else.
    ///
    /// - Parameter found: What else the text can be read as. Frames are no chance, and a type that is certain is none if
    ///   that of what is written out is not.
    private func written(_ text: [UInt8], unlessBetter found: PeeledInput) -> PeeledInput? {
        let isKnown = !found.messages.isEmpty && Self.isKnown(found)
        guard !isKnown || found.messages[0].frame == nil, TextCost.isPrintable(text[...]) else { return nil }
        if let written = WrittenMessages(text, detector, type: type) {
            let isCertain = isKnown && found.detections.allSatisfy { $0.best?.isCertain ?? false }
            guard !isCertain || written.detection.best?.isCertain ?? false else { return nil }
            var result = result(written, length: text.count)
            if type == nil { result.written = text }
            return result
        }
        guard !isKnown else { return nil }
        if type == nil, let each = WrittenMessages.each(of: text, detector) { return result(each, length: text.count) }
        // Behind what a log or a program has before it.
        let piece = Surroundings.enclosed(text[...]).brackets.first { $0.first == UInt8(ascii: "{") }
        guard let piece, text[...].trimmed.first != UInt8(ascii: "{"),
            let written = WrittenMessages(Array(piece), detector, type: type)
        else { return nil }
        var result = result(written, length: piece.count)
        result.layers.insert(InputLayer(.wrapping(.label), length: text.count), at: 0)
        return result
    }

    private func result(_ written: WrittenMessages, length: Int) -> PeeledInput {
        PeeledInput(
            layers: [InputLayer(written.kind, length: length)],
            messages: written.messages.map { InputMessage(content: $0[...]) }, stream: Array(written.messages.joined()),
            damage: [], trailers: [], detection: written.detection, cost: written.detection.cost)
    }

    /// Messages that are written out, of different types.
    private func result(_ each: [WrittenMessages], length: Int) -> PeeledInput {
        let bytes = each.flatMap(\.messages)
        var result = result(bytes.map { InputMessage(content: $0[...]) }, stream: Array(bytes.joined()))
        for (index, one) in each.enumerated() { result.messages[index].detection = one.detection }
        result.layers = [InputLayer(each[0].kind, length: length)]
        return result
    }

    /// Members of gzip data that are put together.
    private static let memberLimit = 1000

    /// Compressed data that was a whole input.
    private struct CompressedLayer {
        let layer: InputLayer
        let damage: InputDamage?
        /// Otherwise it has to become messages.
        let isCertain: Bool

        func around(_ inside: consuming PeeledInput) -> PeeledInput {
            inside.layers.insert(layer, at: 0)
            if let damage { inside.damage.insert(damage, at: 0) }
            return inside
        }
    }

    /// A whole input that is gzip or zlib data. What merely begins like zlib data and is damaged then is not certain.
    ///
    /// - Parameter output: What is inside.
    private func inflate(
        _ bytes: [UInt8], to output: inout [UInt8], _ room: inout InflationRoom
    ) -> CompressedLayer? {
        let input = bytes[...]
        guard let encoding = MessageEncoding(detecting: input.span), encoding != .identity else { return nil }
        var damage: InputDamage?
        (output, damage) = room.inflate(input, encoding, at: 0, layer: "\(encoding) data")
        // gzip data may consist of several members: https://datatracker.ietf.org/doc/html/rfc1952#section-2.2
        var members = 1
        while encoding == .gzip, let end = damage, end.reason == "trailing_compression", members < Self.memberLimit {
            let rest = input[end.offset...]
            guard MessageEncoding(detecting: rest.span) == .gzip else { break }
            let next = room.inflate(rest, encoding, at: end.offset, layer: "\(encoding) data")
            output += next.0
            damage = next.1
            members += 1
        }
        let isCertain = damage == nil || encoding == .gzip
        guard isCertain || !output.isEmpty else { return nil }
        let name = encoding == .gzip ? "gzip" : "zlib"
        return CompressedLayer(
            layer: InputLayer(.compressed(name), length: bytes.count), damage: damage, isCertain: isCertain)
    }

    /// A whole input that is deflate data without zlib's header: it has to end where the data does, and to become messages
    /// without a fault.
    private func deflated(_ bytes: [UInt8], level: Int, _ room: inout InflationRoom) -> PeeledInput? {
        let input = bytes[...]
        guard MessageEncoding(detecting: input.span) == nil else { return nil }
        let (output, damage) = room.inflate(input, .deflate, at: 0, layer: "deflate data")
        guard damage == nil, !output.isEmpty else { return nil }
        var result = peel(output, level: level + 1, fileOffset: nil, searches: false, &room)
        guard Self.isSound(result) else { return nil }
        result.layers.insert(InputLayer(.compressed("raw deflate"), length: bytes.count), at: 0)
        return result
    }

    /// The text is not what it was said to be.
    private func failure(_ bytes: [UInt8], _ form: InputForm, _ name: String) -> PeeledInput {
        var result = result([], stream: bytes)
        result.damage = [
            InputDamage("not_\(form.rawValue)", offset: 0, layer: "input", "the input is not \(name)")
        ]
        return result
    }
}
