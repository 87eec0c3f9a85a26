/// The name of a header as its bytes: those that every call is asked for need not be taken out of a text each time.
public struct HeaderName: Hashable, Sendable {
    let bytes: [UInt8]
    /// Its index among the names that every call is asked for; `nil` when it is none of them.
    let common: Int?

    /// - Parameter text: In lower case, as on the wire.
    public init(_ text: String) {
        let bytes = Array(text.utf8)
        self.bytes = bytes
        let common = Self.common(bytes.span)
        self.common = common < 0 ? nil : Int(common)
    }

    /// The names that every call is asked for. ``HeaderBlock`` has room for eight.
    private enum Common: String, CaseIterable {
        case method = ":method"
        case path = ":path"
        case status = ":status"
        case contentType = "content-type"
        case contentEncoding = "content-encoding"
        case grpcEncoding = "grpc-encoding"
        case grpcTimeout = "grpc-timeout"
        case grpcStatus = "grpc-status"
    }

    private init(_ name: Common) { self.init(name.rawValue) }

    package static let method = HeaderName(.method)
    package static let path = HeaderName(.path)
    package static let status = HeaderName(.status)
    package static let contentType = HeaderName(.contentType)
    package static let contentEncoding = HeaderName(.contentEncoding)
    package static let grpcEncoding = HeaderName(.grpcEncoding)
    package static let grpcTimeout = HeaderName(.grpcTimeout)
    package static let grpcStatus = HeaderName(.grpcStatus)
    package static let grpcMessage = HeaderName("grpc-message")
    package static let grpcStatusDetails = HeaderName("grpc-status-details-bin")

    private static let commonNames = Common.allCases.map { Array($0.rawValue.utf8) }

    /// By length: the common names that have it.
    private static let commonLengths: [[Int]] = {
        let longest = commonNames.lazy.map(\.count).max() ?? 0
        return (0...longest).map { length in commonNames.indices.filter { commonNames[$0].count == length } }
    }()

    /// The index of a name among the common ones; -1 for others.
    static func common(_ name: Span<UInt8>) -> Int8 {
        guard name.count < commonLengths.count else { return -1 }
        for index in commonLengths[name.count] {
            let common = commonNames[index]
            if common.span.holdsSame(as: name) { return Int8(truncatingIfNeeded: index) }
        }
        return -1
    }
}

extension HeaderName: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text) }
}
