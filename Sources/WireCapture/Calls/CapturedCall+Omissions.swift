extension CapturedCall {
    /// What may be missing of a call, and why.
    public struct Omissions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// It began before the capture, or in packets that are not in it.
        public static let beginning = Omissions(rawValue: 1)
        /// Bytes are missing that the client has sent.
        public static let request = Omissions(rawValue: 2)
        /// Bytes are missing that the server has sent.
        public static let response = Omissions(rawValue: 4)
        /// A block of headers cannot be read to its end.
        public static let headers = Omissions(rawValue: 8)
        /// Who recorded it kept a part only: the limits of a binary log, or text in place of bytes in a HAR file.
        public static let recorder = Omissions(rawValue: 16)
        /// The capture may have it, but whoever reads it keeps no more: see ``CallExtractor/memoryLimit``.
        public static let limit = Omissions(rawValue: 32)

        /// Each on its own, the most telling first.
        static let each: [Omissions] = [.beginning, .request, .response, .headers, .recorder, .limit]

        /// The word for one of them.
        package var word: String {
            switch self {
            case .beginning: "beginning"
            case .request: "request"
            case .response: "response"
            case .headers: "headers"
            case .recorder: "recorder"
            default: "limit"
            }
        }

        /// What one of them says to people.
        package var sentence: String {
            switch self {
            case .beginning: "it began before the capture, or in packets that are not in it"
            case .request: "bytes that the client has sent are not in the capture"
            case .response: "bytes that the server has sent are not in the capture"
            case .headers: "a block of its headers cannot be read to its end"
            case .recorder: "whoever recorded it kept a part only"
            default: "it is larger, or more went on beside it, than is kept of a capture"
            }
        }

        /// Those that are in it, one by one.
        package var elements: [Omissions] { Self.each.filter(contains) }
    }

    /// The call began before the capture, or bytes of its connection are not in it: what is shown may be incomplete.
    public var isPartial: Bool { !omissions.isEmpty }
}
