// The faults of a token, one check after the other.

extension TokenCheck {
    mutating func add(_ fault: Fault, _ text: String, next step: String, isRemark: Bool = false) {
        findings.append(Finding(fault: fault, explains: isRemark ? nil : fault.explains, text: text, nextStep: step))
    }

    mutating func checkForm(_ token: FleetToken, hasScheme: Bool) {
        for problem in token.problems {
            add(.unreadable, problem, next: "Send the token exactly as your back end signed it.")
        }
        if !hasScheme {
            add(
                .scheme, "\"Bearer\" does not stand in front of the token.",
                next: "In a header, write \"Bearer {token}\".")
        }
    }

    // MARK: Times

    /// The seconds between two times, the most or least that there are for times too far apart.
    private static func seconds(from start: Int64, to end: Int64) -> Int64 {
        let (seconds, isTooFar) = end.subtractingReportingOverflow(start)
        return !isTooFar ? seconds : start < end ? .max : .min
    }

    /// Times that are milliseconds since 1970: from 1973 to 2286, and as seconds thousands of years away.
    private static let milliseconds: Range<Int64> = 100_000_000_000..<10_000_000_000_000

    mutating func checkTimes(_ token: FleetToken, at time: Int64?, isTimeEarliest: Bool) {
        let isInMilliseconds = [token.issuedAt, token.expires].contains { Self.milliseconds.contains($0 ?? 0) }
        if isInMilliseconds || token.hasTimeAsText {
            let seen = isInMilliseconds ? "in milliseconds, not in seconds" : "a string, not a number"
            add(
                .times, "The token's iat or exp is \(seen).",
                next: "Sign tokens with iat and exp as numbers: the seconds since 1970.")
        }
        // Lengths and ends are wrong by the same factor.
        if isInMilliseconds { return }
        guard let expires = token.expires else {
            if token.problems.isEmpty {
                add(.expiryMissing, "The token has no exp claim.", next: "Sign tokens with exp, at most 1 h on.")
            }
            return
        }
        if let time, expires <= time {
            let ago = UTCTime.span(Self.seconds(from: expires, to: time))
            add(
                .expired, "The token expired at \(UTCTime.text(expires)), \(ago) before the call.",
                next: "Fetch a new token: return one from the token fetcher that is still valid for some minutes.")
        }
        guard let issued = token.issuedAt else {
            if token.problems.isEmpty {
                add(.issueTimeMissing, "The token has no iat claim.", next: "Sign tokens with iat, the time now.")
            }
            return
        }
        let early = time.map { Self.seconds(from: $0, to: issued) } ?? 0
        if early > 600, !isTimeEarliest {
            add(
                .notYetValid,
                "The token was made at \(UTCTime.text(issued)), \(UTCTime.span(early)) after the call; 10 min are allowed.",
                next: "Set the clock of the machine that signs.")
        }
        let life = Self.seconds(from: issued, to: expires)
        if life > 3_600 {
            add(
                .tooLong, "The token lives \(UTCTime.span(life)); at most 1 h is allowed.",
                next: "Sign tokens with exp at most 1 h after iat.")
        } else if expires < issued {
            add(.times, "The token ends before it begins.", next: "Sign tokens with exp after iat.")
        }
    }

    // MARK: Accounts and keys

    static let audience = "https://fleetengine.googleapis.com/"

    mutating func checkAccounts(_ token: FleetToken) {
        if !token.audiences.contains(Self.audience) {
            let seen = token.audiences.isEmpty ? "missing" : "\(list(token.audiences))"
            add(
                .audience, "The token's aud is \(seen), not \(Self.audience).",
                next: "Sign tokens with aud \(Self.audience), slash included.")
        }
        if token.issuer == nil || token.issuer != token.subject {
            add(
                .issuer, "iss and sub are not the same service account.",
                next: "Sign tokens with the service account's email address as both iss and sub.")
        }
    }

    mutating func checkSigning(_ token: FleetToken) {
        if let algorithm = token.algorithm, algorithm != "RS256" {
            add(
                .algorithm, "The token is signed with \(algorithm); Fleet Engine takes RS256.",
                next: "Sign tokens with a private key of the service account.")
        }
        if token.keyID == nil, token.problems.isEmpty {
            add(.keyMissing, "The token's header has no kid.", next: "Name the key that signs in kid.")
        }
    }

    // MARK: What the token allows

