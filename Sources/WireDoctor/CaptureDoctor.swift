import ConsoleText
import FleetErrors
public import FleetProtos
public import ProtobufSchema
public import WireCapture
import WireInspect

/// Examines the calls of a capture, one after the other, in the order of their requests.
///
/// Memory is bounded whatever the capture holds: a state is kept of each vehicle and trip, of each finding the first
/// pieces of evidence, and of long texts their beginning. What is longer than any name is no vehicle or trip.
public struct CaptureDoctor {
    /// The most vehicles, and the most trips, that are followed; further ones are counted.
    static let usualTrackLimit = 10_000

    private let schema: Schema
    /// The only call that the examination is for; `nil` for all.
    private let wanted: Int?
    private var rules: [any CallRule]
    private var tokens = TokenCache()
    private var clock = CaptureClock()
    private var collector: FindingCollector
    private var checkup = Checkup()
    /// The times at which the first call began and the last one ended, in nanoseconds since 1970.
    private var span: (first: Int64, last: Int64)?

    /// - Parameters:
    ///   - schema: Has the methods and messages of the calls.
    ///   - call: The number of the call that is asked about: ``finish(_:)`` then tells what concerns it, and nothing else.
    ///     All calls have to be examined nevertheless, since what is wrong with one shows in others.
    public init(schema: Schema = FleetSchema.shared, call: Int? = nil) {
        self.init(
            schema: schema, call: call, trackLimit: Self.usualTrackLimit, findingLimit: FindingCollector.usualLimit)
    }

    init(schema: Schema, call: Int? = nil, trackLimit: Int, findingLimit: Int) {
        self.schema = schema
        wanted = call
        rules = CallRules.all(onlyOf: call, trackLimit: trackLimit)
        collector = FindingCollector(limit: findingLimit, onlyOf: call)
        checkup.isCapture = true
    }

    /// Examines the next call.
    public mutating func examine(_ call: CapturedCall) { examine(ExaminedCall(call)) }

    /// Examines the next call.
    public mutating func examine(_ call: ExaminedCall) {
        checkup.examined += 1
        var call = call
        call.path = call.path?.cut(to: Finding.textLimit)
        if call.path == nil { checkup.hiddenCalls += 1 }
        if let time = call.time, let end = call.end {
            span = (min(span?.first ?? time, time), max(span?.last ?? end, end))
        }
        var token: FleetToken?
        if case .value(let value) = call.authorization { token = tokens.token(in: value) }
        if call.isOK, let token { clock.note(accepted: token, by: call) }
        let facts = CallFacts(call, token: token, clock: clock, schema: schema)
        for index in rules.indices { collector.add(rules[index].examine(facts)) }
    }

    /// Says that there are no more calls, and returns what was found.
    ///
    /// - Parameter counts: What else was seen of the capture. Where packets are missing, silence proves little.
    public func finish(_ counts: CaptureCounts? = nil) -> Checkup {
        var (result, clock, collector) = (checkup, clock, collector)
        for rule in rules { rule.inform(&clock) }
        let capture = CaptureFacts(clock: clock, end: span?.last, lacksPackets: counts?.lacksPackets ?? false)
        if let finding = clock.finding { collector.add(finding) }
        for rule in rules {
            collector.add(rule.finish(capture))
            rule.summarize(capture, in: &result)
        }
        var findings = collector.findings.map(MaskRule.raised)
        if let wanted { findings = findings.compactMap { $0.only(call: wanted) } }
        result.findings = findings.gathered.worstFirst
        result.droppedFindings = collector.dropped
        result.duration = span.map { Double($0.last.subtractingReportingOverflow($0.first).partialValue) / 1e9 }
        return result
    }
}
