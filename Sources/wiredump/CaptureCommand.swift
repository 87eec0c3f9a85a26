public import ArgumentParser
import Foundation
import GRPCWire
import ProtobufSchema
public import WireCapture
import WireInspect

/// `wiredump capture [FILE]`
struct CaptureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capture",
        abstract: "Lists the calls in a network capture, and opens them.",
        discussion: """
            EXAMPLES:
              wiredump capture shift.pcapng             one line per call
              wiredump capture shift.pcapng --rpc 7     call 7 of the list in full
              wiredump capture shift.pcapng --status failed --open
              wiredump capture shift.pcapng --vehicle driver_7 --method UpdateVehicle
              wiredump capture --json shift.pcapng      one JSON object per call
              wiredump capture --extract calls shift.pcapng
              tcpdump -w - -U port 50051 | wiredump capture -

            FILE is pcap or pcapng, of traffic without TLS: Ethernet, VLAN, MPLS,
            PPP, loopback, Linux cooked mode, Apple's pktap or bare IP; or a HAR
            file; or a gRPC binary log; each also compressed with gzip. Calls are
            gRPC and grpc-web, over HTTP/2 and HTTP/1.1. Fragments and segments
            out of order, repeated or missing are put right as far as they can be.
            In a capture that begins in the middle of a connection, headers that
            were sent before are unknown: they are left out, not guessed.

            THE LIST:
              The date, then for each call of the day: number, time, duration,
              client and stream, method, bytes sent each way, what compressed them, status, category and message. A
              failure is marked with !, one that healthy apps have with ~. From a
              pipe, calls are shown as they end, with the numbers that they have
              in a file: those of the order in which the requests ended, as far
              as that is known by then.

            FILTERS apply to whatever is shown or written, and never change a
            call's number. A call has to meet each kind that is given; an option
            that is repeated asks for any of its values.

            Credentials in headers are not shown. --json has all headers as they were
            sent, credentials included; --redact puts stand-ins in their place.

            --extract writes each message, decompressed, to a file of its own (.bin).
            With --streams, each direction of a call is written as well (.grpc): its
            messages as they were sent, prefixes included, compressed where they
            were; also those that are damaged. wiredump reads both kinds of files.
            Neither has what grpc-web or HTTP put around the messages.

            EXIT CODES:
              0  read to its end   1  damaged, or no call found   64  wrong usage
              66  the file cannot be read   73  a file of --extract is in the way
            """)

    @Argument(help: ArgumentHelp("The capture; - or none is standard input.", valueName: "file"))
    var file = "-"

    @Option(help: ArgumentHelp("Only calls of a method: its name, path, or a part of it.", valueName: "name"))
    var method: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only calls that end so: a name, a number, ok, failed, benign, or open where no end is seen.",
            valueName: "status"),
        completion: .list(CallFilter.Ending.words))
    var status: [CallFilter.Ending] = []

    @Option(help: ArgumentHelp("Only calls that name this vehicle or delivery vehicle.", valueName: "id"))
    var vehicle: [String] = []

    @Option(help: ArgumentHelp("Only calls that name this trip.", valueName: "id"))
    var trip: [String] = []

    @Option(help: ArgumentHelp("Only calls that name this task, or its tracking ID.", valueName: "id"))
    var task: [String] = []

    @Option(help: ArgumentHelp("Open the call with this number in full.", valueName: "number"))
    var rpc: [Int] = []

    @Flag(help: "Open every call that the filters let through.")
    var open = false

    @Flag(name: [.long, .customShort("a")], help: "In opened calls, leave nothing out of long lists and strings.")
    var all = false

    @Flag(help: "Print JSON, for scripts: a line per call.")
    var json = false

    @Option(
        help: ArgumentHelp("Write the messages to files in this folder, with an index.jsonl.", valueName: "folder"))
    var extract: String?

    @Flag(help: "With --extract, also write each direction of a call as it was sent (.grpc).")
    var streams = false

    @Flag(help: "With --extract, replace files that are there.")
    var force = false

    @OptionGroup var redaction: RedactionOptions
    @OptionGroup var schemaOptions: SchemaOptions

    @Option(help: "Colours; auto means on a terminal, unless NO_COLOR is set.")
    var color: ColorOption = .auto

    func validate() throws {
        if let number = rpc.first(where: { $0 < 1 }) {
            throw ValidationError("Calls are numbered from 1, not \(number).")
        }
        if json, open { throw ValidationError("--json and --open are two ways to show a call; choose one.") }
        if extract != nil, json || open {
            throw ValidationError("--extract writes files and shows nothing; leave out --json and --open.")
        }
        if force, extract == nil { throw ValidationError("--force is of use with --extract only.") }
        if streams, extract == nil { throw ValidationError("--streams is of use with --extract only.") }
        if streams, redaction.redactor != nil {
            throw ValidationError("--streams writes what was sent, which --redact replaces; choose one.")
        }
    }

    func run() throws {
        let notes = FileSink(.standardError)
        defer { notes.close() }
        let input = try InputFile.open(file, notes)
        let schema = try schemaOptions.schema()
        let isLive = input.size == nil
        let shown = try receiver(schema, isLive: isLive, notes)
        let receiver = redaction.redactor.map { RedactingReceiver(shown, $0, schema) } ?? shown
        let filter = filter(schema)
        let extractor = CallExtractor(
            // What people watch must not wait for a call that goes on.
            order: isLive && extract == nil && !json ? .ends : .requests,
            content: streams
                ? .streams : shown is ListReceiver && !filter.asksForSubjects ? .failedRequests : .whole)
        var run = CaptureRun(filter: filter, receiver: receiver, isLive: isLive)
        let capture = CaptureInput(input, extractor: extractor, notes)
        do {
            defer { receiver.finish(run.tally) }
            try run.read(capture)
        } catch let error as OutputFileError {
            notes.tell("\(error)")
            throw error.status
        }
        let problems = run.problems(capture)
        for problem in problems { notes.tell("\(input.name): \(problem)") }
        if !problems.isEmpty { throw ExitStatus.damaged }
    }

    private func filter(_ schema: Schema) -> CallFilter {
        var filter = CallFilter(schema)
        filter.numbers = Set(rpc)
        filter.methods = method
        filter.endings = status
        filter.subjects = [.vehicle: Set(vehicle), .trip: Set(trip), .task: Set(task)]
        return filter
    }

    private func receiver(_ schema: Schema, isLive: Bool, _ notes: FileSink) throws -> any CallReceiver {
        if let extract {
            do {
                return FileReceiver(
                    try MessageFolder(extract, replaces: force), export: MessageExport(schema),
                    writesStreams: streams, notes: notes)
            } catch {
                notes.tell("\(error)")
                throw error.status
            }
        }
        let output = FileSink(.standardOutput)
        if json { return JSONReceiver(CallJSON(schema), output: output) }
        let palette = color.palette(for: STDOUT_FILENO)
        guard open || !rpc.isEmpty else { return ListReceiver(palette, output: output, notes: notes) }
        var options = TreeOptions()
        options.showsAll = all
        options.palette = palette
        return SheetReceiver(CallSheet(schema, options: options), output: output)
    }
}

