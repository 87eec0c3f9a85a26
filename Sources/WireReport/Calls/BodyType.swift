internal import GRPCWire
internal import ProtobufSchema
internal import WireCapture
internal import WireInspect

/// The type of the messages of one side of a call, and how certain it is.
struct BodyType {
    let message: MessageDescriptor
    /// The result of detection by content; `nil` for the type that the method declares.
    private let found: Detection.Candidate?

    /// Messages of a stream by which their type is found.
    private static let sample = 8

    /// - Parameter declared: The method's; `nil` when the method is not known.
    init?(_ body: CapturedBody, declared: MessageDescriptor?, _ detector: TypeDetector) {
        if let declared {
            (message, found) = (declared, nil)
        } else {
            // Empty messages could be of any type.
            let sample = body.messages.prefix(Self.sample).map(\.payload).filter { !$0.isEmpty }
            guard !sample.isEmpty, let best = detector.detect(sample).best else { return nil }
            (message, found) = (best.message, best)
        }
    }

    /// Whether the type is beyond reasonable doubt.
    var isSure: Bool { found?.isCertain ?? true }

    /// How likely a type is that was found by content, 0 to 1; `nil` for the type that the method declares.
    var share: Double? { found?.share }
}
