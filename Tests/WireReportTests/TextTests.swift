import Foundation
import TestSupport
import Testing

@testable import WireReport

@Suite struct TextTests {
    private static let sample = #"{"a":{"b":[1,2,{"c":"x,]}\"\\"}],"d":true},"e":[[],{}],"f":null}"#

    @Test(arguments: 0...70)
    func cutJSONIsValid(limit: Int) throws {
        let json = Array(Self.sample.utf8)
        guard let cut = JSONCut.prefix(json, limit: limit) else {
            // The first number ends behind these.
            #expect(limit < 13)
            return
        }
        #expect(throws: Never.self) { try parseJSON(cut) }
        if limit >= json.count { #expect(cut == json) }
    }

    @Test func cutJSONIsTheBeginning() {
        #expect(JSONCut.prefix(Array(#"{"a":1,"b":[10,20,30]}"#.utf8), limit: 17) == Array(#"{"a":1,"b":[10]}"#.utf8))
        #expect(JSONCut.prefix(Array(#"{"a":"xxxxxxxxxxxx"}"#.utf8), limit: 8) == nil)
    }

    @Test func longTextsAreCut() {
        #expect(String(repeating: "ä", count: 400).cut() == String(repeating: "ä", count: 400))
        #expect(String(repeating: "ä", count: 401).cut() == String(repeating: "ä", count: 400) + "…")
        #expect(("a" + String(repeating: "\u{301}", count: 100_000)).cut().utf8.count < 1000)
    }
}
