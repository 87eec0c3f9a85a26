import Foundation
import ProtobufSchema
import ProtobufWire
import TestSupport
import Testing

/// Bytes, and what `protoc --decode` of protobuf 3.21.12 writes for them.
@Suite struct TextWriterTests {
    static let text = """
        syntax = "proto3";
        package text_test;
        import "google/protobuf/any.proto";
        message M {
          int32 i = 1;
          string s = 2;
          bytes b = 3;
          double d = 4;
          float f = 5;
          map<string, int32> m = 6;
          repeated int32 r = 7;
          M sub = 8;
          bool o = 9;
          E e = 10;
          google.protobuf.Any any = 11;
          oneof x {
            int32 x1 = 12;
            M x2 = 13;
          }
          repeated M rm = 14;
          map<string, M> mm = 15;
          fixed32 f32 = 16;
          uint64 u = 17;
          sint64 si = 19;
          repeated string rs = 21;
          optional int32 maybe = 22;
          reserved "gone";
        }
        enum E {
          Z = 0;
          ONE = 1;
          NEG = -1;
        }
        """

    static let message = Result {
        try #require(
            Schema(files: ProtoFolder.files() + [("text_test.proto", text)]).message(named: "text_test.M"))
    }

    @Test(
        arguments: [
            ("nothing", "", ""),
            ("a default that is present", "b00100", "maybe: 0\n"),
            (
                "map entries sorted", "32050a01621001" + "32050a01611002",
                "m { key: \"a\" value: 2 } m { key: \"b\" value: 1 }"
            ),
            (
                "shorter keys first", "32060a02616210013205" + "0a01611002",
                "m { key: \"a\" value: 2 } m { key: \"ab\" value: 1 }"
            ),
            ("an entry without key and value", "3200", "m { key: \"\" value: 0 }"),
            ("an entry with more", "32070a016210011805", "m { key: \"b\" value: 1 3: 5 }"),
            ("a value without fields", "7a030a0161", "mm { key: \"a\" value { } }"),
            ("octal", "1203c3a922", #"s: "\303\251\"""#),
            ("escapes", "1205c3a922275c", #"s: "\303\251\"\'\\""#),
            ("bytes", "1a0800017f80ff270a09", #"b: "\000\001\177\200\377\'\n\t""#),
            ("enum number", "5005", "e: 5"),
            ("enum name", "50ffffffffffffffffff01", "e: NEG"),
            ("packed", "3a03010203", "r: 1 r: 2 r: 3"),
            ("merged", "4202080142021001" + "42031a017a", "sub { i: 1 b: \"z\" 2: 1 }"),
            ("last of the oneof", "60056a00", "x2 { }"),
            ("unknown varint", "c83effffffffffffffffff01", "1001: 18446744073709551615"),
            ("unknown fixed", "cd3e01000000c93e0100000000000000", "1001: 0x00000001 1001: 0x0000000000000001"),
            ("unknown empty", "ca3e00", "1001: \"\""),
            ("unknown message", "ca3e0408011001", "1001 { 1: 1 2: 1 }"),
            ("unknown bytes", "ca3e0408801205", #"1001: "\010\200\022\005""#),
            ("unknown group", "cb3e08010b0ccc3e", "1001 { 1: 1 1 { } }"),
            ("wrong wire type", "4000", "8: 0"),
            (
                "ten levels", "ca3e1a0a180a160a140a120a100a0e0a0c0a0a0a080a060a040a020801",
                #"1001 { 1 { 1 { 1 { 1 { 1 { 1 { 1 { 1 { 1 { 1: "\n\004\n\002\010\001" } } } } } } } } } }"#
            ),
            // Here protoc 3.21 writes a message, which would be read back as other bytes.
            ("more bytes than needed", "ca3e03088000", #"1001: "\010\200\000""#),
            ("a group in bytes", "ca3e020b0c", #"1001: "\013\014""#),
            // And here both entries; the runtimes with generated code keep the last one.
            ("equal keys", "32050a01621001" + "32050a01621003", "m { key: \"b\" value: 3 }"),
        ] as [(String, String, String)])
    func writesAsProtoc(name: String, hex: String, expected: String) throws {
        var options = TextWriter.Options()
        options.isSingleLine = true
        let message = try Self.message.get()
        let line = try TextWriter(options: options).string(bytes(hex: hex), as: message)
        // One line has what many lines have.
        let lines = try TextWriter().string(bytes(hex: hex), as: message)
        #expect(line == expected.replacing("\n", with: ""))
        #expect(lines.split(whereSeparator: \.isWhitespace) == line.split(whereSeparator: \.isWhitespace))
    }

    @Test func laysOutFieldsAsProtocDoes() throws {
        let message = try Self.message.get()
        let input = bytes(hex: "0801" + "420408014200" + "3a0102" + "c03e01")
        #expect(
            try TextWriter().string(input, as: message) == """
                i: 1
                r: 2
                sub {
                  i: 1
                  sub {
                  }
                }
                1000: 1

                """)
    }

    @Test(
        arguments: [
            (0.1, "0.1"), (1.0, "1"), (-1.5, "-1.5"), (1e15, "1e+15"), (123456789012345, "123456789012345"),
            (1e-5, "1e-05"), (0.0001, "0.0001"), (37.7749295, "37.7749295"), (1.0 / 3, "0.33333333333333331"),
            (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (.leastNonzeroMagnitude, "4.94065645841247e-324"),
            (.leastNormalMagnitude, "2.2250738585072014e-308"), (-8589934592, "-8589934592"),
            (9007199254740992, "9007199254740992"), (0.1 + 0.2, "0.30000000000000004"), (-.zero, "-0"),
            (.infinity, "inf"), (-.infinity, "-inf"), (.nan, "nan"),
            (-1.0604584069817968e+270, "-1.0604584069817968e+270"),
        ] as [(Double, String)])
    func writesDoubles(value: Double, expected: String) throws {
        let input = [0x21] + littleEndian(value.bitPattern)
        #expect(try TextWriter().string(input, as: Self.message.get()) == "d: \(expected)\n")
    }

    @Test(
        arguments: [
            (0.1, "0.1"), (16777216, "16777216"), (1234567, "1234567"), (3.192837, "3.192837"),
            (.greatestFiniteMagnitude, "3.40282347e+38"), (.leastNonzeroMagnitude, "1.40129846e-45"),
            (.leastNormalMagnitude, "1.17549435e-38"), (1.0 / 3, "0.333333343"), (1e6, "1e+06"), (100000, "100000"),
        ] as [(Float, String)])
    func writesFloats(value: Float, expected: String) throws {
        let input = [0x2D] + littleEndian(value.bitPattern)
        #expect(try TextWriter().string(input, as: Self.message.get()) == "f: \(expected)\n")
    }

    /// Numbers are written as C's `printf` writes them: with the digits that all numbers keep, or as many as tell all apart.
    @Test func writesNumbersOfOrdinarySizeAsCDoes() throws {
        let message = try Self.message.get()
        var random = SplitMix64(seed: 21)
        func check(_ value: Double) throws {
            var expected = String(format: "%.15g", value)
            if Double(expected) != value { expected = String(format: "%.17g", value) }
            let text = try TextWriter().string([0x21] + littleEndian(value.bitPattern), as: message)
            #expect(text == "d: \(expected)\n")
        }
        func check(_ value: Float) throws {
            var expected = String(format: "%.6g", Double(value))
            if Float(expected) != value { expected = String(format: "%.9g", Double(value)) }
            let text = try TextWriter().string([0x2D] + littleEndian(value.bitPattern), as: message)
            #expect(text == "f: \(expected)\n")
        }
        // On both sides of every power of ten, and of those between which the way is a short one.
        for power in -6...18 {
            for digits in ["1e", "0.99999e", "5e", "2.5e", "1.25e"] {
                let value = try #require(Double("\(digits)\(power)"))
                for near in [value.nextDown.nextDown, value.nextDown, value, value.nextUp] { try check(near) }
                let float = Float(value)
                for near in [float.nextDown, float, -float, float.nextUp] { try check(near) }
            }
        }
        for _ in Exhaustive.rounds(4000, inDebug: 300) {
            try check(Double.random(in: -180...180, using: &random))
            try check((Double.random(in: -180...180, using: &random) * 1e7).rounded() / 1e7)
            try check(Float.random(in: -200...200, using: &random))
            let scale = Double.random(in: -5...16, using: &random)
            // Few bits, and so a middle between two roundings now and then.
            let bits = Double(
                1 + UInt64.random(in: 0..<1 << 52, using: &random) >> UInt64.random(in: 0..<50, using: &random))
            try check(bits * Double(sign: .plus, exponent: Int.random(in: -60 ... -1, using: &random), significand: 1))
            try check(Double.random(in: 0.1...1, using: &random) * Double(String("1e\(Int(scale))"))!)
            try check(Float(Double.random(in: 0.1...1, using: &random) * Double(String("1e\(Int(scale))"))!))
        }
    }

    @Test func expandsAny() throws {
        let message = try Self.message.get()
        let input = bytes(hex: "5a1d0a17747970652e676f6f676c65617069732e636f6d2f746578745f746573742e4d12020801")
        #expect(throws: TextError.self) { try TextWriter().text(input, as: message) }
        let any = bytes(hex: "5a250a1f") + Array("type.googleapis.com/text_test.M".utf8) + bytes(hex: "12020801")
        #expect(
            try TextWriter().string(any, as: message)
                == "any {\n  [type.googleapis.com/text_test.M] {\n    i: 1\n  }\n}\n")
        var options = TextWriter.Options()
        options.expandsAny = false
        #expect(
            try TextWriter(options: options).string(any, as: message)
                == "any {\n  type_url: \"type.googleapis.com/text_test.M\"\n  value: \"\\010\\001\"\n}\n")
    }

    @Test func leavesUnknownFieldsOut() throws {
        var options = TextWriter.Options()
        options.printsUnknownFields = false
        let input = bytes(hex: "0801" + "c03e01" + "32070a016210011805")
        #expect(try TextWriter(options: options).string(input, as: Self.message.get()) == "i: 1\n")
    }

    @Test func saysWhatIsDamaged() throws {
        let error = #expect(throws: TextError.self) {
            try TextWriter().text(bytes(hex: "4203080112"), as: Self.message.get())
        }
        #expect(error?.code == .malformed && error?.damage?.offset == 5 && error?.path.description == "sub.s")
    }
}
