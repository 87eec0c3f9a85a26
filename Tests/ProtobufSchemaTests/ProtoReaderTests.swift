@testable import ProtobufSchema
import TestSupport
import Testing

@Suite struct ProtoReaderTests {
    @Test func numbersBetweenThoseOfAMessageHaveNoField() throws {
        let text = "syntax = \"proto3\"; message M { int32 a = 1; int32 b = 100000; }"
        let type = try #require(try Schema(files: [("a.proto", text)]).message(named: "M"))
        #expect([1, 2, 99_999, 100_000, 100_001].map { type.field(number: $0)?.name } == ["a", nil, nil, "b", nil])
    }

    /// The names are `full_name` of Google's Python runtime, but for the method, which has the path of its calls.
    @Test func descriptorsShowTheirNames() throws {
        let text = """
            syntax = "proto3"; package a; enum E { Z = 0; }
            message M { string s = 1; oneof o { bool b = 2; } }
            service S { rpc Call(M) returns (M); }
            """
        let schema = try Schema(files: [("a.proto", text)])
        let (message, service) = try (#require(schema.message(named: "a.M")), #require(schema.services.first))
        #expect("\(message) \(message.fields) \(message.oneofs)" == "a.M [a.M.s, a.M.b] [a.M.o]")
        #expect("\(schema.enums) \(service) \(service.methods)" == "[a.E] a.S [/a.S/Call]")
    }

    @Test func readsTheFilesOfThePackage() throws {
        let schema = try ProtoFolder.schema.get()
        let vehicle = try #require(schema.message(named: "maps.fleetengine.v1.Vehicle"))
        #expect(vehicle.resource?.type == "fleetengine.googleapis.com/Vehicle")
        #expect(vehicle.resource?.patterns == ["providers/{provider}/vehicles/{vehicle}"])
        #expect(schema.message(forTypeURL: "type.googleapis.com/maps.fleetengine.v1.Vehicle") == vehicle)
        #expect(vehicle.field(named: "vehicleState") == vehicle.field(number: 2))

        let method = try #require(schema.method(path: "/maps.fleetengine.v1.VehicleService/UpdateVehicle"))
        #expect(method.request.fullName == "maps.fleetengine.v1.UpdateVehicleRequest")
        #expect(method.response == vehicle)
        #expect(method.httpRule?.method == "PUT")
        #expect(method.httpRule?.path == "/v1/{name=providers/*/vehicles/*}")
        #expect(method.httpRule?.body == "vehicle")
        #expect(method.routingParameters.map(\.key) == ["provider_id"])
        #expect(method.routingParameters.map(\.field) == ["name"])

        // Types that refer to each other in a circle.
        let value = try #require(schema.message(named: "google.protobuf.Value"))
        #expect(value.field(named: "struct_value")?.message?.field(number: 1)?.mapEntry?.value.message == value)
        #expect(
            value.field(named: "struct_value")?.message?.field(number: 1)?.typeName
                == "map<string, google.protobuf.Value>")
        #expect(value.oneofs.first?.fields.count == 6)
    }

    @Test func derivesJSONNames() throws {
        // Column “JSON name” of the conformance suite's message.
        let names = [
            "fieldname1": "fieldname1", "field_name2": "fieldName2", "_field_name3": "FieldName3",
            "field__name4_": "fieldName4", "field0name5": "field0name5", "field_0_name6": "field0Name6",
            "FieldName8": "FieldName8", "field_Name9": "fieldName9", "FIELD_NAME11": "FIELDNAME11",
            "__field_name13": "FieldName13", "Field_name18__": "FieldName18",
        ]
        for (name, jsonName) in names {
            let schema = try Schema(files: [("a", "syntax = \"proto3\"; message M { int32 \(name) = 1; }")])
            #expect(schema.messages.first?.fields.first?.jsonName == jsonName)
        }
    }

