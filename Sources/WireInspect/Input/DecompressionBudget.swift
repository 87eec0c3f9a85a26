internal import GRPCWire

/// Decompresses the pieces of an input, up to a limit for all of them together. All that reads the input shares the budget.
final class DecompressionBudget {
    private let limit: Int
    private var left: Int

    /// - Parameter limit: The most bytes of all pieces together, when decompressed.
    init(limit: Int) {
        self.limit = max(0, limit)
        left = self.limit
    }

    /// Decompresses a piece, as far as it is sound and within the limit.
    ///
    /// - Parameters:
    ///   - offset: Offset of the compressed bytes in their layer.
    ///   - layer: The name of the layer.
    func inflate(
        _ compressed: ArraySlice<UInt8>, _ encoding: MessageEncoding, at offset: Int, layer: String
    ) -> ([UInt8], InputDamage?) {
        var output: [UInt8] = []
        defer { left -= output.count }
        do throws(FramingError) {
            var inflater = try Inflater(encoding, inspecting: compressed.span)
            try inflater.inflate(compressed.span, limit: left, appendingTo: &output)
            return (output, nil)
        } catch {
            let data = "\(encoding) data"
            let (reason, text) =
                switch error.code {
                case .truncatedCompressedData: ("truncated_compression", "the \(data) ends early; it was cut")
                case .trailingCompressedData: ("trailing_compression", "bytes follow the end of the \(data)")
                case .inflatedTooLarge:
                    ("inflated_too_large", "with this \(data) the input is larger than \(byteCount(limit)) inside")
                case .corruptCompressedData: ("corrupt_compression", "the \(data) is damaged: \(error.detail)")
                default: ("unsupported_compression", error.description)
                }
            return (output, InputDamage(reason: reason, offset: offset + error.offset, layer: layer, message: text))
        }
    }
}
