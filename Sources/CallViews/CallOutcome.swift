import ByteText
import ConsoleText
import FleetErrors
import FleetProtos
import GRPCWire
import ProtobufSchema
import WireCapture
import WireDoctor

/// How a call ended, and the message of its status.
struct CallOutcome {
    let ending: CallEnding
    let message: TextTable.Content

    /// - Parameter refusals: Statuses that were read before, so that an equal one is not read again.
    /// - Complexity: Reads the request message of calls that failed with INVALID_ARGUMENT, and no other message.
    init(_ call: borrowing CapturedCall, _ refusals: inout KnownRefusals) {
        let plain = call.plainCode
        let response = plain == nil ? call.status : nil
        guard let code = plain ?? response?.code, code != .ok else {
            ending = (plain ?? response?.code) == nil ? CallEnding(withoutStatus: call) : .ok
            let goAway = call.goAway.map { "GOAWAY with \($0)" + (call.isRefused ? " (not processed)" : "") }
            message = (goAway ?? call.cut?.description).map { TextTable.Content($0) } ?? .empty
            return
        }
        let refusal = response.map { Refusal($0) } ?? refusals.refusal(in: call.trailers ?? [])
        ending = CallEnding(code, refusal.category(of: call))
        message = refusal.message
    }
}

extension CallEnding {
    init(_ call: CapturedCall) { self.init(call, sent: call.sentStatus.map { CallStatus($0) }) }

    /// - Parameter sent: The status that the server sent, if it has more than a code.
    init(_ call: CapturedCall, sent: CallStatus?) {
        let status = call.plainCode.map { sent ?? CallStatus($0) } ?? call.status.map { CallStatus($0) }
        let ending = status.map { CallEnding($0.code, ErrorCategory($0, updateMask: call.updateMask)) }
        self = ending ?? CallEnding(withoutStatus: call)
    }
}

extension CapturedCall {
    /// The paths in the `update_mask` of the request; `nil` where it is not known.
    fileprivate var updateMask: [String]? {
        guard let path = likelyPath, let message = request.messages.first?.payload,
            let type = FleetSchema.shared.method(path: path)?.request
        else { return nil }
        return RequestSubject(message, as: type, body: nil, method: nil).updateMask
    }
}

/// A status other than OK, and its category.
struct Refusal: Sendable {
    let message: TextTable.Content
    /// The categories for requests whose `update_mask` is empty, not empty, and not known.
    private let categories: (empty: ErrorCategory, full: ErrorCategory, unknown: ErrorCategory)

    init(_ response: ResponseStatus) {
        message = TextTable.Content(response.message)
        if response.code == .invalidArgument {
            let status = CallStatus(response)
            categories = (
                ErrorCategory(status, updateMask: []), ErrorCategory(status, updateMask: ["any"]),
                ErrorCategory(status, updateMask: nil)
            )
        } else {
            let category = ErrorCategory(response.code)
            categories = (category, category, category)
        }
    }

    func category(of call: borrowing CapturedCall) -> ErrorCategory {
        let (empty, full, unknown) = categories
        guard empty != full || full != unknown else { return full }
        return call.updateMask.map { $0.isEmpty ? empty : full } ?? unknown
    }
}

/// Remembers statuses by their trailers, as servers refuse most calls in the same words.
struct KnownRefusals: Sendable {
    /// How many statuses are remembered, and how many bytes of trailers; beyond that all are forgotten.
    private static let limit = (count: 512, bytes: 2 << 20)

    /// A table by checksum, in which an entry may stand at either of two places. Where both are taken, a new one replaces the
    /// first, so that colliding trailers only cost time.
    private var places: [(trailers: HeaderBlock, refusal: Refusal)?] = []
    private var footprint = 0

    /// The status in trailers that have a `grpc-status`.
    fileprivate mutating func refusal(in trailers: HeaderBlock) -> Refusal {
        if places.isEmpty || footprint > Self.limit.bytes {
            places = Array(repeating: nil, count: Self.limit.count)
            footprint = 0
        }
        // What tells statuses apart comes early, and large trailers are rare.
        let checksum = trailers.bytes.span.extracting(first: 1024).checksum
        let first = Int(truncatingIfNeeded: checksum % UInt64(places.count))
        if let known = places[first], known.trailers == trailers { return known.refusal }
        let second = Int(truncatingIfNeeded: checksum >> 32 % UInt64(places.count))
        if let known = places[second], known.trailers == trailers { return known.refusal }
        let place = places[second] == nil ? second : first
        footprint += trailers.size - (places[place]?.trailers.size ?? 0)
        let refusal = Refusal(ResponseStatus(headers: nil, trailers: Metadata(trailers)))
        places[place] = (trailers, refusal)
        return refusal
    }
}
