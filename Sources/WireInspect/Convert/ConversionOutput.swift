internal import JSONText

/// Output that is passed on in pieces of about a megabyte; shorter output only at the end.
struct ConversionOutput: BufferedText {
    let sink: (([UInt8]) -> Void)?
    var bytes: [UInt8] = []

    mutating func append(_ piece: [UInt8]) {
        if piece.count < Self.pieceSize {
            bytes += piece
            flushIfFull()
        } else {
            flush()
            sink?(piece)
        }
    }
}
