internal import ByteText

/// The result of a call, the number of `grpc-status`. Open: numbers that do not exist yet are kept.
///
/// Source: https://github.com/grpc/grpc/blob/master/doc/statuscodes.md
public struct StatusCode: RawRepresentable, Hashable, Sendable {
    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Success.
    public static var ok: Self { .init(rawValue: 0) }
    /// The call was cancelled, usually by the caller.
    public static var cancelled: Self { .init(rawValue: 1) }
    /// Nothing is known about the error.
    public static var unknown: Self { .init(rawValue: 2) }
    /// The request is wrong, whatever the server's state.
    public static var invalidArgument: Self { .init(rawValue: 3) }
    /// The deadline has passed; the operation may have completed nevertheless.
    public static var deadlineExceeded: Self { .init(rawValue: 4) }
    /// The requested resource does not exist.
    public static var notFound: Self { .init(rawValue: 5) }
    /// The resource to be created exists already.
    public static var alreadyExists: Self { .init(rawValue: 6) }
    /// The caller is known and may not do this.
    public static var permissionDenied: Self { .init(rawValue: 7) }
    /// A quota is used up, or a message is too large.
    public static var resourceExhausted: Self { .init(rawValue: 8) }
    /// The system is not in the state that the call requires.
    public static var failedPrecondition: Self { .init(rawValue: 9) }
    /// A concurrent call was in conflict, such as a failed transaction.
    public static var aborted: Self { .init(rawValue: 10) }
    /// The operation went past the valid range.
    public static var outOfRange: Self { .init(rawValue: 11) }
    /// The server does not have this method.
    public static var unimplemented: Self { .init(rawValue: 12) }
    /// The server, or something on the way to it, is broken.
    public static var `internal`: Self { .init(rawValue: 13) }
    /// The service is unavailable for now; the same call may succeed later.
    public static var unavailable: Self { .init(rawValue: 14) }
    /// Data is lost or damaged for good.
    public static var dataLoss: Self { .init(rawValue: 15) }
    /// No valid credentials came with the call.
    public static var unauthenticated: Self { .init(rawValue: 16) }

    /// Every code that exists, 0 to 16.
    public static var all: [Self] { (0...16).map(Self.init(rawValue:)) }

    private static let names = [
        "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
        "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED",
        "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
    ]

    /// The code exists: its number is 0 to 16.
    public var isKnown: Bool { Self.names.indices.contains(Int(rawValue)) }

    /// The official name, `NOT_FOUND` for example; `nil` for numbers that do not exist.
    public var name: String? { isKnown ? Self.names[Int(rawValue)] : nil }

    /// The name for people: `NOT_FOUND`; `code 99` for numbers that do not exist.
    public var title: String { name ?? "code \(rawValue)" }

    /// The code with an official name. Case, `_` and `-` do not matter, and `CANCELED` is understood.
    public init?(name: String) {
        guard name.utf8.count <= 32, let index = Self.plainNames.firstIndex(of: Self.plain(name)) else { return nil }
        self = index == Self.names.count ? .cancelled : .init(rawValue: Int32(index))
    }

    /// The names as ``plain(_:)`` returns them, and behind them the other spelling of CANCELLED.
    private static let plainNames = (names + ["CANCELED"]).map(plain)

    /// Lower case, without `_` and `-`.
    private static func plain(_ name: String) -> [UInt8] {
        name.utf8.lazy.filter { $0 != 0x5f && $0 != 0x2d }.map(\.lowercased)
    }

    /// A `grpc-status` value: a decimal number. Leading zeros and white space around it are not allowed by the
    /// specification, but do no harm here.
    ///
    /// - Throws: ``MetadataError/Code/invalidStatus``.
    public init(header: String) throws(MetadataError) {
        let bytes = Array(header.utf8)
        let text = bytes[...].withoutOptionalSpace
        let end = text.firstIndex { !$0.isDigit }
        guard end == nil, let value = Int32(String(decoding: text, as: UTF8.self)) else {
            throw MetadataError(.invalidStatus, offset: end ?? text.startIndex)
        }
        self.init(rawValue: value)
    }
}

extension StatusCode: CustomStringConvertible {
    /// The name and the number: `NOT_FOUND (5)`; ``title`` for numbers that do not exist.
    public var description: String { name.map { "\($0) (\(rawValue))" } ?? title }
}

// MARK: HTTP

extension StatusCode {
    /// The HTTP status that stands for this code in REST, 500 for numbers that do not exist.
    ///
    /// Source: https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto
    public var httpStatus: Int {
        let statuses = [200, 499, 500, 400, 504, 404, 409, 403, 429, 400, 409, 400, 501, 500, 503, 500, 401]
        return isKnown ? statuses[Int(rawValue)] : 500
    }

    /// The code of a gRPC response without `grpc-status`, by its `:status`. Not the reverse of ``httpStatus``: such a
    /// response comes from a proxy, and says nothing about the service.
    ///
    /// Source: https://github.com/grpc/grpc/blob/master/doc/http-grpc-status-mapping.md; 431 is treated as 400.
    public init(withoutGRPCStatus httpStatus: Int) {
        self =
            switch httpStatus {
            case 400, 431: .internal
            case 401: .unauthenticated
            case 403: .permissionDenied
            case 404: .unimplemented
            case 429, 502, 503, 504: .unavailable
            default: .unknown
            }
    }

    /// The code of a stream that RST_STREAM ended, by its error code.
    ///
    /// Source: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md (Errors); codes without a line there are
    /// INTERNAL, as in most of gRPC's libraries.
    public init(reset: HTTP2ErrorCode) {
        self =
            switch reset.rawValue {
            case 7: .unavailable
            case 8: .cancelled
            case 11: .resourceExhausted
            case 12: .permissionDenied
            default: .internal
            }
    }
}
