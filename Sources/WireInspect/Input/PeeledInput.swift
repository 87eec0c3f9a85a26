/// An input taken apart: its layers, and the messages that were inside.
public struct PeeledInput: Sendable {
    /// What was taken off, outermost first.
    public internal(set) var layers: [InputLayer]
    /// In order; at least one, unless the input is gRPC frames without any.
    public internal(set) var messages: [InputMessage]
    /// The bytes that the messages stand in, with the prefixes of their frames, when text and compression are taken off.
    var stream: [UInt8]
    /// Whether there are stand-ins in the messages, so that nothing of ``stream`` but prefixes may be shown.
    var isRedacted = false
    /// What is wrong with the layers, outermost first.
    public internal(set) var damage: [InputDamage]
    /// The trailers of a grpc-web response that followed its messages.
    public internal(set) var trailers: String?
    /// The type that explains all messages best, and its rivals.
    public internal(set) var detection: Detection
    /// Another way to read the input that explains it nearly as well; `nil` when there is no doubt.
    public internal(set) var rival: InputForm?
    /// What the input is most likely taken for when nothing fits.
    public internal(set) var isText = false

    /// The description length of the whole input under this reading, in bits: the smaller, the better.
    var cost: Double

    /// Forgets ``stream`` where it is too large for looking at what was done to it. Who prints it needs it.
    mutating func dropLargeStream() {
        if stream.count > DamageCauses.repairLimit { stream = [] }
    }
}
