/// Fields that `google.api.field_behavior` calls REQUIRED, in every message that is there.
struct RequiredFieldRule: MessageRule {
    func findings(in message: ExaminedMessage) -> [Finding] {
        let written = WrittenFields(message)
        return message.scan.missing.compactMap { missing in
            // An empty mask is another rule's, and in a batch the parent need not be repeated.
            guard missing.path != "update_mask", !Self.isParentInBatch(missing.path),
                written.contains(missing.path)
            else { return nil }
            // Some servers let some of them pass. Whether one did is known from the call.
            let isRefused = message.call == nil || (message.refusal?.isAbout(missing.path) ?? false)
            return Finding(
                "required_field_missing", isRefused ? .error : .warning,
                "A REQUIRED field of the request is not set.",
                remedy: message.call?.isOK == true
                    ? "Set the field: this server lets it pass, but need not." : "Set the field.",
                evidence: [Finding.Evidence(path: missing.path, offset: missing.offset, "not set")])
        }
    }

    private static func isParentInBatch(_ path: String) -> Bool {
        path.hasPrefix("requests[") && path.hasSuffix("].parent")
    }
}
