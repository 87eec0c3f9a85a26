import Foundation
import TestSupport
import Testing

#if Live
import FleetEmulator
import FleetMessages
import FleetProtos
import HTTPWire
import ProtobufSchema

@testable import wiredump
#endif

#if !Live
/// The subcommands that use the network, in a build that leaves them out.
@Suite struct AbsentCommandTests {
    @Test(arguments: [["serve"], ["proxy", "--to", "8080"], ["replay", "shift.pcap", "--to", "8080"]])
    func namesTheBuildThatHasIt(_ arguments: [String]) throws {
        let result = try Command.run(arguments)
        #expect(result.status == 69)
        #expect(result.output.isEmpty)
        #expect(result.notes.contains("swift build --configuration release --traits Live --product wiredump"))
    }

    @Test(arguments: ["serve", "proxy", "replay"])
    func staysInTheHelp(_ name: String) throws {
        #expect(try Command.run(["--help"]).text.contains("\n  \(name) "))
        #expect(try Command.run(["help", name]).text.contains("OPTIONS:"))
    }

    private static let wrongArguments = [
        ["serve", "--certificate", "a.pem"], ["serve", "--speed", "0"], ["serve", "--clock", "noon"], ["proxy"],
        ["proxy", "--to", "host:port"], ["proxy", "--to", "8080", "--trust", "a.pem"],
        ["replay", "a.pcap", "--to", "8080", "--rate", "fast"], ["serve", "--listen", "1:2:3"],
        ["serve", "--redact", "--record", "a.pcap"], ["serve", "--record", "-"],
    ]

    @Test(arguments: Exhaustive.elements(of: wrongArguments, inDebugEvery: 3))
    func refusesWrongArguments(_ arguments: [String]) throws {
        #expect(try Command.run(arguments).status == 64)
    }
}
#endif

#if Live
/// Servers, relays and clients as processes, connected on this machine. One at a time, as each test blocks a thread that calls
/// of other suites need for their deadlines.
@Suite(.serialized) final class LiveCommandTests {
    /// A command that runs until it is interrupted.
    private final class Running {
        private let process = Process()
        let folder: URL

        /// - Parameter output: A Pipe or FileHandle in place of the file `out`.
        init(_ arguments: [String], in folder: URL, output: Any? = nil) throws {
            self.folder = folder
            for name in ["out", "err"] { try Data().write(to: folder.appendingPathComponent(name)) }
            process.executableURL = Command.executable
            process.arguments = arguments
            process.currentDirectoryURL = folder
            process.standardOutput = try output ?? FileHandle(forWritingTo: folder.appendingPathComponent("out"))
            process.standardError = try FileHandle(forWritingTo: folder.appendingPathComponent("err"))
            try process.run()
        }

        func text(_ name: String) throws -> String {
            try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        }

        /// Waits for a line, 20 s at most.
        func wait(forLines count: Int = 1, of name: String) throws {
            for _ in 0..<400 where try text(name).filter({ $0 == "\n" }).count < count {
                Thread.sleep(forTimeInterval: 0.05)
            }
            #expect(try text(name).filter { $0 == "\n" }.count >= count)
        }

        /// The port in the first sentence.
        func port() throws -> String {
            try wait(of: "err")
            let sentence = try text("err").prefix { $0 != "\n" }
            let lastParts = sentence.split(separator: " ").compactMap { $0.split(separator: ":").last }
            return String(lastParts.first { Int($0) != nil } ?? "")
        }

        /// Keeps the process from running. The system still accepts connections for it.
        func pause() { _ = process.suspend() }
        func resume() { _ = process.resume() }

        func interrupt(_ signals: Int32...) -> Int32 {
            for signal in signals.isEmpty ? [SIGINT] : signals { kill(process.processIdentifier, signal) }
            return end()
        }

