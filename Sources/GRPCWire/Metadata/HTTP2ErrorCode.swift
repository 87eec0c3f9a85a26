/// The error code of an HTTP/2 RST_STREAM or GOAWAY frame.
///
/// Source: https://www.rfc-editor.org/rfc/rfc9113#section-7
public struct HTTP2ErrorCode: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// `NO_ERROR`: the sender needs nothing more, usual behind a whole response.
    public static var noError: Self { .init(rawValue: 0) }
    /// `REFUSED_STREAM`: nothing was done with the request; it may be sent again.
    public static var refusedStream: Self { .init(rawValue: 7) }
    /// `CANCEL`: the stream is no longer wanted.
    public static var cancel: Self { .init(rawValue: 8) }
    /// `ENHANCE_YOUR_CALM`: too much load.
    public static var enhanceYourCalm: Self { .init(rawValue: 11) }

    private static let names = [
        "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED",
        "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM",
        "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
    ]

    /// The official name; `nil` for numbers without one.
    public var name: String? { Self.names.indices.contains(Int(rawValue)) ? Self.names[Int(rawValue)] : nil }
}

extension HTTP2ErrorCode: CustomStringConvertible {
    /// The name and the number: `CANCEL (8)`.
    public var description: String { "\(name ?? "unknown code") (\(rawValue))" }
}
