import GRPCWire

/// A call while what belongs to it arrives, in a place of its own.
final class OpenCall {
    /// All in one value, so that whoever changes it asks once for the right to.
    var state: CallState

    init(_ state: consuming CallState) { self.state = state }
}

/// What is known of a call while what belongs to it arrives.
struct CallState: ~Copyable {
    var call: CapturedCall
    private var request: BodyReader
    private var response: BodyReader
    var clientEnded = false
    var serverEnded = false
    /// Both have ended, and its session knows.
    var isSettled = false
    /// The client has said that it sends no more.
    var hasWholeRequest = false
    /// Which place the call has, by the last that its client sent.
    var order: Int?
    private var headerBytes = 0
    /// Bytes are missing that the client has sent behind its request: there may have been a RST_STREAM.
    private var mayLackReset = false
    /// The request's headers say that it is gRPC.
    private var isAnnounced = false
    /// The headers of the request could not be read to their end: what they lack may announce it.
    var hasUnsoundRequest = false
    /// It is a call, whatever its headers say.
    private let isCertain: Bool

    init(
        client: Endpoint, server: Endpoint, stream: UInt32, first: PacketMark, last: PacketMark,
        content: CallExtractor.Content = .whole, isCertain: Bool = false, carrier: CapturedCall.Carrier = .http2
    ) {
        let (ofRequest, ofResponse): (BodyReader.Keeping, BodyReader.Keeping) =
            switch content {
            case .whole: (.messages, .messages)
            case .streams: (.streams, .streams)
            case .refusedRequests: (.wire, .nothing)
            }
        request = BodyReader(keeping: ofRequest)
        response = BodyReader(keeping: ofResponse)
        self.isCertain = isCertain
        call = CapturedCall(
            client: client, server: server, stream: stream, carrier: carrier, first: CapturedCall.Moment(first),
            last: CapturedCall.Moment(last))
    }

    var isClosed: Bool { clientEnded && serverEnded }

    // What follows is inlined: to be called, it would have the whole value copied.

    /// Memory that it takes, in bytes.
    @inline(__always)
    var footprint: Int { 2560 + headerBytes + request.footprint + response.footprint }

    /// The part of ``footprint`` that changes by what one side sends.
    @inline(__always)
    func footprint(isClient: Bool) -> Int { headerBytes + (isClient ? request.footprint : response.footprint) }

    /// Whether it has what a call consists of, and is none of another kind.
    @inline(__always)
    private var isCall: Bool {
        guard call.requestHeaders != nil || call.responseHeaders != nil || call.trailers != nil else { return false }
        return !isForeign
    }

    /// An exchange of HTTP that is certainly no gRPC: neither side says that it is.
    @inline(__always)
    var isForeign: Bool {
        guard !isCertain, !isAnnounced, !hasUnsoundRequest, let request = call.requestHeaders, request.isKnown,
            !CapturedCall.isGRPC(request)
        else {
            return false
        }
        return ![call.responseHeaders, call.trailers].contains { $0.map(CapturedCall.isGRPC) ?? false }
    }

    mutating func add(headers: HeaderBlock, endsStream: Bool, isClient: Bool) {
        headerBytes += headers.size
        if isClient {
            guard call.requestHeaders == nil else { return }
            call.requestHeaders = headers
            isAnnounced = CapturedCall.isGRPC(headers)
            return
        }
        let isInformational = headers.value(.status)?.first == UInt8(ascii: "1")
        if endsStream {
            call.isTrailersOnly = call.responseHeaders == nil && call.response.length == 0 && !call.isPartial
            call.trailers = headers
            call.isLate = call.reset?.isByClient ?? false
        } else if !isInformational {
            // Only informational ones come before others; where the status is not known, those tell.
            let isReplaced = call.responseHeaders.map { !$0.has(.status) && call.response.length == 0 } ?? true
            if isReplaced { call.responseHeaders = headers }
        }
    }

    /// Takes the content of a DATA frame.
    mutating func append(frame content: Span<UInt8>, isClient: Bool) {
        if isClient {
            call.request.dataFrames += 1
        } else {
            call.response.dataFrames += 1
        }
        append(content, isClient: isClient)
    }

