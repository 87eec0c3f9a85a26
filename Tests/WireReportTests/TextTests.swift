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

    @Test(
        arguments: [
            ("a eyJhbGciOiJ9.eyJzdWIiOiJ9.c2lnbmF0dXJl b", "a (token left out) b"),
            ("Bearer\\neyJhbGciOiJ9.eyJzdWIiOiJ9.c2lnbmF0dXJl", "Bearer\\n(token left out)"),
            ("eyJhbGciOiJ9.eyJzdWIiOiJ9", "eyJhbGciOiJ9.eyJzdWIiOiJ9"), ("eyJ.eyJ.eyJ", "eyJ.eyJ.eyJ"), ("", ""),
        ])
    func tokensAreLeftOut(text: String, shown: String) {
        #expect(SecretText.withoutTokens(Array(text.utf8)) == Array(shown.utf8))
    }

    @Test func searchingForTokensIsLinear() {
        let text = [UInt8](repeating: UInt8(ascii: "."), count: 3).flatMap { [$0] + Array("eyJ".utf8) }
        let long = (0..<100_000).flatMap { _ in text }
        #expect(SecretText.withoutTokens(long) == long)
        let run = (0..<100_000).flatMap { _ in Array("eyJ".utf8) }
        #expect(SecretText.withoutTokens(run) == run)
    }

    @Test func longTextsAreCut() {
        #expect(String(repeating: "ä", count: 400).cut() == String(repeating: "ä", count: 400))
        #expect(String(repeating: "ä", count: 401).cut() == String(repeating: "ä", count: 400) + "…")
        #expect(("a" + String(repeating: "\u{301}", count: 100_000)).cut().utf8.count < 1000)
    }
}
