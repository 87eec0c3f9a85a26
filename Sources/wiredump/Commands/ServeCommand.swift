import ArgumentParser
import ConsoleText
import FleetEmulator

/// `wiredump serve`
struct ServeCommand: LiveCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Runs a local Fleet Engine, to test clients against.",
        discussion: """
            EXAMPLES:
              wiredump serve                                 on 127.0.0.1:8080
              wiredump serve --seed fleet.json --save fleet.json
              wiredump serve --fault GetTrip=UNAVAILABLE:2   the next two fail
              wiredump serve --fault "*=delay:1.5s"          everything takes longer
              wiredump serve --strict                        no rule is waived
              wiredump serve --record shift.pcap             to look at later
              wiredump serve --demo 5 --speed 20             five vehicles in a hurry

            Answers all methods of VehicleService, TripService and DeliveryService by
            Google's documented rules, from memory. Tokens are checked for their
            claims and times, not for their signatures: anybody who reaches the
            server can sign one. So it listens on this machine alone unless --listen
            names another address. The headers of a call have 16 KiB at most, the
            limit of the HTTP/2 library: a longer token ends the connection. Each call
            is shown as "wiredump capture" shows it.

            CLIENTS: Google's libraries for Python, Java, Node and others take the
            address as their endpoint or in a channel of their own, without TLS
            unless --certificate is given, over gRPC: REST and grpc-web are not
            answered. Google's Driver and Consumer SDKs for
            mobile apps have no documented option for another host.

            The first Ctrl-C or SIGTERM stops it, and so does closing its terminal:
            calls that are running are answered, for 6 seconds at most. The second
            ends it at once.

            MORE: wiredump help exit-codes
            """)

    @Option(help: ArgumentHelp("Where to listen: a port of this machine, or an address.", valueName: "[host:]port"))
    var listen = ServerAddress(port: 8080)

    @Option(
        help: ArgumentHelp("Serve over TLS with this certificate chain, in PEM.", valueName: "file"),
        completion: .file())
    var certificate: String?

    @Option(help: ArgumentHelp("The private key of the certificate, in PEM.", valueName: "file"), completion: .file())
    var key: String?

    @Option(
        help: ArgumentHelp(
            """
            Begin with the state in this JSON file: lists of vehicles, trips, deliveryVehicles and tasks as ProtoJSON, of \
            which names are required. With none if it is also that of --save and not there yet.
            """, valueName: "file"),
        completion: .file())
    var seed: String?

    @Option(
        help: ArgumentHelp("Write the state to this file in the end, in place of an earlier one.", valueName: "file"),
        completion: .file())
    var save: String?

    @Option(
        help: ArgumentHelp(
            """
            What goes wrong: METHOD[@RESOURCE]=EFFECT[,EFFECT]..., with * for every method. Effects: STATUS[:COUNT], \
            count:N, delay:1.5s, quota:100/60s, retry:2s, reason:WORD, message:TEXT. May be repeated.
            """, valueName: "fault"),
        transform: ServeCommand.fault)
    var fault: [EmulatorFault] = []

    @Flag(
        help: """
            Enforce all documented rules, also those that recorded calls of Google's clients break and that are waived \
            without this option: \(Rule.recordedWaivers.map(\.rawValue).sorted().joined(separator: ", ")).
            """)
    var strict = false

    @Option(
        help: ArgumentHelp(
            "The server's time at the start, also for recordings: 2026-01-01T08:00:00Z.", valueName: "time"))
    var clock: ClockOption?

    @Option(
        help: ArgumentHelp(
            "How fast the server's clock runs: 60 is a minute per second. Tokens live as long as without it.",
            valueName: "factor"))
    var speed = 1.0

    @Option(help: ArgumentHelp("Simulate this many vehicles with trips and riders.", valueName: "count"))
    var demo = 0

    @OptionGroup var traffic: TrafficOptions

    private static func fault(_ text: String) throws -> EmulatorFault {
        do throws(FleetEmulatorError) { return try EmulatorFault(text) } catch { throw usageError("\(error)") }
    }

    func validate() throws {
        if (certificate == nil) != (key == nil) {
            throw usageError("--certificate and --key are of use together only.")
        }
        guard speed > 0, speed <= 10_000 else { throw usageError("--speed is more than 0, and 10000 at most.") }
        guard (0...1000).contains(demo) else { throw usageError("--demo drives 1000 vehicles at most.") }
    }
}
