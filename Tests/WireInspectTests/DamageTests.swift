import ConsoleText
import ProtobufSchema
import TestSupport
import Testing
import WireInspect

/// Payloads cut at every byte and flipped at every bit: nothing crashes, and what stands before the damage is shown.
@Suite struct DamageTests {
    /// The ends of the fields at the top of a message.
    private func ends(_ message: [UInt8], _ type: MessageDescriptor) -> [Int] {
        WireTree(message, as: type).nodes.map(\.field.value.upperBound)
    }

    /// Trees and annotated bytes name the field by each message around it, and each once.
    @Test func damageWithinAnysHasOnePath() throws {
        let file = """
            syntax = "proto3"; import "google/protobuf/any.proto";
            message Box { google.protobuf.Any any = 1; string text = 2; }
            message Outer { Box box = 1; }
            """
        let anyFile = """
            syntax = "proto3"; package google.protobuf; message Any { string type_url = 1; bytes value = 2; }
            """
        let schema = try Schema(files: [("own.proto", file), ("google/protobuf/any.proto", anyFile)])
        let outer = try #require(schema.message(named: "Outer"))
        func any(_ content: [UInt8]) -> [UInt8] { field(1, "/Outer".utf8) + field(2, content) }
        let inner = any(field(1, field(2, [0xFF])))
        let message = field(1, field(1, any(field(1, field(1, inner)))))
        let output = TextCollector()
        for damage in [
            TreePrinter().print(message, as: outer, to: output), printHex(message, as: outer, to: output),
        ] {
            #expect(damage.places.map { "\($0.path)" } == ["box.any.box.any.box.text"], "\(output.text)")
        }
    }

    @Test(arguments: try CaptureFixture.small())
    func aCutLosesNothingBeforeIt(_ fixture: CaptureFixture) throws {
        let (message, type) = try fixture.typedMessage()
        let ends = ends(message, type)
        var options = TreeOptions()
        options.showsAll = true
        let printer = TreePrinter(options: options)
        let whole = WireTree(message, as: type)
        let cuts = stride(from: 0, to: message.count, by: message.count > 400 ? 7 : 1)
        for count in Exhaustive.elements(of: cuts, inDebugEvery: 5) {
            let cut = Array(message[..<count])
            let output = TextCollector()
            let damage = printer.print(cut, as: type, to: output).places
            #expect(damage.isEmpty == (count == 0 || ends.contains(count)), "cut at \(count)")
            // A cut within a tag leaves no field to name.
            #expect(damage.allSatisfy { $0.offset <= count && (!"\($0.path)".isEmpty || count - $0.offset < 5) })
            // Each field at the top that was whole is there, and each of its values.
            for node in whole.nodes where node.field.value.upperBound <= count {
                #expect(output.text.contains(node.field.descriptor?.name ?? "?"), "cut at \(count)")
            }
        }
    }

    @Test(arguments: try CaptureFixture.small())
    func jsonOfACutHasWholeFields(_ fixture: CaptureFixture) throws {
        let (message, type) = try fixture.typedMessage()
        let ends = ends(message, type)
        let cuts = stride(from: 1, to: message.count, by: message.count > 400 ? 31 : 7)
        for count in Exhaustive.elements(of: cuts, inDebugEvery: 5) {
            let result = dump(Array(message[..<count])) {
                $0.output = .json
                $0.type = type
                $0.form = .message
            }
            #expect(result.isSound == ends.contains(count))
            #expect(result.isSound == result.notes.isEmpty)
            let end = ends.last { $0 <= count } ?? 0
            let before = Array(message[..<end])
            let whole = try #require(try parseJSON(JSONWriter().json(before, as: type)) as? [String: Any])
            let read = try #require(try parseJSON(result.output.utf8) as? [String: Any])
            for (key, value) in whole {
                // A repeated field may have part of its next element as well.
                if let list = value as? [Any], let longer = read[key] as? [Any] {
                    #expect(longer.count >= list.count)
                } else {
                    #expect(jsonDifference(value, read[key] as Any) == nil, "cut at \(count)")
                }
            }
        }
    }

