import ByteText

// A `.proto` file as read, before names are resolved. A binary FileDescriptorSet can be brought into the same form.

struct FileSyntax {
    enum Dialect: Equatable { case proto2, proto3, edition(String) }

    var name: String
    var dialect = Dialect.proto2
    var package = ""
    var imports: [ImportSyntax] = []
    var options: [SchemaOption] = []
    var messages: [MessageSyntax] = []
    var enums: [EnumSyntax] = []
    var services: [ServiceSyntax] = []
    var extensions: [ExtensionSyntax] = []
    var documentation = ""
}

struct ImportSyntax {
    var path: String
    var isPublic: Bool
    var position: SourcePosition
}

/// The parts that every declaration has.
struct DeclarationSyntax {
    var name: String
    var position: SourcePosition
    var documentation: String
    var options: [SchemaOption] = []
}

struct MessageSyntax {
    var declaration: DeclarationSyntax
    var fields: [FieldSyntax] = []
    var oneofs: [DeclarationSyntax] = []
    var messages: [MessageSyntax] = []
    var enums: [EnumSyntax] = []
    /// Declared inside the message; which messages they extend is another matter.
    var extensions: [ExtensionSyntax] = []
    var reservedNames: [String] = []
    var isMapEntry = false
}

/// A message or enum by its name as written, with a leading dot when it is absolute.
struct TypeReference {
    var name: String
    var position: SourcePosition
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
}

/// A field of an `extend` block.
struct ExtensionSyntax {
    var field: FieldSyntax
    /// The message that gets the field.
    var extendee: TypeReference
}

struct EnumSyntax {
    var declaration: DeclarationSyntax
    var values: [(declaration: DeclarationSyntax, number: Int32)] = []
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
