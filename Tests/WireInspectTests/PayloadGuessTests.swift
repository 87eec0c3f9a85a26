import FleetProtos
import ProtobufSchema
import ProtobufWire
import TestSupport
import Testing
import WireInspect

/// What the schema says a payload is against what is guessed from its bytes alone.
struct Confusion {
    enum Kind: String, CaseIterable, Comparable {
        case text, message, packed, bytes

        static func < (a: Self, b: Self) -> Bool { allCases.firstIndex(of: a)! < allCases.firstIndex(of: b)! }
    }

    struct Pair: Hashable {
        let truth: Kind
        let guess: Kind
    }

    private(set) var counts: [Pair: Int] = [:]
    /// Wrong ones that were called certain.
    private(set) var overconfident = 0
    private(set) var examples: [Pair: Set<String>] = [:]

    var total: Int { counts.values.reduce(0, +) }
    var right: Int { counts.filter { $0.key.truth == $0.key.guess }.values.reduce(0, +) }
    var accuracy: Double { Double(right) / Double(total) }

    /// The share of the payloads of one kind that are recognised.
    func recall(_ kind: Kind) -> Double {
        let all = counts.filter { $0.key.truth == kind }.values.reduce(0, +)
        return all == 0 ? 1 : Double(counts[Pair(truth: kind, guess: kind), default: 0]) / Double(all)
    }

    mutating func add(_ bytes: [UInt8], as type: MessageDescriptor) {
        add(WireTree(bytes, as: type, walker: WireWalker()).nodes, bytes)
    }

    private mutating func add(_ nodes: [WireTree.Node], _ bytes: [UInt8]) {
        for node in nodes {
            add(node.children, bytes)
            guard let truth = Self.truth(node.field), !node.field.value.isEmpty else { continue }
            let input = bytes[...]
            let guess = PayloadGuess(input.span, node.field.value)
            let pair = Pair(truth: truth, guess: Self.kind(guess.reading))
            counts[pair, default: 0] += 1
            guard pair.truth != pair.guess else { continue }
            if guess.isCertain { overconfident += 1 }
            examples[pair, default: []].insert(
                "\(node.field.parent?.name ?? "").\(node.field.descriptor?.name ?? "") \(hex(bytes[node.field.value]))")
        }
    }

    /// The content of an `Any` is a message, although its field is of type `bytes`.
    private static func truth(_ field: WireField) -> Kind? {
        guard let descriptor = field.descriptor, field.isComplete, !field.length.isEmpty else { return nil }
        if descriptor.parent.fullName == "google.protobuf.Any", descriptor.number == 2 { return nil }
        switch field.content {
        case .string: return .text
        case .message: return .message
        case .packed: return .packed
        case .bytes: return .bytes
        case .bits, .group: return nil
        }
    }

    private static func kind(_ reading: PayloadGuess.Reading) -> Kind {
        switch reading {
        case .empty, .bytes: .bytes
        case .text: .text
        case .message: .message
        case .packed: .packed
        }
    }

    var description: String {
        var lines = ["\(right) of \(total) right (\(accuracy)); \(overconfident) wrong ones called certain"]
        for truth in Kind.allCases {
            let row = Kind.allCases.map { "\($0.rawValue) \(counts[Pair(truth: truth, guess: $0), default: 0])" }
            lines.append("  \(truth.rawValue): \(row.joined(separator: ", "))")
        }
        for (pair, texts) in examples.sorted(by: { ($0.key.truth, $0.key.guess) < ($1.key.truth, $1.key.guess) }) {
            for text in texts.sorted(by: { ($0.count, $0) < ($1.count, $1) }).prefix(12) {
                lines.append("    \(pair.truth.rawValue) as \(pair.guess.rawValue): \(text.prefix(160))")
            }
        }
        return lines.joined(separator: "\n")
    }
}

@Suite struct PayloadGuessTests {
    /// Every message of the fixtures, whose fields are known.
    private static func fixtures() throws -> Confusion {
        var confusion = Confusion()
        for message in try GoldenMessage.all() { confusion.add(message.bytes, as: try type(message.type)) }
        for capture in try CaptureFixture.all() {
            let type = try type(capture.type)
            for message in try capture.messages() { confusion.add(message, as: type) }
        }
        return confusion
    }

    /// The old rule of thumb (what parses is a message, unless it is printable) reaches 0.933 here.
    @Test func recognisesThePayloadsOfFixtures() throws {
        let confusion = try Self.fixtures()
        #expect(confusion.total > 10_000)
        #expect(confusion.accuracy > 0.998, "\(confusion.description)")
        #expect(confusion.recall(.text) > 0.999)
        #expect(confusion.recall(.message) > 0.9998)
        #expect(confusion.recall(.packed) == 1)
        // `bytes` fields with text or small numbers in them look like what they hold, and are called it.
        #expect(confusion.overconfident < 20, "\(confusion.description)")
    }

