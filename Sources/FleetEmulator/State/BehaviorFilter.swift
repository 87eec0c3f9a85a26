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

    private enum Step: Hashable {
        case drop
        /// Fields inside a message of this type have the behaviour.
        case descend(String)
    }

    /// The fields that are not copied as they are, by the name of their message and their number.
    private let steps: [String: [Int: Step]]

    private init(_ behavior: FieldBehavior) {
        var steps: [String: [Int: Step]] = [:]
        let fields = FleetSchema.shared.messages.flatMap(\.fields)
        for field in fields where field.behavior.contains(behavior) {
            steps[field.parent.fullName, default: [:]][field.number] = .drop
        }
        // Messages around such messages, until none is new.
        var isComplete = false
        while !isComplete {
            isComplete = true
            for field in fields where steps[field.parent.fullName]?[field.number] == nil {
                guard let inner = field.message?.fullName, steps[inner] != nil else { continue }
                steps[field.parent.fullName, default: [:]][field.number] = .descend(inner)
                isComplete = false
            }
        }
        self.steps = steps
    }

    /// The message without the fields. Linear in its size; the same message where its type has no such field.
    func callAsFunction<M: FleetMessage>(_ message: M) -> M {
        guard steps[M.fullName] != nil else { return message }
        var output: [UInt8] = []
        let bytes = message.encoded()
        copy(bytes, bytes.indices, M.fullName, to: &output)
        // Not damaged: the bytes were encoded just now.
        return (try? M(decoding: output)) ?? message
    }

    private func copy(_ bytes: [UInt8], _ range: Range<Int>, _ type: String, to output: inout [UInt8]) {
        guard let steps = steps[type] else {
            output += bytes[range]
            return
        }
        let input = bytes[...]
        var cursor = WireCursor(input.span, range)
        while let field = cursor.next(levels: DecodingLimits().recursion) {
            switch steps[field.number] {
            case .drop: continue
            case .descend(let inner) where field.wireType == .lengthDelimited:
                var content: [UInt8] = []
                copy(bytes, field.value, inner, to: &content)
                output.append(varint: UInt64(field.number) << 3 | 2)
                output.append(varint: UInt64(content.count))
                output += content
            default: output += bytes[field.start..<field.end]
            }
        }
    }
}
