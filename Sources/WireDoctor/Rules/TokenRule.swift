import FleetErrors
import GRPCWire

/// The token of a call that was refused for it, and of a call that will soon be.
struct TokenRule {
    let call: ExaminedCall
    let token: FleetToken?
    let request: RequestFacts?

    /// A token that ends within this many seconds is likely to be refused with the next call or the one after.
    static let soon: Int64 = 60

    /// - Returns: What explains the status; `nil` when the token does not.
    func refusal(_ failed: FailedCall) -> Finding? {
        guard let cause = failed.tokenCheck?.cause(of: failed.status), let status = call.status else { return nil }
        return Finding(
            "token_\(cause.kind)", .error, cause.fault.summary,
            remedy: cause.nextStep, resource: request?.resourceName,
            evidence: [Finding.Evidence(call: call.number, "\(cause.text) The call failed: \(status.line)")])
    }

    /// What a server that follows the documents refuses, and this one accepts: the next one may not.
    func accepted() -> [Finding] {
        guard call.isOK, let token, case .value(let value) = call.authorization else { return [] }
        return TokenCheck(token, of: value, request: request).findings.compactMap { cause in
            guard [.otherID, .tooLong, .times, .audience].contains(cause.fault) else { return nil }
            return Finding(
                "token_\(cause.kind)", .note, "\(cause.fault.summary) The server accepts it all the same.",
                remedy: cause.nextStep, resource: request?.resourceName,
                evidence: [Finding.Evidence(call: call.number, cause.text)])
        }
    }

    /// A token that is accepted, but ends soon.
    func warning(_ clock: CaptureClock) -> Finding? {
        guard call.isOK, !clock.isReplay, let time = call.seconds, let expires = token?.expires, expires >= time,
            expires - time < Self.soon
        else { return nil }
        return Finding(
            "token_ends_soon", .note, "A token is used until shortly before its end.",
            remedy: "Fetch the next token some minutes before the old one ends.",
            evidence: [Finding.Evidence(call: call.number, "\(expires - time) s are left")])
    }
}

extension TokenCheck.Fault {
    /// What is wrong with a token, a sentence.
    fileprivate var summary: String {
        switch self {
        case .missing: "A call carries no token."
        case .unreadable: "A token cannot be read."
        case .expiryMissing: "A token does not say when it ends."
        case .expired: "A token has expired."
        case .issueTimeMissing: "A token does not say when it was made."
        case .notYetValid: "A token was made in the future."
        case .tooLong: "A token lives longer than the server allows."
        case .times: "A token ends before it begins."
        case .audience: "A token is for another service."
        case .issuer: "A token does not name its service account twice."
        case .claimMissing: "A token lacks the claim that the call needs."
        case .otherID: "A token is for another resource than the call."
        case .role: "A token's role may not make the call."
        case .scheme: "A token is sent without the scheme Bearer."
        case .algorithm: "A token is not signed with RS256."
        case .keyMissing: "A token does not name the key that signed it."
        }
    }
}

extension ResponseStatus {
    /// `INVALID_ARGUMENT: update_mask cannot be empty`, shortened.
    var line: String {
        guard !message.isEmpty else { return code.title }
        // Long enough for every sentence that a person wrote.
        return "\(code.title): \(message.count > 160 ? message.prefix(160) + "…" : message)"
    }
}