    mutating func checkClaims(_ token: FleetToken, of request: RequestFacts?) {
        if token.authorization.isEmpty {
            let seen = token.hasAuthorization ? "authorization claim holds no ID as a string" : "no authorization claim"
            add(
                .claimMissing, "The token\(token.hasAuthorization ? "'s" : " has") \(seen): it allows nothing.",
                next: "Sign tokens with authorization: {\"tripid\": …} or the claim of the resource in use.")
            return
        }
        checkForm(ofClaims: token)
        guard let request, let method = request.method else {
            let others = token.authorization.keys.filter { !Self.claims.contains($0.lowercased()) }
            if others.count == token.authorization.count {
                add(
                    .claimMissing,
                    "The token allows nothing: Fleet Engine does not know the claim \(list(others.sorted())).",
                    next: "Sign tokens with \(list(Self.claims)) in authorization.")
            }
            return
        }
        let roles = token.fittingRoles
        allowsMethod = roles.contains { $0.allows(method, updateMask: request.updateMask) }
        if let claim = method.resource.claim {
            let isAboutAll = [.list, .search].contains(method.action)
            let granted = token.values(of: claim)
            if granted.isEmpty {
                // Who has another claim and a role for it may list and search.
                if !isAboutAll { addMissing(claim, of: token, method) }
            } else if !granted.contains("*") {
                let id = isAboutAll ? "*" : request.resourceName.flatMap(ResourceName.init)?.id
                compare(claim, granted: granted, used: [id].compactMap { $0 } + request.batchIDs, method)
            }
        }
        if !allowsMethod, !findings.contains(where: { $0.fault == .claimMissing }) { addRole(roles, request, method) }
    }

    /// The claims in `authorization` that Fleet Engine knows.
    private static let claims = FleetMethod.Resource.allCases.compactMap(\.claim) + ["taskids"]

    /// Names of claims are compared letter by letter, `taskids` is an array, and ids are those in resource names, not the
    /// whole names.
    private mutating func checkForm(ofClaims token: FleetToken) {
        if token.hasTasksAsText {
            add(
                .claimMissing, "The token's taskids is a string, not an array.",
                next: "Sign tokens with taskids as an array: the IDs of tasks, or [\"*\"] for every task.")
        }
        for (claim, ids) in token.authorization.sorted(by: { $0.key < $1.key }) {
            let name = claim.lowercased()
            if claim != name, Self.claims.contains(name) {
                add(
                    .claimMissing, "The token's claim \(claim) is unknown: Fleet Engine's are in lower case.",
                    next: "Sign tokens with \(name) in place of \(claim).")
            }
            for id in ids {
                guard let problem = id.isEmpty ? "is empty" : ResourceID.problem(id) else { continue }
                add(
                    .otherID, "The ID \"\(id)\" in the token's \(claim) \(problem).",
                    next: "Sign tokens with the ID alone: what stands behind the last / of the resource name.")
                break
            }
        }
    }

    private mutating func addRole(_ roles: [FleetRole], _ request: RequestFacts, _ method: FleetMethod) {
        let mask = request.updateMask
        let seen = roles.isEmpty ? "no role" : list(roles.map(\.rawValue))
        let able = FleetRole.allCases.filter { $0.allows(method, updateMask: mask) }.map(\.rawValue)
        // The fields that are too much for a role which may call the method.
        let fields = roles.first { $0.allows(method) }?.forbidden(in: mask, method) ?? []
        let what = fields.isEmpty ? "call \(method.name)" : "update \(list(fields))"
        add(
            .role, "The token fits \(seen), which may not \(what).",
            next: "Call it with a token of: \(list(able)).")
    }

    private mutating func compare(_ claim: String, granted: [String], used: [String], _ method: FleetMethod) {
        let known = Set(granted)
        let foreign = used.filter { !known.contains($0) }
        guard let first = foreign.first else { return }
        func shown(_ ids: [String]) -> String {
            ids.count > 3 ? "\(ids.count) others" : list(ids.map { "\"\($0)\"" })
        }
        let asked = first == "*" ? "a \(method.action.rawValue) needs \"*\"" : "the call is about \(shown(foreign))"
        add(
            .otherID, "The token's \(claim) is for \(shown(granted)), \(asked).",
            next: method.isBatch ? Self.batchStep : "Sign a token with \(claim) \"\(first)\".")
    }

    /// The claim `taskid` is for one task, `taskids` for several.
    private static let batchStep =
        "Sign a token with taskids: the IDs of all tasks in the batch, or [\"*\"] for every task."

    private mutating func addMissing(_ claim: String, of token: FleetToken, _ method: FleetMethod) {
        let seen = list(token.authorization.keys.sorted())
        // Riders read vehicles with the claim of their trip. Nothing else is read without its own claim.
        let isRiders = allowsMethod && method.action == .get && method.resource == .vehicle
        add(
            .claimMissing, "The token has no \(method.isBatch ? "taskids" : claim) claim; it has \(seen).",
            next: method.isBatch
                ? Self.batchStep : "Sign a token with \(claim) for the \(method.resource.title) in question.",
            isRemark: isRiders)
    }
}
