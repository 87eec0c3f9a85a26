internal import ByteText
public import ProtobufSchema

/// Replaces values that tell of persons, places and secrets by stand-ins of the same length, so that the rest of a message
/// can be shown to others.
///
/// Redaction changes the bytes of a message before anything is made of them, so that no tree, JSON or text can show an
/// original value. Tags, lengths and the order of fields stay: a message that could be decoded still can.
///
/// # What stays
///
/// A value stays only where its meaning is certain: its field is one of Google's schema, and it has the form that the values
/// of this field have. That holds for states, counts, distances, speeds and accuracies, times, versions of three short
/// numbers, names of fields in masks, filters and errors, types in an `Any`, and known reasons of errors. ``sentence(_:)``,
/// ``header(_:_:)`` and ``token(_:)`` say what stays of these. Whole numbers from 0 to 127 stay everywhere, and the ids of
/// ``kept``. Times stay, so that the hours of work tell the time zone roughly.
///
/// # What is replaced
///
/// Everything else, above all each value of a field that no schema knows or that is one of somebody's own schema,
/// whatever its name. The type of a message has to be certain; a message of unknown type is redacted without one.
///
/// - Words become other words of the same shape and length. Resource names keep their form, and an id has the same stand-in
///   in names, fields, headers, tokens and sentences. A stand-in tells the length of a word and its kinds of characters;
///   who has much text can tell common words by how often their stand-ins occur.
/// - Places, also those in encoded polylines, move by a rotation of the globe, and directions with them: see
///   `PlaceRotation` for what that promises. Altitudes are replaced. A direction that takes one byte, from 0 to 127
///   degrees, takes one byte afterwards.
/// - Other numbers become numbers that have nothing in common with them but equality.
/// - IP addresses become private ones; loopback addresses and ports stay.
///
/// # Keys
///
/// Stand-ins are made from a secret key by SipHash-2-4: with the same key the same text has the same stand-in. Two short
/// values may share a stand-in, as there are few of that length. Who knows the key can test guesses.
public struct Redactor: Sendable {
    let hash: SipHash
    private(set) var places: PlaceRotation

    /// The ids that stay, none unless set.
    public var kept = KeptIDs()

    /// Makes a redactor with a random key, so that stand-ins are the same within this run only.
    public init() {
        self.init(hash: SipHash(low: .random(in: 0 ... .max), high: .random(in: 0 ... .max)))
    }

    /// Makes a redactor whose stand-ins, and whose rotation of places, are the same with the same key.
    ///
    /// - Parameter key: 32 bytes that nobody can guess. Bytes of a password have to be derived from it slowly, by scrypt for
    ///   instance.
    public init(key: [UInt8]) {
        self.init(hash: SipHash(low: SipHash(low: 1, high: 2)(key), high: SipHash(low: 3, high: 4)(key)))
    }

    private init(hash: SipHash) {
        self.hash = hash
        places = PlaceRotation(
            hash: SipHash(low: hash("places 1".utf8.map { $0 }), high: hash("places 2".utf8.map { $0 })))
    }

