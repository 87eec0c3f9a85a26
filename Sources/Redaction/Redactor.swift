internal import ByteText
public import ProtobufSchema

/// Replaces values that tell of persons, places and secrets by stand-ins of the same length, so that the rest of a message
/// can be shown to others.
///
/// Redaction changes the bytes of a message before anything is made of them, so that no tree, JSON or text can show an
/// original value. Tags, lengths and the order of fields stay: a message that could be decoded still can.
///
/// - Text: words become other words of the same shape. Resource names keep their form, and an id has the same stand-in in
///   names, fields, headers, tokens and sentences.
/// - Places (`google.type.LatLng`, encoded polylines, and numbers named latitude or longitude) all move by the same secret
///   distance, so that equal places stay equal and routes keep their shape. A reader who recognizes the shape of a route on a
///   map can find the distance: do not publish long tracks that must not be found. Whole degrees get other digits instead,
///   as a reader who guesses them would learn the distance.
/// - Floating-point numbers of unknown meaning (in attributes, in an operator's own schema, in unknown fields) get other
///   digits. Numbers as precise as degrees move instead, by a distance that differs from field to field.
/// - IP addresses have stand-ins with as many digits, the same in text and in the endpoints of a connection; ports stay.
/// - Harmless text stays if it has the form that its field promises: languages, regions, names of fields and types, keys of
///   attributes, known words in versions, device models and names of software. Sentences of servers (`google.rpc`) keep the
///   words of the API's vocabulary, filters keep names and keywords.
/// - Enum values and times stay, as do small integers and integers named after a measure such as a time, a distance or a
///   count. Integers named after an id or a place are replaced, and so are all other large integers.
/// - Unknown fields: text, bytes and large integers are replaced; messages are entered. Damaged bytes are replaced, too.
///
/// Stand-ins are made from a secret key by SipHash-2-4: with the same key the same text has the same stand-in. Without the
/// key a stand-in tells no more than the length and the kinds of characters of the original. Two short values may share a
/// stand-in, as there are few of that length.
public struct Redactor: Sendable {
    let hash: SipHash
    let words: TextStandIn
    let places: PlaceShift
    let numbers: NumberStandIn

    /// Makes a redactor with a random key, so that stand-ins are the same within this run only.
    public init() {
        var generator = SystemRandomNumberGenerator()
        self.init(hash: SipHash(low: generator.next(), high: generator.next()))
    }

    /// Makes a redactor with a key derived from a text, so that stand-ins are the same in every run with this text. Anybody
    /// who knows the text can test guesses: keep it secret and long.
    public init(key: String) {
        let text = Array(key.utf8)
        self.init(hash: SipHash(low: SipHash(low: 1, high: 2)(text), high: SipHash(low: 3, high: 4)(text)))
    }

    private init(hash: SipHash) {
        self.hash = hash
        words = TextStandIn(hash: hash)
        var stream = StandInStream(seed: hash(Array("places".utf8)))
        places = PlaceShift(&stream)
        numbers = NumberStandIn(hash: hash)
    }

    /// The message with stand-ins, of the same length. Linear.
    ///
    /// - Parameter message: The type; `nil` treats all fields as unknown ones.
    public func redact(_ bytes: [UInt8], as message: MessageDescriptor?) -> [UInt8] {
        var result = bytes
        redact(&result, as: message)
        return result
    }

    /// Replaces values in place, which takes little memory for a large message as long as the array has one owner.
    ///
    /// - Parameter message: The type; `nil` treats all fields as unknown ones.
    public func redact(_ bytes: inout [UInt8], as message: MessageDescriptor?) {
        guard Self.canBeParted(message) else {
            bytes = redact(bytes, as: message, depth: 0)
            return
        }
        var start = 0
        while start < bytes.count {
            let end = Self.endOfPart(bytes, start)
            let part = redact(Array(bytes[start..<end]), as: message, depth: 0)
            bytes.replaceSubrange(start..<end, with: part)
            start = end
        }
    }

    /// Bytes per part of a message that is redacted in parts. A part is larger where a field is.
    private static let partLength = 1 << 20

    /// Whether the fields of a message can be redacted independently. They cannot in an `Any`, whose first field names the
    /// type of the second, beside a key, and in lists of numbers, which may be latitudes and longitudes in turn.
    private static func canBeParted(_ message: MessageDescriptor?) -> Bool {
        guard let message else { return true }
        return message.wellKnown != .any && message.field(named: "key") == nil
            && !message.fields.contains { $0.isRepeated && ($0.kind == .double || $0.kind == .float) }
    }

    /// The end of the part that begins at `start`; the end of the message where a field cannot be read.
    private static func endOfPart(_ bytes: [UInt8], _ start: Int) -> Int {
        let input = bytes[...]
        var cursor = WireCursor(input.span, start..<bytes.count)
        while cursor.offset < bytes.count, cursor.offset - start < partLength {
            guard cursor.next(levels: 1) != nil else { return bytes.count }
        }
        return cursor.offset
    }

    /// How deep messages in `Any` may nest; the content of a deeper one is replaced as bytes.
    private static let anyLimit = 16

    func redact(_ bytes: [UInt8], as message: MessageDescriptor?, depth: Int) -> [UInt8] {
        guard depth <= Self.anyLimit else { return filler(for: bytes[...]) }
        return RedactionWalk.redacted(bytes, as: message, self, depth: depth)
    }

    /// The text with stand-ins for all words.
    public func text(_ text: String) -> String { replaced(text, .freeText) }

    /// The sentence of a server with stand-ins for all words but those of the API's vocabulary.
    public func sentence(_ text: String) -> String { replaced(text, .sentence) }

    private func replaced(_ text: String, _ mode: TextStandIn.Mode) -> String {
        var bytes = Array(text.utf8)
        words.replace(&bytes, in: bytes.indices, mode: mode)
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Bytes

    /// A stand-in for bytes of unknown form: text for text, other bytes for other bytes.
    package func filler(for bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard bytes.isPrintable else { return standIn(for: Array(bytes)) }
        var result = Array(bytes)
        words.replace(&result, in: result.indices, mode: .freeText)
        return result
    }

    /// As many pseudorandom bytes.
    func standIn(for bytes: [UInt8]) -> [UInt8] {
        var stream = StandInStream(seed: hash(bytes))
        return bytes.map { UInt8(stream.other(than: UInt32($0), of: 256)) }
    }

    /// The stand-in of an IP address of 4 or 16 bytes, which is the same as in text.
    package func address(_ address: [UInt8]) -> [UInt8] { words.addresses(address) }

    /// The stand-in of bytes that could not be read. The first byte stays unless it is a letter or digit, as it often tells
    /// the cause; letters and digits become others; any other byte keeps its highest bit, so that varints keep their ends.
    package func scrambled(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var stream = StandInStream(seed: hash(bytes))
        return bytes.enumerated().map { position, byte in
            if position == 0, !byte.isLetterOrDigit { return byte }
            if byte.isLetterOrDigit { return TextStandIn.replaced(byte, &stream) }
            return byte & 0x80 | UInt8(stream.other(than: UInt32(byte & 0x7f), of: 0x80))
        }
    }
}
