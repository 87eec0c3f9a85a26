internal import ProtobufSchema

extension TypeDetector {
    /// Another type as which the messages can be read without an error; `nil` while most of their bytes fit the given type,
    /// since a damaged message is still of its type.
    func better(than given: MessageDescriptor, in peeled: PeeledInput) -> MessageDescriptor? {
        let explained = peeled.detection.candidates.first?.explained ?? 0
        guard 4 * explained < 3 * peeled.detection.examined,
            let best = detect(peeled.messages.map(\.content)).best, best.isSound, best.message != given
        else { return nil }
        return best.message
    }
}
