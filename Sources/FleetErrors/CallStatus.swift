internal import ByteText
public import FleetMessages
public import GRPCWire
public import ProtobufWire

/// The status of a call with its details unpacked, from whatever form it came in.
public struct CallStatus: Error, Sendable {
    /// The status code; `ok` for a call that succeeded.
    public var code: StatusCode
    /// The server's text for developers; may be empty.
    public var message: String
    /// The error details, in the order of the trailer `grpc-status-details-bin`.
    public var details: [StatusDetail]
    /// The parts that could not be read, and the places where parts disagree, a sentence each.
    public var remarks: [String] { notes.map(\.text) }
    package var notes: [Remark] = []
    /// What the text of the error names as its causes, behind or below the message. It is looked at, and never shown.
    package var causes = ""

    /// A status as a server would send it, without headers and remarks.
    public init(_ code: StatusCode, _ message: String = "", details: [StatusDetail] = []) {
        self.code = code
        self.message = message
        self.details = details
    }

    /// From a decoded `google.rpc.Status`.
    public init(_ status: RPCStatus, registry: MessageRegistry = .fleetEngine) {
        self.init(
            StatusCode(rawValue: status.code), status.message,
            details: status.details.map { StatusDetail($0, registry: registry) })
    }

    /// From a response. Where `grpc-status-details-bin` says something else, `grpc-status` and `grpc-message` count; an
    /// empty message is filled in from the details.
    public init(_ response: ResponseStatus, registry: MessageRegistry = .fleetEngine) {
        self.init(response.code, response.message)
        notes = response.notes
        if let bytes = response.details { add(details: bytes, registry: registry) }
    }

    /// From the trailers of a response, or from the single header block of a trailers-only one.
    public init(trailers: Metadata, registry: MessageRegistry = .fleetEngine) {
        self.init(ResponseStatus(headers: nil, trailers: trailers), registry: registry)
    }

    /// Adds the contents of an encoded `google.rpc.Status`, as far as it can be read.
    package mutating func add(details bytes: [UInt8], registry: MessageRegistry) {
        let (status, damage) = RPCStatus.read(bytes)
        details += status.details.map { StatusDetail($0, registry: registry) }
        if let damage { notes.append("grpc-status-details-bin cannot be read to its end: \(own: damage).") }
        if status.code != code.rawValue, damage == nil || status.code != 0 {
            notes.append(
                "grpc-status-details-bin says \(own: StatusCode(rawValue: status.code)), but grpc-status counts.")
        }
        if message.isEmpty {
            message = status.message
        } else if !status.message.isEmpty, status.message != message {
            notes.append("grpc-status-details-bin has another message: \"\(status.message)\".")
        }
    }
}

// MARK: For the wire

extension CallStatus {
    /// The status as `google.rpc.Status`.
    public var rpcStatus: RPCStatus {
        .with { ($0.code, $0.message, $0.details) = (code.rawValue, message, details.map(\.packed)) }
    }

    /// The trailers that a server ends the call with: `grpc-status`, `grpc-message` unless it is empty, and
    /// `grpc-status-details-bin` when there are details.
    public var trailers: Metadata {
        var trailers: Metadata = ["grpc-status": String(code.rawValue)]
        if !message.isEmpty { trailers.append("grpc-message", PercentCoding.encode(message)) }
        if !details.isEmpty { trailers.append("grpc-status-details-bin", rpcStatus.detailsHeader) }
        return trailers
    }
}

extension RPCStatus {
    /// The value of `grpc-status-details-bin`: base64 without padding.
    public var detailsHeader: String { Base64.encode(encoded()) }
}

extension Message {
    /// Reads a message as far as possible, and returns the error that stopped reading.
    static func read(_ bytes: [UInt8]) -> (Self, WireError?) {
        var message = Self()
        do throws(WireError) {
            try message.merge(decoding: bytes)
            return (message, nil)
        } catch {
            return (message, error)
        }
    }
}

// MARK: Details

extension CallStatus {
    /// The first detail of a type.
    public func detail<M: Message>(_ type: M.Type = M.self) -> M? {
        details.lazy.compactMap { $0.content(as: type) }.first
    }

    /// The time after which a retry makes sense, in seconds; `nil` when the server does not say. Never negative.
    public var retryDelay: Double? {
        guard let delay = detail(RetryInfo.self)?.retryDelay else { return nil }
        return max(delay.inSeconds, 0)
    }

    /// Which limits were exceeded.
    public var quotaViolations: [QuotaFailure.Violation] { detail(QuotaFailure.self)?.violations ?? [] }

    /// Which fields of the request are wrong, from every BadRequest.
    public var fieldViolations: [BadRequest.FieldViolation] {
        details.compactMap { $0.content(as: BadRequest.self) }.flatMap(\.fieldViolations)
    }

    /// The reason as a constant, `RATE_LIMIT_EXCEEDED` for example.
    public var reason: String? { detail(ErrorInfo.self)?.reason }

    /// The facts that belong to ``reason``.
    public var reasonMetadata: [String: String] {
        (detail(ErrorInfo.self)?.metadata ?? [:]).reduce(into: [:]) { $0[$1.key] = $1.value }
    }

    /// The server refused an empty `update_mask`, as the details say, or in their absence the text.
    var mentionsEmptyMask: Bool {
        let violations = fieldViolations
        guard !violations.isEmpty else { return message.mentions("update_mask cannot be empty") }
        return violations.contains { EmptyMask.fields.contains($0.field) && $0.description.mentions("empty") }
    }
}

extension CallStatus: CustomStringConvertible {
    /// `NOT_FOUND (5): Vehicle not found`.
    public var description: String { message.isEmpty ? "\(code)" : "\(code): \(message)" }
}
