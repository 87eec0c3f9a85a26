/// The start that shown offsets of a message count from: the file if the message stands there as it is, else the message.
struct OffsetOrigin: Hashable {
    /// Offset of the message in the file; `nil` where the file has text, compressed data or pieces.
    var fileOffset: Int?

    /// The offset that is shown for an offset in the message.
    func offset(_ offset: Int) -> Int { (fileOffset ?? 0) + offset }

    /// `byte 31`; `byte 36 of the file` where that differs from the offset in the message.
    func byte(_ offset: Int) -> String {
        "byte \(self.offset(offset))\(isShifted ? Self.ofFile : "")"
    }

    static let ofFile = " of the file"

    /// Whether offsets in the file and in the message differ.
    var isShifted: Bool { (fileOffset ?? 0) > 0 }

    /// The line above offsets that says where they count from.
    var heading: String {
        fileOffset != nil
            ? "offsets count from the start of the file"
            : "offsets count from the start of the message; the file holds it in another form"
    }
}
