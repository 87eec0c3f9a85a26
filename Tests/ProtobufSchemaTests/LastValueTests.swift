import ProtobufSchema
import TestSupport
import Testing

@Suite struct LastValueTests {
    @Test(
        arguments: [
            ("name", "0a0161" + "0a0162", 5..<6), ("name", "08010a0161", 4..<5), ("name", "0a0161" + "0805", 2..<3),
            ("name", "1a030a0161", nil), ("inner", "1a030a0161" + "1a00" + "0a0162", 7..<7),
            ("part", "130a016114" + "0a0162", 1..<4), ("inner", "1a090a0161", 2..<5), ("name", "", nil),
        ] as [(String, String, Range<Int>?)])
    func liesAtTheTop(field: String, digits: String, place: Range<Int>?) throws {
        let text = """
            syntax = "proto2";
            message M { optional string name = 1; optional group Part = 2 { optional string name = 1; } optional M inner = 3; }
            """
        let message = try #require(try Schema(files: [("m.proto", text)]).message(named: "M"))
        let found = try #require(message.field(named: field))
        let input = bytes(hex: digits)
        #expect(found.lastValue(in: input) == place)
        #expect(
            found.lastText(in: input)
                == (field == "name" ? place.map { String(decoding: input[$0], as: UTF8.self) } : nil))
    }
}
