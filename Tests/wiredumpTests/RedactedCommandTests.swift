import Foundation
import TestSupport
import Testing

/// Every command with `--redact`, on input that is full of secrets: no output and no message shows one.
@Suite struct RedactedCommandTests {
    /// The first is also a part of the name of the folder.
    private static let secrets = ["Jarnevikson", "Quellmann", "4915112345678", "hunter2secret", "52.52000", "13.40495"]

    private func expectNothing(
        _ arguments: [String], input: [UInt8] = [], sourceLocation: SourceLocation = #_sourceLocation
    )
        throws
    {
        let result = try Command.run(arguments + ["--redact"], input: input)
        expectNothing(in: result.output, arguments, sourceLocation)
        expectNothing(in: Array(result.notes.utf8), arguments, sourceLocation)
    }

    private func expectNothing(in bytes: [UInt8], _ arguments: [String], _ place: SourceLocation) {
        let text = String(decoding: bytes, as: UTF8.self)
        for secret in Self.secrets {
            // As text, in hex, and in base64 at each alignment.
            let forms = [secret, hex(Array(secret.utf8))] + (0..<3).map { Self.base64(secret, behind: $0) }
            for form in forms where text.range(of: form, options: .caseInsensitive) != nil {
                Issue.record(
                    "\(form) in \(arguments.joined(separator: " ")):\n\(text.prefix(2000))", sourceLocation: place)
            }
        }
    }

    /// The characters that a secret makes certain, with so many bytes before it.
    private static func base64(_ text: String, behind count: Int) -> String {
        let encoded = Data(Array(repeating: 0, count: count) + Array(text.utf8)).base64EncodedString()
        return String(encoded.prefix((count + text.utf8.count) / 3 * 4).dropFirst(count == 0 ? 0 : 4))
    }

    private static let vehicle = """
        {"name":"providers/Quellmann/vehicles/Jarnevikson","vehicleState":"ONLINE","attributes":[{"key":"Jarnevikson",\
        "value":"4915112345678"}],"lastLocation":{"location":{"latitude":52.520008,"longitude":13.404954}}}
        """

    /// Texts that are messages, or nearly: each is an input of commands that open any input.
    private static let inputs: [String] = {
        let name = Array("Jarnevikson".utf8)
        let field = [0x0A, UInt8(name.count)] + name
        return [
            vehicle, "\n'Leave parcel with Jarnevikson next door", #"{"Jarnevikson":1}"#,
            #"{"vehicleState":"Jarnevikson"}"#, "name: \"Jarnevikson\"\nQuellmann: 7",
            "Jarnevikson called 4915112345678 from Quellmann street", "name: Jarnevikson", hex(field),
            "\(hex(name))zz", Data(field).base64EncodedString(), "12:3 {\"Jarnevikson\"} Quellmann",
            "\u{0}\u{0}\u{0}\u{0}\u{D}\n\u{B}Jarnevikson", "\u{2}\u{1}Jarnevikson Quellmann",
        ]
    }()

    private static let commands: [[String]] = {
        let types: [[String]] = [[], ["--type", "Vehicle"]]
        let forms = ["json", "text", "protoscope", "hex", "base64", "frame", "binary"]
        let dumps = types.flatMap { type in [[], ["--json"], ["--hex"], ["doctor"]].map { $0 + type } }
        let conversions = forms.map { ["convert", "--type", "Vehicle", "--from", $0, "--to", "text"] }
        return dumps + conversions + [["--raw"], ["explain"], ["capture"], ["batch", "--text"]]
    }()

    /// The numbers of a command and an input.
    private static let pairs = commands.indices.flatMap { command in inputs.indices.map { [command, $0] } }

    @Test(arguments: Exhaustive.elements(of: pairs, inDebugEvery: 41)) func hidesSecretsOfMessages(_ pair: [Int]) throws
    {
        let (command, text) = (Self.commands[pair[0]], Self.inputs[pair[1]])
        var input = Array(text.utf8)
        if command.first == "batch" {
            let line = ["type": "maps.fleetengine.v1.Vehicle", "text": text]
            input = Array(try JSONSerialization.data(withJSONObject: line)) + input
        }
        try expectNothing(command, input: input)
    }