    @Test func resolvesNamesFromTheInside() throws {
        let schema = try Schema(files: [
            ("a.proto", "syntax = \"proto3\"; package x.y; message T { message T { } } message Other { }"),
            (
                "b.proto",
                """
                syntax = "proto3"; package x.z; import "a.proto";
                message T {
                  message Inner { message Other {} Other other = 1; T t = 2; y.T.T deep = 3; .x.y.T absolute = 4; }
                  y.Other other = 1;
                }
                """
            ),
        ])
        let inner = try #require(schema.message(named: "x.z.T.Inner"))
        #expect(inner.fields.map(\.typeName) == ["x.z.T.Inner.Other", "x.z.T", "x.y.T.T", "x.y.T"])
    }

    @Test func importsThroughAClosureAndPublicly() throws {
        let files = [
            "b.proto": "syntax = \"proto3\"; import public \"c.proto\";",
            "c.proto": "syntax = \"proto3\"; package c; message C {}",
        ]
        let text = "syntax = \"proto3\"; import \"b.proto\"; import weak \"gone.proto\"; message A { c.C c = 1; }"
        let schema = try Schema(files: [("a.proto", text)]) { files[$0] }
        #expect(schema.messages.map(\.fullName) == ["c.C", "A"])
        #expect(schema.message(named: "A")?.fields.first?.message?.fullName == "c.C")
    }

    /// A missing import is named once, with the first file that imports it.
    @Test func tellsWhichImportsAreMissing() throws {
        let texts = [
            ("a.proto", "import \"gone.proto\"; import \"b.proto\"; import \"lost.proto\";"),
            ("b.proto", "import \"gone.proto\";"),
        ]
        let missing = try Schema(files: texts.map { ($0, "syntax = \"proto3\"; \($1)") }).missingImports
        #expect(missing.map(\.path) == ["gone.proto", "lost.proto"])
        #expect(missing.map(\.importer) == ["b.proto", "a.proto"])
        #expect(try Schema(files: [("c.proto", "syntax = \"proto3\"; message M {}")]).missingImports.isEmpty)
    }

