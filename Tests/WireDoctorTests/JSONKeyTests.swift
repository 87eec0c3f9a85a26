import CallViews
import ConsoleText
import FleetMessages
import FleetProtos
import Foundation
import GRPCWire
import ProtobufSchema
import ProtobufWire
import Redaction
import TestSupport
import Testing
import WireCapture
import WireDoctor
import WireInspect

/// The documented keys of each JSON output are those that the outputs of the fixtures have: none is missing in the tables of
/// `JSON.md`, and none stands there that is never seen.
@Suite struct JSONKeyTests {
    /// A documented key.
    private struct Key {
        /// The path of the object that has it, and its name there.
        let parent: String
        let name: String
        let type: Substring
        var isOptional: Bool { type.hasPrefix("(") }
        /// What is inside has names of its own, such as those of headers.
        var isOpen: Bool {
            type.hasSuffix("map") || type.hasSuffix("any") || type.hasSuffix("map)") || type.hasSuffix("any)")
        }
    }

    /// The tables by their headings.
    private static let tables: [String: [String: Key]] = {
        let file = Folders.package.appendingPathComponent("Sources/CallViews/CallViews.docc/JSON.md")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        var tables: [String: [String: Key]] = [:]
        for section in text.components(separatedBy: "\n## ").dropFirst() {
            let lines = section.split(separator: "\n")
            for line in lines where line.hasPrefix("| `") {
                let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces)[...] }
                let path = cells[0].trimmingCharacters(in: ["`"])
                let parent = path.lastIndex(of: ".").map { path[...$0] } ?? ""
                tables[String(lines[0]), default: [:]][path] = Key(
                    parent: String(parent), name: String(path.dropFirst(parent.count)), type: cells[1])
            }
        }
        return tables
    }()

    /// Holds outputs against the table with a heading.
    private func check(_ heading: String, _ outputs: [some Collection<UInt8>]) throws {
        let table = try #require(Self.tables[heading], "no table has the heading \(heading)")
        var seen: Set<String> = []
        for output in outputs { try look(parseJSON(output), at: "", table, &seen) }
        #expect(Set(table.keys).subtracting(seen).sorted() == [], "\(heading): documented, and never seen")
    }

    private func look(_ value: Any, at path: String, _ table: [String: Key], _ seen: inout Set<String>) {
        // Elements that are objects have lines for their members only.
        if !path.isEmpty, !path.hasSuffix("[]") || table[path] != nil || !(value is [String: Any]) {
            guard let key = table[path] else {
                Issue.record("\(path) is not documented")
                return
            }
            seen.insert(path)
            guard !key.isOpen else { return }
        }
        if let list = value as? [Any] {
            for element in list { look(element, at: path + "[]", table, &seen) }
        } else if let object = value as? [String: Any] {
            let start = path.isEmpty ? "" : path + "."
            for (name, value) in object { look(value, at: start + name, table, &seen) }
            for (key, documented) in table where documented.parent == start && object[documented.name] == nil {
                if !documented.isOptional, !key.hasSuffix("[]") { Issue.record("\(key) is missing") }
            }
        }
    }

    // MARK: Calls

    private static let captures: [URL] = {
        let network = (try? Folders.names(in: Folders.network)) ?? []
        let forms = [".pcap", ".pcapng", ".har", ".binarylog"]
        // The calls of others, in other packets.
        let copies = [
            "streaming-big-endian.pcap", "streaming-raw-ip.pcap", "links.pcapng", "sections.pcapng",
            "midstream-segments.pcap",
        ]
        let names = network.filter { name in !copies.contains(name) && forms.contains { name.hasSuffix($0) } }
        return (names + Exhaustive.elements(of: copies, inDebugEvery: 5)).map {
            Folders.network.appendingPathComponent($0)
        } + ["errors.pcapng", "midstream-torn.pcap"].map { Folders.traffic.appendingPathComponent($0) }
    }()

    @Test func callsAsJSON() throws {
        let writer = CallJSON(FleetSchema.shared)
        // Behind packets that are missing, headers follow from others.
        let shift = try Folders.traffic.appendingPathComponent("driver-shift.pcap").bytes()
        var starts = [24]
        while let start = starts.last, start + 16 <= shift.count {
            starts.append(start + 16 + Int(shift[start + 8]) + Int(shift[start + 9]) << 8)
        }
        let part = shift[..<Exhaustive.size(shift.count, inDebug: starts[90])]
        let torn = CallExtractor().calls(in: part[..<starts[60]] + part[starts[62]...])
        // mitmproxy says why it gave an exchange up.
        let flows = try Folders.flows.appendingPathComponent("untrusted-12.flows").bytes()
        var calls = try Self.captures.flatMap { try identifiedCalls.value($0) } + torn
        calls += CallExtractor().calls(in: flows)
        try CallExtractor().extract(from: ["a", "b"].map { CaptureFile($0, content: Array(part)) }) { calls.append($0) }
        try check("capture --json", calls.map { Array(writer.line($0).utf8) })
    }

    @Test func extractedFiles() throws {
        let export = MessageExport(FleetSchema.shared)
        let names = ["midstream-segments.pcap", "streaming.pcapng"]
        let calls = try Exhaustive.elements(of: names, inDebugEvery: 2).flatMap { name in
            let extractor = CallExtractor(content: .streams, identify: CallIdentifier(FleetSchema.shared).identify)
            return extractor.calls(in: try Folders.network.appendingPathComponent(name).bytes())
        }
        try check(
            "index.jsonl of capture --extract", calls.flatMap { export.files($0) + export.streams($0) }.map(\.entry))
    }

    @Test func checkups() throws {
        var outputs: [String] = []
        for name in ["errors.pcapng", "consumer-poll.pcapng"] {
            var doctor = CaptureDoctor()
            for call in try identifiedCalls.value(Folders.traffic.appendingPathComponent(name)) { doctor.examine(call) }
            outputs.append(CheckupJSON.text(doctor.finish()))
        }
        var filter = CallFilter(FleetSchema.shared)
        filter.subjects = [.vehicle: ["v1"]]
        outputs.append(CheckupJSON.text(CaptureDoctor().finish(), filters: filter.conditions))
        let update = MessageDoctor.examine([update(Vehicle()).encoded()], as: try type(UpdateVehicleRequest.self))
        try check("doctor --json", (outputs + [CheckupJSON.text(update)]).map { Array($0.utf8) })
    }

    // MARK: Differences

    @Test func differencesOfMessages() throws {
        func file(_ name: String) throws -> [UInt8] {
            try Folders.captures.appendingPathComponent("\(name)").bytes()
        }
        func attributes(_ keys: [String]) -> [UInt8] {
            Vehicle.with { vehicle in
                vehicle.name = vehicleName
                vehicle.attributes = keys.map { key in .with { ($0.key, $0.value) = (key, key) } }
            }.encoded()
        }
        let trip = try file("get-trip-response-enroute.bin")
        let pairs = [
            (trip, try file("get-trip-response-complete.bin")), (trip, trip + [0x0A, 0x00, 0x50]),
            (attributes(["a", "b", "c"]), attributes(["b", "c", "a", "d"])),
            (try file("update-vehicle-route.bin"), try file("get-trip-request.bin")),
        ]
        var lines: [[UInt8]] = []
        for (old, new) in pairs {
            var comparison = Comparison(detector: TypeDetector(FleetSchema.shared))
            comparison.printsJSON = true
            let (output, notes) = (TextCollector(), TextCollector())
            _ = comparison.run(.init(name: "a", bytes: old), .init(name: "b", bytes: new), output: output, notes: notes)
            lines += output.text.split(separator: "\n").map { Array($0.utf8) }
        }
        try check("diff --json", lines)
    }

    @Test func differencesOfCalls() throws {
        let calls = try ["errors.pcapng", "consumer-poll.pcapng"].flatMap {
            try identifiedCalls.value(Folders.traffic.appendingPathComponent($0))
        }
        let lines = zip(calls, calls.dropFirst()).map { old, new in
            Array(CallDifference(from: old, to: new, schema: FleetSchema.shared).jsonLine(DifferencePrinter()).utf8)
        }
        try check("diff --json of two calls", lines)
    }

    @Test func histories() throws {
        var counts: [Int] = []
        // Different directions of one byte often have one stand-in.
        for redactor in [nil, Redactor(key: [1])] {
            let output = TextCollector()
            var report = HistoryReport(
                schema: FleetSchema.shared, printer: DifferencePrinter(), redactor: redactor, isJSON: true, to: output)
            for name in ["delivery-shift.pcapng", "consumer-poll.pcapng"] {
                let calls = try identifiedCalls.value(Folders.traffic.appendingPathComponent(name))
                for call in calls { report.take(call) }
            }
            let lines = output.text.split(separator: "\n").map { Array($0.utf8) }
            try check("diff --json of a history", lines)
            let (verdict, remarks) = report.finish()
            let steps = try lines.map { try #require(try parseJSON($0) as? [String: Any]) }
            let hidden = remarks.first?.split(separator: " ").first.flatMap { Int($0) } ?? 0
            counts.append(steps.reduce(hidden) { $0 + (($1["changes"] as? [Any])?.count ?? 0) })
            #expect(verdict == .different && (hidden > 0) == (redactor != nil))
        }
        #expect(counts[0] == counts[1])
    }

    // MARK: Explanations

    /// What the tests of FleetErrors hold the explanations to.
    @Test func explanations() throws {
        let folder = Folders.fixtures.appendingPathComponent("errors")
        let outputs = try Folders.names(in: folder, extension: "json").compactMap { name -> [UInt8]? in
            let golden = try parseJSON(folder.appendingPathComponent(name).bytes()) as? [String: Any]
            return try golden?["expected"].map { Array(try JSONSerialization.data(withJSONObject: $0)) }
        }
        try check("explain --json", outputs)
    }
}
