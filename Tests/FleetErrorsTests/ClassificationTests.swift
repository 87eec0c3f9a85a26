import FleetErrors
import GRPCWire
import Testing

/// Every code in every context. The source of each category is named beside it.
@Suite struct ClassificationTests {
    /// Google's page "Handle Consumer SDK errors", first table: the SDK recovers by itself.
    static let recovers: [StatusCode] = [.aborted, .cancelled, .deadlineExceeded, .unavailable]
    /// Google's page "Handle Consumer SDK errors", second table: the app must act.
    static let act: [StatusCode] = [
        .invalidArgument, .notFound, .permissionDenied, .resourceExhausted, .unauthenticated,
    ]

    static let cases: [(StatusCode, CallContext)] = StatusCode.all.flatMap { code in
        CallContext.allCases.map { (code, $0) }
    }

    /// Source: googleapis/sdk-platform-java: gax-java/gax-httpjson/…/HttpJsonStatusCode.java
    @Test(
        arguments: [
            (200, .ok), (204, .ok), (302, .unknown), (400, .invalidArgument), (401, .unauthenticated),
            (403, .permissionDenied),
            (404, .notFound), (409, .aborted), (416, .outOfRange), (418, .failedPrecondition),
            (429, .resourceExhausted),
            (499, .cancelled), (500, .internal), (501, .unimplemented), (503, .unavailable), (504, .deadlineExceeded),
            (505, .internal),
        ] as [(Int, StatusCode)])
    func statusesOfHTTPLeaveALikelyCode(status: Int, code: StatusCode) { #expect(StatusCode(rest: status) == code) }

    @Test(arguments: cases)
    func hasTheCategoryOfTheTables(code: StatusCode, context: CallContext) {
        let diagnosis = Diagnosis(code, in: context)
        if Self.recovers.contains(code) {
            #expect(diagnosis.category == .recoversByItself)
            #expect(diagnosis.sources.first == .consumerErrors)
        } else if Self.act.contains(code) {
            #expect(diagnosis.category == .clientMustAct)
            #expect(diagnosis.sources.first == .consumerErrors)
        } else if code == .ok {
            #expect(diagnosis.category == .noError)
            #expect(diagnosis.sources == [.rpcCodes])
        } else {
            // In no table: statuscodes.md says what it means, and the decision says so.
            #expect(diagnosis.category == .unclassified)
            #expect(diagnosis.sources == [.grpcCodes, .decision])
            #expect(diagnosis.reason.contains("no published table"))
        }
        // Documented for the consumer; for the others the same table by decision.
        let isDecision = diagnosis.sources.contains(.decision)
        #expect(isDecision == (code != .ok && (context != .consumerPoll || diagnosis.category == .unclassified)))
        #expect(!diagnosis.meaning.isEmpty && !diagnosis.nextStep.isEmpty && !diagnosis.retry.isEmpty)
        #expect((diagnosis.leaning == nil) == (diagnosis.category != .unclassified || code == .unknown))
    }

    @Test func thereAre17CodesAnd4Contexts() { #expect(Self.cases.count == 68) }

    @Test(arguments: [-1, 17, 99, Int32.max, Int32.min]) func keepsUnknownNumbers(number: Int32) {
        let diagnosis = Diagnosis(StatusCode(rawValue: number))
        #expect(diagnosis.code.rawValue == number)
        #expect(diagnosis.category == .unclassified)
        #expect(diagnosis.meaning.contains("\(number)"))
    }

    @Test(
        arguments: [
            ("/maps.fleetengine.v1.VehicleService/UpdateVehicle", CallContext.driverUpdate),
            ("/maps.fleetengine.v1.TripService/UpdateTrip", .backEnd),
            ("maps.fleetengine.v1.TripService/GetTrip", .consumerPoll),
            ("/maps.fleetengine.v1.TripService/GetTrip?alt=proto&x=a/b?", .consumerPoll),
            ("/maps.fleetengine.v1.VehicleService/SearchVehicles", .backEnd),
            ("/maps.fleetengine.v1.TripService/ReportBillableTrip", .backEnd),
            ("/maps.fleetengine.delivery.v1.DeliveryService/GetTask", .delivery),
            ("/maps.fleetengine.delivery.v1.DeliveryService/UpdateDeliveryVehicle", .delivery),
        ])
    func knowsTheContextOfAMethod(path: String, context: CallContext) {
        #expect(FleetMethod(path: path)?.context == context)
    }

    /// The advice on repeats is what the client libraries do, and what the method allows.
    @Test(arguments: FleetMethod.all) func adviceOnRepeatsFitsTheMethod(_ method: FleetMethod) {
        let call = FailedCall(CallStatus(.unavailable), request: RequestFacts(path: method.path))
        let retry = call.diagnosis.retry
        #expect(retry.contains("the client library does it") == method.isRetriedByDefault)
        #expect(retry.contains("not idempotent") == !method.isIdempotent)
    }

    /// The Driver SDK's documentation: every 10 s by default, at least 5 s and at most 60 s apart.
    @Test func knowsIntervals() {
        #expect((LocationInterval.least, LocationInterval.usual, LocationInterval.most) == (5, 10, 60))
        #expect(Diagnosis(.resourceExhausted, in: .driverUpdate).nextStep.contains("at most every 5 s (10 s is the"))
    }

    /// Without a method it is not known who repeats the call, and whether that is safe.
    @Test func adviceOnRepeatsWithoutAMethodDependsOnIt() {
        for context in [nil, .backEnd, .delivery] as [CallContext?] {
            let retry = Diagnosis(.unavailable, in: context).retry
            #expect(retry.contains("most methods") && retry.contains("not idempotent"))
        }
        #expect(Explanation(pasted: "14").diagnosis?.retry == Diagnosis(.unavailable).retry)
        // Each of these is a single method.
        for context in [.consumerPoll, .driverUpdate] as [CallContext] {
            #expect(!Diagnosis(.unavailable, in: context).retry.contains("most methods"))
        }
    }

    /// Google's client configuration: 15 s on demand, 60 s for deliveries, and none for some methods.
    @Test(arguments: FleetMethod.all) func deadlinesFitTheMethod(_ method: FleetMethod) {
        let call = FailedCall(CallStatus(.deadlineExceeded), request: RequestFacts(path: method.path))
        let step = call.diagnosis.nextStep
        #expect(step.contains(" 15 s") == (method.defaultTimeout == 15), "\(step)")
        #expect(step.contains(" 60 s") == (method.defaultTimeout == 60), "\(step)")
        // Without a method, those that have none are named.
        guard method.defaultTimeout == nil else { return }
        let others = FailedCall(CallStatus(.deadlineExceeded), context: method.context).diagnosis.nextStep
        #expect(others.contains(method.name))
    }

    /// Only methods that apps call again anyway need no step, and only those that the library repeats are said to be repeated.
    @Test(arguments: FleetMethod.all) func nextStepsFitTheMethod(_ method: FleetMethod) {
        let isRepeatedByApps = [.consumerPoll, .driverUpdate, .delivery].contains(method.context)
        for code in (1...16).map({ StatusCode(rawValue: $0) }) {
            let step = Diagnosis(code, in: method.context).nextStep
            if step.hasPrefix("Nothing:") || step.contains("next update") || step.contains("next poll") {
                #expect(isRepeatedByApps, "\(method.name) \(code)")
            }
            if step.contains("the library retries the call") {
                #expect(method.isRetriedByDefault && method.isIdempotent, "\(method.name) \(code)")
            }
        }
    }

    @Test(arguments: ["", "/", "/maps.fleetengine.v1.TripService/Fly", "/grpc.health.v1.Health/Check"])
    func rejectsPathsThatAreNotFleetEngines(path: String) {
        #expect(FleetMethod(path: path)?.context == nil)
        #expect(FleetMethod(path: path) == nil)
    }

    /// Google's client configuration: these methods have neither a default deadline nor retries.
    @Test func knowsDefaults() throws {
        let methods =
            try [
                ("v1.VehicleService/UpdateVehicle", 15), ("v1.TripService/GetTrip", 15),
                ("v1.VehicleService/ListVehicles", nil),
                ("v1.VehicleService/DeleteVehicle", nil), ("v1.TripService/DeleteTrip", nil),
                ("v1.TripService/ReportBillableTrip", nil), ("delivery.v1.DeliveryService/GetTask", 60),
                ("delivery.v1.DeliveryService/DeleteTask", nil),
                ("delivery.v1.DeliveryService/DeleteDeliveryVehicle", nil),
            ].map { (try #require(FleetMethod(path: "maps.fleetengine.\($0.0)")), $0.1) } as [(FleetMethod, Double?)]
        for (method, timeout) in methods {
            #expect(method.defaultTimeout == timeout)
            #expect(method.isRetriedByDefault == (timeout != nil))
        }
        #expect(methods[0].0.isIdempotent && methods[1].0.isIdempotent && !methods[5].0.isIdempotent)
    }

    /// Against the same configuration: GetTrip has 15 s.
    @Test(arguments: [("2S", "short"), ("14900m", "usual"), ("15S", nil), ("60S", nil)] as [(String, String?)])
    func onlyDeadlinesBelowTheDefaultAreTold(timeout: String, word: String?) throws {
        let request = RequestFacts(path: "/maps.fleetengine.v1.TripService/GetTrip")
        let call = FailedCall(CallStatus(.deadlineExceeded), request: request, timeout: try CallTimeout(timeout))
        let text = ([call.diagnosis.meaning] + call.diagnosis.evidence).joined(separator: "\n")
        #expect(text.contains("grpc-timeout was \(timeout)") == (word != nil))
        #expect(text.contains("deadline is short") == (word == "short"))
    }

    /// Google's table of errors: a trip's name must be providers/{provider_id}/trips/{trip_id}.
    @Test func namesHaveOneFormInAllTexts() throws {
        let form = "providers/{provider_id}/trips/{trip_id}"
        #expect(try #require(ResourceName.problem("t", for: .trip)).contains(form))
        #expect(try #require(ResourceName.problem("providers/p/vehicles/v", for: .trip)).contains(form))
        let poll = RequestFacts(path: "/maps.fleetengine.v1.TripService/GetTrip")
        for call in [
            FailedCall(CallStatus(.invalidArgument), context: .consumerPoll),
            FailedCall(CallStatus(.invalidArgument), context: .backEnd),
            FailedCall(CallStatus(.invalidArgument), request: poll),
        ] {
            #expect(call.diagnosis.nextStep.contains(form))
        }
    }

    // The comments of Fleet Engine's .proto files: form, 64 characters, none of / : ? , #
    @Test(
        arguments: [
            ("providers/p/vehicles/v", true), ("p/vehicles/v", false), ("providers/p/vehicle/v", false),
            ("providers//vehicles/v", false), ("providers/p/vehicles/", false), ("providers/p/vehicles/a:b", false),
            ("providers/p/vehicles/" + String(repeating: "x", count: 64), true),
            ("providers/p/vehicles/" + String(repeating: "x", count: 65), false), ("", false),
            ("providers/p/vehicles/v/w", false),
        ])
    func judgesNames(name: String, isRight: Bool) {
        #expect((ResourceName.problem(name, for: .vehicle) == nil) == isRight)
    }
}
