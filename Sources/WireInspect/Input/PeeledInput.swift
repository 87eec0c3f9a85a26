import ConsoleText
package import ProtobufSchema

/// An input taken apart: its layers, and the messages that were inside.
public struct PeeledInput: Sendable {
    /// What was taken off, outermost first.
    public internal(set) var layers: [InputLayer]
    /// In order; at least one, unless the input is gRPC frames without any, or something else that ``damage`` names.
    public internal(set) var messages: [InputMessage]
    /// The bytes that the messages stand in, with the prefixes of their frames, when text and compression are taken off.
    var stream: [UInt8]
    /// Whether there are stand-ins in the messages, so that nothing of ``stream`` but prefixes may be shown.
    var isRedacted = false
    /// What is wrong with the layers, outermost first.
    public internal(set) var damage: [InputDamage]
    /// The text that messages of an unknown type were written out in; of another type their bytes would be others.
    var written: [UInt8]?
    /// The last bytes of a text that leaves out those before them, so that they cannot be read in place.
    public internal(set) var ending: [UInt8] = []
    /// The trailers of a grpc-web response that followed its messages; more than one block where several responses stand
    /// one behind the other.
    public internal(set) var trailers: [String]
    /// The type that explains all messages best, and its rivals; where ``InputMessage/detection`` is set, see there.
    public internal(set) var detection: Detection
    /// Another way to read the input that explains it nearly as well; `nil` when there is no doubt.
    public internal(set) var rival: InputForm?
    /// What the input is most likely taken for when nothing fits.
    public internal(set) var isText = false

    /// What else the text holds that these messages were found in: bytes at other places, each taken apart by itself.
    public internal(set) var others: [PeeledInput] = []
    /// The line of the text where the bytes begin, from 1, if there are others.
    public internal(set) var line: Int?
    /// The text may hold more, which was not looked for: places where bytes are written down are counted up to 64.
    public internal(set) var mayHoldMore = false

    /// The description length of the whole input under this reading, in bits: the smaller, the better.
    var cost: Double

    /// Forgets ``stream`` where it is too large for looking at what was done to it. Who prints it needs it.
    mutating func dropLargeStream() {
        if stream.count > DamageCauses.repairLimit { stream = [] }
    }
}

extension PeeledInput {
    /// What the messages are: one for all, or one for each where they are of different types.
    var detections: [Detection] {
        let each = messages.compactMap(\.detection)
        return each.isEmpty ? [detection] : each
    }

    /// The type that a message is taken for.
    package func type(of message: InputMessage) -> MessageDescriptor? { (message.detection ?? detection).best?.message }

    /// Whether the messages are of different types.
    package var hasSeveralTypes: Bool { messages.contains { $0.detection != nil } }

    /// Takes back that messages are of types of their own, where all are of the same.
    mutating func shareType() {
        let types = Set(messages.compactMap { $0.detection?.isEmpty == true ? nil : type(of: $0) })
        guard types.count <= 1, detection.best.map({ types.isEmpty || types.contains($0.message) }) ?? true else {
            return
        }
        for index in messages.indices { messages[index].detection = nil }
    }
}
