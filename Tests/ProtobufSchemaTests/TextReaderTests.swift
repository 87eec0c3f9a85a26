import ProtobufSchema
import ProtobufWire
import TestSupport
import Testing

/// Texts, and the bytes that `protoc --encode` of protobuf 3.21.12 makes of them; where it does not read them, what the
/// text format part of Google's conformance suite says.
@Suite struct TextReaderTests {
    @Test(
        arguments: [
            ("", ""), ("# nothing", ""), ("i: 1 # x", "0801"), ("i: - 5", "08fbffffffffffffffff01"),
            ("i: 010", "0808"), ("i: 0x1F;", "081f"), ("i: -0", ""), ("i: -2147483648", "0880808080f8ffffffff01"),
            ("u: 18446744073709551615", "8801ffffffffffffffffff01"), ("si: -1", "980101"), ("f32: 5", "850105000000"),
            ("d: -inF", "21000000000000f0ff"), ("d: infinity", "21000000000000f07f"), ("d: -nan", "21000000000000f8ff"),
            ("d: 1.f", "21000000000000f03f"), ("d: 1F", "21000000000000f03f"), ("d: .5", "21000000000000e03f"),
            ("d: 5.", "210000000000001440"), ("d: -.5", "21000000000000e0bf"), ("d: 1e400", "21000000000000f07f"),
            ("d: 99999999999999999999", "21408cb5781daf1544"), ("d: -0", "210000000000000080"),
            ("f: 1e39", "2d0000807f"), ("f: 0", ""), ("o: 0x1", "4801"), ("o: t", "4801"), ("o: True", "4801"),
            ("o: false", ""), ("o: f", ""), ("e: 5", "5005"), ("e: NEG", "50ffffffffffffffffff01"), ("e: 0x1", "5001"),
            (#"s: "a" 'b'"#, "12026162"), (#"s: "é\u00e9\U0001F600""#, "1208c3a9c3a9f09f9880"),
            (#"b: "\a\b\f\n\r\t\v\?\\\'\"\x4\377\0""#, "1a0e07080c0a0d090b3f5c272204ff00"),
            (#"b: "\1234""#, "1a025334"),
            ("r: [1, 2] r: 3", "3a03010203"), ("r: []", ""), (#"rs: ["a" "b", "c"]"#, "aa01026162aa010163"),
            ("sub: < i: 1 >", "42020801"), ("sub { i: 1 },", "42020801"), ("rm [{}]", "7200"),
            ("rm: [<>, {i: 1}]", "720072020801"), ("x1: 0", "6000"), ("maybe: 0", "b00100"),
            (#"m [{key:"a" value:1}, {key: "b"}]"#, "32050a016110013205" + "0a01621000"),
            (#"m {value: 1} m {}"#, "32040a001000"),
            (#"s:"x"i:1"#, "0801120178"), ("i: 1, s: 'x'; o: true", "08011201784801"),
            ("gone: {a:1 b: [1,2] [x.y]: 5 c: {}} i: 1", "0801"), ("gone: [{a:1}, {b:'x'}] gone: -inf", ""),
            ("gone: 'a' 'b' gone <>", ""), ("\u{FEFF}i: 1", "0801"),
        ] as [(String, String)])
    func readsEverySpellingOfAValue(text: String, hex: String) throws {
        #expect(try TextReader().bytes(of: text, as: TextWriterTests.message.get()) == bytes(hex: hex), "\(text)")
    }

    @Test(
        arguments: [
            // The form of the text.
            ("i 1", 1, 3, .syntax), ("; i: 1", 1, 1, .syntax), ("i: 1;;", 1, 6, .syntax), ("i: 1//x", 1, 5, .syntax),
            ("i: 1s: 'x'", 1, 5, .syntax), ("sub < i: 1 }", 1, 12, .syntax), ("sub {\n i: 1", 1, 5, .syntax),
            ("}", 1, 1, .syntax), ("r: [1", 1, 6, .syntax), ("r: [1 2]", 1, 7, .syntax), ("s: 'x\n'", 1, 4, .syntax),
            ("s: \"x", 1, 4, .syntax), ("i: 1 \u{1}", 1, 6, .syntax), ("é: 1", 1, 1, .syntax),
            ("d: 1.5.2", 1, 7, .syntax),
            ("d: 08", 1, 5, .syntax), ("d: 1e", 1, 6, .syntax), ("i: 0x", 1, 6, .syntax),
            (#"s: "\?\q""#, 1, 7, .syntax),
            ("# \u{0}", 1, 3, .syntax), ("gone 5", 1, 6, .syntax), ("gone: -x", 1, 8, .syntax),
            // Names.
            ("I: 1", 1, 1, .unknownField), ("1: 5", 1, 1, .syntax),
            ("[a.b]: 1", 1, 1, .extensionName), ("any { [x/y.Z] {} }", 1, 7, .unknownType),
            ("any { [text_test.M] {} }", 1, 7, .unknownType), ("any { [x/%ZZ/text_test.M] {} }", 1, 10, .syntax),
            // Values.
            ("i: 2147483648", 1, 4, .outOfRange), ("i: -2147483649", 1, 4, .outOfRange), ("u: -0", 1, 4, .outOfRange),
            ("u: 18446744073709551616", 1, 4, .outOfRange), ("f32: 0x100000000", 1, 6, .outOfRange),
            ("i: 1.0", 1, 4, .wrongType), ("i: [1]", 1, 4, .wrongType), ("r: [1,]", 1, 7, .wrongType),
            ("d: 0x1", 1, 4, .wrongType), ("d: -012", 1, 5, .wrongType), ("d: 00", 1, 4, .wrongType),
            ("d: +1", 1, 4, .wrongType), ("d: 'x'", 1, 4, .wrongType), ("o: T", 1, 4, .wrongType),
            ("o: 2", 1, 4, .wrongType),
            ("s: x", 1, 4, .wrongType), ("sub: 1", 1, 6, .wrongType), ("sub: [{}]", 1, 6, .wrongType),
            ("e: foo", 1, 4, .unknownEnumValue), ("e: 2147483648", 1, 4, .outOfRange), ("e: 'ONE'", 1, 4, .wrongType),
            // Fields given twice; in protoc's eyes a field at its default is not set yet.
            ("i: 1 i: 1", 1, 6, .duplicateField), ("i: 0 i: 1", 1, 6, .duplicateField),
            ("x1: 0 x2 {}", 1, 7, .duplicateField), ("sub {} sub {}", 1, 8, .duplicateField),
            ("m { key: 'a' key: 'a' }", 1, 14, .duplicateField),
            ("any { [a/text_test.M] {} type_url: 'x' }", 1, 26, .duplicateField),
            // Strings that protoc 3.21 lets pass, against the conformance suite.
            (#"s: "\xff""#, 1, 4, .invalidUTF8), (#"s: "\303" i: 1"#, 1, 4, .invalidUTF8),
            (#"b: "\400""#, 1, 5, .syntax), (#"b: "\xg""#, 1, 5, .syntax),
            (#"b: "\ud800""#, 1, 5, .syntax), (#"b: "\udc37\ud801""#, 1, 5, .syntax),
            (#"b: "\U0000dc00""#, 1, 5, .syntax),
            (#"s: "\U00110000""#, 1, 5, .syntax),
        ] as [(String, Int, Int, TextError.Code)])
    func rejectsTextThatProtocRejects(text: String, line: Int, column: Int, code: TextError.Code) throws {
        var options = TextReader.Options()
        options.acceptsFieldNumbers = false
        let message = try TextWriterTests.message.get()
        let error = #expect(throws: TextError.self, "\(text)") {
            try TextReader(options: options).bytes(of: text, as: message)
        }
        #expect(error?.code == code, "\(text): \(String(describing: error))")
        #expect(error?.place?.line == line && error?.place?.column == column, "\(text): \(String(describing: error))")
    }

    @Test(
        arguments: [
            ("rm {} rm {\n  sub { strin: 1 }\n}", "2:9: rm[1].sub: text_test.M has no field “strin”."),
            ("mayb: 1", "1:1: text_test.M has no field “mayb”. Did you mean “maybe”?"),
            ("any { typeUrl: 'x' }", "1:7: any: google.protobuf.Any has no field “typeUrl”. Did you mean “type_url”?"),
            ("e: ON", "1:4: e: “ON” is no value of text_test.E. Did you mean “ONE”?"),
            ("rm {\n  sub { i: 1 >\n}", "2:14: rm[0].sub.i: The message that begins in line 2 ends with }, not “>”."),
            ("r: [1, 2, 3.5]", "1:11: r[2]: A whole number belongs here, not “3.5”."),
        ])
    func explainsWhatIsWrong(text: String, expected: String) throws {
        let message = try TextWriterTests.message.get()
        let error = #expect(throws: TextError.self) { try TextReader().bytes(of: text, as: message) }
        #expect(error?.description == expected)
    }

    @Test(
        arguments: [
            ("1000: 150", "c03e9601"), ("1001: 0x0807060504030201", "c93e0102030405060708"),
            ("1004: 0x0d0c0b0a", "e53e0a0b0c0d"), ("1000: 0x1", "c03e01"), ("1000: -1", "c03effffffffffffffffff01"),
            (#"1002: "\377\000""#, "d23e02ff00"), ("1003 { 1: 7 3 { 4: 1 } }", "da3e0608071a022001"),
            ("1003 < 1: 7 3 < > >", "db3e08071b1cdc3e"), ("1000: [1, 'a']", "c03e01c23e0161"),
            // Numbers of known fields, as they stand on the wire.
            ("1: 5", "0805"), ("2: 'x'", "120178"), ("8 { 1: 1 }", "42020801"), ("8: 0", "4000"), ("10: ONE", "5001"),
            ("4: 0x3dcccccd", "25cdcccc3d"), ("1 { 1: 5 }", "0a020805"),
            ("1: -5", "08fbffffffffffffffff01"), ("4: -1.5", "21000000000000f8bf"),
        ])
    func readsFieldNumbers(text: String, hex: String) throws {
        #expect(try TextReader().bytes(of: text, as: TextWriterTests.message.get()) == bytes(hex: hex), "\(text)")
    }

    @Test(
        arguments: [
            "0: 1", "536870912: 1", "1000: 1.5", "1000: x", "1000 { i: 1 }", "1000 { [a.b]: 1 }", "8: 'x'",
            "2: '\\xff'", "1: 5 i: 5",
        ])
    func rejectsFieldNumbers(text: String) throws {
        let message = try TextWriterTests.message.get()
        #expect(throws: TextError.self, "\(text)") { try TextReader().bytes(of: text, as: message) }
    }

    /// `text_any_test.cc` of the conformance suite.
    @Test(
        arguments: [
            "[type.googleapis.com/protobuf_test_messages.proto3.TestAllTypesProto3]",
            "[non.default.domain/sub-path_0/~!$&()*+,;=/protobuf_test_messages.proto3.TestAllTypesProto3]",
            "[non.default.domain/%2F/protobuf_test_messages.proto3.TestAllTypesProto3]",
            "[ ty pe.go\nogleap\tis.com/\n proto buf_te\nst_messages.proto3.Test\tAllTypesProto3 ]",
            "[type.google # comment \napis.com/protobuf_test_messages.proto3.Test # comment \nAllTypesProto3]",
        ])
    func readsAny(name: String) throws {
        let message = try Conformance.message.get()
        let text = "optional_any: {\n\(name) { optional_int32: 12345\n}\n}"
        let url = name.split(separator: "\n").map { $0.split(separator: "#")[0] }.joined()
            .filter { !$0.isWhitespace && $0 != "[" && $0 != "]" }
        let any = [0x0A, UInt8(url.utf8.count)] + Array(url.utf8) + bytes(hex: "120308b960")
        let expected = bytes(hex: "8a13") + [UInt8(any.count)] + any
        #expect(try TextReader().bytes(of: text, as: message) == expected)
    }

    /// `text_float_test.cc` of the conformance suite: each bare, with `f` and with `F`.
    @Test(
        arguments: [
            ("3.192837", 3.192837), ("0", 0), ("-3.192837", -3.192837), ("3.123456789123456789", 3.1234567),
            ("3.4028235e+38", .greatestFiniteMagnitude), ("1.17549e-38", Float(bitPattern: 0x7F_FFE1)),
            ("4294967296", 4294967296),
            ("9223372036854775808", 9223372036854775808), ("3.4028235e+39", .infinity),
            ("1.17549e-39", Float(bitPattern: 0xC_CCCA)),
            ("18446744073709551616", 18446744073709551616), ("-0", -0.0), (".123", 0.123), ("-.123", -0.123),
            (".123e2", 12.3),
        ] as [(String, Float)])
    func readsFloats(literal: String, value: Float) throws {
        let message = try Conformance.message.get()
        let expected = value.bitPattern == 0 ? [] : [0x5D] + littleEndian(value.bitPattern)
        for suffix in ["", "f", "F"] {
            let read = try TextReader().bytes(of: "optional_float: \(literal)\(suffix)", as: message)
            #expect(read == expected, "\(literal)\(suffix)")
        }
    }

    /// The part of the conformance suite about names that a message reserves.
    @Test(
        arguments: [
            "true", "-123", "0.123", "ENUM_VALUE", "\"hello\"", "{ a: 123 }", "< a: 123 >", "[-123, 456]",
            "[0.123, 1e-10] ", #"["hello", "world"]"#,
        ])
    func passesOverReservedNames(value: String) throws {
        #expect(try TextReader().bytes(of: "reserved_field: \(value)", as: Conformance.message.get()) == [])
    }

    @Test func mergesRepeatedMessagesOnRequest() throws {
        var options = TextReader.Options()
        options.mergesRepeatedMessages = true
        let message = try TextWriterTests.message.get()
        let bytes = try TextReader(options: options).bytes(of: "sub { i: 1 } sub { s: 'x' }", as: message)
        #expect(bytes == TestSupport.bytes(hex: "42050801120178"))
    }

    @Test(arguments: ["s: 'abcdef'", "sub { i: 1 s: 'abc' }", "i: 1 s: 'abc'"]) func endsAtTheSizeLimit(text: String)
        throws
    {
        let reader = TextReader(limits: DecodingLimits(messageSize: 5))
        let message = try TextWriterTests.message.get()
        let error = #expect(throws: TextError.self) { try reader.bytes(of: text, as: message) }
        #expect(error?.code == .tooLarge)
    }

    @Test func keepsTheLastOfEqualMapKeys() throws {
        let text = """
            map_string_nested_message { key: "duplicate" value: { a: 123 } }
            map_string_nested_message { key: "duplicate" value: { corecursive: {} } }
            """
        let expected = bytes(hex: "ba040f0a096475706c696361746512021200")
        #expect(try TextReader().bytes(of: text, as: Conformance.message.get()) == expected)
    }

    @Test func endsAtTheRecursionLimit() throws {
        let message = try TextWriterTests.message.get()
        func nested(_ count: Int, _ open: String) -> String {
            String(repeating: open, count: count) + String(repeating: "}", count: count)
        }
        #expect(try !TextReader().bytes(of: nested(100, "sub {"), as: message).isEmpty)
        for text in [
            nested(101, "sub {"), nested(101, "9<").replacing("}", with: ">") + " s: 'a'", nested(100_000, "sub{"),
            nested(100_000, "5{"), nested(100_000, "gone{"),
        ] {
            let error = #expect(throws: TextError.self) { try TextReader().bytes(of: text, as: message) }
            #expect(error?.code == .tooDeep)
        }
        #expect(throws: TextError.self) {
            try TextReader(limits: DecodingLimits(recursion: 0)).bytes(of: "sub {}", as: message)
        }
        let small = TextReader(limits: DecodingLimits(messageSize: 4))
        let error = #expect(throws: TextError.self) { try small.bytes(of: "s: 'abc'", as: message) }
        #expect(error?.code == .tooLarge)
    }

    /// What is cut off or changed is read or rejected, and never a crash.
    @Test func survivesDamage() throws {
        let message = try TextWriterTests.message.get()
        let lines = [
            #"i: 1 s: "a\n\303\251" 'b' d: -1.5e3f m { key: 'k' value: 0x1 } any { [a.b/text_test.M] < i: 2 > }"#,
            #"r: [1, 2] rm: [{ e: ONE }, <>] 1000: 0x01020304 1001 { 2: "x" } gone: [-inf, "y"] # end"#,
        ]
        let text = Array(lines.joined(separator: "\n").utf8)
        let whole = try TextReader().bytes(of: text, as: message)
        #expect(try TextReader().bytes(of: TextWriter().text(whole, as: message), as: message) == whole)
        var generator = SplitMix64(seed: 7)
        let alphabet = Array(##"{}<>[]:;,.-+'"\#/0129xeEfUu tfi"##.utf8) + [0, 10, 0x80, 0xFF]
        for round in Exhaustive.rounds(4000, inDebug: 600) {
            var damaged = round < text.count ? Array(text.prefix(round)) : text
            for _ in 0..<(round % 4) where !damaged.isEmpty {
                let index = Int.random(in: damaged.indices, using: &generator)
                damaged[index] = alphabet.randomElement(using: &generator) ?? 0
            }
            if let read = try? TextReader().bytes(of: damaged, as: message) {
                #expect(message.canonicalBytes(of: read) == read)
            }
        }
    }
}
