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
    /// Full name, without leading dot, of every message, enum and service.
    let symbols: [String: Symbol]

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
    }

    enum Symbol: Sendable, Hashable {
        case message(Int)
        case enumeration(Int)
        case service(Int)
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
    let numbers: NumberTable
    /// Field name and JSON name to field index.
    let names: [String: Int]
    let options: [SchemaOption]
    let documentation: String
}

struct FieldRecord: Sendable {
    let name: String
    let jsonName: String
    let number: Int
    let kind: FieldKind
    let cardinality: FieldCardinality
    let isMap: Bool
    let isPacked: Bool
    let hasPresence: Bool
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

/// Finds a field index by number: one array access while numbers are close together, a binary search when they are not.
struct NumberTable: Sendable {
    /// `dense[number]` is the field's position in the message plus 1, 0 for none. Empty when `sorted` is used.
    private let dense: [UInt16]
    private let sorted: [Int]
    private let first: Int

    /// - Parameter numbers: of the fields in ascending order; the first field has index `first`.
    init(numbers: [Int], first: Int) {
        self.first = first
        if let last = numbers.last, last <= 4 * numbers.count + 64, numbers.count < 65535 {
            var table = [UInt16](repeating: 0, count: last + 1)
            for (index, number) in numbers.enumerated() { table[number] = UInt16(index + 1) }
            dense = table
            sorted = []
        } else {
            dense = []
            sorted = numbers
        }
    }

    /// Index of the field with this number in the pool, `nil` for none.
    func index(of number: Int) -> Int? {
        if number < dense.count {
            let position = Int(dense[number])
            return position == 0 ? nil : first + position - 1
        }
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < sorted.count && sorted[low] == number ? first + low : nil
    }
}

/// Messages of `google.protobuf` that the JSON mapping treats specially.
enum WellKnownType: Sendable, Hashable {
    case timestamp, duration, fieldMask, any, structure, value, listValue, wrapper

    init?(fullName: String) {
        switch fullName {
        case "google.protobuf.Timestamp": self = .timestamp
        case "google.protobuf.Duration": self = .duration
        case "google.protobuf.FieldMask": self = .fieldMask
        case "google.protobuf.Any": self = .any
        case "google.protobuf.Struct": self = .structure
        case "google.protobuf.Value": self = .value
        case "google.protobuf.ListValue": self = .listValue
        case "google.protobuf.DoubleValue", "google.protobuf.FloatValue", "google.protobuf.Int64Value",
            "google.protobuf.UInt64Value", "google.protobuf.Int32Value", "google.protobuf.UInt32Value",
            "google.protobuf.BoolValue", "google.protobuf.StringValue", "google.protobuf.BytesValue":
            self = .wrapper
        default: return nil
        }
    }
}
