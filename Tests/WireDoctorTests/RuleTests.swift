import Foundation
import Testing
import WireDoctor

/// The suites whose examinations together produce every finding of the catalogue, and no other.
@Suite(ProducesTheCatalogue()) enum RuleTests {
    @Suite struct RequestRuleTests {}
    @Suite struct CallRuleTests {}
    @Suite struct TrackTests {}
    @Suite struct CaptureTests {}
}

/// Compares the findings of all examinations in the tests of a suite with the catalogue.
struct ProducesTheCatalogue: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let produced = ProducedCodes()
        try await ProducedCodes.$current.withValue(produced) { try await function() }
        // A filter leaves tests out.
        guard !CommandLine.arguments.contains(where: { $0.contains("filter") }) else { return }
        let catalogue = Set(FindingKind.all.map(\.code))
        #expect(produced.codes == catalogue, "never produced: \(catalogue.subtracting(produced.codes).sorted())")
    }
}

/// The codes of the findings that examinations have produced.
final class ProducedCodes: @unchecked Sendable {
    @TaskLocal static var current: ProducedCodes?

    private let lock = NSLock()
    private var all: Set<String> = []

    var codes: Set<String> { lock.withLock { all } }

    /// Records the findings of an examination in the test that runs.
    static func record(_ checkup: Checkup) -> Checkup {
        if let current { current.lock.withLock { current.all.formUnion(checkup.findings.map(\.code)) } }
        return checkup
    }
}
