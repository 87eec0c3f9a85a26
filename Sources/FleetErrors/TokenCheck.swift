public import GRPCWire

/// A token held against the call that carried it, without a network: what is wrong with it, and whether that explains
/// UNAUTHENTICATED or PERMISSION_DENIED.
///
/// A fault of the token itself (expired, wrong audience, without the claim that the call needs) explains
/// UNAUTHENTICATED; a sound token for something else explains PERMISSION_DENIED. The tables say so for expired tokens,
/// tokens without a trip ID, and tokens for another ID; the other faults follow the same line, because a token that is
/// not valid authenticates nobody.
public struct TokenCheck: Sendable {
    /// A fault of the token, or a remark about it.
    public struct Finding: Hashable, Sendable {
        package let fault: Fault
        /// A stable word for scripts: `expired`, `audience`, `other_id`, …
        public var kind: String { fault.rawValue }
        /// The code that the fault explains; `nil` for remarks.
        public let explains: StatusCode?
        /// The fault, a sentence.
        public let text: String
        /// The remedy, a sentence.
        public let nextStep: String
    }

    /// The kinds of findings, in the order in which they are looked for.
    package enum Fault: String, Hashable, Sendable, CaseIterable {
        case missing, unreadable, scheme
        case expiryMissing = "expiry_missing"
        case expired
        case issueTimeMissing = "iat_missing"
        case notYetValid = "not_yet_valid"
        case tooLong = "too_long"
        case times, audience, issuer
        case claimMissing = "claim_missing"
        case otherID = "other_id"
        case role, algorithm
        case keyMissing = "key_missing"

        /// The code that the fault usually explains. How a token is sent and signed explains none: no table says which, and
        /// the signature is not checked here.
        var explains: StatusCode? {
            switch self {
            case .scheme, .algorithm, .keyMissing: nil
            case .otherID, .role: .permissionDenied
            default: .unauthenticated
            }
        }
    }

    /// The token; `nil` when the call had none.
    public let token: FleetToken?
    /// The faults that explain UNAUTHENTICATED first, then those that explain PERMISSION_DENIED, then remarks; each in the
    /// order found.
    public internal(set) var findings: [Finding] = []
    /// A role that the claims fit may call the method, for the ids that they name; `false` while no method is known.
    package internal(set) var allowsMethod = false
    /// The token was given by itself, so that no advice about a call names the remedies.
    var isAlone = false
    /// The claims could be read.
    public var isReadable: Bool { token?.isReadable ?? false }

    /// The check of a call without an `authorization` header.
    public static let missing: Self = {
        var check = Self(token: nil)
        check.add(.missing, "The call has no authorization header.", next: sendToken)
        return check
    }()

    static let sendToken =
        "Send \"authorization: Bearer {token}\" with each call; in the SDK, return a token from the token fetcher."

    private init(token: FleetToken?) { self.token = token }

    /// Checks a token.
    ///
    /// - Parameters:
    ///   - authorization: The header's value, or a bare token.
    ///   - request: What was called; without it, ids and roles are not checked.
    ///   - time: When it was called, in seconds since 1970; without it, only the token's own times are compared.
    public init(authorization: String, request: RequestFacts? = nil, time: Int64? = nil) {
        self.init(FleetToken(authorization), of: authorization, request: request, time: time)
    }

    /// Checks a token that was read already.
    ///
    /// - Parameter isTimeEarliest: The call was made at `time` or later.
    package init(
        _ token: FleetToken, of authorization: String, request: RequestFacts? = nil, time: Int64? = nil,
        isTimeEarliest: Bool = false
    ) {
        self.init(token: token)
        checkForm(token, hasScheme: FleetToken.hasScheme(authorization.utf8))
        if token.isReadable {
            checkTimes(token, at: time, isTimeEarliest: isTimeEarliest)
            // What is missing in damaged claims is not known.
            if token.problems.isEmpty {
                checkAccounts(token)
                checkClaims(token, of: request)
            }
            checkSigning(token)
        }
        let found = findings
        findings = [.unauthenticated, .permissionDenied, nil].flatMap { code in
            found.filter { $0.explains == code }
        }
    }
}

// MARK: The cause

extension TokenCheck {
    /// The fault that explains that a call was refused; `nil` where none does, and for statuses that no token explains.
    package func cause(of status: CallStatus) -> Finding? { causes(of: status).first }

    /// Everything that may explain that a call was refused, the likeliest first.
    ///
    /// Faults that explain the code come first. Then, for UNAUTHENTICATED, how the token is sent and signed, because a token
    /// that is not valid authenticates nobody, and what usually gives PERMISSION_DENIED; the other way round for
    /// PERMISSION_DENIED, which the tables name for invalid tokens as well. What the server says itself counts more:
    /// behind a reason about project or account no fault of the token is looked for, and behind one about the token only
    /// those of its form that fit the reason.
    package func causes(of status: CallStatus) -> [Finding] {
        guard [.unauthenticated, .permissionDenied].contains(status.code) else { return [] }
        let reason = status.knownCause
        if let reason, !reason.isAboutToken { return [] }
        let explaining = findings.filter { finding in
            // A role that may make the call without the claim is refused permission for something else.
            if finding.fault == .claimMissing, allowsMethod, status.code == .permissionDenied { return false }
            return finding.explains != nil
        }
        let fitting = explaining.filter { $0.explains == status.code }
        let others = explaining.filter { $0.explains != status.code }
        let form = findings.filter { $0.fault.explains == nil && reason?.faults.contains($0.fault) != false }
        return fitting + (status.code == .unauthenticated ? form + others : others + form)
    }
}

// MARK: For people

extension TokenCheck {
    /// The claims, roles and times of the token, and its faults, a fact per line. Never the signature.
    ///
    /// Claims are shown as they were sent: make them safe for a terminal before printing.
    public var lines: [String] { lines(wasAccepted: false) }

    /// ``lines`` for a call whose end is known.
    ///
    /// - Parameter wasAccepted: The server accepted the token, so that its faults do not concern the call.
    package func lines(wasAccepted: Bool) -> [String] {
        var lines: [String] = []
        if let token, token.isReadable {
            let claims = token.authorization.sorted { $0.key < $1.key }.map { claim in
                let values = claim.value.count > 3 ? "\(claim.value.count) values" : claim.value.joined(separator: ", ")
                return "\(claim.key) = \(values)"
            }
            if !claims.isEmpty { lines.append(claims.joined(separator: "; ")) }
            if !token.fittingRoles.isEmpty { lines.append("fits: \(list(token.fittingRoles.map(\.rawValue)))") }
            if let issued = token.issuedAt, let expires = token.expires {
                lines.append("valid from \(UTCTime.text(issued)) to \(UTCTime.text(expires))")
            }
        }
        guard !wasAccepted else { return lines }
        lines += findings.map { finding in
            finding.text + (finding.explains.map { " (explains \($0.title))" } ?? "")
                + (isAlone ? " \(finding.nextStep)" : "")
        }
        if let token {
            lines.append(
                token.isAccessToken
                    ? "It is an access token of Google: only Google's servers can read what it allows, and until when."
                    : "The signature was not checked: that needs the public key.")
        }
        return lines
    }
}
