import ConsoleText
import FleetErrors
public import FleetProtos
public import ProtobufSchema
public import WireCapture

/// Examines the calls of a capture, one after the other, in the order of their requests.
///
/// Memory is bounded whatever the capture holds: a state is kept of each vehicle and trip, of each finding the first
/// pieces of evidence, and of long texts their beginning. What is longer than any name is no vehicle or trip.
public struct CaptureDoctor {
    /// The most vehicles, and the most trips, that are followed; further ones are counted.
    static let usualTrackLimit = 10_000

    private let schema: Schema
    private var rules = CallRules.all
    private var tracks: Tracks
    private var tokens = TokenCache()
    private var clock = CaptureClock()
    private var deadlines = CallDeadlines()
    private var collector: FindingCollector
    private var checkup = Checkup()
    /// Examines the calls with stand-ins, where there are some.
    private var tellers: [CaptureDoctor] = []
    /// The time of the selected calls, and the end of the last call of all, in nanoseconds since 1970.
    private var span: ClosedRange<Int64>?
    private var end: Int64?

    /// - Parameter schema: Has the methods and messages of the calls.
    public init(schema: Schema = FleetSchema.shared) {
        self.init(schema: schema, trackLimit: Self.usualTrackLimit, findingLimit: FindingCollector.usualLimit)
    }

    init(schema: Schema, trackLimit: Int, findingLimit: Int) {
        self.schema = schema
        tracks = Tracks(limit: trackLimit)
        collector = FindingCollector(limit: findingLimit)
        checkup.isCapture = true
    }

    /// Examines the next call.
    ///
    /// - Parameter isSelected: The examination is for the call. Other calls are examined as well, since what is wrong with
    ///   one call shows in others; but ``finish(_:)`` tells of selected calls and nothing else: it counts them, and gives the
    ///   findings that they are evidence of.
    /// - Parameter shown: The call with stand-ins: places have turned. What is found in the call is told in the words for this one.
    public mutating func examine(_ call: CapturedCall, isSelected: Bool = true, shown: CapturedCall? = nil) {
        if let shown {
            if tellers.isEmpty { tellers.append(CaptureDoctor(schema: schema)) }
            tellers[0].examine(shown, isSelected: isSelected)
        }
        examine(ExaminedCall(call, isSelected: isSelected))
    }

    mutating func examine(_ call: ExaminedCall) {
        checkup.total += 1
        var call = call
        call.path = call.path?.cut(to: Finding.textLimit)
        if let callEnd = call.end { end = max(end ?? callEnd, callEnd) }
        if call.isSelected { count(call) }
        var token: FleetToken?
        if case .value(let value) = call.authorization { token = tokens.token(in: value) }
        if call.isOK, let token { clock.note(accepted: token, by: call) }
        var facts = CallFacts(call, token: token, clock: clock, schema: schema)
        facts.compare(with: &deadlines)
        if call.isSelected { checkup.tally.add(facts.ending) }
        for index in rules.indices { collector.add(rules[index].examine(facts)) }
        tracks.add(facts)
    }

    private mutating func count(_ call: ExaminedCall) {
        checkup.examined += 1
        if call.path == nil { checkup.hiddenCalls += 1 }
        guard let time = call.time, let end = call.end, time <= end else { return }
        span = min(span?.lowerBound ?? time, time)...max(span?.upperBound ?? end, end)
    }

    /// Says that there are no more calls, and returns what was found.
    ///
    /// - Parameter counts: What else was seen of the capture. Where packets are missing, silence proves little.
    public func finish(_ counts: CaptureCounts? = nil) -> Checkup {
        var (result, clock, collector) = (checkup, clock, collector)
        tracks.inform(&clock)
        let capture = CaptureFacts(clock: clock, end: end, lacksPackets: counts?.lacksPackets ?? false)
        if let finding = clock.finding { collector.add(finding) }
        collector.add(tracks.findings(capture))
        for rule in rules { collector.add(rule.finish(capture)) }
        tracks.summarize(capture, in: &result)
        var findings = collector.findings.map(MaskRule.raised)
        if checkup.examined < checkup.total { findings = findings.compactMap(\.ofSelectedCalls) }
        result.findings = findings.gathered.worstFirst
        result.droppedFindings = collector.dropped
        result.duration = span.map { Double($0.upperBound &- $0.lowerBound) / 1e9 }
        return tellers.first.map { result.told(by: $0.finish(counts)) } ?? result
    }
}
