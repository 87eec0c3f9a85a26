import ConsoleText
import FleetErrors
public import GRPCWire
public import WireCapture

/// A call for the rules: from a capture, or made by hand of what is known.
public struct ExaminedCall: Sendable {
    /// Number of the call, from 1.
    public var number: Int?
    /// The examination is for the call; other calls are examined for what they tell of those.
    public var isSelected = true
    /// `:path`; `nil` when it is not in the capture.
    public var path: String?
    /// The path that the messages show where ``path`` is `nil`: see `CapturedCall/presumption`.
    public var presumedPath: String?
    /// The request's headers; `nil` when none were seen.
    public var headers: Metadata?
    /// Some request header is not in the capture, so that a missing header may have been there.
    public var hidesHeaders = false
    /// The messages, without prefix and decompressed.
    public var requests: [[UInt8]] = []
    /// The messages of the response, as bytes.
    public var responses: [[UInt8]] = []
    /// The status with which the call ended; `nil` when the capture does not show it.
    public var status: ResponseStatus?
    /// The capture shows trailers, or a part of them.
    var hasTrailers = false
    /// The capture has the beginning of the call, but no part of its end.
    public var isOpen = false
    /// The end of the connection, if it came before that of the call.
    public var cut: CapturedCall.Cut?
    /// Why the bytes of the request, and of the response, cannot be cut into messages to their end.
    public var damage: (request: String?, response: String?)
    /// The server said that it has not processed the call.
    public var isRefused = false
    /// The error code with which the client reset the stream, other than to cancel the call.
    public var clientReset: HTTP2ErrorCode?
    /// The time at which the call began, in nanoseconds since 1970.
    public var time: Int64?
    /// The time from the first to the last frame, in seconds.
    public var duration: Double?
    /// The address and port of the client, such as `127.0.0.1:49228`.
    public var client: String?

    /// A call of which no more than the path may be known.
    public init(path: String? = nil) { self.path = path }

    /// A call of a capture, with all that the capture tells of it.
    public init(_ call: CapturedCall) {
        self.init(path: call.path)
        presumedPath = call.presumption?.path
        number = call.number
        headers = call.requestHeaders.map { Metadata($0) }
        hidesHeaders = call.isPartial || call.requestHeaders?.contains { !$0.isKnown } ?? true
        requests = call.request.messages.map(\.payload)
        responses = call.response.messages.map(\.payload)
        status = call.status
        hasTrailers = call.trailers != nil
        isOpen = call.status == nil && call.trailers == nil && !call.isPartial
        cut = call.cut
        damage = (Self.damage(of: call.request), Self.damage(of: call.response))
        isRefused = call.isRefused
        if let reset = call.reset, reset.isByClient, reset.code != .noError, reset.code != .cancel {
            clientReset = reset.code
        }
        time = call.first.time
        duration = call.duration
        client = call.client.description
    }

    private static func damage(of body: CapturedBody) -> String? {
        body.outline.isDamaged ? body.failure?.description : nil
    }

    var reference: CallReference { CallReference(number: number, isSelected: isSelected) }

    /// ``path`` or else ``presumedPath``.
    var likelyPath: String? { path ?? presumedPath }

    var method: FleetMethod? { likelyPath.flatMap(FleetMethod.init(path:)) }

    /// The call ended with OK.
    var isOK: Bool { status?.code == .ok }

    /// The call ended with another status than OK.
    var hasFailed: Bool { status.map { $0.code != .ok } ?? false }

    /// The `authorization` header, as far as it is known.
    var authorization: FailedCall.Authorization {
        if let value = headers?.last("authorization") { return .value(value) }
        return hidesHeaders || headers == nil ? .unseen : .missing
    }

    /// The time at which the call ended, in nanoseconds since 1970.
    var end: Int64? {
        time.map { $0.addingReportingOverflow(Int64(nearest: (duration ?? 0) * 1e9)).partialValue }
    }

    /// ``time`` in seconds.
    var seconds: Int64? { time.map { $0 / 1_000_000_000 } }
}

/// The number of a call, and whether the examination is for the call.
struct CallReference: Hashable, Sendable {
    let number: Int?
    let isSelected: Bool

    /// Stands for no call in particular.
    static let none = CallReference(number: nil, isSelected: true)

    /// `call 9`; `nil` without a number.
    var name: String? { number.map { "call \($0)" } }
}
