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

    private let trailerLimit: Int
    private var state = State.prefix
    /// The part of a prefix that has arrived, at the end of the bytes so far.
    package private(set) var pending: [UInt8] = []
    /// The prefix of the trailers, once it has arrived.
    package private(set) var trailerPrefix: LengthPrefix?
    /// The payload of the trailers, as far as it has arrived and is kept.
    package private(set) var trailers: [UInt8] = []
    /// Bytes behind the trailers.
    package private(set) var surplus = 0

    /// - Parameter trailerLimit: Bytes of trailers that are kept. The limits of browsers and servers are far below 1 MiB.
    package init(trailerLimit: Int = 1 << 20) { self.trailerLimit = trailerLimit }

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
                    trailerPrefix = prefix
                    state = length > 0 ? .trailers(left: min(length, trailerLimit)) : .end
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
            case .end:
                surplus += rest.count
                rest = []
            }
        }
        return messages
    }
}
