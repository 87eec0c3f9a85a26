import ConsoleText
import Foundation
import TestSupport
import Testing

/// Text in columns of terminals: characters of other widths, and tables that are too wide.
@Suite struct TerminalTextTests {
    /// The widths by the Python package wcwidth. Marks that take a column beside their letter (Mc), control characters and
    /// those that the package's Unicode tables do not know are not in the file.
    @Test func charactersHaveTheWidthsOfWcwidth() throws {
        let table = String(
            decoding: try Folders.fixtures.appendingPathComponent("text/widths.tsv").bytes(), as: UTF8.self)
        var wrong: [String] = []
        for line in table.split(separator: "\n") {
            let numbers = line.split(separator: "\t")
            let (first, last) = (
                try #require(UInt32(numbers[0], radix: 16)), try #require(UInt32(numbers[1], radix: 16))
            )
            let width = try #require(Int(numbers[2]))
            // A debug build takes a sample of long runs.
            for value in Exhaustive.elements(of: first...last, inDebugEvery: 13) {
                guard let scalar = Unicode.Scalar(value), !Self.isHalfFlag(scalar) else { continue }
                // A mark that is Mc since Unicode 16; the tables that made the file are older.
                if value == 0x1171E { continue }
                if String(scalar).columns != width { wrong.append(String(value, radix: 16)) }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(20)), \(wrong.count) in all")
    }

    /// Letters of which two are a flag: wcwidth counts one alone, and a flag, as two columns.
    private static func isHalfFlag(_ scalar: Unicode.Scalar) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar.value) }

    @Test(arguments: [
        ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("한", 2), ("🚗", 2), ("🇩🇪", 2), ("कि", 2), ("—", 1), ("", 0),
    ])
    func textsHaveTheWidthOfTheirCharacters(text: String, width: Int) {
        #expect(text.columns == width)
        #expect(text.padded(to: 6).columns == 6 && text.leftPadded(to: 6).columns == 6)
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 1, "…"),
        ("abc", 0, ""), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ])
    func textsAreCutBetweenCharacters(text: String, width: Int, expected: String) {
        #expect(text.fitted(to: width) == expected)
    }

    @Test(arguments: [("abcdef", 6, "abcdef"), ("abcdef", 4, "…def"), ("日本語", 4, "…語"), ("abc", 0, "")])
    func textsAreCutAtTheirStart(text: String, width: Int, expected: String) {
        #expect(text.fitted(to: width, keepsEnd: true) == expected)
    }

    private func table(_ width: Int?, rows: [[String]]) -> [String] {
        let headings = [
            TextTable.Heading("#", isRight: true), TextTable.Heading("method"), TextTable.Heading("coding"),
            TextTable.Heading("message"),
        ]
        let shrinking = [(3, 8), (1, 6), (2, 0), (3, 0)]
        var table = TextTable(headings: headings, lineWidth: width, shrinking: shrinking)
        for row in rows {
            for cell in row { table.cell(cell) }
        }
        return String(decoding: table.take(.plain), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static let rows = [
        ["1234567", "UpdateVehicle", "gzip", "the vehicle ID 車両 is not known to this provider, or is no longer"],
        ["8", "/acme.fleet.v1.Fleet/Converse-with-a-very-long-name-of-a-method-that-nobody-has-seen", "", "short"],
    ]

    @Test(arguments: 0..<140)
    func linesFitAndNumbersStay(width: Int) throws {
        let lines = table(width, rows: Self.rows)
        // The number, and six columns of the method, are never cut.
        #expect(lines.allSatisfy { $0.columns <= max(width, 15) }, "\(lines)")
        #expect(lines.count == 3 && lines[1].hasPrefix("1234567  Updat") && lines[2].hasPrefix("      8  /acme"))
    }

    @Test func messagesGiveWayBeforeMethodsAndColumnsComeLast() {
        #expect(table(40, rows: Self.rows.dropLast())[1] == "1234567  UpdateVehicle  gzip    the veh…")
        #expect(table(33, rows: Self.rows.dropLast())[1] == "1234567  Updat…  gzip    the veh…")
        #expect(table(30, rows: Self.rows.dropLast())[1] == "1234567  UpdateVehi…  the veh…")
        #expect(table(nil, rows: Self.rows).joined().contains("nobody-has-seen"))
    }

    /// Cells behind wide characters stand in line.
    @Test func columnsAlignBehindWideCharacters() {
        let lines = table(nil, rows: [["1", "日本", "gzip", "x"], ["2", "abcd", "gzip", "x"]])
        #expect(lines[1] == "1  日本    gzip    x" && lines[2] == "2  abcd    gzip    x", "\(lines)")
    }
}
