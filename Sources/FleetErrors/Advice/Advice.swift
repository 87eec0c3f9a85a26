internal import FleetMessages
internal import FleetProtos
package import GRPCWire
internal import ProtobufSchema
internal import ProtobufWire

/// What a piece of evidence says about a failed call.
struct Advice {
    /// What the advice rests on, a sentence each; shown even where other evidence decides.
    var evidence: [String] = []
    /// `nil` for evidence that confirms others, and decides nothing.
    var meaning: String?
    var nextStep: String?
    var retry: String?
    /// The error stays until somebody changes something.
    var stays = false
    var source: ErrorSource?
}

/// The kinds of evidence about a failed call.
package enum EvidenceKind: String, CaseIterable {
    case badRequest = "BadRequest"
    case knownReason = "ErrorInfo with a known reason"
    case precondition = "PreconditionFailure"
    case quota = "QuotaFailure"
    case resource = "ResourceInfo, or the name in the request or message"
    case token = "the token"
    case request = "the request"
    case otherReason = "ErrorInfo with another reason"
    case message = "the words of the message"
    case localized = "LocalizedMessage"

    /// The kinds in the order in which they decide: what a code is mostly about first, then from the most to the least
    /// specific.
    package static func order(for code: StatusCode) -> [Self] {
        let first: [Self] =
            switch code {
            case .failedPrecondition: [.precondition, .knownReason, .otherReason]
            case .unauthenticated, .permissionDenied: [.knownReason, .token]
            case .resourceExhausted: [.quota, .knownReason]
            case .notFound, .alreadyExists: [.resource]
            default: []
            }
        return first + allCases.filter { !first.contains($0) }
    }
}

extension FailedCall {
    /// The advice from one kind of evidence; `nil` where there is no such evidence.
    func advice(from kind: EvidenceKind) -> Advice? {
        switch kind {
        case .badRequest: badRequest
        case .knownReason: knownReason
        case .otherReason: otherReason
        case .precondition: precondition
        case .quota: quota
        case .resource: resource
        case .token: token
        case .request: requestItself
        case .message: knownMessage
        case .localized: localized
        }
    }

    /// What details say in words that templates can use: the metadata of ErrorInfo, and parts of a QuotaFailure's first violations.
    private var facts: [String: String] {
        var facts = status.reasonMetadata
        for violation in status.quotaViolations.prefix(100) {
            if let told = KnownCause.of(message: violation.description)?.facts {
                facts.merge(told) { known, _ in known }
            }
            if !violation.quotaMetric.isEmpty { facts["quota_metric"] = violation.quotaMetric }
            if !violation.subject.isEmpty { facts["consumer"] = violation.subject }
        }
        return facts
    }

    var hasNoQuota: Bool { facts["quota_limit_value"] == "0" }

    /// The cause that a reason names, or of several the one that the message tells, with ``facts`` and those of the message.
    private func known(_ reason: String) -> (cause: KnownCause, facts: [String: String])? {
        guard let told = KnownCause.of(message: status.message), told.cause.hasReason(reason) else {
            return KnownCause.of(reason: reason).map { ($0, facts) }
        }
        return (told.cause, facts.merging(told.facts) { own, _ in own })
    }

    /// The advice about a known cause; that about the token, where it has a fault that is the same cause.
    private func advice(_ cause: KnownCause, _ facts: [String: String], evidence: String) -> Advice {
        if let finding = tokenCheck?.findings.first(where: { cause.faults.contains($0.fault) }) {
            return Advice(
                evidence: [evidence, finding.text], meaning: finding.text, nextStep: finding.nextStep,
                retry: cause.retry, source: .tokens)
        }
        return Advice(
            evidence: [evidence], meaning: cause.meaning.filled(with: facts),
            nextStep: cause.nextStep.filled(with: facts), retry: cause.retry, stays: cause.stays, source: cause.source)
    }

    // MARK: Details

