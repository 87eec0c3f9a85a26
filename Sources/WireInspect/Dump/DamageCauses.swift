internal import GRPCWire
internal import ProtobufSchema
internal import ProtobufWire

/// What probably happened to a damaged input.
struct DamageCauses {
    /// Likeliest first.
    private(set) var sentences: [String] = []

    /// - Parameters:
    ///   - input: The input, or its beginning.
    ///   - type: What the messages were read as.
    ///   - givenType: The type that was asked for.
    init(
        _ input: [UInt8], _ peeled: PeeledInput, type: MessageDescriptor?, givenType: MessageDescriptor?,
        form: InputForm, detector: TypeDetector
    ) {
        if peeled.isText {
            let words = input.split(separator: 0x20)
            if words.count == 2, words[1].elementsEqual("bytes".utf8) || words[1].elementsEqual("bytes\n".utf8) {
                sentences.append(
                    "Swift describes Data by its size alone; print `data.base64EncodedString()` instead")
                return
            }
            sentences.append(
                "the input is text, but neither hexadecimal nor base64; wiredump reads what was sent, not what was "
                    + "logged about it")
            return
        }
        let bytes = input[...]
        if form == .message, let prefix = LengthPrefix(bytes.span), prefix.flags <= 1 {
            sentences.append("the input begins like a gRPC frame; leave out --as message")
        }
        if let repair = Self.repair(peeled, detector) {
            sentences.append(repair)
            return
        }
        // The first message that is damaged inside.
        for message in peeled.messages {
            let places = DamagePlaces(message.content, type).places
            guard !places.isEmpty else { continue }
            let isWhole = peeled.damage.isEmpty && message.damage == nil
            // Where bytes were replaced, lengths are wrong and tell nothing.
            if Self.replacements(message.content) > 0 {
                addReplacements(message.content)
            } else if isWhole {
                addEnds(message.content, type, places)
            }
            addLayers(message, places, isMessageGiven: form == .message)
            break
        }
        if let givenType { addType(givenType, peeled, detector) }
    }

    // MARK: Repairs

    /// More is not undone to see what comes of it.
    static let repairLimit = 1 << 20

    /// What was done to the bytes that are whole without it.
    private static func repair(_ peeled: PeeledInput, _ detector: TypeDetector) -> String? {
        guard !peeled.stream.isEmpty, peeled.stream.count <= repairLimit else { return nil }
        let peeler = Peeler(detector: detector)
        for repair in Repair.all {
            guard let bytes = repair.undo(peeled.stream) else { continue }
            let result = peeler.peelBytes(bytes)
            guard Peeler.isSound(result), !result.detection.isEmpty else { continue }
            let name = result.detection.best?.message.fullName
            let count = result.messages.count
            let what = count == 1 ? name ?? "message" : "\(count) messages\(name.map { ", \($0)" } ?? "")"
            return "\(repair.cause); undone, this is \(count == 1 ? "a whole" : "whole:") \(what)"
        }
        return nil
    }

    // MARK: Ends

    private mutating func addEnds(_ bytes: ArraySlice<UInt8>, _ type: MessageDescriptor?, _ places: [WireDamage]) {
        if places.count == 1, places[0].code == .truncated, places[0].resumed == nil {
            var reader = LevelReader(0..<bytes.count, type, WireWalker(resynchronizes: true))
            var missing = 0
            while let field = reader.next(bytes.span) { missing = field.end == bytes.count ? field.missing : 0 }
            if missing > 0 {
                let verb = missing == 1 ? "is" : "are"
                sentences.append("the capture was cut; at least \(byteCount(missing)) \(verb) missing at its end")
            } else if places[0].path.components.count <= 1, places[0].unread.upperBound == bytes.count {
                sentences.append("the capture was cut within its last field")
            }
        }
    }

    // MARK: Contents

    private mutating func addReplacements(_ bytes: ArraySlice<UInt8>) {
        let replaced = Self.replacements(bytes)
        guard replaced > 0 else { return }
        sentences.append(
            "the bytes went through a text decoder, which put EF BF BD in \(replaced == 1 ? "one place" : "\(replaced) places"); "
                + "what stood there is lost, so capture the bytes themselves")
    }

    /// How often the character U+FFFD occurs.
    private static func replacements(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.indices.dropLast(2).count { bytes[$0] == 0xEF && bytes[$0 + 1] == 0xBF && bytes[$0 + 2] == 0xBD }
    }

