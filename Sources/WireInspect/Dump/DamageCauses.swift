internal import ByteText
internal import GRPCWire
package import ProtobufSchema
internal import ProtobufWire

/// The probable causes of damage in an input, for people.
struct DamageCauses {
    /// Likeliest first.
    private(set) var sentences: [String] = []
    /// Whether the input is text that is no message.
    private(set) var isText = false

    /// - Parameters:
    ///   - input: The input, or its beginning.
    ///   - type: The type that the messages were read as.
    ///   - options: The choices that were made by the user.
    init(
        _ input: [UInt8], _ peeled: PeeledInput, type: MessageDescriptor?, options: DumpOptions, detector: TypeDetector
    ) {
        // A shortened text says itself what is missing.
        if peeled.damage.contains(where: { $0.reason == "elided_bytes" }) { return }
        isText = Self.isNoMessage(peeled, type)
        sentences =
            isText
            ? [Self.cause(ofText: input, peeled, options, detector)]
            : Self.causes(of: peeled, in: input[...], type, options, detector)
    }

    private static func cause(
        ofText input: [UInt8], _ peeled: PeeledInput, _ options: DumpOptions, _ detector: TypeDetector
    ) -> String {
        let words = input.split(separator: 0x20)
        if words.count == 2, words[1].elementsEqual("bytes".utf8) || words[1].elementsEqual("bytes\n".utf8) {
            return "Swift describes Data by its size alone; print `data.base64EncodedString()` instead"
        }
        // Redaction changes the messages; the input is as it was read, but only its beginning is here.
        let isInput = peeled.layers.isEmpty && peeled.isRedacted
        let text = isInput ? input : peeled.messages.first?.bytes ?? []
        if Credentials.ranges(in: text[...]).contains(where: { text[$0].hasPrefix("eyJ") }) {
            return "the input has a token, which is not shown; `wiredump explain` reads its claims"
        }
        let others = "the input is text, but neither hexadecimal, nor base64, nor a message in JSON or text format"
        // Only the beginning of such an input is here, and the place where the beginning ends is no error of the input.
        if isInput, text.count > WrittenMessages.sizeLimit, options.type != nil { return others }
        return WrittenMessages.firstError(in: text, detector, type: options.type, quotes: !peeled.isRedacted) ?? others
    }

    private static func causes(
        of peeled: PeeledInput, in input: ArraySlice<UInt8>, _ type: MessageDescriptor?, _ options: DumpOptions,
        _ detector: TypeDetector
    ) -> [String] {
        var sentences: [String] = []
        if options.form == .message, let prefix = LengthPrefix(input.span), prefix.flags <= 1 {
            sentences.append("the input begins like a gRPC frame; leave out --as message")
            // If the frame is all there, the damage has no other cause.
            if Int(clamping: prefix.length) == input.count - LengthPrefix.size { return sentences }
        }
        if let repair = repair(peeled, detector) { return sentences + [repair] }
        // The first message that is damaged inside.
        for message in peeled.messages {
            let type = message.detection == nil || type == nil ? type : peeled.type(of: message)
            let found = DamagePlaces(message.content, type)
            guard !found.places.isEmpty else { continue }
            let isWhole = peeled.damage.isEmpty && message.damage == nil
            // Where bytes were replaced, lengths are wrong and tell nothing.
            let replaced = replacements(in: message.content)
            if replaced > 0 {
                sentences.append(
                    "the bytes were decoded as text, which put U+FFFD (EF BF BD) in \(counted(replaced, "place")); "
                        + "the original bytes are lost, so capture them before they are decoded")
            } else if isWhole, let cut = cut(message.content, as: type, found) {
                sentences.append(cut)
            }
            layer(of: message, found.places, isMessageGiven: options.form == .message).map { sentences.append($0) }
            break
        }
        return sentences + [options.type.flatMap { doubt(about: $0, of: peeled, detector) }].compactMap { $0 }
    }

    // MARK: Repairs

    /// The largest input that repairs are tried on, in bytes.
    static let repairLimit = 1 << 20

    /// The cause that, when it is undone, makes the bytes whole messages.
    private static func repair(_ peeled: PeeledInput, _ detector: TypeDetector) -> String? {
        guard !peeled.stream.isEmpty, peeled.stream.count <= repairLimit else { return nil }
        let peeler = Peeler(detector: detector)
        let context = Peeler.Context(budget: DecompressionBudget(limit: peeler.limits.inflatedLength))
        for repair in Repair.all {
            guard let bytes = repair.undo(peeled.stream) else { continue }
            let result = peeler.peel(bytes, in: context)
            guard result.isSound, !result.detection.isEmpty else { continue }
            let count = result.messages.count
            let messages = count == 1 ? "this is a complete message" : "these are \(count) complete messages"
            let type = result.detection.likelyType.map { " of type \($0.fullName)" } ?? ""
            return "\(repair.cause); without that, \(messages)\(type)"
        }
        return nil
    }

    // MARK: Ends

    /// Says that the message was cut at its end; `nil` where it was not.
    private static func cut(_ bytes: ArraySlice<UInt8>, as type: MessageDescriptor?, _ found: DamagePlaces) -> String? {
        guard let cut = found.cut else { return nil }
        var reader = LevelReader(0..<bytes.count, as: type, resynchronizes: true)
        var missing = 0
        while let field = reader.next(bytes.span) { missing = field.end == bytes.count ? field.missing : 0 }
        if missing > 0 {
            let verb = missing == 1 ? "is" : "are"
            return "the capture was cut; at least \(byteCount(missing)) \(verb) missing at its end"
        }
        let isInLastField = cut.path.components.count <= 1 && cut.unread.upperBound == bytes.count
        return isInLastField ? "the capture was cut within its last field" : nil
    }