    private var badRequest: Advice? {
        let violations = status.fieldViolations
        guard !violations.isEmpty else { return nil }
        let fields = violations.map { $0.field.isEmpty ? "the request" : $0.field }
        let wrong = zip(fields, violations).map { $1.description.isEmpty ? $0 : "\($0) (\($1.description))" }
        var advice = Advice(evidence: ["BadRequest names \(list(fields))."], source: .errorDetails)
        advice.meaning = "The server refuses a part of the request: \(list(wrong))."
        advice.nextStep = "Correct \(list(wrong)) and call again."
        if let resource = request?.method?.resource, fields.contains("name") {
            advice.nextStep? += " The name's form is \(ResourceName.form(of: resource))."
        }
        if fields.contains("parent") { advice.nextStep? += " The parent's form is \(ResourceName.parentForm)." }
        if fields.contains(where: { EmptyMask.fields.contains($0) }) {
            advice.nextStep? += maskProblems.map { " \($0)" }.joined()
        }
        return advice
    }

    /// The reason of the first ErrorInfo, the first 20 entries of its metadata in words, and both as evidence.
    private var errorInfo: (reason: String, facts: String, evidence: String)? {
        guard let info = status.detail(ErrorInfo.self), !info.reason.isEmpty else { return nil }
        let facts = info.metadata.elements.prefix(20).map { "\($0.key) = \($0.value)" }.joined(separator: ", ")
        return (info.reason, facts, "ErrorInfo: \(info.reason)" + (facts.isEmpty ? "" : ", \(facts)"))
    }

    private var knownReason: Advice? {
        guard let (reason, _, evidence) = errorInfo, let (cause, facts) = known(reason) else { return nil }
        var advice = advice(cause, facts, evidence: evidence)
        if hasNoQuota {
            advice.retry = "after the quota was raised"
            advice.meaning = "The quota \(facts["quota_limit"] ?? "") is zero: every call fails until it is raised."
            advice.nextStep =
                "Raise the quota \(facts["quota_limit"] ?? "") from zero in the Cloud console; waiting does not help."
        }
        if advice.source != .tokens, cause.isAboutToken, let check = tokenCheck, check.isReadable,
            check.cause(of: status) == nil
        {
            advice.evidence.append(unchecked(check))
        }
        return advice
    }

    private var otherReason: Advice? {
        guard let (reason, facts, evidence) = errorInfo, KnownCause.of(reason: reason) == nil else { return nil }
        let said = reason + (facts.isEmpty ? "" : " (\(facts))")
        return Advice(
            evidence: [evidence], meaning: "\(Diagnosis(status.code).meaning) The server's reason is \(said).",
            nextStep:
                "Look at what the server's reason names and change that before the next call: \(said).\(endForGood)",
            source: .errorDetails)
    }

    /// What no call changes, where the state of something may be the reason; a sentence behind others.
    private var endForGood: String {
        status.code == .failedPrecondition
            ? " If the state is the end of a trip or a task, it is for good: do not call again." : ""
    }

    private var precondition: Advice? {
        let violations = status.detail(PreconditionFailure.self)?.violations ?? []
        guard !violations.isEmpty else { return nil }
        let said = violations.map {
            [$0.type, $0.subject].filter { !$0.isEmpty }.joined(separator: " of ")
                + ($0.description.isEmpty ? "" : " (\($0.description))")
        }
        return Advice(
            evidence: ["PreconditionFailure: \(list(said))"],
            meaning: "The server's state does not allow the call: \(list(said)).",
            nextStep: "Repair this first, then call again: \(list(said)).\(endForGood)", source: .errorDetails)
    }

    private var quota: Advice? {
        guard !status.quotaViolations.isEmpty, let (cause, facts) = known("RATE_LIMIT_EXCEEDED") else { return nil }
        let said = status.quotaViolations.map { "QuotaFailure: \($0.subject): \($0.description)" }
        var advice = advice(cause, facts, evidence: said[0])
        advice.evidence = said
        if hasNoQuota, let zero = knownReason {
            (advice.meaning, advice.nextStep, advice.retry) = (zero.meaning, zero.nextStep, zero.retry)
        }
        return advice
    }

    private var localized: Advice? {
        guard let text = status.detail(LocalizedMessage.self), !text.message.isEmpty else { return nil }
        return Advice(
            evidence: ["LocalizedMessage, \(text.locale): \(text.message)"],
            meaning: "\(Diagnosis(status.code).meaning) The server says, for the user: \(text.message)",
            nextStep: "\(Diagnosis(status.code, in: context).nextStep) The server's text for the user: \(text.message)",
            source: .errorDetails)
    }

