internal import FleetErrors
public import FleetMessages
internal import GRPCWire
internal import JSONText

/// A call as the service sees it: its method, its token, and when it came.
struct EmulatedCall: Sendable {
    /// The `:path` without its first slash: `maps.fleetengine.v1.TripService/GetTrip`.
    let name: String
    let method: FleetMethod
    let now: Timestamp
    /// The token, which ``init(_:token:now:clientNow:)`` has found valid.
    let token: FleetToken
    /// What is wrong in the fields of the request.
    var fields: [FieldFault] = []

    /// Authenticates the caller.
    ///
    /// - Parameter clientNow: The time of clients, if it is another than that of the server.
    /// - Throws: UNAUTHENTICATED if there is no token, or if it is valid at neither time.
    init(
        _ method: FleetMethod, token text: String?, now: Timestamp, clientNow: Timestamp?
    ) throws(CallStatus) {
        (name, self.method, self.now) = (String(method.path.dropFirst()), method, now)
        let facts = ["method": name, "service": ServiceDomain.fleetEngine]
        func unauthenticated(_ rule: Rule, _ reason: String, _ message: String) -> CallStatus {
            rule.failure(
                .unauthenticated, message, [.errorInfo(reason, domain: ServiceDomain.google, facts)])
        }
        guard let text, !text.isEmpty else {
            throw unauthenticated(
                .tokenPresent, "CREDENTIALS_MISSING", "Request is missing required authentication credential.")
        }
        token = FleetToken(text)
        guard text.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 2 else {
            throw unauthenticated(
                .tokenReadable, "CREDENTIALS_MALFORMED", "Authorization header is not a Bearer JWT.")
        }
        guard token.isReadable, token.problems.isEmpty else {
            throw unauthenticated(.tokenReadable, "CREDENTIALS_MALFORMED", "The JWT could not be decoded.")
        }
        func refusal(at time: Timestamp) -> TokenCheck.Finding? {
            TokenCheck(token, of: "Bearer ", time: time.seconds).findings.first {
                // Which claim is missing depends on the method.
                $0.explains == .unauthenticated && $0.fault != .claimMissing
            }
        }
        if let finding = refusal(at: now), clientNow.map({ refusal(at: $0) != nil }) ?? true {
            switch finding.fault {
            case .audience:
                throw unauthenticated(
                    .tokenAudience, "AUDIENCE_INVALID",
                    "The JWT audience must be https://fleetengine.googleapis.com/.")
            case .expired:
                throw unauthenticated(
                    .tokenTimes, "ACCESS_TOKEN_EXPIRED",
                    "The provided JWT has expired. Please provide a valid JWT.")
            default: throw unauthenticated(.tokenTimes, "CREDENTIALS_INVALID", finding.text)
            }
        }
    }
}

// MARK: - Claims

extension FleetEmulator {
    /// Lets a call pass whose token names the resource and fits a role that may call the method.
    ///
    /// - Parameters:
    ///   - ids: The ids of the resources that the call is about; none for lists and searches.
    ///   - mask: The paths that an update names.
    func authorize(_ call: EmulatedCall, _ ids: [String], mask: [String]? = nil) throws(CallStatus) {
        let method = call.method
        let claim = method.resource.claim ?? "tripid"
        let granted = call.token.values(of: claim)
        let roles = self.roles(of: call.token)
        let isAllowed = roles.contains { $0.allowsAny(method) }
        if granted.isEmpty {
            // Riders, whose claim is that of a trip, find and read vehicles. Nothing else is read without its own claim.
            let isRiders = isAllowed && method.resource == .vehicle && [.get, .search].contains(method.action)
            guard isRiders else {
                throw Rule.claims.failure(
                    .unauthenticated, "The JWT authorization claims do not contain \(claim).",
                    [.errorInfo("CLAIM_MISSING", ["claim": claim, "method": call.name])])
            }
        } else if !granted.contains("*") {
            let known = Set(granted)
            if let foreign = ids.isEmpty ? "*" : ids.first(where: { !known.contains($0) }) {
                throw Rule.claims.failure(
                    .permissionDenied, "The JWT \(claim) claim does not match the requested resource.",
                    [.errorInfo("CLAIM_MISMATCH", ["claim": claim, "requested": foreign])])
            }
        }
        guard isAllowed else { throw forbidden(.roles, call, roles) }
        if enforces(.roleFields), !roles.contains(where: { $0.allows(method, updateMask: mask) }) {
            throw forbidden(.roleFields, call, roles)
        }
    }

    /// The roles that the claims fit. The driver of deliveries whose token has no tasks may be trusted or not.
    private func roles(of token: FleetToken) -> [FleetRole] {
        let roles = token.fittingRoles
        let isOpen = roles.contains(.deliveryUntrustedDriver) && !enforces(.roleFields)
        return isOpen ? roles + [.deliveryTrustedDriver] : roles
    }

    private func forbidden(_ rule: Rule, _ call: EmulatedCall, _ roles: [FleetRole]) -> CallStatus {
        rule.failure(
            .permissionDenied,
            "The JWT fits \(roles.map(\.rawValue).joined(separator: ", ")), which may not make this call.",
            [.errorInfo("IAM_PERMISSION_DENIED", domain: "iam.googleapis.com", ["method": call.name])])
    }

    // MARK: Tokens to try with

    /// A token with these private claims, valid for an hour, whose signature is empty: for tests and demonstrations.
    ///
    /// - Parameter claims: `["vehicleid": ["*"], "tripid": ["*"]]` for all calls about vehicles and trips, and
    ///   `["deliveryvehicleid": ["*"], "taskids": ["*"], "trackingid": ["*"]]` for those of deliveries, as back ends make them;
    ///   ids in place of `*` for what the app of a driver, courier or rider may do. One value becomes a string, several an
    ///   array, those of `taskids` always.
    public static func token(_ claims: [String: [String]], at time: Timestamp) -> String {
        let issuer = "emulator@sample-project.iam.gserviceaccount.com"
        let authorization = claims.sorted { $0.key < $1.key }.map { claim in
            let values = claim.value.map(JSONValue.string)
            let isText = values.count == 1 && claim.key != "taskids"
            return JSONValue.Member(name: claim.key, value: isText ? values[0] : .array(values))
        }
        let (end, overflow) = time.seconds.addingReportingOverflow(3600)
        let payload =
            #"{"iss":"\#(issuer)","sub":"\#(issuer)","aud":"https://fleetengine.googleapis.com/","iat":\#(time.seconds),"#
            + #""exp":\#(overflow ? .max : end),"authorization":\#(JSONValue.object(authorization).text())}"#
        let header = #"{"alg":"none","typ":"JWT","kid":"emulator"}"#
        return Base64.encode(header.utf8, as: .url) + "." + Base64.encode(payload.utf8, as: .url) + "."
    }
}
