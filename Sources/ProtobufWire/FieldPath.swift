/// The way from a message to one of its fields, outermost field first: `vehicle.waypoints[2].location`.
public struct FieldPath: Hashable, Sendable {
    /// One field on the way.
    public struct Component: Hashable, Sendable {
        /// The field number on the wire.
        public var number: Int
        /// The schema's name; `nil` where no schema knows the field.
        public var name: String?
        /// The element, from 0, where the schema says the field is repeated.
        public var index: Int?

        /// A step with what is known of it.
        public init(number: Int, name: String? = nil, index: Int? = nil) {
            self.number = number
            self.name = name
            self.index = index
        }
    }

    /// The steps, the outermost message first.
    public var components: [Component]

    /// A path of these steps.
    public init(_ components: [Component] = []) { self.components = components }

    /// Whether the path has no steps, and so stands for the message itself.
    public var isEmpty: Bool { components.isEmpty }
}

extension FieldPath: CustomStringConvertible {
    /// Names joined by dots, a number where there is no name: `vehicle.waypoints[2].15`.
    public var description: String {
        components.map { component in
            let name = component.name ?? String(component.number)
            return component.index.map { "\(name)[\($0)]" } ?? name
        }.joined(separator: ".")
    }
}

/// Names for field numbers, so that errors can speak of `vehicle.name` rather than of `4.1`.
/// A schema gives them; this module knows numbers only.
public protocol FieldNaming: Sendable {
    /// The field `number` of the message with the full name `message`; `nil` when there is none.
    ///
    /// - Returns: The name in the schema, such as `last_location`; whether the field is repeated, so that its values have an
    ///   index; and the full name of its message type, `nil` for scalars, strings, bytes and enums.
    func field(_ number: Int, of message: String) -> (name: String, isRepeated: Bool, message: String?)?
}

extension WireError {
    /// The error with its ``path``: the bytes are walked once more from the start to where it arose, so that decoding
    /// itself carries nothing but offsets. Linear in the size of the input for each level above the error.
    @usableFromInline
    func located(in bytes: Span<UInt8>, limits: DecodingLimits, type: String, names: (any FieldNaming)?) -> Self {
        guard code != .messageTooLarge else { return self }
        var levels = limits.recursion - Int(levelsLeft)
        var reader = Reader(bytes, limits: limits)
        var message: String? = type
        var components: [FieldPath.Component] = []
        var elements: [UInt32: Int] = [:]
        while let tag = try? reader.nextTag(), tag != 0 {
            let number = Int(tag >> 3)
            var next = reader
            if (try? next.skip(tag)) != nil, levels > 0 ? next.offset < offset : next.offset <= offset {
                // The error lies behind this field. (One level down it may lie at the very end of it.)
                elements[tag >> 3, default: 0] += 1
                reader = next
                continue
            }
            let name = message.flatMap { names?.field(number, of: $0) }
            components.append(
                .init(
                    number: number, name: name?.name,
                    index: name?.isRepeated == true ? elements[tag >> 3, default: 0] : nil))
            guard levels > 0, let body = try? reader.body(of: tag) else { break }
            reader = body
            levels -= 1
            message = name?.message
            elements = [:]
        }
        var error = self
        error.path = FieldPath(components)
        return error
    }
}
