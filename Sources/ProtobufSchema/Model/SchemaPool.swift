internal import ByteText

/// The tables of a schema. Descriptors are an index into them, so that types may refer to each other in circles without
/// reference cycles and a walk resolves a field's type by one array access.
final class SchemaPool: Sendable {
    let missingImports: [(path: String, importer: String)]
    /// The messages, file by file in the order in which the files were read; within a file parents before their children.
    let messages: PoolTable<MessageDescriptor, MessageRecord>
    /// The messages and enums that each message declares.
    let nestedMessages: [MessageIndex?: [MessageIndex]]
    let nestedEnums: [MessageIndex?: [EnumIndex]]
    /// The fields. Those of one message lie together, ascending by number.
    let fields: PoolTable<FieldDescriptor, FieldRecord>
    let oneofs: PoolTable<OneofDescriptor, OneofRecord>
    let enums: PoolTable<EnumDescriptor, EnumRecord>
    let services: [ServiceRecord]
    let methods: [MethodRecord]
    /// Full name, without leading dot, of every message, enum, service and extension field.
    let symbols: [String: Symbol]
    /// The methods by their gRPC paths, with leading slash.
    let methodsByPath: [String: Int]
    /// The part of `fields` that reading bytes needs. Copying a shape retains nothing.
    let shapes: PoolTable<FieldDescriptor, FieldShape>
    /// The part of `messages` that reading bytes needs. Copying a layout retains nothing.
    let layouts: PoolTable<MessageDescriptor, MessageLayout>
    /// The number tables of all messages that have one; see ``MessageLayout``.
    private let numbers: [UInt16]

    init(
        files: [FileSyntax], messages: [MessageRecord], fields: [FieldRecord], oneofs: [OneofRecord],
        enums: [EnumRecord], services: [ServiceRecord], methods: [MethodRecord], symbols: [String: Symbol]
    ) {
        var known = Set(files.map(\.name) + [DescriptorProto.fileName])
        missingImports = files.flatMap { file in
            file.imports.filter { known.insert($0.path).inserted }.map { ($0.path, file.name) }
        }
        self.messages = PoolTable(records: messages)
        nestedMessages = Dictionary(grouping: self.messages.indices) { messages[$0.position].parent }
        self.fields = PoolTable(records: fields)
        self.oneofs = PoolTable(records: oneofs)
        self.enums = PoolTable(records: enums)
        nestedEnums = Dictionary(grouping: self.enums.indices) { enums[$0.position].parent }
        self.services = services
        self.methods = methods
        self.symbols = symbols
        methodsByPath = Dictionary(zip(methods.map(\.path), methods.indices)) { first, _ in first }
        let shapes = PoolTable<FieldDescriptor, FieldShape>(records: fields.map(\.shape))
        self.shapes = shapes
        var numbers: [UInt16] = []
        layouts = PoolTable(
            records: messages.map { MessageLayout($0, numbers: $0.fields.map { shapes[$0].number }, table: &numbers) })
        self.numbers = numbers
    }

    /// The field of `message` with a number, `nil` for none. One array access while numbers are close together, a binary
    /// search when they are not.
    @inline(__always)
    func field(_ number: Int, of message: MessageIndex) -> FieldIndex? {
        let count = layouts[message].tableCount
        guard number < count else { return count == 0 ? search(number, in: message) : nil }
        let position = Int(numbers[layouts[message].table + number])
        return position == 0 ? nil : layouts[message].fields.lowerBound + (position - 1)
    }

    private func search(_ number: Int, in message: MessageIndex) -> FieldIndex? {
        let fields = layouts[message].fields
        let index = fields.partitioningIndex { shapes[$0].number >= number }
        return index < fields.upperBound && shapes[index].number == number ? index : nil
    }

    /// The entry type of a map, and the fields of its keys and values; `nil` for other fields.
    func mapEntry(of field: FieldIndex) -> (type: MessageIndex, key: FieldIndex, value: FieldIndex)? {
        guard shapes[field].isMap, let type = shapes[field].message else { return nil }
        let key = layouts[type].fields.lowerBound
        return (type, key, key + 1)
    }

    enum Symbol: Sendable, Hashable {
        case message(MessageIndex)
        case enumeration(EnumIndex)
        case service
        /// An extension field. Its record is among the fields of the extended message.
        case `extension`
    }
}

