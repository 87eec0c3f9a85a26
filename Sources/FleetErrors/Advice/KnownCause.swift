internal import ByteText
internal import GRPCWire

/// A cause of errors that details or messages are known to name, and what to do about it.
///
/// `meaning` and `nextStep` are templates: `{name}` stands for a fact about the error, and what stands in brackets is left
/// out where one of the facts in it is not known. The facts are the metadata of ErrorInfo, what the patterns of messages
/// take out of them, and those of ``FailedCall/facts``.
package struct KnownCause: Sendable {
    /// The constants of ErrorInfo that say so; one that ends in `*` stands for all that begin so.
    package var reasons: [String] = []
    /// Patterns that say so when they are found in the message: `{name}` takes what stands there as a fact.
    package var messages: [FactPattern] = []
    /// Messages of the code UNKNOWN that say so where nothing else stands in them: as parts of others they mean anything.
    package var wholeMessages: [String] = []
    package let meaning: String
    package let nextStep: String
    /// Whether the call may be retried, where the code does not say enough.
    package var retry: String?
    /// The error stays until somebody changes something, also where its code is one of errors that pass.
    package var stays = false
    /// The faults of a token that are the same cause. A token that is at hand tells more than the status does.
    var faults: [TokenCheck.Fault] = []
    /// The credentials of the call, or the role of the account that signed them, are the cause; not project or account.
    var isAboutToken = false
    package let source: ErrorSource
    /// The code that errors of this cause come with, for texts that name none; UNAVAILABLE where no connection came about.
    var code: StatusCode?

    /// The server says that the token's claims do not fit the call, or are for another service.
    var isAboutClaims: Bool { ["CLAIM_MISSING", "CLAIM_MISMATCH", "AUDIENCE_INVALID"].contains(where: hasReason) }

    /// The server says that the token is not valid at the time of the call.
    var isAboutTimes: Bool { faults.contains(.expired) || faults.contains(.notYetValid) }

    func hasReason(_ reason: String) -> Bool {
        reasons.contains { $0 == reason || ($0.hasSuffix("*") && reason.hasPrefix($0.dropLast())) }
    }

    package static func of(reason: String) -> Self? { all.first { $0.hasReason(reason) } }

    /// The cause that a message names, and the facts that it tells.
    package static func of(message: String) -> (cause: Self, facts: [String: String])? {
        let text = Array(message.utf8.prefix(textLimit))
        return match(in: text).map { index, match in
            let facts = match.facts.map { (String($0.name), String(decoding: text[$0.range], as: UTF8.self)) }
            return (all[index], Dictionary(facts) { $1 })
        }
    }

    /// The cause that the causes of an error name, where it is more special than the one that its message names.
    static func of(causes: String, message: String) -> Self? {
        guard let named = match(in: Array(causes.utf8.prefix(textLimit)))?.cause else { return nil }
        let told = match(in: Array(message.utf8.prefix(textLimit)))?.cause
        return named < told ?? .max ? all[named] : nil
    }

    /// The cause that a message of the code UNKNOWN names as a whole.
    static func of(wholeMessage: String) -> Self? { all.first { $0.wholeMessages.contains(wholeMessage) } }

    /// The parts of a message that everybody gets to read who meets its cause: the words of the pattern, and of facts a status of
    /// HTTP and sizes. A longer number is none of these, but may be an ID.
    package static func commonParts(of message: ArraySlice<UInt8>) -> [Range<Int>] {
        let text = Array(message.prefix(textLimit))
        if of(wholeMessage: String(decoding: text, as: UTF8.self)) != nil { return [message.indices] }
        guard let match = match(in: text)?.match else { return [] }
        let openings = clientOpenings.filter { text.starts(with: $0.utf8) }.map { 0..<$0.utf8.count }
        let digits: [Substring: Int] = ["status": 3, "size": 10, "limit": 10]
        let numbers = match.facts.filter {
            $0.range.count <= digits[$0.name] ?? 0 && text[$0.range].allSatisfy(\.isDigit)
        }
        return (openings + match.words + numbers.map(\.range)).sorted { $0.lowerBound < $1.lowerBound }.map {
            message.startIndex + $0.lowerBound..<message.startIndex + $0.upperBound
        }
    }

    /// Bytes of a message that are looked at: messages of the service are short, and a longer text is something else.
    private static let textLimit = 2_048

    /// The index of the cause that a text names, and where.
    private static func match(in text: [UInt8]) -> (cause: Int, match: FactPattern.Match)? {
        let folded = FactPattern.folded(text)
        var key: UInt32 = 0
        var begun: Set<Int> = []
        for byte in folded {
            key = key << 8 | UInt32(byte)
            for index in places[FactPattern.hash(key)] { begun.insert(index) }
        }
        return begun.sorted().lazy.compactMap { index in
            patterns[index].pattern.match(in: folded).map { (patterns[index].cause, $0) }
        }.first
    }

    /// The patterns of all causes in their order, each with the index of its cause.
    private static let patterns = all.indices.flatMap { cause in
        all[cause].messages.map { (cause: cause, pattern: $0) }
    }

    /// The indices of patterns by ``FactPattern/hash``: one pass over a text finds the few that may begin in it.
    private static let places = patterns.indices.reduce(into: [[Int]](repeating: [], count: 4_096)) {
        $0[patterns[$1].pattern.hash].append($1)
    }

    /// The remedy for pings that servers refuse: without calls they take none, and else one in 5 minutes.
    ///
    /// Source: https://github.com/grpc/grpc/blob/master/doc/keepalive.md
    package static let rarerPings =
        "Set the client's keepalive time to 5 minutes or more, and let it send no pings while it has no calls."
}
