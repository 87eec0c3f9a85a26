public import GRPCWire
@_exported public import HTTPWire
public import ProtobufWire

/// A gRPC call as its packets show it.
public struct CapturedCall: Sendable {
    /// The number of the call in the file, from 1, in the order in which the requests ended.
    public internal(set) var number = 0
    /// The name of the file that shows the call first; `nil` unless several are read as one capture.
    public internal(set) var file: String?
    /// The address that the call came from.
    public package(set) var client: Endpoint
    /// The address that the call went to.
    public package(set) var server: Endpoint
    /// The number of the HTTP/2 stream. Where there are no streams: the number of the request on its HTTP/1.1 connection,
    /// of the entry in its HAR file, of the flow in its flow file, or of the call in its binary log.
    public internal(set) var stream: UInt32
    /// The kind of connection or file, which says what ``stream`` counts.
    public internal(set) var medium: Medium

    /// `nil` when no header block of the request is in the capture.
    public package(set) var requestHeaders: HeaderBlock?
    /// `nil` for a response of a single header block, and when none is in the capture.
    public package(set) var responseHeaders: HeaderBlock?
    /// The header block that ended the response.
    public package(set) var trailers: HeaderBlock?
    /// The response is a single header block.
    public internal(set) var isTrailersOnly = false
    /// The response has ended, and had no trailers.
    var lacksTrailers = false
    /// The trailers came to a client that had reset the stream or left the connection, and ignored them.
    public internal(set) var isLate = false

    /// The body of the request.
    public package(set) var request = CapturedBody()
    /// The body of the response.
    public package(set) var response = CapturedBody()
    /// The first RST_STREAM.
    public internal(set) var reset: Reset?
    /// The last GOAWAY of the connection, if the capture shows no end of the call itself, or only a reset that followed from
    /// it. Clients report such calls as UNAVAILABLE, unless they repeat them by themselves: see ``isRefused``.
    public package(set) var goAway: GoAway?
    /// The end of the connection, if the capture shows no end of the call itself, or only a reset that followed from
    /// it. Clients report such calls as UNAVAILABLE.
    public package(set) var cut: Cut?
    /// The last packet of the connection, if the capture shows neither an end of the call nor of the connection.
    var connectionEnd: Moment?

    /// Packets and times of the first frame, of the end of the request, and of the last frame.
    public internal(set) var first: Moment
    /// When the request was complete; `nil` if the capture does not show it.
    public internal(set) var requestEnd: Moment?
    /// The capture shows that the client has ended its request, with END_STREAM.
    package internal(set) var isRequestEnded = false
    /// Packet and time of the first frame of the response.
    public internal(set) var responseStart: Moment?
    /// When the last bytes of the call were recorded.
    public internal(set) var last: Moment
    /// Packet and time of the frame that ended the response.
    public internal(set) var responseEnd: Moment?

    /// The parts of the call that may be missing.
    public internal(set) var omissions: Omissions = []
    /// Some headers follow from other blocks of the connection: see `HeaderBlock/isPresumed`.
    public var hasPresumedHeaders: Bool {
        [requestHeaders, responseHeaders, trailers].contains { $0?.isPresumed ?? false }
    }

    /// The method and types that the messages show where the headers do not tell them; `nil` as long as nobody has looked:
    /// see ``CallExtractor/init(order:content:decryption:identify:)``.
    public var presumption: Presumption?

    /// The method of a call and the types of its messages, as far as the messages themselves show them beyond doubt.
    public struct Presumption: Hashable, Sendable {
        /// The path of the method; `nil` when the messages fit several methods or none, and where the headers have a path.
        public var path: String?
        /// The full name of the type of the request's messages.
        public var request: String?
        /// The full name of the type of the response's messages.
        public var response: String?

        /// What the messages show; `nil` for what they leave open.
        public init(path: String? = nil, request: String? = nil, response: String? = nil) {
            (self.path, self.request, self.response) = (path, request, response)
        }
    }

