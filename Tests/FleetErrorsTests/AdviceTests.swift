import FleetErrors
import FleetMessages
import Foundation
import GRPCWire
import TestSupport
import Testing

/// A line of `Fixtures/errors/advice.jsonl`: an error, what is known besides, and what the advice has to name and must not.
struct AdviceCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let line: String

    static func all() throws -> [AdviceCase] {
        try String(contentsOf: Folders.fixtures.appendingPathComponent("errors/advice.jsonl"), encoding: .utf8)
            .split(separator: "\n").map { line in
                let content = try parseJSON(line.utf8) as? [String: Any]
                return AdviceCase(testDescription: try #require(content?["case"] as? String), line: String(line))
            }
    }

    func content() throws -> [String: Any] { try #require(try parseJSON(line.utf8) as? [String: Any]) }
}

@Suite struct AdviceTests {
    /// The call of a case. `call` is a line of the recorded traffic whose status it is.
    private static func call(_ content: [String: Any]) throws -> FailedCall {
        let status: CallStatus
        if let number = content["call"] as? NSNumber {
            status = CallStatus(try CapturedCall.errors()[number.intValue - 1].response)
        } else {
            var error: [String: Any] = [:]
            for key in ["status", "message", "details"] { error[key] = content[key] }
            status = try #require(CallStatus(json: try JSONSerialization.data(withJSONObject: error)))
        }
        let named = try (content["method"] as? String).map { try #require(FleetMethod(named: $0)).path }
        var request = (named ?? content["path"] as? String).map { RequestFacts(path: $0) }
        request?.resourceName = content["resource"] as? String
        request?.updateMask = content["updateMask"] as? [String]
        var authorization = FailedCall.Authorization.unseen
        if let claims = content["claims"] {
            let text = String(decoding: try JSONSerialization.data(withJSONObject: claims), as: UTF8.self)
            authorization = .value("Bearer " + token(text))
        }
        return FailedCall(
            status, context: (content["context"] as? String).flatMap(CallContext.init(rawValue:)), request: request,
            authorization: authorization, time: (content["time"] as? NSNumber)?.int64Value)
    }

    @Test(arguments: try AdviceCase.all()) func namesWhatIsConcerned(_ advice: AdviceCase) throws {
        let content = try advice.content()
        let diagnosis = try Self.call(content).diagnosis
        let text = diagnosis.meaning + "\n" + diagnosis.nextStep
        for word in try #require(content["names"] as? [String]) {
            #expect(text.contains(word), "\(advice.testDescription) has to name: \(word)\n\(text)")
        }
        for word in try #require(content["omits"] as? [String]) {
            #expect(!text.contains(word), "\(advice.testDescription) must not name: \(word)\n\(text)")
        }
        if let retry = content["retry"] as? String { #expect(diagnosis.retry == retry, "\(advice.testDescription)") }
        if let category = content["category"] as? String {
            #expect(diagnosis.category.rawValue == category, "\(advice.testDescription)")
        }
        #expect(!text.contains("{") || text.contains("{token}") || text.contains("{provider"), "\(text)")
    }

    @Test func thereAreEnoughCases() throws { #expect(try AdviceCase.all().count >= 60) }

    /// A caller that is not known gets no advice that fits one caller alone.
    @Test(arguments: StatusCode.all) func adviceForAnyoneIsNeutral(_ code: StatusCode) {
        let step = Diagnosis(code).nextStep
        for word in ["the SDK polls again", "Poll less often", "The trip's", "The vehicle's", "for exactly this"] {
            #expect(!step.contains(word), "\(code): \(step)")
        }
    }

    @Test func contextsThatWereInferredSayFromWhat() {
        let request = RequestFacts(path: "/maps.fleetengine.v1.TripService/GetTrip")
        #expect(FailedCall(CallStatus(.notFound), request: request).diagnosis.contextOrigin == "the method GetTrip")
        let given = FailedCall(CallStatus(.notFound), context: .backEnd, request: request).diagnosis
        #expect(given.context == .backEnd && given.contextOrigin == nil)
        #expect(Diagnosis(.notFound).context == nil)
    }
}
