import Foundation
import TestSupport
import Testing

/// Whole runs of the command, as files of `Fixtures/wiredump`: the command line, what it prints, what it says on standard
/// error, its exit code.
///
/// The content was checked against the official JSON beside the captures. After a change of the output, run the tests with
/// `WIREDUMP_REMAKE=1` in the environment, and read the difference.
@Suite struct TranscriptTests {
    static let folder = Folders.fixtures.appendingPathComponent("wiredump")
    private static let isRemade = ProcessInfo.processInfo.environment["WIREDUMP_REMAKE"] == "1"

    /// The files. Deriving a key from a password takes a second in a debug build, which tries every fourth of those, but makes
    /// all of them anew.
    private static func names() throws -> [String] {
        let all = try Folders.names(in: folder, extension: "txt").map { name in
            let text = String(decoding: try folder.appendingPathComponent(name).bytes(), as: UTF8.self)
            return (name, derivesKey: text.prefix { $0 != "\n" }.contains(" --redact-key "))
        }
        let slow = all.filter(\.derivesKey).map(\.0)
        return all.filter { !$0.derivesKey }.map(\.0) + Exhaustive.elements(of: slow, inDebugEvery: isRemade ? 1 : 4)
    }

    @Test(arguments: try names())
    func printsWhatItPrintedBefore(_ name: String) throws {
        let file = Self.folder.appendingPathComponent(name)
        let expected = String(decoding: try file.bytes(), as: UTF8.self)
        let first = try #require(expected.split(separator: "\n", maxSplits: 1).first)
        try #require(first.hasPrefix("$ wiredump"))
        let (arguments, input) = try Self.parse(first)
        let result = try Command.run(arguments, input: input)
        var actual = "\(first)\n\(result.text)"
        if !result.notes.isEmpty { actual += "--- standard error\n\(result.notes)" }
        if result.status != 0 { actual += "--- exit code \(result.status)\n" }
        if Self.isRemade {
            try Data(actual.utf8).write(to: file)
            Issue.record("made anew; look at the difference, and run the tests without WIREDUMP_REMAKE")
        } else {
            #expect(actual == expected)
        }
    }

    /// Words between spaces; `< 'text'` at the end is standard input.
    private static func parse(_ line: Substring) throws -> ([String], [UInt8]) {
        let parts = line.dropFirst("$ wiredump".count)
            .split(separator: " < '", maxSplits: 1, omittingEmptySubsequences: false)
        let words = parts.first?.split(separator: " ").map(String.init) ?? []
        guard parts.count == 2 else { return (words, []) }
        return (words, Array(parts[1].dropLast().utf8))
    }
}
