internal import FleetMessages
public import GRPCWire

/// A token held against the call that carried it, without a network: which of 401 and 403 its faults explain.
///
/// A fault of the token itself (expired, wrong audience, without the claim that the call needs) explains
/// UNAUTHENTICATED; a sound token for something else explains PERMISSION_DENIED. The tables say so for expired tokens,
/// tokens without a trip ID, and tokens for another ID; the other faults follow the same line, because a token that is
/// not valid authenticates nobody.
public struct TokenCheck: Sendable {
    /// One thing that is wrong or worth knowing.
    public struct Finding: Hashable, Sendable {
        package let fault: Fault
        /// A stable word for scripts: `expired`, `audience`, `other_id`, …
        public var kind: String { fault.rawValue }
        /// The code that it explains; `nil` for remarks.
        public let explains: StatusCode?
        /// What is wrong, a sentence.
        public let text: String
        /// What to do about it, a sentence.
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
    }

    /// The token; `nil` when the call had none.
    public let token: FleetToken?
    /// The strongest first.
    public private(set) var findings: [Finding] = []
    /// A role that the claims fit may call the method, for the ids that they name; `false` while no method is known.
    package private(set) var allowsMethod = false
    /// The claims could be read.
    public var isReadable: Bool { token?.isReadable ?? false }

    /// The time of the call is the earliest that it can have been.
    private let isTimeEarliest: Bool

    private init(token: FleetToken?, isTimeEarliest: Bool = false) {
        self.token = token
        self.isTimeEarliest = isTimeEarliest
    }