    // MARK: Contents

    /// The number of times that U+FFFD stands in bytes that are UTF-8 to their end, as a text decoder leaves them.
    private static func replacements(in bytes: ArraySlice<UInt8>) -> Int {
        // The last character may be cut.
        if let end = bytes.span.firstInvalidUTF8(from: 0, before: bytes.count), bytes.count - end >= 4 { return 0 }
        return bytes.indices.dropLast(2).count { bytes[$0...].starts(with: [0xEF, 0xBF, 0xBD]) }
    }

    /// The most bytes that are decompressed to see whether data is compressed.
    private static let inflatedSample = 64 << 10
    /// The longest text that is tried as hexadecimal or base64, in bytes.
    private static let textLimit = 16 << 20

    /// Names a layer that was not taken off, around the message or inside it; `nil` where there is none.
    private static func layer(of message: InputMessage, _ places: [WireDamage], isMessageGiven: Bool) -> String? {
        let bytes = message.content
        let isInFrame = message.frame != nil
        if isInFrame, let prefix = LengthPrefix(bytes.span), prefix.flags <= 1,
            Int(clamping: prefix.length) == bytes.count - LengthPrefix.size
        {
            return "the message begins with a second gRPC prefix; it was framed twice"
        }
        if isInFrame || isMessageGiven, bytes.count <= textLimit, bytes.isPrintable,
            let reading = PastedText.direct(bytes.trimmed).first(where: \.isOfDigits)
        {
            let remedy = isMessageGiven ? "; leave out --as message" : " inside of its frame"
            return "the message is still \(reading.form.digits) text\(remedy)"
        }
        for place in places {
            let start = min(place.unread.isEmpty ? place.offset : place.unread.lowerBound, bytes.count)
            let rest = bytes.dropFirst(start)
            guard let encoding = compression(rest) else { continue }
            let remedy = isMessageGiven ? "; leave out --as message" : ""
            return start == 0
                ? "the message is still compressed with \(encoding)\(remedy)"
                : "\(encoding) data begins at \(message.origin.byte(start)); what stands there was not decompressed"
        }
        return nil
    }

    /// The name of the compression, if the bytes begin with data that can be decompressed.
    private static func compression(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let encoding = MessageEncoding(detecting: bytes.span) else { return nil }
        let (output, damage) = DecompressionBudget(limit: inflatedSample).inflate(bytes, encoding, at: 0, layer: "")
        // The first bytes of gzip data are not taken for it by chance; those of zlib data are.
        let isCorrupt = damage?.reason == "corrupt_compression"
        guard encoding == .gzip ? !isCorrupt || !output.isEmpty : damage == nil || !isCorrupt && !output.isEmpty else {
            return nil
        }
        return encoding == .gzip ? "gzip" : "zlib"
    }

    // MARK: Type

    /// Whether an input is text, and no message of the type that it would be read as.
    static func isNoMessage(_ peeled: PeeledInput, _ type: MessageDescriptor?) -> Bool {
        guard peeled.isText, peeled.messages.count == 1, let first = peeled.detection.candidates.first, first.isCertain,
            4 * first.explained > 3 * peeled.detection.examined
        else { return peeled.isText }
        // A message that looks like text may have been cut within one of its strings.
        return DamagePlaces(peeled.messages[0].content, type).cut == nil
    }

    /// Why the messages are hardly of the type that was given; `nil` where they may be.
    private static func doubt(
        about type: MessageDescriptor, of peeled: PeeledInput, _ detector: TypeDetector
    ) -> String? {
        if let better = detector.better(than: type, in: peeled) {
            return
                "the message can be read as \(better.fullName) without an error, but not as \(type.fullName); leave out --type"
        }
        let isUnlikely = peeled.detection.candidates.first.map { $0.bits > peeled.detection.plainBits } ?? false
        return isUnlikely
            ? "the message does not look like \(type.fullName); leave out --type to let wiredump find the type" : nil
    }
}

/// The first two places at which a message is damaged; a third says nothing new.
private struct DamagePlaces: WireVisitor {
    private(set) var places: [WireDamage] = []

    init(_ bytes: ArraySlice<UInt8>, _ type: MessageDescriptor?) {
        if let type, type.firstDamage(in: bytes.span) == nil { return }
        WireWalker(resynchronizes: true).walk(bytes.span, as: type, visitor: &self)
    }

    /// The only damage, if it is that the message ends too early.
    var cut: WireDamage? {
        places.count == 1 && places[0].resumed == nil && places[0].code == .truncated ? places[0] : nil
    }

    mutating func enter(_ field: WireField) -> Bool { places.count < 2 }
    mutating func field(_ field: WireField) {}
    mutating func damage(_ damage: WireDamage) {
        if places.count < 2 { places.append(damage) }
    }
}

extension PeeledInput {
    /// Whether the input is text in which there is no message.
    ///
    /// - Parameter type: The type that was asked for; otherwise the one that was found counts.
    package func isNoMessage(as type: MessageDescriptor? = nil) -> Bool {
        !detection.isSound && DamageCauses.isNoMessage(self, type ?? detection.best?.message)
    }
}
