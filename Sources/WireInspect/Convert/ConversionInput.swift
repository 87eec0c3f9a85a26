package import ProtobufSchema

/// The messages of an input that ``Converter`` has read.
package struct ConversionInput: Sendable {
    struct Message: Sendable {
        var bytes: [UInt8]
        /// The type that the message is written as, if it is known.
        var type: MessageDescriptor?
        /// The type that redaction may rely on: that which was given, or found beyond doubt.
        var certainType: MessageDescriptor?
    }

    var messages: [Message]
    /// The lines in which several messages of a text begin, where there is other text between them.
    var lines: [Int]
    /// Why the type of some message is not known, as a sentence.
    var doubt: String?

    package init(_ messages: [[UInt8]], as type: MessageDescriptor?, lines: [Int] = []) {
        self.messages = messages.map { Message(bytes: $0, type: type, certainType: type) }
        self.lines = lines
    }

    /// Gives the messages the type that was found in them.
    mutating func setTypes(_ detection: Detection) {
        for index in messages.indices {
            (messages[index].type, messages[index].certainType) = (detection.likelyType, detection.certainType)
        }
        if detection.likelyType == nil { doubt = detection.doubt }
    }

    /// Appends the messages of another input.
    package mutating func append(_ other: ConversionInput) {
        messages += other.messages
        lines = []
        doubt = doubt ?? other.doubt
    }
}