        /// Waits for the end.
        func end() -> Int32 {
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    /// Has the folders of all commands of a test.
    private let root = FileManager.default.temporaryDirectory.appendingPathComponent(
        "wiredump-live-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: root) }

    /// Starts a command, in a folder of its own unless it is to be another one.
    private func start(_ arguments: [String], in folder: URL? = nil, output: Any? = nil) throws -> Running {
        let folder = folder ?? root.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return try Running(arguments, in: folder, output: output)
    }

    /// Writes a file, and returns its path.
    private func file(_ name: String, _ text: String) throws -> String {
        let file = root.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    private static func calls(in capture: URL) throws -> [String] {
        let lines = try Command.run(["capture", "--json", capture.path]).text.split(separator: "\n")
        return try lines.map {
            let call = try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            return "\(call?["path"] ?? "") \(call?["status"] ?? "")"
        }
    }

    @Test func whatIsServedRelayedAndReplayedIsRecorded() throws {
        let server = try start(Self.recordedDemo + ["--json"])
        try server.wait(forLines: 20, of: "out")
        #expect(server.interrupt() == 0)
        let capture = server.folder.appendingPathComponent("a.pcap")
        let served = try Self.calls(in: capture)
        #expect(served.count == (try server.text("out").filter { $0 == "\n" }.count))
        #expect(try server.text("fleet.json").contains(#""vehicleState":"OFFLINE""#))

        let second = try start(["serve", "--listen", "0", "--clock", "2026-01-01T08:00:00Z"])
        let proxy = try start(["proxy", "--listen", "0", "--to", try second.port(), "-o", "b.pcap"])
        let replay = try Command.run(["replay", capture.path, "--to", try proxy.port()])
        #expect(replay.notes.contains("\(served.count) calls sent"))
        #expect(proxy.interrupt() == 0)
        #expect(second.interrupt() == 0)
        let relayed = try Self.calls(in: proxy.folder.appendingPathComponent("b.pcap"))
        #expect(relayed.count == served.count)
        #expect(try proxy.text("out").contains("proxy: \(served.count) calls"))
    }

    /// What one server has answered, another one in the same state answers, too: calls of Google's clients go to one through a
    /// relay, which records them, and the recording to the other.
    @Test(arguments: [("driver-shift.pcap", 72), ("consumer-poll.pcapng", 104), ("delivery-shift.pcapng", 65)])
    func recordedCallsAreAnsweredAlike(_ shift: String, _ count: Int) throws {
        // When the tokens of the calls are valid.
        let serve = ["serve", "--listen", "0", "--clock", "2025-08-31T19:55:00Z"]
        let first = try start(serve)
        let proxy = try start(["proxy", "--listen", "0", "--to", try first.port(), "-o", "a.pcap"])
        let calls = Folders.traffic.appendingPathComponent(shift).path
        #expect(try Command.run(["replay", calls, "--to", try proxy.port()]).text.contains("  OK\n"))
        #expect(proxy.interrupt() == 0)
        #expect(first.interrupt() == 0)

        let second = try start(serve)
        let recording = proxy.folder.appendingPathComponent("a.pcap").path
        let replay = try Command.run(["replay", recording, "--to", try second.port()])
        #expect(replay.status == 0)
        #expect(replay.notes.hasSuffix("\(count) calls sent, 0 answered otherwise\n"), "\(replay.notes)\(replay.text)")
        #expect(second.interrupt() == 0)
    }

    /// Headers that HTTP/2 forbids are not sent, and the calls reach the server all the same. Recorders of HTTP/1.1 write the first
    /// four; the others stand in files that nobody has recorded.
    @Test(arguments: [
        ("Keep-Alive", "300"), ("Proxy-Connection", "keep-alive"), ("Transfer-Encoding", "chunked"), ("Upgrade", "h2c"),
        ("x-\u{e9}", "1"), ("x y", "1"), ("", "1"), ("x-a", "1\\r\\nx-b: 2"),
    ])
    func replaysLeaveOutForbiddenHeaders(_ name: String, _ value: String) throws {
        let har = """
            {"log": {"version": "1.2", "entries": [{
              "startedDateTime": "2026-02-03T04:05:00Z", "time": 10,
              "request": {
                "method": "POST", "url": "https://fleetengine.googleapis.com/maps.fleetengine.v1.TripService/GetTrip",
                "headers": [
                  {"name": "content-type", "value": "application/grpc-web-text"}, {"name": "\(name)", "value": "\(value)"}
                ],
                "postData": {"mimeType": "application/grpc-web-text", "text": "AAAAAAA="}},
              "response": {"status": 200, "headers": [], "content": {}}
            }]}}
            """
        let server = try start(["serve", "--listen", "0"])
        let replay = try Command.run(["replay", try file("a.har", har), "--to", try server.port()])
        #expect(replay.text.contains("GetTrip  UNAUTHENTICATED\n"), "\(replay)")
        // No method has such a name, with which the library would close the connection of other calls, too.
        let unnamed = try file("b.har", har.replacing("GetTrip", with: "Get\\nTrip"))
        #expect(try Command.run(["replay", unnamed, "--to", try server.port()]).notes.hasPrefix("0 calls sent"))
        #expect(server.interrupt() == 0)
    }

    /// Tokens have ended when a capture is replayed. The replay says with which clock the server takes them, and takes another
    /// token as a header has it.
    @Test func aReplayNamesTheTimeOfItsTokens() throws {
        let calls = Folders.traffic.appendingPathComponent("driver-shift.pcap").path
        let server = try start(["serve", "--listen", "0"])
        let late = try Command.run(["replay", calls, "--to", try server.port()])
        #expect(late.notes.contains("calls ended with UNAUTHENTICATED, other than in the capture"), "\(late.notes)")
        let token = FleetEmulator.token(["vehicleid": ["*"], "tripid": ["*"]], at: .now)
        let renewed = try Command.run(["replay", calls, "--to", try server.port(), "--token", "Bearer \(token)"])
        #expect(!renewed.text.contains("UNAUTHENTICATED") && !renewed.notes.contains("--clock"), "\(renewed)")
        #expect(server.interrupt() == 0)

        let words = late.notes.split(separator: " ")
        let clock = try #require(words.firstIndex(of: "--clock").map { String(words[$0 + 1]) })
        let early = try start(["serve", "--listen", "0", "--clock", clock])
        let replay = try Command.run(["replay", calls, "--to", try early.port()])
        #expect(!replay.notes.contains("--clock") && replay.text.contains("  OK\n"), "\(replay.notes)")
        #expect(early.interrupt() == 0)
    }

    /// A client learns at once that the server has reset its connection, and not by its deadline.
    @Test func aResetOfTheServerReachesTheClient() throws {
        let (server, port) = listeningSocket()
        defer { close(server) }
        let relay = try start(["proxy", "--listen", "0", "--to", "\(port)"])
        let client = try unsafe tcpSocket(#require(UInt16(relay.port()))) { unsafe connect($0, $1, $2) }
        defer { close(client) }
        let accepted = accept(server, nil, nil)
        var byte: UInt8 = 0
        #expect(unsafe send(client, "PRI", 3, 0) == 3 && recv(accepted, &byte, 1, 0) == 1)
        var reset = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(accepted, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
        close(accepted)
        // Far more than the relay needs, so that a failure is one, and no hang of the tests.
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        unsafe setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let count = unsafe recv(client, &byte, 1, 0)
        #expect(count == 0 || errno == ECONNRESET)
        try relay.wait(forLines: 2, of: "err")
        #expect(try relay.text("err").contains("127.0.0.1:\(port): \(Self.missingTLS)"))
        #expect(relay.interrupt() == 0)
    }

    @Test func aClientOfRESTIsToldOf() throws {
        let server = try start(["serve", "--listen", "0"])
        let client = try unsafe tcpSocket(#require(UInt16(server.port()))) { unsafe connect($0, $1, $2) }
        defer { close(client) }
        let request = "GET /v1/providers/p/vehicles/v HTTP/1.1\r\nHost: a\r\n\r\n"
        let sent = unsafe send(client, request, request.utf8.count, 0)
        #expect(sent == request.utf8.count)
        try server.wait(forLines: 4, of: "err")
        #expect(try server.text("err").contains("a client speaks HTTP/1.1, as those of REST and grpc-web do"))
        #expect(server.interrupt() == 0)
    }

    /// A time that gRPC does not allow, and a compressed message that is cut, end no server and keep none busy. There are more of
    /// each than the server has threads.
    @Test(arguments: [
        ("grpc-timeout", "-1m", [0, 0, 0, 0, 0]), ("grpc-encoding", "gzip", [1, 0, 0, 0, 3, 0x1F, 0x8B, 8]),
        ("grpc-encoding", "deflate", [1, 0, 0, 0, 1, 0x78]),
        ("grpc-encoding", "gzip ", [1, 0, 0, 0, 3, 0x1F, 0x8B, 8]),
        // Behind a message with a flag that gRPC does not have, and behind one with a byte after its compressed data.
        ("grpc-encoding", "deflate", [2, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0x78]),
        ("grpc-encoding", "deflate", [1, 0, 0, 0, 9, 0x78, 0x9C, 3, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0x78]),
    ])
    func aHostileRequestEndsNothing(_ name: String, _ value: String, _ frame: [UInt8]) throws {
        let headers = [
            (":method", "POST"), (":scheme", "http"), (":path", "/maps.fleetengine.v1.TripService/GetTrip"),
            ("content-type", "application/grpc"), ("te", "trailers"), (name, value),
        ]
        let request = RawHTTP2.clientBeginning + RawHTTP2.headers(headers) + RawHTTP2.data(frame)
        let server = try start(["serve", "--listen", "0"])
        let port = try server.port()
        for _ in 0..<32 {
            let client = try unsafe tcpSocket(#require(UInt16(port))) { unsafe connect($0, $1, $2) }
            let sent = unsafe send(client, request, request.count, 0)
            #expect(sent == request.count)
            close(client)
        }
        #expect(try Command.run(["replay", Self.capture, "--to", port]).text.contains("UNAUTHENTICATED"))
        #expect(server.interrupt() == 0)
    }

    /// gRPC for Go sends a ping with every few messages that it receives. Some come in pieces.
    @Test func pingsBehindAnswersEndNoConnection() throws {
        let server = try start(["serve", "--listen", "0"])
        let client = try RawClient(port: #require(UInt16(server.port())))
        for call in 0..<220 {
            var request = RawHTTP2.headers(
                [
                    (":method", "POST"), (":scheme", "http"), (":path", "/S/M"), (":authority", "localhost"),
                    ("content-type", "application/grpc"), ("te", "trailers"),
                ], endsStream: true)
            (request[7], request[8]) = (UInt8(call >> 7), UInt8(truncatingIfNeeded: 2 * call + 1))
            client.send(request)
            try #require(client.receives(.headers))
            let size = call % 20 == 0 ? 13 : RawHTTP2.ping.count
            client.send(RawHTTP2.ping.prefix(size))
            client.send(RawHTTP2.ping.dropFirst(size))
            try #require(client.receives(.ping))
        }
        #expect(server.interrupt() == 0)
    }

    /// Servers of gRPC take few pings without calls: https://github.com/grpc/grpc/blob/master/doc/keepalive.md
    @Test func pingsWithoutCallsEndTheConnection() throws {
        let server = try start(["serve", "--listen", "0"])
        let client = try RawClient(port: #require(UInt16(server.port())))
        client.send(Array(repeating: RawHTTP2.ping, count: 5).joined())
        #expect(client.receives(.goAway))
        #expect(server.interrupt() == 0)
    }

    /// A disk that is full ends the server, and what was recorded before stays. The limit of a file's size stands for the disk.
    @Test func aRecordingThatCannotGoOnIsKept() throws {
        let folder = root.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let server = "'\(Command.executable.path)' serve --listen 0 --demo 3 --speed 60 --record a.pcap"
        let result = try Command.run(
            ["-c", "cd '\(folder.path)'; trap '' XFSZ; ulimit -f 64; exec \(server)"], of: "/bin/sh")
        #expect(result.status == 74 && result.notes.contains("a.pcap: File too large"), "\(result)")
        let calls = try Self.calls(in: folder.appendingPathComponent("a.pcap"))
        #expect(calls.count > 10 && calls.allSatisfy { $0.hasPrefix("/maps.fleetengine.v1.") })
    }

    /// With `--force`, a recording replaces an earlier one, and no capture of other programs.
    @Test func onlyRecordingsAreReplaced() throws {
        let serve = ["serve", "--listen", "0", "--force", "--record", "a.pcap"]
        let server = try start(serve)
        _ = try server.port()
        #expect(server.interrupt() == 0)
        let again = try start(serve, in: server.folder)
        _ = try again.port()
        #expect(again.interrupt() == 0)

        let capture = try Data(contentsOf: Folders.traffic.appendingPathComponent("driver-shift.pcap"))
        let file = server.folder.appendingPathComponent("a.pcap")
        try capture.write(to: file)
        let refused = try start(serve, in: server.folder)
        try refused.wait(of: "err")
        let isRefused = try refused.text("err").contains("is not a recording of wiredump")
        #expect(isRefused)
        #expect((isRefused ? refused.end() : refused.interrupt()) == 73)
        #expect(try Data(contentsOf: file) == capture)
    }

    /// A server that saves its state and records its traffic.
    private static let recordedDemo = [
        "serve", "--listen", "0", "--demo", "1", "--speed", "50", "--save", "fleet.json", "--record", "a.pcap",
    ]

    /// The state and the recording of a server that has ended are complete, and nothing else is left.
    private static func checkRecordedDemo(of server: Running) throws {
        #expect(try server.text("fleet.json").contains(#""vehicleState":"OFFLINE""#))
        #expect(try !calls(in: server.folder.appendingPathComponent("a.pcap")).isEmpty)
        let names = try FileManager.default.contentsOfDirectory(atPath: server.folder.path).sorted()
        #expect(names == ["a.pcap", "err", "fleet.json", "out"])
    }

    /// As with `wiredump serve | head`: the recording is complete, and the state is saved.
    @Test func aServerEndsInOrderWhenNobodyReadsItsOutput() throws {
        let output = Pipe()
        let server = try start(Self.recordedDemo, output: output)
        #expect(output.fileHandleForReading.readData(ofLength: 1).count == 1)
        try output.fileHandleForReading.close()
        #expect(server.end() == 0)
        try Self.checkRecordedDemo(of: server)
    }

    /// As when the terminal is closed, or the disk is full: what was served is not lost.
    @Test(arguments: [(SIGHUP, 0), (nil, 74)] as [(Int32?, Int32)])
    func aServerEndsInOrderWhenItsOutputIsGone(_ signal: Int32?, _ status: Int32) throws {
        #if os(Linux)
        let full = signal == nil ? FileHandle(forWritingAtPath: "/dev/full") : nil
        #else
        guard signal != nil else { return }
        let full: FileHandle? = nil
        #endif
        let server = try start(Self.recordedDemo, output: full)
        if signal != nil { try server.wait(forLines: 5, of: "out") }
        #expect(signal.map { server.interrupt($0) } ?? server.end() == status)
        try Self.checkRecordedDemo(of: server)
    }

    /// As with timeout(1), which signals its child and then the group of the child: what was served is not lost.
    @Test func aServerEndsInOrderByTwoSignalsAtOnce() throws {
        let server = try start(Self.recordedDemo)
        try server.wait(forLines: 5, of: "out")
        #expect(server.interrupt(SIGINT, SIGTERM) == 0)
        try Self.checkRecordedDemo(of: server)
    }

    @Test func aStateThatIsSavedInItsSeedBeginsEmpty() throws {
        for _ in 0..<2 {
            let server = try start(
                ["serve", "--listen", "0", "--seed", "fleet.json", "--save", "./fleet.json"], in: root)
            #expect(try !server.port().isEmpty)
            #expect(server.interrupt() == 0)
            #expect(try server.text("fleet.json").contains("{"))
        }
    }

    /// The vehicles of an earlier demo are taken over, and their open trips are ended.
    @Test func aDemoGoesOnFromItsSavedState() throws {
        for _ in 0..<2 {
            let server = try start(Self.recordedDemo + ["--seed", "fleet.json", "--force"], in: root)
            try server.wait(forLines: 9, of: "out")
            #expect(server.interrupt() == 0)
            #expect(try !server.text("err").contains("demo:") && !server.text("out").contains("ALREADY_EXISTS"))
            let state = try FleetState(json: Array(Data(contentsOf: root.appendingPathComponent("fleet.json"))))
            let vehicle = try #require(state.vehicles["providers/demo/vehicles/vehicle-1"])
            #expect(vehicle.currentTrips.count <= 1)
        }
    }

    private static let serverTimes: [(type: String, json: String, isServerTime: Bool)] = [
        ("v1.Trip", #"{"pickupTime": "T"}"#, true),
        ("v1.Trip", #"{"remainingWaypoints": [{"tripId": "a\"].b[", "eta": "T"}]}"#, true),
        ("v1.SearchTripsResponse", #"{"trips": [{"name": "t", "remainingWaypoints": [{"eta": "T"}]}]}"#, true),
        ("v1.SearchVehiclesResponse", #"{"matches": [{"vehiclePickupEta": "T", "vehicleDropoffEta": "T"}]}"#, true),
        ("v1.SearchVehiclesResponse", #"{"matches": [{"vehicleTripsWaypoints": [{"eta": "T"}]}]}"#, true),
        ("v1.SearchVehiclesResponse", #"{"matches": [{"vehicle": {"lastLocation": {"updateTime": "T"}}}]}"#, false),
        ("v1.Trip", #"{"intermediateDestinationsVersion": "T"}"#, true),
        ("v1.Vehicle", #"{"etaToFirstWaypoint": "T"}"#, true),
        ("v1.Vehicle", #"{"waypoints": [{"tripId": "a", "eta": "T"}]}"#, false),
        ("v1.Vehicle", #"{"lastLocation": {"updateTime": "T", "serverTime": "T"}}"#, false),
        ("v1.Vehicle", #"{"name": "T"}"#, false),
        ("delivery.v1.TaskTrackingInfo", #"{"estimatedArrivalTime": "T", "estimatedTaskCompletionTime": "T"}"#, true),
        ("delivery.v1.Task", #"{"taskOutcomeTime": "T"}"#, false),
    ]

    @Test(arguments: serverTimes)
    func tellsTimesOfTheServer(_ name: String, _ json: String, _ isServerTime: Bool) throws {
        guard #available(macOS 15, *) else { return }
        let type = try #require(FleetSchema.shared.message(named: "maps.fleetengine.\(name)"))
        let (old, new) = try (
            JSONReader().bytes(of: json.replacing("\"T\"", with: "\"2026-01-01T00:00:00Z\""), as: type),
            JSONReader().bytes(of: json.replacing("\"T\"", with: "\"2026-01-01T00:00:01Z\""), as: type)
        )
        let difference = try MessageDifference(from: old, to: new, as: type)
        let times = ServerTimes(FleetSchema.shared)
        #expect(!difference.isEmpty)
        #expect(difference.changes.allSatisfy { times.contains($0, in: type) } == isServerTime)
    }

    @Test func theDemoSaysWhyItEnds() throws {
        let server = try start(
            ["serve", "--listen", "0", "--demo", "1", "--speed", "50", "--fault", "UpdateTrip=INTERNAL"])
        try server.wait(forLines: 4, of: "err")
        #expect(try server.text("err").contains("demo: INTERNAL"))
        #expect(server.interrupt() == 0)
    }

    @Test func addressesInUseAndMissingFilesAreNamed() throws {
        let server = try start(["serve", "--listen", "0"])
        let port = try server.port()
        let state = server.folder.appendingPathComponent("fleet.json")
        let busy = try Command.run(["serve", "--listen", port, "--save", state.path])
        #expect(busy.status == 69 && busy.notes.contains("127.0.0.1:\(port): Address already in use"))
        #expect(!FileManager.default.fileExists(atPath: state.path))
        try Data("{\"name\": \"other\"}".utf8).write(to: state)
        #expect(try Command.run(["serve", "--listen", "0", "--save", state.path]).status == 73)
        #expect(try Command.run(["serve", "--seed", "none.json"]).status == 66)
        let unknown = try Command.run(["serve", "--listen", "nosuch.invalid:1"])
        #expect(unknown.status == 69 && unknown.notes.hasPrefix("wiredump: nosuch.invalid:1: "))
        #expect(!unknown.notes.contains("failedToParse"))
        #expect(try Command.run(["serve", "--fault", "GetTrip"]).status == 64)
        #expect(server.interrupt() == 0)
    }

    private static let capture = Folders.fixtures.appendingPathComponent("traffic/driver-shift.pcap").path

    /// Of localhost, until 2120.
    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBMDCB16ADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCWxvY2FsaG9z
        dDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFDESMBAGA1UEAwwJ
        bG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEGPD2GjJw8B/zzvSJ
        nQN7r9chL9Op2CyfsllNJ718GFpwwQjk19zHVv+kx/h+U6M2Bt5swAFg8XmqRl0z
        wcr8PqMYMBYwFAYDVR0RBA0wC4IJbG9jYWxob3N0MAoGCCqGSM49BAMCA0gAMEUC
        IQDdDlsUg981V9wJj5QuWQmGUnfvniOUvmbhNQN0m3WLJgIgNuvIYzkaBy33VRuY
        hnQGPXeMrLK8wdNQpjs3s9i0ZDY=
        -----END CERTIFICATE-----
        """
    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgDLljKu+yQxDCGzyp
        VJu8YG9m4EKgB/lsAPIq0cXtKcehRANCAAQY8PYaMnDwH/PO9ImdA3uv1yEv06nY
        LJ+yWU0nvXwYWnDBCOTX3MdW/6TH+H5TozYG3mzAAWDxeapGXTPByvw+
        -----END PRIVATE KEY-----
        """

    private static let missingTLS =
        "the server closed the connection without an answer; if it expects TLS, add --tls\n"

    /// Whatever keeps a server from being reached ends a replay, and a connection through a relay, at once and with the reason.
    @Test func serversThatCannotBeReachedAreNamed() throws {
        let (certificate, key) = (try file("c.pem", Self.certificate), try file("k.pem", Self.key))
        let unencrypted = try start(["serve", "--listen", "0"])
        let server = try start(["serve", "--listen", "0", "--certificate", certificate, "--key", key])
        let ports = (plain: try unencrypted.port(), encrypted: try server.port())
        let trusting = ["--tls", "--trust", certificate]
        let cases: [(arguments: [String], reason: String)] = [
            (["nosuch.invalid:1"], "nosuch.invalid:1: "), (["127.0.0.1:1"], "127.0.0.1:1: Connection refused"),
            ([ports.plain, "--tls"], "127.0.0.1:\(ports.plain): the TLS handshake failed: WRONG_VERSION_NUMBER"),
            (["localhost:\(ports.encrypted)", "--tls"], "the TLS handshake failed: CERTIFICATE_VERIFY_FAILED"),
            (["127.0.0.1:\(ports.encrypted)"] + trusting, "the certificate of the server is for another name"),
        ]
        for (arguments, reason) in cases {
            let replay = try Command.run(["replay", Self.capture, "--to"] + arguments)
            #expect(replay.status == 69 && replay.notes.contains(reason), "\(replay.notes)")
            #expect(replay.notes.filter { $0 == "\n" }.count == 1 && replay.text.isEmpty)
            let relay = try start(["proxy", "--listen", "0", "--to"] + arguments)
            // The handshake of the replay fails when the relay closes the connection.
            let through = try Command.run(["replay", Self.capture, "--to", try relay.port()] + ["--tls"])
            #expect(through.status == 69)
            #expect(relay.interrupt() == 0)
            #expect(try relay.text("err").contains(reason))
        }
        // One replay has begun a handshake with the server that has no TLS.
        try unencrypted.wait(forLines: 4, of: "err")
        #expect(try unencrypted.text("err").contains("a client begins with a TLS handshake"))
        #expect(try server.text("err").contains("the TLS handshake with a client failed: "))
        // Without --tls, the server ends the connection with an alert of TLS.
        let plain = try start(["proxy", "--listen", "0", "--to", "localhost:\(ports.encrypted)"])
        for target in ["localhost:\(ports.encrypted)", try plain.port()] {
            let replay = try Command.run(["replay", Self.capture, "--to", target])
            #expect(replay.status == 69 && replay.notes.hasSuffix(Self.missingTLS), "\(replay)")
        }
        #expect(plain.interrupt() == 0)
        #expect(try plain.text("err").contains("localhost:\(ports.encrypted): \(Self.missingTLS)"))
        let relay = try start(["proxy", "--listen", "0", "--to", "localhost:\(ports.encrypted)"] + trusting)
        for arguments in [["localhost:\(ports.encrypted)"] + trusting, [try relay.port()]] {
            let replay = try Command.run(["replay", Self.capture, "--rpc", "1", "--to"] + arguments)
            #expect(replay.text.contains("UNAUTHENTICATED"), "\(replay)")
        }
        for running in [relay, server, unencrypted] { #expect(running.interrupt() == 0) }
    }

    /// A server that accepts connections and says nothing, here because it was paused, ends a replay, and a connection through a
    /// relay, as one that cannot be reached does.
    @Test func silentServersAreNamed() throws {
        let server = try start(["serve", "--listen", "0"])
        let port = try server.port()
        server.pause()
        let relay = try start(["proxy", "--listen", "0", "--to", port, "--tls"])
        let targets = [[port], [port, "--tls"], [try relay.port()]]
        let replays = try targets.map { try start(["replay", Self.capture, "--to"] + $0) }
        let reason = "127.0.0.1:\(port): no answer within 10 seconds\n"
        #expect(replays.map { $0.end() } == [69, 69, 69])
        for replay in replays.dropLast() { #expect(try replay.text("err").hasSuffix(reason)) }
        try relay.wait(forLines: 2, of: "err")
        #expect(try relay.text("err").contains(reason))
        #expect(relay.interrupt() == 0)
        server.resume()
        #expect(server.interrupt() == 0)
    }

    @Test func filesOfTLSAreNamed() throws {
        let (certificate, key) = (try file("c.pem", Self.certificate), try file("k.pem", Self.key))
        let (other, none) = (try file("other", "none"), root.appendingPathComponent("none").path)
        let cases: [(arguments: [String], error: String)] = [
            (
                ["replay", Self.capture, "--to", "1", "--tls", "--trust", none],
                "none: No such file or directory"
            ),
            (
                ["replay", Self.capture, "--to", "1", "--tls", "--trust", other],
                "other: holds no certificates in PEM"
            ),
            (["proxy", "--to", "1", "--tls", "--trust", other], "other: holds no certificates in PEM"),
            (["serve", "--certificate", other, "--key", key], "other: holds no certificates in PEM"),
            (["serve", "--certificate", certificate, "--key", certificate], "c.pem: holds no private key in PEM"),
        ]
        for (arguments, error) in cases {
            let result = try Command.run(arguments)
            #expect(result.status == 66 && result.notes.hasSuffix("/\(error)\n"), "\(result.notes)")
        }
    }
}
#endif
