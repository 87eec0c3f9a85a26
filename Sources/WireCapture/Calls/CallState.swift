import GRPCWire
import HTTPWire

/// A call that has not ended, as an object that sessions share with the queue of calls.
final class OpenCall {
    /// A single value without the check for exclusive access, which each frame would pass: it took 7 % of the time to list a
    /// capture. Nothing within a change reaches the same call again, as the queue hands out calls that get no more frames.
    @safe @exclusivity(unchecked) var state: CallState
    /// The number of the HTTP/2 stream: see ``CapturedCall/stream``.
    let stream: UInt32

    init(_ call: CapturedCall, content: CallExtractor.Content = .whole, isCertain: Bool = false) {
        stream = call.stream
        state = CallState(call, content: content, isCertain: isCertain)
    }
}

/// The state of a call while its headers and bodies arrive.
struct CallState: ~Copyable {
    var call: CapturedCall
    private var request: BodyReader
    private var response: BodyReader
    var clientEnded = false
    var serverEnded = false
    /// The session has counted that both sides have ended.
    var isSettled = false
    /// The client has ended its request.
    var hasWholeRequest = false
    /// The server has ended its response, before any reset.
    var hasWholeResponse = false
    /// The place of the call in the order of calls, by the last frame of its client.
    var order: Int?
    private var headerBytes = 0
    /// Bytes are missing that the client has sent behind its request: a RST_STREAM may have been among them.
    private var mayLackReset = false
    /// The request's headers announce gRPC.
    private var isAnnounced = false
    /// The headers of the request could not be read to their end: the missing ones may announce gRPC.
    var hasUnsoundRequest = false
    /// This is a gRPC call, whatever its headers say.
    private let isCertain: Bool
    /// Messages are kept for a list of calls only.
    private let isForListing: Bool

    init(_ call: consuming CapturedCall, content: CallExtractor.Content = .whole, isCertain: Bool = false) {
        let (ofRequest, ofResponse): (BodyReader.Retention, BodyReader.Retention) =
            switch content {
            case .whole: (.messages, .messages)
            case .streams: (.streams, .streams)
            case .listing: (.wire, .nothing)
            }
        request = BodyReader(retention: ofRequest)
        response = BodyReader(retention: ofResponse)
        isForListing = content == .listing
        self.isCertain = isCertain
        self.call = call
    }

    var isClosed: Bool { clientEnded && serverEnded }

    // These are inlined: a call would copy the whole value.

    /// Memory that the call takes, in bytes.
    @inline(__always)
    var footprint: Int { 2560 + headerBytes + request.footprint + response.footprint }

    /// Memory that ``call`` takes, in bytes. Not inlined: where the state is reached through an object, the whole call would be
    /// copied.
    var callFootprint: Int { call.footprint }

    /// The part of ``footprint`` that changes with the bytes of one side.
    @inline(__always)
    func footprint(isClient: Bool) -> Int { headerBytes + (isClient ? request.footprint : response.footprint) }

    /// Whether this is an HTTP exchange that is certainly no gRPC: neither side announces gRPC.
    @inline(__always)
    var isOtherHTTP: Bool {
        guard !isCertain, !isAnnounced, !hasUnsoundRequest, let request = call.requestHeaders, request.isKnown,
            !CapturedCall.isGRPC(request)
        else { return false }
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
        if endsStream {
            call.isTrailersOnly = call.responseHeaders == nil && call.response.length == 0 && !call.isPartial
            call.trailers = headers
            call.isLate = call.reset?.isByClient ?? false
        } else if headers.value(.status)?.first != UInt8(ascii: "1") {
            // Only informational headers come before others; where their status is not known, they are replaced.
            let isReplaced = call.responseHeaders.map { !$0.has(.status) && call.response.length == 0 } ?? true
            if isReplaced { call.responseHeaders = headers }
        }
    }

