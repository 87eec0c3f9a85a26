package import FleetErrors
package import GRPCWire
package import WireCapture

/// How a call ended, as far as its capture shows.
package enum CallEnding: Hashable, Sendable {
    case ok
    /// With another status, which need not mean the same in each call.
    case error(StatusCode, ErrorCategory)
    /// The capture has no end of the call.
    case unseen
    /// With trailers of which some are not in the capture, so that the status may be among those.
    case unreadable

    /// - Parameter category: That of a status other than OK.
    package init(_ code: StatusCode, _ category: ErrorCategory) { self = code == .ok ? .ok : .error(code, category) }

    /// That of a call without a status.
    package init(withoutStatus call: borrowing CapturedCall) { self = call.trailers == nil ? .unseen : .unreadable }

    /// `OK`, `NOT_FOUND`, or what is known instead.
    package var name: String {
        switch self {
        case .ok: StatusCode.ok.title
        case .error(let code, _): code.title
        case .unseen: "no end seen"
        case .unreadable: "status unknown"
        }
    }

    /// `nil` for OK and for calls whose end is not known.
    var category: ErrorCategory? {
        if case .error(_, let category) = self { category } else { nil }
    }

    var isKnown: Bool {
        switch self {
        case .ok, .error: true
        case .unseen, .unreadable: false
        }
    }

    /// With a status that healthy apps have, too.
    var isBenign: Bool { category == .benign }

    var isFailure: Bool { category != nil && !isBenign }

    var mark: String { isFailure ? "!" : isBenign ? "~" : "" }
}