    /// Takes a part of a body.
    mutating func append(_ content: Span<UInt8>, isClient: Bool) {
        if isClient {
            request.append(content, to: &call.request, headers: call.requestHeaders)
        } else {
            response.append(content, to: &call.response, headers: call.responseHeaders)
        }
        if request.isCut || response.isCut { call.omissions.insert(.limit) }
    }

    /// Takes a message that was recorded without its prefix; `length` is what it had, `payload` what was recorded of it.
    mutating func append(recorded payload: [UInt8], length: Int, isClient: Bool) {
        if isClient {
            request.append(recorded: payload, length: length, to: &call.request)
        } else {
            response.append(recorded: payload, length: length, to: &call.response)
        }
    }

    /// Says that a response of HTTP/1.1 has ended: without a body, a status in its headers is all there is.
    mutating func endHeaders() {
        guard let headers = call.responseHeaders, call.trailers == nil, response.trailers == nil,
            call.response.length == 0, headers.has(.grpcStatus)
        else { return }
        call.responseHeaders = nil
        call.trailers = headers
        call.isTrailersOnly = !call.isPartial
    }

    /// Takes the status out of headers that a proxy has joined with the trailers: a HAR file has no place for those.
    mutating func splitTrailers() {
        guard let headers = call.responseHeaders, call.trailers == nil, response.trailers == nil,
            headers.has(.grpcStatus)
        else { return }
        let names: Set = ["grpc-status", "grpc-message", "grpc-status-details-bin"]
        call.trailers = HeaderBlock(headers.filter { names.contains($0.name ?? "") })
        call.responseHeaders = HeaderBlock(headers.filter { !names.contains($0.name ?? "") })
    }

    /// Bytes of one side are missing, which may belong to this stream.
    ///
    /// - Parameter omission: What that is called, unless it is called by the side.
    mutating func lose(isClient: Bool, _ omission: CapturedCall.Omissions? = nil) {
        if isClient, !clientEnded {
            call.omissions.insert(omission ?? .request)
            request.lose()
        } else if !isClient, !serverEnded {
            call.omissions.insert(omission ?? .response)
            response.lose()
        } else if isClient, !serverEnded {
            mayLackReset = true
        }
    }

    /// Gives up what has come of messages, because memory is short. How the call ends is still noted.
    mutating func giveUpMessages() {
        call.omissions.insert(.limit)
        request.giveUp(&call.request)
        response.giveUp(&call.response)
    }

    /// What it turned out to be, and which place it has.
    enum Outcome {
        case call(place: Int?)
        /// - Parameter isForeign: An exchange of HTTP, and not just a rest of which nothing is known.
        case other(place: Int?, isForeign: Bool)
    }

    /// Closes the bodies of what is a call.
    mutating func finish() -> Outcome {
        guard isCall else { return .other(place: order, isForeign: isForeign) }
        if mayLackReset, call.trailers == nil, call.reset == nil { call.omissions.insert(.request) }
        if let trailers = response.trailers { call.trailers = trailers + (call.trailers ?? []) }
        let code = call.plainCode
        request.finish(
            &call.request, unpacks: code == nil || code == .invalidArgument, isWhole: clientEnded,
            headers: call.requestHeaders)
        response.finish(&call.response, isWhole: serverEnded, headers: call.responseHeaders)
        return .call(place: order)
    }
}

extension CapturedCall.Moment {
    init(_ mark: PacketMark) { self.init(packet: mark.number, time: mark.time) }
}

extension CapturedCall {
    /// Whether headers announce gRPC, in any of its framings, or say how a call of it ended.
    static func isGRPC(_ headers: HeaderBlock) -> Bool {
        headers.isUsualGRPC || headers.has(.grpcStatus) || headers.contentType != nil
    }

    /// Memory that it takes, in bytes.
    package var footprint: Int {
        var sum = 4096 + request.stream.count + response.stream.count
        for message in request.messages { sum += message.payload.count + 64 }
        for message in response.messages { sum += message.payload.count + 64 }
        return sum
    }
}