    /// How much of what looks compressed is decompressed to be sure.
    private static let inflatedSample = 64 << 10
    /// How much text may be a layer of its own.
    private static let textLimit = 16 << 20

    /// Wrappings that were not taken off, around the message or inside it.
    private mutating func addLayers(_ message: InputMessage, _ places: [WireDamage], isMessageGiven: Bool) {
        let bytes = message.content
        let isInFrame = message.frame != nil
        if isInFrame, let prefix = LengthPrefix(bytes.span), prefix.flags <= 1,
            Int(clamping: prefix.length) == bytes.count - LengthPrefix.size
        {
            sentences.append("the message begins with a second gRPC prefix; it was framed twice")
            return
        }
        if isInFrame || isMessageGiven, bytes.count <= Self.textLimit, TextCost.isPrintable(bytes) {
            let remedy = isMessageGiven ? "; leave out --as message" : " inside of its frame"
            if HexText(Array(bytes)) != nil {
                sentences.append("the message is still hexadecimal text\(remedy)")
                return
            } else if Base64Text(Array(bytes)) != nil {
                sentences.append("the message is still base64 text\(remedy)")
                return
            }
        }
        for place in places {
            let start = min(place.unread.isEmpty ? place.offset : place.unread.lowerBound, bytes.count)
            let rest = bytes.dropFirst(start)
            if let encoding = Self.compression(rest) {
                sentences.append(
                    start == 0
                        ? "the message is still compressed with \(encoding)"
                            + (isMessageGiven ? "; leave out --as message" : "")
                        : "\(encoding) data begins at \(message.origin.byte(start)); what stands there was not decompressed"
                )
                return
            }
            if start > 0, let prefix = LengthPrefix(rest.span), prefix.flags <= 1, prefix.length > 0,
                Int(clamping: prefix.length) <= rest.count - LengthPrefix.size
            {
                sentences.append(
                    "a gRPC prefix stands at \(message.origin.byte(start)); a frame was put where its message belongs")
                return
            }
        }
    }

    /// The name of the compression that the bytes really are the beginning of.
    private static func compression(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let encoding = MessageEncoding(detecting: bytes.span), encoding != .identity else { return nil }
        var limits = InputLimits()
        limits.inflatedLength = inflatedSample
        var room = InflationRoom(limits)
        let (output, damage) = room.inflate(bytes, encoding, at: 0, layer: "")
        // The first bytes of gzip data are not taken for it by chance; those of zlib data are.
        let isCorrupt = damage?.reason == "corrupt_compression"
        guard encoding == .gzip ? !isCorrupt || !output.isEmpty : damage == nil || !isCorrupt && !output.isEmpty else {
            return nil
        }
        return encoding == .gzip ? "gzip" : "zlib"
    }

    // MARK: Type

    private mutating func addType(_ type: MessageDescriptor, _ peeled: PeeledInput, _ detector: TypeDetector) {
        let detection = detector.detect(peeled.messages.map(\.content))
        // Damage in a message that is otherwise what it is said to be does not make it another one.
        let explained = peeled.detection.candidates.first?.explained ?? 0
        let isDoubtful = 4 * explained < 3 * peeled.detection.examined
        if isDoubtful, let best = detection.best, best.isSound, best.message != type {
            sentences.append(
                "the message is a \(best.message.fullName) without a fault, not a \(type.fullName); leave out --type")
        } else if peeled.detection.candidates.first.map({ $0.bits > peeled.detection.plainBits }) ?? false {
            sentences.append("the message is not a \(type.fullName); leave out --type to let wiredump find the type")
        }
    }
}

/// The first places at which a message is damaged.
private struct DamagePlaces: WireVisitor {
    private(set) var places: [WireDamage] = []

    /// More of them say nothing new.
    private static let limit = 16

    init(_ bytes: ArraySlice<UInt8>, _ type: MessageDescriptor?) {
        if let type, type.firstDamage(in: bytes.span) == nil { return }
        WireWalker(resynchronizes: true).walk(bytes.span, as: type, visitor: &self)
    }

    mutating func enter(_ field: WireField) -> Bool { places.count < Self.limit }
    mutating func field(_ field: WireField) {}
    mutating func damage(_ damage: WireDamage) {
        if places.count < Self.limit { places.append(damage) }
    }
}
