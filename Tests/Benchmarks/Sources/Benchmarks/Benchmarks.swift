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
        let folder = URL(fileURLWithPath: options.fixtures, isDirectory: true)
        var all: [Samples] = []
        for name in options.payloads {
            let payload = try Payload(name, in: folder)
            let peers = [try Peer.fleetWire(payload), try .swiftProtobuf(payload)] + (try Peer.native(payload))
            let samples = try Samples(payload, peers: peers, rounds: options.rounds)
            print("\(name)  \(name.summary), \(payload.bytes.count) bytes\n\(Table(samples).text)\n")
            all.append(samples)
        }
        print(Table(all, goals: options.goals).text)
        if options.check { report(all.flatMap(options.goals.missed), options.goals) }
    }

    private static func fail(_ text: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data((text + "\n").utf8))
        exit(code)
    }

    /// Ends the process with code 1 if there is anything to report.
    private static func report(_ missed: [String], _ goals: Goals) {
        if missed.isEmpty { return print("\nAll goals (\(goals)) are met.") }
        print("\n\(missed.count) goals (\(goals)) are missed:")
        for sentence in missed { print("  " + sentence) }
        exit(1)
    }
}
