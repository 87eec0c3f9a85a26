internal import ConsoleText
internal import FleetErrors
internal import WireCapture

/// One thing about a message, a call or a whole capture that somebody should know: what is wrong, where, and the remedy.
public struct Finding: Hashable, Sendable {
    /// The importance of a finding, the worst first.
    public enum Severity: Int, Hashable, Sendable, Comparable, CaseIterable {
        /// Something does not work, or is refused.
        case error
        /// Something works otherwise than its sender probably means.
        case warning
        /// Worth knowing: the note explains what is seen.
        case note

        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

        /// A stable word for scripts.
        public var name: String { "\(self)" }
    }

    /// A place in a message or a call that shows the finding.
    public struct Evidence: Hashable, Sendable {
        /// Number of the call, from 1, in the order in which the capture shows the calls; `nil` for a loose message.
        public var call: Int?
        /// Path of the field in the message, empty for the message as a whole; `nil` for what is in no message.
        public var path: String?
        /// The offset of the field in bytes from the start of its message.
        public var offset: Int?
        /// The observation in this place, in a few words: at most ``Finding/textLimit`` characters.
        public var text: String
        /// The call is one that the examination is for.
        var isSelected = true

        /// A place and a sentence that bear a finding out.
        public init(call: Int? = nil, path: String? = nil, offset: Int? = nil, _ text: String = "") {
            self.call = call
            self.path = path?.cut(to: Finding.textLimit)
            self.offset = offset
            self.text = text.cut(to: Finding.textLimit)
        }

        init(of call: CallReference?, path: String? = nil, offset: Int? = nil, _ text: String = "") {
            self.init(call: call?.number, path: path, offset: offset, text)
            isSelected = call?.isSelected ?? true
        }
    }

    /// The entry of the catalogue that the finding belongs to.
    public let kind: FindingKind
    /// The severity of ``kind``, or another one where more is known.
    public var severity: Severity
    /// The problem, a sentence.
    public var summary: String
    /// The remedy, a sentence or two.
    public var remedy: String
    /// The resource name of the vehicle, trip or task that the finding is about; `nil` when there is none in particular.
    public var resource: String?
    var list: EvidenceList

    /// The most pieces of evidence that are kept; further pieces are counted.
    public static let evidenceLimit = 12
    /// The most characters of a text that are kept; texts of a capture may be of any length.
    public static let textLimit = 1000

    /// Makes a finding from its entry in the catalogue and the facts of the case.
    ///
    /// - Parameters:
    ///   - facts: The texts for the names in braces in the entry's summary and remedy.
    ///   - severity: Replaces that of the entry.
    ///   - remedy: Replaces that of the entry.
    public init(
        _ kind: FindingKind, _ facts: [String: String] = [:], severity: Severity? = nil, remedy: String? = nil,
        resource: String? = nil, evidence: [Evidence] = []
    ) {
        self.kind = kind
        self.severity = severity ?? kind.severity
        summary = kind.summary.filled(with: facts).cut(to: Self.textLimit)
        self.remedy = (remedy ?? kind.remedy.filled(with: facts)).cut(to: Self.textLimit)
        self.resource = resource
        list = EvidenceList(evidence)
    }

    /// A stable word for scripts, such as `empty_update_mask`: that of ``kind``.
    public var code: String { kind.code }

    // MARK: Evidence

    /// The first pieces of evidence, at most ``evidenceLimit`` of them.
    public var evidence: [Evidence] { list.kept }
    /// The number of further pieces of evidence.
    public var moreEvidence: Int { list.omitted }
    /// Pieces of evidence, shown and not.
    public var evidenceCount: Int { list.count }
    /// The number of calls of which no piece is kept.
    package var moreCalls: Int { list.omittedCalls }

    func with(_ change: (inout Finding) -> Void) -> Finding {
        var finding = self
        change(&finding)
        return finding
    }

    /// The finding without evidence that is of no call in particular; `nil` when no selected call is evidence of the finding.
    var ofSelectedCalls: Finding? {
        let finding = with { $0.list.kept.removeAll { $0.call == nil } }
        return finding.evidence.isEmpty ? nil : finding
    }

    var withoutCase: Finding { with { ($0.resource, $0.list) = (nil, EvidenceList()) } }

    /// The finding in the words of another one of its kind about one of its calls, or else in those of the catalogue, with
    /// general words for the facts.
    func told(by others: [Finding]) -> Finding {
        let other = others.first { other in
            other.kind == kind && other.evidence.contains { $0.call == evidence.first?.call }
        }
        return withoutWords.with { finding in
            guard let other else {
                finding.summary = kind.summary.filled(with: [
                    "method": "A call", "status": kind.code.uppercased(), "meaning": "its sheet tells more.",
                    "type": "message", "resource": "resource", "sender": "side",
                ])
                if finding.remedy.contains("{") { finding.remedy = "See the calls themselves." }
                return
            }
            (finding.summary, finding.remedy, finding.resource) = (other.summary, other.remedy, other.resource)
            finding.mapEvidence { place in
                let same = other.evidence.first { ($0.call, $0.path) == (place.call, place.path) }
                place.text = same?.text ?? ""
            }
        }
    }

    /// The finding in the words of the catalogue, about no resource in particular.
    var withoutWords: Finding {
        Finding(kind, severity: severity).with {
            $0.list = list
            $0.mapEvidence { $0.text = "" }
        }
    }

    /// Changes each piece that is kept.
    mutating func mapEvidence(_ change: (inout Evidence) -> Void) {
        for index in list.kept.indices { change(&list.kept[index]) }
    }

    mutating func remark(_ text: String, where applies: (Evidence) -> Bool = { _ in true }) {
        mapEvidence { piece in
            guard applies(piece) else { return }
            // A full stop goes when more follows.
            if piece.text.hasSuffix(".") { piece.text.removeLast() }
            piece.text += piece.text.isEmpty ? text : "; " + text
            piece.text = piece.text.cut(to: Self.textLimit)
        }
    }

    func about(_ call: ExaminedCall) -> Finding {
        var pieces = evidence
        for index in pieces.indices { (pieces[index].call, pieces[index].isSelected) = (call.number, call.isSelected) }
        return with { $0.list = EvidenceList(pieces, omitted: moreEvidence) }
    }

    func about(_ resource: String?) -> Finding { with { $0.resource = resource } }
}
