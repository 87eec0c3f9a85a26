import FleetErrors
import GRPCWire
public import WireInspect

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
    /// with `~`.
    public mutating func add(_ call: CapturedCall) {
        let outcome = CallOutcome(call)
        tally.add(outcome)
        table.cell(outcome.mark, role(outcome))
        table.cell { $0.append(decimal: call.number) }
        table.cell(role: .quiet) { $0.append(clock: call.first.time) }
        table.cell { $0.append(milliseconds: call.duration) }
        table.cell(role: .quiet) { text in
            text.append(call.client)
            text.append(UInt8(ascii: "/"))
            text.append(decimal: Int(call.stream))
        }
        table.cell(methods.name(of: call), .name)
        table.cell { $0.append(sizes: call.request) }
        table.cell { $0.append(sizes: call.response) }
        table.cell(role: .quiet) { $0.append(codingsOf: call) }
        table.cell(outcome.name, role(outcome))
        table.cell(outcome.category?.title ?? "", .quiet)
        table.cell(outcome.message + (call.isPartial ? outcome.message.isEmpty ? "(partial)" : " (partial)" : ""))
        table.endRow()
    }

    /// The lines since the last time, each with its end; the headings above the first of all.
    public mutating func take() -> [UInt8] { table.take(palette) }

    private func role(_ outcome: CallOutcome) -> Palette.Role {
        switch outcome.category {
        case nil: .quiet
        case .benign?: .quiet
        case .recoversByItself?: .notice
        default: .error
        }
    }
}

/// How a call ended, as the list and the tally show it.
struct CallOutcome {
    /// `OK`, `NOT_FOUND`, or what is known instead.
    let name: String
    /// `nil` for OK and for calls whose end is not known.
    let category: ErrorCategory?
    let message: String

    /// - Complexity: Reads the request message of calls that failed, and no message of others.
    init(_ call: CapturedCall) {
        let isPlainlyOK = call.isPlainlyOK
        let status = isPlainlyOK ? nil : call.status
        guard let response = status, response.code != .ok else {
            let isKnown = isPlainlyOK || status != nil
            name = isKnown ? "OK" : call.trailers == nil ? "no end seen" : "status unknown"
            (category, message) = (nil, "")
            return
        }
        let code = response.code
        name = code.name ?? String(code.rawValue)
        // Only an empty mask is told from others of its code by what else is known of the call.
        category = code == .invalidArgument ? FailedCall(call, response).diagnosis.category : Diagnosis(code).category
        message = response.message
    }

    var isFailure: Bool { category != nil && category != .benign }
    var mark: String { isFailure ? "!" : category == nil ? "" : "~" }
}

extension FailedCall {
    /// With everything that a capture knows of the call.
    init(_ call: CapturedCall, _ response: ResponseStatus) {
        self.init(
            request: CapturedCall.metadata(call.requestHeaders ?? []), message: call.request.messages.first?.payload,
            response: response, time: call.first.time.map { $0 / 1_000_000_000 })
        // Of headers that were sent before the capture, nobody knows what they were.
        if call.requestHeaders?.isKnown != true, authorization == .missing { authorization = .unseen }
    }
}

/// How many calls ended how.
public struct CallTally: Sendable {
    public private(set) var calls = 0
    private var names: [String: (count: Int, isBenign: Bool)] = [:]
    private var ok = 0

    mutating func add(_ outcome: CallOutcome) {
        calls += 1
        if outcome.name == "OK" {
            ok += 1
        } else {
            // The same status can be benign in one call and not in another.
            let isBenign = outcome.category == .benign
            names[isBenign ? outcome.name + "~" : outcome.name, default: (0, isBenign)].count += 1
        }
    }

    /// `72 calls: 71 OK, 0 failed, 1 benign (INVALID_ARGUMENT)`
    ///
    /// - Parameter total: How many calls there were; more than are counted where some were left out.
    public func text(of total: Int) -> String {
        func part(_ title: String, _ isIncluded: (String, Bool) -> Bool) -> String? {
            let those = names.filter { isIncluded($0.key, $0.value.isBenign) }
            guard !those.isEmpty else { return nil }
            let sorted = those.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
            let list = sorted.map { name, entry in
                (entry.isBenign ? String(name.dropLast()) : name) + (those.count == 1 ? "" : " \(entry.count)")
            }
            return "\(those.values.reduce(0) { $0 + $1.count }) \(title) (\(list.joined(separator: ", ")))"
        }
        let open: Set = ["no end seen", "status unknown"]
        let parts = [
            "\(ok) OK", part("failed") { !$1 && !open.contains($0) } ?? "0 failed", part("benign") { $1 },
            part("without a known end") { name, _ in open.contains(name) },
        ]
        let share = calls < total ? "\(calls) of \(total)" : "\(calls)"
        return "\(share) \(total == 1 ? "call" : "calls"): " + parts.compactMap { $0 }.joined(separator: ", ")
    }
}

/// What methods are called in the list: by their name alone where they are Fleet Engine's, else by their path.
private struct MethodNames: Sendable {
    /// Paths that are remembered; a capture of more methods than that is asked about anew.
    private static let limit = 1024
    private var names: [String: String] = [:]

    mutating func name(of call: CapturedCall) -> String {
        guard let path = call.path else { return "(sent before the capture)" }
        if let name = names[path] { return name }
        let name = FleetMethod(path: path)?.name ?? path
        if names.count < Self.limit { names[path] = name }
        return name
    }
}
