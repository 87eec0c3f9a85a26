import ProtobufWire
import Testing

@Suite struct ProtobufMapTests {
    @Test func comesFromADictionary() {
        var map = ProtobufMap(["b": 2, "a": 1, "ab": 3])
        // By bytes, and of two of which one begins with the other the longer one first.
        #expect(map.keys == ["ab", "a", "b"] && map.values == [3, 1, 2])
        #expect(map.description == "[ab: 3, a: 1, b: 2]")
        map.removeAll()
        #expect(map.isEmpty && map.description == "[:]" && map.keys == [])
    }

    @Test func keepsKeysThatLookAlikeApart() {
        let map: ProtobufMap = ["\u{E9}": 1, "e\u{301}": 2]
        #expect(map.keys.map(\.unicodeScalars.count) == [2, 1] && map.values == [2, 1])
    }
}
