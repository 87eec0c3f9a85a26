import ConsoleText
import Foundation
import JSONText
import ProtobufSchema
import Redaction
import TestSupport
import Testing

@testable import WireInspect

/// Pairs of messages, and the edits by which Google's Python runtime made one of the other.
@Suite struct DifferenceTests {
    struct Pair: CustomTestStringConvertible, Sendable {
        let name: String
        let type: String
        let line: [UInt8]
        var testDescription: String { name }

        static func all() throws -> [Pair] {
            let folder = Folders.fixtures.appendingPathComponent("differences")
            return try Folders.names(in: folder, extension: "jsonl").flatMap { file in
                let lines = try folder.appendingPathComponent(file).bytes().split(separator: UInt8(ascii: "\n"))
                let type = String(file.dropLast(6))
                return lines.enumerated().map { Pair(name: "\(type) \($0)", type: type, line: Array($1)) }
            }
        }
    }

    private func difference(_ old: [UInt8], _ new: [UInt8], as name: String) throws -> String {
        let output = TextCollector()
        DifferencePrinter().print(try MessageDifference(from: old, to: new, as: type(name)), to: output)
        return output.text
    }

    /// Long strings are cut as in trees.
    @Test func stringsAreWrittenAsInTrees() throws {
        let long = field(1, [UInt8](repeating: 0x61, count: 100))
        let text = try difference([0x0A, 1, 0x61], long, as: "google.rpc.ErrorInfo")
        #expect(text.contains("\"a\" → \"\(String(repeating: "a", count: 72))…\" (100 bytes)\n"), "\(text)")
    }

    @Test func stringsInMapsAreCutInTheirQuotes() throws {
        let long = field(3, field(1, "k".utf8) + field(2, [UInt8](repeating: 0x61, count: 100)))
        let text = try difference([], long, as: "google.rpc.ErrorInfo")
        #expect(text == "+ metadata  \"k\": \"\(String(repeating: "a", count: 72))…\" (100 bytes)\n")
    }

    /// Fields that a wrapper does not declare are cut as those of other messages are.
    @Test func wrappersWithOtherFieldsAreCut() throws {
        let wrapper: [UInt8] = [0x08, 0x05] + Array(repeating: [0x18, 0x00], count: 100).joined()
        let text = try difference([], field(6, wrapper), as: "maps.fleetengine.delivery.v1.DeliveryVehicle")
        let value = text.drop { $0 != "{" }
        #expect(value.hasPrefix("{value: 5, 3: 0") && value.hasSuffix("…\n") && value.count == 74, "\(text)")
    }

