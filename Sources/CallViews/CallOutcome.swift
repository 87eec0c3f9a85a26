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
    private let status: CallStatus

    init(_ response: ResponseStatus) { (message, status) = (TextTable.Content(response.message), CallStatus(response)) }

    func category(of call: borrowing CapturedCall) -> ErrorCategory {
        let mask = status.code == .invalidArgument ? call.updateMask : nil
        return ErrorCategory(status, updateMask: mask)
    }
}

/// Remembers statuses by their trailers, as servers refuse most calls in the same words.
struct KnownRefusals: Sendable {
    /// How many statuses are remembered; beyond that all are forgotten.
    private static let limit = 64
    private var known: [HeaderBlock: Refusal] = [:]

    /// The status in trailers that have a `grpc-status`.
    fileprivate mutating func refusal(in trailers: HeaderBlock) -> Refusal {
        if let refusal = known[trailers] { return refusal }
        if known.count >= Self.limit { known = [:] }
        let refusal = Refusal(ResponseStatus(headers: nil, trailers: Metadata(trailers)))
        known[trailers] = refusal
        return refusal
    }
}
