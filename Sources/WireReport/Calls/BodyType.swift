internal import GRPCWire
internal import ProtobufSchema
internal import WireCapture
internal import WireInspect

/// What type the messages of one side of a call are.
struct BodyType {
    let message: MessageDescriptor
    /// The type as it was found by content; `nil` for that of the method.
    private let found: Detection.Candidate?

    /// Messages of a stream by which their type is found.
    private static let sample = 8

    /// - Parameter declared: The method's; `nil` when the method is not known.
    init?(_ body: CapturedBody, declared: MessageDescriptor?, _ detector: TypeDetector) {
        if let declared {
            (message, found) = (declared, nil)
        } else {
            // Nothing and what is empty could be of any type.
            let sample = body.messages.prefix(Self.sample).map(\.payload).filter { !$0.isEmpty }
            guard !sample.isEmpty, let best = detector.detect(sample).best else { return nil }
            (message, found) = (best.message, best)
        }
    }

    /// Whether the type is beyond reasonable doubt.
    var isSure: Bool { found?.isCertain ?? true }

    /// How likely it is, 0 to 1, of a type that was found by content.
    var share: Double? { found?.share }
}