    // MARK: Resources

    private var resource: Advice? {
        let info = status.detail(ResourceInfo.self)?.resourceName
        let named = [
            (info?.isEmpty == true ? nil : info, "ResourceInfo"),
            (request?.resourceName, request?.nameOrigin ?? "the request"),
            (ResourceName.first(in: status.message), "the message"),
        ]
        guard case let (name?, origin)? = named.first(where: { $0.0 != nil }) else { return nil }
        let parsed = ResourceName(name)
        let kind = parsed?.resource?.title ?? "resource"
        var advice = Advice(evidence: ["\(name) (from \(origin))"])
        switch status.code {
        case .notFound:
            // Where the text gives the name, it may be that of another resource than the method's.
            if name == request?.resourceName, request?.nameOrigin == nil, let problem = nameProblem {
                advice.evidence.append(problem)
                advice.meaning = "The request is wrong: \(problem)"
                advice.nextStep = "Correct the request. \(problem)"
                advice.retry = CodeFacts.of(.invalidArgument).retry
                return advice
            }
            let id = "\"\(parsed?.id ?? name)\""
            let provider = parsed.map {
                " The provider is \"\($0.provider)\": it must be the Cloud project of the token."
            }
            advice.meaning = "The \(kind) \(id) does not exist: it was never created, or it was deleted."
            advice.nextStep = "Create the \(kind) \(id) from your back end first, or correct its ID.\(provider ?? "")"
            if parsed?.resource == .trackingInfo {
                advice.meaning = "No task has the tracking ID \(id), or no task of it was ever created."
                advice.nextStep =
                    "Create a task with the tracking ID \(id), or correct the ID: it is the tracking ID of a task, not the "
                    + "task's own ID."
            }
        case .alreadyExists:
            advice.meaning = "The \(kind) \(name) exists already."
            advice.nextStep = "Get the \(kind) \(name), and update it if it differs from what you wanted to create."
        default: return origin == "ResourceInfo" ? advice : nil
        }
        return advice
    }

    // MARK: Token and request

    /// What is not known of a token in which nothing explains the refusal.
    private func unchecked(_ check: TokenCheck) -> String {
        let cause = status.knownCause ?? KnownCause.of(message: status.message)?.cause
        if cause?.isAboutTimes == true { return "The server's clock decides whether the token is valid." }
        let isSound = check.findings.isEmpty && cause?.isAboutClaims != true
        return (isSound ? "The token's claims look right; its" : "The token's")
            + " signature and the role of its service account cannot be checked here."
    }

    private var token: Advice? {
        guard [.unauthenticated, .permissionDenied].contains(status.code), let check = tokenCheck else { return nil }
        // What the server says of the claims counts more; of times that it finds wrong, only the token's own times tell more.
        let said = KnownCause.of(message: status.message)?.cause
        let isTime = said?.isAboutTimes == true
        let causes = check.causes(of: status).filter { !isTime || said?.faults.contains($0.fault) == true }
        guard let cause = causes.first else {
            guard check.isReadable, errorInfo == nil || status.knownCause == nil else { return nil }
            // A cause that some fault of a token would explain has a next step of its own.
            return Advice(
                evidence: [unchecked(check)], meaning: nil,
                nextStep: said?.faults.isEmpty == false
                    ? nil
                    : "Check that the token is signed with an existing key of the service account and that the account "
                        + "has the role for this call.", source: .tokens)
        }
        // Remarks are told with the token.
        let evidence = [cause.text] + causes.dropFirst().filter { $0.explains != nil }.map(\.text)
        var advice = Advice(evidence: evidence, meaning: cause.text, nextStep: cause.nextStep, source: .tokens)
        if let explained = cause.explains, explained != status.code {
            advice.meaning? += " That usually gives \(explained)."
        }
        return advice
    }

    /// What is wrong with the paths of the request's update_mask, a sentence each.
    private var maskProblems: [String] {
        guard let mask = request?.updateMask, !mask.isEmpty, let path = request?.path,
            let type = FleetSchema.shared.method(path: path)?.bodyField?.message
        else { return [] }
        return FieldPaths(mask).findings(for: type).filter { $0.severity == .error }.map(\.message)
    }

