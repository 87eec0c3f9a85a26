import ByteText
public import ConsoleText
import FleetErrors
import ProtobufSchema
public import WireCapture

/// Calls as lines for people: one call in a line, in columns.
///
/// Lines are held until ``take()``, so that their columns can be as wide as the widest of them; columns never get
/// narrower again.
public struct CallList: Sendable {
    /// What ended how, so far.
    public private(set) var tally = CallTally()

    private let palette: Palette
    private var table = TextTable(headings: Column.allCases.map(\.heading))
    private var methods = MethodNames()
    private var clients = ClientNames()
    private var refusals = KnownRefusals()

    /// The day of the last call, counted from 1970.
    private var day: Int64?

    private enum Column: CaseIterable {
        case mark, number, time, duration, client, method, request, response, compression, status, category, message

        var heading: TextTable.Heading {
            switch self {
            case .mark: .init("", width: 1)
            case .number: .init("#", isRight: true, width: 3)
            case .time: .init("time (UTC)", width: 12)
            case .duration: .init("duration", isRight: true, width: 9)
            case .client: .init("client/stream", width: 17)
            case .method: .init("method", width: 14)
            case .request: .init("request", isRight: true)
            case .response: .init("response", isRight: true)
            case .compression: .init("coding")
            case .status: .init("status")
            case .category: .init("category")
            case .message: .init("message")
            }
        }
    }

    public init(palette: Palette = .plain) { self.palette = palette }

    /// How many lines wait to be taken.
    public var count: Int { table.rows }

    /// Adds a call: its number, time of day in UTC, duration, client and stream, method, sizes of its messages as sent
    /// and what compressed them, status, category and the server's message. Failures are marked with `!`, benign ones
    /// with `~`. The date stands in a line of its own, above the first call of a day.
    public mutating func add(_ call: CapturedCall) {
        if let time = call.first.time { add(dateOf: time) }
        let outcome = CallOutcome(call, &refusals)
        let ending = outcome.ending
        tally.add(ending)
        let role = role(ending)
        table.cell(ending.mark, role)
        table.write { $0.append(decimal: call.number) }
        table.endCell()
        table.write { $0.append(clock: call.first.time) }
        table.endCell(.quiet)
        table.write { $0.append(milliseconds: call.duration) }
        table.endCell()
        let client = clients.name(of: call.client)
        table.write { text in
            text.append(contentsOf: client)
            text.append(UInt8(ascii: "/"))
            text.append(decimal: Int(call.stream))
        }
        table.endCell(.quiet)
        table.cell(methods.name(of: call), .name)
        table.write { $0.append(sizes: call.request) }
        table.endCell()
        table.write { $0.append(sizes: call.response) }
        table.endCell()
        table.write { $0.append(codingsOf: call) }
        table.endCell(.quiet)
        table.write { $0.append(contentsOf: ending.name.utf8) }
        table.endCell(role)
        table.write { $0.append(contentsOf: (ending.category?.title ?? "").utf8) }
        table.endCell(.quiet)
        let isDamaged = call.request.outline.isDamaged || call.response.outline.isDamaged
        table.cell(call.isPartial || isDamaged ? outcome.message.noted(note(call)) : outcome.message)
        table.endRow()
    }

    /// What is missing or damaged.
    private func note(_ call: CapturedCall) -> String {
        let partial = call.omissions.elements.map(\.word)
        let damaged = [("request", call.request), ("response", call.response)].filter { $0.1.outline.isDamaged }.map(
            \.0)
        return [("partial", partial), ("damaged", damaged)].filter { !$0.1.isEmpty }
            .map { "(\($0.0): \($0.1.joined(separator: ", ")))" }.joined(separator: " ")
    }

    /// Adds the line of a day that begins.
    private mutating func add(dateOf time: Int64) {
        let length: Int64 = 86_400 * 1_000_000_000
        let new = time / length - (time % length < 0 ? 1 : 0)
        guard new != day else { return }
        day = new
        let seconds = new.multipliedReportingOverflow(by: 86_400).partialValue
        for column in Column.allCases {
            if column == .time { table.write { $0.append(contentsOf: UTCTime.text(seconds).prefix(10).utf8) } }
            table.endCell(.quiet)
        }
        table.endRow()
    }

    /// The lines since the last time, each with its end; the headings above the first of all.
    public mutating func take() -> [UInt8] { table.take(palette) }

    private func role(_ ending: CallEnding) -> Palette.Role {
        switch ending.category {
        case nil, .benign?: .quiet
        case .recoversByItself?: .notice
        default: .error
        }
    }
}

/// Clients as text.
private struct ClientNames: Sendable {
    /// Clients that are remembered; a capture of more is asked about them anew.
    private static let limit = 1024
    /// The client of the last call; the next one is likely to be of the same.
    private var last: (client: Endpoint, name: [UInt8])?
    private var known: [Endpoint: [UInt8]] = [:]

    mutating func name(of client: Endpoint) -> [UInt8] {
        if let last, last.client == client { return last.name }
        let name = known[client] ?? remember(client)
        last = (client, name)
        return name
    }

    private mutating func remember(_ client: Endpoint) -> [UInt8] {
        if known.count == Self.limit { known = [:] }
        var name: [UInt8] = []
        name.append(client)
        known[client] = name
        return name
    }
}

/// What methods are called in the list: by their name alone where they are Fleet Engine's, else by their path.
private struct MethodNames: Sendable {
    /// Paths that are remembered; a capture of more methods than that is asked about anew.
    private static let limit = 64
    private static let unseen = TextTable.Content("(not in the capture)")
    private var known: [(path: ArraySlice<UInt8>, name: TextTable.Content)] = []

    mutating func name(of call: CapturedCall) -> TextTable.Content {
        guard let path = call.requestHeaders?.value(.path) else { return Self.unseen }
        for (known, name) in known {
            if known.span.hasSameBytes(as: path.span) { return name }
        }
        let text = String(decoding: path, as: UTF8.self)
        let name = TextTable.Content(FleetMethod(path: text)?.name ?? text)
        if known.count < Self.limit { known.append((Array(path)[...], name)) }
        return name
    }
}
