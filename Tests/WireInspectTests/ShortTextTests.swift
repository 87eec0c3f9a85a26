import TestSupport
import Testing
import WireInspect

/// Few bytes: syntax that nothing else has is certain, and so are digits that are a message where the text is none.
@Suite struct ShortTextTests {
    @Test(arguments: [
        ("10c4fa05", "10c4fa05"), ("08 80 80 80 80 01", "088080808001"), ("[16, 196, 250, 5]", "10c4fa05"),
        ("CICAgIAB", "088080808001"), ("Data([0x08, 0x96, 0x01])", "089601"), ("[]byte{0x8, 0x96, 0x1}", "089601"),
        ("0x8 0x96 0x1", "089601"),
        ("new byte[]{8, -106, 1}", "089601"), ("let bytes: [UInt8] = [8, 150, 1]", "089601"),
        ("[16, 19, 26, 0]", "10131a00"), ("0a10656e2d555312\n", "0a10656e2d555312"),
        ("12:00:01 INFO body=10c4fa05", "10c4fa05"),
        ("body: 08 80 80 80 80 01", "088080808001"),
        // Cut, but nothing else than bytes.
        ("Data([0x08, 0x96])", "0896"), ("{0x0a, 0x05, 0x61}", "0a0561"), ("[10, 5, 97]", "0a0561"),
    ])
    func readsFewBytes(text: String, expected: String) {
        let peeled = peel(text)
        #expect(peeled.messages.map { hex($0.bytes) } == [expected], "\(peeled.layers)")
        #expect(!peeled.isText && peeled.damage.isEmpty)
    }

    @Test(arguments: [
        "Data([0, 0, 0, 0, 0])", "[]byte{0x0, 0x0, 0x0, 0x0, 0x0}", "Data([0x00, 0x00, 0x00, 0x00, 0x00])",
        "new byte[] {0, 0, 0, 0, 0}", "[0, 0, 0, 0, 0]", "00 00 00 00 00", "body=AAAAAAA=",
    ])
    func readsAnEmptyFrame(_ text: String) {
        let peeled = peel(text)
        #expect(peeled.layers.last?.kind == .frames(1), "\(peeled.layers)")
        #expect(peeled.messages.map(\.bytes) == [[]] && peeled.damage.isEmpty)
    }

    @Test(arguments: ["…", "..."]) func saysThatAListEndsEarly(_ end: String) {
        let bytes = Array("\u{0A}\u{05}en-US\u{12}\u{02}US".utf8)
        let text = "Uint8Array(400) [\(bytes.map(String.init).joined(separator: ", ")), \(end)]"
        let peeled = peel(text)
        #expect(peeled.messages.map(\.bytes) == [bytes], "\(peeled.layers)")
        #expect(peeled.damage.map(\.reason) == ["elided_bytes"])
    }

    /// Words, numbers and names that digits may look like.
    @Test(arguments: [
        "vehicleState", "Internal", "DEADLINE_EXCEEDED", "T3551212370", "port=2000", "retry 3 of 10: 1000 ms",
        "The trip's id is 3b241101-e2bb-4255-8caf-4136c566a962.", "attempts [1, 2, 4] failed",
        "2025-03-01 12:00:01 started",
        "▿ 165 bytes\n  - count: 165\n  ▿ pointer: 0x000055dd74c054b0\n    - pointerValue: 94409634895024\n",
        "one\ntwo\nthree\n", "GetVehicleRequest\nUpdateVehicle\n", "code: 5, 10:11:12",
    ])
    func leavesWordsAlone(_ text: String) {
        let peeled = peel(text)
        #expect(peeled.isText && peeled.layers.isEmpty, "\(peeled.layers)")
    }
}
