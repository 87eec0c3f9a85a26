import ConsoleText
import FleetErrors
import FleetMessages
public import FleetProtos
import GRPCWire
public import ProtobufSchema
import ProtobufWire
public import WireCapture
import WireInspect

/// Examines the calls of a capture, one after the other, in the order of their requests.
///
/// Memory is bounded whatever the capture holds: of each vehicle and trip a state is kept, of each finding the first
/// pieces of evidence, and of long texts their beginning. What is longer than any name is no vehicle or trip.
public struct CaptureDoctor {
    /// Vehicles, and trips, that are followed; further ones are counted.
    static let usualTrackLimit = 10_000
    /// Mask errors of one vehicle that are no matter of start-up any more.
    static let emptyMaskLimit = 3
    /// Clients of which it is remembered that they called.
    static let clientLimit = 4096
    /// New connections without second calls that are a habit.
    static let lonelyConnections = 10

    private let schema: Schema
    private let trackLimit: Int
    /// The call that the examination is for; `nil` for all.
    private let wanted: Int?
    private var tokens = KnownTokens()
    private var clock = CaptureClock()
    private var retries = RetryRule()
    private var book: FindingBook
    /// What holds only if the capture's clock is that of the messages.
    private var stale: FindingBook
    private var vehicles: [String: VehicleTrack] = [:]
    private var trips: [String: TripTrack] = [:]
    private var lines: [String: (order: Int, calls: Int, failures: Checkup.Failures)] = [:]
    private var clients: [String: Int] = [:]
    private var checkup = Checkup()
    private var span: (first: Int64, last: Int64)?

    /// - Parameters:
    ///   - schema: Has the methods and messages of the calls.
    ///   - call: The number of the call that is asked about: ``finish()`` then tells what concerns it, and nothing else.
    ///     All calls have to be examined nevertheless, since what is wrong with one shows in others.
    public init(schema: Schema = FleetSchema.shared, call: Int? = nil) {
        self.init(schema: schema, call: call, trackLimit: Self.usualTrackLimit, findingLimit: FindingBook.usualLimit)
    }

    init(schema: Schema, call: Int? = nil, trackLimit: Int, findingLimit: Int) {
        self.schema = schema
        self.trackLimit = trackLimit
        wanted = call
        book = FindingBook(limit: findingLimit, keeping: call)
        stale = FindingBook(keeping: call)
        checkup.isCapture = true
    }

    // MARK: Calls

    /// Examines the next call.
    public mutating func examine(_ call: CapturedCall) { examine(ExaminedCall(call)) }

    /// Examines the next call.
    public mutating func examine(_ call: ExaminedCall) {
        checkup.examined += 1
        var call = call
        call.path = call.path?.cut(to: Finding.textLimit)
        if call.path == nil {
            checkup.hiddenCalls += 1
            call.path = HiddenMethod.find(requests: call.requests, responses: call.responses, in: schema)?.path
        }
        note(call)
        let token: FleetToken? =
            if case .value(let value) = call.authorization { tokens.token(in: value) } else { nil }
        if call.isOK, let token { clock.note(accepted: token, by: call) }
        let type = call.path.flatMap { schema.method(path: $0)?.request }
        let messages = type.map { type in call.requests.compactMap { ExaminedMessage($0, as: type, in: call) } } ?? []
        let facts = call.path.map { path in
            call.requests.first.map { RequestFacts(path: path, message: $0) } ?? RequestFacts(path: path)
        }
        judge(call, token, messages, facts)
        follow(call, messages, facts)
    }

    private mutating func note(_ call: ExaminedCall) {
        if let time = call.time, let end = call.end {
            span = (min(span?.first ?? time, time), max(span?.last ?? end, end))
        }
        if let client = call.client, clients[client] != nil || clients.count < Self.clientLimit {
            clients[client, default: 0] += 1
        }
    }

    /// What is found in the call itself.
    private mutating func judge(
        _ call: ExaminedCall, _ token: FleetToken?, _ messages: [ExaminedMessage], _ facts: RequestFacts?
    ) {
        var found = messages.flatMap(MessageRules.findings)
        let rest = DeadlineRule.findings(call) + FramingRule.findings(call) + retries.findings(call, facts, token)
        var isExplained = false
        for index in found.indices {
            found[index].mapEvidence { $0.call = call.number }
            guard let refusal = messages.first?.refusal, found[index].canBeRefused else { continue }
            isExplained = isExplained || found[index].evidence.contains { refusal.isAbout($0.path) }
            found[index].note(refusal.text) { refusal.isAbout($0.path) }
        }
        let tokenRule = TokenRule(call: call, token: token, request: facts)
        if let failed = FailureRule.failed(call, facts, clock) {
            if let refusal = tokenRule.refusal(failed) {
                book.add(refusal)
            } else if !isExplained, let failure = FailureRule.finding(call, failed) {
                book.add(failure)
            }
        }
        if let warning = tokenRule.warning(clock) { book.add(warning) }
        book.add(tokenRule.accepted())
        if let contradiction = FailureRule.contradiction(call) { book.add(contradiction) }
        book.add(found)
        book.add(rest)
    }

