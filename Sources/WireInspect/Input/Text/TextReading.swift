/// One way to read text as bytes that somebody wrote down.
struct TextReading {
    /// What is taken off by reading it so.
    let kind: InputLayer.Kind
    /// The bytes; several pieces where each line is a message by itself.
    var pieces: [[UInt8]]
    var damage: InputDamage?
    /// Whether such text is hardly ever meant otherwise.
    var isCertain = false
    /// Whether the text may as well be a word or a number.
    var isWord = false
    /// What the text around costs that is left out, in bits.
    var leftOut = 0.0
    /// Lines of the text before the bytes, where these are text again.
    var linesBefore = 0

    /// Whether the bytes are text again, of which only the surroundings were taken off.
    var isWrapping: Bool {
        if case .wrapping = kind { return true }
        return false
    }

    /// Whether the bytes are a block of Markdown, beside which others may stand.
    var isBlock: Bool { kind == .wrapping(.fence) }

    /// Whether there is other text around, of which the bytes are a piece.
    var isPart: Bool {
        if case .wrapping(let surroundings) = kind { return surroundings.isText }
        return false
    }

    /// Whether the text consists of digits or numbers.
    var isOfDigits: Bool {
        switch kind {
        case .hex, .base64, .numbers: true
        default: false
        }
    }

    /// Whether the bytes are whole messages or frames.
    var isSound: Bool {
        damage == nil && pieces.allSatisfy { LineMessages.isMessage($0) || LineMessages.areFrames($0) }
    }

    /// What to ask for to get this reading.
    var form: InputForm {
        if case .base64 = kind { return .base64 }
        return .hex
    }
}
