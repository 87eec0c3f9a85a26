import Foundation
import TestSupport
import Testing
import WireInspect

@Suite struct CommandTests {
    private static let exitCodes: [([String], Int32)] = [
        (["get-trip-request.grpc"], 0), (["get-trip-request.grpc", "get-trip-response-new.bin"], 0),
        (["--as", "tea", "x"], 64), (["--type", "Nothing", "get-trip-request.bin"], 64),
        // Names in any case, and parts of one name only.
        (["--type", "trip", "get-trip-response-new.bin"], 0), (["--type", "gettripreq", "get-trip-request.bin"], 0),
        (["--type", "Waypoint", "--raw", "x"], 64), (["--as", "hex", "get-trip-request.bin"], 1),
        (["no-such-file"], 66), (["captrue"], 66), (["get-trip-request.grpc", "no-such-file"], 66), (["."], 66),
        (["types", "NoSuchType"], 64), (["types"], 0),
        (["--encoding", "br", "get-trip-request.grpc"], 64),
        (["convert", "--from", "frame", "--from-encoding", "gzip", "--to", "hex", "get-trip-request.grpc"], 0),
        (["convert", "--from", "hex", "--from-encoding", "gzip", "--to", "hex", "get-trip-request.grpc"], 64),
        (["batch", "no-such-file"], 66), (["--help"], 0), (["help", "batch"], 0), (["--version"], 0),
    ]

    @Test(arguments: Exhaustive.elements(of: exitCodes, inDebugEvery: 5))
    func exitsWithTheRightCode(arguments: [String], status: Int32) throws {
        let result = try Command.run(arguments)
        #expect(result.status == status, "\(result.notes)")
        #expect(result.notes.isEmpty == (status == 0))
    }

    /// The output that the README shows is what its command prints.
    @Test func printsWhatTheReadmeShows() throws {
        let readme = try String(
            contentsOf: Folders.fixtures.appendingPathComponent("../README.md"), encoding: .utf8)
        let name = "update-vehicle-empty-mask.grpc"
        let result = try Command.run([name])
        let path = "Fixtures/captures/\(name)"
        #expect(readme.contains("swift run --quiet wiredump \(path)\n"))
        #expect(readme.contains("```text\n" + result.text.replacing(name, with: path) + result.notes))
    }

    /// The second message has no JSON form: its time lies behind the year 9999.
    @Test(arguments: [100, 1_300_000])
    func conversionsSayWhereTheirOutputEnds(nameLength: Int) throws {
        let name = String(repeating: "a", count: nameLength)
        let input = grpcFrame(field(1, name.utf8)) + grpcFrame(field(6, [0x08] + varint(1 << 40)))
        let result = try Command.run(
            ["convert", "--type", "Trip", "--from", "frame", "--to", "json"], input: input)
        #expect(result.status == 1)
        #expect(result.notes.contains("wiredump: standard input: "), "\(result.notes)")
        if nameLength < 1 << 20 {
            #expect(result.output.isEmpty)
            #expect(!result.notes.contains("incomplete"), "\(result.notes)")
        } else {
            #expect(result.output.count >= 1 << 20)
            let end = "wiredump: the output is incomplete: it ends after \(result.output.count) bytes\n"
            #expect(result.notes.hasSuffix(end), "\(result.notes)")
        }
    }

    /// A log with a message in each line.
    @Test func everyMessageOfALogIsExamined() throws {
        let lines = try ["update-vehicle-empty-mask", "get-trip-request"].map { name in
            "D/Fleet: \(name)=\(base64(try Folders.captures.appendingPathComponent("\(name).bin").bytes()))\n"
        }
        let result = try Command.run(["doctor", "--json"], input: Array(lines.joined().utf8))
        #expect(result.status == 0 && result.notes.isEmpty, "\(result.notes)")
        #expect(result.text.contains("\"messages\": 2"), "\(result.text)")
        let alone = try Command.run(["doctor", "--json", "update-vehicle-empty-mask.bin"])
        #expect(alone.text.contains("\"code\"") && result.text.contains("\"code\""))
    }

