import Foundation

@main
enum Benchmarks {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.contains("--help") { return print(Options.usage) }
        guard let options = try? Options(arguments) else {
            fail(Options.usage, code: 64)  // EX_USAGE
        }
        do {
            try run(options)
        } catch {
            fail("\(error)", code: 70)  // EX_SOFTWARE
        }
    }

    private static func run(_ options: Options) throws {
        let fixtures = URL(fileURLWithPath: options.fixtures, isDirectory: true)
        let folder = fixtures.appending(path: "benchmarks")
        func payload(_ name: Payload.Name) throws -> Payload { try Payload(name, in: folder) }
        var missed: [String] = []
        for part in options.parts {
            switch part {
            case .codec: missed += try codec(options, payload)
            case .layers:
                let layers = try Layers(payload, rounds: options.rounds ?? 101)
                print(layers.table.text + "\n")
                missed += layers.missed
            case .growth:
                let growth = try Growth(payload, fixtures: fixtures)
                print(growth.table.text + "\n")
                missed += growth.missed
            case .tools:
                let tools = try inTemporaryFolder { folder in
                    try Tools(
                        wiredump: ProcessInfo.processInfo.environment["WIREDUMP"] ?? "wiredump", payload: payload,
                        fixtures: fixtures, folder: folder, rounds: options.rounds ?? 5)
                }
                print(tools.table.text + "\n")
                missed += tools.missed
            }
        }
        if options.check { report(missed) }
    }

    private static func codec(
        _ options: Options, _ payload: (Payload.Name) throws -> Payload
    ) throws -> [String] {
        var all: [Samples] = []
        for name in options.payloads {
            let payload = try payload(name)
            let peers = [try Peer.fleetWire(payload), try .swiftProtobuf(payload)] + (try Peer.native(payload))
            let samples = try Samples(payload, peers: peers, rounds: options.rounds ?? 101)
            print("\(name)  \(name.summary), \(payload.bytes.count) bytes\n\(Table(samples).text)\n")
            all.append(samples)
        }
        print(Table(all, goals: options.goals).text + "\n")
        return all.flatMap(options.goals.missed)
    }

    private static func inTemporaryFolder<T>(_ body: (URL) throws -> T) throws -> T {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fleetwire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    private static func fail(_ text: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data((text + "\n").utf8))
        exit(code)
    }

    /// Ends the process with code 1 if there is anything to report.
    private static func report(_ missed: [String]) {
        if missed.isEmpty { return print("All goals are met.") }
        print("\(missed.count) goals are missed:")
        for sentence in missed { print("  " + sentence) }
        exit(1)
    }
}
