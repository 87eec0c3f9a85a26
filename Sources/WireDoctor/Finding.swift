internal import ConsoleText
internal import WireInspect

/// Something about a message, a call or a whole capture that someone should know.
public struct Finding: Hashable, Sendable {
    /// How much it matters, the worst first.
    public enum Severity: Int, Hashable, Sendable, Comparable, CaseIterable {
        /// Something does not work, or is refused.
        case error
        /// Something works otherwise than its sender probably means.
        case warning
        /// Worth knowing: it explains what is seen.
        case note

        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

        /// A stable word for scripts.
        public var name: String {
            switch self {
            case .error: "error"
            case .warning: "warning"
            case .note: "note"
            }
        }
    }

    /// What shows it: a place in a message, a call, or several of them.
    public struct Evidence: Hashable, Sendable {
        /// Number of the call, from 1, in the order in which the capture shows them; `nil` for a loose message.
        public var call: Int?
        /// Path of the field in the message, empty for the message as a whole; `nil` for what is in no message.
        public var path: String?
        /// Where the field begins, in bytes from the start of its message.
        public var offset: Int?
        /// What is seen there, in a few words, or as much of them as ``Finding/textLimit`` allows.
        public var text: String

        public init(call: Int? = nil, path: String? = nil, offset: Int? = nil, _ text: String = "") {
            self.call = call
            self.path = path?.cut(to: Finding.textLimit)
            self.offset = offset
            self.text = text.cut(to: Finding.textLimit)
        }
    }

    /// The kind of finding, for scripts: a stable word such as `empty_update_mask`.
    public var code: String
    public var severity: Severity
    /// What is the matter, in a sentence.
    public var summary: String
    /// What to do about it, in a sentence.
    public var remedy: String
    /// The vehicle, trip or task that it is about, by its resource name; `nil` when it is about none in particular.
    public var resource: String?
    /// The first pieces of evidence, at most ``evidenceLimit`` of them; in an examination for one call also as many of
    /// that call's.
    public private(set) var evidence: [Evidence]
    /// How many pieces more there are.
    public private(set) var moreEvidence = 0
    /// How many calls those are of which no piece is kept, as far as pieces of one call follow each other.
    package private(set) var moreCalls = 0
    /// The call of the last piece, kept or not.
    private var lastCall: Int?

    /// More calls than this say nothing new about what is wrong; the number of all of them is kept.
    public static let evidenceLimit = 12
    /// As many characters of a text say what it is; those of a capture may be of any length.
    public static let textLimit = 1000

    public init(
        _ code: String, _ severity: Severity, _ summary: String, remedy: String, resource: String? = nil,
        evidence: [Evidence] = []
    ) {
        self.init(code, severity, summary, remedy: remedy, resource: resource, evidence: evidence, keeping: nil)
    }

    /// - Parameter call: The call whose evidence is kept, however much of others there is.
    init(
        _ code: String, _ severity: Severity, _ summary: String, remedy: String, resource: String? = nil,
        evidence: [Evidence], keeping call: Int?
    ) {
        self.code = code
        self.severity = severity
        self.summary = summary.cut(to: Self.textLimit)
        self.remedy = remedy
        self.resource = resource
        self.evidence = []
        for piece in evidence { add(piece, keeping: call) }
    }

    /// Pieces of evidence, shown and not.
    public var evidenceCount: Int { evidence.count + moreEvidence }

    /// Adds a piece of evidence, or counts it when there are enough.
    public mutating func add(_ piece: Evidence) { add(piece, keeping: nil) }

    mutating func add(_ piece: Evidence, keeping call: Int?) {
        let isKept = evidence.count < Self.evidenceLimit || isWanted(piece, call)
        if isKept {
            evidence.append(piece)
        } else {
            moreEvidence += 1
            if piece.call != nil, piece.call != lastCall { moreCalls += 1 }
        }
        lastCall = piece.call
    }

    /// Counts pieces that are not kept, each of another call.
    mutating func addUnseen(_ count: Int) {
        moreEvidence += count
        moreCalls += count
    }

    private func isWanted(_ piece: Evidence, _ call: Int?) -> Bool {
        guard let call, piece.call == call else { return false }
        return evidence.count { $0.call == call } < Self.evidenceLimit
    }

    /// Takes over the evidence of another finding of the same kind.
    mutating func merge(_ other: Finding, keeping call: Int? = nil) {
        for piece in other.evidence { add(piece, keeping: call) }
        moreEvidence += other.moreEvidence
        moreCalls += other.moreCalls
    }

    /// The finding with the evidence of one call alone; `nil` when there is none.
    func only(call: Int) -> Finding? {
        let pieces = evidence.filter { $0.call == call }
        guard !pieces.isEmpty else { return nil }
        return Finding(code, severity, summary, remedy: remedy, resource: resource, evidence: pieces)
    }

    /// Changes each piece.
    mutating func mapEvidence(_ change: (inout Evidence) -> Void) {
        for index in evidence.indices { change(&evidence[index]) }
    }

    /// Adds what else is known to the pieces that it is known of.
    mutating func note(_ text: String, where applies: (Evidence) -> Bool = { _ in true }) {
        for index in evidence.indices where applies(evidence[index]) {
            // The end of a sentence is none when more follows.
            if evidence[index].text.hasSuffix(".") { evidence[index].text.removeLast() }
            evidence[index].text += evidence[index].text.isEmpty ? text : "; " + text
            evidence[index].text = evidence[index].text.cut(to: Self.textLimit)
        }
    }
}
