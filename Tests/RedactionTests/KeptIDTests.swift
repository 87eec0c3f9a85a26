import ByteText
import FleetProtos
import Foundation
import GRPCWire
import ProtobufSchema
import Redaction
import TestSupport
import Testing

/// Ids that stay on request, and that nothing else does.
@Suite struct KeptIDTests {
    private static func redactor(_ kinds: Set<KeptIDs.Kind> = [], ids: Set<String> = []) -> Redactor {
        var redactor = Redactor(key: Array("test".utf8))
        (redactor.kept.kinds, redactor.kept.ids) = (kinds, ids)
        return redactor
    }

    /// Every id has a secret of its own, and so has what is no id.
    private static let request = """
        {"header": {"traceId": "0af7651916cd43dd", "deviceModel": "Quellmann"}, "name": "providers/acme-7/trips/trip-7",
         "trip": {"name": "providers/acme-7/trips/trip-7", "vehicleId": "veh-3",
          "vehicleWaypoints": [{"tripId": "trip-8"}],
          "attributes": [{"key": "trip-7", "stringValue": "veh-3 of Quellmann"}]}}
        """

    private func redacted(_ redactor: Redactor) throws -> String {
        let type = try #require(FleetSchema.shared.message(named: "maps.fleetengine.v1.UpdateTripRequest"))
        let bytes = redactor.redact(try JSONReader().bytes(of: Self.request, as: type), as: type)
        return try JSONWriter().string(bytes, as: type)
    }

