import Foundation
import TestSupport
import Testing

@Suite struct ExplainTests {
    @Test(
        arguments: [
            (["NOT_FOUND"], 0), (["HTTP", "404"], 0), (["5", "--context", "driver", "--method", "GetTrip"], 0),
            (["nonsense"], 1), (["5", "--context", "tea"], 64), (["5", "--time", "noon"], 64), (["."], 66),
            (["--help"], 0),
        ] as [([String], Int32)])
    func exitsWithTheRightCode(arguments: [String], status: Int32) throws {
        let result = try Command.run(["explain"] + arguments)
        #expect(result.status == status, "\(result.notes)")
        #expect(result.notes.isEmpty == (status == 0))
    }

    @Test func readsStandardInputAndFiles() throws {
        let trailers = Array("grpc-status: 5\ngrpc-message: Trip not found: providers/p/trips/t\n".utf8)
        let piped = try Command.run(["explain"], input: trailers)
        #expect(piped.text.contains("next step  Create the trip \"t\""))
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("trailers-\(UUID().uuidString).txt")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(trailers).write(to: file)
        #expect(try Command.run(["explain", file.path]).text == piped.text)
    }

    @Test func printsJSON() throws {
        let result = try Command.run(["explain", "--json", "16", "--method", "gettrip"])
        let object = try #require(try parseJSON(result.output) as? [String: Any])
        #expect(object["status"] as? String == "UNAUTHENTICATED")
        #expect(object["method"] as? String == "/maps.fleetengine.v1.TripService/GetTrip")
        #expect(object["context"] as? String == "consumer")
        #expect((object["sources"] as? [Any])?.isEmpty == false)
    }

    @Test func checksATokenAgainstTheCall() throws {
        let fixture = try parseJSON(Folders.fixtures.appendingPathComponent("errors/07-other-trip.json").bytes())
        let content = try #require(fixture as? [String: Any])
        let token = try #require(content["authorization"] as? String)
        let result = try Command.run([
            "explain", "PERMISSION_DENIED", "--token", token, "--method", "GetTrip", "--time", "2025-08-31T19:51:42Z",
            "--resource", "providers/sample-fleet-558/trips/trip-28c8b",
        ])
        #expect(result.text.contains("next step  Sign a token with tripid \"trip-28c8b\"."))
        #expect(!result.text.contains("c2lnbmF0dXJl"))
    }
}
