/// The tables of a schema. Descriptors are an index into them, so that types may refer to each other in circles without
/// reference cycles and a walk resolves a field's type by one array access.
final class SchemaPool: Sendable {
    let files: [FileRecord]
    /// The messages, file by file in the order in which the files were read; within a file parents before their children.
    let messages: PoolTable<MessageIndex, MessageRecord>
    /// The fields. Those of one message lie together, ascending by number.
    let fields: PoolTable<FieldIndex, FieldRecord>
    let oneofs: PoolTable<OneofIndex, OneofRecord>
    let enums: PoolTable<EnumIndex, EnumRecord>
    let services: [ServiceRecord]
    let methods: [MethodRecord]
    /// Full name, without leading dot, of every message, enum, service and extension field.
    let symbols: [String: Symbol]
    /// The part of `fields` that reading bytes needs. Copying a shape retains nothing.
    let shapes: PoolTable<FieldIndex, FieldShape>
    /// The part of `messages` that reading bytes needs. Copying a layout retains nothing.
    let layouts: PoolTable<MessageIndex, MessageLayout>
    /// The number tables of all messages that have one; see ``MessageLayout``.
    private let numbers: [UInt16]

    init(
        files: [FileRecord], messages: [MessageRecord], fields: [FieldRecord], oneofs: [OneofRecord],
        enums: [EnumRecord], services: [ServiceRecord], methods: [MethodRecord], symbols: [String: Symbol]
    ) {
        self.files = files
        self.messages = PoolTable(messages)
        self.fields = PoolTable(fields)
        self.oneofs = PoolTable(oneofs)
        self.enums = PoolTable(enums)
        self.services = services
        self.methods = methods
        self.symbols = symbols
        shapes = PoolTable(
            fields.map { field in
                FieldShape(field, isClosed: field.enumeration.map { enums[$0.position].isClosed } ?? false)
            })
        var numbers: [UInt16] = []
        var layouts: [MessageLayout] = []
        for message in messages {
            layouts.append(MessageLayout(message, numbers: self.fields[message.fields].map(\.number), table: &numbers))
        }
        self.layouts = PoolTable(layouts)
        self.numbers = numbers
    }