    @Test(arguments: Exhaustive.elements(of: try CaptureFixture.all(), inDebugEvery: 11))
    func aCutStreamKeepsItsWholeMessages(_ fixture: CaptureFixture) throws {
        let stream = try fixture.frames()
        let type = try type(fixture.type)
        var peeler = Peeler(detector: detector)
        peeler.type = type
        let whole = peeler.peel(stream, as: .frames)
        let bounds = whole.messages.map { ($0.frame?.offset ?? 0) + 5 + ($0.frame?.length ?? 0) }
        let cuts = stride(from: 0, to: stream.count, by: max(1, stream.count / 31))
        for count in Exhaustive.elements(of: cuts, inDebugEvery: 4) {
            let peeled = peeler.peel(Array(stream[..<count]), as: .frames)
            let complete = bounds.count { $0 <= count }
            #expect(peeled.messages.count >= complete)
            #expect(peeled.messages.prefix(complete).map(\.bytes) == whole.messages.prefix(complete).map(\.bytes))
            #expect(peeled.damage.isEmpty == (count == 0 || bounds.contains(count)))
            // The message that is cut has the beginning of what it was, also when it was compressed.
            if peeled.messages.count > complete {
                #expect(whole.messages[complete].bytes.starts(with: peeled.messages[complete].bytes))
            }
        }
    }

    @Test(arguments: try CaptureFixture.small())
    func flippedBitsAreShownOrHarmless(_ fixture: CaptureFixture) throws {
        let (message, type) = try fixture.typedMessage()
        let printer = TreePrinter()
        var random = SplitMix64(seed: 7)
        let flips = message.indices
            .filter { _ in message.count < 100 || Int.random(in: 0..<message.count, using: &random) < 12 }
            .flatMap { index in (0..<8).map { (index, UInt8(1) << $0) } }
        for (index, bit) in Exhaustive.elements(of: flips, inDebugEvery: 13) {
            var flipped = message
            flipped[index] ^= bit
            let output = TextCollector()
            let damage = printer.print(flipped, as: type, to: output).places
            let first = type.firstDamage(in: flipped)
            #expect(damage.isEmpty == (first == nil))
            #expect(damage.first?.offset == first?.offset)
            #expect(damage.isEmpty || output.text.contains("✗"))
        }
    }

    @Test func anythingAtAllIsSurvived() throws {
        var random = SplitMix64(seed: 11)
        for round in Exhaustive.rounds(300, inDebug: 8) {
            let count = Int.random(in: 0..<120, using: &random)
            var input = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            if round.isMultiple(of: 3) { input = input.map { $0 & 0x3F } }
            if round.isMultiple(of: 5) { input.insert(contentsOf: [0, 0, 0, 0], at: 0) }
            for output in [DumpOptions.Output.tree, .raw, .json] {
                let result = dump(input) { $0.output = output }
                #expect(result.isSound == result.notes.isEmpty)
            }
        }
    }

    @Test func deepNestingIsDamageAndNoCrash() throws {
        // A Value in a ListValue in a Value ..., many levels.
        var message: [UInt8] = []
        for _ in Exhaustive.rounds(5000, inDebug: 1000) { message = field(6, message) }
        let result = dump(message) { $0.type = try? type("google.protobuf.Value") }
        #expect(!result.isSound)
        #expect(result.notes.contains("recursion_limit_exceeded"))
        let detected = dump(message)
        #expect(detected.isSound == detected.notes.isEmpty)
        let groups = [UInt8](repeating: 0x0B, count: Exhaustive.size(20_000, inDebug: 4000))
        #expect(!dump(groups) { $0.output = .raw }.isSound)
    }
}
