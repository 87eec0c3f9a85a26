import CallViews
import FleetMessages
import FleetProtos
import Foundation
import GRPCWire
import ProtobufWire
import Redaction
import TestSupport
import Testing
import WireCapture
import WireDoctor
import WireInspect

/// Redacted captures have the same findings, also about places that are compared with each other, which turn with the globe.
@Suite struct RedactedCaptureTests {
    static func files() throws -> [URL] {
        let endings = ["pcap", "pcapng", "modpcap", "nsecpcap", "har", "binarylog"]
        // Larger captures lie beside the package of those who have them.
        let further = Folders.fixtures.deletingLastPathComponent().appendingPathComponent("../shared/captures")
        let folders =
            [Folders.network, Folders.traffic]
            + (FileManager.default.fileExists(atPath: further.path) ? [further] : [])
        return try folders.flatMap { folder in
            try Folders.names(in: folder).map(folder.appendingPathComponent).filter {
                endings.contains($0.pathExtension)
            }
        }
    }

    /// A place whose coordinates are swapped, which only the place before it shows, is found, and not told.
    @Test func findsSwappedPlaces() throws {
        let file = Folders.traffic.appendingPathComponent("driver-shift.pcap")
        let all = CallExtractor().calls(in: try file.bytes())
        var places = [LatLng(latitude: 11.625, longitude: 48.375), LatLng(latitude: 48.375, longitude: 11.625)]
        var doctors = [CaptureDoctor(), CaptureDoctor()]
        for var call in all {
            if let payload = call.request.messages.first?.payload, call.path?.hasSuffix("/UpdateVehicle") ?? false,
                var request = try? UpdateVehicleRequest(decoding: payload),
                request.vehicle?.lastLocation?.location != nil, let place = places.popLast()
            {
                request.vehicle?.lastLocation?.location = place
                call.request.messages[0].payload = request.encoded()
            }
            doctors[0].examine(call)
            doctors[1].examine(call, shown: Redactor(key: [1]).redact(call, schema: FleetSchema.shared))
        }
        let findings = try doctors.map { try #require($0.finish().findings.first("coordinates_swapped")) }
        #expect(findings[0].evidence.map(\.text) == ["11.625, 48.375, after 48.375, 11.625"])
        #expect(findings[0].evidence.map(\.offset) == findings[1].evidence.map(\.offset))
        #expect(findings[1].summary == findings[0].summary && findings[1].remedy == findings[0].remedy)
        #expect(findings[1].evidence.map(\.text) == [""] && findings[1].resource == nil)
    }

    /// What the calls with stand-ins do not show is told in words of the catalogue, without the names of facts.
    @Test func tellsOfWhatStandInsHide() throws {
        let file = try #require(try Self.files().first { $0.lastPathComponent == "refusals.pcap" })
        let all = CallExtractor().calls(in: try file.bytes())
        var doctor = CaptureDoctor()
        for call in all { doctor.examine(call, shown: all[0]) }
        let findings = doctor.finish().findings
        let words = try #require(findings.first("resource_exhausted"))
        #expect(words.summary == "A call fails with RESOURCE_EXHAUSTED: its sheet tells more.")
        #expect(findings.allSatisfy { !$0.summary.contains("{") && !$0.remedy.contains("{next step}") })
    }

    @Test(arguments: Exhaustive.elements(of: try files(), inDebugEvery: 8))
    func findsTheSameAsInTheOriginal(_ file: URL) throws {
        let all = CallExtractor().calls(in: try file.bytes())
        let calls = Array(all.prefix(Exhaustive.size(all.count, inDebug: 24)))
        let found = Self.findings(calls, nil)
        for key in Exhaustive.elements(of: ["a", "b"], inDebugEvery: 2) {
            #expect(
                Self.findings(calls, Redactor(key: Array(key.utf8))) == found, "\(file.lastPathComponent), key \(key)")
        }
    }

    /// Code, severity, calls and places of each finding, and how much evidence it has.
    private static func findings(_ calls: [CapturedCall], _ redactor: Redactor?) -> [String] {
        var doctor = CaptureDoctor()
        for call in calls { doctor.examine(call, shown: redactor?.redact(call, schema: FleetSchema.shared)) }
        return doctor.finish().findings.map { finding in
            let places = finding.evidence.map { "\($0.call ?? 0) \($0.path ?? "") \($0.offset ?? -1)" }
            return "\(finding.code) \(finding.severity) \(finding.evidenceCount) \(places)"
        }.sorted()
    }
}