    /// The field of `message` with a number, `nil` for none. One array access while numbers are close together, a binary
    /// search when they are not.
    func field(_ number: Int, of message: MessageIndex) -> FieldIndex? {
        let layout = layouts[message]
        if number < layout.tableCount {
            let position = Int(numbers[layout.table + number])
            return position == 0 ? nil : layout.fields.lowerBound + (position - 1)
        }
        guard layout.tableCount == 0 else { return nil }
        var low = layout.fields.lowerBound
        var high = layout.fields.upperBound
        while low < high {
            let middle = low + (high - low) / 2
            if shapes[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < layout.fields.upperBound && shapes[low].number == number ? low : nil
    }

    /// The key and value fields in the entries of a map field.
    func mapEntry(of field: FieldIndex) -> (type: MessageIndex, key: FieldIndex, value: FieldIndex)? {
        guard shapes[field].isMap, let type = shapes[field].message else { return nil }
        let key = layouts[type].fields.lowerBound
        return (type, key, key + 1)
    }

    enum Symbol: Sendable, Hashable {
        case message(MessageIndex)
        case enumeration(EnumIndex)
        case service(Int)
        /// The field stands in the message that it extends; here it only takes its name.
        case `extension`(file: Int)
    }
}

/// A pool equals only itself, whatever it holds, so that descriptors are equal when they are of the same loaded schema.
extension SchemaPool: Hashable {
    static func == (left: SchemaPool, right: SchemaPool) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A field as bytes are read with it.
struct FieldShape: Sendable {
    let number: Int
    let kind: FieldKind
    let isRepeated: Bool
    let isMap: Bool
    let isPacked: Bool
    let hasPresence: Bool
    /// Whether the bytes of a `string` field have to be UTF-8.
    let isUTF8: Bool
    /// Whether the type is a closed enum: a number that the enum does not have is an unknown field.
    let isClosed: Bool
    /// The type of a message or group field; the entry type of a map.
    let message: MessageIndex?
    /// The type of an enum field.
    let enumeration: EnumIndex?
    /// The oneof that the field is a member of.
    let oneof: OneofIndex?

    init(_ field: FieldRecord, isClosed: Bool) {
        self.isClosed = isClosed
        number = field.number
        kind = field.kind
        isRepeated = field.cardinality == .repeated
        isMap = field.isMap
        isPacked = field.isPacked
        hasPresence = field.hasPresence
        isUTF8 = field.isUTF8
        message = field.message
        enumeration = field.enumeration
        oneof = field.oneof
    }
}

/// A message as bytes are read with it.
struct MessageLayout: Sendable {
    let fields: Range<FieldIndex>
    let oneofs: Range<OneofIndex>
    let wellKnown: WellKnownType?
    /// Where the message's number table begins: at `table + number` stands the field's position plus 1, 0 for none.
    let table: Int
    /// Numbers in the table; 0 when they are too far apart for one.
    let tableCount: Int

    /// - Parameter numbers: The numbers of the fields, ascending.
    init(_ message: MessageRecord, numbers: [Int], table: inout [UInt16]) {
        fields = message.fields
        oneofs = message.oneofs
        wellKnown = message.wellKnown
        self.table = table.count
        guard let last = numbers.last, last <= 4 * numbers.count + 64, numbers.count < 65535 else {
            tableCount = 0
            return
        }
        tableCount = last + 1
        table += repeatElement(0, count: tableCount)
        for (position, number) in numbers.enumerated() { table[self.table + number] = UInt16(position + 1) }
    }
}

struct FileRecord: Sendable {
    let name: String
    let package: String
    let syntax: String
    let imports: [String]
    let options: [SchemaOption]
    let documentation: String
}

struct MessageRecord: Sendable {
    let name: String
    let fullName: String
    let file: Int
    /// The message that this one is declared in; `nil` at the top of a file.
    let parent: MessageIndex?
    let fields: Range<FieldIndex>
    let oneofs: Range<OneofIndex>
    /// The messages and enums declared inside.
    let nestedMessages: [MessageIndex]
    let nestedEnums: [EnumIndex]
    let isMapEntry: Bool
    let wellKnown: WellKnownType?
    /// The fields by their names in the `.proto` file.
    let names: [String: FieldIndex]
    /// The fields by their names in JSON. A JSON name may be the proto name of another field.
    let jsonNames: [String: FieldIndex]
    /// Names that fields had once; text format passes over them.
    let reservedNames: [String]
    let options: [SchemaOption]
    let documentation: String
}

struct FieldRecord: Sendable {
    /// Of an extension the full name in brackets, also in JSON.
    let name: String
    let jsonName: String
    /// How members of JSON with these names begin: see ``JSONOutput/beginning(of:)``.
    let memberBeginning: [UInt8]
    var jsonMemberBeginning: [UInt8]
    let number: Int
    let kind: FieldKind
    let cardinality: FieldCardinality
    let isMap: Bool
    let isPacked: Bool
    let hasPresence: Bool
    /// Whether the bytes of a `string` field have to be UTF-8.
    let isUTF8: Bool
    /// Whether `optional` was written in proto3.
    let isOptionalKeyword: Bool
    /// The type of a message or group field; the entry type of a map.
    let message: MessageIndex?
    /// The type of an enum field.
    let enumeration: EnumIndex?
    /// The message that has the field.
    let parent: MessageIndex
    /// The oneof that the field is a member of.
    let oneof: OneofIndex?
    /// Position among the fields of its message as declared.
    let order: Int
    let behavior: FieldBehavior
    let options: [SchemaOption]
    let documentation: String

    /// All other names are words.
    var isExtension: Bool { name.utf8.first == UInt8(ascii: "[") }
}

struct OneofRecord: Sendable {
    let name: String
    let parent: MessageIndex
    /// The fields in order of declaration.
    let members: [FieldIndex]
    let documentation: String
}

struct EnumRecord: Sendable {
    let name: String
    let fullName: String
    let file: Int
    /// The message that the enum is declared in; `nil` at the top of a file.
    let parent: MessageIndex?
    let isClosed: Bool
    /// Whether this is `google.protobuf.NullValue`, JSON's `null`.
    let isNull: Bool
    let values: [EnumDescriptor.Value]
    /// Number to index in `values`, first declaration wins.
    let numbers: [Int32: Int]
    let names: [String: Int]
    let options: [SchemaOption]
    let documentation: String
}

struct ServiceRecord: Sendable {
    let name: String
    let fullName: String
    let file: Int
    let methods: Range<Int>
    let options: [SchemaOption]
    let documentation: String
}

struct MethodRecord: Sendable {
    let name: String
    let service: Int
    let input: MessageIndex
    let output: MessageIndex
    let clientStreaming: Bool
    let serverStreaming: Bool
    let options: [SchemaOption]
    let documentation: String
}
