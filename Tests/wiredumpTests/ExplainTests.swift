import Foundation
import TestSupport
import Testing

@Suite struct ExplainTests {
    /// Who and what it is about is gone.
    @Test func showsStandInsInPlaceOfNames() throws {
        let name = "providers/acme-taxi/trips/trip-jane-7"
        let trailers = "grpc-status: 5\ngrpc-message: Trip not found: \(name) at 203.0.113.9:443 for jane-doe\n"
        let redacted = ["explain", "--redact"]
        let claims = #"{"authorization":{"tripid":"trip-jane-7"}}"#
        let token = jsonWebToken(#"{"alg":"RS256"}"#, claims, Array("jane".utf8))
        for extra in [[], ["--json"]] {
            let arguments = redacted + ["--method", "GetTrip", "--resource", name, "--token", token] + extra
            let text = try Command.run(arguments, input: Array(trailers.utf8)).text
            for part in ["jane", "acme", "203.0"] { #expect(!text.contains(part), "\(text)") }
            #expect(text.contains(": providers/") && text.contains("/trips/"))
            #expect(!text.contains("is for"), "the token is for the trip still")
        }
        let alone = try Command.run(redacted, input: Array(token.utf8)).text
        #expect(alone.contains("tripid = ") && !alone.contains("jane"))
    }

    /// A cause is known, too, where it is a word of a proxy that does not stay.
    @Test func knowsCausesThatItReplaces() throws {
        let entry = #"{"jsonPayload":{"statusDetails":"backend_timeout"},"httpRequest":{"status":502}}"#
        let text = try Command.run(["explain", "--redact"], input: Array(entry.utf8)).text
        #expect(text.contains("behind the proxy") && !text.contains("backend_timeout"), "\(text)")
    }

    /// Only what is of the input is replaced, in the command's own sentences too.
    @Test func keepsItsOwnWords() throws {
        let nothing = try Command.run(["explain", "--redact"], input: Array(#"[{"1":"x"}]"#.utf8))
        #expect(nothing.notes.contains("No error can be seen in this text. Paste trailers, a grpc-status-details-bin"))
        let error = #"Error Domain=com.jane.corp Code=77123 "hello jane""#
        let foreign = try Command.run(["explain", "--redact"], input: Array(error.utf8)).notes
        #expect(foreign.contains("There is no error of the domain io.grpc, only "))
        #expect(foreign.contains("Log the error's underlying errors too."))
        let details = #"[{"foo":"jane"},{"@type":"type.googleapis.com/acme.Other","x":"jane"}]"#
        let json = #"{"error":{"code":404,"status":"NO_JANE","message":"no trip jane7712345","details":\#(details)}"#
        let body = try Command.run(["explain", "--redact"], input: Array(json.utf8)).text
        for own in [
            #"The status ""#, #"" does not exist."#, "HTTP 404 leaves NOT_FOUND (5) as the likeliest.",
            "A detail has no @type: ", "A comma or “}” should be here",
        ] {
            #expect(body.contains(own), "\(body)")
        }
        // Stand-ins may have two digits by chance, and hardly five.
        for text in [foreign, body] {
            for part in ["jane", "Jane", "JANE", "77123"] { #expect(!text.contains(part), "\(text)") }
        }
    }

    private static let exitCodes: [([String], Int32)] = [
        (["NOT_FOUND"], 0), (["HTTP", "404"], 0), (["5", "--context", "driver", "--method", "GetTrip"], 0),
        (["nonsense"], 1), (["5", "--context", "tea"], 64), (["5", "--time", "noon"], 64), (["."], 66),
        (["5", "--method", "NoSuch"], 64), (["12", "--method", "/acme.Other/Get"], 0), (["--help"], 0),
    ]

    @Test(arguments: Exhaustive.elements(of: exitCodes, inDebugEvery: 3))
    func exitsWithTheRightCode(arguments: [String], status: Int32) throws {
        let result = try Command.run(["explain"] + arguments)
        #expect(result.status == status, "\(result.notes)")
        #expect(result.notes.isEmpty == (status == 0))
    }

    /// A resource name that says nothing is not passed over in silence.
    @Test(
        arguments: [
            (["7", "--resource", "providers/p/trips/t"], "while the method is not known"),
            (["7", "--method", "GetTrip", "--resource", "foo"], "\"foo\" does not have the form"),
            (["7", "--method", "GetTrip", "--resource", "providers/p/trips/t"], nil),
            (["7", "--method", "ListVehicles", "--resource", "providers/p"], nil),
        ] as [([String], String?)])
    func remarksOnTheResource(arguments: [String], words: String?) throws {
        let text = try Command.run(["explain"] + arguments).text
        #expect(text.contains(words ?? "remark") == (words != nil), "\(text)")
    }

    /// Who opens an error as a payload is told of this command.
    @Test(arguments: [
        "rpc error: code = NotFound desc = no trip", "grpc-status: 5\ngrpc-message: no trip\n",
        #"{"error": {"code": 404, "message": "no trip", "status": "NOT_FOUND"}}"#,
    ])
    func isNamedForErrors(text: String) throws {
        let result = try Command.run([], input: Array(text.utf8))
        #expect(result.status == 1 && result.notes.contains("wiredump explain"), "\(result.notes)")
    }

    /// Who misspells the name of a file is not left to think that it holds no error.
    @Test(arguments: [("trailer.txt", true), ("no error", false), ("-", false), ("/dev/null", false)])
    func saysThatThereIsNoFile(argument: String, isSaid: Bool) throws {
        let result = try Command.run(["explain", argument])
        #expect(result.status == 1 && result.notes.contains("no file of this name") == isSaid, "\(result.notes)")
    }

    @Test func readsStandardInputAndFiles() throws {
        let trailers = Array("grpc-status: 5\ngrpc-message: Trip not found: providers/p/trips/t\n".utf8)
        let piped = try Command.run(["explain"], input: trailers)
        #expect(piped.text.contains("next step  Create the trip \"t\""))
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("trailers.txt")
            try Data(trailers).write(to: file)
            #expect(try Command.run(["explain", file.path]).text == piped.text)
        }
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
