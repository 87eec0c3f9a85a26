internal import FleetMessages
internal import GRPCWire

extension FailedCall {
    /// The diagnosis of the error, refined by everything that is known about the call.
    public var diagnosis: Diagnosis {
        var diagnosis = Diagnosis(status.code, in: context)
        switch status.code {
        case .invalidArgument: category == .benign ? refineEmptyMask(&diagnosis) : refineArgument(&diagnosis)
        case .notFound: refineNotFound(&diagnosis)
        case .alreadyExists: refineExisting(&diagnosis)
        case .unauthenticated, .permissionDenied: refineCredentials(&diagnosis)
        case .resourceExhausted: refineQuota(&diagnosis)
        case .failedPrecondition: refinePrecondition(&diagnosis)
        case .outOfRange: refineArgument(&diagnosis)
        case .deadlineExceeded: refineDeadline(&diagnosis)
        case .unimplemented: refineUnimplemented(&diagnosis)
        case .unavailable: refineRepeating(&diagnosis)
        default: break
        }
        if let delay = status.retryDelay {
            diagnosis.retryDelay = delay
            if status.code != .resourceExhausted { diagnosis.evidence.append("RetryInfo: \(delay.plain) s") }
        }
        return diagnosis
    }

    // MARK: UNAVAILABLE

    /// Says whether the client library repeats the method, and whether repeating is safe.
    private func refineRepeating(_ diagnosis: inout Diagnosis) {
        guard let method = request?.method else { return }
        let isClear = "only when it is clear that the call did not take effect: it is not idempotent"
        switch (method.isRetriedByDefault, method.isIdempotent) {
        case (true, true): diagnosis.repeating = CodeFacts.repeatedByLibrary
        case (true, false): diagnosis.repeating = "the client library does it, with back-off; yourself " + isClear
        case (false, true):
            diagnosis.repeating = "yes, with back-off: Google's client libraries do not repeat this method"
        case (false, false): diagnosis.repeating = isClear
        }
    }

    // MARK: INVALID_ARGUMENT, OUT_OF_RANGE

    /// The category of ``diagnosis``, without its texts.
    public var category: ErrorCategory { ErrorCategory(status, updateMask: request?.updateMask) }

    private func refineEmptyMask(_ diagnosis: inout Diagnosis) {
        diagnosis.category = category
        diagnosis.meaning =
            "The update_mask is empty, so nothing was changed. It happens typically with the first "
            + "update after start-up."
        diagnosis.reason = "Google describes this for the Driver SDK's reporters, and counts it apart from failures."
        diagnosis.repeating = "no need: the next update names its fields"
        diagnosis.nextStep = EmptyMask.nextStep(request?.method)
        diagnosis.sources = context == .delivery ? [.deliveryDriverErrors] : [.driverErrors]
        if request?.updateMask?.isEmpty == true { diagnosis.evidence.append("The request's update_mask is empty.") }
        if status.fieldViolations.contains(where: { $0.field == "update_mask" || $0.field == "updateMask" }) {
            diagnosis.evidence.append("BadRequest names update_mask.")
        }
        if diagnosis.evidence.isEmpty { diagnosis.evidence.append("The message says \"update_mask cannot be empty\".") }
    }

    private func refineArgument(_ diagnosis: inout Diagnosis) {
        let fields = status.fieldViolations.map { $0.field.isEmpty ? "the request" : $0.field }
        let form = request?.method.map { ResourceName.form(of: $0.resource) }
        if !fields.isEmpty {
            diagnosis.evidence.append("BadRequest names \(list(fields)).")
            diagnosis.meaning += " Wrong here: \(list(fields))."
            diagnosis.nextStep = "Correct \(list(fields)) and call again; the details say how."
            if let form, fields.contains("name") { diagnosis.nextStep += " The name's form is \(form)." }
            if fields.contains("parent") { diagnosis.nextStep += " The parent's form is \(ResourceName.parentForm)." }
            diagnosis.sources.append(.errorDetails)
        } else if let form, status.code == .invalidArgument {
            diagnosis.nextStep =
                "Correct the request. Names must be \(form), and provider_id is the ID of the Cloud "
                + "project."
        }
        if let request, let name = request.resourceName, let method = request.method,
            ![.list, .search].contains(method.action), let problem = ResourceName.problem(name, for: method.resource)
        {
            diagnosis.evidence.append(problem)
        }
        if let mask = request?.updateMask, !mask.isEmpty, status.mentionsEmptyMask {
            diagnosis.evidence.append("The request's update_mask is not empty: \(mask.joined(separator: ",")).")
        }
    }

    // MARK: Resources

    /// The resource that the error is about, by the details, the request, or the message.
    private var subject: (name: String, from: String)? {
        if let name = status.detail(ResourceInfo.self)?.resourceName, !name.isEmpty { return (name, "ResourceInfo") }
        if let name = request?.resourceName { return (name, "the request") }
        return ResourceName.first(in: status.message).map { ($0, "the message") }
    }

    private func refineNotFound(_ diagnosis: inout Diagnosis) {
        guard let (name, origin) = subject else { return }
        let parsed = ResourceName(name)
        let kind = parsed?.resource?.title ?? "resource"
        let id = parsed?.id.map { "\"\($0)\"" } ?? "\"\(name)\""
        diagnosis.evidence.append("\(name) (from \(origin))")
        diagnosis.meaning = "The \(kind) \(id) does not exist: it was never created, or it was deleted."
        if parsed?.resource == .trackingInfo {
            diagnosis.meaning = "No task has the tracking ID \(id), or no task of it was ever created."
            diagnosis.nextStep =
                "Create a task with the tracking ID \(id), or correct the ID: it is the tracking ID of "
                + "a task, not the task's own ID."
        } else {
            let provider = parsed.map {
                " The provider is \"\($0.provider)\": it must be the Cloud project of the token."
            }
            diagnosis.nextStep =
                "Create the \(kind) \(id) from your back end first, or correct its ID."
                + (provider ?? "")
        }
    }

