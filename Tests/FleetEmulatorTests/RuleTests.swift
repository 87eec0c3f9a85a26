import FleetEmulator
import Foundation
import TestSupport
import Testing

/// The page of the documentation that has the rules, made from the table of the code.
enum RulePage {
    static let sources = Folders.protos.deletingLastPathComponent().appendingPathComponent("Sources/FleetEmulator")
    static let file = sources.appendingPathComponent("FleetEmulator.docc/Rules.md")

    static var text: String {
        var lines = [
            "# The rules of the emulator, and who says so", "",
            "The rules that calls have to keep and that shape the responses, as they are in the code.", "",
            "## Overview", "",
            "A rule can be waived by its id: `emulator.waivedRules.insert(.init(id: \"immutable\")!)`. Those marked with ° are "
                + "waived unless `waivedRules` is set, because recorded traffic of Google's client libraries breaks them and is "
                + "answered all the same; `wiredump serve --strict` waives none. Those marked with • cannot be waived.",
            "", "| id | rule | source |",
            "|---|---|---|",
        ]
        for rule in EmulatorRule.all {
            let mark =
                EmulatorRule.recordedWaivers.contains(rule) ? "°" : EmulatorRule.fixed.contains(rule) ? "•" : ""
            let source =
                switch rule.source {
                case .document(let title, let url): "[\(title)](\(url))"
                case .decided(let reason): "decided here, because \(reason)"
                }
            lines.append(
                "| `\(rule.id)`\(mark) | \(rule.what.replacingOccurrences(of: "*", with: "\\*")) | \(source) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The code of the emulator without the table.
    static func code() throws -> String {
        let files = try #require(FileManager.default.enumerator(atPath: sources.path)).compactMap { $0 as? String }
        return try files.filter { $0.hasSuffix(".swift") && $0 != "Rules/Rule.swift" }.map {
            try String(contentsOf: sources.appendingPathComponent($0), encoding: .utf8)
        }.joined()
    }
}

@Suite struct RuleTests {
    /// With `RULES=write` in the environment, the page is written.
    @Test func thePageIsThatOfTheTable() throws {
        if ProcessInfo.processInfo.environment["RULES"] == "write" {
            try RulePage.text.write(to: RulePage.file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: RulePage.file, encoding: .utf8) == RulePage.text)
    }

    @Test func idsFindTheirRules() {
        #expect(EmulatorRule(id: "immutable")?.id == "immutable" && EmulatorRule(id: "nothing") == nil)
    }

    /// Where a rule is enforced, the code names it.
    @Test(arguments: EmulatorRule.all) func theCodeNamesTheRule(_ rule: EmulatorRule) throws {
        let code = try RulePage.code()
        let names = [
            ".\(rule.id).", "(.\(rule.id))", "(.\(rule.id),", " .\(rule.id), ", ".\(rule.id))", ".\(rule.id),\n",
        ]
        #expect(names.contains { code.contains($0) })
    }
}
