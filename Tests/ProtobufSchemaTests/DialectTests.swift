import Foundation
import ProtobufSchema
import TestSupport
import Testing

/// What proto2, proto3 and the features of editions say about bytes, text and JSON; `Fixtures/dialects` has what Google's
/// software makes of it.
@Suite struct DialectTests {
    private static let folder = Folders.fixtures.appendingPathComponent("dialects")

    /// The same schema from a file and from its descriptor set.
    private static func schemas(_ package: String) throws -> [Schema] {
        let path = "acme/\(package).proto"
        let text = String(decoding: try folder.appendingPathComponent(path).bytes(), as: UTF8.self)
        let set = try folder.appendingPathComponent("\(package).descriptors").bytes()
        return try [Schema(files: [(path, text)]), Schema(descriptorSet: set)]
    }

    private static func types(_ name: String) throws -> [MessageDescriptor] {
        try schemas(String(name.split(separator: ".")[1])).map { try #require($0.message(named: name)) }
    }

    static let packages = ["delimited", "closed", "bytes", "features", "names"]

    private static func lines(_ file: String, of package: String) throws -> [[String: Any]] {
        let lines = try jsonLines(folder.appendingPathComponent(file)).filter {
            ($0["type"] as? String)?.hasPrefix("acme.\(package).") == true
        }
        try #require(!lines.isEmpty || file != "messages.jsonl")
        return lines
    }

    @Test(arguments: packages) func readsAsProtocDoes(_ package: String) throws {
        let schemas = try Self.schemas(package)
        for change in differences(schemas[0], schemas[1]) { Issue.record("\(change)") }
    }

    @Test(arguments: packages) func writesAsGoogleDoes(_ package: String) throws {
        for line in try Self.lines("messages.jsonl", of: package) {
            let name = try #require(line["type"] as? String)
            let given = bytes(hex: try #require(line["hex"] as? String))
            let canonical = bytes(hex: try #require(line["canonical"] as? String))
            let text = try #require(line["text"] as? String)
            for type in try Self.types(name) {
                let comment = Comment(rawValue: "\(line["hex"] ?? "")")
                #expect(try TextWriter().string(given, as: type) == text, comment)
                #expect(type.canonicalBytes(of: given) == canonical, comment)
                #expect(try TextReader().bytes(of: text, as: type) == canonical, comment)
            }
        }
    }

    @Test(arguments: packages.filter { $0 != "bytes" }) func writesJSONAsGoogleDoes(_ package: String) throws {
        for line in try Self.lines("messages.jsonl", of: package) {
            let name = try #require(line["type"] as? String)
            let given = bytes(hex: try #require(line["hex"] as? String))[...]
            let json = try #require(line["json"])
            for type in try Self.types(name) {
                let comment = Comment(rawValue: "\(line["hex"] ?? "")")
                if json is NSNull {
                    #expect(throws: JSONError.self, comment) { try JSONWriter().json(given.span, as: type) }
                    continue
                }
                let written = try parseJSON(try JSONWriter().json(given.span, as: type))
                #expect(jsonDifference(written, json) == nil, comment)
            }
        }
    }

    @Test(arguments: packages) func readsTextAsProtocDoes(_ package: String) throws {
        for line in try Self.lines("texts.jsonl", of: package) {
            let text = try #require(line["text"] as? String)
            for type in try Self.types(try #require(line["type"] as? String)) {
                let read = try? TextReader().bytes(of: text, as: type)
                // Where protoc joins the halves of a surrogate pair, Google's conformance suite demands an error.
                let joinsHalves = text.lowercased().contains(#"\ud83d\ude00"#)
                let expected = joinsHalves ? nil : (line["hex"] as? String).map(bytes(hex:))
                #expect(read == expected, Comment(rawValue: text))
            }
        }
    }

    @Test(arguments: packages) func readsJSONAsGoogleDoes(_ package: String) throws {
        for line in try Self.lines("json.jsonl", of: package) {
            let json = try #require(line["json"] as? String)
            for type in try Self.types(try #require(line["type"] as? String)) {
                let read = try? JSONReader().bytes(of: json, as: type)
                #expect(read == (line["hex"] as? String).map(bytes(hex:)), Comment(rawValue: json))
            }
        }
    }

    /// JSON has strings of Unicode only. (Google's Python runtime writes some of these as what Python prints for bytes.)
    @Test(arguments: ["0a01ff", "1201611201c3", "1a060a01ff120161", "1a060a01611201ff"])
    func writesNoJSONOfOtherBytes(_ hex: String) throws {
        let given = bytes(hex: hex)[...]
        for type in try Self.types("acme.bytes.Note") {
            let error = #expect(throws: JSONError.self) { try JSONWriter().json(given.span, as: type) }
            #expect(error?.code == .invalidUTF8)
        }
    }

    /// Of two fields with one name in JSON the last one has it; the other one has its own, by which Google's runtime reads
    /// it, too, so that nothing is lost.
    @Test func writesTwinsByTheirOwnNames() throws {
        let given = bytes(hex: "0a0178120179")
        for type in try Self.types("acme.legacy.Twins") {
            let json = try JSONWriter().string(given, as: type)
            #expect(json == #"{"foo_bar":"x","fooBar":"y"}"#)
            #expect(try JSONReader().bytes(of: json, as: type) == given)
            for line in try Self.lines("json.jsonl", of: "legacy") {
                let read = try JSONReader().bytes(of: try #require(line["json"] as? String), as: type)
                #expect(read == bytes(hex: try #require(line["hex"] as? String)))
            }
        }
    }

    /// A number that a closed enum does not have is an unknown field, also where two messages are compared.
    @Test func comparesForeignNumbersAsUnknownFields() throws {
        for type in try Self.types("acme.closed.Visit") {
            let difference = try MessageDifference(from: bytes(hex: "0801"), to: bytes(hex: "0805"), as: type)
            #expect(difference.changes.map(\.path) == ["gate", "1"])
            let packed = try MessageDifference(
                from: bytes(hex: "1a050105020607"), to: bytes(hex: "1a0401020607"), as: type)
            #expect(packed.changes.map(\.path) == ["3[0]"])
            #expect(try TextReader().bytes(of: "1: 5 3: 1 3: 6", as: type) == bytes(hex: "1a010108051806"))
        }
    }

    /// What protoc accepts is accepted, and what it refuses is refused but for rules that are listed here: they change no
    /// byte, and nobody writes them by mistake.
    @Test func acceptsWhatProtocAccepts() throws {
        let unchecked = [
            "Feature field `field_presence` must resolve to a known value",
            "Repeated fields can't specify field presence",
            "Oneof fields can't specify field presence", "Message fields can't specify implicit presence",
            "Extensions can't specify field presence", "Extensions can't be required",
            "Required presence can't be specified by default", "Only repeated fields can specify",
            "Only repeated primitive fields can specify", "Only message fields can specify message encoding",
            "Only string fields can specify utf8 validation", "Implicit presence enum fields must always be open",
            "MessageSets cannot have fields", "jstype is only allowed on",
            // Names of enum values that languages would write alike.
            "Enum name ",
            // Values of options, custom options, and what is set twice.
            "Option \"features.field_presence\" was already set", "Field option packed is not allowed under editions",
            "[packed = true] can only be specified", "Explicit default values are not allowed",
            "Implicit presence fields can't specify defaults", "Integer out of range", "Unsigned field can't have",
            "Expected integer for field default value", "Expected number.", "Expected \"true\" or \"false\"",
            "Expected string for field default value", "Repeated fields can't have default values",
            "Messages can't have default values", "Enum type \"E\" has no value", "Default value for an enum field",
            "Already set option", "Expected string for JSON name",
            "Value must be identifier for boolean option", "Value must be \"true\" or \"false\" for boolean option",
            "Enum type \"google.protobuf.FileOptions.OptimizeMode\" has no value",
            "Value must be identifier for enum-valued option \"google.protobuf.FileOptions.optimize_for\"",
            "Value must be quoted string for string option", "Option \"deprecated\" was already set",
            "Option \"go_package\" was already set", "Enum type \"google.protobuf.FieldOptions.JSType\" has no value",
            "Option \"deprecated\" is an atomic type", "Option \"(", "Option field \"(", "Option \"p.x\" is a message",
            "Value must be integer", "Value out of range", "Error while parsing option value for \"x\"",
            "Enum type \"p.E\" has no value",
        ]
        let included = Dictionary(uniqueKeysWithValues: try ProtoFolder.files().map { ($0.name, $0.text) })
        for line in try jsonLines(Self.folder.appendingPathComponent("schemas.jsonl")) {
            let text = try #require(line["text"] as? String)
            let schema = Result { try Schema(files: [("test.proto", text)]) { included[$0] } }
            // Nobody writes the values of features as numbers, which protoc takes in aggregates.
            let error = text.contains("field_presence: 2") ? "a number" : line["error"] as? String
            guard let error else {
                #expect(throws: Never.self, Comment(rawValue: text)) { try schema.get() }
                continue
            }
            if unchecked.contains(where: { error.hasPrefix($0) }) { continue }
            #expect(throws: SchemaError.self, Comment(rawValue: "\(text): \(error)")) { try schema.get() }
        }
    }
}
