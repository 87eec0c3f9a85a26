import GRPCWire

/// A call while what belongs to it arrives.
final class StreamState {
    var call: CapturedCall
    var request: BodyReader
    var response: BodyReader
    var clientEnded = false
    var serverEnded = false
    /// Which place the call has among those whose request has ended.
    var order: Int?
    private var headerBytes = 0
    /// The request's headers say that it is gRPC.
    private var isAnnounced = false
    /// It is a call, whatever its headers say.
    private let isCertain: Bool

    init(
        client: Endpoint, server: Endpoint, stream: UInt32, first: PacketMark, last: PacketMark,
        content: CallExtractor.Content = .whole, isCertain: Bool = false
    ) {
        request = BodyReader(keeping: content == .whole ? .messages : .wire)
        response = BodyReader(keeping: content == .whole ? .messages : .nothing)
        self.isCertain = isCertain
        call = CapturedCall(
            client: client, server: server, stream: stream, first: CapturedCall.Moment(first),
            last: CapturedCall.Moment(last))
    }

    var isClosed: Bool { clientEnded && serverEnded }

    /// Memory that it takes, in bytes.
    var footprint: Int { 2560 + headerBytes + request.footprint + response.footprint }

    /// The part of ``footprint`` that changes by what one side sends.
    func footprint(isClient: Bool) -> Int { headerBytes + (isClient ? request.footprint : response.footprint) }

    /// Whether it has what a call consists of, and is none of another kind.
    var isCall: Bool {
        guard call.requestHeaders != nil || call.responseHeaders != nil || call.trailers != nil else { return false }
        return !isForeign
    }

    /// An exchange of HTTP that is certainly no gRPC: neither side says that it is.
    var isForeign: Bool {
        guard !isCertain, !isAnnounced, let request = call.requestHeaders, request.isKnown,
            !CapturedCall.isGRPC(request)
        else {
            return false
        }
        return ![call.responseHeaders, call.trailers].contains { $0.map(CapturedCall.isGRPC) ?? false }
    }

    func add(headers: HeaderBlock, endsStream: Bool, isClient: Bool) {
        headerBytes += headers.size
        if isClient {
            guard call.requestHeaders == nil else { return }
            call.requestHeaders = headers
            isAnnounced = CapturedCall.isGRPC(headers)
            return
        }
        let isInformational = headers.value(":status")?.first == UInt8(ascii: "1")
        if endsStream {
            call.isTrailersOnly = call.responseHeaders == nil && response.body.length == 0 && !call.isPartial
            call.trailers = headers
        } else if !isInformational {
            call.responseHeaders = call.responseHeaders ?? headers
        }
    }

    /// Takes the content of a DATA frame.
    func append(frame content: Span<UInt8>, isClient: Bool) {
        if isClient {
            request.append(frame: content, headers: call.requestHeaders)
        } else {
            response.append(frame: content, headers: call.responseHeaders)
        }
    }

    /// Takes a part of a body.
    func append(_ content: Span<UInt8>, isClient: Bool) {
        if isClient {
            request.append(content, headers: call.requestHeaders)
        } else {
            response.append(content, headers: call.responseHeaders)
        }
    }

    /// Says that a response of HTTP/1.1 has ended: without a body, a status in its headers is all there is.
    func endHeaders() {
        guard let headers = call.responseHeaders, call.trailers == nil, response.trailers == nil,
            response.body.length == 0, headers.has("grpc-status")
        else { return }
        call.responseHeaders = nil
        call.trailers = headers
        call.isTrailersOnly = !call.isPartial
    }

    /// Takes the status out of headers that a proxy has joined with the trailers: a HAR file has no place for those.
    func splitTrailers() {
        guard let headers = call.responseHeaders, call.trailers == nil, response.trailers == nil,
            headers.has("grpc-status")
        else { return }
        let names: Set = ["grpc-status", "grpc-message", "grpc-status-details-bin"]
        call.trailers = HeaderBlock(headers.filter { names.contains($0.name ?? "") })
        call.responseHeaders = HeaderBlock(headers.filter { !names.contains($0.name ?? "") })
    }

    /// Bytes of one side are missing, which may belong to this stream.
    func lose(isClient: Bool) {
        if isClient, !clientEnded {
            call.isPartial = true
            request.lose()
        } else if !isClient, !serverEnded {
            call.isPartial = true
            response.lose()
        }
    }

    /// Closes the bodies and makes them the call's.
    func finish() {
        if let trailers = response.trailers { call.trailers = trailers + (call.trailers ?? []) }
        request.finish(unpacks: !call.isPlainlyOK)
        response.finish()
        call.request = request.body
        call.response = response.body
    }
}

extension CapturedCall.Moment {
    init(_ mark: PacketMark) { self.init(packet: mark.number, time: mark.time) }
}

extension CapturedCall {
    /// Whether headers announce gRPC, in any of its framings, or say how a call of it ended.
    static func isGRPC(_ headers: HeaderBlock) -> Bool {
        headers.has("grpc-status") || headers.contentType != nil
    }

    /// Memory that it takes, in bytes.
    var footprint: Int {
        let messages = [request, response].reduce(0) { $0 + $1.messages.reduce(0) { $0 + $1.payload.count + 64 } }
        return 4096 + messages
    }
}

extension HeaderBlock {
    /// gRPC's content type; `nil` for others.
    var contentType: ContentType? {
        guard let value = value("content-type") else { return nil }
        // What nearly all have.
        if value.elementsEqual(Self.usualType) { return ContentType() }
        return ContentType(header: String(decoding: value, as: UTF8.self))
    }

    private static let usualType = Array(ContentType().description.utf8)
}
