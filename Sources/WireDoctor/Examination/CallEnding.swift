package import FleetErrors
package import GRPCWire
package import WireCapture

/// How a call ended, as far as the capture shows.
package enum CallEnding: Hashable, Sendable {
    case ok
    /// With a status other than OK. The category of one status may differ from call to call.
    case error(StatusCode, ErrorCategory)
    /// The capture does not show the end of the call.
    case unseen
    /// The capture shows trailers, but not all of them: the status may be among the missing ones.
    case unreadable

    /// - Parameter category: The category of a status other than OK.
    package init(_ code: StatusCode, _ category: ErrorCategory) { self = code == .ok ? .ok : .error(code, category) }

    /// The ending of a call whose status is not in the capture.
    package init(withoutStatus call: borrowing CapturedCall) { self = call.readTrailers == nil ? .unseen : .unreadable }

    /// By the status alone: there are few categories of one, and their words take long.
    package func hash(into hasher: inout Hasher) {
        if case .error(let code, _) = self { hasher.combine(code.rawValue) }
    }

    /// `OK`, `NOT_FOUND`, `no end seen`.
    package var name: String {
        switch self {
        case .ok: StatusCode.ok.title
        case .error(let code, _): code.title
        case .unseen: "no end seen"
        case .unreadable: "status unknown"
        }
    }

    /// `nil` for OK, and for calls whose end is not known.
    package var category: ErrorCategory? {
        if case .error(_, let category) = self { category } else { nil }
    }

    /// The category, `noError` for OK; `nil` for calls whose end is not known.
    package var knownCategory: ErrorCategory? { self == .ok ? .noError : category }

    /// Whether the status is one that healthy apps get, too.
    package var isBenign: Bool { category == .benign }

    package var isFailure: Bool { category != nil && !isBenign }

    /// The character that marks the call in a list; `nil` for calls without an error.
    package var mark: UInt8? { isFailure ? UInt8(ascii: "!") : isBenign ? UInt8(ascii: "~") : nil }
}
