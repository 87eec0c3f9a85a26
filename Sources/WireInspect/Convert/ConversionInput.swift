internal import FleetProtos
package import ProtobufSchema

/// The messages of an input that ``Converter`` has read.
package struct ConversionInput: Sendable {
    struct Message: Sendable {
        var bytes: [UInt8]
        /// The type that the message is written as, if it is known.
        var type: MessageDescriptor?
        /// Whether the type was given, or found beyond doubt.
        var isCertain = true
    }

    var messages: [Message]
    /// Why the type of some message is not known, as a sentence.
    var doubt: String?

    package init(_ messages: [[UInt8]], as type: MessageDescriptor?) {
        self.messages = messages.map { Message(bytes: $0, type: type) }
    }

    /// Gives the messages the type that was found in them.
    mutating func setTypes(_ detection: Detection) {
        for index in messages.indices {
            (messages[index].type, messages[index].isCertain) = (detection.likelyType, detection.certainType != nil)
        }
        if detection.likelyType == nil { doubt = detection.doubt }
    }

    /// Makes this one of several inputs, of which errors tell the name. A message without bytes, which may be of any type, is
    /// then an `Empty`: calls have many such answers, and its JSON is the same for nearly all types.
    package mutating func beOneOfSeveral(named name: String) {
        for index in messages.indices where messages[index].type == nil && messages[index].bytes.isEmpty {
            messages[index].type = FleetSchema.shared.message(named: "google.protobuf.Empty")
        }
        doubt = messages.contains { $0.type == nil } ? doubt.map { "\(name): \($0)" } : nil
    }

    package mutating func append(_ other: ConversionInput) {
        messages += other.messages
        doubt = doubt ?? other.doubt
    }
}
