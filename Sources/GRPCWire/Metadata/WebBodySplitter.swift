import ByteText

/// Splits a grpc-web body, which may arrive in pieces, into the frames of messages and the trailers that end it.
///
/// Source: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-WEB.md
package struct WebBodySplitter: Sendable {
    /// Bytes of trailers that are kept. The limits of browsers and servers are far below.
    private static let trailerLimit = 1 << 20

    /// Bytes to come of the current payload; 0 within a prefix.
    private var left = 0
    /// The current payload is the trailers.
    private var isWithinTrailers = false
    /// The part of a prefix that has arrived, at the end of the bytes so far.
    private var pending: [UInt8] = []
    /// The payload of the trailers, as far as it has arrived and is kept.
    private var trailers: [UInt8] = []
    private var areTrailersCompressed = false

    package init() {}

    /// The trailers have arrived, as far as they are kept.
    package var isOver: Bool { isWithinTrailers && left == 0 }
    package var footprint: Int { pending.capacity + trailers.capacity }

    /// Takes the next bytes of the body.
    ///
    /// - Returns: The bytes that belong to messages, with their prefixes.
    package mutating func split(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var messages: [UInt8] = []
        var rest = bytes
        while !rest.isEmpty, !isOver {
            if left > 0 {
                let part = rest.prefix(left)
                if isWithinTrailers { trailers += part } else { messages += part }
                rest = rest.dropFirst(part.count)
                left -= part.count
            } else {
                pending.append(rest.removeFirst())
                guard let prefix = LengthPrefix(pending.span) else { continue }
                (left, isWithinTrailers) = (Int(clamping: prefix.length), prefix.isTrailers)
                if isWithinTrailers {
                    areTrailersCompressed = prefix.isCompressed
                    left = min(left, Self.trailerLimit)
                } else {
                    messages += pending
                }
                pending = []
            }
        }
        return messages
    }

    /// The fields of the trailers that have arrived, as far as they can be read.
    ///
    /// - Parameters:
    ///   - encoding: What compressed trailers (flag 0x81) are compressed with.
    ///   - limit: The most bytes that trailers may have when decompressed.
    package func trailerFields(_ encoding: MessageEncoding, limit: Int) -> Metadata {
        guard areTrailersCompressed else { return Metadata(lines: trailers) }
        var block: [UInt8] = []
        if var inflater = try? Inflater(encoding) {
            // What stands before damage is in the block.
            try? inflater.inflate(trailers.span, limit: limit, appendingTo: &block)
        }
        return Metadata(lines: block)
    }
}
