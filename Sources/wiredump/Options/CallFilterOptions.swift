public import CallViews
public import ArgumentParser
import ConsoleText
import FleetProtos
import GRPCWire
import ProtobufSchema
import WireDoctor

/// The options that select calls of a capture, the same in every command that takes captures.
struct CallFilterOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only calls of a method: its name, path, or a part of it.", valueName: "name"))
    var method: [String] = []

    @Option(
        help: ArgumentHelp(
            """
            Only calls that end so: a name, a number, ok, failed (benign ones too), benign, or open where no end is seen.
            """,
            valueName: "status"),
        completion: .list(CallFilter.Ending.allValueStrings))
    var status: [CallFilter.Ending] = []

    @Option(help: ArgumentHelp("Only calls that name this vehicle or delivery vehicle.", valueName: "id"))
    var vehicle: [String] = []

    @Option(help: ArgumentHelp("Only calls that name this trip.", valueName: "id"))
    var trip: [String] = []

    @Option(help: ArgumentHelp("Only calls that name this task, or its tracking ID.", valueName: "id"))
    var task: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only the call with this number in the list; \"capture\" opens it in full.", valueName: "number"))
    var rpc: [Int] = []

    @Option(
        help: ArgumentHelp(
            "Only calls that begin at this time (UTC) or later: 2025-08-31T19:50:42Z, or 19:50:42 of any day.",
            valueName: "time"))
    var since: CallFilter.Moment?

    @Option(help: ArgumentHelp("Only calls that begin before this time.", valueName: "time"))
    var until: CallFilter.Moment?

    @Option(
        help: ArgumentHelp(
            "Only calls of connections with this client or server: an address, with or without its port.",
            valueName: "address"))
    var connection: [String] = []

    func validate() throws {
        if let number = rpc.first(where: { $0 < 1 }) {
            throw usageError("Calls are numbered from 1, not \(number).")
        }
    }

    /// Whether every call is selected.
    var isEmpty: Bool { filter(FleetSchema.shared).isEmpty }

    /// Whether calls are selected by number and by nothing else.
    var selectsOnlyNumbers: Bool {
        var others = self
        others.rpc = []
        return others.isEmpty
    }

    func filter(_ schema: Schema) -> CallFilter {
        var filter = CallFilter(schema)
        filter.numbers = Set(rpc)
        filter.methods = method
        filter.endings = status
        (filter.since, filter.until) = (since, until)
        filter.connections = Set(connection)
        filter.subjects = [.vehicle: Set(vehicle), .trip: Set(trip), .task: Set(task)]
        return filter
    }
}

extension CallFilter.Moment: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension CallFilter.Ending: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }

    /// The values that are not numbers.
    public static let allValueStrings = named.map(\.word) + (1...16).compactMap { StatusCode(rawValue: $0).name }
}
