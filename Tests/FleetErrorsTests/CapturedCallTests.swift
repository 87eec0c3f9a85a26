import FleetErrors
import FleetProtos
import Foundation
import GRPCWire
import ProtobufSchema
import TestSupport
import Testing

/// One call of the captured traffic, as the truth beside the captures tells it.
///
/// Tests may share one: the values in `truth` are those of `JSONSerialization`, which never change.
struct CapturedCall: CustomTestStringConvertible, @unchecked Sendable {
    let name: String
    let truth: [String: Any]

    var testDescription: String { name }

    static func all(in capture: RecordedCapture) throws -> [CapturedCall] {
        try capture.expectedCalls().enumerated().map {
            CapturedCall(name: "\(capture) \($0.offset + 1)", truth: $0.element)
        }
    }

    /// The calls of the capture with every kind of failure.
    static func errors() throws -> [CapturedCall] { try allErrors.get() }
    private static let allErrors = Result { try all(in: .named("errors.pcapng")) }

    /// A header block as it was on the wire: `-bin` values are shown as padded base64 and written back as they were.
    func block(_ key: String) -> Metadata? {
        guard let fields = truth[key] as? [String: Any] else { return nil }
        let encodings = truth["bin_encoding"] as? [String: Any] ?? [:]
        var metadata = Metadata()
        for (name, values) in fields {
            for value in values as? [String] ?? [values as? String ?? ""] {
                guard name.hasSuffix("-bin"), let bytes = try? Base64.decode(value.utf8) else {
                    metadata.append(name, value)
                    continue
                }
                let encoding = (encodings[name] as? [String])?.first ?? encodings[name] as? String
                switch encoding {
                case "raw": metadata.append(name, wire: [0] + bytes)
                case "base64-padded": metadata.append(name, Base64.encode(bytes, as: .padded))
                default: metadata.append(name, Base64.encode(bytes, as: .unpadded))
                }
            }
        }
        return metadata
    }

    var reset: HTTP2ErrorCode? {
        ((truth["reset"] as? [String: Any])?["error_code"] as? NSNumber).map {
            HTTP2ErrorCode(rawValue: $0.uint32Value)
        }
    }

    var response: ResponseStatus {
        ResponseStatus(headers: block("response_headers"), trailers: block("trailers"), reset: reset)
    }

    /// When the captures were made: one minute after their tokens.
    static let time: Int64 = 1_756_669_902

