/// Fields that `google.api.field_behavior` calls REQUIRED and that are missing in a message that is there.
struct RequiredFieldRule: MessageRule {
    func findings(in message: ExaminedMessage) -> [Finding] {
        message.scan.missing.compactMap { missing in
            // An empty mask is another rule's, and in a batch the parent need not be repeated.
            let isParentInBatch = missing.path.hasPrefix("requests[") && missing.path.hasSuffix("].parent")
            guard missing.path != "update_mask", !isParentInBatch, message.writes(missing.path) else { return nil }
            // Some servers let some of them pass. Whether one did is known from the call.
            let isRefused = message.call == nil || (message.refusal?.isAbout(missing.path) ?? false)
            let isAccepted = message.call?.isOK == true
            return Finding(
                .requiredFieldMissing, severity: isRefused ? nil : .warning,
                remedy: isAccepted
                    ? "Set the field: this server accepts the request without it, others need not." : nil,
                evidence: [Finding.Evidence(path: missing.path, offset: missing.offset, "not set")])
        }
    }
}
