internal import ByteText
internal import JSONText
package import ProtobufSchema

/// Messages that are written in ProtoJSON or in text format, as logs and debuggers show them.
///
/// Each member has to be a field of the type. Text that only resembles a message needs ``Converter`` and a type.
package enum WrittenMessages {
    /// Longer texts are not read, since every type is tried: a megabyte takes about half a second.
    static let sizeLimit = 4 << 20

    /// Reads a text as messages of one type: of all that the text fits the best one.
    ///
    /// - Parameter type: The type of the messages, if it is known; otherwise each type of the schema is tried.
    /// - Returns: `nil` when the text is not a message of such a type.
    static func read(_ text: [UInt8], _ detector: TypeDetector, type: MessageDescriptor?) -> PeeledInput? {
        guard type != nil || text.count <= Self.sizeLimit, let form = Self.form(of: text[...]),
            type != nil || text.contains(UInt8(ascii: ":"))
        else { return nil }
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
        TypeDetector.rank(&candidates)
        best.detection.candidates = candidates
        // All names are those of fields, so that it is a message of some type.
        best.detection.plainBits = .infinity
        return PeeledInput(
            layers: [InputLayer(kind: form == .json ? .json : .textFormat, length: text.count)],
            messages: best.messages.map { InputMessage(content: $0[...]) }, stream: Array(best.messages.joined()),
            written: isUnknown ? text : nil, detection: best.detection, cost: best.detection.cost)
    }

    /// JSON or text format, as far as the first byte tells; `nil` where it can be neither.
    private static func form(of text: ArraySlice<UInt8>) -> ConversionForm? {
        let text = text.drop { $0 <= 0x20 }
        return switch text.first {
        case UInt8(ascii: "{"): .json
        // An extension's name, or the type of an Any, unless it is an array.
        case UInt8(ascii: "["): text.dropFirst().first { $0 > 0x20 } == UInt8(ascii: "{") ? .json : .text
        case UInt8(ascii: "#"): .text
        case let letter? where letter.isLetter: .text
        default: nil
        }
    }

    static func isJSON(_ text: ArraySlice<UInt8>) -> Bool { form(of: text) == .json }

    /// The shortest document that is looked for in other text: `{"a":1}`.
    private static let shortestDocument = 7
    /// Brackets nested more deeply are forgotten.
    private static let depthLimit = 1000
    /// The most documents behind a bracket that is not closed.
    private static let pendingLimit = 1 << 16

    /// The objects in JSON, and arrays of objects, that stand in a text, but for those inside of others. Linear.
    static func documents(in text: ArraySlice<UInt8>) -> LongestPieces<ArraySlice<UInt8>> {
        var pieces = LongestPieces<ArraySlice<UInt8>>(shortest: shortestDocument)
        var (open, closed): ([Int], [Range<Int>]) = ([], [])
        var (isInString, isEscaped) = (false, false)
        for (index, byte) in zip(text.indices, text) {
            guard !isInString else {
                if isEscaped || byte == UInt8(ascii: "\\") {
                    isEscaped.toggle()
                } else if byte == UInt8(ascii: "\"") || byte == 0x0A {
                    // Strings have no line breaks, so that a single quote matters in its line only.
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = !open.isEmpty
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if open.count == depthLimit { open.removeAll() }
                open.append(index)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                // `{` and `[` close two places behind in ASCII.
                guard let start = open.last, text[start] + 2 == byte else { break }
                open.removeLast()
                guard isJSON(text[start...index]) else { break }
                while let last = closed.last, last.lowerBound > start { closed.removeLast() }
                closed.append(start..<(index + 1))
                guard open.isEmpty || closed.count == pendingLimit else { break }
                for range in closed { pieces.add(text[range]) }
                (open, closed) = ([], [])
            default: break
            }
        }
        for range in closed { pieces.add(text[range]) }
        return pieces
    }

    /// The types that a text is tried as: not those that any JSON object or array is a message of.
    private static func types(_ detector: TypeDetector) -> [MessageDescriptor] {
        detector.schema.messages.filter { ![.structure, .value, .listValue].contains($0.wellKnown) && !$0.isMapEntry }
    }

    /// Reads each JSON document of a text by itself; `nil` unless the text consists of several.
    static func each(of text: [UInt8], _ detector: TypeDetector) -> [InputMessage]? {
        guard text.count <= sizeLimit, isJSON(text[...]), let documents = JSONDocuments(text) else { return nil }
        var all: [InputMessage] = []
        for range in documents.ranges {
            guard let one = read(Array(text[range]), detector, type: nil) else { return nil }
            all += one.typedMessages
        }
        return all
    }

    /// Says why a text is not a message: the error as the type that knows the most names of a JSON object, of several the one with
    /// which reading gets furthest.
    ///
    /// - Parameter quotes: Whether the sentence may quote the text.
    /// - Returns: `nil` for text that is neither JSON nor text format, and where nothing is right. A text that is too long
    ///   for the search of its type is told from others by its length alone.
    package static func firstError(
        in text: [UInt8], _ detector: TypeDetector, type: MessageDescriptor?, quotes: Bool
    ) -> String? {
        guard type != nil || text.count <= sizeLimit else {
            return "the input is text, but neither hexadecimal, nor base64; a message in JSON or text format of more "
                + "than \(sizeLimit >> 20) MiB is read where --type names its type"
        }
        guard let form = form(of: text[...]), type != nil || text.contains(UInt8(ascii: ":")) else { return nil }
        let colon = text.firstIndex(of: UInt8(ascii: ":")) ?? .max
        // The first names tell the type, however many there are.
        let names = form == .json && type == nil ? JSONValue.read(text).value?.members.prefix(256).map(\.name) : nil
        var furthest: (known: Int, offset: Int, sentence: String, type: MessageDescriptor)?
        for type in type.map({ [$0] }) ?? types(detector) {
            guard let error = error(in: text, as: type, form, quotes: quotes) else { continue }
            let known = error.offset > colon ? names?.count { type.field(named: $0) != nil } ?? 0 : 0
            if (known, error.offset) > (furthest?.known ?? -1, furthest?.offset ?? -1) {
                furthest = (known, error.offset, error.sentence, type)
            }
        }
        // The first name is wrong before anything is right.
        guard let furthest,
            furthest.offset > colon || type != nil && form == .json
        else { return nil }
        let kind = form == .json ? "JSON" : "text format"
        return "the input is \(kind), but no \(furthest.type.fullName): \(furthest.sentence)"
    }

    private static func error(
        in text: [UInt8], as type: MessageDescriptor, _ form: ConversionForm, quotes: Bool
    ) -> (offset: Int, sentence: String)? {
        if form == .json {
            do throws(JSONReader.DocumentError) {
                _ = try JSONReader().messages(in: text, as: type)
            } catch {
                return (error.error.place?.offset ?? 0, quotes ? "\(error.error)" : error.error.withoutValues)
            }
        } else {
            do throws(TextError) {
                _ = try TextReader().bytes(of: text, as: type)
            } catch {
                return (error.place?.offset ?? 0, quotes ? "\(error)" : error.withoutValues)
            }
        }
        return nil
    }
}
