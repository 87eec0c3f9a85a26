import ProtobufWire
import Testing

@Suite struct ProtobufMapTests {
    @Test func comesFromADictionary() {
        let map = ProtobufMap(["b": 2, "a": 1, "ab": 3])
        // By bytes, and of two of which one begins with the other the longer one first.
        #expect(map.map(\.key) == ["ab", "a", "b"] && map.map(\.value) == [3, 1, 2])
        #expect(map.description == "[ab: 3, a: 1, b: 2]")
        #expect(ProtobufMap([true: 1, false: 2]).map(\.value) == [2, 1])
        let empty: ProtobufMap<String, Int32> = [:]
        #expect(empty.isEmpty && empty.description == "[:]")
    }

    @Test func keepsKeysThatLookAlikeApart() {
        let map: ProtobufMap = ["\u{E9}": 1, "e\u{301}": 2]
        #expect(map.map(\.key.unicodeScalars.count) == [2, 1] && map.map(\.value) == [2, 1])
    }
}
