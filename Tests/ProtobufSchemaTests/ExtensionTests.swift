import Foundation
import ProtobufSchema
import TestSupport
import Testing

/// Fields of `extend` blocks. `Fixtures/extensions` says how Google's software names them, and what bytes they have.
@Suite struct ExtensionTests {
    static let folder = Folders.fixtures.appendingPathComponent("extensions")

    private static func text(_ name: String) -> String? {
        (try? folder.appendingPathComponent(name).bytes()).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func schema(_ name: String) throws -> Schema {
        try Schema(files: [(name, #require(text(name)))], importing: text)
    }

    private static func official(_ name: String) throws -> Schema {
        try Schema(descriptorSet: folder.appendingPathComponent("\(name).descriptors").bytes())
    }

    /// `protoc` has brought `descriptor.proto` along, whose options are extended there; beside the text it is missing.
    @Test(arguments: [("acme/teams/v1/teams.proto", "teams"), ("acme/visibility.proto", "visibility")])
    func readsAsProtocDoes(file: String, set: String) throws {
        let schema = try Self.schema(file)
        let official = try Self.official(set)
        for change in differences(schema, official) { Issue.record("\(change)") }
        let options = official.message(named: "google.protobuf.FieldOptions")
        #expect(options?.field(number: 50001)?.name == (set == "teams" ? "[acme.teams.v1.secret]" : nil))
    }

    @Test(arguments: try Folders.names(in: folder.appendingPathComponent("cases"), extension: "binpb"))
    func readsAndWritesAsGoogleDoes(_ name: String) throws {
        let file = Self.folder.appendingPathComponent("cases/\(name)").deletingPathExtension()
        let bytes = try file.appendingPathExtension("binpb").bytes()
        let text = try file.appendingPathExtension("txtpb").bytes()
        let json = try file.appendingPathExtension("json").bytes()
        for schema in [try Self.schema("acme/teams/v1/teams.proto"), try Self.official("teams")] {
            let job = try #require(schema.message(named: "acme.job.v2.Job"))
            #expect(try TextWriter().text(bytes, as: job) == text)
            #expect(try TextReader().bytes(of: text, as: job) == bytes)
            let written = try JSONWriter().string(bytes, as: job)
            let difference = jsonDifference(try parseJSON(written.utf8), try parseJSON(json))
            #expect(difference == nil, "\(difference ?? "")")
            #expect(try JSONReader().bytes(of: json, as: job) == bytes)
        }
    }

    @Test func namesTheFieldAfterTheScopeAroundIt() throws {
        let schema = try Self.schema("acme/teams/v1/teams.proto")
        let job = try #require(schema.message(named: "acme.job.v2.Job"))
        let rating = try #require(job.field(number: 1000))
        #expect(rating.name == "[acme.teams.v1.Team.rating]" && rating.jsonName == rating.name)
        #expect(rating.isExtension && rating.parent == job && rating.hasPresence)
        #expect(job.field(named: "[acme.teams.v1.Team.rating]") == rating)
        #expect(job.field(named: "rating") == nil && schema.message(named: "acme.teams.v1.Team.rating") == nil)
        #expect(job.fields.map(\.isExtension) == [false, false, false] + Array(repeating: true, count: 10))
        #expect(job.field(number: 104)?.message?.fullName == "acme.teams.v1.Leg")
    }

    /// As `google.protobuf.json_format` with `always_print_fields_with_no_presence`.
    @Test func hasNoDefaultInJSON() throws {
        let job = try #require(Self.schema("acme/teams/v1/teams.proto").message(named: "acme.job.v2.Job"))
        let bytes = try TextReader().bytes(of: "id: '' [acme.teams.v1.Team.team] {}", as: job)
        var options = JSONWriter.Options()
        options.printsDefaults = true
        let json = try parseJSON(JSONWriter(options: options).string(bytes, as: job).utf8)
        let expected = try parseJSON(#"{"id":"","[acme.teams.v1.Team.team]":{"parts":[]},"moreStops":[]}"#.utf8)
        #expect(jsonDifference(json, expected) == nil)
    }

    /// White space and comments within brackets mean nothing; what is not there is no extension.
    @Test func readsNamesInBrackets() throws {
        let job = try #require(Self.schema("acme/teams/v1/teams.proto").message(named: "acme.job.v2.Job"))
        let bytes: [UInt8] = [0xA8, 0x06, 0x01, 0xA8, 0x06, 0x02]
        for text in ["[acme.teams.v1.codes]: [1, 2]", "[ acme. # x\n teams.v1.codes ]: 1 [acme.teams.v1.codes]: 2"] {
            #expect(try TextReader().bytes(of: text, as: job) == bytes)
        }
        for text in ["[codes]: 1", "[acme.teams.v1.secret]: true", "[acme.teams.v1.Team]: {}"] {
            let error = #expect(throws: TextError.self) { try TextReader().bytes(of: text, as: job) }
            #expect(error?.code == .extensionName && error?.place?.column == 1)
        }
        let twice = #expect(throws: TextError.self) {
            try TextReader().bytes(of: "[acme.teams.v1.note]: 'a' [acme.teams.v1.note]: 'b'", as: job)
        }
        #expect(twice?.code == .duplicateField)
        let unknown = #expect(throws: JSONError.self) {
            try JSONReader().bytes(of: #"{"[acme.teams.v1.code]": [1]}"#, as: job)
        }
        #expect(unknown?.code == .unknownMember && unknown?.message.contains("“[acme.teams.v1.codes]”") == true)
    }

    /// What may be declared in a file that is not there is passed over; a set has no extensions on the wire.
    @Test(
        arguments: [
            "import \"gone.proto\"; extend gone.Base { optional int32 x = 7; }",
            "import \"google/protobuf/descriptor.proto\"; extend google.protobuf.FileOptions { repeated E e = 7000; }",
            "import \"passes.proto\"; extend gone.Base { optional int32 x = 7; }",
            """
            message Set { option message_set_wire_format = true; extensions 4 to max; }
            message M { extend Set { optional M m = 1000000000; } }
            """,
        ])
    func leavesOthersAlone(text: String) throws {
        let schema = try Schema(files: [("test.proto", "syntax = \"proto2\"; enum E { A = 0; } \(text)")]) {
            $0 == "passes.proto" ? "import public \"gone.proto\";" : nil
        }
        #expect(schema.messages.allSatisfy { $0.fields.isEmpty })
    }

    /// A file may be loaded under two names when its extensions extend a message that was not found.
    @Test func declaresOptionsTwice() throws {
        let imports = "import \"google/protobuf/descriptor.proto\";"
        let text = "syntax = \"proto3\"; \(imports) extend google.protobuf.FileOptions { string team = 7000; }"
        #expect(throws: Never.self) { try Schema(files: [("a/options.proto", text), ("options.proto", text)]) }
    }

    @Test(
        arguments: [
            // Each of these is an error for protoc, too.
            ("extend M { optional int32 a = 536870912; }", SchemaError.Code.invalidNumber, 27),
            ("extend M { optional int32 a = 10; optional int32 b = 10; }", .duplicate, 50),
            ("message B { extend M { optional int32 a = 10; } } extend M { optional int32 a = 10; }", .duplicate, 77),
            ("extend M { optional int32 a = 10; optional int32 a = 11; }", .duplicate, 50),
            ("extend M { optional int32 M = 10; }", .duplicate, 27),
            ("extend Gone { optional int32 a = 10; }", .unresolved, 8),
            ("enum E { A = 1; } extend E { optional int32 a = 10; }", .invalidDeclaration, 26),
            ("extend M { optional Gone a = 10; }", .unresolved, 26),
            ("extend M { map<int32, int32> a = 10; }", .invalidDeclaration, 30),
            ("message B { extend M { map<int32, int32> a = 10; } }", .invalidDeclaration, 42),
            ("extend M { int32 a = 10; }", .invalidDeclaration, 18),
            ("extend M { oneof o { int32 a = 10; } }", .syntax, 20),
            ("extend M { optional int32 a = 10;", .syntax, 34),
            ("import \"gone.proto\"; enum E { A = 1; } extend E { optional int32 a = 10; }", .invalidDeclaration, 47),
        ] as [(String, SchemaError.Code, Int)])
    func saysWhatIsWrong(text: String, code: SchemaError.Code, column: Int) {
        let before = "syntax = \"proto2\"; message M { extensions 10 to 14, 18000 to max; }\n"
        let error = #expect(throws: SchemaError.self) { try Schema(files: [("test.proto", before + text)]) }
        #expect(error?.code == code && error?.line == 2 && error?.column == column, "\(error as Any)")
        #expect(error?.file == "test.proto")
    }

    /// The file that declares the second one is the one at fault.
    @Test func twoFilesCannotGiveOneNumberOrName() throws {
        let base = ("m.proto", "syntax = \"proto2\"; message M { extensions 10 to 14; }")
        let first = ("a.proto", "syntax = \"proto2\"; import \"m.proto\"; extend M { optional int32 a = 10; }")
        for text in ["optional int32 b = 10", "optional int32 a = 11"] {
            let second = ("b.proto", "syntax = \"proto2\"; import \"m.proto\"; extend M { \(text); }")
            let error = #expect(throws: SchemaError.self) { try Schema(files: [base, first, second]) }
            #expect(error?.code == .duplicate && error?.file == "b.proto" && error?.column == 64, "\(error as Any)")
        }
        let error = #expect(throws: SchemaError.self) {
            try Schema(files: [base, ("c.proto", "syntax = \"proto2\"; extend M { optional int32 a = 10; }")])
        }
        #expect(error?.code == .unresolved && error?.message.contains("import \"m.proto\"") == true)
    }

    @Test func endsOnHostileInput() throws {
        // Messages that extend themselves and each other.
        let circle = """
            message A { extensions 1 to max; extend A { optional A a = 1; } extend B { optional A b = 1; } }
            message B { extensions 1 to max; extend A { repeated B c = 2; } extend .B { optional group D = 2 { } } }
            """
        let schema = try Schema(files: [("circle.proto", circle)])
        let message = try #require(schema.message(named: "A"))
        #expect(message.fields.map(\.name) == ["[A.a]", "[B.c]"])
        #expect(schema.message(named: "B")?.fields.map(\.name) == ["[A.b]", "[B.d]"])
        #expect(message.firstDamage(in: [UInt8](repeating: 0x0A, count: 300)) != nil)

        let nested = String(repeating: "message M { extend M { optional group G = 1 { ", count: 10_000)
        let error = #expect(throws: SchemaError.self) { try Schema(files: [("deep.proto", nested)]) }
        #expect(error?.code == .limit)
        // Many fields in many ranges, one after the other.
        let numbers = 1...Exhaustive.size(4_000, inDebug: 800)
        let many = numbers.map { "optional int32 f\($0) = \($0);" }.joined()
        let ranges = numbers.map { "extensions \($0);" }.joined()
        let large = try Schema(files: [("many.proto", "message M { \(ranges) } extend M { \(many) }")])
        #expect(large.message(named: "M")?.field(number: numbers.upperBound)?.name == "[f\(numbers.upperBound)]")
    }

    /// Any byte replaced: a schema, or an error.
    @Test(arguments: [("visibility", 3), ("teams", 61)]) func survivesDamagedSets(_ name: String, every step: Int)
        throws
    {
        let bytes = try Self.folder.appendingPathComponent("\(name).descriptors").bytes()
        var random = SplitMix64(seed: 1)
        for index in Exhaustive.elements(of: stride(from: 0, to: bytes.count, by: step), inDebugEvery: 11) {
            var changed = bytes
            changed[index] = UInt8.random(in: 0...255, using: &random)
            if let schema = try? Schema(descriptorSet: changed) {
                #expect(schema.messages.allSatisfy { message in message.fields.allSatisfy { $0.parent == message } })
            }
        }
    }

    /// A path ends before an extension: what differs in one makes the message around it differ.
    @Test func masksNameTheMessageAroundAnExtension() throws {
        let job = try #require(Self.schema("acme/teams/v1/teams.proto").message(named: "acme.job.v2.Job"))
        func bytes(_ text: String) throws -> [UInt8] { try TextReader().bytes(of: text, as: job) }
        func masks(_ old: String, _ new: String) throws -> [String] {
            let (old, new) = (try bytes(old), try bytes(new))
            let difference = try MessageDifference(from: old, to: new, as: job)
            return [try FieldPaths.difference(from: old, to: new, as: job), difference.mask].map(\.description)
        }
        let stop = "stop { address: 'a' [acme.teams.v1.driver_team] { name: 'north' } }"
        for other in ["stop { address: 'a' }", stop.replacingOccurrences(of: "north", with: "south")] {
            #expect(try masks(stop, other) == ["stop", "stop"])
        }
        #expect(try masks(stop, stop.replacingOccurrences(of: "'a'", with: "'b'")) == ["stop.address", "stop.address"])
        #expect(try masks("id: 'a'", "id: 'b' [acme.teams.v1.note]: 'c'") == ["id", "id"])

        let (old, new) = (try bytes(stop), try bytes("[acme.teams.v1.note]: 'c' stop { [acme.teams.v1.gate]: 7 }"))
        let difference = try MessageDifference(from: old, to: new, as: job)
        #expect(
            difference.changes.map(\.path) == [
                "stop.address", "stop.[acme.teams.v1.driver_team]", "stop.[acme.teams.v1.gate]", "[acme.teams.v1.note]",
            ])
        #expect(difference.updatedFields == ["stop", "[acme.teams.v1.note]"])
        #expect("a.[acme.b].c[3].d".fieldNames == ["a", "[acme.b]", "c"])

        #expect(FieldPaths(["stop"]).subtracting(["stop.x"], for: job).paths == ["stop.address"])
        let findings = FieldPaths(["stop.[acme.teams.v1.gate]"]).findings(for: job)
        #expect(findings.map(\.code) == [.unknownField])
        #expect(findings.first?.message.contains("cannot name extensions") == true)
    }
}