    private func refineExisting(_ diagnosis: inout Diagnosis) {
        guard let (name, origin) = subject else { return }
        let kind = ResourceName(name)?.resource?.title ?? "resource"
        diagnosis.evidence.append("\(name) (from \(origin))")
        diagnosis.meaning = "The \(kind) \(name) exists already."
    }

    // MARK: Credentials

    private func refineCredentials(_ diagnosis: inout Diagnosis) {
        if let info = status.detail(ErrorInfo.self), !info.reason.isEmpty {
            diagnosis.evidence.append("ErrorInfo: \(info.reason)")
            diagnosis.sources.append(.errorDetails)
        }
        let reason = status.knownReason
        if let reason { (diagnosis.meaning, diagnosis.nextStep) = (reason.meaning, reason.nextStep) }
        guard let check = tokenCheck else { return }
        diagnosis.sources.append(.tokens)
        let causes = check.causes(of: status)
        if let cause = causes.first {
            // Remarks are told with the token.
            diagnosis.evidence += [cause.text] + causes.dropFirst().filter { $0.explains != nil }.map(\.text)
            diagnosis.meaning = cause.text
            diagnosis.nextStep = cause.nextStep
            if let explained = cause.explains, explained != status.code {
                diagnosis.meaning += " That usually gives \(explained)."
            }
        } else if check.isReadable, reason?.isAboutToken != false {
            diagnosis.evidence.append(
                "The token's claims look right; its signature and the role of its service account cannot be checked here."
            )
            if reason == nil {
                diagnosis.nextStep =
                    "Check that the token is signed with an existing key of the service account and "
                    + "that the account has the role for this call."
            }
        }
    }

    // MARK: Quota, state, time, method

    private func refineQuota(_ diagnosis: inout Diagnosis) {
        diagnosis.evidence += status.quotaViolations.map { "QuotaFailure: \($0.subject): \($0.description)" }
        let facts = status.reasonMetadata
        if let limit = facts["quota_limit"] {
            let value = facts["quota_limit_value"].map { " = \($0)" } ?? ""
            diagnosis.evidence.append("Limit: \(limit)\(value)")
        }
        if facts["quota_limit_value"] == "0" {
            diagnosis.meaning = "The quota of this limit is zero: every call fails until it is raised."
            diagnosis.nextStep = "Raise the quota in the Cloud console; waiting does not help."
        }
        if let delay = status.retryDelay {
            diagnosis.evidence.append("RetryInfo: \(delay.plain) s")
            diagnosis.nextStep = "Wait \(delay.plain) s before the next call. " + diagnosis.nextStep
        }
        if !status.details.isEmpty { diagnosis.sources.append(.errorDetails) }
    }

    private func refinePrecondition(_ diagnosis: inout Diagnosis) {
        let violations = status.detail(PreconditionFailure.self)?.violations ?? []
        guard !violations.isEmpty else { return }
        diagnosis.evidence += violations.map { "\($0.type) \($0.subject): \($0.description)" }
        diagnosis.nextStep =
            "Repair this first: \(list(violations.map { "\($0.type) of \($0.subject)" })). "
            + diagnosis.nextStep
        diagnosis.sources.append(.errorDetails)
    }

    private func refineDeadline(_ diagnosis: inout Diagnosis) {
        diagnosis.nextStep += " " + usualDeadline
        guard let timeout, let usual = request?.method?.defaultTimeout, timeout.seconds < usual else { return }
        diagnosis.evidence.append("grpc-timeout was \(timeout), usual for this method are \(usual.plain) s.")
        diagnosis.sources.append(.serviceConfig)
    }

    /// The deadline that Google's clients set, a sentence.
    private var usualDeadline: String {
        func all(isDelivery: Bool) -> String {
            "The usual deadline is \(FleetMethod.usualTimeout(isDelivery: isDelivery).plain) s; "
                + "\(list(FleetMethod.withoutDefaults(isDelivery: isDelivery))) have none."
        }
        if let method = request?.method {
            return method.defaultTimeout.map { "The usual deadline is \($0.plain) s." }
                ?? "Google's clients set none for \(method.name): it is the caller's own."
        }
        switch context {
        case .delivery: return all(isDelivery: true)
        case .backEnd: return all(isDelivery: false)
        // A single method each, which have one.
        case .consumerPoll, .driverUpdate:
            return "The usual deadline is \(FleetMethod.usualTimeout(isDelivery: false).plain) s."
        case nil:
            return "The usual deadline is \(FleetMethod.usualTimeout(isDelivery: false).plain) s, for deliveries "
                + "\(FleetMethod.usualTimeout(isDelivery: true).plain) s."
        }
    }

    private func refineUnimplemented(_ diagnosis: inout Diagnosis) {
        guard let request else { return }
        if request.method == nil {
            diagnosis.evidence.append("\(request.path) is not a method of Fleet Engine.")
            diagnosis.meaning = "Fleet Engine has no method \(request.path)."
        } else {
            diagnosis.evidence.append("\(request.path) is a method of Fleet Engine: the call reached another server.")
        }
    }
}