    @Test func keepsOptions() throws {
        let schema = try Schema(files: [
            (
                "a.proto",
                #"""
                syntax = "proto3";
                import "not/there.proto";
                message M {
                  option (my.option).part = { a: 1 b: -2 c: "x" 'y' d { e: [1, 2] } [ext.name]: < f: inf > };
                  int32 a = 1 [(x) = true, (y) = "\n\x41\u00e4\377", (z) = -1.5e3, deprecated = true];
                }
                """#
            )
        ])
        let message = try #require(schema.messages.first)
        let option = try #require(message.options.first)
        #expect(option.name == "(my.option).part")
        #expect(
            option.value.members == [
                SchemaOption(name: "a", value: .number("1")), SchemaOption(name: "b", value: .number("-2")),
                SchemaOption(name: "c", value: .string(Array("xy".utf8))),
                SchemaOption(
                    name: "d", value: .message([SchemaOption(name: "e", value: .list([.number("1"), .number("2")]))])),
                SchemaOption(
                    name: "[ext.name]", value: .message([SchemaOption(name: "f", value: .identifier("inf"))])),
            ])
        let field = try #require(message.fields.first)
        #expect(field.isDeprecated)
        #expect(
            field.options.map(\.value) == [
                .identifier("true"), .string([10, 0x41, 0xC3, 0xA4, 0xFF]), .number("-1.5e3"), .identifier("true"),
            ])
    }

    @Test func readsEditions() throws {
        let schema = try Schema(files: [
            (
                "a.proto",
                """
                edition = "2023";
                option features.field_presence = IMPLICIT;
                message A {
                  int32 implicit = 1;
                  int32 explicit = 2 [features.field_presence = EXPLICIT];
                  repeated int32 expanded = 3 [features.repeated_field_encoding = EXPANDED];
                  A group = 4 [features.message_encoding = DELIMITED];
                  int32 needed = 5 [features.field_presence = LEGACY_REQUIRED];
                  repeated int32 packed = 6;
                  enum E { option features.enum_type = CLOSED; X = 1; }
                }
                """
            )
        ])
        let fields = try #require(schema.messages.first?.fields)
        #expect(fields.map(\.hasPresence) == [false, true, false, true, true, false])
        #expect(fields.map(\.isPacked) == [false, false, false, false, false, true])
        #expect(fields[3].kind == .group)
        #expect(fields[4].cardinality == .required)
        #expect(schema.enums.first?.isClosed == true)
    }

    /// `export` and `local` are words of edition 2024, and names before.
    @Test func readsVisibility() throws {
        let text = "export message A { local enum E { X = 0; } export message local { int32 a = 1; } E message = 1; } "
        let schema = try Schema(files: [("a.proto", "edition = \"2024\"; \(text) local enum F { Y = 0; }")])
        #expect(schema.messages.map(\.fullName) == ["A", "A.local"] && schema.enums.map(\.fullName) == ["A.E", "F"])

        let older = "syntax = \"proto3\"; message local {} message export { local message = 1; export enum = 2; }"
        let fields = try Schema(files: [("a.proto", older)]).message(named: "export")?.fields
        #expect(fields?.map(\.name) == ["message", "enum"])

        for (text, column) in [
            ("\"2024\"; export service S {}", 26), ("\"2024\"; local export message M {}", 25),
            ("\"2024\"; message M { local x = 1; }", 37), ("\"2023\"; export message M {}", 19),
        ] {
            let error = #expect(throws: SchemaError.self) { try Schema(files: [("a.proto", "edition = \(text)")]) }
            #expect(error?.code == .syntax && error?.column == column, "\(error as Any)")
        }
    }

    @Test(
        arguments: [
            ("message M {", SchemaError.Code.syntax, 2, 12),
            ("message M { int32 a 1; }", .syntax, 2, 21),
            ("message M { int32 a = 1 }", .syntax, 2, 25),
            ("/* open", .syntax, 2, 1),
            ("message M { string s = 1 [(o) = \"x\n\"]; }", .syntax, 2, 33),
            ("message M { int32 é = 1; }", .syntax, 2, 19),
            ("option x = \"\\q\";", .syntax, 2, 13),
            ("mesage M {}", .syntax, 2, 1),
            ("message M { int32 a = 0; }", .invalidNumber, 2, 19),
            ("message M { int32 a = 536870912; }", .invalidNumber, 2, 19),
            ("message M { int32 a = 99999999999999999999; }", .invalidNumber, 2, 23),
            ("message M { int32 a = 1; int32 b = 1; }", .duplicate, 2, 32),
            ("message M {} enum M { A = 0; }", .duplicate, 2, 19),
            ("enum E { A = 2147483648; }", .invalidNumber, 2, 10),
            ("message M { Gone g = 1; }", .unresolved, 2, 18),
            ("import \"gone.proto\"; message M { Gone g = 1; }", .missingImport, 2, 39),
            ("message M { map<float, int32> m = 1; }", .invalidDeclaration, 2, 31),
            ("enum E { A = 0; } service S { rpc R(E) returns (E); }", .invalidDeclaration, 2, 37),
            ("import \"test.proto\";", .invalidDeclaration, 2, 1),
            ("service S { rpc R(M) return (M); } message M {}", .syntax, 2, 22),
            ("service S { rpc R(M) returns (M) { x } } message M {}", .syntax, 2, 36),
            ("message M { optional service.S s = 1; } service S {}", .unresolved, 2, 32),
        ] as [(String, SchemaError.Code, Int, Int)])
    func saysWhatIsWrong(text: String, code: SchemaError.Code, line: Int, column: Int) {
        let error = #expect(throws: SchemaError.self) {
            try Schema(files: [("test.proto", "syntax = \"proto3\";\n" + text)])
        }
        #expect(error?.code == code && error?.line == line && error?.column == column, "\(error as Any)")
        #expect(error?.description.hasPrefix("test.proto:\(line):\(column): ") == true)
    }

    @Test func saysNothingOfAFileWithoutAName() {
        // A set with one file, which has nothing but the syntax `bad`.
        let set: [UInt8] = [0x0A, 0x05, 0x62, 0x03, 0x62, 0x61, 0x64]
        let error = #expect(throws: SchemaError.self) { try Schema(descriptorSet: set) }
        #expect(error?.description == "Syntax “bad” with edition 0 is not known here.")
    }

    /// Whole files, and the kind of what is wrong with them.
    @Test func limitsWhatAFileHas() {
        let long = String(repeating: "n", count: 1001)
        for (text, code) in [
            ("syntax = \"proto4\";", .syntax), ("message M { optional \(long) a = 1; }", .limit),
            ("message \(long) {}", .limit),
            ("package a\(String(repeating: ".a", count: 101));", .limit),
            (String(repeating: " ", count: 16 << 20 + 1), .limit),
        ] as [(String, SchemaError.Code)] {
            let error = #expect(throws: SchemaError.self) { try Schema(files: [("a.proto", text)]) }
            #expect(error?.code == code, "\(text.prefix(60)): \(error as Any)")
        }
    }

    /// What a file declares, and how much it counts: all files of a schema together have a limit.
    @Test(arguments: [
        (";;;", 0), ("message A {}", 1), ("message A { A a = 1; }", 2), ("message A { map<int32, A> a = 1; }", 5),
        ("message A { oneof o { A a = 1; } }", 3), ("enum E { A = 0; B = 1; }", 3),
        ("message A {} service S { rpc M(A) returns (A); }", 3), ("import \"b\"; import \"c\";", 2),
        ("message A { option deprecated = true; }", 2), ("option (a) = { b: [1, 2] c {} };", 5),
        ("message A { reserved 1, 2 to 3; }", 3), ("message A { reserved \"a\", \"b\"; }", 3),
        ("message A { optional group G = 1 {} }", 3), ("message A {} extend A { A a = 1; A b = 2; }", 5),
        ("/* a */ message A {} // a", 1),
    ])
    func countsWhatAFileDeclares(text: String, count: Int) throws {
        let text = "syntax = \"proto3\"; " + text
        _ = try ProtoParser.parse(name: "a.proto", text: text, ElementCount(limit: count))
        if count > 0 {
            #expect(throws: SchemaError.self) {
                try ProtoParser.parse(name: "a.proto", text: text, ElementCount(limit: count - 1))
            }
        }
        let error = #expect(throws: SchemaError.self) {
            // Limits are for what all files declare.
            let elements = ElementCount(limit: 2 * count)
            for _ in 0...2 { _ = try ProtoParser.parse(name: "a.proto", text: text + "message M {}", elements) }
        }
        #expect(error?.code == .limit)
    }

    @Test func countsWhatADescriptorSetDeclares() throws {
        let name = field(1, "a".utf8)
        // A message with a field, two reserved names and an option of one member.
        let parts = field(2, name + [0x18, 1, 0x28, 5]) + field(10, []) + field(10, []) + field(7, [0x18, 1])
        // A comment, and a location without one; an extension.
        let comments = field(9, field(1, field(1, [4, 0]) + field(3, "a".utf8)) + field(1, field(1, [4, 0])))
        let others = field(7, name + field(2, "A".utf8) + [0x18, 1, 0x28, 5]) + comments
        let set = field(1, name + field(3, "b".utf8) + field(4, name + parts) + others)
        #expect(try DescriptorReader.files(ofSet: set.span, ElementCount(limit: 9)).count == 1)
        let error = #expect(throws: SchemaError.self) {
            try DescriptorReader.files(ofSet: set.span, ElementCount(limit: 8))
        }
        #expect(error?.code == .limit)
    }

    /// A short name may stand in a scope whose name is long.
    @Test(.enabled(if: Exhaustive.readsLargeInputs)) func limitsFullNames() throws {
        let scope = String(repeating: "a", count: 990)
        let count = SchemaLinker.fullNameLimit / 990 + 1
        let name = field(1, scope.utf8)
        let nested = (0..<count).flatMap { field(3, field(1, "m\(String($0, radix: 36))".utf8)) }
        let error = #expect(throws: SchemaError.self) {
            try Schema(descriptorSet: field(1, field(1, "a".utf8) + field(4, name + nested)))
        }
        #expect(error?.code == .limit)
    }

    /// Each of the extensions might be of a message in a file that was not found.
    @Test(.timeLimit(.minutes(1)))
    func readsExtensionsOfLostMessagesInLinearTime() throws {
        let range = 0..<Exhaustive.size(50_000, inDebug: 5_000)
        let imports = range.map { "import \"\($0)\";" }.joined()
        let fields = range.map { "extend google.protobuf.FieldOptions { optional int32 f\($0) = \(50_000 + $0); }" }
        let schema = try Schema(files: [("a.proto", "syntax = \"proto2\";" + imports + fields.joined())])
        #expect(schema.missingImports.count == range.count)
    }

    /// Descriptor sets that no compiler has made.
    @Test func saysWhatIsWrongInDescriptorSets() {
        func file(_ name: String, _ rest: [UInt8] = []) -> [UInt8] { field(1, field(1, name.utf8) + rest) }
        // An int32 in a oneof that its message does not have.
        let member = field(1, "f".utf8) + [0x18, 1, 0x28, 5, 0x48, 3]
        let message = field(4, field(1, "M".utf8) + field(2, member))
        for (set, code) in [
            (file("a", message), .invalidDeclaration), ((0...10_000).flatMap { file("\($0)") }, .limit),
            ((0...10_000).flatMap { _ in file("a") }, .limit),
        ] as [([UInt8], SchemaError.Code)] {
            let error = #expect(throws: SchemaError.self) { try Schema(descriptorSet: set) }
            #expect(error?.code == code, "\(error as Any)")
        }
    }

    /// Sets that were joined have the files that both use twice.
    @Test func takesTheLastOfFilesWithOneName() throws {
        let file = field(1, field(1, "a".utf8) + field(4, field(1, "M".utf8)))
        #expect(try Schema(descriptorSet: field(1, field(1, "a".utf8)) + file).messages.map(\.fullName) == ["M"])
    }

    @Test func endsOnHostileNesting() {
        let messages = String(repeating: "message M { ", count: 10_000)
        let aggregates = "option x = " + String(repeating: "{ a ", count: 100_000)
        let lists = "option x = { a: " + String(repeating: "[", count: 100_000)
        for text in [messages, aggregates, lists] {
            let error = #expect(throws: SchemaError.self) {
                try Schema(files: [("test.proto", "syntax = \"proto3\";\n" + text)])
            }
            #expect(error?.code == .limit)
        }
        // Imports without end.
        let error = #expect(throws: SchemaError.self) {
            try Schema(files: [("0", "import \"1\";")]) { "import \"\((Int($0) ?? 0) + 1)\";" }
        }
        #expect(error?.code == .limit)
    }

    /// What an error repeats of a hostile file is not as long as the file.
    @Test(arguments: ["syntax = \"", "syntax = \"proto3\"; message M { int32 a = "])
    func errorsAreShort(_ start: String) throws {
        let text = start + String(repeating: "9", count: 1 << 16) + (start.hasSuffix("\"") ? "\";" : "; }")
        let error = #expect(throws: SchemaError.self) { try Schema(files: [("m.proto", text)]) }
        #expect(error.map { $0.message.utf8.count < 1100 && $0.message.hasSuffix("…") } == true)
        let letters = try #require(throws: SchemaError.self) {
            try Schema(files: [("m.proto", "syntax = \"\(String(repeating: "é", count: 800))\";")])
        }
        #expect(!letters.message.hasSuffix("…"), "of 1000 characters nothing is left out")
    }

    /// A file that is cut anywhere, or has a byte replaced, gives a schema or an error that lies within the text.
    @Test func survivesDamagedText() {
        func read(_ text: String) {
            do throws(SchemaError) {
                _ = try Schema(files: [("test.proto", text)])
            } catch {
                let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                #expect(lines.indices.contains(error.line - 1), "\(error)")
                #expect((1...(lines[error.line - 1].count + 1)).contains(error.column), "\(error)")
            }
        }
        for proto in TortureProto.all {
            let bytes = Array(proto.text.utf8)
            for index in Exhaustive.elements(of: stride(from: 0, to: bytes.count, by: 7), inDebugEvery: 23) {
                let cut = String(decoding: bytes[..<index], as: UTF8.self)
                read(cut)
                for byte in ["{", "}", "\"", "0", ";", "\u{0}"] {
                    read(cut + byte + String(decoding: bytes[(index + 1)...], as: UTF8.self))
                }
            }
        }
    }
}
