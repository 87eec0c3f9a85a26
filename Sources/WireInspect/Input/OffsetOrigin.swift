import ConsoleText

/// Where the offsets that are shown of a message are counted from: the file, wherever the message stands there as it is.
struct OffsetOrigin: Hashable {
    /// Of the message in the file; `nil` where only text, compressed data or pieces stand there.
    let fileOffset: Int?

    /// That of a message by itself.
    static let message = OffsetOrigin(fileOffset: nil)

    /// The offset that is shown for one in the message.
    func offset(_ offset: Int) -> Int { (fileOffset ?? 0) + offset }

    /// `byte 31`; `byte 36 of the file` where that is another one than in the message.
    func byte(_ offset: Int) -> String {
        "byte \(self.offset(offset))\(isShifted ? Self.ofFile : "")"
    }

    static let ofFile = " of the file"

    /// Whether offsets in the file and in the message differ.
    var isShifted: Bool { (fileOffset ?? 0) > 0 }

    /// A line above offsets.
    var heading: String {
        fileOffset != nil
            ? "offsets count from the start of the file"
            : "offsets count from the start of the message; the file holds it in another form"
    }
}

extension InputMessage {
    var origin: OffsetOrigin { OffsetOrigin(fileOffset: fileOffset) }
}
