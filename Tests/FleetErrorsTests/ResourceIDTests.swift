import Testing

@testable import FleetErrors

/// Python's `unicodedata.is_normalized("NFC", …)` says the same of each of these.
@Suite struct ResourceIDTests {
    @Test(arguments: [
        "driver", "Z\u{FC}rich", "\u{E9}", "q\u{301}", "\u{1EAD}", "\u{AC00}", "\u{AC01}", "\u{304C}", "\u{439}",
        "\u{3AC}", "\u{622}", "\u{3A9}", "\u{FA0E}", "\u{915}\u{93C}", "x\u{327}\u{301}", "1\u{301}", "\u{1F695}",
        "\u{5D0}\u{5B7}", "\u{E01}\u{E48}",
    ])
    func acceptsNormalFormC(_ id: String) { #expect(ResourceID.problem(id) == nil) }

    @Test(arguments: [
        "Zu\u{308}rich", "\u{212B}ngstro\u{308}m", "e\u{301}", "a\u{323}\u{302}", "a\u{302}\u{323}", "\u{304B}\u{3099}",
        "\u{438}\u{306}", "\u{3B1}\u{301}", "\u{627}\u{653}", "\u{E7}\u{301}", "d\u{323}\u{307}",
    ])
    func rejectsDecomposedLetters(_ id: String) { #expect(ResourceID.problem(id)?.contains("NFC") == true) }

    @Test(arguments: ["a/b", "a:b", "a?b", "a,b", "a#b", String(repeating: "x", count: 65)])
    func rejectsForbiddenCharactersAndLongIDs(_ id: String) { #expect(ResourceID.problem(id) != nil) }

    @Test func countsCharactersNotBytes() {
        #expect(ResourceID.problem(String(repeating: "\u{1F695}", count: 64)) == nil)
    }
}