    /// Takes a part of a body.
    ///
    /// - Parameter isFrame: The part is the content of a DATA frame.
    mutating func append(_ content: Span<UInt8>, isFrame: Bool = false, isClient: Bool) {
        if isClient {
            if isFrame { call.request.dataFrames += 1 }
            request.append(content, to: &call.request, headers: call.requestHeaders)
        } else {
            if isFrame { call.response.dataFrames += 1 }
            if isForListing, call.response.length == 0, !hasPath { response = BodyReader(retention: .wire) }
            response.append(content, to: &call.response, headers: call.responseHeaders)
        }
        if request.isCut || response.isCut { call.omissions.insert(.limit) }
    }

    /// Whether the capture has the path of the call so far. Without it, the messages may tell the method.
    private var hasPath: Bool { call.requestHeaders?.hasValue(.path) ?? false }

    mutating func append(recorded payload: [UInt8], length: Int, isClient: Bool) {
        if isClient {
            request.append(recorded: payload, length: length, to: &call.request)
        } else {
            response.append(recorded: payload, length: length, to: &call.response)
        }
    }

    /// Says that a response of HTTP/1.1 has ended: headers with a status and no body are trailers.
    ///
    /// - Parameter areJoined: The recorder joins headers and trailers, as a HAR file has no place for trailers: of those with a
    ///   body, the status is moved to trailers of its own.
    mutating func endHeaders(areJoined: Bool = false) {
        guard let headers = call.responseHeaders, call.trailers == nil, response.trailers == nil,
            headers.has(.grpcStatus)
        else { return }
        if call.response.length == 0 {
            (call.responseHeaders, call.trailers, call.isTrailersOnly) = (nil, headers, !call.hidesAnswer)
        } else if areJoined {
            let names: Set = ["grpc-status", "grpc-message", "grpc-status-details-bin"]
            call.trailers = HeaderBlock(headers.filter { names.contains($0.name ?? "") })
            call.responseHeaders = HeaderBlock(headers.filter { !names.contains($0.name ?? "") })
        }
    }

    /// Says that bytes of one side are missing, which may belong to this call.
    ///
    /// - Parameter omission: The omission to note instead of the one for the side.
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

    /// Drops the messages, because memory is short. The end of the call is still noted.
    mutating func giveUpMessages() {
        call.omissions.insert(.limit)
        request.giveUp(&call.request)
        response.giveUp(&call.response)
    }

    /// Ends the call and its bodies; `false` for what is no gRPC call: another HTTP exchange, or frames without headers.
    mutating func finish() -> Bool {
        let hasHeaders = call.requestHeaders != nil || call.responseHeaders != nil || call.trailers != nil
        guard hasHeaders, !isOtherHTTP else { return false }
        if mayLackReset, call.trailers == nil, call.reset == nil { call.omissions.insert(.request) }
        if let trailers = response.trailers { call.trailers = trailers + (call.trailers ?? []) }
        if serverEnded, call.trailers == nil, let headers = call.responseHeaders, headers.isKnown {
            call.lacksTrailers = !call.hidesAnswer && !response.mayHideTrailers(call.response)
        }
        // A reset ends a body anywhere.
        let isReset = call.reset != nil
        let lacksPath = !hasPath
        request.finish(
            &call.request, unpacks: lacksPath || call.mayHaveStatus(.invalidArgument),
            isWhole: clientEnded && (call.isRequestEnded || !isReset), headers: call.requestHeaders)
        response.finish(
            &call.response, unpacks: lacksPath, isWhole: serverEnded && (hasWholeResponse || !isReset),
            headers: call.responseHeaders)
        if request.isCut || response.isCut { call.omissions.insert(.limit) }
        return true
    }
}

extension CapturedCall {
    /// Whether headers announce gRPC, in any framing, or have a gRPC status.
    static func isGRPC(_ headers: HeaderBlock) -> Bool {
        headers.isPlainGRPC || headers.has(.grpcStatus) || headers.contentType != nil
    }

    /// Memory that the call takes, in bytes. Inlined: a call would copy the whole value.
    @inline(__always)
    package var footprint: Int {
        let headers = (requestHeaders?.size ?? 0) + (responseHeaders?.size ?? 0) + (trailers?.size ?? 0)
        var sum = max(4096, headers) + request.stream.count + response.stream.count
        for message in request.messages { sum += message.payload.count + 64 }
        for message in response.messages { sum += message.payload.count + 64 }
        return sum
    }
}