    /// The kinds of connections and files that calls are found in.
    public enum Medium: Sendable {
        /// A connection with HTTP/2.
        case http2
        /// A connection with HTTP/1, as grpc-web has.
        case http1
        /// A HAR file.
        case httpArchive
        /// A flow file of mitmproxy.
        case mitmproxyFlow
        /// A binary log of gRPC.
        case binaryLog

        /// Whether calls come in packets; the numbers of other files' calls are those of their entries.
        package var hasPackets: Bool { self == .http2 || self == .http1 }
    }

    /// The RST_STREAM frame that ended a call.
    public struct Reset: Hashable, Sendable {
        /// Whether the client sent the frame, not the server.
        public let isByClient: Bool
        /// The reason that the frame gives.
        public let code: HTTP2ErrorCode
    }

    /// A packet's number in the file, from 1, and its time in nanoseconds since 1970.
    public typealias Moment = Arrival

    /// The method's path: `/maps.fleetengine.v1.TripService/GetTrip`, with a query if it was sent with one; `nil` when it cannot
    /// be known.
    public var path: String? { requestHeaders?.text(.path) }

    /// The method's path by the headers, without a query.
    package var methodPath: String? {
        path.map { path in path.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(path[..<$0]) } ?? path }
    }

    /// The method's path by the headers or else by the messages, without a query.
    package var likelyPath: String? { methodPath ?? presumption?.path }

    /// From the first to the last frame, or to the end of the connection, in seconds.
    public var duration: Double? { seconds(until: responseEnd ?? cut?.moment ?? last) }

    private func seconds(until end: Moment) -> Double? {
        guard let start = first.time, let end = end.time else { return nil }
        return Double(end &- start) / 1e9
    }

    /// The trailers that the client has read.
    package var readTrailers: HeaderBlock? { isLate ? nil : trailers }

    /// The status as a client library would report it; `nil` while the capture shows no end of the call. That is DEADLINE_EXCEEDED
    /// also where the client ends the connection, or the connection goes on, behind the deadline of a call without an answer.
    public var status: ResponseStatus? { status(trailers: readTrailers) }

    /// The status that the server sent, also if the client had reset the stream by then, or else the end of the call.
    package var sentStatus: ResponseStatus? { status(trailers: trailers) }

    /// The server's side of the connection ended before the call did. A client that finds so may still reset the stream:
    /// grpc-core does with REFUSED_STREAM, which from a server would mean that it has not processed the call.
    private var isConnectionLost: Bool {
        guard let cut, !cut.isByClient, !lacksTrailers else { return false }
        return reset.map { $0.isByClient && $0.code == .refusedStream } ?? (showsEnd && !cut.isBehindLoss)
    }

    private func status(trailers: HeaderBlock?) -> ResponseStatus? {
        let isForeign = responseHeaders?.text(.status).map { $0 != "200" } ?? false
        let hasStatusInHeaders = responseEnd != nil && responseHeaders?.has(.grpcStatus) ?? false
        let isAnswered = trailers != nil || lacksTrailers || isForeign || hasStatusInHeaders
        let isGivenUp = !isAnswered && isGivenUp
        guard isAnswered || reset != nil || isConnectionLost || isGivenUp else { return nil }
        // Some header of the trailers is not known, and may be the status.
        if let trailers, !trailers.isKnown, trailers.value(.grpcStatus) == nil { return nil }
        if trailers == nil, isRefused { return nil }
        // Clients that give a call up send CANCEL, and grpclib sends NO_ERROR.
        let isLeft = reset == Reset(isByClient: true, code: .noError)
        var status = ResponseStatus(
            headers: responseHeaders.map { Metadata($0) }, trailers: trailers.map { Metadata($0) },
            reset: isLeft || isGivenUp ? .cancel : reset?.code,
            isDeadlineOver: isGivenUp || reset != nil && isDeadlineOver(after: duration),
            // With a reset, there is a GOAWAY only if the reset followed from it.
            isConnectionLost: isConnectionLost || reset != nil && goAway != nil)
        if isGivenUp, status.origin == .reset(.cancel) {
            (status.origin, status.message) = (.nothing, "The caller's time was up before the answer had ended.")
        }
        if status.origin == .connection {
            status.message = goAway.map { "GOAWAY with \($0)" } ?? cut?.description ?? status.message
        }
        if let reset, case .reset = status.origin, status.code != .deadlineExceeded {
            // So a client closes the stream of an answer that came before the end of its request.
            if isLeft, omissions.contains(.response) { return nil }
            let (size, limit) = (response.outline.unfinished, FramingLimits.defaultLength)
            // So clients in Go and Java refuse a message above the usual limit, unless they take more than that of it.
            let isTooLarge =
                reset == Reset(isByClient: true, code: .cancel) && size > limit && response.length <= limit
            if isTooLarge { status.code = .resourceExhausted }
            let reason = isTooLarge ? ", within a message of \(size) bytes" : ""
            status.message = "The stream was reset with \(reset)\(reason)."
        }
        return status
    }

    /// The digits of `grpc-status` in the trailers, which decide ``status`` whatever else was seen. Quicker than that.
    /// Inlined: a call would copy the whole value.
    @inline(__always)
    package var plainCode: StatusCode? { isLate ? nil : trailers?.plainCode }

    /// Whether ``status`` may have a code that only `grpc-status` gives, by the headers that are there; the status itself is not
    /// read. Inlined like ``plainCode``.
    @inline(__always)
    func mayHaveStatus(_ code: StatusCode) -> Bool {
        if let plainCode { return plainCode == code }
        return trailers?.has(.grpcStatus) ?? false || responseHeaders?.has(.grpcStatus) ?? false
    }

    /// ``plainCode``, where the trailers have neither a message nor details.
    package var onlyCode: StatusCode? {
        guard let code = plainCode, let trailers, trailers.isKnown, !trailers.has(.grpcMessage),
            !trailers.has(.grpcStatusDetails)
        else { return nil }
        return code
    }

    /// The time of `grpc-timeout` passed without an answer, and the client has not reset the stream: it has ended the connection,
    /// as over HTTP/1.1, or has lost the network, where TCP repeats the request and keeps what comes behind it.
    private var isGivenUp: Bool {
        guard reset == nil, showsEnd, cut.map({ $0.isByClient && !$0.isBehindLoss }) ?? true,
            let end = cut?.moment ?? connectionEnd
        else { return false }
        return isDeadlineOver(after: seconds(until: end))
    }

    /// The time of `grpc-timeout` is over after so many seconds. grpc-core rounds the header up, by 1 % at most, and resets
    /// the stream when the time before the rounding is over. 20 ms are for what passes between its clock and the packets.
    private func isDeadlineOver(after seconds: Double?) -> Bool {
        guard let value = requestHeaders?.text(.grpcTimeout), let timeout = try? CallTimeout(value), let seconds
        else { return false }
        return seconds >= timeout.seconds * 0.99 - 0.02
    }
}