    /// Why the method cannot take the name in the request; `nil` when it looks right, or is that of a parent.
    private var nameProblem: String? {
        guard let name = request?.resourceName, let method = request?.method,
            ![.list, .search].contains(method.action), !method.isBatch
        else { return nil }
        return ResourceName.problem(name, for: method.resource)
    }

    /// What the request itself shows: a method that does not exist, a wrong name, a wrong mask.
    private var requestItself: Advice? {
        guard let request else { return nil }
        switch status.code {
        case .unimplemented:
            guard request.method == nil else {
                return Advice(evidence: [
                    "\(request.path) is a method of Fleet Engine: the call reached another server."
                ])
            }
            return Advice(
                evidence: ["\(request.path) is not a method of Fleet Engine."],
                meaning: "Fleet Engine has no method \(request.path).",
                nextStep: "Correct the path \(request.path): it is none of Fleet Engine's methods.")
        case .invalidArgument, .outOfRange:
            var advice = Advice(evidence: maskProblems)
            if let nameProblem { advice.evidence.append(nameProblem) }
            if let mask = request.updateMask, !mask.isEmpty, status.mentionsEmptyMask {
                advice.evidence.append("The request's update_mask is not empty: \(mask.joined(separator: ",")).")
                return advice
            }
            guard let first = advice.evidence.first else { return nil }
            advice.meaning = "The request is wrong: \(first)"
            advice.nextStep = "Correct the request\(maskProblems.isEmpty ? "" : "'s update_mask"). \(first)"
            return advice
        case .deadlineExceeded:
            guard let timeout, let method = request.method, let usual = method.defaultTimeout, timeout.seconds < usual
            else { return nil }
            var advice = Advice(
                evidence: ["grpc-timeout was \(timeout), usual for this method are \(usual.plain) s."],
                source: .serviceConfig)
            guard method.isShort(timeout) else { return advice }
            advice.meaning = "The caller's deadline is short. " + Diagnosis(status.code).meaning
            advice.nextStep = "Give the server time: Google's clients use \(usual.plain) s for \(method.name)."
            if !method.isIdempotent { advice.nextStep? += " See whether the call took effect before you repeat it." }
            return advice
        default: return nil
        }
    }

    // MARK: Message

    private var knownMessage: Advice? {
        let whole = status.code == .unknown ? KnownCause.of(wholeMessage: status.message) : nil
        let told = whole.map { ($0, [:]) } ?? KnownCause.of(message: status.message)
        // The meanings of other causes need facts, and those in the causes of an error may not be shown.
        let named = KnownCause.of(causes: status.causes, message: status.message).flatMap {
            [.unavailable, .unauthenticated].contains($0.code) && isPossible($0, whole: whole) ? $0 : nil
        }
        if let named { return advice(named, facts, evidence: "The causes that the error names say so.") }
        guard let told, isPossible(told.cause, whole: whole) else { return nil }
        return advice(
            told.cause, facts.merging(told.facts) { own, _ in own }, evidence: "The message says: \(status.message)")
    }

    /// Whether a cause that a text names can be that of the status.
    ///
    /// - Parameter whole: The cause that the whole message names, if there is one.
    private func isPossible(_ cause: KnownCause, whole: KnownCause?) -> Bool {
        switch cause.code {
        // A server that answers a call may speak of connections and certificates of its own.
        case .unavailable:
            return [.unavailable, .deadlineExceeded].contains(status.code) || whole != nil
                || KnownCause.clientOpenings.contains(where: status.message.hasPrefix)
        // A server that looked at the request did not refuse its token: words such as `invalid_scope` mean something else.
        case .unauthenticated: return ![.invalidArgument, .notFound, .failedPrecondition].contains(status.code)
        default: return true
        }
    }
}

extension CallStatus {
    /// The cause that the server's own reason names, if it is a known one of Google's.
    var knownCause: KnownCause? {
        detail(ErrorInfo.self).flatMap {
            $0.domain.hasSuffix("googleapis.com") ? KnownCause.of(reason: $0.reason) : nil
        }
    }
}
