internal import ProtobufSchema

extension TypeDetector {
    /// Another type that messages are without a fault; `nil` while most of their bytes fit the type that they are said
    /// to be, since damage in a message does not make it another one.
    func better(than given: MessageDescriptor, in peeled: PeeledInput) -> MessageDescriptor? {
        let explained = peeled.detection.candidates.first?.explained ?? 0
        guard 4 * explained < 3 * peeled.detection.examined,
            let best = detect(peeled.messages.map(\.content)).best, best.isSound, best.message != given
        else { return nil }
        return best.message
    }
}
