/// A buffer that hands output over to a sink in pieces of about a megabyte; shorter output only at the end.
final class ConversionOutput {
    private let sink: ([UInt8]) -> Void
    private var bytes: [UInt8] = []

    private static let size = 1 << 20

    init(_ sink: @escaping ([UInt8]) -> Void) {
        self.sink = sink
    }

    func append(_ piece: [UInt8]) {
        if piece.count < Self.size {
            bytes += piece
            if bytes.count >= Self.size { flush() }
        } else {
            flush()
            sink(piece)
        }
    }

    /// Hands over everything.
    func flush() {
        guard !bytes.isEmpty else { return }
        sink(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}