    /// The check of a call without an `authorization` header.
    public static let missing: Self = {
        var check = Self(token: nil)
        check.add(
            .missing, .unauthenticated, "The call has no authorization header.",
            "Send \"authorization: Bearer {token}\" with each call; in the SDK, return a token from the token fetcher.")
        return check
    }()

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
        self.init(token: token, isTimeEarliest: isTimeEarliest)
        for problem in token.problems {
            add(.unreadable, .unauthenticated, problem, "Send the token exactly as your back end signed it.")
        }
        if !FleetToken.hasScheme(authorization.utf8) {
            add(
                .scheme, nil, "\"Bearer\" does not stand in front of the token.",
                "In a header, write \"Bearer {token}\".")
        }
        guard token.isReadable else { return }
        checkTimes(token, time)
        // Of damaged claims nobody knows what is missing.
        if token.problems.isEmpty {
            checkNames(token)
            checkClaims(token, request)
        }
        checkHeader(token)
        // Strongest first: what explains 401, then 403, then remarks; each in the order found.
        findings = [.unauthenticated, .permissionDenied, nil].flatMap { code in findings.filter { $0.explains == code }
        }
    }

    private mutating func add(_ fault: Fault, _ explains: StatusCode?, _ text: String, _ nextStep: String) {
        findings.append(Finding(fault: fault, explains: explains, text: text, nextStep: nextStep))
    }

    // MARK: Times

    /// Of times that nobody means as much as can be said.
    private static func seconds(from start: Int64, to end: Int64) -> Int64 {
        let (seconds, isTooFar) = end.subtractingReportingOverflow(start)
        return !isTooFar ? seconds : start < end ? .max : .min
    }

    private mutating func checkTimes(_ token: FleetToken, _ time: Int64?) {
        let renew = "Fetch a new token: return one from the token fetcher that is still valid for some minutes."
        guard let expires = token.expires else {
            guard token.problems.isEmpty else { return }
            add(
                .expiryMissing, .unauthenticated, "The token has no exp claim.",
                "Sign tokens with exp, at most 1 h on.")
            return
        }
        if let time, expires <= time {
            let ago = UTCTime.span(Self.seconds(from: expires, to: time))
            add(
                .expired, .unauthenticated,
                "The token expired at \(UTCTime.text(expires)), \(ago) before the call.", renew)
        }
        guard let issued = token.issuedAt else {
            guard token.problems.isEmpty else { return }
            add(
                .issueTimeMissing, .unauthenticated, "The token has no iat claim.",
                "Sign tokens with iat, the time now.")
            return
        }
        let early = time.map { Self.seconds(from: $0, to: issued) } ?? 0
        if early > 600, !isTimeEarliest {
            add(
                .notYetValid, .unauthenticated,
                "The token was made at \(UTCTime.text(issued)), \(UTCTime.span(early)) after the call; 10 min "
                    + "are allowed.", "Set the clock of the machine that signs.")
        }
        let life = Self.seconds(from: issued, to: expires)
        if life > 3_600 {
            add(
                .tooLong, .unauthenticated,
                "The token lives \(UTCTime.span(life)); at most 1 h is allowed.",
                "Sign tokens with exp at most 1 h after iat.")
        } else if expires < issued {
            add(.times, .unauthenticated, "The token ends before it begins.", "Sign tokens with exp after iat.")
        }
    }

    // MARK: Who, for whom, how

    private static let audience = "https://fleetengine.googleapis.com/"

    private mutating func checkNames(_ token: FleetToken) {
        if !token.audiences.contains(Self.audience) {
            let seen = token.audiences.isEmpty ? "missing" : "\(list(token.audiences))"
            add(
                .audience, .unauthenticated, "The token's aud is \(seen), not \(Self.audience).",
                "Sign tokens with aud \(Self.audience), slash included.")
        }
        if token.issuer == nil || token.issuer != token.subject {
            add(
                .issuer, .unauthenticated, "iss and sub are not the same service account.",
                "Sign tokens with the service account's email address as both iss and sub.")
        }
    }

    private mutating func checkHeader(_ token: FleetToken) {
        if let algorithm = token.algorithm, algorithm != "RS256" {
            add(
                .algorithm, nil, "The token is signed with \(algorithm); Fleet Engine takes RS256.",
                "Sign tokens with a private key of the service account.")
        }
        if token.keyID == nil, token.problems.isEmpty {
            add(.keyMissing, nil, "The token's header has no kid.", "Name the key that signs in kid.")
        }
    }

    // MARK: What it allows

    private mutating func checkClaims(_ token: FleetToken, _ request: RequestFacts?) {
        if !token.hasAuthorization || token.authorization.isEmpty {
            add(
                .claimMissing, .unauthenticated, "The token has no authorization claim: it allows nothing.",
                "Sign tokens with authorization: {\"tripid\": …} or the claim of the resource in use.")
            return
        }
        guard let method = request?.method else { return }
        let resource = method.resource
        let roles = token.fittingRoles
        let mask = request?.updateMask
        let allowed = roles.contains { $0.allows(method, updateMask: mask) }
        allowsMethod = allowed
        if let claim = resource.claim, ![.list, .search].contains(method.action) {
            let granted = token.values(of: claim)
            if granted.isEmpty {
                missing(claim, token, method, allowed)
            } else if !granted.contains("*") {
                let ids = [request?.resourceName.flatMap(ResourceName.init)?.id].compactMap { $0 }
                other(claim, granted, ids + (request?.batchIDs ?? []), method)
            }
        }
        if !allowed, !findings.contains(where: { $0.fault == .claimMissing }) {
            let seen = roles.isEmpty ? "no role" : list(roles.map(\.rawValue))
            let able = FleetRole.allCases.filter { $0.allows(method, updateMask: mask) }.map(\.rawValue)
            // Of a role that may call the method, but not change everything that the mask names.
            let fields = roles.first { $0.allows(method) }?.forbidden(in: mask, method) ?? []
            let what = fields.isEmpty ? "call \(method.name)" : "update \(list(fields))"
            add(
                .role, .permissionDenied, "The token fits \(seen), which may not \(what).",
                "Call it with a token of: \(list(able)).")
        }
    }

    /// - Parameters:
    ///   - granted: The ids for which the token is.
    ///   - ids: Those that the call is about.
    private mutating func other(_ claim: String, _ granted: [String], _ ids: [String], _ method: FleetMethod) {
        let known = Set(granted)
        let foreign = ids.filter { !known.contains($0) }
        guard let first = foreign.first else { return }
        func shown(_ ids: [String]) -> String {
            ids.count > 3 ? "\(ids.count) others" : list(ids.map { "\"\($0)\"" })
        }
        let subject = foreign.count == 1 ? "\"\(first)\"" : shown(foreign)
        add(
            .otherID, .permissionDenied, "The token's \(claim) is for \(shown(granted)), the call is about \(subject).",
            method.isBatch ? Self.batchStep : "Sign a token with \(claim) \"\(first)\".")
    }

    /// One claim is for one task, the other for several.
    private static let batchStep =
        "Sign a token with taskids: the IDs of all tasks in the batch, or [\"*\"] for every task."

    private mutating func missing(_ claim: String, _ token: FleetToken, _ method: FleetMethod, _ allowed: Bool) {
        let seen = list(token.authorization.keys.sorted())
        let text = "The token has no \(method.isBatch ? "taskids" : claim) claim; it has \(seen)."
        let step =
            method.isBatch
            ? Self.batchStep : "Sign a token with \(claim) for the \(method.resource.title) in question."
        // A driver may read trips, a consumer vehicles, without their claims; only a trip's own reader needs tripid.
        let isOtherReader = allowed && method.isReading && method.resource != .trip
        add(.claimMissing, isOtherReader ? nil : .unauthenticated, text, step)
    }
}

