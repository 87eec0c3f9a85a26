import CallViews
import FleetErrors
import FleetProtos
import GRPCWire
import ProtobufSchema
import TestSupport
import Testing
import WireCapture

@testable import WireDoctor

/// Methods and types that follow from messages, against what the captures' makers know of each call.
@Suite struct CallIdentifierTests {
    /// Each capture with the schema that its service is in, and with Fleet Engine's alone.
    private static func captures() throws -> [(RecordedCapture, Schema)] {
        try RecordedCapture.all().filter { !$0.isMidstream }.flatMap { capture in
            [FleetSchema.shared, RecordedCapture.schema].map { (capture, $0) }
        }
    }

    /// The method of a call whose path is taken away is found again, or left open, but never another.
    @Test(arguments: Exhaustive.elements(of: try captures(), inDebugEvery: 3))
    func namesNoWrongMethod(_ capture: RecordedCapture, _ schema: Schema) throws {
        let identifier = CallIdentifier(schema)
        var found = 0
        let calls = Exhaustive.elements(of: CallExtractor().calls(in: try capture.file.bytes()), inDebugEvery: 13)
        for call in calls {
            var hidden = call
            hidden.requestHeaders = call.requestHeaders.map { HeaderBlock($0.filter { $0.name != ":path" }) }
            identifier.identify(&hidden)
            let presumption = hidden.presumption
            let truth = call.types(in: RecordedCapture.schema)
            if let path = presumption?.path {
                #expect(path == call.path, "call \(call.number)")
                found += 1
            }
            if let type = presumption?.request, truth.method != nil { #expect(type == truth.request?.fullName) }
            if let type = presumption?.response, truth.method != nil { #expect(type == truth.response?.fullName) }
        }
        // The larger part is found, unless other services take the same requests.
        if capture.description.contains("shift"), schema.services.count == FleetSchema.shared.services.count {
            #expect(found > calls.count * 3 / 4)
        }
    }

    /// A failed call is explained as one of its method, whether its path says the method or its messages do.
    @Test func explainsFailuresOfPresumedMethods() throws {
        let calls = CallExtractor().calls(in: try RecordedCapture.named("http2-edges.pcap").file.bytes())
        let failed = try #require(calls.first { $0.status?.code == .notFound })
        var hidden = failed
        hidden.requestHeaders = failed.requestHeaders.map { HeaderBlock($0.filter { $0.name != ":path" }) }
        CallIdentifier(FleetSchema.shared).identify(&hidden)
        for call in [failed, hidden] {
            let diagnosis = FailedCall(call, try #require(call.status)).diagnosis
            #expect(diagnosis.context == .consumerPoll && diagnosis.contextOrigin == "the method GetTrip")
        }
    }

    /// The types of a method that the schema lacks are those that its own schema says, also where a message alone says little.
    @Test func typesTheMessagesOfUnknownMethods() throws {
        let identifier = CallIdentifier(FleetSchema.shared)
        for var call in CallExtractor().calls(in: try RecordedCapture.named("streaming.pcapng").file.bytes()) {
            let truth = call.types(in: RecordedCapture.schema)
            identifier.identify(&call)
            let presumption = try #require(call.presumption)
            #expect(presumption.path == nil)
            if let type = presumption.request { #expect(type == truth.request?.fullName) }
            if let type = presumption.response { #expect(type == truth.response?.fullName) }
            #expect(presumption.request != nil || presumption.response != nil)
        }
    }

    /// The types of a method that no schema has are presumed where the messages of one side tell one.
    @Test(arguments: [nil, "maps.fleetengine.v1.Trip"]) func saysWhichTypesArePresumed(request: String?) throws {
        var call = ExaminedCall(1, path: "/a/B").captured
        call.presumption = CapturedCall.Presumption(request: request)
        let json = CallJSON(FleetSchema.shared, showsCredentials: true).line(call)
        let line = try #require(parseJSON(json.utf8) as? [String: Any])
        #expect(line["request_type"] as? String == request)
        #expect(line["presumed_types"] as? Bool == (request == nil ? nil : true))
    }

    /// Calls of a method whose first ones told nothing are looked at ever more rarely, and the types are found once one tells them.
    @Test func looksAtUnclearMethodsEverMoreRarely() throws {
        let calls = CallExtractor().calls(in: try RecordedCapture.named("errors.pcapng").file.bytes())
        let unclear = try #require(calls.first { $0.path?.hasSuffix("/TeleportVehicle") ?? false })
        var clear = try #require(calls.first { $0.path?.hasSuffix("/UpdateVehicle") ?? false })
        clear.requestHeaders = unclear.requestHeaders
        let identifier = CallIdentifier(FleetSchema.shared)
        let types = (1...9).map { number in
            var call = number > 4 ? clear : unclear
            identifier.identify(&call)
            return call.presumption?.request
        }
        let found: String? = "maps.fleetengine.v1.UpdateVehicleRequest"
        #expect(types == [nil, nil, nil, nil, nil, nil, nil, found, found])
    }

    /// Of a connection that was open before, every message that is in the capture has the JSON of the truth.
    @Test(arguments: ["midstream.pcap", "midstream-torn.pcap"])
    func opensEveryMessage(_ name: String) throws {
        let capture = try RecordedCapture.named(name)
        let calls = try identifiedCalls.value(capture.file)
        let writer = CallJSON(FleetSchema.shared, showsCredentials: true)
        for (call, truth) in zip(calls, try capture.expectedCalls()) {
            let line = try #require(try parseJSON(writer.line(call).utf8) as? [String: Any])
            let isHidden = line["path"] is String == false
            for (type, messages) in [("request_type", "request_messages"), ("response_type", "response_messages")] {
                let found = try #require(line[messages] as? [[String: Any]])
                guard !found.isEmpty else { continue }
                #expect(line[type] as? String == truth[type] as? String)
                let difference = jsonDifference(
                    found, truth[messages] as Any, floats: ["batteryPercentage", "verticalAccuracy"])
                #expect(difference == nil, "call \(call.number)")
                #expect(line["presumed_types"] as? Bool ?? false == isHidden)
            }
            let hasMessages = call.request.messages.count + call.response.messages.count > 0
            #expect(line["presumed_method"] as? String == (isHidden && hasMessages ? truth["path"] as? String : nil))
        }
    }

    /// A list, which drops most messages, names the same methods as a reading of all messages.
    @Test(arguments: Exhaustive.elements(of: try RecordedCapture.all(), inDebugEvery: 3))
    func namesTheSameInAList(_ capture: RecordedCapture) throws {
        let identifier = CallIdentifier(FleetSchema.shared, content: .listing)
        let extractor = CallExtractor(content: .listing, identify: identifier.identify)
        let list = extractor.calls(in: try capture.file.bytes())
        #expect(list.map(\.methodName) == (try identifiedCalls.value(capture.file).map(\.methodName)))
    }
}
