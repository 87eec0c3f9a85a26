/// The tables of a schema. Descriptors are an index into them, so that types may refer to each other in circles without
/// reference cycles and a walk resolves a field's type by one array access.
final class SchemaPool: Sendable {
    let files: [FileRecord]
    /// Files in the order in which they were read; within a file parents before their children.
    let messages: [MessageRecord]
    /// The fields of one message lie together, ascending by number.
    let fields: [FieldRecord]
    let oneofs: [OneofRecord]
    let enums: [EnumRecord]
    let services: [ServiceRecord]
    let methods: [MethodRecord]
    /// Full name, without leading dot, of every message, enum, service and extension field.
    let symbols: [String: Symbol]
    /// What walks over bytes need of `fields` and `messages`, without anything to retain.
    let shapes: [FieldShape]
    let layouts: [MessageLayout]
    /// The number tables of all messages that have one; see ``MessageLayout``.
    private let numbers: [UInt16]

    init(
        files: [FileRecord], messages: [MessageRecord], fields: [FieldRecord], oneofs: [OneofRecord],
        enums: [EnumRecord], services: [ServiceRecord], methods: [MethodRecord], symbols: [String: Symbol]
    ) {
        self.files = files
        self.messages = messages
        self.fields = fields
        self.oneofs = oneofs
        self.enums = enums
        self.services = services
        self.methods = methods
        self.symbols = symbols
        shapes = fields.map { field in
            FieldShape(field, isClosed: field.kind == .enumeration && enums[field.type].isClosed)
        }
        var numbers: [UInt16] = []
        layouts = messages.map { message in
            MessageLayout(message, fields[message.fields].map(\.number), table: &numbers)
        }
        self.numbers = numbers
    }

    /// Index of the field of `message` with a number, `nil` for none. One array access while numbers are close
    /// together, a binary search when they are not.
    func field(_ number: Int, of message: Int) -> Int? {
        let layout = layouts[message]
        if number < layout.tableCount {
            let position = Int(numbers[layout.table + number])
            return position == 0 ? nil : layout.fields.lowerBound + position - 1
        }
        guard layout.tableCount == 0 else { return nil }
        var low = layout.fields.lowerBound
        var high = layout.fields.upperBound
        while low < high {
            let middle = (low + high) / 2
            if shapes[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < layout.fields.upperBound && shapes[low].number == number ? low : nil
    }

    enum Symbol: Sendable, Hashable {
        case message(Int)
        case enumeration(Int)
        case service(Int)
        /// The field stands in the message that it extends; here it only takes its name.
        case `extension`(file: Int)
    }
}

/// Pools are the same when they are one, whatever is in them, and so are descriptors: equal are those of the same thing
/// in the same loaded schema.
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
    /// If it is a string, whether its bytes have to be UTF-8.
    let isUTF8: Bool
    /// Whether the type is a closed enum: a number that it does not have is an unknown field.
    let isClosed: Bool
    /// Index of the message or enum that is the type, -1 for scalars.
    let type: Int
    /// Index of the oneof, -1 outside of one.
    let oneof: Int

    init(_ field: FieldRecord, isClosed: Bool) {
        self.isClosed = isClosed
        number = field.number
        kind = field.kind
        isRepeated = field.cardinality == .repeated
        isMap = field.isMap
        isPacked = field.isPacked
        hasPresence = field.hasPresence
        isUTF8 = field.isUTF8
        type = field.type
        oneof = field.oneof
    }
}

/// A message as bytes are read with it.
struct MessageLayout: Sendable {
    let fields: Range<Int>
    let oneofs: Range<Int>
    let wellKnown: WellKnownType?
    /// Where the message's number table begins: at `table + number` stands the field's position plus 1, 0 for none.
    let table: Int
    /// Numbers in the table; 0 when they are too far apart for one.
    let tableCount: Int

    /// - Parameter numbers: of the fields, ascending.
    init(_ message: MessageRecord, _ numbers: [Int], table: inout [UInt16]) {
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
    /// Index of the message around this one, -1 at the top of a file.
    let parent: Int
    let fields: Range<Int>
    let oneofs: Range<Int>
    /// Indices of the messages and enums declared inside.
    let nestedMessages: [Int]
    let nestedEnums: [Int]
    let isMapEntry: Bool
    let wellKnown: WellKnownType?
    /// Field name to field index.
    let names: [String: Int]
    /// The same by the names in JSON. A name here may be that of another field there.
    let jsonNames: [String: Int]
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
    /// If it is a string, whether its bytes have to be UTF-8.
    let isUTF8: Bool
    /// `optional` was written in proto3.
    let isOptionalKeyword: Bool
    /// Index of the message or enum that is the type, -1 for scalars.
    let type: Int
    /// Index of the message that has the field.
    let parent: Int
    /// Index of the oneof, -1 outside of one.
    let oneof: Int
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
    let parent: Int
    /// Field indices in declaration order.
    let members: [Int]
    let documentation: String
}

struct EnumRecord: Sendable {
    let name: String
    let fullName: String
    let file: Int
    let parent: Int
    let isClosed: Bool
    /// It is `google.protobuf.NullValue`, JSON's `null`.
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
    let input: Int
    let output: Int
    let clientStreaming: Bool
    let serverStreaming: Bool
    let options: [SchemaOption]
    let documentation: String
}
