internal import ByteText
public import ProtobufSchema

/// Replaces what tells of persons, places and secrets by stand-ins of the same length, so that the rest can be shown to
/// others.
///
/// What is redacted is the bytes, before anything is made of them: trees, JSON and text of what comes out hold nothing of
/// what was there. Tags, lengths and the order of fields stay, and what could be decoded can be decoded still.
///
/// - Text: words become words that look alike; see the rules for fields below. Resource names keep their form, and the same
///   id has the same stand-in in names, fields, headers, tokens and sentences.
/// - Places (`google.type.LatLng`, and numbers called latitude or longitude) are all moved by the same secret distance: the
///   same place stays the same place, and tracks and routes keep their shape. Encoded polylines move with them. Whoever
///   recognises the shape of a route on a map can find the distance: do not publish long tracks that must not be found.
///   Whole degrees, and what is no latitude or longitude, are not moved: who guesses them would know the distance.
/// - Numbers with a point of which nobody knows what they mean have other digits: those of attributes, of an operator's own
///   schema, and of fields that no schema knows. Those that are as precise as degrees are moved instead, by a distance of
///   their own in each field, so that lists and series of them keep their shape.
/// - IP addresses have stand-ins with as many digits, the same in text and for the ends of a connection; ports stay.
/// - Of the text fields those stay that tell of nobody and look like it: languages, regions, names of fields and types, keys
///   of attributes; of versions, device models and names of software the words that are known. Sentences of servers
///   (`google.rpc`) keep the words of the API's vocabulary, filters their names and keywords.
/// - Enums and times stay, and integers that are small, or by name measures such as times, distances and counts. Those that
///   are ids or places by name are replaced, and so are all large ones.
/// - Fields that no schema knows: text, bytes and large integers are replaced; messages are entered. What cannot be read
///   is replaced too.
///
/// Stand-ins follow from a secret key by SipHash-2-4: the same text gives the same stand-in as long as the key is the same,
/// and without the key none can be traced back, other than by what one knows of the original (its length, its kinds of
/// characters). Short values have few stand-ins: two may then share one.
public struct Redactor: Sendable {
    let hash: SipHash
    let words: TextStandIn
    let places: PlaceShift
    let numbers: NumberStandIn

    /// With a key that nobody knows: stand-ins are the same within this run only.
    public init() {
        var generator = SystemRandomNumberGenerator()
        self.init(hash: SipHash(low: generator.next(), high: generator.next()))
    }

    /// With a key that follows from a text: the same text gives the same stand-ins in every run. Who knows it can test
    /// guesses, so keep it secret and do not make it short.
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

    /// The message with stand-ins, as long as it was. Linear.
    ///
    /// - Parameter message: The type; `nil` treats all fields as unknown ones.
    public func redact(_ bytes: [UInt8], as message: MessageDescriptor?) -> [UInt8] {
        var result = bytes
        redact(&result, as: message)
        return result
    }

    /// Puts the stand-ins where the originals are. A large message takes hardly more memory so, if nobody else holds it.
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

    /// Parts of a message that are redacted by themselves, unless a field is larger.
    private static let partLength = 1 << 20

    /// Whether the fields of a message can be redacted by themselves: an `Any` names the type of its value, a key what is
    /// beside it, and numbers of a list are coordinates by turns.
    private static func canBeParted(_ message: MessageDescriptor?) -> Bool {
        guard let message else { return true }
        return message.wellKnown != .any && message.field(named: "key") == nil
            && !message.fields.contains { $0.isRepeated && ($0.kind == .double || $0.kind == .float) }
    }

    /// The offset behind the fields of a part; the end of the message where one of them cannot be read.
    private static func endOfPart(_ bytes: [UInt8], _ start: Int) -> Int {
        let input = bytes[...]
        var cursor = WireCursor(input.span, start..<bytes.count)
        while cursor.offset < bytes.count, cursor.offset - start < partLength {
            guard cursor.next(levels: 1) != nil else { return bytes.count }
        }
        return cursor.offset
    }

    /// How many messages may lie in `Any` in one another; deeper ones are replaced as bytes.
    private static let anyLimit = 16

    func redact(_ bytes: [UInt8], as message: MessageDescriptor?, depth: Int) -> [UInt8] {
        guard depth <= Self.anyLimit else { return filler(for: bytes[...]) }
        return RedactionWalk.redacted(bytes, as: message, self, depth: depth)
    }

    /// Text with stand-ins for its words.
    public func text(_ text: String) -> String { replaced(text, .freeText) }

    /// A sentence that a server wrote: words of the API's vocabulary stay.
    public func sentence(_ text: String) -> String { replaced(text, .sentence) }

    private func replaced(_ text: String, _ mode: TextStandIn.Mode) -> String {
        var bytes = Array(text.utf8)
        words.replace(&bytes, in: bytes.indices, mode: mode)
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Bytes

    /// Other bytes in place of these, text in place of text.
    package func filler(for bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard bytes.isPrintable else { return standIn(for: Array(bytes)) }
        var result = Array(bytes)
        words.replace(&result, in: result.indices, mode: .freeText)
        return result
    }

    /// As many other bytes, of no form.
    func standIn(for bytes: [UInt8]) -> [UInt8] {
        var stream = StandInStream(seed: hash(bytes))
        return bytes.map { UInt8(stream.other(than: UInt32($0), of: 256)) }
    }

    /// The stand-in of an IP address of 4 or 16 bytes: the one that it has in text as well.
    package func address(_ address: [UInt8]) -> [UInt8] { words.addresses(address) }

    /// Bytes that could not be read. The first one stays, as it often says why; letters and digits become others, and
    /// whatever else is there keeps its highest bit only, so that varints end where they did.
    package func scrambled(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var stream = StandInStream(seed: hash(bytes))
        return bytes.enumerated().map { position, byte in
            if position == 0, !byte.isLetterOrDigit { return byte }
            if byte.isLetterOrDigit { return TextStandIn.replaced(byte, &stream) }
            return byte & 0x80 | UInt8(stream.other(than: UInt32(byte & 0x7f), of: 0x80))
        }
    }
}
