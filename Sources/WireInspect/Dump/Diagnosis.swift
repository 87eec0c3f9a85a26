internal import GRPCWire
internal import ProtobufSchema

/// What probably happened to a damaged input.
struct Diagnosis {
    /// Likeliest first.
    private(set) var sentences: [String] = []

    init(_ input: [UInt8], _ peeled: PeeledInput, type: MessageDescriptor?, isTypeGiven: Bool, form: InputForm) {
        if peeled.isText {
            sentences.append(
                "the input is text, but neither hexadecimal nor base64; wiredump reads what was sent, not what was "
                    + "logged about it")
            return
        }
        let bytes = input[...]
        if form == .message, let prefix = LengthPrefix(bytes.span), prefix.flags <= 1 {
            sentences.append("the input begins like a gRPC frame; leave out --as message")
        }
        if let message = peeled.messages.last, let type {
            add(message.bytes, type)
            if isTypeGiven, peeled.detection.candidates.first.map({ $0.bits > peeled.detection.plainBits }) ?? false {
                sentences.append(
                    "the message is not a \(type.fullName); leave out --type to let wiredump find the type")
            }
        }
    }

    private mutating func add(_ bytes: [UInt8], _ type: MessageDescriptor) {
        if bytes.last == 0x0A, isSound(bytes.dropLast(), type) {
            sentences.append("a line feed was added at the end; without it the message is whole")
        } else if bytes.suffix(2).elementsEqual([0x0D, 0x0A]), isSound(bytes.dropLast(2), type) {
            sentences.append("a line break was added at the end; without it the message is whole")
        }
        let replaced = Self.replacements(bytes)
        if replaced > 0 {
            sentences.append(
                "the bytes went through a text decoder, which put EF BF BD in \(replaced == 1 ? "one place" : "\(replaced) places"); "
                    + "what stood there is lost, so capture the bytes themselves")
        }
    }

    private func isSound(_ bytes: ArraySlice<UInt8>, _ type: MessageDescriptor) -> Bool {
        type.firstDamage(in: bytes.span) == nil
    }

    /// How often the character U+FFFD occurs.
    private static func replacements(_ bytes: [UInt8]) -> Int {
        guard bytes.count > 2 else { return 0 }
        return (0..<(bytes.count - 2)).count { bytes[$0] == 0xEF && bytes[$0 + 1] == 0xBF && bytes[$0 + 2] == 0xBD }
    }
}
