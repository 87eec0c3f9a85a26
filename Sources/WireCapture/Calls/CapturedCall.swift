import ByteText
public import GRPCWire

/// A call as its packets show it.
public struct CapturedCall: Sendable {
    /// Which call of the file it is, from 1, in the order in which the requests ended.
    public internal(set) var number = 0
    public package(set) var client: Endpoint
    public package(set) var server: Endpoint
    /// The number of the HTTP/2 stream. Of what has no streams: the number of the request on its connection of HTTP/1.1,
    /// of the entry in its HAR file, or of the call in its binary log.
    public internal(set) var stream: UInt32
    /// What ``stream`` counts.
    public internal(set) var carrier: Carrier

    /// `nil` when no header block of the request is in the capture.
    public package(set) var requestHeaders: HeaderBlock?
    /// `nil` for a response of a single header block, and when none is in the capture.
    public package(set) var responseHeaders: HeaderBlock?
    /// The header block that ended the response.
    public package(set) var trailers: HeaderBlock?
    /// The response is a single header block.
    public internal(set) var isTrailersOnly = false
    /// The trailers crossed the client's own RST_STREAM on their way: the client did not heed them.
    public internal(set) var isLate = false

    public package(set) var request = CapturedBody()
    public package(set) var response = CapturedBody()
    /// The first RST_STREAM.
    public internal(set) var reset: Reset?
    /// The last GOAWAY of the connection, where the capture shows no end of the call.
    public package(set) var goAway: GoAway?
    /// How its connection ended, where the capture shows no end of the call itself, or none but a reset that came of that.
    /// Clients report such calls as UNAVAILABLE.
    public internal(set) var cut: Cut?

    /// Packets and times of the first frame, of the end of the request, and of the last frame.
    public internal(set) var first: Moment
    public internal(set) var requestEnd: Moment?
    /// Packet and time of the first frame of the response.
    public internal(set) var responseStart: Moment?
    public internal(set) var last: Moment
    /// Packet and time of the frame that ended the response.
    public internal(set) var responseEnd: Moment?

    /// What may be missing of it.
    public internal(set) var omissions: Omissions = []
    /// Headers of it are known by what the connection's other blocks say: see ``HeaderBlock/isPresumed``.
    public var hasPresumedHeaders: Bool {
        [requestHeaders, responseHeaders, trailers].contains { $0?.isPresumed ?? false }
    }

    /// What a call was carried by.
    public enum Carrier: Sendable { case http2, http1, httpArchive, binaryLog }

    public struct Reset: Hashable, Sendable {
        public let isByClient: Bool
        public let code: HTTP2ErrorCode
    }

    /// Stands where a call was moved away.
    static var none: CapturedCall {
        CapturedCall(
            client: .unknown, server: .unknown, stream: 0, carrier: .http2, first: Moment(packet: 0, time: nil),
            last: Moment(packet: 0, time: nil))
    }

    /// A packet's number in the file, from 1, and its time in nanoseconds since 1970.
    public struct Moment: Hashable, Sendable {
        public let packet: Int
        public let time: Int64?
    }

    /// The method's path: `/maps.fleetengine.v1.TripService/GetTrip`; `nil` when it cannot be known.
    public var path: String? { Self.text(.path, in: requestHeaders) }

    /// From the first to the last frame, or to the end of the connection, in seconds.
    public var duration: Double? {
        guard let start = first.time, let end = (responseEnd ?? cut?.moment ?? last).time else { return nil }
        return Double(end &- start) / 1e9
    }

    /// The status as a client library would report it; `nil` while the capture shows no end of the call.
    public var status: ResponseStatus? { status(trailers: isLate ? nil : trailers) }

    /// The status that the server sent, or else what ended the call, also if the client had reset the stream by then.
    package var sentStatus: ResponseStatus? { status(trailers: trailers) }

    /// The client has reset the stream because it had lost the connection. grpc-core does so with a code that would say
    /// of a server that it has not processed the call.
    private var isConnectionLost: Bool {
        guard let cut, let reset else { return false }
        return !cut.isByClient && reset.isByClient && reset.code == .refusedStream
    }

    private func status(trailers: HeaderBlock?) -> ResponseStatus? {
        guard trailers != nil || reset != nil || hasForeignResponse || hasStatusInHeaders else { return nil }
        // Some header of the trailers cannot be known, so that a missing one may be among them.
        if let trailers, !trailers.isKnown, Self.text(.grpcStatus, in: trailers) == nil { return nil }
        return ResponseStatus(
            headers: responseHeaders.map { Metadata($0) }, trailers: trailers.map { Metadata($0) }, reset: reset?.code,
            isDeadlineOver: reset != nil && isDeadlineOver, isConnectionLost: isConnectionLost)
    }

    /// The code that the trailers say in digits, which settles ``status`` whatever else was seen. Quicker than asking for
    /// that.
    package var plainCode: StatusCode? {
        guard !isLate, let digits = trailers?.value(.grpcStatus), (1...2).contains(digits.count) else { return nil }
        var code: Int32 = 0
        for digit in digits {
            guard digit.isDigit else { return nil }
            code = code * 10 + Int32(digit - UInt8(ascii: "0"))
        }
        return StatusCode(rawValue: code)
    }

    /// ``plainCode`` of trailers that say nothing else of the status.
    package var onlyCode: StatusCode? {
        guard let code = plainCode, let trailers, trailers.isKnown, !trailers.has(.grpcMessage),
            !trailers.has(.grpcStatusDetails)
        else { return nil }
        return code
    }

    /// The server has ended the stream, and said in its headers how.
    private var hasStatusInHeaders: Bool { responseEnd != nil && responseHeaders?.has(.grpcStatus) ?? false }

    private var hasForeignResponse: Bool {
        Self.text(.status, in: responseHeaders).map { $0 != "200" } ?? false
    }

    private var isDeadlineOver: Bool {
        guard let value = Self.text(.grpcTimeout, in: requestHeaders), let timeout = try? CallTimeout(value),
            let duration
        else { return false }
        return duration >= timeout.seconds
    }

    package static func text(_ name: HeaderName, in fields: HeaderBlock?) -> String? {
        fields?.value(name).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// What one side of a call sent in DATA frames.
public struct CapturedBody: Sendable {
    /// Empty where messages are only measured: see ``CallExtractor/Content``.
    public package(set) var messages: [LengthPrefixedMessage] = []
    public internal(set) var outline = BodyOutline()
    /// The messages as they were sent, with their prefixes, compressed where they were; also those that cannot be read,
    /// up to where bytes are missing. Without what grpc-web and HTTP put around them. Empty unless it was asked for: see
    /// ``CallExtractor/Content``.
    public package(set) var stream: [UInt8] = []
    /// Why the messages could not be read to the end.
    public internal(set) var failure: FramingError?
    public internal(set) var dataFrames = 0
    /// Length of the bodies of the DATA frames.
    public internal(set) var length = 0
    /// What HTTP has encoded the whole body with; `nil` for nothing, as usual.
    public internal(set) var contentCoding: ContentCoding?

    /// The `content-encoding` of a body, which is taken off.
    public struct ContentCoding: Hashable, Sendable {
        public let encoding: MessageEncoding
        /// Length of the body without it; of one that is damaged, up to there.
        public let length: Int
    }
}
