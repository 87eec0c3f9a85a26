internal import ByteText
internal import ProtobufSchema

/// The contents that are to be expected in the fields of a schema, in tables that are quick to look up.
///
/// Nothing in here knows a particular API: resource names come from the options of messages and methods, the rest from
/// the names and types of fields.
struct SchemaProfile: Sendable {
    /// The meaning of a field's values, beyond their type.
    enum Role: Hashable, Sendable {
        case plain
        /// A resource name of one of these shapes.
        case resource([ResourcePattern])
        case latitude, longitude
        /// Degrees from 0 to 360.
        case heading
        /// Seconds since 1970 and the nanoseconds that belong to them.
        case timestampSeconds, durationSeconds, nanos
        case maskPath
        case typeURL
    }

    /// A field and its role. A class, since copies of its members would take time at each look-up.
    final class Field: Sendable {
        let descriptor: FieldDescriptor
        let number: Int
        let kind: FieldKind
        let isRepeated: Bool
        let hasPresence: Bool
        let isRequired: Bool
        let role: Role
        /// Index of the message type inside; `nil` for other fields.
        let message: Int?
        /// The count of numbers that the enum has, 0 for other types.
        let enumSize: Int

        init(_ field: FieldDescriptor, _ role: Role, message: Int?) {
            descriptor = field
            number = field.number
            kind = field.kind
            isRepeated = field.isRepeated
            hasPresence = field.hasPresence
            isRequired = field.behavior.contains(.required)
            self.role = role
            self.message = message
            enumSize = field.enumeration.map { Set($0.values.map(\.number)).count } ?? 0
        }
    }

    struct Message: Sendable {
        let descriptor: MessageDescriptor
        /// Ascending by number.
        let fields: [Field]
        /// The cost of the type as a whole message in bits: the more, the less likely.
        let prior: Double
        let isMask: Bool

        /// Position of a field among ``fields``.
        func position(of number: Int) -> Int? {
            let position = fields.partitioningIndex { $0.number >= number }
            return position < fields.count && fields[position].number == number ? position : nil
        }
    }

    private(set) var messages: [Message] = []
    private(set) var indices: [MessageDescriptor: Int] = [:]
    /// Every resource name pattern of the schema.
    private(set) var patterns: [ResourcePattern] = []

    init(_ schema: Schema) {
        let descriptors = schema.messages + schema.messages.flatMap { $0.nestedMessages.filter(\.isMapEntry) }
        for (index, descriptor) in descriptors.enumerated() { indices[descriptor] = index }
        let expected = Self.resourceFields(schema)
        patterns = Set(expected.values.joined()).filter { $0.segments.count > 2 }.sorted {
            $0.segments.count > $1.segments.count
        }
        let priors = Self.priors(schema)
        messages = descriptors.map { descriptor in
            let fields = descriptor.fields.map { field in
                Field(
                    field, expected[field].map { .resource($0) } ?? Self.role(of: field),
                    message: field.message.flatMap { indices[$0] })
            }
            return Message(
                descriptor: descriptor, fields: fields, prior: priors[descriptor] ?? Self.prior(of: descriptor),
                isMask: descriptor.fullName == "google.protobuf.FieldMask")
        }
    }

    // MARK: Roles

    private static func role(of field: FieldDescriptor) -> Role {
        switch (field.parent.fullName, field.name) {
        case ("google.protobuf.Timestamp", "seconds"): return .timestampSeconds
        case ("google.protobuf.Duration", "seconds"): return .durationSeconds
        case ("google.protobuf.Timestamp", "nanos"): return .nanos
        case ("google.protobuf.FieldMask", "paths"): return .maskPath
        case ("google.protobuf.Any", "type_url"): return .typeURL
        default: break
        }
        guard field.kind == .double || field.kind == .float else { return .plain }
        switch field.name {
        case "latitude", "lat": return .latitude
        case "longitude", "lng", "lon": return .longitude
        default: return field.name.hasPrefix("heading") && !field.name.hasSuffix("accuracy") ? .heading : .plain
        }
    }

    /// The fields that hold resource names: `name` of a message that is a resource, and the variables of HTTP paths.
    private static func resourceFields(_ schema: Schema) -> [FieldDescriptor: [ResourcePattern]] {
        var result: [FieldDescriptor: [ResourcePattern]] = [:]
        func add(_ pattern: ResourcePattern, to field: FieldDescriptor) {
            guard field.kind == .string, result[field]?.contains(pattern) != true else { return }
            result[field, default: []].append(pattern)
        }
        for message in schema.messages {
            guard let name = message.field(named: "name") else { continue }
            for pattern in (message.resource?.patterns ?? []).compactMap(ResourcePattern.init) {
                add(pattern, to: name)
            }
        }
        for method in schema.services.flatMap(\.methods) {
            guard let rule = method.httpRule else { continue }
            for path in [rule.path] + rule.additionalBindings.map(\.path) {
                for (name, pattern) in ResourcePattern.variables(of: path) {
                    if let field = method.request.fields(atPath: name)?.last { add(pattern, to: field) }
                }
            }
        }
        return result
    }

    // MARK: Priors

    /// Requests and responses of services are what captures hold; reads are more frequent than deletions.
    private static func priors(_ schema: Schema) -> [MessageDescriptor: Double] {
        var result: [MessageDescriptor: Double] = [:]
        for method in schema.services.flatMap(\.methods) {
            let rare = (method.httpRule?.method == "DELETE" ? 1.0 : 0) + (method.isDeprecated ? 2 : 0)
            for message in [method.request, method.response] {
                result[message] = min(result[message] ?? rare, rare)
            }
        }
        return result
    }

    private static func prior(of message: MessageDescriptor) -> Double {
        switch message.package {
        // Error details travel in trailers.
        case "google.rpc": message.name == "Status" ? 3 : 5
        // Options of schemas, never sent.
        case "google.api": 14
        default: message.parent == nil ? 6 : 7
        }
    }
}