    func failedCall() throws -> FailedCall {
        var message: [UInt8]?
        if let type = (truth["request_type"] as? String).flatMap({ FleetSchema.shared.message(named: $0) }),
            let json = (truth["request_messages"] as? [[String: Any]])?.first?["json"] as? [String: Any]
        {
            message = try JSONReader().bytes(of: [UInt8](JSONSerialization.data(withJSONObject: json)), as: type)
        }
        return FailedCall(
            request: try #require(block("request_headers")), message: message, response: response, time: Self.time)
    }
}

@Suite struct CapturedCallTests {
    @Test func everyStatusIsTheExpectedOne() throws {
        let calls = try RecordedCapture.all().flatMap { try CapturedCall.all(in: $0) }
        #expect(calls.count > 300)
        for call in Exhaustive.elements(of: calls, inDebugEvery: 5) {
            let response = call.response
            let status = CallStatus(response)
            let expected = call.truth["status"] as? String
            #expect(response.sentCode?.name == expected, "\(call.name)")
            guard expected != nil else { continue }
            #expect(Int(status.code.rawValue) == (call.truth["status_code"] as? NSNumber)?.intValue, "\(call.name)")
            let message = try #require(call.truth["message"] as? String)
            #expect(status.message.utf8.elementsEqual(message.utf8), "\(call.name)")
            #expect(status.remarks.isEmpty, "\(call.name): \(status.remarks)")
            let details = try status.details.map { try parseJSON(try #require($0.json).utf8) }
            let truth = try #require(call.truth["details"] as? [Any])
            #expect(jsonDifference(details, truth) == nil, "\(call.name)")
            // What the headers say counts without trailers, also when something comes between them and the end.
            let isInHeaders = call.truth["trailers_only"] as? Bool ?? false || call.truth["trailers"] is NSNull
            #expect((response.origin == .trailersOnly) == isInHeaders, "\(call.name)")
        }
    }

    @Test func resetsWithoutAStatusHaveTheCodeOfTheReset() throws {
        let silent = try CapturedCall.errors().filter { !($0.truth["status"] is String) }
        #expect(silent.count == 2)
        for call in silent {
            let client = (call.truth["client_status"] as? [String: Any])?["status"] as? String
            let response = ResponseStatus(
                headers: call.block("response_headers"), trailers: call.block("trailers"), reset: call.reset,
                isDeadlineOver: client == "DEADLINE_EXCEEDED")
            #expect(response.code.name == client, "\(call.name)")
        }
    }

    /// Trailers are read from the capture and written again.
    @Test func trailersEncodeToTheSameBytes() throws {
        for call in try CapturedCall.errors() where call.truth["trailers_only"] as? Bool == true {
            let status = CallStatus(call.response)
            let trailers = status.trailers
            let sent = try #require(call.block("trailers"))
            #expect(trailers.last("grpc-status") == sent.last("grpc-status"))
            #expect(trailers.last("grpc-message") ?? "" == sent.last("grpc-message"))
            let bytes = try trailers.binaryValues("grpc-status-details-bin").last
            #expect(try bytes == sent.binaryValues("grpc-status-details-bin").last, "\(call.name)")
        }
    }

    /// Request and answer lead to the cause that the maker of the capture gave the failure.
    @Test func diagnosesNameTheCause() throws {
        let calls = try CapturedCall.errors()
        func diagnosis(_ line: Int) throws -> Diagnosis { try calls[line - 1].failedCall().diagnosis }
        for line in [5, 6, 7, 8, 47] { #expect(try diagnosis(line).category == .benign, "line \(line)") }
        for line in [9, 10, 11, 12, 13, 36, 37] {
            #expect(try diagnosis(line).category == .clientMustAct, "line \(line)")
        }
        #expect(try diagnosis(10).evidence.contains { $0.hasPrefix("\"sample-fleet-558/vehicle/veh-91f50\" does not") })
        #expect(try diagnosis(14).meaning.hasPrefix("The vehicle \"nobody\" does not exist"))
        #expect(try diagnosis(15).meaning.hasPrefix("No task has the tracking ID \"none\""))
        #expect(try diagnosis(26).retryDelay == 20.038)
        #expect(try diagnosis(26).nextStep.hasPrefix("Wait 20.038 s"))
        #expect(try diagnosis(27).retryDelay == nil)
        #expect(try diagnosis(29).retryDelay == 0.25)
        #expect(try diagnosis(39).meaning.hasPrefix("Fleet Engine has no method"))
    }

    @Test func tokensExplainTheirRefusals() throws {
        let calls = try CapturedCall.errors()
        func kinds(_ line: Int, _ code: StatusCode) throws -> [String] {
            let check = try #require(try calls[line - 1].failedCall().tokenCheck)
            return check.findings.filter { $0.explains == code }.map(\.kind)
        }
        #expect(try kinds(19, .unauthenticated) == ["missing"])
        #expect(try kinds(20, .unauthenticated) == ["expired"])
        #expect(try kinds(21, .unauthenticated) == [])  // only the signature is wrong, which nobody can see offline
        #expect(try kinds(22, .unauthenticated) == ["audience"])
        #expect(try kinds(23, .unauthenticated) == ["claim_missing"])
        #expect(try kinds(24, .permissionDenied) == ["other_id"])
        #expect(try kinds(25, .permissionDenied) == ["other_id"])
        // Every other call of the capture was let in.
        for (index, call) in calls.enumerated() where !(18...24).contains(index) && index != 38 {
            let check = try #require(try call.failedCall().tokenCheck)
            #expect(check.findings.filter { $0.explains != nil }.isEmpty, "\(call.name): \(check.findings)")
        }
    }
}
