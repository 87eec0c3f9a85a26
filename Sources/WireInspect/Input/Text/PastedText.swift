internal import ByteText
internal import ProtobufSchema

/// Finds the bytes that a pasted text stands for: the list of every shape that is read.
///
/// Surroundings are taken off first, a layer each: encodings of text, marks of quoted mail, fences of Markdown. Then each
/// shape reads the text by itself. Where no shape is certain, the likeliest pieces of the text are read as well: strings,
/// brackets, the text behind a label, wrapped lines, the longest word.
enum PastedText {
    /// Every way to read the text, likeliest first; empty when the bytes are not text.
    ///
    /// Linear in the length of the text.
    /// - Parameter searches: Whether pieces of the text are read as well.
    static func readings(of text: [UInt8], searches: Bool) -> [TextReading] {
        if let decoded = TextEncoding.decoded(text) { return [decoded] }
        guard text[...].isPrintable else { return [] }
        if let inner = Surroundings.quoted(text) ?? Surroundings.fenced(text) { return [inner] }
        let whole = text[...].trimmed
        var readings = direct(whole)
        guard searches else { return readings }
        if !readings.contains(where: \.isCertain) {
            readings += Surroundings.excerpts(of: whole)
        } else if readings[0].form == .base64 {
            // Digits of base64 may end with a word that is none of them.
            readings += Surroundings.wrapped(whole, outside: Credentials.ranges(in: whole))
        }
        return readings
    }

    /// Reads the text as it stands, without taking surroundings off.
    static func direct(_ text: ArraySlice<UInt8>) -> [TextReading] {
        var repeats = DumpContent.repeatLimit
        return direct(text, repeats: &repeats)
    }

    /// Reads a part of an input as it stands.
    ///
    /// - Parameter repeats: The bytes that `*` in dumps may stand for from here on.
    static func direct(_ text: ArraySlice<UInt8>, repeats: inout Int) -> [TextReading] {
        guard !text.isEmpty else { return [] }
        let spaced = TextEncoding.withPlainSpaces(text)
        let dump = HexDump.readings(spaced, repeats: &repeats)
        if !dump.isEmpty { return dump }
        // Where a data description or an array of numbers fits, no other shape is tried, as behind a dump.
        if let description = DataDescription.reading(spaced) { return [description] }
        let numbers = NumberList(spaced)
        if let numbers, numbers.isArray { return [numbers.reading] }
        let elided: [TextReading?] = Elision.readings(spaced)
        let shapes =
            [HexDigits.reading(spaced), numbers?.reading, Base64Text.reading(spaced)] + elided
            + [EscapedText.reading(text)]
        var readings: [TextReading] = []
        for case let new? in shapes where !readings.contains(where: { $0.pieces == new.pieces }) {
            readings.append(new)
        }
        return readings
    }

    /// Whether a piece of other text is certainly bytes, or a string that holds such a text.
    static func isPromising(_ piece: ArraySlice<UInt8>) -> Bool {
        // A place ID of Google Maps is a small message in base64, but stands for no payload:
        // https://developers.google.com/maps/documentation/places/web-service/place-id
        if piece.count == 27, piece.hasPrefix("ChIJ") { return false }
        return direct(piece.trimmed).contains { reading in
            if reading.isCertain, reading.kind != .numbers || reading.pieces[0].count >= 8 { return true }
            if reading.isOfDigits, !reading.isWord, reading.isSound { return true }
            guard reading.isWrapping || reading.kind == .escaped, reading.pieces[0][...].isPrintable
            else { return false }
            return direct(reading.pieces[0][...].trimmed).contains(where: \.isCertain)
        }
    }

    /// The most layers of text around text.
    private static let depthLimit = 4

    /// The first reading that `isWanted` accepts, with all surroundings taken off, and whether the text around it may hold
    /// more.
    ///
    /// - Parameter isPayload: Whether the bytes of a reading are the payload, even if they are a text that can be read again.
    static func reading(
        of text: [UInt8], searches: Bool = true, depth: Int = 0, isPayload: (TextReading) -> Bool = { _ in false },
        where isWanted: (TextReading) -> Bool
    ) -> (reading: TextReading, isPart: Bool)? {
        for reading in readings(of: text, searches: searches) {
            if !reading.isWrapping, isWanted(reading) { return (reading, false) }
            guard depth < depthLimit, !isPayload(reading) else { continue }
            let isSearched = searches && reading.isWrapping && reading.isCertain
            let inner = Self.reading(
                of: reading.pieces[0], searches: isSearched, depth: depth + 1, isPayload: isPayload, where: isWanted)
            if let inner { return (inner.reading, inner.isPart || reading.isPart) }
        }
        return nil
    }
}

extension ArraySlice<UInt8> {
    // The buffer is that of a literal, and is read within the closure only.
    func hasPrefix(_ pattern: StaticString) -> Bool { pattern.withUTF8Buffer { unsafe starts(with: $0) } }

    /// What stands between two marks at both ends; `nil` where none of the pairs does.
    func inside(_ pairs: [String]) -> Self? {
        guard count > 1, let first, let last else { return nil }
        return pairs.contains { $0.utf8.elementsEqual([first, last]) } ? dropFirst().dropLast() : nil
    }
}