    /// Scaffolds take the names that completion offers and that other commands take.
    @Test(arguments: [("Trip", "maps.fleetengine.v1.Trip"), ("VehicleState", "maps.fleetengine.v1.VehicleState")])
    func scaffoldsTakeShortNames(name: String, fullName: String) throws {
        let (short, full) = try (Command.run(["scaffold", name]), Command.run(["scaffold", fullName]))
        #expect(full.status == 0 && short.output == full.output, "\(short.notes)")
    }

    /// Full names come before short ones, and short names of several enums are no messages that are not there.
    @Test func scaffoldsKnowEnumsByTheirFullNames() throws {
        let kinds = ["A", "B"].map { "message \($0) { message State {} enum Kind { \($0)_NONE = 0; } }" }
        let text = "syntax = \"proto3\"; enum State { NONE = 0; } \(kinds.joined(separator: " "))"
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("kinds.proto")
            try Data(text.utf8).write(to: file)
            let state = try Command.run(["scaffold", "State", "--proto", file.path])
            #expect(state.text.contains("struct State: OpenEnum"), "\(state.text)\(state.notes)")
            let kind = try Command.run(["scaffold", "Kind", "--proto", file.path])
            #expect(kind.status == 64 && kind.notes.contains("several enums:\n  A.Kind\n  B.Kind\n"), "\(kind.notes)")
        }
    }

    /// Options that contradict each other, or have no use where they stand; values that are none.
    private static let refused = [
        (["--json", "--raw", "x"], "which --raw leaves out"), (["--hex", "--raw", "x"], "a form of output by itself"),
        (["--raw", "--type", "Trip", "x"], "no use with it"), (["--keep", "trips", "x"], "with --redact only"),
        (["capture", "--json", "--open", "x"], "choose one"), (["capture", "--force", "x"], "with --extract only"),
        (["capture", "--streams", "x"], "with --extract only"),
        (["capture", "--credentials", "x"], "with --json only"),
        (["capture", "--extract", "x", "--json", "x"], "leave out --json and --open"),
        (["capture", "--extract", "x", "--streams", "--redact", "x"], "choose one"),
        (["capture", "--rpc", "0", "x"], "numbered from 1, not 0"),
        (["convert", "--from", "json", "--to", "hex", "x"], "--from json needs --type"),
        (["convert", "--from", "hex", "--ignore-unknown", "--to", "json", "x"], "with --from json only"),
        (["diff", "x"], "Two inputs are compared"), (["diff", "--all", "--rpc", "1", "x"], "a history has all"),
        (["diff", "--rpc", "1", "x"], "or two calls"),
        (["diff", "--rpc", "1", "--rpc", "2", "--method", "GetTrip", "x"], "nothing else"),
        (["diff", "--rpc", "1", "--rpc", "2", "x", "y", "z"], "one capture or two"),
        (["doctor", "--trip", "t", "get-trip-request.bin"], "of a capture; this is none"),
        (["doctor", "--type", "Trip", "../network/streaming.pcapng"], "a capture says"),
        (["explain", "--time", "soon", "5"], "nor now"),
        (["proxy", "--to", "80", "--force"], "with --record only"),
        (["proxy", "--to", "80", "--record", "-"], "mkfifo"),
        (["proxy", "--to", "80", "--record", "x", "--redact"], "choose one"),
        (["proxy", "--to", "80", "--trust", "x"], "with --tls only"),
        (["replay", "--to", "80", "--rate", "fast", "x"], "'fast' is invalid for '--rate"),
        (["replay", "--to", "80", "--rate", "0", "x"], "'0' is invalid for '--rate"),
        (["replay", "--to", "::1:80", "x"], "'::1:80' is invalid for '--to"),
        (["replay", "--to", ":80", "x"], "':80' is invalid for '--to"), (["serve", "--key", "x"], "together only"),
        (["serve", "--speed", "0"], "more than 0"), (["serve", "--demo", "1001"], "1000 vehicles at most"),
    ]

    @Test(arguments: Exhaustive.elements(of: refused, inDebugEvery: 4))
    func refusesWhatContradictsItself(arguments: [String], reason: String) throws {
        let result = try Command.run(arguments)
        #expect(result.status == 64 && result.output.isEmpty && result.notes.contains(reason), "\(result.notes)")
    }

    private static let misspelled = [
        (["scaffold", "Tirp"], "Did you mean 'Trip'?"),
        (["--type", "Tirp", "x"], "Did you mean 'Trip'?"),
        (["types", "tripwaypiont"], "Did you mean 'TripWaypoint'?"),
        (["convert", "--type", "google.type.LatLong", "--from", "json", "--to", "hex"], "'google.type.LatLng'?"),
        (["types", "NoSuchType"], "'wiredump types' lists all"), (["capture", "--jsno"], "--json"),
        (["docotr"], "did you mean: wiredump doctor?"), (["convert", "--to", "jason", "x"], "  - json"),
        (["explain", "--method", "GetTirp", "5"], "Did you mean 'GetTrip'?"),
    ]

    @Test(arguments: Exhaustive.elements(of: misspelled, inDebugEvery: 5))
    func namesTheNearestWord(arguments: [String], hint: String) throws {
        let result = try Command.run(arguments)
        #expect(result.status != 0 && result.notes.contains(hint), "\(result.notes)")
    }

    /// Values of enums in JSON and text format.
    @Test(arguments: [(ConversionForm.json, #"{"vehicleState": "ONLIN"}"#), (.text, "vehicle_state: ONLIN")])
    func namesTheNearestValue(form: ConversionForm, text: String) throws {
        let result = try Command.run(
            ["convert", "--type", "Vehicle", "--from", form.rawValue, "--to", "hex"], input: Array(text.utf8))
        #expect(result.status == 1 && result.notes.contains("Did you mean “ONLINE”?"), "\(result.notes)")
    }

    // MARK: Converting

    /// Form and type are found, whatever the form is.
    @Test func convertsWhatItRecognizes() throws {
        let names = ["grpc", "bin", "json"].map { "update-vehicle-empty-mask.\($0)" }
        let expected = try Command.run(
            ["convert", "--type", "UpdateVehicleRequest", "--from", "binary", "--to", "json", names[1]])
        let found = try Command.run(["convert", "--to", "json"] + names)
        let lines = found.output.split(separator: 0x0A)
        #expect(found.status == 0 && lines.count == names.count, "\(found.notes)")
        for line in lines { #expect(jsonDifference(try parseJSON(line), try parseJSON(expected.output)) == nil) }
    }

    @Test func convertsSeveralFiles() throws {
        let names = ["update-vehicle-empty-mask.grpc", "get-trip-request.bin"]
        let json = try Command.run(["convert", "--to", "json"] + names)
        #expect(json.status == 0 && json.text.split(separator: "\n").count == 2, "\(json.notes)")
        let frames = try Command.run(["convert", "--to", "frame"] + names)
        let single = try names.flatMap { try Command.run(["convert", "--to", "frame", $0]).output }
        #expect(frames.output == single)
        let refused = try Command.run(["convert", "--to", "text"] + names)
        #expect(refused.status == 1 && refused.notes.contains("There are 2 messages"), "\(refused.notes)")
    }

    /// A type that is not likely is not used, and its candidates are named; a capture is no message.
    @Test func refusesToConvertWhatIsUncertain() throws {
        let uncertain = try Command.run(["convert", "--to", "json"], input: [0x08, 0x01])
        #expect(uncertain.status == 1 && uncertain.output.isEmpty, "\(uncertain.text)")
        #expect(uncertain.notes.contains("type uncertain; likeliest: "), "\(uncertain.notes)")
        #expect(try Command.run(["convert", "--to", "hex"], input: [0x08, 0x01]).text == "0801\n")
        let capture = try Command.run(["convert", "--to", "json", "\(Folders.network.path)/streaming.pcapng"])
        #expect(capture.status == 1 && capture.notes.contains("wiredump capture --extract"), "\(capture.notes)")
    }

    /// JSON is written as the likeliest type, and a note says that it is not certain.
    @Test func notesWhatTypeOfJSONIsUncertain() throws {
        let json = try Command.run(["--json"], input: [0x08, 0x01])
        #expect(json.status == 0 && json.notes.contains("type uncertain; likeliest: "), "\(json.notes)")
        let certain = try Command.run(["--json", "get-trip-request.bin"])
        #expect(certain.notes.isEmpty, "\(certain.notes)")
    }

    // MARK: Terminals

    /// `script` runs a command on a terminal of its own.
    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: "/usr/bin/script")
                && FileManager.default.fileExists(atPath: "/proc")))
    func showsItsHelpAloneOnATerminal() throws {
        let help = try Command.run(["--help"]).text
        let result = try Command.run(["-qec", Command.executable.path, "/dev/null"], of: "/usr/bin/script")
        #expect(result.status == 0)
        #expect(result.text.replacing("\r\n", with: "\n").prefix(500) == help.prefix(500))
        for word in ["  doctor   ", "\n  73  ", "--version"] { #expect(help.contains(word)) }
    }

    /// A list of calls is as wide as its terminal at most, and whole in a pipe.
    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: "/usr/bin/script")
                && FileManager.default.fileExists(atPath: "/proc")),
        arguments: Exhaustive.elements(
            of: [(110, "stty cols 110; unset COLUMNS;"), (90, "COLUMNS=90")], inDebugEvery: 2))
    func fitsTablesToTheTerminal(width: Int, setting: String) throws {
        let capture = "\(Folders.network.path)/streaming.pcapng"
        let whole = try Command.run(["capture", capture], environment: ["COLUMNS": "90"])
        #expect(whole.text.split(separator: "\n").contains { $0.count > 110 })
        let command = "\(setting) \(Command.executable.path) capture --color never \(capture) 2>/dev/null"
        let fitted = try Command.run(["-qec", command, "/dev/null"], of: "/usr/bin/script")
        let lines = fitted.text.split(whereSeparator: \.isNewline)
        #expect(!lines.isEmpty && lines.allSatisfy { $0.count <= width }, "\(fitted.text)")
        #expect(lines.contains { $0.contains("…") })
    }

    @Test func everyTopicOfTheHelpIsThere() throws {
        let root = try Command.run(["--help"]).text
        let names =
            root.split(separator: "TOPICS").last?.split(separator: "\n").dropFirst()
            .prefix { $0.hasPrefix("  ") }.map { String($0.split(separator: " ")[0]) } ?? []
        #expect(names.contains("exit-codes") && names.contains("redaction") && names.count > 5)
        for name in Exhaustive.elements(of: names, inDebugEvery: 5) {
            let topic = try Command.run(["help", name])
            #expect(topic.status == 0 && topic.text.count > 200)
            #expect(topic.text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(name)")
        }
        // The argument parser's own help about commands works as well.
        #expect(try Command.run(["help", "doctor"]).text == Command.run(["doctor", "--help"]).text)
        for code in [0, 1, 2, 64, 66, 70, 73, 74] {
            #expect(root.contains("\n  \(code < 10 ? " " : "")\(code)  "), "\(code)")
        }
    }

    @Test func readsStandardInput() throws {
        let bytes = try Folders.captures.appendingPathComponent("get-trip-request.bin").bytes()
        let named = try Command.run(["-"], input: bytes)
        #expect(named.status == 0)
        #expect(named.text.hasPrefix("standard input: bare message, 131 bytes\n"))
        #expect(try Command.run([], input: bytes).text == named.text)
    }

    @Test func coloursOnlyWhenAsked() throws {
        let arguments = ["get-trip-request.grpc"]
        let plain = try Command.run(arguments).text
        #expect(!plain.contains("\u{1B}"))
        #expect(try Command.run(arguments + ["--color", "always"]).text.contains("\u{1B}[36m"))
        let never = try Command.run(arguments + ["--color", "never"], environment: ["TERM": "xterm"]).text
        #expect(never == plain)
    }

    /// Files without a type that is needed are no fault, yet they are told, and each once. What only declares options, as
    /// protoc's own file does, is not missed.
    @Test func tellsOfImportsThatAreMissing() throws {
        try withTemporaryFolder { folder in
            let imports = "import \"acme/rules.proto\"; import \"google/protobuf/descriptor.proto\";"
            for name in ["badge", "shift"] {
                let text = "syntax = \"proto3\"; \(imports) message \(name) { string owner = 1; }"
                try Data(text.utf8).write(to: folder.appendingPathComponent("\(name).proto"))
            }
            for arguments in [["types", "badge"], ["--type", "badge", "get-trip-request.bin"]] {
                let result = try Command.run(arguments + ["--proto", folder.path])
                #expect(result.status == 0)
                #expect(
                    result.notes
                        == "wiredump: badge.proto imports acme/rules.proto, which was not found; what it declares is unknown\n"
                )
            }
            let needed = "syntax = \"proto3\"; \(imports) message Needy { Rule rule = 1; }"
            try Data(needed.utf8).write(to: folder.appendingPathComponent("needy.proto"))
            let result = try Command.run(["types", "badge", "--proto", folder.path])
            #expect(result.status == 64)
            #expect(result.notes.contains("acme/rules.proto"))
        }
    }

    /// As for protoc, a file that is imported by two names is two, which declare the same.
    @Test func aFileHasOneName() throws {
        try withTemporaryFolder { folder in
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("x"), withIntermediateDirectories: true)
            let files = [
                ("x/a", "message Badge {}"), ("x/b", "import \"a.proto\"; message Shift { Badge badge = 1; }"),
                ("c", "import \"x/a.proto\"; message Fleet { Badge badge = 1; }"),
            ]
            var arguments = ["types", "Badge"]
            for (name, text) in files {
                let file = folder.appendingPathComponent("\(name).proto")
                try Data("syntax = \"proto3\"; \(text)".utf8).write(to: file)
                arguments += ["--proto", file.path]
            }
            let result = try Command.run(arguments)
            #expect(result.status == 64)
            #expect(result.notes.contains("Badge"), "\(result.notes)")
            #expect(try Command.run(arguments.dropLast(2)).status == 0)
        }
    }

    /// Files of a folder that import each other by their path from the folder above, as those of most packages do.
    @Test(arguments: ["acme", "acme/fleet/v1", "acme/fleet/v1/shift.proto", "."])
    func findsImportsAboveAFolder(_ path: String) throws {
        try withTemporaryFolder { root in
            let folder = root.appendingPathComponent("acme/fleet/v1")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (name, text) in [
                ("shift", "import \"acme/fleet/v1/badge.proto\"; message Shift { Badge badge = 1; }"),
                ("badge", "message Badge { string owner = 1; }"),
            ] {
                try Data("syntax = \"proto3\"; package acme.fleet.v1; \(text)".utf8)
                    .write(to: folder.appendingPathComponent("\(name).proto"))
            }
            let result = try Command.run([
                "types", "acme.fleet.v1.Shift", "--proto", root.appendingPathComponent(path).path,
            ])
            #expect(result.status == 0 && result.text.contains("Badge"), "\(result.notes)")
        }
    }

    private static let completionScript = Result { try Command.run(["--generate-completion-script", "bash"]).text }

    /// What bash offers for the last word, with the script that the command prints.
    @Test(
        arguments: Exhaustive.elements(
            of: [
                (["--"], "--hex"), (["--as", ""], "base64"), (["--json", "--r"], "--raw"),
                (["--type", "TripW"], "TripWaypoint"),
                (["ca"], "capture"), (["capture", "--s"], "--streams"), (["types", "TripW"], "TripWaypoint"),
                (["capture", "get-trip-resp"], "get-trip-response-new.bin"),
            ], inDebugEvery: 6))
    func completes(words: [String], offer: String) throws {
        let script = try Self.completionScript.get()
        let name = Command.executable.path
        let line = ([name] + words).joined(separator: " ")
        let steps = """
            COMP_WORDS=('\(([name] + words).joined(separator: "' '"))')
            COMP_CWORD=\(words.count) COMP_LINE='\(line)' COMP_POINT=\(line.utf8.count)
            _wiredump wiredump "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let offers = try Command.run([], of: "/bin/bash", input: Array((script + "\n" + steps).utf8))
        #expect(offers.text.split(separator: "\n").contains(Substring(offer)), "\(offers)")
    }

    @Test func aClosedPipeIsNoFailure() throws {
        let script = "{ '\(Command.executable.path)' --all search-vehicles-response.grpc; echo $? >&2; } | head -n 1"
        #expect(try Command.run(["-c", script], of: "/bin/sh").notes == "0\n")
    }

    @Test func batchAnswersWhileItsInputIsOpen() throws {
        let process = Process()
        process.executableURL = Command.executable
        process.arguments = ["batch"]
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        for _ in 0..<3 {
            try input.fileHandleForWriting.write(
                contentsOf: Data(#"{"type":"google.protobuf.Empty","hex":""}"#.utf8 + [0x0A]))
            let answer = output.fileHandleForReading.availableData
            #expect(
                String(decoding: answer, as: UTF8.self) == #"{"type":"google.protobuf.Empty","hex":"","json":{}}"#
                    + "\n")
        }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