    // MARK: Vehicles and trips

    private mutating func follow(_ call: ExaminedCall, _ messages: [ExaminedMessage], _ facts: RequestFacts?) {
        count(call, facts)
        for message in messages {
            if let report = VehicleReport(message) { follow(report, call) }
            followTrip(message, call)
            if let request = message.requestOfVehicle { explain(request, call, facts) }
        }
        if call.isOK, facts?.method?.action == .get { judge(answersTo: call, facts) }
        if let name = facts?.resourceName, facts?.method?.resource == .vehicle, call.isOK,
            let bytes = call.responses.last, facts?.method?.action != .delete,
            let vehicle = try? Vehicle(decoding: bytes)
        {
            vehicles[name]?.add(answer: vehicle)
        }
    }

    /// Looks at the locations in the answers to a call that gets one resource.
    private mutating func judge(answersTo call: ExaminedCall, _ facts: RequestFacts?) {
        guard let type = call.path.flatMap({ schema.method(path: $0)?.response }) else { return }
        for bytes in call.responses {
            let scan = MessageScan(answer: bytes, as: type)
            guard !scan.locations.isEmpty else { continue }
            for var finding in AnswerRule.findings(in: scan, bytes) {
                finding.mapEvidence { $0.call = call.number }
                book.add(finding.about(facts?.resourceName))
            }
            // Whoever is OFFLINE, or at the end of a trip, is expected to be silent.
            let isExpected =
                switch facts?.method?.resource {
                case .trip: (try? Trip(decoding: bytes))?.tripStatus.isOnTheWay
                case .vehicle: (try? Vehicle(decoding: bytes)).map { $0.vehicleState == .online }
                default: false
                }
            guard isExpected == true, let start = call.time else { continue }
            let age = AnswerRule.age(
                in: scan, bytes, resource: facts?.resourceName, call: call.number,
                time: Double(start) / 1e9 + (call.duration ?? 0))
            if let age { stale.add(age) }
        }
    }

    /// Counts the call for its vehicle or trip, and its failure for all.
    private mutating func count(_ call: ExaminedCall, _ facts: RequestFacts?) {
        var category: ErrorCategory?
        if let status = call.status, status.code != .ok {
            let failed = FailedCall(CallStatus(status), request: facts)
            category = failed.diagnosis.category
            checkup.failures.add(failed.diagnosis.category)
        }
        guard let name = facts?.resourceName, let kind = ResourceName(name)?.resource,
            [.vehicle, .deliveryVehicle, .trip].contains(kind)
        else { return }
        guard lines[name] != nil || lines.count < 2 * trackLimit else {
            checkup.untrackedCalls += 1
            return
        }
        var line = lines[name] ?? (lines.count, 0, Checkup.Failures())
        line.calls += 1
        if let category { line.failures.add(category) }
        lines[name] = line
    }

    private mutating func follow(_ report: VehicleReport, _ call: ExaminedCall) {
        guard vehicles[report.name] != nil || vehicles.count < trackLimit else { return }
        vehicles[report.name, default: VehicleTrack(report, keeping: wanted)].add(report, call)
    }

    private mutating func followTrip(_ message: ExaminedMessage, _ call: ExaminedCall) {
        guard message.method?.resource == .trip, let name = message.resource, call.isOK,
            trips[name] != nil || trips.count < trackLimit
        else { return }
        if let request = message.decoded(as: UpdateTripRequest.self),
            message.type.fullName == UpdateTripRequest.fullName
        {
            trips[name, default: TripTrack(name, keeping: wanted)].add(
                written: request.trip ?? Trip(), mask: message.mask ?? [], call)
        } else if message.type.fullName == CreateTripRequest.fullName,
            let request = message.decoded(as: CreateTripRequest.self)
        {
            trips[name, default: TripTrack(name, keeping: wanted)].add(written: request.trip ?? Trip(), mask: nil, call)
        } else if message.type.fullName == GetTripRequest.fullName,
            let request = message.decoded(as: GetTripRequest.self), let bytes = call.responses.last,
            let trip = try? Trip(decoding: bytes)
        {
            trips[name, default: TripTrack(name, keeping: wanted)].add(poll: request, trip, call)
        }
    }

