import FleetEmulator
import Foundation
import TestSupport
import Testing

/// The page of the documentation that says the rules, and the code that keeps them.
enum RulePage {
    static let sources = Folders.protos.deletingLastPathComponent().appendingPathComponent("Sources/FleetEmulator")

    /// The ids in the first column of the table, and their marks.
    static func ids() throws -> [String] {
        let text = try String(
            contentsOf: sources.appendingPathComponent("FleetEmulator.docc/Rules.md"), encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap {
            $0.split(separator: "|").first.map { $0.filter { $0 != "`" && $0 != " " } }
        }
    }

    /// The code of the emulator without the list of the rules.
    static func code() throws -> String {
        let files = try #require(FileManager.default.enumerator(atPath: sources.path)).compactMap { $0 as? String }
        return try files.filter { $0.hasSuffix(".swift") && $0 != "Rules/Rule.swift" }.map {
            try String(contentsOf: sources.appendingPathComponent($0), encoding: .utf8)
        }.joined()
    }
}

@Suite struct RuleTests {
    /// Each rule is a row of the page and each row a rule, in one order; those that recorded traffic breaks are marked.
    @Test func thePageHasTheRules() throws {
        let marked = Rule.allCases.map { $0.rawValue + (Rule.recordedWaivers.contains($0) ? "°" : "") }
        #expect(try RulePage.ids() == marked)
    }

    /// Where a rule is kept, the code names it.
    @Test(arguments: Rule.allCases) func theCodeNamesTheRule(_ rule: Rule) throws {
        let code = try RulePage.code()
        let id = rule.rawValue
        let names = ["Rule.\(id)", "(.\(id))", "(.\(id),", " .\(id), ", ".\(id))", ".\(id),\n"]
        #expect(names.contains { code.contains($0) })
    }
}
