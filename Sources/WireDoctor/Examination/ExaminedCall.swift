import ConsoleText
import FleetErrors
import GRPCWire
import WireCapture

/// A call of a capture. What the rules ask about again and again is read once.
@dynamicMemberLookup
struct ExaminedCall {
    /// The call with all that the capture tells of it; its members are members of the examined call, too.
    var captured: CapturedCall
    /// The examination is for the call; other calls are examined for what they tell of those.
    var isSelected: Bool
    /// `:path`, without a query; `nil` when it is not in the capture.
    var path: String?
    /// The request's headers; `nil` when none were seen.
    var headers: Metadata?
    /// The messages of both sides, without prefix and decompressed.
    var requests: [[UInt8]]
    var responses: [[UInt8]]
    /// The status with which the call ended; `nil` when the capture does not show it.
    var status: ResponseStatus?
    /// The time at which the call began, in nanoseconds since 1970.
    var time: Int64?
    /// The time from the first to the last frame, in seconds.
    var duration: Double?

    init(_ call: CapturedCall, isSelected: Bool = true) {
        captured = call
        self.isSelected = isSelected
        path = call.methodPath
        headers = call.requestHeaders.map { Metadata($0) }
        requests = call.request.messages.map(\.payload)
        responses = call.response.messages.map(\.payload)
        status = call.status
        time = call.first.time
        duration = call.duration
    }

    subscript<Value>(dynamicMember member: KeyPath<CapturedCall, Value>) -> Value { captured[keyPath: member] }

    var reference: CallReference { CallReference(number: captured.number, isSelected: isSelected) }

    /// ``path`` or else the path that the messages show: see `CapturedCall/presumption`.
    var likelyPath: String? { path ?? captured.presumption?.path }

    var isOK: Bool { status?.code == .ok }

    /// The capture has the beginning of the call, but no part of its end.
    var isOpen: Bool { status == nil && captured.readTrailers == nil && captured.showsEnd }

    /// The call ended with another status than OK, or the server had stopped taking calls.
    var hasFailed: Bool { status.map { $0.code != .ok } ?? (isOpen && captured.isRefused) }

    var authorization: FailedCall.Authorization {
        if let value = headers?.last("authorization") { return .value(value) }
        return captured.hidesAuthorization ? .unseen : .missing
    }

    /// The time at which the call ended, in nanoseconds since 1970.
    var end: Int64? { time.map { $0 &+ Int64(nearest: (duration ?? 0) * 1e9) } }

    var seconds: Int64? { time.map { $0 / 1_000_000_000 } }
}

/// The number of a call, and whether the examination is for the call.
struct CallReference: Hashable, Sendable {
    let number: Int
    let isSelected: Bool

    /// `call 9`
    var name: String { "call \(number)" }
}
