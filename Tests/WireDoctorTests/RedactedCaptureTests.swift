import CallViews
import FleetProtos
import Foundation
import Redaction
import TestSupport
import Testing
import WireCapture
import WireDoctor
import WireInspect

/// Redaction changes nothing that the rules look at: redacted captures have the same findings.
@Suite struct RedactedCaptureTests {
    static func files() throws -> [URL] {
        try [Folders.network, Folders.traffic].flatMap { folder in
            try Folders.names(in: folder).filter { $0.contains("pcap") }.map { folder.appendingPathComponent($0) }
        }
    }

    @Test(arguments: Exhaustive.elements(of: try files(), inDebugEvery: 3))
    func findsTheSameAsInTheOriginal(_ file: URL) throws {
        let extractor = CallExtractor()
        let calls = extractor.append(try file.bytes()) + extractor.finish()
        let found = Self.findings(calls, nil)
        for key in Exhaustive.elements(of: ["a", "b"], inDebugEvery: 2) {
            #expect(Self.findings(calls, Redactor(key: key)) == found, "\(file.lastPathComponent), key \(key)")
        }
    }

    /// Code, severity, calls and places of each finding, and how much evidence it has.
    private static func findings(_ calls: [CapturedCall], _ redactor: Redactor?) -> [String] {
        var doctor = CaptureDoctor()
        for call in calls { doctor.examine(redactor?.redact(call, schema: FleetSchema.shared) ?? call) }
        return doctor.finish().findings.map { finding in
            let places = finding.evidence.map { "\($0.call ?? 0) \($0.path ?? "") \($0.offset ?? -1)" }
            return "\(finding.code) \(finding.severity) \(finding.evidenceCount) \(places)"
        }.sorted()
    }
}
