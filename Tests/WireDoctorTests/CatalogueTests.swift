import Foundation
import TestSupport
import Testing

@testable import FleetErrors
@testable import WireDoctor

/// The catalogue of findings is complete, and a test expects each of its entries.
@Suite struct CatalogueTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    private static func text(of folder: URL) throws -> String {
        try Folders.names(in: folder).filter { $0.hasSuffix(".swift") && $0 != "CatalogueTests.swift" }.map {
            String(decoding: try folder.appendingPathComponent($0).bytes(), as: UTF8.self)
        }.joined()
    }

    @Test func aTestExpectsEachEntry() throws {
        let tests = try Self.text(of: Self.tests)
        for kind in FindingKind.all {
            #expect(tests.contains("\"\(kind.code)\""), "no test expects \(kind.code)")
        }
    }

    @Test func theListHasEachEntry() throws {
        let folder = Self.tests.appendingPathComponent("../../Sources/WireDoctor/Findings")
        let declarations = try Self.text(of: folder).components(separatedBy: "public static let ").dropFirst()
        let entries = declarations.filter {
            !$0.hasPrefix("all") && !$0.hasPrefix("evidenceLimit") && !$0.hasPrefix("textLimit")
        }
        #expect(FindingKind.all.count == entries.count)
        #expect(Set(FindingKind.all.map(\.code)).count == entries.count)
    }

    @Test func eachFaultOfATokenHasAnEntry() {
        for fault in TokenCheck.Fault.allCases { #expect(FindingKind(code: "token_\(fault.rawValue)") != nil) }
    }

    /// What stands in braces in the catalogue is replaced in every finding.
    @Test func findingsHaveTheFactsOfTheirCase() throws {
        let names = FindingKind.all.flatMap { kind in
            (kind.summary + kind.remedy).split(separator: "{").dropFirst().map { "{\($0.prefix { $0 != "}" })}" }
        }
        #expect(Set(names).count > 5)
        for finding in try CaptureTests.examine(RecordedCapture.named("errors.pcapng").file).findings {
            for name in names { #expect(!(finding.summary + finding.remedy).contains(name)) }
        }
    }
}
