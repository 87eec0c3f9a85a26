internal import FleetErrors
internal import GRPCWire
internal import WireCapture

/// How a call ended, for colours and filters.
struct Outcome: Hashable {
    /// The status: `NOT_FOUND`; words where there is none.
    var name: String
    /// The category of errors, or `open`: the capture does not show it.
    var category: String
    /// The category in words.
    var title: String

    /// - Parameter diagnosis: That of the call's status; `nil` when it has none.
    init(_ call: CapturedCall, _ diagnosis: Diagnosis?) {
        if let diagnosis {
            name = diagnosis.code.title
            category = diagnosis.category.rawValue
            title = diagnosis.category.title
        } else {
            name = call.trailers == nil ? "no end seen" : "status unknown"
            category = "open"
            title = "not in the capture"
        }
    }

    var isFailure: Bool { category != ErrorCategory.noError.rawValue }
}
