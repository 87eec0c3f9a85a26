import Foundation
import TestSupport
import Testing

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
        ["serve", "--redact", "--record", "a.pcap"],
    ]

    @Test(arguments: Exhaustive.elements(of: wrongArguments, inDebugEvery: 3))
    func refusesWrongArguments(_ arguments: [String]) throws {
        #expect(try Command.run(arguments).status == 64)
    }
}
#endif

#if Live
/// Servers, relays and clients as processes, connected on this machine.
@Suite struct LiveCommandTests {
    /// A command that runs until it is interrupted.
    private final class Running {
        private let process = Process()
        private let folder: URL

        /// - Parameter output: Takes the place of the file `out`.
        init(_ arguments: [String], in folder: URL, output: Pipe? = nil) throws {
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

        func interrupt() -> Int32 {
            process.interrupt()
            return end()
        }

        /// Waits for the end.
        func end() -> Int32 {
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    private static func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("wiredump-live-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    private static func calls(in capture: URL) throws -> [String] {
        let lines = try Command.run(["capture", "--json", capture.path]).text.split(separator: "\n")
        return try lines.map {
            let call = try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            return "\(call?["path"] ?? "") \(call?["status"] ?? "")"
        }
    }

    @Test func whatIsServedRelayedAndReplayedIsRecorded() throws {
        let (serving, relaying) = (try Self.folder(), try Self.folder())
        defer { for folder in [serving, relaying] { try? FileManager.default.removeItem(at: folder) } }
        let server = try Running(
            [
                "serve", "--listen", "0", "--demo", "1", "--speed", "50", "--save", "fleet.json", "--record", "a.pcap",
                "--json",
            ], in: serving)
        try server.wait(forLines: 20, of: "out")
        #expect(server.interrupt() == 0)
        let capture = serving.appendingPathComponent("a.pcap")
        let served = try Self.calls(in: capture)
        #expect(served.count == (try server.text("out").filter { $0 == "\n" }.count))
        #expect(try server.text("fleet.json").contains(#""vehicleState":"OFFLINE""#))

        let second = try Running(["serve", "--listen", "0", "--clock", "2026-01-01T08:00:00Z"], in: serving)
        let proxy = try Running(
            ["proxy", "--listen", "0", "--to", try second.port(), "-o", "b.pcap"], in: relaying)
        let replay = try Command.run(["replay", capture.path, "--to", try proxy.port()])
        #expect(replay.notes.contains("\(served.count) calls sent"))
        #expect(proxy.interrupt() == 0)
        #expect(second.interrupt() == 0)
        let relayed = try Self.calls(in: relaying.appendingPathComponent("b.pcap"))
        #expect(relayed.count == served.count)
        #expect(try proxy.text("out").contains("proxy: \(served.count) calls"))
    }

    /// As with `wiredump serve | head`: the recording is complete, and the state is saved.
    @Test func aServerEndsInOrderWhenNobodyReadsItsOutput() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = Pipe()
        let server = try Running(
            [
                "serve", "--listen", "0", "--demo", "1", "--speed", "50", "--save", "fleet.json", "--record", "a.pcap",
            ], in: folder, output: output)
        #expect(output.fileHandleForReading.readData(ofLength: 1).count == 1)
        try output.fileHandleForReading.close()
        #expect(server.end() == 0)
        #expect(try server.text("fleet.json").contains(#""vehicleState":"OFFLINE""#))
        #expect(try !Self.calls(in: folder.appendingPathComponent("a.pcap")).isEmpty)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["a.pcap", "err", "fleet.json", "out"])
    }

    @Test func theDemoSaysWhyItEnds() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try Running(
            ["serve", "--listen", "0", "--demo", "1", "--speed", "50", "--fault", "UpdateTrip=INTERNAL"], in: folder)
        try server.wait(forLines: 4, of: "err")
        #expect(try server.text("err").contains("demo: INTERNAL"))
        #expect(server.interrupt() == 0)
    }

    @Test func addressesInUseAndMissingFilesAreNamed() throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try Running(["serve", "--listen", "0"], in: folder)
        let port = try server.port()
        let state = folder.appendingPathComponent("fleet.json")
        let busy = try Command.run(["serve", "--listen", port, "--save", state.path])
        #expect(busy.status == 69 && busy.notes.contains("127.0.0.1:\(port): Address already in use"))
        #expect(!FileManager.default.fileExists(atPath: state.path))
        try Data("{\"name\": \"other\"}".utf8).write(to: state)
        #expect(try Command.run(["serve", "--listen", "0", "--save", state.path]).status == 73)
        #expect(try Command.run(["serve", "--seed", "none.json"]).status == 66)
        #expect(try Command.run(["serve", "--fault", "GetTrip"]).status == 64)
        #expect(server.interrupt() == 0)
    }
}
#endif
