internal import FleetMessages
internal import GRPCWire

extension FailedCall {
    /// The diagnosis of the error: the first evidence that explains it decides, in the order of `EvidenceKind`, and where
    /// none does the code itself. All evidence is told.
    public var diagnosis: Diagnosis {
        var diagnosis = Diagnosis(status.code, in: context)
        diagnosis.contextOrigin = contextOrigin
        if category == .benign {
            explainEmptyMask(&diagnosis)
        } else {
            refineByCode(&diagnosis)
            var hasMeaning = false
            var hasStep = false
            for kind in EvidenceKind.order(for: status.code) {
                // The message itself is told anyway.
                guard let advice = advice(from: kind), kind != .message || !hasMeaning || !hasStep else { continue }
                let told = Set(diagnosis.evidence)
                diagnosis.evidence += advice.evidence.filter { !told.contains($0) }
                let decides = (!hasMeaning && advice.meaning != nil) || (!hasStep && advice.nextStep != nil)
                let isConfirming = advice.meaning == nil && advice.nextStep == nil
                if let source = advice.source, decides || isConfirming, !diagnosis.sources.contains(source) {
                    diagnosis.sources.append(source)
                }
                if !hasMeaning, let meaning = advice.meaning { (diagnosis.meaning, hasMeaning) = (meaning, true) }
                guard !hasStep, let step = advice.nextStep else { continue }
                (diagnosis.nextStep, hasStep) = (step, true)
                diagnosis.retry = advice.retry ?? diagnosis.retry
                if advice.stays, diagnosis.category != .clientMustAct { diagnosis.leaning = .clientMustAct }
            }
            if !hasStep, [.internal, .unknown, .dataLoss].contains(status.code),
                let id = status.detail(RequestInfo.self)?.requestID, !id.isEmpty
            {
                diagnosis.nextStep += " The request ID is \(id)."
            }
        }
        if let delay = status.retryDelay {
            diagnosis.retryDelay = delay
            diagnosis.evidence.append("RetryInfo: \(delay.plain) s")
            // Where apps retry by themselves, the wait is said last; where a quota is zero, it does not help.
            if diagnosis.nextStep.hasPrefix("Nothing") {
                diagnosis.nextStep += " The server asks to wait \(delay.plain) s before the next call."
            } else if !hasNoQuota {
                diagnosis.nextStep = "Wait \(delay.plain) s before the next call. " + diagnosis.nextStep
            }
        }
        return diagnosis
    }

    /// The category of ``diagnosis``, without its texts.
    public var category: ErrorCategory { ErrorCategory(status, updateMask: request?.updateMask) }

    private func explainEmptyMask(_ diagnosis: inout Diagnosis) {
        diagnosis.category = category
        diagnosis.meaning =
            "The update_mask is empty, so nothing was changed. It happens typically with the first "
            + "update after start-up."
        diagnosis.reason = "Google describes this for the Driver SDK's reporters, and counts it apart from failures."
        diagnosis.retry = "no need: the next update names its fields"
        diagnosis.nextStep = EmptyMask.isMistake(request?.method) ? EmptyMask.mistakeStep : EmptyMask.benignStep
        diagnosis.sources = context == .delivery ? [.deliveryDriverErrors] : [.driverErrors]
        if request?.updateMask?.isEmpty == true { diagnosis.evidence.append("The request's update_mask is empty.") }
        if status.fieldViolations.contains(where: { EmptyMask.fields.contains($0.field) }) {
            diagnosis.evidence.append("BadRequest names update_mask.")
        }
        if diagnosis.evidence.isEmpty { diagnosis.evidence.append("The message says \"update_mask cannot be empty\".") }
    }

    /// What code and method say together: the usual deadline, and who retries the call.
    private func refineByCode(_ diagnosis: inout Diagnosis) {
        switch status.code {
        case .deadlineExceeded: diagnosis.nextStep += " " + usualDeadline
        case .unavailable:
            guard let method = request?.method else { return }
            let isClear = "only when it is clear that the call did not take effect: it is not idempotent"
            switch (method.isRetriedByDefault, method.isIdempotent) {
            case (true, true): diagnosis.retry = CodeFacts.retriedByLibrary
            case (true, false): diagnosis.retry = "the client library does it, with back-off; yourself " + isClear
            case (false, true):
                diagnosis.retry = "yes, with back-off: Google's client libraries do not retry this method"
            case (false, false): diagnosis.retry = isClear
            }
        default: break
        }
    }

    /// The deadline that Google's clients set, a sentence.
    private var usualDeadline: String {
        let method = request?.method
        if let method, method.defaultTimeout == nil {
            return "Google's clients set none for \(method.name): it is the caller's own."
        }
        let isDelivery = method?.isDelivery ?? (context == .delivery)
        let rest =
            switch context {
            case _ where method != nil: ""
            case .delivery, .backEnd: "; \(list(FleetMethod.withoutDefaults(isDelivery: isDelivery))) have none"
            // A single method each, which have one.
            case .consumerPoll, .driverUpdate: ""
            case nil: ", for deliveries \(FleetMethod.usualTimeout(isDelivery: true).plain) s"
            }
        return "The usual deadline is \(FleetMethod.usualTimeout(isDelivery: isDelivery).plain) s\(rest)."
    }
}
