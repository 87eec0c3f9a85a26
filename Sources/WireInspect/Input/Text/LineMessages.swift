internal import ProtobufWire

/// Tells whether the lines of a text are a message each, or one message that was wrapped.
enum LineMessages {
    /// The bytes of each line, when each line is a message; `nil` when all lines are one.
    static func split(_ text: ArraySlice<UInt8>, _ read: (ArraySlice<UInt8>) -> [UInt8]?) -> [[UInt8]]? {
        guard text.contains(0x0A) || text.contains(0x0D) else { return nil }
        var pieces: [[UInt8]] = []
        for line in TextLines(text) where !line.isEmpty {
            guard let bytes = read(line) else { return nil }
            if !bytes.isEmpty { pieces.append(bytes) }
        }
        return pieces.count > 1 && areSeparate(pieces) ? pieces : nil
    }

    /// Whether the bytes of lines are a message each.
    static func areSeparate(_ pieces: [[UInt8]]) -> Bool {
        let filled = pieces.filter { !$0.isEmpty }
        let sound = filled.count(where: isMessage)
        if sound == filled.count { return true }
        // Wrapped text has lines of one length, and hardly one that happens to be a message. Damaged ones stand among
        // sound ones.
        return !isMessage(filled.flatMap { $0 }) && 2 * sound > filled.count
    }

    /// Whether the bytes can be read as a message of any type.
    static func isMessage(_ bytes: [UInt8]) -> Bool {
        let slice = bytes[...]
        var reader = Reader(slice.span)
        while let tag = try? reader.nextTag() {
            if tag == 0 { return true }
            guard (try? reader.skip(tag)) != nil else { return false }
        }
        return false
    }
}
