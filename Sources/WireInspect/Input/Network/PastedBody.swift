internal import HTTPWire

/// A body in pasted HTTP: what one side of an exchange has sent, with what the headers tell of it.
struct PastedBody {
    /// Bodies that are looked at. Each is an input of its own, whose reading takes a while.
    static let limit = 1000

    var content: [UInt8] = []
    /// Chunks that the body was sent in; `nil` for other bodies.
    var chunks: Int?
    /// The headers of the message; `nil` where they are not in the input.
    var headers: HeaderBlock?
    /// The path of the request; `nil` where it is not in the input.
    var path: String?
    var side: HTTPSide?
}

/// A side of an HTTP connection.
enum HTTPSide: Hashable {
    case client, server

    var other: HTTPSide { self == .client ? .server : .client }

    /// The side that sent a block, by its pseudo-headers; `nil` for trailers.
    init?(of headers: HeaderBlock) {
        let isResponse = headers.has(.status)
        let isRequest =
            headers.has(.method) || headers.has(.path) || headers.has(":scheme") || headers.has(":authority")
        guard isResponse || isRequest else { return nil }
        self = isResponse ? .server : .client
    }
}
