internal import ByteText
import CallViews
internal import FleetErrors
internal import GRPCWire
internal import JSONText
public import ProtobufSchema
public import WireCapture
public import WireDoctor

/// Makes a page for a browser of the calls in a capture.
///
/// The page is one file that loads nothing: timeline, cadence of locations, map, findings, and every call with its
/// headers and messages. Credentials are left out. Whatever a capture holds, memory is bounded by some 60 MB besides
/// the extractor's, and so is the page's size; the page says what had to be left out.
public struct CaptureReport {
    private let schema: Schema
    private var rows = CallRows()
    private var map = MapModel()
    private var reports = LocationReports()
    /// Vehicles by the tracking IDs of their tasks, so that what recipients see is drawn as the vehicle.
    private var tracked: [Subject: Subject] = [:]
    /// The parts of the page that belong to single calls, ready to be written.
    private var details: [UInt8] = []
    /// The calls that have such a part.
    private var detailed = 0

    /// - Parameter schema: Has the methods and messages that are to be opened.
    public init(_ schema: Schema) {
        self.schema = schema
    }

    /// Calls so far.
    public var count: Int { rows.count }

    /// Adds a call. Linear in its size.
    public mutating func add(_ call: CapturedCall) {
        let types = call.types(in: schema)
        let request = call.likelyPath.map { RequestFacts(path: $0, message: call.request.messages.first?.payload) }
        let explanation = call.status.map { Explanation(FailedCall(call, $0)) }
        let ending =
            explanation?.diagnosis.map { CallEnding($0.code, $0.category) } ?? CallEnding(withoutStatus: call)
        let subjects = addPlaces(
            of: [(call.request, types.request), (call.response, types.response)], named: request?.resourceName,
            call: call.number, time: call.first.time.map { Double($0) / 1e9 })
        let reported = reports.take(call, as: types.request)
        let detailsLimit = ReportLimits.details - (ending == .ok ? ReportLimits.detailsKeptForFailures : 0)
        let hasDetails = rows.count < ReportLimits.calls && details.count < detailsLimit
        if hasDetails {
            let json = CallDetails().json(call, types: types, explanation: explanation)
            details += PageText.data(json, id: "call-data-\(call.number)")
            detailed += 1
        }
        rows.add(call, ending, subjects: subjects, reported: reported, hasDetails: hasDetails)
    }

    // MARK: Places

    /// Puts what the messages of a call say about places onto the map.
    ///
    /// - Parameters:
    ///   - bodies: The request and the response, with their types.
    ///   - name: The resource that the request names.
    ///   - time: That of the call, in seconds since 1970.
    /// - Returns: What the call is about.
    private mutating func addPlaces(
        of bodies: [(body: CapturedBody, type: MessageDescriptor?)], named name: String?, call: Int, time: Double?
    ) -> [Int] {
        let main = name.flatMap(Subject.init(name:))
        var subjects = [main].compactMap { $0 }
        for case (let body, let type?) in bodies {
            for message in body.messages {
                for places in PlaceFinder.places(in: message.payload, as: type, name: name) {
                    for subject in places.subjects where !subjects.contains(subject) {
                        if subjects.count <= ReportLimits.subjectsOfCall { subjects.append(subject) }
                    }
                    if let tracking = places.tracking, tracked.count < ReportLimits.subjects {
                        tracked[tracking] = places.mover
                    }
                    guard let seen = places.mover ?? main, let mover = rows.subjects.index(tracked[seen] ?? seen) else {
                        continue
                    }
                    map.add(places, mover: mover, call: call, time: time)
                }
            }
        }
        // A list of vehicles is not about each of them.
        if subjects.count > ReportLimits.subjectsOfCall { subjects = [main].compactMap { $0 } }
        return subjects.compactMap { rows.subjects.index($0) }
    }

    // MARK: The page

    /// Whether a file that begins with `head` is a page, of this version or another.
    ///
    /// - Parameter head: The first bytes, 1 KiB at least.
    public static func isPage(head: [UInt8]) -> Bool {
        head.starts(with: "<!DOCTYPE html>".utf8)
            && head.firstIndex(of: #"<meta name="generator" content="wiredump report">"#.utf8) != nil
    }

    /// Bytes of a large part of the page that are written at once.
    private static let pieceSize = 1 << 20

    /// Writes the page, in pieces.
    ///
    /// - Parameters:
    ///   - name: How to call the capture on the page.
    ///   - findings: What is wrong; evidence names calls by their numbers.
    ///   - remarks: What else to say about the file, such as that it is damaged; a sentence each.
    ///   - write: Takes the pieces.
    public func page(
        name: String, findings: [Finding] = [], remarks: [String] = [], write: ([UInt8]) throws -> Void
    ) rethrows {
        var json = JSONPrinter(.spaced)
        json.object { json in
            json.string("file", name.cut())
            rows.write(&json)
            json.object("map") { json in map.write(&json) { rows.subjects.indices[$0] } }
            // In seconds.
            json.object("intervals") { json in
                json.number("least", LocationInterval.least)
                json.number("most", LocationInterval.most)
                json.number("tolerance", LocationReports.tolerance)
            }
            json.objects("findings", findings.prefix(ReportLimits.findings), CheckupJSON.write)
            json.strings("remarks", (remarks + omissions(findings)).map { $0.cut() })
        }
        let parts = PageText.parts
        try write(parts.start)
        try write(PageText.data(Credentials.hidden(in: json.bytes, formsOnly: true, isJSON: true), id: "capture-data"))
        try write(PageText.start(id: "capture-calls") + [UInt8(ascii: "[")])
        try write(rows.elements)
        try write([UInt8(ascii: "]")] + PageText.end)
        for start in stride(from: 0, to: details.count, by: Self.pieceSize) {
            try write(Array(details[start..<min(details.count, start + Self.pieceSize)]))
        }
        try write(parts.end)
    }

    /// The parts that the limits kept off the page, a sentence each.
    private func omissions(_ findings: [Finding]) -> [String] {
        let megabytes = ReportLimits.details >> 20
        let counts = [
            (rows.count - rows.listed, "calls are counted but not listed: a page lists \(ReportLimits.calls)."),
            (
                rows.listed - detailed,
                "calls are listed without headers and messages: a page holds \(megabytes) MiB of those."
            ),
            (map.omittedTracks.count, "vehicles are not on the map: it shows \(ReportLimits.tracks)."),
            (findings.count - ReportLimits.findings, "findings are not listed: a page lists \(ReportLimits.findings)."),
        ]
        let firsts = [
            (rows.methods.isCut, "methods", ReportLimits.names), (rows.links.isCut, "connections", ReportLimits.names),
            (rows.endings.isCut, "outcomes", ReportLimits.names),
            (rows.subjects.isCut, "vehicles, trips and tasks", ReportLimits.subjects),
            (map.omitsRoutes, "routes", ReportLimits.routes), (map.stops.isCut, "stops", ReportLimits.stops),
        ]
        return counts.filter { $0.0 > 0 }.map { "\($0) \($1)" }
            + firsts.filter { $0.0 }.map { "The page has the first \($2) \($1): there are more." }
    }
}
