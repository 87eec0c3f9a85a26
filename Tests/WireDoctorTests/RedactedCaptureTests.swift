import CallViews
import FleetProtos
import Foundation
import Redaction
import TestSupport
import Testing
import WireCapture
import WireDoctor
import WireInspect

/// Redaction changes nothing that the rules look at but places: redacted captures have the same findings otherwise.
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

    /// Findings about coordinates: two that are exchanged lie elsewhere than the others once the globe has turned.
    private static let aboutPlaces: Set<String> = ["coordinates_swapped"]

    @Test(arguments: Exhaustive.elements(of: try files(), inDebugEvery: 8))
    func findsTheSameAsInTheOriginal(_ file: URL) throws {
        let extractor = CallExtractor()
        let all = extractor.append(try file.bytes()) + extractor.finish()
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
        for call in calls { doctor.examine(redactor?.redact(call, schema: FleetSchema.shared) ?? call) }
        return doctor.finish().findings.filter { !aboutPlaces.contains($0.code) }.map { finding in
            let places = finding.evidence.map { "\($0.call ?? 0) \($0.path ?? "") \($0.offset ?? -1)" }
            return "\(finding.code) \(finding.severity) \(finding.evidenceCount) \(places)"
        }.sorted()
    }
}
