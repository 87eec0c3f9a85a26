internal import ByteText
internal import GRPCWire
internal import ProtobufSchema

/// A place in a text, such as a log, where bytes are written down.
struct PastedPlace {
    /// The offset in the text.
    let start: Int
    let reading: TextReading
    /// The part of the text that was read.
    let text: [UInt8]
    /// The line of the text in which the place begins, from 1.
    private(set) var line = 1

    /// The most places that are found.
    static let limit = 1024
    /// The shortest piece that is looked at, in characters: 12 bytes in hexadecimal digits, 18 in base64.
    private static let leastLength = 24
    /// The shortest message that is told from an id by its bytes alone.
    private static let leastMessage = 20

    /// The places that certainly hold whole messages or frames, in order. Of places that overlap the longest counts.
    ///
    /// Linear in the length of the text.
    /// - Returns: The places, and whether the text may hold more of them.
    static func all(in text: ArraySlice<UInt8>) -> (found: [PastedPlace], mayBeMore: Bool) {
        let (strings, brackets) = Surroundings.enclosed(text, shortest: leastLength)
        let pieces = [strings, brackets, Surroundings.words(text, shortest: leastLength)]
        let (wrapped, areTooManyWrapped) = WrappedText.all(in: text)
        let candidates = wrapped.flatMap(\.endings) + pieces.flatMap(\.sorted).map { WrappedText(pieces: [$0.indices]) }
        let credentials = Credentials.ranges(in: text)
        var places: [PastedPlace] = []
        var taken: [Range<Int>] = []
        // A piece in brackets is read again with those around it.
        var room = 8 * text.count
        var repeats = DumpContent.repeatLimit
        var isMore = false
        for candidate in candidates.sorted(by: { $0.length > $1.length }) {
            room -= candidate.length
            guard room >= 0, !taken.contains(where: { $0.overlaps(candidate.range) }),
                !candidate.pieces.allSatisfy(credentials.hold)
            else { continue }
            let content = candidate.content(of: text)
            var readings = PastedText.direct(content[...].trimmed, repeats: &repeats)
            // A string with escapes, and literals side by side, may hold digits.
            if let string = readings.first, string.isWrapping || string.kind == .escaped,
                !EscapedText.areMessages(content[...].trimmed, repeats: &repeats)
            {
                readings += PastedText.direct(string.pieces[0][...].trimmed, repeats: &repeats)
            }
            // A word behind the last line is no message of its own.
            guard let reading = readings.first(where: { $0.isCertain && !$0.isWrapping && $0.isSound }),
                !candidate.endsInWord || reading.pieces.count == 1
            else { continue }
            isMore = places.count == limit
            if isMore { break }
            taken.append(candidate.range)
            places.append(PastedPlace(start: candidate.range.lowerBound, reading: reading, text: content))
        }
        let areTooMany = areTooManyWrapped || pieces.contains(where: \.isTooMany)
        let mayBeMore = isMore || room < 0 || areTooMany
        places.sort { $0.start < $1.start }
        var (line, end) = (1, text.startIndex)
        for index in places.indices {
            line += text[end..<places[index].start].count { $0 == 0x0A }
            end = places[index].start
            places[index].line = line
        }
        return (places, mayBeMore)
    }

    /// Whether the bytes are frames or messages, and not likely something else such as an id.
    var isPayload: Bool {
        reading.pieces.allSatisfy { bytes in
            let content = bytes[...]
            return bytes.count >= Self.leastMessage
                && (LengthPrefix.areFrames(content.span)
                    || PayloadGuess(content.span, 0..<bytes.count).reading == .message)
        }
    }
}