    /// Places that only those beside them show to be swapped are looked for before the globe turns, and not told.
    @Test func findsWhatIsWrongInTheOriginal() throws {
        let update = """
            {"name":"providers/Quellmann/vehicles/Jarnevikson","vehicle":{"lastLocation":{\
            "location":{"latitude":52.520008,"longitude":13.404954},\
            "rawLocation":{"latitude":13.404954,"longitude":52.520008}}},"updateMask":"lastLocation"}
            """
        let command = ["doctor", "--type", "UpdateVehicleRequest"]
        try expectNothing(command, input: Array(update.utf8))
        #expect(try Command.run(command + ["--redact"], input: Array(update.utf8)).text.contains("coordinates_swapped"))
        // Of several messages with the same fault, each is told in the words for itself.
        let faults = ["a", "bb"].map { #"{"name":"providers/p/vehicles/\#($0)","vehicle":{"vehicleState":"ONLINE"}}"# }
        let text = try Command.run(command + ["--redact", "--all"], input: Array(faults.joined(separator: "\n").utf8))
            .text
        #expect(text.contains(/vehicles\/[a-z]\s/) && text.contains(/vehicles\/[a-z]{2}\s/), "\(text)")
    }

    /// Ids that are kept on request: the output says so first, and no other secret shows.
    @Test(arguments: [
        (["--keep-id", "Jarnevikson"], "redacted, but for Jarnevikson", ["Jarnevikson"]),
        (["--keep", "vehicles"], "redacted, but for the ids of vehicles", ["vehicles/Jarnevikson"]),
        (["--keep", "trips"], "redacted, but for the ids of trips", []),
    ])
    func keepsWhatATicketNeeds(options: [String], sentence: String, kept: [String]) throws {
        let input = Array(Self.vehicle.utf8)
        for command in [["--type", "Vehicle"], ["doctor", "--type", "Vehicle"], ["explain", "5"]] {
            let result = try Command.run(command + ["--redact"] + options, input: input)
            #expect(result.text.hasPrefix("\(sentence)\n"), "\(result.text)")
        }
        let json = try Command.run(["--type", "Vehicle", "--json", "--redact"] + options, input: input)
        #expect(json.notes == "wiredump: \(sentence)\n" && json.text.hasPrefix("{"))
        for text in kept { #expect(json.text.contains(text)) }
        // The same word as a value of an attribute is an id only when it was named itself.
        #expect(json.text.contains("\"key\": \"Jarnevikson\"") == (kept == ["Jarnevikson"]), "\(json.text)")
        for secret in Self.secrets where secret != "Jarnevikson" { #expect(!json.text.contains(secret)) }
    }

    @Test(arguments: [
        ["--keep", "trips"], ["--redact", "--keep-id", "a?b"], ["--redact", "--keep-id", "a b"],
        ["--redact", "--keep-id", "providers/p/trips/t"],
        ["--redact", "--keep", "trisp"],
    ])
    func refusesToKeepWhatIsNoID(options: [String]) throws {
        #expect(try Command.run(options, input: [8, 1]).status == 64)
    }

    @Test func hidesSecretsOfErrors() throws {
        let texts = [
            "grpc-status: 5\ngrpc-message: Jarnevikson lives at 52.520008, 13.404954\nx-Quellmann: hunter2secret\n",
            #"{"error":{"code":404,"status":"NO_JARNEVIKSON","message":"4915112345678","details":[{"@type":"x/Quellmann"}]}}"#,
            #"Error Domain=com.Jarnevikson Code=7 "Quellmann" UserInfo={NSDebugDescription=4915112345678}"#,
        ]
        for text in texts {
            for extra in [[], ["--json"]] { try expectNothing(["explain"] + extra, input: Array(text.utf8)) }
        }
    }

    /// A HAR file with secrets wherever one may stand.
    private func capture(in folder: URL) throws -> URL {
        let converted = try Command.run(
            ["convert", "--type", "Vehicle", "--from", "json", "--to", "frame"], input: Array(Self.vehicle.utf8))
        let body = Data(converted.output).base64EncodedString()
        func headers(_ pairs: [String: String]) -> [[String: String]] { pairs.map { ["name": $0, "value": $1] } }
        let paths = [
            "/maps.fleetengine.v1.VehicleService/UpdateVehicle", "/com.Quellmann.v1.Jarnevikson/Find",
            "/maps.fleetengine.v1.VehicleService/GetVehicle?key=hunter2secret",
        ]
        let trace = Data("Jarnevikson".utf8).base64EncodedString()
        let entries = paths.map { path in
            let request: [String: Any] = [
                "method": "POST", "url": "https://Jarnevikson.example\(path)", "httpVersion": "HTTP/2",
                "headers": headers([
                    "content-type": "application/grpc-web+proto", "authorization": "Bearer hunter2secret",
                    "x-Quellmann": "hunter2secret", "cookie": "a=hunter2secret", "user-agent": "Quellmann/1.0",
                    "x-goog-request-params": "name=providers%2FQuellmann", "grpc-timeout": "4915112345678S",
                ]), "postData": ["mimeType": "application/grpc-web+proto", "text": body, "encoding": "base64"],
            ]
            let response: [String: Any] = [
                "status": 200, "httpVersion": "HTTP/2",
                "headers": headers([
                    "content-type": "application/grpc-web+proto", "grpc-status": "5",
                    "grpc-message": "Jarnevikson of Quellmann", "x-trace-bin": trace,
                ]), "content": ["mimeType": "application/grpc-web+proto", "text": body, "encoding": "base64"],
            ]
            let entry: [String: Any] = [
                "startedDateTime": "2026-02-03T04:05:00.250Z", "time": 12, "serverIPAddress": "203.0.113.7",
                "request": request, "response": response,
            ]
            return entry
        }
        let file = folder.appendingPathComponent("Jarnevikson.har")
        let log: [String: Any] = [
            "version": "1.2", "creator": ["name": "x", "version": "1"], "entries": entries,
        ]
        try JSONSerialization.data(withJSONObject: ["log": log]).write(to: file)
        return file
    }

    /// A vehicle is selected by its own name, and shown by that.
    @Test func keptVehiclesHaveAHistory() throws {
        let capture = Folders.traffic.appendingPathComponent("driver-shift.pcap").path
        let options = ["--vehicle", "driver_74573", "--redact", "--keep", "vehicles"]
        #expect(try Command.run(["diff", capture] + options).text.contains("vehicles/driver_74573  ("))
    }

    @Test func hidesSecretsOfCaptures() throws {
        try withTemporaryFolder(named: "Jarnevikson") { folder in
            let file = try capture(in: folder).path
            let plain = try Command.run(["capture", file, "--json"])
            #expect(plain.text.split(separator: "\n").count == 3 && plain.text.contains("Jarnevikson"))
            let forms: [[String]] = [
                ["capture"], ["capture", "--open"], ["capture", "--json"], ["doctor"], ["doctor", "--json", "--all"],
                ["diff", "--all"], ["diff", "--all", "--json"], ["diff", "--rpc", "1", "--rpc", "2"],
                ["diff", "--rpc", "1", "--rpc", "9"], ["report", "--output", "-"], ["dump"],
            ]
            for form in Exhaustive.elements(of: forms, inDebugEvery: 3) { try expectNothing(form + [file]) }
            let empty = folder.appendingPathComponent("empty")
            try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: false)
            for command in ["capture", "explain"] { try expectNothing([command, empty.path]) }
            let place = FileManager.default.temporaryDirectory.appendingPathComponent("out-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: place) }
            try expectNothing(["capture", file, "--extract", place.path])
            for name in try FileManager.default.contentsOfDirectory(atPath: place.path) {
                expectNothing(in: Array(name.utf8), ["extracted name"], #_sourceLocation)
                expectNothing(
                    in: try place.appendingPathComponent(name).bytes(), ["extracted \(name)"], #_sourceLocation)
            }
        }
    }

    @Test(
        arguments: [
            (["--redact-key", "short"], "at least 16 characters"), (["--redact", "--same-places"], "--redact-key"),
        ])
    func refusesKeysThatAreEasyToGuess(_ arguments: [String], _ part: String) throws {
        let result = try Command.run(arguments, input: [8, 1])
        #expect(result.status == 64 && result.notes.contains(part))
    }

    /// Ids are the same in every run with a key; places only where that is asked for.
    @Test func movesEachFileElsewhere() throws {
        func places(_ extra: [String]) throws -> (ids: [String], places: [String]) {
            let key = ["--redact-key", "a key for these tests", "update-vehicle-route.grpc"]
            let lines = try Command.run(key + extra).text.split(separator: "\n").map(String.init)
            return (lines.filter { $0.contains("providers/") }, lines.filter { $0.contains("LatLng") })
        }
        let runs = try (0..<2).map { _ in try places([]) }
        #expect(runs[0].ids == runs[1].ids && !runs[0].ids.isEmpty && runs[0].places != runs[1].places)
        // That places are the same in each run then, transcripts show.
        #expect(try places(["--same-places"]).ids == runs[0].ids)
    }
}