    /// Places move by another, random rotation from now on: for the next file, so that a place that is known in one file
    /// tells nothing of those in another.
    public mutating func moveElsewhere() {
        places = PlaceRotation(hash: SipHash(low: .random(in: 0 ... .max), high: .random(in: 0 ... .max)))
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
    /// - Parameters:
    ///   - message: The type; `nil` treats all fields as unknown ones.
    ///   - isCertain: Whether the type is beyond doubt. Of one that is only likely the structure is kept, and no value because
    ///     of the field that it stands in, but for times.
    public func redact(_ bytes: inout [UInt8], as message: MessageDescriptor?, isCertain: Bool = true) {
        // That plain text is a message of unknown type would be a guess.
        if message == nil || !isCertain, bytes[...].isPrintable {
            return replaceWords(&bytes, in: bytes.indices, mode: .words)
        }
        // The first field of an `Any` names the type of the second one, and a place needs both of its fields.
        let canBeParted = message.map { $0.wellKnown != .any && !$0.fields.contains { $0.kind == .double } } ?? true
        guard canBeParted else {
            bytes = RedactionWalk.redacted(bytes, as: message, isCertain: isCertain, self)
            return
        }
        var start = 0
        while start < bytes.count {
            let end = Self.endOfPart(bytes, start)
            let part = RedactionWalk.redacted(Array(bytes[start..<end]), as: message, isCertain: isCertain, self)
            bytes.replaceSubrange(start..<end, with: part)
            start = end
        }
    }

    /// Bytes per part of a message that is redacted in parts. A part is larger where a field is.
    private static let partLength = 1 << 20

    /// The end of the part that begins at `start`; the end of the message where a field cannot be read.
    private static func endOfPart(_ bytes: [UInt8], _ start: Int) -> Int {
        var cursor = WireCursor(bytes.span, start..<bytes.count)
        while cursor.offset < bytes.count, cursor.offset - start < partLength {
            guard cursor.next(levels: 1) != nil else { return bytes.count }
        }
        return cursor.offset
    }

    /// The text with stand-ins for all words.
    public func text(_ text: String) -> String {
        String(decoding: replaced(Array(text.utf8), .words), as: UTF8.self)
    }

    /// The sentence of a server with stand-ins for all words but names of fields and constants of Google's schema, the words of
    /// an error that FleetErrors knows, Fleet Engine's host and the names of Google's permissions.
    public func sentence(_ text: String) -> String {
        String(decoding: replaced(Array(text.utf8), .names), as: UTF8.self)
    }

    /// The text with stand-ins for its words.
    func replaced(_ text: [UInt8], _ mode: WordMode) -> [UInt8] {
        var text = text
        replaceWords(&text, in: text.indices, mode: mode)
        return text
    }

    // MARK: Bytes

    /// A stand-in for bytes of unknown form: text for text, other bytes for other bytes.
    package func filler(for bytes: ArraySlice<UInt8>) -> [UInt8] {
        bytes.isPrintable ? replaced(Array(bytes), .words) : standIn(for: bytes)
    }

    /// As many pseudorandom bytes.
    ///
    /// - Parameter isShaped: A letter becomes a letter, a digit a digit, and any other byte keeps its highest bit.
    func standIn(for bytes: some RandomAccessCollection<UInt8>, isShaped: Bool = false) -> [UInt8] {
        var stream = StandInStream(seed: hash(bytes))
        var result: [UInt8]
        repeat {
            result = bytes.map { byte in
                if isShaped, byte.isLetterOrDigit { return Self.replaced(byte, &stream) }
                let kept = isShaped ? byte & 0x80 : 0
                return kept | UInt8(stream.number(insteadOf: UInt32(byte ^ kept), below: isShaped ? 0x80 : 0x100))
            }
        } while stream.isOriginal
        return result
    }

    /// A private IP address for one of 4 or 16 bytes; loopback and unspecified addresses stay.
    package func address(_ address: [UInt8]) -> [UInt8] {
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
        switch address.count {
        case 4: return address[0] == 127 || address == [0, 0, 0, 0] ? address : [10] + standIn(for: address)[1...]
        case 16 where address.starts(with: mapped): return mapped + self.address(Array(address[12...]))
        case 16:
            let isOwn = address.dropLast().allSatisfy { $0 == 0 } && address[15] <= 1
            return isOwn ? address : [0xfd] + standIn(for: address)[1...]
        default: return standIn(for: address)
        }
    }

    /// The stand-in of bytes that could not be read. The first byte stays unless it is a letter or digit, as it often tells
    /// the cause; letters and digits become others; any other byte keeps its highest bit, so that varints keep their ends.
    package func scrambled(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let head = bytes.prefix(1).filter { !$0.isLetterOrDigit }
        return head + standIn(for: bytes.dropFirst(head.count), isShaped: true)
    }
}
