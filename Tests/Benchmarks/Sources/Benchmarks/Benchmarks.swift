import Foundation

@main
enum Benchmarks {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.contains("--help") { return print(Options.usage) }
        guard let options = try? Options(arguments) else {
            FileHandle.standardError.write(Data((Options.usage + "\n").utf8))
            exit(64)  // EX_USAGE
        }
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

    /// Ends the process with code 1 if there is anything to report.
    private static func report(_ missed: [String], _ goals: Goals) {
        if missed.isEmpty { return print("\nAll goals (\(goals)) are met.") }
        print("\n\(missed.count) goals (\(goals)) are missed:")
        for sentence in missed { print("  " + sentence) }
        exit(1)
    }
}
