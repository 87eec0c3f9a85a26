public import ProtobufSchema
internal import ProtobufWire

/// Finds out which message type some bytes are.
///
/// For each type `DescriptionLength` counts the bits that describe the bytes as that type (the principle of the minimum
/// description length). The type that needs fewest wins, and its lead says how sure that is. No type is special: resource
/// names, field masks, coordinates, times and enums are cheap where the schema expects them and expensive elsewhere;
/// unknown fields and damage are more expensive than any value.
public struct TypeDetector: Sendable {
    /// The schema whose message types are candidates.
    public let schema: Schema
    private let profile: SchemaProfile

    /// Prepares the tables for a schema; some milliseconds.
    public init(_ schema: Schema) {
        self.schema = schema
        profile = SchemaProfile(schema)
    }

    /// The types that explain `messages`, which are taken to be all of one type.
    ///
    /// Linear in the size of what is looked at, which is bounded for each message, times the number of types that fit at
    /// first sight, at most 128.
    public func detect(_ messages: [[UInt8]]) -> Detection { detect(messages.map { $0[...] }) }

    func detect(_ messages: [ArraySlice<UInt8>]) -> Detection {
        detection(of: messages) { samples in
            var results: [Detection.Candidate] = []
            var least = Double.infinity
            for (index, unknown) in shortlist(samples) {
                // An unknown byte costs at least this much, and the list is sorted by them.
                guard 4 * Double(unknown) <= least + Self.lead else { break }
                let prior = profile.messages[index].prior
                let result = candidate(index, of: samples, from: prior, bound: least + Self.lead)
                guard result.bits <= least + Self.lead else { continue }
                least = min(least, result.bits)
                results.append(result)
            }
            results.removeAll { $0.bits > least + Self.lead }
            Self.rank(&results)
            return results
        }
    }

    /// The description of `messages` without any type: all that is to be known of bytes that are hardly a message.
    func plainDetection(of messages: [ArraySlice<UInt8>]) -> Detection { detection(of: messages) { _ in [] } }

    /// Another type as which the messages can be read without an error; `nil` while most of their bytes fit the given type,
    /// since a damaged message is still of its type.
    func better(than given: MessageDescriptor, in peeled: PeeledInput) -> MessageDescriptor? {
        let explained = peeled.detection.candidates.first?.explained ?? 0
        guard 4 * explained < 3 * peeled.detection.examined,
            let best = detect(peeled.messages.map(\.content)).best, best.isSound, best.message != given
        else { return nil }
        return best.message
    }

    /// The description length of `messages` as one type.
    ///
    /// - Parameter hasRivals: Whether the result is compared with other types, so that the type's own likelihood counts.
    func detection(
        of messages: [ArraySlice<UInt8>], as type: MessageDescriptor, hasRivals: Bool = false
    ) -> Detection {
        detection(of: messages) { samples in
            guard let index = profile.indices[type] else { return [] }
            return [candidate(index, of: samples, from: hasRivals ? profile.messages[index].prior : 0)]
        }
    }

    private func detection(
        of messages: [ArraySlice<UInt8>], _ candidates: ([MessageSample]) -> [Detection.Candidate]
    ) -> Detection {
        let samples = Self.samples(messages)
        let plain = DescriptionLength.measure(samples, as: nil, profile)
        return Detection(
            candidates: candidates(samples), length: messages.reduce(0) { $0 + $1.count },
            examined: samples.reduce(0) { $0 + $1.count }, plainBits: plain.bits, isPlainSound: plain.isSound)
    }

    /// The type with an index in the profile as the only candidate.
    private func candidate(
        _ index: Int, of samples: [MessageSample], from start: Double, bound: Double = .infinity
    ) -> Detection.Candidate {
        let result = DescriptionLength.measure(samples, as: index, profile, from: start, bound: bound)
        return .init(
            message: profile.messages[index].descriptor, share: 1, explained: result.explained, bits: result.bits,
            isSound: result.isSound)
    }

    // MARK: Parts

    /// Candidates that need this many bits more than the best are not listed.
    private static let lead = 96.0
    /// Types that are measured in full.
    private static let candidateLimit = 128
    /// The most messages that are looked at.
    private static let messageLimit = 64

    /// The messages that are looked at: the first ones, from the first that is not empty.
    private static func samples(_ messages: [ArraySlice<UInt8>]) -> [MessageSample] {
        let filled = messages.firstIndex { !$0.isEmpty } ?? 0
        return messages.dropFirst(filled < messageLimit ? 0 : filled).prefix(messageLimit).map(MessageSample.init)
    }

    /// The types that know most bytes of the top level, best first, each with the number of bytes that it does not know.
    private func shortlist(_ messages: [MessageSample]) -> [(index: Int, unknown: Int)] {
        var outline = Outline()
        for message in messages {
            let bytes = message.bytes
            for part in message.parts {
                outline.stop = part.stop
                WireWalker().walk(bytes.span, part.range, as: nil, stop: part.stop, visitor: &outline)
            }
        }
        let fields = outline.sizes
        var costs: [(index: Int, unknown: Int)] = []
        for (index, message) in profile.messages.enumerated() where !message.descriptor.isMapEntry {
            var unknown = 0
            for (key, size) in fields {
                let field = message.position(of: key.number).map { message.fields[$0].descriptor }
                if field?.accepts(key.wireType) != true { unknown += size + 3 }
            }
            costs.append((index, unknown))
        }
        costs.sort { ($0.unknown, profile.messages[$0.index].prior) < ($1.unknown, profile.messages[$1.index].prior) }
        return Array(costs.prefix(Self.candidateLimit))
    }

    /// Sorts candidates by their bits, and computes the likelihood of each from them.
    ///
    /// Bits that are saved in one message are not independent of each other, so they count a quarter: a lead of 4 bits
    /// is two to one.
    static func rank(_ candidates: inout [Detection.Candidate]) {
        candidates.sort { ($0.bits, $0.message.fullName) < ($1.bits, $1.message.fullName) }
        guard let least = candidates.first?.bits else { return }
        var sum = 0.0
        for index in candidates.indices {
            candidates[index].share = power(-(candidates[index].bits - least) / 4)
            sum += candidates[index].share
        }
        for index in candidates.indices { candidates[index].share /= sum }
    }

    /// Two to the power of a number that is at most 0, within a few percent.
    private static func power(_ exponent: Double) -> Double {
        let whole = exponent.rounded(.down)
        guard whole > -1000 else { return 0 }
        return Double(sign: .plus, exponent: Int(whole), significand: 1) * (1 + (exponent - whole))
    }

    /// The sizes of the fields at the top of messages, by number and wire type.
    private struct Outline: WireVisitor {
        struct Key: Hashable {
            let number: Int
            let wireType: WireType
        }
        var sizes: [Key: Int] = [:]
        /// The offset behind the last byte that is looked at.
        var stop = Int.max

        mutating func enter(_ field: WireField) -> Bool {
            self.field(field)
            return false
        }
        mutating func field(_ field: WireField) {
            let size = min(field.value.upperBound, stop) - field.tag.lowerBound
            sizes[Key(number: field.number, wireType: field.wireType), default: 0] += size
        }
        mutating func damage(_ damage: WireDamage) {}
    }
}
