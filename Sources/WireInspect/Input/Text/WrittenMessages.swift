internal import ByteText
internal import ProtobufSchema

/// Messages that are written out field by field, as logs and debuggers show them: in ProtoJSON or in text format.
///
/// Only where each member is a field of the type: what merely resembles a message has to be converted by someone who knows.
struct WrittenMessages {
    /// What the text is read as, of each type that it fits, best first; and the bytes of the best.
    let detection: Detection
    let messages: [[UInt8]]
    let kind: InputLayer.Kind

    /// Every type may read all of the text.
    private static let sizeLimit = 1 << 20

    /// - Parameter type: What the messages are, if it is known.
    /// - Returns: `nil` when the text is no message of a known type, or one without any field.
    init?(_ text: [UInt8], _ detector: TypeDetector, type: MessageDescriptor?) {
        guard type != nil || text.count <= Self.sizeLimit, let first = text[...].trimmed.first else { return nil }
        let form: ConversionForm
        switch first {
        case UInt8(ascii: "{"): (form, kind) = (.json, .json)
        case UInt8(ascii: "#"), UInt8(ascii: "["): (form, kind) = (.text, .textFormat)
        case let letter where letter.isLetter: (form, kind) = (.text, .textFormat)
        default: return nil
        }
        let types = type.map { [$0] } ?? Self.types(detector)
        var best: (messages: [[UInt8]], detection: Detection)?
        var candidates: [Detection.Candidate] = []
        for type in types {
            guard let messages = try? Converter(type: type).messages(in: text, as: form),
                !messages.allSatisfy(\.isEmpty)
            else { continue }
            let detection = detector.detection(of: messages.map { $0[...] }, as: type, hasRivals: true)
            guard let candidate = detection.candidates.first else { continue }
            candidates.append(candidate)
            if best.map({ candidate.bits < $0.detection.candidates[0].bits }) ?? true { best = (messages, detection) }
        }
        guard var best else { return nil }
        candidates.sort { ($0.bits, $0.message.fullName) < ($1.bits, $1.message.fullName) }
        TypeDetector.share(&candidates)
        best.detection.candidates = candidates
        // Names say more than bytes: some type it is.
        best.detection.plainBits = .infinity
        (messages, detection) = (best.messages, best.detection)
    }

    private static func types(_ detector: TypeDetector) -> [MessageDescriptor] {
        detector.schema.messages.filter { !$0.isMapEntry && !$0.isAnyJSON }
    }

    /// Why JSON is no message: what is wrong with it as the type of which most is right.
    ///
    /// - Parameter quotes: Whether words of the text may be shown.
    /// - Returns: `nil` for other text, and for JSON in which nothing is right.
    static func fault(
        of text: [UInt8], _ detector: TypeDetector, type: MessageDescriptor?, quotes: Bool
    ) -> String? {
        guard text.count <= sizeLimit, text[...].trimmed.first == UInt8(ascii: "{") else { return nil }
        var furthest: (error: JSONError, type: MessageDescriptor)?
        for type in type.map({ [$0] }) ?? types(detector) {
            do throws(JSONError) {
                _ = try JSONReader().bytes(of: text, as: type)
            } catch {
                if error.offset > furthest?.error.offset ?? -1 { furthest = (error, type) }
            }
        }
        // The first name is wrong before anything is right.
        guard let (error, found) = furthest, type != nil || error.offset > text.firstIndex(of: UInt8(ascii: ":")) ?? 0
        else { return nil }
        return quotes ? "\(error)" : "as a \(found.fullName), \(error.withoutValues(found))"
    }
}

extension MessageDescriptor {
    /// Whether any JSON object is one of these.
    fileprivate var isAnyJSON: Bool { wellKnown == .structure || wellKnown == .value }
}
