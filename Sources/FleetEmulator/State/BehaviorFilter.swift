internal import ByteText
internal import FleetMessages
internal import FleetProtos
internal import ProtobufSchema
internal import ProtobufWire

/// Takes the fields with a behaviour of `(google.api.field_behavior)` out of messages, at every depth.
struct BehaviorFilter: Sendable {
    /// `OUTPUT_ONLY`: what clients cannot set.
    static let outputOnly = Self(.outputOnly)
    /// `INPUT_ONLY`: what responses do not have.
    static let inputOnly = Self(.inputOnly)

    private let behavior: FieldBehavior
    /// The types of messages with such fields, at any depth.
    private var types: Set<MessageDescriptor> = []

    private init(_ behavior: FieldBehavior) {
        self.behavior = behavior
        let fields = FleetSchema.shared.messages.flatMap(\.fields)
        // Messages around such messages, until none is new.
        var known = -1
        while known < types.count {
            known = types.count
            for field in fields where field.behavior.contains(behavior) || field.message.map(types.contains) ?? false {
                types.insert(field.parent)
            }
        }
    }

    /// The message without the fields. Linear in its size; the same message where its type has no such field.
    func callAsFunction<M: FleetMessage>(_ message: M) -> M {
        guard let type = M.descriptor, types.contains(type) else { return message }
        var output: [UInt8] = []
        let bytes = message.encoded()
        copy(bytes, bytes.indices, type, to: &output)
        // Not damaged: the bytes were encoded just now.
        return (try? M(decoding: output)) ?? message
    }

    private func copy(_ bytes: [UInt8], _ range: Range<Int>, _ type: MessageDescriptor, to output: inout [UInt8]) {
        var cursor = WireCursor(bytes.span, range)
        while let field = cursor.next(levels: DecodingLimits().recursion) {
            let known = type.field(number: field.number)
            if known?.behavior.contains(behavior) ?? false { continue }
            guard let inner = known?.message, types.contains(inner), field.wireType == .lengthDelimited else {
                output += bytes[field.start..<field.end]
                continue
            }
            var content: [UInt8] = []
            copy(bytes, field.value, inner, to: &content)
            output.append(tag: field.number, delimited: content.span)
        }
    }
}
