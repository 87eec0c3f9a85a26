import ByteText

/// Splits a grpc-web body, which may arrive in pieces, into the frames of messages and the trailers that end it.
///
/// Source: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-WEB.md
package struct WebBodySplitter: Sendable {
    private enum State {
        case prefix
        case message(left: Int)
        case trailers(left: Int)
        case end
    }

    /// Bytes of trailers that are kept. The limits of browsers and servers are far below.
    private static let trailerLimit = 1 << 20

    private var state = State.prefix
    /// The part of a prefix that has arrived, at the end of the bytes so far.
    private var pending: [UInt8] = []
    /// The payload of the trailers, as far as it has arrived and is kept.
    private var trailers: [UInt8] = []
    private var areTrailersCompressed = false

    package init() {}

    /// The trailers have arrived, as far as they are kept.
    package var isOver: Bool { if case .end = state { true } else { false } }

    /// Memory that the splitter takes, in bytes.
    package var footprint: Int { pending.capacity + trailers.capacity }

    /// Takes the next bytes of the body.
    ///
    /// - Returns: The bytes that belong to messages, with their prefixes.
    package mutating func split(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var messages: [UInt8] = []
        var rest = bytes
        while !rest.isEmpty {
            switch state {
            case .prefix:
                pending.append(rest.removeFirst())
                guard let prefix = LengthPrefix(pending.span) else { continue }
                let length = Int(clamping: prefix.length)
                if prefix.isTrailers {
                    areTrailersCompressed = prefix.isCompressed
                    state = length > 0 ? .trailers(left: min(length, Self.trailerLimit)) : .end
                } else {
                    messages += pending
                    state = length > 0 ? .message(left: length) : .prefix
                }
                pending = []
            case .message(let left):
                let part = rest.prefix(left)
                messages += part
                rest = rest.dropFirst(part.count)
                state = part.count == left ? .prefix : .message(left: left - part.count)
            case .trailers(let left):
                let part = rest.prefix(left)
                trailers += part
                rest = rest.dropFirst(part.count)
                state = part.count == left ? .end : .trailers(left: left - part.count)
            case .end: return messages
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
