import ByteText
public import ConsoleText
import FleetErrors
public import WireCapture
public import WireDoctor

/// Formats calls as a table with one call per line.
///
/// Lines are held until ``take(least:)``, which makes each column as wide as its widest cell; columns never get narrower again.
public struct CallList: Sendable {
    /// Counts the calls by how they ended.
    public private(set) var tally = CallTally()

    private let palette: Palette
    private let showsFiles: Bool
    private var table: TextTable
    private var methods = MethodNames()
    private var refusals = KnownRefusals()

    /// The texts of clients. Most come again.
    private var clients: [Endpoint: TextTable.Content] = [:]
    /// How many clients are remembered, beyond which all are forgotten, and how long the text of one may be.
    private static let clientLimit = (count: 4096, length: 64)
    /// The client of the last call. The next call is likely to be of the same.
    private var recent: (client: Endpoint, text: TextTable.Content)?

    /// The day of the last call, counted from 1970.
    private var day: Int64?

    private enum Column: CaseIterable {
        case mark, number, time, duration, file, client, method, request, response, compression, status, category,
            message

        var heading: TextTable.Heading {
            switch self {
            case .mark: .init("", width: 1)
            case .number: .init("#", isRight: true, width: 3)
            case .time: .init("time (UTC)", width: 12)
            case .duration: .init("duration", isRight: true, width: 9)
            // The last part of a path is the name of the file, or of the method.
            case .file: .init("file", keepsEnd: true)
            case .client: .init("client/stream", width: 17)
            case .method: .init("method", width: 14, keepsEnd: true)
            case .request: .init("request", isRight: true)
            case .response: .init("response", isRight: true)
            case .compression: .init("coding")
            case .status: .init("status")
            case .category: .init("category")
            case .message: .init("message")
            }
        }

        /// What gives way on a narrow terminal, in this order. Numbers, times and sizes never do.
        static func shrinking(in columns: [Column]) -> [TextTable.Shrinking] {
            [
                (message, 20), (method, 14), (file, 12), (compression, 0), (category, 0), (client, 0), (message, 0),
                (status, 8), (method, 8),
            ].compactMap { column, width in columns.firstIndex(of: column).map { ($0, width) } }
        }
    }

    /// A list in the colours of `palette`.
    ///
    /// - Parameters:
    ///   - width: The width of the terminal that shows the list; `nil` leaves lines whole.
    ///   - showsFiles: Whether lines name the file of the call: see `CapturedCall/file`.
    public init(palette: Palette = .plain, columns width: Int? = nil, showsFiles: Bool = false) {
        self.palette = palette
        self.showsFiles = showsFiles
        let columns = Column.allCases.filter { $0 != .file || showsFiles }
        table = TextTable(headings: columns.map(\.heading), lineWidth: width, shrinking: Column.shrinking(in: columns))
    }

    /// Adds a call: its number, time of day in UTC, duration, client and stream, method, sizes of its messages as sent
    /// and what compressed them, status, category and the server's message. Failures are marked with `!`, benign ones
    /// with `~`. The date stands in a line of its own, above the first call of a day.
    public mutating func add(_ call: CapturedCall) {
        add(dateOf: call.first.time)
        let outcome = CallOutcome(call, &refusals)
        let ending = outcome.ending
        tally.add(ending)
        let role = role(ending)
        table.cell(role) { text in if let mark = ending.mark { text.append(mark) } }
        table.cell { $0.append(decimal: call.number) }
        table.cell(.quiet) { $0.append(clock: call.first.time) }
        table.cell { $0.append(milliseconds: call.duration) }
        if showsFiles { table.cell(call.file ?? "", .quiet) }
        let client = text(of: call.client)
        table.cell(.quiet, excess: client.text.count - client.width) { text in
            text.append(contentsOf: client.text)
            text.append(UInt8(ascii: "/"))
            text.append(decimal: Int(call.stream))
        }
        table.cell(methods.name(of: call), .name)
        table.cell { $0.append(sizes: call.request) }
        table.cell { $0.append(sizes: call.response) }
        let codings = call.codings
        table.cell(.quiet) { $0.append(contentsOf: codings.utf8) }
        table.cell(role) { $0.append(contentsOf: ending.name.utf8) }
        table.cell(.quiet) { $0.append(contentsOf: (ending.category?.title ?? "").utf8) }
        let isDamaged = call.request.outline.isDamaged || call.response.outline.isDamaged
        table.cell(call.isPartial || isDamaged ? outcome.message.noted(note(call)) : outcome.message)
    }

    /// A note about what is missing or damaged.
    private func note(_ call: CapturedCall) -> String {
        let damaged = [("request", call.request), ("response", call.response)].filter { $0.1.outline.isDamaged }
        return [("partial", call.omissions.words), ("damaged", damaged.map(\.0))].filter { !$0.1.isEmpty }
            .map { "(\($0.0): \($0.1.joined(separator: ", ")))" }.joined(separator: " ")
    }

    private mutating func text(of client: Endpoint) -> TextTable.Content {
        if let recent, recent.client == client { return recent.text }
        if let known = clients[client] {
            recent = (client, known)
            return known
        }
        let text = TextTable.Content(client.description)
        if clients.count >= Self.clientLimit.count { clients = [:] }
        if text.text.count <= Self.clientLimit.length { clients[client] = text }
        return text
    }

    /// Adds a line with the date where a new day begins.
    private mutating func add(dateOf time: Int64?) {
        guard let time else { return }
        let length: Int64 = 86_400 * 1_000_000_000
        let new = time / length - (time % length < 0 ? 1 : 0)
        guard new != day else { return }
        day = new
        let date = ClockTime(time).date ?? ""
        for column in Column.allCases where column != .file || showsFiles {
            table.cell(column == .time ? date : "", .quiet)
        }
    }

    /// The lines since the last call of this function; the first time with headings.
    ///
    /// - Parameter least: Fewer lines are kept, and none returned.
    public mutating func take(least: Int = 0) -> [UInt8] { table.rows < least ? [] : table.take(palette) }

    private func role(_ ending: CallEnding) -> Palette.Role {
        switch ending.category {
        case nil, .benign?: .quiet
        case .recoversByItself?: .notice
        default: .error
        }
    }
}

/// The names of methods in the list: see ``CapturedCall/methodName``.
private struct MethodNames: Sendable {
    /// How many paths are remembered.
    private static let limit = 64
    private static let unseen = TextTable.Content("(not in the capture)")
    private var known: [(path: ArraySlice<UInt8>, name: TextTable.Content)] = []

    mutating func name(of call: CapturedCall) -> TextTable.Content {
        guard let path = call.requestHeaders?.value(.path) else {
            return call.methodName.map { TextTable.Content($0) } ?? Self.unseen
        }
        if let index = known.firstIndex(where: { $0.path.span.hasSameBytes(as: path.span) }) {
            return known[index].name
        }
        let text = String(decoding: path, as: UTF8.self)
        let name = TextTable.Content(FleetMethod(path: text)?.name ?? text)
        if known.count < Self.limit { known.append((Array(path)[...], name)) }
        return name
    }
}
