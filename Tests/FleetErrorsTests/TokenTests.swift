import FleetErrors
import FleetMessages
import Foundation
import GRPCWire
import ProtobufWire
import TestSupport
import Testing

/// A token of made-up parts; its signature is a word that must never be seen again.
func token(_ claims: String, header: String = #"{"alg":"RS256","typ":"JWT","kid":"k"}"#) -> String {
    jsonWebToken(header, claims, Array("SIGNATURE".utf8))
}

func claims(_ authorization: String, iat: Int = 1_000_000, exp: Int = 1_003_600, aud: String? = nil) -> String {
    let audience = aud ?? #""https://fleetengine.googleapis.com/""#
    return
        #"{"iss":"a@b","sub":"a@b","aud":\#(audience),"iat":\#(iat),"exp":\#(exp),"authorization":\#(authorization)}"#
}

@Suite struct TokenTests {
    private let getTrip = "/maps.fleetengine.v1.TripService/GetTrip"

    private func request(_ path: String, _ name: String) -> RequestFacts {
        var facts = RequestFacts(path: path)
        facts.resourceName = name
        return facts
    }

    @Test func readsClaims() {
        let text = token(claims(#"{"deliveryvehicleid":"dv","taskids":["a","b"]}"#))
        let read = FleetToken("Bearer " + text)
        #expect(read.algorithm == "RS256" && read.keyID == "k")
        #expect(read.issuedAt == 1_000_000 && read.expires == 1_003_600)
        #expect(read.values(of: "taskid") == ["a", "b"])
        #expect(read.fittingRoles == [.deliveryTrustedDriver])
        #expect(read.problems.isEmpty)
    }

    // The table of roles in Fleet Engine's documentation.
    @Test(
        arguments: [
            (#"{"tripid":"t"}"#, [.consumer]), (#"{"vehicleid":"v"}"#, [.driver]),
            (#"{"vehicleid":"*"}"#, [.superUser]), (#"{"taskid":"t"}"#, [.deliveryConsumer]),
            (#"{"trackingid":"t"}"#, [.deliveryConsumer]), (#"{"deliveryvehicleid":"d"}"#, [.deliveryUntrustedDriver]),
            (#"{"deliveryvehicleid":"d","taskid":"t"}"#, [.deliveryTrustedDriver]),
            (#"{"deliveryvehicleid":"*"}"#, [.deliverySuperUser, .deliveryFleetReader]),
            (#"{"taskids":["*"]}"#, [.deliverySuperUser, .deliveryFleetReader]), ("{}", []),
        ] as [(String, [FleetRole])])
    func findsTheRole(authorization: String, roles: [FleetRole]) {
        #expect(FleetToken(token(claims(authorization))).fittingRoles == roles)
    }

    @Test(
        arguments: [
            (#"{"tripid":"t"}"#, 1_000_060, nil), (#"{"tripid":"*"}"#, 1_000_060, nil),
            (#"{"tripid":"t"}"#, 1_003_600, "expired"), (#"{"tripid":"t"}"#, 999_400, nil),
            (#"{"tripid":"t"}"#, 999_399, "not_yet_valid"), (#"{"tripid":"u"}"#, 1_000_060, "other_id"),
            (#"{"vehicleid":"v"}"#, 1_000_060, "claim_missing"), ("{}", 1_000_060, "claim_missing"),
        ] as [(String, Int64, String?)])
    func checksATripPoll(authorization: String, time: Int64, kind: String?) {
        let check = TokenCheck(
            authorization: "Bearer " + token(claims(authorization)),
            request: request(getTrip, "providers/p/trips/t"), time: time)
        #expect(check.findings.first?.kind == kind)
        let expected: StatusCode? = kind == nil ? nil : kind == "other_id" ? .permissionDenied : .unauthenticated
        #expect(check.findings.first?.explains == expected)
    }

    /// Times at the ends of the range are compared without overflow.
    @Test(
        arguments: [
            (Int.max, Int.max, 1_000_000, ["not_yet_valid"]), (.max, .max, -5, ["not_yet_valid"]),
            (.min, 1_003_600, 1_000_000, ["too_long"]), (.min, .min, 1_000_000, ["expired"]),
            (.min, .max, 0, ["too_long"]), (.max, .min, 0, ["expired", "not_yet_valid", "times"]),
        ] as [(Int, Int, Int64, [String])])
    func timesFarApartDoNotOverflow(issued: Int, expires: Int, time: Int64, kinds: [String]) {
        let check = TokenCheck(
            authorization: "Bearer " + token(claims(#"{"tripid":"t"}"#, iat: issued, exp: expires)),
            request: request(getTrip, "providers/p/trips/t"), time: time)
        #expect(check.findings.map(\.kind) == kinds)
    }

    @Test(
        arguments: [
            (#"{"tripid":"t"}"#, "v1.VehicleService/UpdateVehicle", "providers/p/vehicles/v", "claim_missing"),
            (#"{"vehicleid":"v"}"#, "v1.VehicleService/UpdateVehicle", "providers/p/vehicles/v", nil),
            (#"{"vehicleid":"v"}"#, "v1.VehicleService/DeleteVehicle", "providers/p/vehicles/v", "role"),
            (#"{"tripid":"t"}"#, "v1.VehicleService/SearchVehicles", "providers/p", nil),
            (#"{"tripid":"t"}"#, "v1.TripService/UpdateTrip", "providers/p/trips/t", "role"),
            (
                #"{"trackingid":"k"}"#, "delivery.v1.DeliveryService/GetTaskTrackingInfo",
                "providers/p/taskTrackingInfo/k", nil
            ),
            (#"{"taskids":["a","b"]}"#, "delivery.v1.DeliveryService/GetTask", "providers/p/tasks/b", nil),
            (#"{"taskids":["a","b"]}"#, "delivery.v1.DeliveryService/GetTask", "providers/p/tasks/c", "other_id"),
            (#"{"deliveryvehicleid":"d"}"#, "delivery.v1.DeliveryService/ListTasks", "providers/p", "role"),
            // Lists and searches need the claim for all.
            (#"{"vehicleid":"v"}"#, "v1.VehicleService/SearchVehicles", "providers/p", "other_id"),
            (#"{"vehicleid":"v"}"#, "v1.VehicleService/ListVehicles", "providers/p", "other_id"),
            (#"{"vehicleid":"*"}"#, "v1.VehicleService/ListVehicles", "providers/p", nil),
            // Names of claims are compared letter by letter, and ids are no resource names.
            (#"{"vehicleId":"v"}"#, "v1.VehicleService/GetVehicle", "providers/p/vehicles/v", "claim_missing"),
            (#"{"vehicleid":"providers/p/vehicles/v"}"#, "v1.VehicleService/ListVehicles", "providers/p", "other_id"),
            (#"{"vehicleid":""}"#, "v1.VehicleService/ListVehicles", "providers/p", "other_id"),
        ] as [(String, String, String, String?)])
    func checksClaims(authorization: String, method: String, name: String, kind: String?) {
        let check = TokenCheck(
            authorization: "Bearer " + token(claims(authorization)),
            request: request("/maps.fleetengine." + method, name), time: 1_000_060)
        #expect(check.findings.first?.kind == kind, "\(check.findings)")
    }

    /// Riders read vehicles with the claim of their trip. Nothing else is read without its own claim.
    @Test(
        arguments: [
            (#"{"tripid":"t"}"#, "v1.VehicleService/GetVehicle", "vehicles/v", nil),
            (#"{"tripid":"*"}"#, "v1.VehicleService/GetVehicle", "vehicles/v", nil),
            (#"{"vehicleid":"*"}"#, "v1.TripService/GetTrip", "trips/t", .unauthenticated),
            (#"{"trackingid":"k"}"#, "delivery.v1.DeliveryService/GetTask", "tasks/t", .unauthenticated),
            (
                #"{"taskid":"*"}"#, "delivery.v1.DeliveryService/GetDeliveryVehicle", "deliveryVehicles/d",
                .unauthenticated
            ),
        ] as [(String, String, String, StatusCode?)])
    func aMissingClaimExplainsThatReadsAreRefused(
        authorization: String, method: String, name: String, code: StatusCode?
    ) {
        let check = TokenCheck(
            authorization: "Bearer " + token(claims(authorization)),
            request: request("/maps.fleetengine." + method, "providers/p/" + name), time: 1_000_060)
        #expect(check.findings.map(\.kind) == ["claim_missing"] && check.findings.first?.explains == code)
    }

    /// The table of roles: a driver updates its vehicle's location and route, an untrusted delivery driver the location
    /// alone, the others every field.
    @Test(
        arguments: [
            (#"{"vehicleid":"v"}"#, "v1.VehicleService/UpdateVehicle", ["last_location"], nil),
            (
                #"{"vehicleid":"v"}"#, "v1.VehicleService/UpdateVehicle",
                ["last_location.location", "current_route_segment", "vehicle_state"], nil
            ),
            (#"{"vehicleid":"v"}"#, "v1.VehicleService/UpdateVehicle", [], nil),
            (#"{"vehicleid":"v"}"#, "v1.VehicleService/UpdateVehicle", nil, nil),
            (#"{"vehicleid":"v"}"#, "v1.VehicleService/UpdateVehicle", ["last_location", "attributes"], "role"),
            (#"{"vehicleid":"v"}"#, "v1.VehicleService/UpdateVehicle", ["vehicle_type.category"], "role"),
            (#"{"vehicleid":"v"}"#, "v1.VehicleService/UpdateVehicle", ["*"], "role"),
            (#"{"vehicleid":"*"}"#, "v1.VehicleService/UpdateVehicle", ["attributes"], nil),
            (#"{"vehicleid":"v"}"#, "v1.VehicleService/UpdateVehicleLocation", nil, nil),
            (#"{"vehicleid":"v"}"#, "v1.VehicleService/UpdateVehicleAttributes", nil, "role"),
            (
                #"{"deliveryvehicleid":"v"}"#, "delivery.v1.DeliveryService/UpdateDeliveryVehicle", ["last_location"],
                nil
            ),
            (
                #"{"deliveryvehicleid":"v"}"#, "delivery.v1.DeliveryService/UpdateDeliveryVehicle",
                ["last_location", "remaining_vehicle_journey_segments"], "role"
            ),
            (#"{"deliveryvehicleid":"v"}"#, "delivery.v1.DeliveryService/UpdateDeliveryVehicle", ["type"], "role"),
            (
                #"{"deliveryvehicleid":"v","taskid":"t"}"#, "delivery.v1.DeliveryService/UpdateDeliveryVehicle",
                ["attributes", "remaining_vehicle_journey_segments"], nil
            ),
        ] as [(String, String, [String]?, String?)])
    func rolesUpdateTheirOwnFields(authorization: String, method: String, mask: [String]?, kind: String?) {
        let collection = method.hasPrefix("delivery") ? "deliveryVehicles" : "vehicles"
        var facts = request("/maps.fleetengine." + method, "providers/p/\(collection)/v")
        facts.updateMask = mask
        let check = TokenCheck(
            authorization: "Bearer " + token(claims(authorization)), request: facts, time: 1_000_060)
        #expect(check.findings.first?.kind == kind, "\(check.findings)")
    }

    /// `taskids` is the claim for several tasks, and has all of them or `*`.
    @Test(
        arguments: [
            (#"{"deliveryvehicleid":"*"}"#, "claim_missing"), (#"{"taskids":["a","b"]}"#, "role"),
            (#"{"deliveryvehicleid":"d","taskids":["a","b"]}"#, nil),
            (#"{"deliveryvehicleid":"d","taskids":["*"]}"#, nil),
            (#"{"deliveryvehicleid":"d","taskids":["a","c"]}"#, "other_id"),
            (#"{"deliveryvehicleid":"d","taskids":"*"}"#, "claim_missing"),
            (#"{"deliveryvehicleid":"d","taskid":"a"}"#, "other_id"),
        ] as [(String, String?)])
    func aBatchNeedsTheClaimForSeveralTasks(authorization: String, kind: String?) throws {
        var batch = BatchCreateTasksRequest()
        batch.parent = "providers/p"
        batch.requests = ["a", "b"].map { id in
            var one = CreateTaskRequest()
            one.taskID = id
            return one
        }
        let facts = RequestFacts(
            path: "/maps.fleetengine.delivery.v1.DeliveryService/BatchCreateTasks", message: batch.encoded())
        let check = TokenCheck(
            authorization: "Bearer " + token(claims(authorization)), request: facts, time: 1_000_060)
        let finding = check.findings.first
        #expect(finding?.kind == kind, "\(check.findings)")
        guard let finding, finding.kind != "role" else { return }
        #expect(finding.nextStep.contains("taskids"))
        #expect(finding.nextStep.contains("[\"*\"]"))
        if kind == "other_id" { #expect(finding.text.contains("\"b\"") && !finding.text.contains("about \"a\"")) }
    }

    @Test func checksTheTokenItself() {
        func kinds(_ claims: String, header: String = #"{"alg":"RS256","kid":"k"}"#) -> [String] {
            TokenCheck(authorization: "Bearer " + token(claims, header: header)).findings.map(\.kind)
        }
        #expect(kinds(claims(#"{"tripid":"t"}"#)) == [])
        #expect(kinds(claims(#"{"tripid":"t"}"#, exp: 1_003_601)) == ["too_long"])
        #expect(kinds(claims(#"{"tripid":"t"}"#, exp: 999_999)) == ["times"])
        #expect(kinds(claims(#"{"tripid":"t"}"#, aud: #""https://fleetengine.googleapis.com""#)) == ["audience"])
        #expect(kinds(claims(#"{"tripid":"t"}"#, aud: #"["x","https://fleetengine.googleapis.com/"]"#)) == [])
        #expect(kinds(claims(#"{"tripid":"t"}"#), header: #"{"alg":"HS256"}"#) == ["algorithm", "key_missing"])
        #expect(kinds("{}") == ["expiry_missing", "audience", "issuer", "claim_missing"])
        #expect(kinds(claims("7")) == ["claim_missing"])
        #expect(kinds(claims(#"{"tripId":"t"}"#)) == ["claim_missing"])
        #expect(kinds(claims(#"{"tripid":"t"}"#, iat: 1_756_669_842_000, exp: 1_756_673_442_000)) == ["times"])
        #expect(kinds(claims(#"{"tripid":"t"}"#).replacing("1003600", with: "\"1003600\"")) == ["times"])
        #expect(kinds(claims(#"{"tripid":"providers/p/trips/t"}"#)) == ["other_id"])
    }

    /// A claim in the wrong form is not said to be missing.
    @Test(arguments: ["{}", #""vehicleid:v1""#, #"{"taskids":[1,2]}"#, "null"])
    func claimsThatNameNothingAreToldFromMissingOnes(authorization: String) {
        let check = TokenCheck(authorization: "Bearer " + token(claims(authorization)))
        #expect(check.findings.map(\.kind) == ["claim_missing"] && check.findings[0].text.contains("holds no ID"))
    }

    /// The length is told down to what makes it too long.
    @Test(arguments: [(3_601, "1 h 1 s"), (3_661, "1 h 1 min"), (7_200, "2 h"), (90_061, "25 h 1 min")])
    func saysHowLongATokenLives(seconds: Int, span: String) {
        let check = TokenCheck(authorization: "Bearer " + token(claims(#"{"tripid":"t"}"#, exp: 1_000_000 + seconds)))
        #expect(check.findings.map(\.text) == ["The token lives \(span); at most 1 h is allowed."])
    }

    /// A token by itself has no other advice: its lines say what to do.
    @Test func aTokenAloneComesWithTheRemedies() throws {
        let text = token(claims(#"{"tripid":"t"}"#, exp: 1_009_000))
        #expect(Explanation(pasted: text).text.contains("Sign tokens with exp at most 1 h after iat."))
        let call = Explanation(pasted: "5", authorization: text)
        #expect(!call.text.contains("Sign tokens with exp at most 1 h after iat."))
    }

    /// A fault that usually has another code tells which.
    @Test(arguments: [("16", false), ("7", true)])
    func tellsTheCodeThatAFaultUsuallyHas(code: String, isTold: Bool) {
        let expired = token(claims(#"{"tripid":"t"}"#))
        let explanation = Explanation(pasted: code, path: getTrip, authorization: expired, time: 2_000_000)
        #expect(explanation.diagnosis?.meaning.contains("usually gives") == isTold)
    }

    /// Only what cannot be checked is left to look at: the key, and the role of the account.
    @Test func aRefusedTokenWithoutFaultsLooksRight() {
        let sound = token(claims(#"{"tripid":"t"}"#))
        let diagnosis = Explanation(pasted: "16", path: getTrip, authorization: sound, time: 1_000_060).diagnosis
        #expect(diagnosis?.evidence.contains { $0.contains("look right") } == true)
    }

    @Test func aTimeAsTextIsNotInMilliseconds() {
        let times = claims(#"{"tripid":"t"}"#).replacing("1003600", with: "\"1003600\"")
        let texts = TokenCheck(authorization: "Bearer " + token(times)).findings.map(\.text)
        #expect(texts == ["The token's iat or exp is a string, not a number."])
    }

    /// What the server says of the claims is not denied.
    @Test func tokensThatTheServerBlamesDoNotLookRight() {
        let said = "PERMISSION_DENIED: The JWT vehicleid claim does not match the requested resource."
        let sound = token(claims(#"{"vehicleid":"v"}"#))
        let unknown = Explanation(pasted: said, authorization: sound)
        let other = Explanation(
            pasted: "7", path: "/maps.fleetengine.v1.VehicleService/GetVehicle",
            authorization: token(claims(#"{"tripid":"t"}"#)))
        for explanation in [unknown, other] {
            #expect(explanation.diagnosis?.evidence.contains { $0.contains("look right") } == false)
        }
        #expect(unknown.diagnosis?.nextStep.hasPrefix("Sign the token with the claim vehicleid") == true)
        let search = Explanation(
            pasted: said, path: "/maps.fleetengine.v1.VehicleService/SearchVehicles", authorization: sound)
        #expect(search.diagnosis?.nextStep == "Sign a token with vehicleid \"*\".")
    }

    /// Where the server finds the times wrong, its step stays, whatever else is known of the token; but for a token that had
    /// expired, which tells when.
    @Test(
        arguments: [
            ("The provided JWT has expired. Please provide a valid JWT.", nil, "t", "Fetch a new token and retry"),
            ("The provided JWT has expired.", 1_003_480, "t", "Fetch a new token and retry"),
            ("The provided JWT has expired.", 1_003_480, "u", "Fetch a new token and retry"),
            ("The provided JWT has expired.", 1_003_660, "t", "Fetch a new token: return one"),
            ("JWT used before issued", nil, "t", "Set the clock of the machine that signs, and"),
            ("The JWT audience is invalid.", nil, "t", "Sign tokens with aud"),
        ] as [(String, Int64?, String, String)])
    func keepsTheStepThatTheMessageNames(message: String, time: Int64?, trip: String, step: String) throws {
        let explanation = Explanation(
            pasted: "UNAUTHENTICATED: \(message)", path: getTrip, resourceName: "providers/p/trips/t",
            authorization: token(claims(#"{"tripid":"\#(trip)"}"#)), time: time)
        let diagnosis = try #require(explanation.diagnosis)
        #expect(diagnosis.nextStep.hasPrefix(step), "\(diagnosis.nextStep)")
        #expect(!diagnosis.evidence.contains { $0.contains("look right") })
    }

    /// Where a call is refused and nothing else is wrong, a demand of the documents (RS256, a key id, `Bearer`) is the cause.
    /// A driver may read trips, so that permission is not refused for the claim; and a reason about the project is not the
    /// token's fault.
    @Test(
        arguments: [
            ("Bearer ", #"{"alg":"RS256","kid":"k"}"#, #"{"tripid":"t"}"#, .unauthenticated, nil, nil),
            ("", #"{"alg":"RS256","kid":"k"}"#, #"{"tripid":"t"}"#, .unauthenticated, nil, "scheme"),
            ("Bearer ", #"{"alg":"HS256","kid":"k"}"#, #"{"tripid":"t"}"#, .unauthenticated, nil, "algorithm"),
            ("Bearer ", #"{"alg":"RS256"}"#, #"{"tripid":"t"}"#, .unauthenticated, nil, "key_missing"),
            ("Bearer ", #"{"alg":"RS256"}"#, #"{"tripid":"t"}"#, .permissionDenied, nil, "key_missing"),
            ("Bearer ", #"{"alg":"RS256"}"#, #"{"tripid":"u"}"#, .permissionDenied, nil, "other_id"),
            ("Bearer ", #"{"alg":"HS256"}"#, #"{"tripid":"u"}"#, .unauthenticated, nil, "algorithm"),
            ("", #"{"alg":"RS256","kid":"k"}"#, "{}", .unauthenticated, nil, "claim_missing"),
            ("Bearer ", #"{"alg":"RS256","kid":"k"}"#, #"{"vehicleid":"v"}"#, .unauthenticated, nil, "claim_missing"),
            ("Bearer ", #"{"alg":"RS256","kid":"k"}"#, #"{"vehicleid":"v"}"#, .permissionDenied, nil, nil),
            ("Bearer ", #"{"alg":"HS256"}"#, #"{"tripid":"u"}"#, .permissionDenied, "SERVICE_DISABLED", nil),
            ("Bearer ", #"{"alg":"HS256"}"#, #"{"tripid":"t"}"#, .permissionDenied, "IAM_PERMISSION_DENIED", nil),
            (
                "Bearer ", #"{"alg":"HS256"}"#, #"{"tripid":"u"}"#, .permissionDenied, "IAM_PERMISSION_DENIED",
                "other_id"
            ),
            ("", #"{"alg":"HS256"}"#, #"{"tripid":"u"}"#, .unavailable, nil, nil),
        ] as [(String, String, String, StatusCode, String?, String?)])
    func findsTheCause(
        scheme: String, header: String, authorization: String, code: StatusCode, reason: String?, kind: String?
    ) throws {
        var status = RPCStatus()
        status.code = code.rawValue
        if let reason {
            var info = ErrorInfo()
            (info.reason, info.domain) = (reason, "googleapis.com")
            status.details = [AnyMessage(packing: info)]
        }
        let failed = FailedCall(
            CallStatus(status), request: request(getTrip, "providers/p/trips/t"),
            authorization: .value(scheme + token(claims(authorization), header: header)), time: 1_000_060)
        let check = try #require(failed.tokenCheck)
        #expect(check.cause(of: failed.status)?.kind == kind)
        // The remedy is that of the cause, and the cause is among the evidence.
        let steps = check.findings.map(\.nextStep)
        let expected = check.findings.first { $0.kind == kind }
        let diagnosis = failed.diagnosis
        #expect(steps.filter { diagnosis.nextStep == $0 } == [expected?.nextStep].compactMap { $0 })
        #expect(expected.map { diagnosis.evidence.contains($0.text) } ?? true)
        if kind == nil { #expect(check.findings.allSatisfy { !diagnosis.evidence.contains($0.text) }) }
    }

    /// What people copy with a token is not taken for a part of it, and only a header can lack the scheme.
    @Test(arguments: ["%", "Bearer %", "\"%\"", "'Bearer %'", "token=%", "authorization: Bearer %", "authorization: %"])
    func aPastedTokenIsReadWithoutWhatStandsAround(text: String) throws {
        let token = token(claims(#"{"vehicleid":"v"}"#))
        let explanation = Explanation(pasted: text.replacing("%", with: token))
        #expect(explanation.form == .token)
        let findings = try #require(explanation.token).findings
        #expect(findings.map(\.fault) == (text == "authorization: %" ? [.scheme] : []))
    }

    /// Claims as jwt.io, Python and Node show them: how the token was signed is not known.
    @Test(arguments: [
        #"{"iss": "a@p", "sub": "a@p", "aud": "https://fleetengine.googleapis.com", "iat": 1, "exp": 9, "authorization": {"vehicleid": "v"}}"#,
        "{'iss': 'a@p', 'sub': 'a@p', 'aud': 'https://fleetengine.googleapis.com', 'iat': 1, 'exp': 9, 'authorization': {'vehicleid': 'v'}}",
        "payload: {\n  iss: 'a@p', sub: 'a@p', aud: 'https://fleetengine.googleapis.com',\n  iat: 1, exp: 9, authorization: { vehicleid: 'v' }\n}",
    ])
    func readsPrintedClaims(text: String) {
        let explanation = Explanation(pasted: text)
        #expect(explanation.form == .token)
        #expect(explanation.token?.findings.map(\.kind) == ["audience"])
        #expect(explanation.token?.token?.authorization == ["vehicleid": ["v"]])
        let signed = Explanation(pasted: #"{"alg":"HS256","typ":"JWT","kid":"k"}"# + "\n" + text)
        #expect(signed.token?.findings.map(\.kind) == ["audience", "algorithm"])
        #expect(Explanation(pasted: "NOT_FOUND: gone\n" + text).call?.status.code == .notFound)
    }

    @Test func claimsOfOthersAllowNothing() {
        let text = token(
            #"{"iss":"a","sub":"a","aud":"https://fleetengine.googleapis.com/","iat":1,"exp":9,"authorization":{"driverid":"v"}}"#
        )
        let check = Explanation(pasted: text).token
        #expect(check?.findings.first?.text.contains("does not know the claim driverid") == true)
    }

    @Test(arguments: ["{token}", "{{token}}"]) func placeholdersAreNoTokens(text: String) {
        #expect(Explanation(pasted: "authorization: \(text)").token?.findings.first?.kind == "unreadable")
    }

    /// A token that is given besides the text has no header that could lack anything.
    @Test func aBareTokenNeedsNoScheme() throws {
        let bare = token(claims(#"{"tripid":"t"}"#))
        let given = Explanation(pasted: "16", path: getTrip, authorization: bare, time: 1_000_060)
        #expect(given.diagnosis?.nextStep.contains("Bearer") == false)
        let seen = Explanation(pasted: "grpc-status: 16\nauthorization: \(bare)", path: getTrip, time: 1_000_060)
        #expect(seen.diagnosis?.nextStep.contains("Bearer") == true)
    }

    /// A token that was made after the earliest possible time of the call need not be from the future.
    @Test(arguments: [(false, "not_yet_valid"), (true, nil)] as [(Bool, String?)])
    func aTokenFromAfterTheEarliestTimeIsNotFromTheFuture(isEarliest: Bool, kind: String?) throws {
        var failed = FailedCall(
            CallStatus(.unauthenticated), request: request(getTrip, "providers/p/trips/t"),
            authorization: .value("Bearer " + token(claims(#"{"tripid":"t"}"#))), time: 900_000)
        failed.isTimeEarliest = isEarliest
        #expect(failed.tokenCheck?.findings.first?.kind == kind)
    }

    @Test(
        arguments: [
            "", "Bearer ", "abc", "a.b.c", "....", "Bearer eyJ.eyJ.eyJ", "Bearer \u{0}.\u{0}.", "=.=.=",
            "Bearer e30.e30.", "Bearer W10.W10.x",
        ])
    func malformedTokensAreExplained(text: String) {
        let check = TokenCheck(authorization: text, request: RequestFacts(path: getTrip), time: 0)
        #expect(check.findings.contains { $0.explains == .unauthenticated })
        #expect(!check.lines.contains { $0.contains("access token of Google") })
    }

    @Test func partsOfADamagedTokenAreRead() {
        let text = token(claims(#"{"tripid":"t"}"#))
        let cut = text.split(separator: ".")[0] + "." + text.split(separator: ".")[1].dropLast(12)
        let read = FleetToken(String(cut))
        #expect(read.issuer == "a@b" && read.expires == 1_003_600)
        #expect(read.problems.count == 2)
    }

    /// A header that cannot be read may have named the key.
    @Test func aDamagedHeaderLacksNoKey() {
        let check = TokenCheck(authorization: "Bearer x" + token(claims(#"{"tripid":"t"}"#)))
        #expect(!check.findings.contains { ["algorithm", "key_missing"].contains($0.kind) })
    }

    @Test func hugeNumbersDoNotOverflow() {
        for number in ["9223372036854775807", "-9223372036854775808", "1e300", "1e18", "-1e18", "0.5"] {
            let text = claims(#"{"tripid":"t"}"#).replacingOccurrences(of: "1000000", with: number)
            let check = TokenCheck(authorization: token(text), time: -5)
            #expect(!check.findings.isEmpty)
        }
    }

    /// Cut anywhere, flipped anywhere: never a crash, never the signature.
    @Test func survivesDamage() {
        let text = Array("Bearer \(token(claims(#"{"tripid":"t"}"#)))".utf8)
        var random = SplitMix64(seed: 3)
        for index in Exhaustive.elements(of: text.indices, inDebugEvery: 7) {
            var flipped = text
            flipped[index] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
            for bytes in [Array(text[..<index]), flipped] {
                let explanation = Explanation(pasted: String(decoding: bytes, as: UTF8.self), time: 1)
                #expect(!explanation.text.contains("U0lHTkFUVVJF"))
            }
        }
        let whole = Explanation(pasted: String(decoding: text, as: UTF8.self))
        #expect(whole.form == .token)
        #expect(!whole.text.contains("U0lHTkFUVVJF") && !whole.json.contains("U0lHTkFUVVJF"))
    }

    /// Accounts with an Admin role may send Google's own access tokens, in which others find no claims.
    @Test func findsNoFaultInAccessTokens() throws {
        let token = "Bearer ya29.c.fake_token-1.fake"
        let check = TokenCheck(authorization: token, request: RequestFacts(path: getTrip), time: 0)
        #expect(check.findings.isEmpty && !check.isReadable)
        #expect(check.lines.count == 1 && check.lines[0].contains("access token of Google"))
        let refused = #"{"error":{"status":"UNAUTHENTICATED","message":"The access token has expired"}}"#
        let explanation = Explanation(pasted: refused, authorization: token)
        #expect(explanation.diagnosis?.meaning == "The token has expired.")
    }
}