// MARK: The cause

extension TokenCheck {
    /// What is wrong with a token besides what it says: how it is sent and signed.
    ///
    /// No table says which code that gives, and the signature is not checked here.
    private static let faultsOfForm: [Fault] = [.scheme, .algorithm, .keyMissing]

    /// What explains that a call was refused; `nil` where nothing does, and for statuses that no token explains.
    package func cause(of status: CallStatus) -> Finding? { causes(of: status).first }

    /// Everything that may explain that a call was refused, the likeliest first.
    ///
    /// What explains the code comes first. Then, for UNAUTHENTICATED, how the token is sent and signed, because a token
    /// that is not valid authenticates nobody, and what usually gives PERMISSION_DENIED; the other way round for
    /// PERMISSION_DENIED, which the tables name for invalid tokens as well. What the server says itself counts more:
    /// behind a reason about project or account no fault of the token is looked for, and behind one about the token none
    /// of its form.
    package func causes(of status: CallStatus) -> [Finding] {
        guard [.unauthenticated, .permissionDenied].contains(status.code) else { return [] }
        let reason = status.knownReason
        if let reason, !reason.isAboutToken { return [] }
        let explaining = findings.filter { finding in
            // Whose role may make the call without the claim is refused permission for something else.
            if finding.fault == .claimMissing, allowsMethod, status.code == .permissionDenied { return false }
            return finding.explains != nil
        }
        let fitting = explaining.filter { $0.explains == status.code }
        let others = explaining.filter { $0.explains != status.code }
        let form = reason == nil ? findings.filter { Self.faultsOfForm.contains($0.fault) } : []
        return fitting + (status.code == .unauthenticated ? form + others : others + form)
    }
}

extension CallStatus {
    /// What the server itself gives as the reason, if it is one that is known.
    var knownReason: ErrorReason? {
        detail(ErrorInfo.self).flatMap { $0.domain == "googleapis.com" ? ErrorReason($0.reason) : nil }
    }
}

// MARK: For people

extension TokenCheck {
    /// What the token allows, to whom and how long, and what is wrong with it, a fact per line. Never the signature.
    ///
    /// Claims are shown as they were sent: make them safe for a terminal before printing.
    public var lines: [String] { lines(wasAccepted: false) }

    /// The same of a call whose end is known.
    ///
    /// - Parameter wasAccepted: The server took the token. Which roles it stands for is then better known to the server than
    ///   here, where claims alone tell.
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
        lines += findings.filter { !wasAccepted || $0.fault != .role }.map { finding in
            finding.text + (finding.explains.map { " (explains \($0.title))" } ?? "")
        }
        if token != nil { lines.append("The signature was not checked: that needs the public key.") }
        return lines
    }
}
