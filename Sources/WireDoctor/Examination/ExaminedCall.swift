import ConsoleText
import FleetErrors
import GRPCWire
import WireCapture

/// A call of a capture with what the rules ask about.
struct ExaminedCall {
    /// Number of the call, from 1.
    var number: Int?
    /// The examination is for the call; other calls are examined for what they tell of those.
    var isSelected = true
    /// `:path`; `nil` when it is not in the capture.
    var path: String?
    /// The path that the messages show where ``path`` is `nil`: see `CapturedCall/presumption`.
    var presumedPath: String?
    /// The request's headers; `nil` when none were seen.
    var headers: Metadata?
    /// See `CapturedCall/hidesRequestHeaders`.
    var hidesHeaders = false
    /// The messages, without prefix and decompressed.
    var requests: [[UInt8]] = []
    /// The messages of the response, as bytes.
    var responses: [[UInt8]] = []
    /// The status with which the call ended; `nil` when the capture does not show it.
    var status: ResponseStatus?
    /// The capture shows trailers, or a part of them.
    var hasTrailers = false
    /// The capture has the beginning of the call, but no part of its end.
    var isOpen = false
    /// The end of the connection, if it came before that of the call.
    var cut: CapturedCall.Cut?
    /// Why the bytes of the request, and of the response, cannot be cut into messages to their end.
    var damage: (request: String?, response: String?)
    /// The server said that it has not processed the call.
    var isRefused = false
    /// The server ended the connection because the client's keepalive pings come too often.
    var hasTooManyPings = false
    /// The error code with which the client reset the stream, other than to cancel the call.
    var clientReset: HTTP2ErrorCode?
    /// The time at which the call began, in nanoseconds since 1970.
    var time: Int64?
    /// The time from the first to the last frame, in seconds.
    var duration: Double?
    /// The address and port of the client, such as `127.0.0.1:49228`.
    var client: String?
    /// The address and port of the server.
    var server: String?
}

extension ExaminedCall {
    /// The call, with all that the capture tells of it.
    init(_ call: CapturedCall, isSelected: Bool = true) {
        self.init(
            number: call.number, isSelected: isSelected, path: call.path, presumedPath: call.presumption?.path)
        headers = call.requestHeaders.map { Metadata($0) }
        hidesHeaders = call.hidesRequestHeaders
        requests = call.request.messages.map(\.payload)
        responses = call.response.messages.map(\.payload)
        status = call.status
        hasTrailers = call.trailers != nil
        isOpen = status == nil && !hasTrailers && !call.isPartial
        cut = call.cut
        damage = (Self.damage(of: call.request), Self.damage(of: call.response))
        isRefused = call.isRefused
        if let goAway = call.goAway { hasTooManyPings = !goAway.isByClient && goAway.text == "too_many_pings" }
        if let reset = call.reset, reset.isByClient, reset.code != .noError, reset.code != .cancel {
            clientReset = reset.code
        }
        time = call.first.time
        duration = call.duration
        client = call.client.description
        server = call.server.description
    }

    private static func damage(of body: CapturedBody) -> String? {
        body.outline.isDamaged ? body.failure?.description : nil
    }

    var reference: CallReference { CallReference(number: number, isSelected: isSelected) }

    /// ``path`` or else ``presumedPath``.
    var likelyPath: String? { path ?? presumedPath }

    /// The call ended with OK.
    var isOK: Bool { status?.code == .ok }

    /// The call ended with another status than OK, or the server gave no answer: it ended the connection before, or had
    /// stopped taking calls.
    var hasFailed: Bool {
        status.map { $0.code != .ok } ?? (isOpen && (isRefused || cut?.isByClient == false))
    }

    /// The `authorization` header, as far as it is known.
    var authorization: FailedCall.Authorization {
        if let value = headers?.last("authorization") { return .value(value) }
        return hidesHeaders || headers == nil ? .unseen : .missing
    }

    /// The time at which the call ended, in nanoseconds since 1970.
    var end: Int64? { time.map { $0 &+ Int64(nearest: (duration ?? 0) * 1e9) } }

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
