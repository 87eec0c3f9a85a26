import GRPCWire

/// Finds the frame of trailers that ends a grpc-web body which arrives in pieces.
///
/// Source: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-WEB.md
struct WebFrames {
    /// Trailers that are kept; browsers' and servers' limits for headers are far below.
    static let trailerLimit = 1 << 20

    private enum State {
        case prefix
        case message(left: Int)
        case trailers(length: Int)
    }

    private var state = State.prefix
    /// The part of a prefix or of the trailers that has arrived.
    private var pending: [UInt8] = []
    /// The payload of the trailers, once it is whole.
    private(set) var trailers: [UInt8]?
    private(set) var isCompressed = false

    var footprint: Int { pending.capacity }

    /// Takes the next bytes of the body, and leaves those that belong to messages.
    mutating func take(_ bytes: inout ArraySlice<UInt8>) {
        var messages: [UInt8] = []
        var rest = bytes
        while !rest.isEmpty, trailers == nil {
            switch state {
            case .prefix:
                pending.append(rest.removeFirst())
                let prefix = pending[...]
                guard let prefix = LengthPrefix(prefix.span) else { continue }
                let length = Int(clamping: prefix.length)
                if prefix.isTrailers {
                    isCompressed = prefix.isCompressed
                    pending = []
                    state = .trailers(length: length)
                    if length == 0 { trailers = [] }
                } else {
                    messages += pending
                    pending = []
                    if length > 0 { state = .message(left: length) }
                }
            case .message(let left):
                let part = rest.prefix(left)
                messages += part
                rest = rest.dropFirst(part.count)
                state = part.count == left ? .prefix : .message(left: left - part.count)
            case .trailers(let length):
                let part = rest.prefix(min(length, Self.trailerLimit) - pending.count)
                pending += part
                rest = rest.dropFirst(part.count)
                if pending.count == min(length, Self.trailerLimit) { trailers = pending }
            }
        }
        bytes = messages[...]
    }
}