extension CallFilter.Ending: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }

    /// What can be said for it.
    static let words =
        ["ok", "failed", "benign", "open"] + (1...16).compactMap { StatusCode(rawValue: $0).name }
}

/// Reads a capture and gives the calls that are wanted to a receiver.
struct CaptureRun {
    let filter: CallFilter
    let receiver: any CallReceiver
    /// Calls are to be shown as they end.
    let isLive: Bool

    private(set) var tally = Tally()
    /// Numbers that were asked for and have not come.
    private var missing: Set<Int>

    /// How many calls there were, and how many the filter let through.
    struct Tally {
        var seen = 0
        var taken = 0
    }

    init(filter: CallFilter, receiver: any CallReceiver, isLive: Bool) {
        self.filter = filter
        self.receiver = receiver
        self.isLive = isLive
        missing = filter.numbers
    }

    /// All calls that were asked for by number are there: the rest of the file does not matter.
    private var isSatisfied: Bool { !filter.numbers.isEmpty && missing.isEmpty }

    mutating func read(_ capture: CaptureInput) throws {
        // What people watch is shown when it has ended; the rest when there is enough of it.
        var run = self
        defer { self = run }
        try capture.forEach { hasEnded in
            if isLive, hasEnded { receiver.show() }
            return !run.isSatisfied
        } _: { call in
            try run.take(call)
        }
    }

    private mutating func take(_ call: CapturedCall) throws {
        tally.seen += 1
        missing.remove(call.number)
        guard filter.accepts(call) else { return }
        tally.taken += 1
        try receiver.take(call)
    }

    /// What is wrong, a sentence each.
    func problems(_ capture: CaptureInput) -> [String] {
        var problems = [capture.problem(count: tally.seen)].compactMap { $0 }
        let seen = tally.seen == 1 ? "1 call" : "\(tally.seen) calls"
        guard tally.seen > 0 else { return problems }
        if !missing.isEmpty {
            let numbers = missing.sorted().map(String.init).joined(separator: ", ")
            problems.append("no call \(numbers); the capture has \(seen)")
        } else if tally.taken == 0 {
            problems.append("none of \(seen) is one that the filters ask for")
        }
        return problems
    }
}
