package import ProtobufSchema

/// An input taken apart: its layers, and the messages that were inside.
public struct PeeledInput: Sendable {
    /// The layers that were taken off, outermost first.
    public internal(set) var layers: [InputLayer] = []
    /// The messages in order; none where the input is gRPC frames without messages, or ``damage`` says what else it is.
    public internal(set) var messages: [InputMessage]
    /// The bytes that the messages stand in, with the prefixes of their frames, when text and compression are taken off.
    var stream: [UInt8]
    /// The messages have stand-ins in them, so that nothing of ``stream`` but prefixes may be shown.
    var isRedacted = false
    /// The damage of the layers, outermost first.
    public internal(set) var damage: [InputDamage] = []
    /// The text that messages of an unknown type were written out in; of another type their bytes would be others.
    var written: [UInt8]?
    /// The trailers of a grpc-web response that followed its messages; more than one block where several responses stand
    /// one behind the other.
    public internal(set) var trailers: [String] = []
    /// The type that explains all messages best, and its rivals; ``InputMessage/detection`` comes first.
    public internal(set) var detection: Detection
    /// Another way to read the input that explains it nearly as well; `nil` when there is no doubt.
    public internal(set) var rival: InputForm?
    /// The input is most likely a text, and no message.
    public internal(set) var isText = false

    /// The messages at other places of the text that the messages were found in, each place taken apart by itself.
    public internal(set) var others: [PeeledInput] = []
    /// The line of the text where the bytes begin, from 1, if there are others.
    public internal(set) var line: Int?
    /// The text may hold more, which was not looked for: at most 1024 places are read where messages are written down.
    public internal(set) var mayHoldMore = false

    /// The description length of the whole input under this reading, in bits: the smaller, the better.
    var cost: Double

    /// The input with one more layer around it.
    ///
    /// - Parameters:
    ///   - length: Bytes of the layer.
    ///   - damage: Damage of the layer.
    consuming func inside(_ kind: InputLayer.Kind, length: Int, damage: [InputDamage] = []) -> PeeledInput {
        layers.insert(InputLayer(kind: kind, length: length), at: 0)
        self.damage.insert(contentsOf: damage, at: 0)
        return self
    }

    /// Drops ``stream`` where it is too large for the search for causes of damage. Hex output needs it.
    mutating func dropLargeStream() {
        if stream.count > DamageCauses.repairLimit { stream = [] }
    }
}

extension PeeledInput {
    package var allDamage: [InputDamage] { damage + messages.compactMap(\.damage) }

    /// Why the messages may not be all that the input says, a sentence each.
    package var problems: [String] {
        allDamage.map(\.description) + (mayHoldMore ? ["the text may hold further messages; split it"] : [])
    }

    /// The detection of all messages, or of each where they are of different types.
    var detections: [Detection] {
        let each = messages.compactMap(\.detection)
        return each.isEmpty ? [detection] : each
    }

    /// The detection of a message: its own, or else that of all messages.
    package func detection(of message: InputMessage) -> Detection { message.detection ?? detection }

    package func type(of message: InputMessage) -> MessageDescriptor? { detection(of: message).best?.message }

    package var hasSeveralTypes: Bool { messages.contains { $0.detection != nil } }

    /// The messages with their types, so that messages of other types may stand beside them.
    var typedMessages: [InputMessage] {
        messages.map { message in
            var message = message
            message.detection = detection(of: message)
            return message
        }
    }

    /// Whether there are messages, and no damage of them or of layers.
    var isWhole: Bool { allDamage.isEmpty && !messages.isEmpty && detection.isSound }

    /// Whether all bytes belong to fields of a type, without damage.
    var isKnown: Bool {
        allDamage.isEmpty
            && detections.allSatisfy { detection in
                detection.best.map { $0.isSound && $0.explained == detection.examined } ?? false
            }
    }

    /// Whether messages were found that are hardly chance.
    var isSound: Bool {
        allDamage.isEmpty && (isKnown || detections.allSatisfy(\.isSound) && detection.length >= Self.chanceLength)
    }

    /// Whether most bytes of the messages, damaged or not, belong to fields of a type.
    var isConvincing: Bool {
        let explained = detections.reduce(0) { $0 + ($1.best?.explained ?? 0) }
        let examined = detections.reduce(0) { $0 + $1.examined }
        return detection.length >= Self.chanceLength && 4 * explained >= 3 * examined
    }

    /// Bytes that are hardly a message by chance.
    private static let chanceLength = 12

    /// Whether what was found at one of several places is a message beyond doubt.
    var isPayload: Bool { isKnown || isSound && detection.length >= Self.payloadLength }

    /// Bytes that are enough for a message which no type explains, beside other messages.
    private static let payloadLength = 20

    /// Removes the types of single messages where all have the same type.
    mutating func shareType() {
        let types = Set(messages.compactMap { $0.detection?.isEmpty == true ? nil : type(of: $0) })
        guard types.count <= 1, detection.best.map({ types.isEmpty || types.contains($0.message) }) ?? true else {
            return
        }
        for index in messages.indices { messages[index].detection = nil }
    }
}
