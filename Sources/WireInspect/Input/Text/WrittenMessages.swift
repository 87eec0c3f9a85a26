internal import ByteText
package import ProtobufSchema

/// Messages that are written out field by field, as logs and debuggers show them: in ProtoJSON or in text format.
///
/// Only where each member is a field of the type: what merely resembles a message has to be converted by someone who knows.
package struct WrittenMessages {
    /// What the text is read as, of each type that it fits, best first; and the bytes of the best.
    let detection: Detection
    let messages: [[UInt8]]
    let kind: InputLayer.Kind

    /// Every type may read all of the text.
    private static let sizeLimit = 1 << 20

    /// - Parameter type: What the messages are, if it is known.
    /// - Returns: `nil` when the text is no message of a known type, and no type that it is one without any member.
    init?(_ text: [UInt8], _ detector: TypeDetector, type: MessageDescriptor?) {
        guard type != nil || text.count <= Self.sizeLimit, let form = Self.form(of: text),
            type != nil || text.contains(UInt8(ascii: ":"))
        else { return nil }
        kind = form == .json ? .json : .textFormat
        let isUnknown = type == nil
        var best: (messages: [[UInt8]], detection: Detection)?
        var candidates: [Detection.Candidate] = []
        for type in type.map({ [$0] }) ?? Self.types(detector) {
            guard let messages = try? Converter(type: type).messages(in: text, as: form) else { continue }
            // Comments alone are a message in text format, too.
            if form == .text, isUnknown, messages.allSatisfy(\.isEmpty) { continue }
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

    /// What a text is, as far as its first byte tells: one that can be neither is no message.
    private static func form(of text: [UInt8]) -> ConversionForm? {
        switch text[...].trimmed.first {
        case UInt8(ascii: "{"): .json
        // An extension's name, or the type of an Any, unless it is an array.
        case UInt8(ascii: "["): text[...].trimmed.dropFirst().trimmed.first == UInt8(ascii: "{") ? .json : .text
        case UInt8(ascii: "#"): .text
        case let letter? where letter.isLetter: .text
        default: nil
        }
    }

    private static func types(_ detector: TypeDetector) -> [MessageDescriptor] {
        detector.schema.messages.filter { !$0.isMapEntry && !$0.isAnyJSON }
    }

    /// JSON documents of a text, each by itself; `nil` when there is one alone, or something else.
    static func each(of text: [UInt8], _ detector: TypeDetector) -> [WrittenMessages]? {
        guard text.count <= sizeLimit, form(of: text) == .json, let documents = JSONDocuments(text) else { return nil }
        var all: [WrittenMessages] = []
        for range in documents.ranges {
            guard let one = WrittenMessages(Array(text[range]), detector, type: nil) else { return nil }
            all.append(one)
        }
        return all
    }

    /// Why a text is no message: what is wrong with it as the type of which most is right.
    ///
    /// - Parameter quotes: Whether words of the text may be shown.
    /// - Returns: `nil` for text that is neither JSON nor text format, and where nothing is right.
    package static func fault(
        of text: [UInt8], _ detector: TypeDetector, type: MessageDescriptor?, quotes: Bool
    ) -> String? {
        guard text.count <= sizeLimit, let form = form(of: text) else { return nil }
        var furthest: (offset: Int, sentence: String, type: MessageDescriptor)?
        for type in type.map({ [$0] }) ?? types(detector) {
            guard let fault = fault(of: text, as: type, form, quotes: quotes) else { continue }
            if fault.offset > furthest?.offset ?? -1 { furthest = (fault.offset, fault.sentence, type) }
        }
        // The first name is wrong before anything is right.
        guard let furthest,
            furthest.offset > text.firstIndex(of: UInt8(ascii: ":")) ?? .max || type != nil && form == .json
        else { return nil }
        let kind = form == .json ? "JSON" : "text format"
        return "the input is \(kind), but no \(furthest.type.fullName): \(furthest.sentence)"
    }

    private static func fault(
        of text: [UInt8], as type: MessageDescriptor, _ form: ConversionForm, quotes: Bool
    ) -> (offset: Int, sentence: String)? {
        if form == .json {
            do throws(JSONDocuments.Failure) {
                _ = try JSONDocuments.messages(in: text, as: type, JSONReader())
            } catch {
                return (error.error.offset, quotes ? "\(error.error)" : error.error.withoutValues(type))
            }
        } else {
            do throws(TextError) {
                _ = try TextReader().bytes(of: text, as: type)
            } catch {
                return (error.place?.offset ?? 0, quotes ? "\(error)" : error.withoutValues(type))
            }
        }
        return nil
    }
}

extension MessageDescriptor {
    /// Whether any JSON object, or any array, is one of these.
    fileprivate var isAnyJSON: Bool { [.structure, .value, .listValue].contains(wellKnown) }
}
