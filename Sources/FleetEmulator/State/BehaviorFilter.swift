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
        let types = FleetSchema.shared.messages
        for type in types {
            for field in type.fields where field.behavior.contains(behavior) {
                steps[type.fullName, default: [:]][field.number] = .drop
            }
        }
        // Messages around such messages, until none is new.
        var isComplete = false
        while !isComplete {
            isComplete = true
            for type in types {
                for field in type.fields where steps[type.fullName]?[field.number] == nil {
                    guard let inner = field.message?.fullName, steps[inner] != nil else { continue }
                    steps[type.fullName, default: [:]][field.number] = .descend(inner)
                    isComplete = false
                }
            }
        }
        self.steps = steps
    }

    /// The message without the fields. Linear in its size; the same message where its type has no such field.
    func callAsFunction<M: FleetMessage>(_ message: M) -> M {
        guard steps[M.fullName] != nil else { return message }
        var output: [UInt8] = []
        let bytes = message.encoded()
        do throws(WireError) {
            try copy(bytes[...], M.fullName, to: &output)
            return try M(decoding: output)
        } catch {
            // Not reached: the bytes were encoded just now.
            return message
        }
    }

    private func copy(_ bytes: ArraySlice<UInt8>, _ type: String, to output: inout [UInt8]) throws(WireError) {
        guard let steps = steps[type] else {
            output += bytes
            return
        }
        var reader = Reader(bytes.span)
        while true {
            let start = bytes.startIndex + reader.offset
            let tag = try reader.nextTag()
            if tag == 0 { return }
            let isMessage = tag & 7 == 2
            let valueStart = bytes.startIndex + reader.offset
            let length = isMessage ? try reader.borrowedBytes().count : 0
            if !isMessage { try reader.skip(tag) }
            let end = bytes.startIndex + reader.offset
            switch steps[Int(tag >> 3)] {
            case .drop: continue
            case .descend(let inner) where isMessage:
                var content: [UInt8] = []
                try copy(bytes[(end - length)..<end], inner, to: &content)
                output += bytes[start..<valueStart]
                output.append(varint: UInt64(content.count))
                output += content
            default: output += bytes[start..<end]
            }
        }
    }
}
