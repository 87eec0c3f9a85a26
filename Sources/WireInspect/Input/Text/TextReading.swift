import ByteText
internal import GRPCWire

/// One way to read a text as bytes.
struct TextReading {
    /// The layer that this reading takes off.
    let kind: InputLayer.Kind
    /// The bytes; several pieces where each line is a message.
    var pieces: [[UInt8]]
    var damage: InputDamage?
    /// Whether a text of this form is hardly anything else.
    var isCertain = false
    /// Whether the text may be a word or a number.
    var isWord = false
    /// The cost of the surrounding text that is left out, in bits: see ``TextCost``.
    var leftOut = 0.0
    /// The number of lines before the block that was taken out.
    var linesBefore = 0

    /// Whether the bytes are text again, since only surroundings were taken off.
    var isWrapping: Bool { kind.surroundings != nil }

    /// Whether the bytes are a piece of other text, which may hold more bytes.
    var isPart: Bool { kind.surroundings?.isText ?? false }

    /// Whether the text is made of digits or numbers.
    var isOfDigits: Bool {
        switch kind {
        case .hex, .words, .base64, .numbers: true
        default: false
        }
    }

    /// Whether the bytes are whole messages, frames or packets.
    var isSound: Bool {
        damage == nil
            && pieces.allSatisfy {
                LineMessages.isMessage($0) || LengthPrefix.areFrames($0.span) || PastedPacket.payload(of: $0) != nil
            }
    }

    var form: InputForm { if case .base64 = kind { .base64 } else { .hex } }
}
