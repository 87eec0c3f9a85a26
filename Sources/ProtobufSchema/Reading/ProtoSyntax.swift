import ByteText

// A `.proto` file as read, before names are resolved. A binary FileDescriptorSet can be brought into the same form.

struct FileSyntax {
    enum Dialect: Equatable { case proto2, proto3, edition(String) }

    var name: String
    /// Whether a compiler has accepted the file. What gives bytes no other meaning is then not checked.
    var isCompiled = false
    var dialect = Dialect.proto2
    var package = ""
    var imports: [(path: String, isPublic: Bool, place: FilePlace)] = []
    var options: [SchemaOption] = []
    /// Where each of `options` begins; empty for files of descriptor sets.
    var optionPlaces: [FilePlace] = []
    var messages: [MessageSyntax] = []
    var enums: [EnumSyntax] = []
    var services: [ServiceSyntax] = []
    var extensions: [FieldSyntax] = []
}

struct FilePlace {
    var file: String
    /// Unknown in files of descriptor sets.
    var position = TextPlace.unknown
}

/// The parts that every declaration has.
struct DeclarationSyntax {
    var name: String
    var place: FilePlace
    var documentation: String
    var options: [SchemaOption] = []

    func failure(_ code: SchemaError.Code, _ message: String) -> SchemaError { SchemaError(code, at: place, message) }
}

struct MessageSyntax {
    var declaration: DeclarationSyntax
    var fields: [FieldSyntax] = []
    var oneofs: [DeclarationSyntax] = []
    var messages: [MessageSyntax] = []
    var enums: [EnumSyntax] = []
    /// Declared inside the message; which messages they extend is another matter.
    var extensions: [FieldSyntax] = []
    var extensionRanges: [NumberRangeSyntax] = []
    var reservedRanges: [NumberRangeSyntax] = []
    var reservedNames: [String] = []
    var isMapEntry = false
}

/// `5`, `5 to 9` or `5 to max`, as written: the end may come before the start.
struct NumberRangeSyntax {
    var start: Int64
    /// `nil` for `max`.
    var end: Int64?
    var place: FilePlace
}

/// A message or enum by its name as written, with a leading dot when it is absolute.
struct TypeReference {
    var name: String
    var place: FilePlace
}

struct FieldSyntax {
    enum Label { case none, optional, required, repeated }

    var declaration: DeclarationSyntax
    var number: Int
    var label: Label
    /// `nil` for a message or enum that is named by `typeName` and still has to be found.
    var kind: FieldKind?
    /// Name as written, with a leading dot when it is absolute.
    var typeName = ""
    var isMap = false
    /// Index in the message's `oneofs`.
    var oneof: Int?
    /// The message that gets a field of an `extend` block; `nil` for all other fields.
    var extendee: TypeReference?
}

struct EnumSyntax {
    var declaration: DeclarationSyntax
    var values: [(declaration: DeclarationSyntax, number: Int32)] = []
    var reservedRanges: [NumberRangeSyntax] = []
    var reservedNames: [String] = []
}

struct ServiceSyntax {
    var declaration: DeclarationSyntax
    var methods: [MethodSyntax] = []
}

struct MethodSyntax {
    var declaration: DeclarationSyntax
    var input: TypeReference
    var output: TypeReference
    var clientStreaming = false
    var serverStreaming = false
}

/// Names that protobuf derives from others.
enum DerivedName {
    /// `trip_status` to `tripStatus`: every `_` goes, and the letter after it becomes upper case.
    ///
    /// Source: https://protobuf.dev/reference/protobuf/proto3-spec/ and `json_name` of descriptor.proto.
    static func json(_ name: String) -> String {
        camelCase(name, upperFirst: false)
    }

    /// `string_map` to `StringMapEntry`: the type of a map's entries.
    static func mapEntry(_ name: String) -> String {
        camelCase(name, upperFirst: true) + "Entry"
    }

    private static func camelCase(_ name: String, upperFirst: Bool) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(name.utf8.count)
        var upper = upperFirst
        for byte in name.utf8 {
            if byte == UInt8(ascii: "_") {
                upper = true
            } else {
                bytes.append(upper ? byte.uppercased : byte)
                upper = false
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