    /// What is written alike is not looked into; what is not may still say the same.
    @Test func theSameInOtherBytes() throws {
        let type = try type("google.rpc.ErrorInfo")
        let (reason, domain) = ("0a0141", "120162")
        let (first, second, third) = ("1a060a0161120162", "1a060a0163120164", "1a060a0163120165")
        let unknown = "a2060178"
        func changes(_ old: [String], _ new: [String]) throws -> [String] {
            let (old, new) = (try #require(bytes(hex: old.joined())), try #require(bytes(hex: new.joined())))
            return try MessageDifference(from: old, to: new, as: type).changes.map { "\($0.kind) \($0.path)" }
        }
        let whole = [reason, domain, first, second, unknown]
        for other in [
            whole, [unknown, second, first, domain, reason], [first, domain, second, unknown, "0a0142", reason],
        ] {
            #expect(try changes(whole, other).isEmpty && changes(other, whole).isEmpty)
        }
        #expect(try changes(whole, [reason, domain, first, third, unknown]) == ["changed metadata[\"c\"]"])
        #expect(try changes(whole, [reason, domain, first, unknown]) == ["removed metadata[\"c\"]"])
        #expect(try changes(whole, [reason, domain, first, second, "a2060179"]) == ["changed 100"])
        #expect(try changes(whole, [reason, domain, first, second]) == ["removed 100"])
        #expect(try changes(whole, ["0a0141", "120163", first, second, unknown]) == ["changed domain"])
    }

    @Test(arguments: try Pair.all())
    func findsTheEdits(_ pair: Pair) throws {
        let type = try type(pair.type)
        let expected = try #require(try parseJSON(pair.line) as? [String: Any])
        let old = try #require(bytes(hex: expected["old"] as? String ?? "-"))
        let new = try #require(bytes(hex: expected["new"] as? String ?? "-"))
        let difference = try MessageDifference(from: old, to: new, as: type)
        var json = JSONPrinter(.spaced)
        DifferencePrinter().json(difference, to: &json)
        func withoutPositions(_ value: Any?) -> [[String: Any]] {
            (value as? [[String: Any]] ?? []).map { change in
                change.filter { !$0.key.hasSuffix("_positions") }
            }.sorted {
                ($0["path"] as? String ?? "").utf8.lexicographicallyPrecedes(($1["path"] as? String ?? "").utf8)
            }
        }
        let found = withoutPositions(try parseJSON(json.bytes))
        let wanted = withoutPositions(expected["changes"])
        #expect(found.map { $0["path"] as? String } == wanted.map { $0["path"] as? String })
        let mismatch = jsonDifference(found, wanted)
        #expect(mismatch == nil, "\(mismatch ?? "")")
        #expect(difference.mask.description == expected["mask"] as? String)
        // Backwards what was added is removed, and what was changed still is.
        let back = try MessageDifference(from: new, to: old, as: type)
        #expect(back.changes.count { $0.kind == .added } == difference.changes.count { $0.kind == .removed })
        #expect(back.changes.count { $0.kind == .changed } == difference.changes.count { $0.kind == .changed })
        #expect(try MessageDifference(from: old, to: old, as: type).isEmpty)
        #expect(try MessageDifference(from: new, to: new, as: nil).isEmpty)
    }

    /// Of messages whose JSON is no object of their fields, the fields are shown as bytes.
    @Test(arguments: [
        ("Duration", "0801", "0802"), ("BoolValue", "", "0801"), ("FieldMask", "0a0161", "0a0162"),
        ("Value", "1a0161", "1a0162"), ("ListValue", "0a022001", "0a020800"),
    ])
    func fieldsWithoutAJSONFormAreBytes(name: String, old: String, new: String) throws {
        let difference = try MessageDifference(
            from: #require(bytes(hex: old)), to: #require(bytes(hex: new)), as: type("google.protobuf.\(name)"))
        var json = JSONPrinter(.spaced)
        DifferencePrinter().json(difference, to: &json)
        let changes = try #require(try parseJSON(json.bytes) as? [[String: Any]])
        for (side, digits) in [("old", old), ("new", new)] {
            let found = changes.compactMap { ($0[side] as? [String: Any])?["hex"] as? String }
            #expect(found == (digits.isEmpty ? [] : [digits]))
        }
    }

    /// Neither is damaged: they are not the same kind of thing.
    @Test func saysThatInputsAreOfDifferentTypes() throws {
        let trip = try CaptureFixture.named("get-trip-response-new").message()
        let update = try CaptureFixture.named("update-vehicle-location").message()
        var comparison = Comparison(detector: detector)
        comparison.form = .message
        for isJSON in [false, true] {
            comparison.printsJSON = isJSON
            let (verdict, output, notes) = compare(trip, update, by: comparison)
            #expect(verdict == .different && notes.isEmpty)
            for words in ["maps.fleetengine.v1.Trip", "maps.fleetengine.v1.UpdateVehicleRequest", "different types"] {
                #expect(output.contains(words))
            }
        }
        comparison.type = try type("maps.fleetengine.v1.Trip")
        #expect(compare(trip, update, by: comparison).verdict != .same)
    }

    /// Of lines that are of different types, each is compared as what it is; where that differs, it is said.
    @Test func comparesEachPairUnderItsType() throws {
        func line(_ name: String, _ more: [UInt8] = []) throws -> String {
            hex(try CaptureFixture.named(name).message() + more) + "\n"
        }
        let names = ["get-trip-request", "get-trip-response-new", "update-vehicle-offline"]
        let old = try names.map { try line($0) }.joined()
        var comparison = Comparison(detector: detector)
        func run(_ new: String) -> (verdict: Comparison.Verdict, output: String, notes: String) {
            compare(Array(old.utf8), Array(new.utf8), by: comparison)
        }
        #expect(run(old) == (.same, "", ""))
        // trip_status = 3 in the second.
        let changed = try line(names[0]) + line(names[1], [0x18, 0x03]) + line(names[2])
        let result = run(changed)
        #expect(result.verdict == .different && result.notes.isEmpty, "\(result.notes)")
        #expect(
            result.output.contains("messages of different types\n\nmessage 1: maps.fleetengine.v1.Trip\n~ trip_status"))
        #expect(!result.output.contains("message 0") && !result.output.contains("message 2"), "\(result.output)")
        let swapped = try line(names[0]) + line(names[2]) + line(names[1])
        for isJSON in [false, true] {
            comparison.printsJSON = isJSON
            let result = run(swapped)
            #expect(result.verdict == .different && result.notes.isEmpty, "\(result.notes)")
            #expect(result.output.contains("; name one with --type"), "\(result.output)")
            #expect(
                result.output.contains(
                    isJSON
                        ? "\"message\": 1, \"types\": [\"maps.fleetengine.v1.Trip\", \"maps.fleetengine.v1.UpdateVehicleRequest\"]"
                        : "message 1: maps.fleetengine.v1.Trip and maps.fleetengine.v1.UpdateVehicleRequest\n"))
        }
        // Stand-ins are those of each type.
        comparison.printsJSON = false
        comparison.redactor = Redactor(key: Array("pairs".utf8))
        let redacted = run(changed)
        #expect(
            redacted.verdict == .different
                && redacted.output.contains("message 1: maps.fleetengine.v1.Trip\n~ trip_status"))
        #expect(run(old).verdict == .same)
    }

    /// What stand-ins replace stays different or equal: the same paths differ.
    @Test(arguments: try Pair.all())
    func redactionKeepsWhatDiffers(_ pair: Pair) throws {
        let type = try type(pair.type)
        let content = try #require(try parseJSON(pair.line) as? [String: Any])
        let old = try #require(bytes(hex: content["old"] as? String ?? "-"))
        let new = try #require(bytes(hex: content["new"] as? String ?? "-"))
        let redactor = Redactor(key: Array("differences".utf8))
        let plain = try MessageDifference(from: old, to: new, as: type)
        let redacted = try MessageDifference(
            from: redactor.redact(old, as: type), to: redactor.redact(new, as: type), as: type)
        func bare(_ path: String) -> String {
            // Keys in brackets are redacted too.
            path.split(separator: "]").map { $0.prefix { $0 != "[" } }.joined()
        }
        #expect(redacted.changes.map { bare($0.path) } == plain.changes.map { bare($0.path) })
        #expect(redacted.changes.map(\.kind) == plain.changes.map(\.kind))
    }

    /// Texts that are no polylines have one stand-in for each length. What differed before is not called the same.
    @Test(arguments: [false, true]) func differencesThatRedactionHidesAreSaid(isJSON: Bool) throws {
        var comparison = Comparison(detector: detector)
        comparison.type = try type("maps.fleetengine.v1.Vehicle")
        comparison.redactor = Redactor(key: Array("pairs".utf8))
        comparison.printsJSON = isJSON
        let texts = ["route-seg-01", "route-seg-02"].map { Array(#"{"currentRouteSegment":"\#($0)"}"#.utf8) }
        for (new, verdict) in zip(texts, [Comparison.Verdict.same, .different]) {
            let result = compare(texts[0], new, by: comparison)
            #expect(result.verdict == verdict)
            let said = result.output + result.notes
            #expect(said.contains("differs in values that have one stand-in") == (verdict == .different))
        }
    }

    private static let schema = try? Schema(files: [
        (
            "t.proto",
            """
            syntax = "proto3"; package t;
            message Item { string key = 1; int32 n = 2; }
            message M { repeated int32 list = 1; repeated Item items = 2; map<int32, Item> map = 3; repeated M deep = 4; }
            """
        )
    ])

    private func message(_ json: String) throws -> [UInt8] {
        let type = try #require(Self.schema?.message(named: "t.M"))
        return try JSONReader().bytes(of: Array(json.utf8), as: type)
    }

    @Test(
        arguments: [
            (#"{"list":[1,2,3,4,5]}"#, #"{"list":[3,4,5,6]}"#, ["- list[0..1]", "+ list[3]"]),
            (#"{"list":[1,2,3]}"#, #"{"list":[1,9,3]}"#, ["~ list[1]"]),
            (#"{"list":[1,2,3,4]}"#, #"{"list":[7,1,3,8,4]}"#, ["+ list[0]", "- list[1]", "+ list[3]"]),
            (#"{"list":[1,2]}"#, "{}", ["- list"]),
            (
                #"{"items":[{"key":"a"},{"key":"b"},{"key":"c"}]}"#,
                #"{"items":[{"key":"c"},{"key":"a"},{"key":"b","n":1}]}"#,
                [#"> items["c"]"#, #"+ items["b"].n"#]
            ),
            (
                #"{"items":[{"key":"a"},{"key":"a"}]}"#, #"{"items":[{"key":"a"},{"key":"a","n":2}]}"#,
                ["+ items[1].n"]
            ),
            (#"{"map":{"1":{"n":1},"2":{}}}"#, #"{"map":{"2":{},"3":{}}}"#, ["+ map[3]", "- map[1]"]),
            (
                #"{"deep":[{"deep":[{"list":[1]}]}]}"#, #"{"deep":[{"deep":[{"list":[1,2]}]}]}"#,
                ["+ deep[0].deep[0].list[1]"]
            ),
        ] as [(String, String, [String])])
    func alignsLists(_ old: String, _ new: String, expected: [String]) throws {
        let difference = try MessageDifference(
            from: try message(old), to: try message(new), as: Self.schema?.message(named: "t.M"))
        let marks: [MessageDifference.Change.Kind: String] = [.added: "+", .removed: "-", .changed: "~", .moved: ">"]
        #expect(difference.changes.map { "\(marks[$0.kind] ?? "") \($0.path)" } == expected)
    }

    /// An element that has another place says from where to where.
    @Test func movesAreTold() throws {
        let (old, new) = (
            #"{"items":[{"key":"a"},{"key":"b"},{"key":"c"}]}"#, #"{"items":[{"key":"c"},{"key":"a"},{"key":"b"}]}"#
        )
        let output = TextCollector()
        DifferencePrinter().print(
            try MessageDifference(from: message(old), to: message(new), as: Self.schema?.message(named: "t.M")),
            to: output)
        #expect(output.text == "> items[\"c\"]  from place 2 to 0\n")
    }

    /// A message that one input lacks is one difference, and the input that has it is named.
    @Test func missingMessagesAreTold() throws {
        let one = grpcFrame(try CaptureFixture.named("get-trip-request").message())
        #expect(compare(one + one, one).output.hasSuffix("message 1\nonly in the first input\n"))
        let (verdict, output, _) = compare(one, one + one)
        #expect(verdict == .different && output.hasSuffix("message 1\nonly in the second input\n"), "\(output)")
    }

    /// What no type explains is compared by the numbers of fields.
    @Test func messagesOfNoTypeAreComparedByNumber() {
        var comparison = Comparison(detector: detector)
        comparison.form = .message
        // The fields 5000 and 6000, which no message has.
        let (old, new): ([UInt8], [UInt8]) = ([0xC0, 0xB8, 0x02, 5], [0xC0, 0xB8, 0x02, 6, 0x80, 0xF7, 0x02, 7])
        let output = compare(old, new, by: comparison).output
        #expect(output.contains("no known type fits; compared by field numbers\n"), "\(output)")
        #expect(
            output.contains("\n~ 5000  5 ") && output.contains(" → 6\n") && output.contains("\n+ 6000  7 "), "\(output)"
        )
    }

    /// The edits turn the old list into the new one, and no more are told than there were.
    @Test func alignsLongLists() throws {
        var random = SplitMix64(seed: 3)
        for edits in [0, 1, 10, 200, 3000] {
            let old = (0..<5000).map { _ in Int(random.next() % 50_000) + 1 }
            var new = old
            for _ in 0..<edits {
                let at = Int(random.next() % UInt64(new.count))
                if random.next() % 2 == 0 { new.remove(at: at) } else { new.insert(7, at: at) }
            }
            func json(_ list: [Int]) -> String { #"{"list":[\#(list.map(String.init).joined(separator: ","))]}"# }
            let difference = try MessageDifference(
                from: try message(json(old)), to: try message(json(new)), as: Self.schema?.message(named: "t.M"))
            #expect(difference.changes.count <= edits)
            var rebuilt = old
            var shift = 0
            for change in difference.changes {
                let gone =
                    change.oldPositions ?? (change.newPositions ?? 0..<0).lowerBound
                    - shift..<((change.newPositions ?? 0..<0).lowerBound - shift)
                let come = (change.newPositions ?? 0..<0).map { new[$0] }
                rebuilt.replaceSubrange((gone.lowerBound + shift)..<(gone.upperBound + shift), with: come)
                shift += come.count - gone.count
            }
            #expect(rebuilt == new)
        }
    }

    /// More fields than can be told apart in little memory are one change. Their number is too large for a debug build.
    @Test(arguments: Exhaustive.rounds(1, inDebug: 0)) func veryManyUnknownFieldsAreComparedTogether(_: Int) throws {
        let type = try #require(Self.schema?.message(named: "t.M"))
        let field: [UInt8] = [0xA0, 0x06, 0x01]
        let old = [UInt8](repeatElement(field, count: (1 << 20) + 1).joined())
        let new = old + [0xA0, 0x06, 0x02]
        let difference = try MessageDifference(from: old, to: new, as: type)
        #expect(difference.changes.map(\.path) == ["*"])
        #expect(difference.changes.first?.old == old)
        #expect(difference.changes.first?.new == new)
        #expect(difference.mask.isEmpty)
    }

    /// Large values are printed in pieces, small ones beside them whole.
    @Test func largeValuesArePrintedInPieces() throws {
        // More than 64 KiB of each: packed numbers, and a field 100, which nobody knows.
        let count = Exhaustive.size(300_000, inDebug: 66_000)
        let list = field(1, [UInt8](repeating: 7, count: count))
        let unknown = field(100, [UInt8](repeating: 0xFF, count: count))
        var comparison = Comparison(detector: detector)
        comparison.type = Self.schema?.message(named: "t.M")
        comparison.form = .message
        comparison.printer.showsAll = true
        func output(isJSON: Bool) -> String {
            comparison.printsJSON = isJSON
            let result = compare([0x12, 0x00], list + [0x12, 0x00] + unknown, by: comparison)
            #expect(result.verdict == .different)
            return result.output
        }
        let line = try #require(try parseJSON(Array(output(isJSON: true).utf8)) as? [String: Any])
        let changes = try #require(line["changes"] as? [[String: Any]])
        #expect(changes.map { $0["path"] as? String } == ["list", "100"])
        #expect(changes.first?["new"] as? [Int] == [Int](repeating: 7, count: count))
        #expect((changes.last?["new"] as? [String: String])?["hex"] == hex(unknown))
        let lines = output(isJSON: false).split(separator: "\n").dropFirst(3)
        #expect(lines.first?.hasPrefix("+ list  \(count) elements: 7; 7; 7") ?? false)
        #expect(lines.first?.count == "+ list  \(count) elements: ".count + 3 * count - 2)
        comparison.printer.showsAll = false
        #expect(output(isJSON: false).utf8.count < 400)
    }

    /// What can be read of a damaged message is compared, and the output says which side is damaged.
    @Test(arguments: [false, true])
    func comparesWhatCanBeReadOfDamagedMessages(isOldDamaged: Bool) throws {
        let trip = try CaptureFixture.named("get-trip-response-new").message()
        let damaged = Array(trip.dropLast())
        var comparison = Comparison(detector: detector)
        comparison.type = try type("maps.fleetengine.v1.Trip")
        comparison.form = .message
        for isJSON in [false, true] {
            comparison.printsJSON = isJSON
            let (verdict, output, notes) =
                isOldDamaged ? compare(damaged, trip, by: comparison) : compare(trip, damaged, by: comparison)
            #expect(verdict == .damaged)
            #expect(notes.hasPrefix("wiredump: \(isOldDamaged ? "a" : "b"): truncated"))
            let remark = isJSON ? "\"damaged\": [\"\(isOldDamaged ? "old" : "new")\"]" : "a message is damaged"
            #expect(output.contains(remark), "\(output)")
        }
    }

    /// Any two inputs can be compared or are refused.
    @Test func survivesDamage() throws {
        var random = SplitMix64(seed: 5)
        for pair in try Pair.all() {
            let content = try #require(try parseJSON(pair.line) as? [String: Any])
            let old = try #require(bytes(hex: content["old"] as? String ?? "-"))
            let type = try type(pair.type)
            for _ in Exhaustive.rounds(20, inDebug: 4) where !old.isEmpty {
                var damaged = old
                damaged[Int(random.next() % UInt64(old.count))] = UInt8(truncatingIfNeeded: random.next())
                let difference = try? MessageDifference(from: old, to: damaged, as: type)
                #expect((difference == nil) == (type.firstDamage(in: damaged) != nil))
                let raw = try? MessageDifference(from: damaged, to: old, as: nil)
                #expect(damaged != old || raw?.isEmpty == true)
            }
        }
    }
}
