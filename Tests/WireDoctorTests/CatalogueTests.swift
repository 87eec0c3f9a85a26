import Foundation
import TestSupport
import Testing

@testable import FleetErrors
@testable import WireDoctor

/// The catalogue of findings is complete. That examinations produce each of its entries is checked by ``RuleTests``.
@Suite struct CatalogueTests {
    @Test func theListHasEachEntry() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/WireDoctor/Findings/FindingKind+Entries.swift")
        let declarations = String(decoding: try file.bytes(), as: UTF8.self).components(
            separatedBy: "public static let ")
        // The text before the first one, and the list itself; the kinds for statuses and faults are not declared one by one.
        let count = declarations.count - 2 + 16 + TokenCheck.Fault.allCases.count
        #expect(FindingKind.all.count == count)
        #expect(Set(FindingKind.all.map(\.code)).count == count)
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
        for finding in try RuleTests.CaptureTests.examine(RecordedCapture.named("errors.pcapng").file).findings {
            for name in names { #expect(!(finding.summary + finding.remedy).contains(name)) }
        }
    }
}