    /// Random messages: strings of one control character, bytes that are text, messages of unknown fields alone.
    @Test func recognisesThePayloadsOfVectors() throws {
        var confusion = Confusion()
        for vector in try RandomMessage.all(in: "messages-seed1", inDebugEvery: 7) {
            guard let type = FleetSchema.shared.message(named: vector.type) else { continue }
            confusion.add(vector.bytes, as: type)
        }
        #expect(confusion.accuracy > 0.988, "\(confusion.description)")
        #expect(Double(confusion.overconfident) / Double(confusion.total) < 0.002, "\(confusion.description)")
    }

    private func guess(_ bytes: [UInt8]) -> PayloadGuess {
        let input = bytes[...]
        return PayloadGuess(input.span, 0..<input.count)
    }

    /// Texts that other tools print as messages, or as bytes.
    @Test(arguments: [
        "en-US", "attributes", "vehicle_state", "vehicle.last_location,vehicle.attributes", "14", "6.2.3", "T", "US",
        "9ad6beeee0c90d876c989a1fec82439b", "3b241101-e2bb-4255-8caf-4136c566a962", "Zm9vYmFyYmF6cXV4",
        "providers/sample-fleet-433/vehicles/driver_74573", "_p~iF~ps|U_ulLnnqC_mqNvxq`@", "{yjmE~d{wUfAqB",
        "type.googleapis.com/google.rpc.ErrorInfo", "東京都千代田区", "서울특별시", "Москва", "القاهرة", "Zürich", "🚕 taxi",
        "line one\nline two\n", "a\tb", "%E2%82%AC", "Pixel 8 Pro", "+49 89 1234567", "#ff8800",
    ])
    func readsText(_ text: String) {
        let guess = guess(Array(text.utf8))
        #expect(guess.reading == .text)
        if text.utf8.count > 4 { #expect(guess.isCertain) }
    }

    /// Bytes from the encoding's rules: what is inside is said beside them.
    @Test(arguments: [
        "0801",  // {1: 1}
        "0a0d76656869636c655f7374617465",  // {1: "vehicle_state"}: line feed, carriage return, letters
        "0a30" + String(repeating: "61", count: 48),  // {1: "aaa…"}, wholly printable
        "2230" + String(repeating: "70", count: 48),  // {4: "ppp…"}, wholly printable
        "08c0f9e5c80610808ad6c003",  // {1: seconds, 2: nanos}
        "097b14ae47e1ba42401148e17a14ae9f5ec0",  // {1: 37.46, 2: -122.495}
        "0a0012001a00",  // {1: {}, 2: {}, 3: {}}
        "0a02080112020802",  // {1: {1: 1}, 2: {1: 2}}
        "10ffffffffffffffffff01",  // {2: -1}
    ])
    func readsMessages(_ text: String) throws {
        #expect(guess(try #require(bytes(hex: text))).reading == .message)
    }

    @Test func readsPackedLists() throws {
        #expect(guess([1, 2]).reading == .packed(.varint))
        #expect(guess([2, 1, 3, 4, 1]).reading == .packed(.varint))
        let degrees = [37.4220541, -122.0853242, 37.4219999, -122.0840575]
        #expect(guess(degrees.flatMap { littleEndian($0.bitPattern) }).reading == .packed(.fixed64))
        let floats: [Float] = [1.5, 20.25, 3, 0.75, 12, 100, 7.5]
        #expect(guess(floats.flatMap { littleEndian($0.bitPattern) }).reading == .packed(.fixed32))
    }

    @Test func readsRandomBytesAsBytes() {
        var random = SplitMix64(seed: 7)
        var right = 0
        var certainlyWrong = 0
        let rounds = 4000
        for _ in 0..<rounds {
            let bytes = (0..<Int.random(in: 8...64, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let guess = guess(bytes)
            if guess.reading == .bytes { right += 1 } else if guess.isCertain { certainlyWrong += 1 }
        }
        #expect(right > rounds * 995 / 1000)
        #expect(certainlyWrong <= rounds / 1000)
    }

    /// A hundred levels, each of which reads as a message: guessing must not begin anew at every level.
    @Test(.timeLimit(.minutes(1))) func staysLinearOnNestedMessages() {
        let nested = (0..<100).reduce(into: [UInt8]()) { bytes, _ in bytes = field(1, bytes) }
        // 60 KB took minutes if each level weighed all below it.
        let count = 300
        let many = Array(repeatElement(nested, count: count).joined())
        let tree = WireTree(many, as: nil)
        #expect(tree.nodes.count == count)
    }
}
