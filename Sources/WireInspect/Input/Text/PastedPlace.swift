internal import ByteText

/// A place of a text where bytes are written down, among others.
struct PastedPlace {
    /// Where it begins.
    let start: Int
    let reading: TextReading
    /// The text that was read.
    let text: [UInt8]

    /// As many are found.
    private static let limit = 64
    /// Shorter texts hold fewer bytes than are believed to be a message.
    private static let leastLength = 27

    /// The places of a text whose bytes are certain, and whole messages or frames, in order. Of places that overlap the
    /// longest is right.
    ///
    /// Linear in the length of the text.
    /// - Returns: Those that were found, and whether there may be more.
    static func all(in text: ArraySlice<UInt8>) -> (found: [PastedPlace], mayBeMore: Bool) {
        let (candidates, longestDropped) = Surroundings.candidates(text)
        let pieces = candidates.map { (range: $0.indices, content: Array($0), isOne: false) }
        // A word behind the last line is no message of its own.
        let (wrappedTexts, longestWrapped) = WrappedText.all(in: text)
        let wrapped = wrappedTexts.flatMap(\.endings).map {
            (range: $0.range, content: $0.content(of: text), isOne: $0.endsInWord)
        }
        var places: [PastedPlace] = []
        var taken: [Range<Int>] = []
        // What is in brackets is read again with those around.
        var room = 8 * text.count
        for piece in (wrapped + pieces).sorted(by: { $0.content.count > $1.content.count }) where places.count < limit {
            room -= piece.content.count
            guard room >= 0, !taken.contains(where: { $0.overlaps(piece.range) }) else { continue }
            let readings = PastedText.direct(piece.content[...].trimmed)
            guard let reading = readings.first(where: { $0.isCertain && !$0.isWrapping && $0.isSound }),
                !piece.isOne || reading.pieces.count == 1
            else { continue }
            taken.append(piece.range)
            places.append(PastedPlace(start: piece.range.lowerBound, reading: reading, text: piece.content))
        }
        let mayBeMore = places.count >= limit || room < 0 || max(longestDropped, longestWrapped) >= leastLength
        return (places.sorted { $0.start < $1.start }, mayBeMore)
    }
}
