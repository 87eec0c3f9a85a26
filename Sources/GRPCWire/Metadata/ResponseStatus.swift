/// How a call ended, from everything that was seen of its response.
///
/// What wins when the parts disagree:
/// 1. `grpc-status` in the trailers, or in the only header block (trailers-only). The HTTP status and a RST_STREAM behind
///    it do not matter.
/// 2. `grpc-status` in headers that were followed by something else. A server should not send it there, but it is still
///    the service's own word; only trailers are stronger.
/// 3. An HTTP status other than 200, or a content-type that is not gRPC's: a proxy answered
///    (``StatusCode/init(withoutGRPCStatus:)``). It came before any reset, with which many clients refuse such an answer.
/// 4. The end of the connection: UNAVAILABLE. A reset that the client writes behind it says nothing of the call.
/// 5. RST_STREAM (``StatusCode/init(reset:)``), unless trailers came. A CANCEL that the client sent because its own time was
///    up is DEADLINE_EXCEEDED.
/// 6. Nothing: UNKNOWN, the mapping of HTTP 200 without `grpc-status`.
///
/// A name that comes twice in one block counts with its last value, as in the gRPC libraries.
///
/// Source: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md,
/// https://github.com/grpc/grpc/blob/master/doc/http-grpc-status-mapping.md,
/// https://github.com/grpc/grpc/blob/master/doc/statuscodes.md (connections that break). Points 2 and 5 are decisions of this library
/// where those are silent; grpc-core answers a deadline by the same CANCEL.
public struct ResponseStatus: Hashable, Sendable {
    /// The part of the response that ``code`` comes from.
    public enum Origin: Hashable, Sendable {
        /// `grpc-status` behind the messages.
        case trailers
        /// `grpc-status` in the only header block of the response.
        case trailersOnly
        /// `grpc-status` in headers which should not have it.
        case headers
        /// No `grpc-status`: from `:status`.
        case httpStatus(Int)
        /// No `grpc-status`: from RST_STREAM.
        case reset(HTTP2ErrorCode)
        /// No `grpc-status`: the connection ended before the call did.
        case connection
        /// No sign of how it ended.
        case nothing
    }

    /// How the call ended.
    public var code: StatusCode
    /// The text of `grpc-message`, or one that says what was seen instead of it.
    public var message: String
    /// Where the status was found.
    public var origin: Origin
    /// The bytes of `grpc-status-details-bin`, a `google.rpc.Status`; `nil` when there is none, or it cannot be read.
    public var details: [UInt8]?
    /// The block that `grpc-status` was in; empty when there was none.
    public var trailers: Metadata
    /// Response headers came, after which gRPC does not retry a call. The only block of a trailers-only response is not
    /// response headers; nor is the answer of a proxy, by its HTTP status.
    ///
    /// Source: https://github.com/grpc/proposal/blob/master/A6-client-retries.md
    public private(set) var hasResponseHeaders: Bool
    /// Irregularities of the response, a sentence each.
    public var remarks: [String] { notes.map(\.text) }
    package var notes: [Remark] = []

    /// The status that the server sent; `nil` when the wire has none.
    public var sentCode: StatusCode? {
        switch origin {
        case .trailers, .trailersOnly, .headers: code
        case .httpStatus, .reset, .connection, .nothing: nil
        }
    }

    /// A request that certainly did nothing: REFUSED_STREAM says so.
    ///
    /// Source: https://www.rfc-editor.org/rfc/rfc9113#section-8.7
    public var wasNotProcessed: Bool { origin == .reset(.refusedStream) }

    /// - Parameters:
    ///   - headers: The first header block of the response, with `:status`; `nil` when none came. The block of a
    ///     trailers-only response may be given here or as `trailers`.
    ///   - trailers: The last header block; `nil` when none came.
    ///   - reset: The code of a RST_STREAM frame, from either side.
    ///   - isDeadlineOver: At the reset, the time of `grpc-timeout` had passed.
    ///   - isConnectionLost: The server's side of the connection ended before the call did, and before any reset.
    public init(
        headers: Metadata?, trailers: Metadata?, reset: HTTP2ErrorCode? = nil, isDeadlineOver: Bool = false,
        isConnectionLost: Bool = false
    ) {
        let first = headers ?? trailers
        let httpStatus = first?.last(":status").flatMap { Int($0) }
        let foreignType = first?.last("content-type").flatMap { ContentType(header: $0) == nil ? $0 : nil }
        (code, message, self.trailers) = (.unknown, "", [:])
        hasResponseHeaders = headers != nil
        if let trailers, let value = trailers.last("grpc-status") {
            origin = headers == nil ? .trailersOnly : .trailers
            read(value, in: trailers)
        } else if let headers, let value = headers.last("grpc-status") {
            origin = trailers == nil ? .trailersOnly : .headers
            hasResponseHeaders = trailers != nil
            read(value, in: headers)
            if trailers != nil { notes.append("grpc-status is in the headers, not in the trailers.") }
        } else if let httpStatus, httpStatus != 200 || foreignType != nil {
            origin = .httpStatus(httpStatus)
            hasResponseHeaders = hasResponseHeaders && httpStatus == 200
            code = StatusCode(withoutGRPCStatus: httpStatus)
            // So a server of gRPC, too, answers to content-types that are not gRPC's.
            let isForeign = httpStatus != 415
            let reason = isForeign ? "it comes from a proxy, not the service" : "the server refuses the content-type"
            let type = httpStatus == 200 ? foreignType.map { " (\($0))" } : nil
            message = "The answer is HTTP \(httpStatus)\(type ?? "") and has no grpc-status: \(reason)."
        } else if isConnectionLost {
            origin = .connection
            code = .unavailable
            message = "The connection ended before the answer did."
        } else if let reset, trailers == nil {
            origin = .reset(reset)
            let isDeadline = isDeadlineOver && reset == .cancel
            code = isDeadline ? .deadlineExceeded : StatusCode(reset: reset)
            message =
                isDeadline
                ? "The caller's time was up, and it reset the stream." : "The stream was reset with \(reset)."
        } else {
            origin = httpStatus.map { .httpStatus($0) } ?? .nothing
            message =
                first == nil
                ? "No answer was seen."
                : "The answer ended without a grpc-status: something on the way may have dropped the trailers."
        }
        if sentCode != nil, let httpStatus, httpStatus != 200 {
            notes.append("The HTTP status is \(own: httpStatus), but grpc-status counts.")
        }
        if let foreignType {
            notes.append("The content-type is \"\(foreignType)\", not gRPC's: the answer may come from a proxy.")
        }
    }

    /// Takes over what the block with `grpc-status` says.
    private mutating func read(_ value: String, in block: Metadata) {
        trailers = block
        do throws(MetadataError) {
            code = try StatusCode(header: value)
        } catch {
            notes.append("grpc-status is \"\(value)\", not a number: taken as UNKNOWN.")
        }
        if let message = block.last(where: { $0.name == "grpc-message" }) {
            self.message = PercentCoding.decode(message.value)
        }
        do throws(MetadataError) {
            details = try block.binaryValues("grpc-status-details-bin").last
        } catch {
            notes.append("grpc-status-details-bin cannot be read. \(own: error)")
        }
    }
}