extension SchemaPool {
    func descriptor(_ index: MessageIndex) -> MessageDescriptor { MessageDescriptor(pool: self, index: index) }
    func descriptor(_ index: FieldIndex) -> FieldDescriptor { FieldDescriptor(pool: self, index: index) }
    func descriptor(_ index: OneofIndex) -> OneofDescriptor { OneofDescriptor(pool: self, index: index) }
    func descriptor(_ index: EnumIndex) -> EnumDescriptor { EnumDescriptor(pool: self, index: index) }
}

/// A pool equals only itself, whatever it holds, so that descriptors are equal when they are of the same loaded schema.
extension SchemaPool: Hashable {
    static func == (left: SchemaPool, right: SchemaPool) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The part of a field's declaration that reading its bytes needs.
struct FieldShape: Sendable {
    let number: Int
    let kind: FieldKind
    /// See `FieldKind.acceptedWireTypes(isRepeated:)`.
    let wireTypes: UInt8
    let cardinality: FieldCardinality
    let isMap: Bool
    let isPacked: Bool
    let hasPresence: Bool
    /// Whether the bytes of a `string` field have to be UTF-8.
    let isUTF8: Bool
    /// Whether the type is a closed enum: a number that the enum does not have is an unknown field.
    let isClosed: Bool
    /// The type of a message or group field; the entry type of a map.
    let message: MessageIndex?
    let enumeration: EnumIndex?
    let oneof: OneofIndex?

    var isRepeated: Bool { cardinality == .repeated }
}

/// The part of a message's declaration that reading its bytes needs.
struct MessageLayout: Sendable {
    let fields: Range<FieldIndex>
    let oneofs: Range<OneofIndex>
    let wellKnown: WellKnownType?
    /// The position at which the message's number table begins: the entry at `table + number` is the field's position plus 1, 0 for none.
    let table: Int
    /// Entries of the table; 0 when the numbers are too far apart for a table.
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

struct MessageRecord: Sendable {
    let declaration: DeclarationSyntax
    let fullName: String
    /// The message that this one is declared in; `nil` at the top of a file.
    let parent: MessageIndex?
    let fields: Range<FieldIndex>
    let oneofs: Range<OneofIndex>
    let isMapEntry: Bool
    let wellKnown: WellKnownType?
    /// The fields by their names in the `.proto` file.
    let names: [String: FieldIndex]
    /// The fields by their names in JSON. A JSON name may be the proto name of another field.
    let jsonNames: [String: FieldIndex]
    /// Reserved names, which text format skips.
    let reservedNames: [String]
}

struct FieldRecord: Sendable {
    let shape: FieldShape
    /// The name in the `.proto` file; of an extension the full name in brackets, also in JSON.
    let name: String
    let jsonName: String
    /// The beginnings of JSON members with these names: see ``JSONPrinter/beginning(of:)``.
    let memberBeginning: ArraySlice<UInt8>
    var jsonMemberBeginning: ArraySlice<UInt8>
    let isOptionalKeyword: Bool
    let parent: MessageIndex
    let behavior: FieldBehavior
    let options: [SchemaOption]
    let documentation: String

    /// Whether the name is that of an extension: all other names are words.
    var isExtension: Bool { name.utf8.first == UInt8(ascii: "[") }
}

struct OneofRecord: Sendable {
    let declaration: DeclarationSyntax
    let parent: MessageIndex
}

struct EnumRecord: Sendable {
    let declaration: DeclarationSyntax
    let fullName: String
    /// The message that the enum is declared in; `nil` at the top of a file.
    let parent: MessageIndex?
    let isClosed: Bool
    /// Whether this is `google.protobuf.NullValue`, JSON's `null`.
    let isNull: Bool
    let values: [EnumDescriptor.Value]
    /// Number to index in `values`, first declaration wins.
    let numbers: [Int32: Int]
    let names: [String: Int]
}

struct ServiceRecord: Sendable {
    let declaration: DeclarationSyntax
    let fullName: String
    let methods: Range<Int>
}

struct MethodRecord: Sendable {
    let syntax: MethodSyntax
    /// The gRPC path, with leading slash.
    let path: String
    let service: Int
    let input: MessageIndex
    let output: MessageIndex
}
