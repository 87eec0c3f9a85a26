import Foundation
import TestSupport
import Testing

@testable import WireReport

@Suite struct TextTests {
    @Test func longTextsAreCut() {
        #expect(String(repeating: "ä", count: 400).cut() == String(repeating: "ä", count: 400))
        #expect(String(repeating: "ä", count: 401).cut() == String(repeating: "ä", count: 400) + "…")
        #expect(("a" + String(repeating: "\u{301}", count: 100_000)).cut().utf8.count < 1000)
    }
}
