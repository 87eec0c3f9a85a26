import GRPCWire

extension CapturedCall {
    /// The parts of a call that may be missing, and why.
    public struct Omissions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The call began before the capture, or in packets that are not in it.
        public static let beginning = Omissions(rawValue: 1)
        /// Bytes are missing that the client has sent.
        public static let request = Omissions(rawValue: 2)
        /// Bytes are missing that the server has sent.
        public static let response = Omissions(rawValue: 4)
        /// A block of headers cannot be read to its end.
        public static let headers = Omissions(rawValue: 8)
        /// The recorder kept a part only: the limits of a binary log, or text in place of bytes in a HAR file.
        public static let recorder = Omissions(rawValue: 16)
        /// The reader keeps no more of the capture: see ``CallExtractor/memoryLimit``.
        public static let limit = Omissions(rawValue: 32)

        /// Each omission on its own, the most telling first, with its word in JSON and its explanation for people.
        private static let each: [(omission: Omissions, word: String, sentence: String)] = [
            (.beginning, "beginning", "it began before the capture, or in packets that are not in it"),
            (.request, "request", "bytes that the client has sent are not in the capture"),
            (.response, "response", "bytes that the server has sent are not in the capture"),
            (.headers, "headers", "a block of its headers cannot be read to its end"),
            (.recorder, "recorder", "whoever recorded it kept a part only"),
            (.limit, "limit", "it is larger, or more went on beside it, than is kept of a capture"),
        ]

        package var words: [String] { Self.each.filter { contains($0.omission) }.map(\.word) }
        package var sentences: [String] { Self.each.filter { contains($0.omission) }.map(\.sentence) }
    }

    /// The call began before the capture, or bytes of its connection are not in it: what is shown may be incomplete.
    public var isPartial: Bool { !omissions.isEmpty }

    /// What is missing may be of the answer, or its end. In a HAR file, what is missing of a request hides nothing of its answer.
    package var hidesAnswer: Bool {
        guard medium == .httpArchive, omissions.isDisjoint(with: [.response, .limit]) else { return isPartial }
        return response.failure?.code == .replacedBytes
    }

    /// The end of the call is known: the capture has it, or its recorder says that there was an error.
    package var showsEnd: Bool { !hidesAnswer || cut?.reason != nil }

    /// Headers of the request may not be in the capture, so that one which is not there may have been sent.
    package var hidesRequestHeaders: Bool { isPartial || requestHeaders?.isKnown != true }

    /// An `authorization` header that is not in the capture may have been sent: Chromium leaves it out of HAR files unless told
    /// otherwise, and a client of gRPC for Go writes its binary log before its credentials add the token.
    package var hidesAuthorization: Bool { hidesRequestHeaders || medium == .httpArchive || medium == .binaryLog }
}
