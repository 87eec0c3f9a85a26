import FleetErrors
import FleetMessages
import FleetProtos
import Foundation
import GRPCWire
import ProtobufSchema
import ProtobufWire
import TestSupport
import Testing

/// The details of a status, in each form in which they are pasted.
@Suite struct StatusDetailTests {
    /// A server of REST that hands on the text of a library may send details as well.
    @Test func readsDetailsBesideTheTextOfALibrary() {
        let text = """
            {"error":{"code":503,"message":"rpc error: code = Unavailable desc = down","details":[{"@type":\
            "type.googleapis.com/google.rpc.RetryInfo","retryDelay":"7s"}]}}
            """
        let status = Explanation(pasted: text).call?.status
        #expect(status?.message == "down")
        #expect(status?.retryDelay == 7)
    }

    /// Python prints a message without fields as nothing.
    @Test(arguments: ["[%, retry_delay {\n  seconds: 5\n}\n]", "[, %, ]", "[%, , retry_delay {\n  seconds: 5\n}\n]"])
    func readsListsWithEmptyDetails(list: String) throws {
        let info = "reason: \"RATE_LIMIT_EXCEEDED\"\ndomain: \"googleapis.com\"\n"
        let text = "google.api_core.exceptions.ResourceExhausted: 429 Quota exceeded. "
        let details = list.split(separator: "%").joined(separator: info)
        let status = try #require(Explanation(pasted: text + details).call?.status)
        #expect(status.message == "Quota exceeded." && status.reason == "RATE_LIMIT_EXCEEDED")
        #expect(status.retryDelay == (list.contains("retry_delay") ? 5 : nil))
    }

    /// Violations with a subject and a description alone are those of the type that fits the code.
    @Test(arguments: [("FailedPrecondition: 400", "PreconditionFailure"), ("ResourceExhausted: 429", "QuotaFailure")])
    func theCodeTellsTheTypeOfViolations(code: String, type: String) {
        let list = "[violations {\n  subject: \"a\"\n  description: \"b\"\n}\n]"
        let status = Explanation(pasted: "google.api_core.exceptions.\(code) Failed \(list)").call?.status
        #expect(status?.details.map(\.packed.typeURL) == ["type.googleapis.com/google.rpc.\(type)"])
    }

    /// Brackets within strings end no list of dictionaries, as Python prints the details of REST errors.
    @Test func readsStringsWithBrackets() {
        let detail = "{'@type': 'type.googleapis.com/google.rpc.ErrorInfo', 'reason': 'A]', 'domain': 'd'}"
        #expect(Explanation(pasted: "404 gone [\(detail)]").call?.status.reason == "A]")
    }

    @Test func anEmptyMessageIsThatOfTheDetails() {
        let trailers = CallStatus.exhausted.trailers
        var others = Metadata()
        for field in trailers where field.name != "grpc-message" { others.append(field.name, wire: Array(field.value)) }
        #expect(CallStatus(trailers: others).message == "Quota exceeded.")
    }

    @Test func readsDetailsOfTypesOutsideGoogleRPC() throws {
        let json = #"{"@type": "type.googleapis.com/google.protobuf.Duration", "value": "1.500s"}"#
        let bytes = #""\010\001\020\200\312\265\356\001""#
        let text = #"type_url: "type.googleapis.com/google.protobuf.Duration" value: "# + bytes
        for pasted in [#"{"error": {"code": 400, "details": [\#(json)]}}"#, "400 Custom [\(text)]"] {
            let detail = try #require(Explanation(pasted: pasted).call?.status.details.first)
            let expected = ProtobufDuration(seconds: 1, nanos: 500_000_000)
            #expect(detail.message as? ProtobufDuration == expected, "\(pasted)")
        }
    }

