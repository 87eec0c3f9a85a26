import HTTPWire

/// A request and its response in a flow file of mitmproxy, versions 10 to 12.
///
/// Source: https://github.com/mitmproxy/mitmproxy/blob/main/mitmproxy/http.py, and io/compat.py for what versions changed
struct MitmproxyFlow {
    let client: Endpoint
    let server: Endpoint
    let sent: Message
    /// The response; `nil` when none has come.
    let received: Message?
    /// Why the exchange failed, in mitmproxy's words, and when.
    let error: (text: String, time: Int64?)?

    /// - Returns: `nil` for flows without HTTP, such as DNS or bare TCP.
    init?(_ flow: TNetstring) {
        guard let request = flow["request"], request["method"] != nil, request["path"] != nil else { return nil }
        client = Self.endpoint(flow["client_conn"], ["peername", "address"]) ?? .unknown
        server =
            Self.endpoint(flow["server_conn"], ["peername", "ip_address", "address"])
            ?? Endpoint(name: request["host"]?.text ?? "", port: Self.port(request["port"]))
        let fields = ["method", "scheme", "path", "authority"].compactMap { key -> HeaderField? in
            guard let value = request[key]?.bytes, !value.isEmpty else { return nil }
            return HeaderField(name: ":\(key)", value: Array(value))
        }
        sent = Message(request, pseudoHeaders: fields)
        received = flow["response"].map { response in
            let status = response["status_code"]?.number.flatMap { Int(exactly: $0) } ?? 0
            return Message(response, pseudoHeaders: [HeaderField(":status", String(status))])
        }
        error = flow["error"].map { ($0["msg"]?.text ?? "", Self.time($0["timestamp"])) }
    }

    /// The parts of a message of either side.
    struct Message {
        let headers: HeaderBlock
        let trailers: HeaderBlock?
        /// The body with its `content-encoding`; `nil` when mitmproxy has passed it on without keeping it.
        let content: ArraySlice<UInt8>?
        /// Nanoseconds since 1970.
        let start: Int64?
        /// Nanoseconds since 1970; `nil` while the message has not ended.
        let end: Int64?

        init(_ message: TNetstring, pseudoHeaders: [HeaderField]) {
            headers = HeaderBlock(pseudoHeaders) + MitmproxyFlow.headers(message["headers"])
            trailers = message["trailers"].map { MitmproxyFlow.headers($0) }
            content = message["content"]?.bytes
            start = MitmproxyFlow.time(message["timestamp_start"])
            end = MitmproxyFlow.time(message["timestamp_end"])
        }
    }

    // MARK: Parts

    /// The address of a connection, under the first of these names that it has: versions use different ones.
    private static func endpoint(_ connection: TNetstring?, _ names: [String]) -> Endpoint? {
        guard let address = names.lazy.compactMap({ connection?[$0] }).first else { return nil }
        let parts = Array(address.elements.prefix(2))
        guard parts.count == 2, let host = parts[0].text else { return nil }
        return Endpoint(name: host, port: port(parts[1]))
    }

    private static func port(_ value: TNetstring?) -> UInt16 { value?.number.flatMap { UInt16(exactly: $0) } ?? 0 }

    /// Header fields as pairs of name and value.
    private static func headers(_ pairs: TNetstring?) -> HeaderBlock {
        guard let pairs else { return [] }
        return HeaderBlock(
            pairs.elements.compactMap { pair -> HeaderField? in
                let parts = Array(pair.elements.prefix(2))
                guard parts.count == 2, let name = parts[0].text, let value = parts[1].bytes else { return nil }
                return HeaderField(name: name.lowercased(), value: Array(value))
            })
    }

    /// A time in seconds since 1970, as nanoseconds.
    private static func time(_ value: TNetstring?) -> Int64? {
        guard let seconds = value?.number, (0..<9e9).contains(seconds) else { return nil }
        return Int64(seconds * 1e6) * 1000
    }
}
