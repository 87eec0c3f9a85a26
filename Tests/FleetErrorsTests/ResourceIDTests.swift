import Testing

@testable import FleetErrors

@Suite struct ResourceIDTests {
    @Test(arguments: [
        "driver", "Z\u{FC}rich", "\u{E9}", "q\u{301}", "\u{1EAD}", "\u{AC00}", "\u{AC01}", "\u{304C}", "\u{439}",
        "\u{3AC}", "\u{622}", "\u{3A9}", "\u{FA0E}", "\u{915}\u{93C}", "x\u{327}\u{301}", "1\u{301}", "\u{1F695}",
        "\u{5D0}\u{5B7}", "\u{E01}\u{E48}",
    ])
    func acceptsLettersOfAnyScript(_ id: String) { #expect(ResourceID.problem(id) == nil) }

    @Test(arguments: ["a/b", "a:b", "a?b", "a,b", "a#b", String(repeating: "x", count: 65)])
    func rejectsForbiddenCharactersAndLongIDs(_ id: String) { #expect(ResourceID.problem(id) != nil) }

    @Test func countsCharactersNotBytes() {
        #expect(ResourceID.problem(String(repeating: "\u{1F695}", count: 64)) == nil)
    }
}