    @Test func readsErrorBodies() throws {
        let body = """
            {"error": {"code": 400, "message": "update_mask cannot be empty", "status": "INVALID_ARGUMENT", "details": [
              {"@type": "type.googleapis.com/google.rpc.BadRequest",
               "fieldViolations": [{"field": "update_mask", "description": "update_mask cannot be empty"}]},
              {"@type": "type.googleapis.com/acme.Unknown", "a": 1}]}}
            """
        for text in [body, "[\(body)]", "2025-08-31 PUT failed: \(body) (took 3 ms)"] {
            let explanation = Explanation(pasted: text)
            #expect(explanation.form == .json)
            #expect(explanation.call?.status.code == .invalidArgument)
            #expect(explanation.diagnosis?.category == .benign)
            #expect(explanation.call?.status.fieldViolations.count == 1)
            #expect(explanation.remarks.count == 1)
        }
        // HTTP statuses without a name, google.rpc.Status, and the token server's errors.
        #expect(Explanation(pasted: #"{"error":{"code":429,"message":"x"}}"#).call?.status.code == .resourceExhausted)
        #expect(Explanation(pasted: #"{"code":7,"message":"x"}"#).call?.status.code == .permissionDenied)
        let oauth = Explanation(pasted: #"{"error":"invalid_grant","error_description":"Invalid JWT"}"#)
        #expect(oauth.call?.status.code == .unauthenticated && oauth.call?.status.message == "Invalid JWT")
    }

    /// All ten detail types, in JSON as the official runtime writes it: read, packed, written again.
    @Test func detailsSurviveJSON() throws {
        let details = [
            #"{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"R","domain":"d","metadata":{"a":"1","b":"2"}}"#,
            #"{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"1.500s"}"#,
            #"{"@type":"type.googleapis.com/google.rpc.DebugInfo","stackEntries":["a","b"],"detail":"c"}"#,
            #"{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"subject":"s","description":"d","#
                + #""apiService":"a","quotaMetric":"m","quotaId":"i","quotaDimensions":{"k":"v"},"quotaValue":"10","#
                + #""futureQuotaValue":"20"}]}"#,
            #"{"@type":"type.googleapis.com/google.rpc.PreconditionFailure","violations":[{"type":"t","subject":"s","#
                + #""description":"d"}]}"#,
            #"{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"f","description":"d","#
                + #""reason":"R","localizedMessage":{"locale":"de","message":"m"}}]}"#,
            #"{"@type":"type.googleapis.com/google.rpc.RequestInfo","requestId":"r","servingData":"s"}"#,
            #"{"@type":"type.googleapis.com/google.rpc.ResourceInfo","resourceType":"t","resourceName":"n","owner":"o","#
                + #""description":"d"}"#,
            #"{"@type":"type.googleapis.com/google.rpc.Help","links":[{"description":"d","url":"u"}]}"#,
            #"{"@type":"type.googleapis.com/google.rpc.LocalizedMessage","locale":"ko","message":"운행"}"#,
        ]
        let body = #"{"error":{"code":400,"status":"INVALID_ARGUMENT","details":[\#(details.joined(separator: ","))]}}"#
        let status = try #require(CallStatus(json: body.utf8))
        #expect(status.details.count == 10 && status.remarks.isEmpty)
        for (detail, text) in zip(status.details, details) {
            let written = try parseJSON(try #require(detail.json).utf8)
            #expect(jsonDifference(written, try parseJSON(text.utf8)) == nil, "\(text)")
        }
        // And through the wire.
        let again = CallStatus(trailers: status.trailers)
        #expect(again.details.map(\.json) == status.details.map(\.json))
    }

    /// google-gax for Node decodes details by protobufjs, whose numbers of 64 bits are texts or objects.
    @Test(arguments: [
        ("Duration { seconds: '20', nanos: 38000000 }", 20.038),
        ("Duration { seconds: Long { low: 20, high: 0, unsigned: false } }", 20), ("{ nanos: 500000000 }", 0.5),
    ])
    func readsDurationsOfProtobufJS(duration: String, seconds: Double) {
        let text = "{ code: 8, details: 'no', statusDetails: [ RetryInfo { retryDelay: \(duration) } ] }"
        #expect(Explanation(pasted: text).call?.status.retryDelay == seconds)
    }

    /// Bytes of another realm, constants and escapes as Node's `util.inspect` prints them.
    @Test func readsWhatNodePrints() {
        let text =
            #"{ code: 5, raw: Buffer(3) [Uint8Array] [ 8, 5, 18 ], isFinal: true, details: 'Trip \'t\x41\'\nis gone' }"#
        let status = Explanation(pasted: text).call?.status
        #expect(status?.code == .notFound && status?.message == "Trip 'tA'\nis gone")
    }

    @Test func statusesThatContradictEachOtherAreTold() {
        let text = #"{"error":{"code":404,"status":"PERMISSION_DENIED","message":"no"}}"#
        let explanation = Explanation(pasted: text)
        #expect(explanation.call?.status.code == .permissionDenied)
        #expect(explanation.remarks.contains { $0.contains("HTTP 404 does not belong to PERMISSION_DENIED") })
    }

    /// The other members of a detail are read although one makes no sense.
    @Test(
        arguments: [
            (#""type.googleapis.com/google.rpc.ErrorInfo","reason":"R","domain":7"#, ["reason R, from "]),
            (#""google.rpc.ErrorInfo","domain":"d","new":[{}],"reason":"R""#, ["reason R, from d"]),
            (#""google.rpc.ResourceInfo","resource_name":"n","resourceType":null,"owner":{}"#, [" n"]),
            (#""google.rpc.RetryInfo","retryDelay":"-1.5s""#, ["come back after -1.5 s"]),
            (#""google.rpc.RetryInfo","retryDelay":"1.+5s""#, ["come back after 0 s"]),
            (#""google.rpc.RetryInfo""#, ["come back after 0 s"]),
            (#""google.rpc.RequestInfo","requestId":"r""#, ["request r"]),
            (#""google.rpc.DebugInfo","stackEntries":["a"]"#, ["a"]),
        ])
    func detailsAreReadAsFarAsPossible(members: String, lines: [String]) throws {
        let status = try #require(CallStatus(json: #"{"code":8,"details":[{"@type":\#(members)}]}"#.utf8))
        #expect(status.details.map(\.lines) == [lines] && status.remarks.isEmpty)
    }

    /// Decoders merge a message that comes in pieces: masks follow each other, and the last name counts.
    @Test func repeatedFieldsOfRequestsAreMerged() {
        var first = UpdateDeliveryVehicleRequest()
        first.deliveryVehicle = DeliveryVehicle()
        first.deliveryVehicle?.name = "providers/p/deliveryVehicles/v"
        first.updateMask = FieldMask()
        first.updateMask?.paths = ["last_location"]
        var second = UpdateDeliveryVehicleRequest()
        (second.deliveryVehicle, second.updateMask) = (DeliveryVehicle(), FieldMask())
        second.deliveryVehicle?.type = .auto
        let facts = RequestFacts(
            path: "/maps.fleetengine.delivery.v1.DeliveryService/UpdateDeliveryVehicle",
            message: first.encoded() + second.encoded())
        #expect(facts.resourceName == "providers/p/deliveryVehicles/v")
        #expect(facts.updateMask == ["last_location"])
        // So the mask is not empty, whatever the text of a status says.
        let status = CallStatus(.invalidArgument, "update_mask cannot be empty")
        #expect(FailedCall(status, request: facts).diagnosis.category == .clientMustAct)
    }

    @Test func evidenceCountsMoreThanTheMessage() {
        // The text says the mask is empty, the request shows that it is not.
        var request = RequestFacts(path: "/maps.fleetengine.v1.VehicleService/UpdateVehicle")
        request.updateMask = ["vehicle_state"]
        let status = CallStatus(.invalidArgument, "update_mask cannot be empty")
        #expect(FailedCall(status, request: request).diagnosis.category == .clientMustAct)
        request.updateMask = []
        #expect(FailedCall(status, request: request).diagnosis.category == .benign)
        #expect(FailedCall(status).diagnosis.category == .benign)
        // Details that blame something else beat the text too.
        var bad = BadRequest()
        var violation = BadRequest.FieldViolation()
        violation.field = "name"
        bad.fieldViolations = [violation]
        let other = CallStatus(.invalidArgument, "update_mask cannot be empty", details: [StatusDetail(bad)])
        #expect(FailedCall(other).diagnosis.category == .clientMustAct)
        // Not by code alone.
        #expect(FailedCall(CallStatus(.unknown, "update_mask cannot be empty")).diagnosis.category == .unclassified)
    }

    @Test func damagedDetailsArePartlyShown() throws {
        let bytes = CallStatus.exhausted.rpcStatus.encoded()
        var first = CallStatus.exhausted
        first.details.removeLast()
        let boundary = first.rpcStatus.encoded().count
        for end in 20..<bytes.count {
            let trailers: Metadata = ["grpc-status": "8", "grpc-status-details-bin": Base64.encode(bytes[..<end])]
            let status = CallStatus(trailers: trailers)
            #expect(status.code == .resourceExhausted)
            #expect((status.reason == "RATE_LIMIT_EXCEEDED") == (end >= boundary))
            #expect(status.remarks.isEmpty == (end == boundary), "\(end)")
        }
        let cut = StatusDetail(Self.packed(ErrorInfo.fullName, [0x0a, 0x01, 0x52, 0x12, 0x09, 0x61]))
        #expect(cut.content(as: ErrorInfo.self)?.reason == "R")
        #expect(cut.damage?.code == .truncated)
        #expect(cut.lines.last?.hasPrefix("not readable to its end") == true)
        let unknown = StatusDetail(Self.packed("acme.Unknown", [1, 2, 3]))
        #expect(unknown.message == nil && unknown.packed.value == [1, 2, 3] && unknown.json == nil)
    }

    /// A detail of a type that the reader of the capture has brought.
    @Test func readsDetailsOfOtherSchemas() throws {
        let proto = "syntax = \"proto3\"; package acme; message Note { string text = 1; }"
        let schema = try Schema(files: FleetSchema.files + [("acme.proto", proto)])
        let detail = StatusDetail(Self.packed("acme.Note", [0x0a, 0x01, 0x61]))
        #expect(detail.json(in: schema) == #"{"@type":"type.googleapis.com/acme.Note","text":"a"}"#)
        #expect(detail.json == nil)
    }

    private static func packed(_ name: String, _ value: [UInt8]) -> AnyMessage {
        var packed = AnyMessage()
        packed.typeURL = "type.googleapis.com/" + name
        packed.value = value
        return packed
    }
}

extension CallStatus {
    /// A status with details of two types.
    static var exhausted: CallStatus {
        var info = ErrorInfo()
        info.reason = "RATE_LIMIT_EXCEEDED"
        info.domain = "googleapis.com"
        var retry = RetryInfo()
        retry.retryDelay = ProtobufDuration(seconds: 20, nanos: 38_000_000)
        return CallStatus(.resourceExhausted, "Quota exceeded.", details: [StatusDetail(info), StatusDetail(retry)])
    }
}