/// The body that one side of a call has sent.
public struct CapturedBody: Sendable {
    /// The messages, decompressed. Empty where messages are only measured: see ``CallExtractor/Content``.
    public package(set) var messages: [LengthPrefixedMessage] = []
    /// The frames of the body, also of messages that were not kept.
    public internal(set) var outline = BodyOutline()
    /// The messages as they were sent, with their prefixes and compression, up to where bytes are missing; also messages
    /// that cannot be read. Without the layers of grpc-web and HTTP. Empty unless ``CallExtractor/Content`` asks for it.
    public package(set) var stream: [UInt8] = []
    /// Why the messages could not be read to the end.
    // Lies outside of the call, since few bodies have one, and calls are moved often.
    @Indirect public internal(set) var failure: FramingError?
    /// How many DATA frames the body came in.
    public internal(set) var dataFrames = 0
    /// Length of the bodies of the DATA frames.
    public internal(set) var length = 0
    /// The `content-encoding` of the whole body; `nil` for none, as usual.
    public internal(set) var contentCoding: ContentCoding?

    /// The `content-encoding` of a body, which has been decoded.
    public struct ContentCoding: Hashable, Sendable {
        /// The compression that the header names.
        public let encoding: MessageEncoding
        /// Length of the decoded body; of a damaged one, up to the damage.
        public let length: Int
    }
}
