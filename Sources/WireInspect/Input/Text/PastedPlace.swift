internal import ByteText

/// A place in a text, such as a log, where bytes are written down.
struct PastedPlace {
    /// The offset in the text.
    let start: Int
    let reading: TextReading
    /// The part of the text that was read.
    let text: [UInt8]

    /// The most places that are found.
    private static let limit = 64
    /// The shortest piece that is looked at, in characters: 12 bytes in hexadecimal digits, 18 in base64.
    private static let leastLength = 24

    /// The places that certainly hold whole messages or frames, in order. Of places that overlap the longest counts.
    ///
    /// Linear in the length of the text.
    /// - Returns: The places, and whether the text may hold more of them.
    static func all(in text: ArraySlice<UInt8>) -> (found: [PastedPlace], mayBeMore: Bool) {
        let (candidates, isTooMany) = Surroundings.candidates(text, shortest: leastLength)
        let pieces = candidates.map { (range: $0.indices, content: Array($0), isOne: false) }
        // A word behind the last line is no message of its own.
        let (wrappedTexts, longestDropped) = WrappedText.all(in: text)
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
        let mayBeMore = places.count >= limit || room < 0 || isTooMany || longestDropped >= leastLength
        return (places.sorted { $0.start < $1.start }, mayBeMore)
    }
}