    @Test(
        arguments: [
            ([], [], []), ([.trips], [], ["trips/trip-7", "\"trip-8\""]), ([.vehicles], [], ["\"veh-3\""]),
            ([.traceIDs], [], ["0af7651916cd43dd"]), ([.tasks], [], []),
            ([], [""], []), ([], ["veh-3"], ["\"veh-3\"", "\"veh-3 "]),
            ([], ["trip-7"], ["trips/trip-7", "\"key\": \"trip-7\""]),
        ] as [(Set<KeptIDs.Kind>, Set<String>, [String])])
    func staysWhatIsKept(kinds: Set<KeptIDs.Kind>, ids: Set<String>, kept: [String]) throws {
        let text = try redacted(Self.redactor(kinds, ids: ids)).replacing("\":\"", with: "\": \"")
        let all = [
            "acme-7", "Quellmann", "trips/trip-7", "\"trip-8\"", "\"veh-3\"", "\"veh-3 ", "0af7651916cd43dd",
            "\"key\": \"trip-7\"",
        ]
        for part in all { #expect(text.contains(part) == kept.contains(part), "\(part) in \(text)") }
    }

    /// What is not kept has the same stand-in as without the request.
    @Test func theRestIsRedactedAsBefore() throws {
        let (plain, kept) = (try redacted(Self.redactor()), try redacted(Self.redactor(ids: ["veh-3"])))
        let standIn = String(decoding: Self.redactor().text("veh-3").utf8, as: UTF8.self)
        #expect(kept.replacing("veh-3", with: standIn) == plain)
    }

    /// Messages of every type: with all kinds kept, only texts that are ids differ from a redaction without.
    @Test(arguments: Exhaustive.elements(of: try GoldenMessage.all(), inDebugEvery: 7))
    func onlyIDsStay(_ message: GoldenMessage) throws {
        let type = try #require(FleetSchema.shared.message(named: message.type))
        let plain = Self.redactor().redact(message.bytes, as: type)
        let kept = Self.redactor(Set(KeptIDs.Kind.allCases)).redact(message.bytes, as: type)
        for index in plain.indices where plain[index] != kept[index] {
            #expect(kept[index] == message.bytes[index])
        }
    }

    /// Words that only contain an id, credentials, and values that have not the form of an id.
    @Test func wordsAroundAnIDGo() {
        let redactor = Self.redactor([.trips, .traceIDs], ids: ["trip-7"])
        #expect(redactor.text("trip-7, trip-77 and a-trip-7").hasPrefix("trip-7, "))
        #expect(!redactor.text("trip-77 a-trip-7").contains("trip-7"))
        #expect(String(decoding: redactor.header("x-api-key", Array("trip-7".utf8)), as: UTF8.self) != "trip-7")
        #expect(redactor.header("x-request-id", Array("Jane Doe".utf8)) != Array("Jane Doe".utf8))
        #expect(redactor.header("x-request-id", Array("4f-7".utf8)) == Array("4f-7".utf8))
        #expect(redactor.text("providers/p/vehicles/v7").contains("v7") == false)
    }

    /// Ids of several words and of letters beyond ASCII stay whole.
    @Test(arguments: ["driver.7", "7@acme", "x;y=z", "J\u{fc}rgen-7"])
    func longIDsStayWhole(id: String) {
        let text = "of providers/p/vehicles/\(id), and trip \(id)."
        let (byKind, named) = (Self.redactor([.vehicles]).text(text), Self.redactor(ids: [id]).text(text))
        #expect(byKind.contains("/vehicles/\(id), ") && !byKind.hasSuffix(" \(id)."), "\(byKind)")
        #expect(named.contains("/vehicles/\(id), ") && named.hasSuffix(" \(id)."), "\(named)")
        #expect(Self.redactor([.vehicles]).text("providers/p/vehicles/\(id)/x").contains("/vehicles/\(id)/"))
    }

    /// OpenCensus' header is base64, or bytes where a binary log has it.
    @Test func tracesStayInBothForms() {
        let redactor = Self.redactor([.traceIDs])
        let (trace, span) = (Array(repeating: UInt8(0xFB), count: 16), Array(repeating: UInt8(0xEF), count: 8))
        let bytes = [0, 0] + trace + [1] + span + [2, 1]
        for value in [Array(Base64.encode(bytes).utf8), [0] + bytes] {
            #expect(redactor.header("grpc-trace-bin", value) == value)
            #expect(redactor.header("other-trace-bin", value) != value)
        }
    }

    /// Whatever is escaped, redaction leaves JSON behind.
    @Test(arguments: [#"fa\ud83dbcd@p.iam"#, #"a\ud83d"#, #"a\"b\\"#, #"\\\"\n"#, #"\/\u0022"#])
    func escapesInTokensLeaveJSON(text: String) throws {
        let claims = #"{"iss":"\#(text)","sub":"\#(text)"}"#
        let token = Array(jsonWebToken(#"{"alg":"RS256"}"#, claims).utf8)
        let new = try Base64.decode(Self.redactor().token(token).split(separator: UInt8(ascii: "."))[1])
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(new)) }
    }

    /// A claim in another spelling is one that Fleet Engine does not know: its name has to stay, so that this can be told.
    @Test(arguments: ["VehicleId", "vehicle_id", "taskIds", "Delivery-Vehicle-ID"])
    func namesOfClaimsStayInOtherSpellings(name: String) throws {
        let claims = #"{"iss":"jane@p","jane":"x","authorization":{"\#(name)":"veh-3"},"E-xp":1700000001}"#
        let token = Array(jsonWebToken(#"{"alg":"RS256"}"#, claims).utf8)
        let new = try Base64.decode(Self.redactor().token(token).split(separator: UInt8(ascii: "."))[1])
        let text = String(decoding: new, as: UTF8.self)
        #expect(text.contains(#""\#(name)":""#) && !text.contains("veh-3") && !text.contains("jane"), "\(text)")
        #expect(!text.contains("1700000001"), "\(text)")
    }

    /// The claims of a token, whose signature goes.
    @Test func claimsStay() throws {
        let claims = #"{"iss":"jane@p","authorization":{"tripid":"trip-7","vehicleid":"veh-3"}}"#
        let token = Array(jsonWebToken(#"{"alg":"RS256"}"#, claims, Array("signature".utf8)).utf8)
        let new = Self.redactor([.trips]).token(token).split(separator: UInt8(ascii: "."))
        let text = String(decoding: try Base64.decode(new[1]), as: UTF8.self)
        #expect(text.contains(#""tripid":"trip-7""#), "\(text)")
        #expect(!text.contains("veh-3") && !text.contains("jane"), "\(text)")
        #expect(Array(new[2]) != Array("c2lnbmF0dXJl".utf8))
    }
}