    /// Says why the answer to a request for a vehicle lacks data.
    private mutating func explain(_ request: GetVehicleRequest, _ call: ExaminedCall, _ facts: RequestFacts?) {
        guard call.isOK, let bytes = call.responses.last, let vehicle = try? Vehicle(decoding: bytes),
            let text = Omissions(request, vehicle).text
        else { return }
        book.add(Omissions.finding(request.name, Finding.Evidence(call: call.number, text)))
    }

    // MARK: The end

    /// Says that there are no more calls, and returns what was found.
    ///
    /// - Parameter counts: What else was seen of the capture. Where packets are missing, silence proves little.
    public func finish(_ counts: CaptureCounts? = nil) -> Checkup {
        var result = checkup
        var clock = clock
        var book = book
        for track in vehicles.values.sorted(by: { $0.name < $1.name }) { track.inform(&clock) }
        if let finding = clock.finding { book.add(finding) } else { book.add(stale.findings) }
        for track in vehicles.values.sorted(by: { $0.name < $1.name }) {
            book.add(track.findings(clock, end: span?.last))
        }
        for track in trips.values.sorted(by: { $0.name < $1.name }) {
            book.add(track.findings(vehicle(of: track)))
        }
        if let finding = connections { book.add(finding) }
        var findings = book.findings.map(Self.raised)
        if counts?.lacksPackets ?? false { findings = findings.map(Self.doubted) }
        if let wanted { findings = findings.compactMap { $0.only(call: wanted) } }
        result.findings = findings.gathered.worstFirst
        result.droppedFindings = book.dropped
        result.duration = span.map { Double($0.last.subtractingReportingOverflow($0.first).partialValue) / 1e9 }
        if wanted == nil { fill(&result, clock) }
        return result
    }

    /// An empty mask is benign at start-up, but not again and again.
    private static func raised(_ finding: Finding) -> Finding {
        guard finding.code == MaskRule.emptyCode, finding.evidenceCount >= emptyMaskLimit else { return finding }
        var finding = finding
        finding.severity = min(finding.severity, .warning)
        return finding
    }

    /// What did not come may have been in packets that are missing.
    private static func doubted(_ finding: Finding) -> Finding {
        guard VehicleTrack.silenceCodes.contains(finding.code) else { return finding }
        var finding = finding
        finding.severity = .note
        finding.remedy =
            "Packets are missing in the capture, and perhaps updates with them. Otherwise: \(finding.remedy)"
        return finding
    }

    private func vehicle(of trip: TripTrack) -> VehicleTrack? {
        guard let provider = ResourceName(trip.name)?.provider, !trip.vehicleID.isEmpty else { return nil }
        return vehicles[ResourceName.name(.vehicle, trip.vehicleID, in: "providers/\(provider)")]
    }

    private var connections: Finding? {
        let lonely = clients.count { $0.value == 1 }
        guard lonely >= Self.lonelyConnections, lonely * 2 > clients.count else { return nil }
        return Finding(
            "connection_per_call", .warning, "Connections are opened for single calls.",
            remedy: "Keep one channel open and use it for all calls.",
            evidence: [Finding.Evidence("\(lonely) of \(clients.count) connections carry one call")])
    }

    private func fill(_ result: inout Checkup, _ clock: CaptureClock) {
        let ordered = lines.sorted {
            ($1.value.failures.total, $0.value.order) < ($0.value.failures.total, $1.value.order)
        }
        for (name, line) in ordered {
            if ResourceName(name)?.resource == .trip {
                var trip = Checkup.Trip(name: name)
                let track = trips[name]
                (trip.calls, trip.failures) = (line.calls, line.failures)
                (trip.polls, trip.updates) = (track?.polls ?? 0, track?.updates ?? 0)
                trip.statuses = track?.statuses.map(\.text) ?? []
                result.trips.append(trip)
            } else {
                var vehicle = Checkup.Vehicle(name: name)
                let track = vehicles[name]
                (vehicle.calls, vehicle.failures) = (line.calls, line.failures)
                vehicle.updates = track?.updates ?? 0
                vehicle.interval = track?.intervals(clock).mean
                vehicle.state = track?.state?.description
                result.vehicles.append(vehicle)
            }
        }
    }
}

extension Finding {
    /// A server may refuse a request for it.
    fileprivate var canBeRefused: Bool { severity == .error || code == MaskRule.emptyCode }
}

extension ExaminedMessage {
    fileprivate var requestOfVehicle: GetVehicleRequest? {
        type.fullName == GetVehicleRequest.fullName ? decoded(as: GetVehicleRequest.self) : nil
    }
}
