import ProtobufSchema
import ProtobufWire
import TestSupport
import Testing

/// Bytes of `google.protobuf.json_format` 7.36.2 (map entries by key) for JSON spelled in unusual ways, and what the mapping and
/// RFC 8259 forbid.
@Suite struct JSONReaderTests {
    private func read(_ json: String, _ change: (inout JSONReader) -> Void = { _ in }) throws -> [UInt8] {
        var reader = JSONReader()
        change(&reader)
        let message = try JSONWriterTests.message.get()
        let result = try reader.bytes(of: json, as: message)
        #expect(result == message.canonicalBytes(of: result))
        return result
    }

    @Test(
        arguments: [
            (#"{}"#, ""),
            (" {\r\n\t\"narrow\" : -1 , \"wide\":\"-1\" } ", "08ffffffffffffffffff0110ffffffffffffffffff01"),
            (#"{"wide":"-1","narrow":-1}"#, "08ffffffffffffffffff0110ffffffffffffffffff01"),
            (#"{"narrow":1.0}"#, "0801"),
            (#"{"narrow":100e-2}"#, "0801"),
            (#"{"narrow":0.1E+1}"#, "0801"),
            (#"{"narrow":"1e3"}"#, "08e807"),
            (#"{"narrow":0e999999999999}"#, ""),
            (#"{"narrow":-0}"#, ""),
            (#"{"narrow":2147483647.000}"#, "08ffffffff07"),
            (#"{"fixed":18446744073709551615}"#, "19ffffffffffffffff"),
            (#"{"wide":"-9223372036854775808"}"#, "1080808080808080808001"),
            (#"{"float_value":0.1,"doubleValue":1e-07}"#, "25cdcccc3d2948afbc9af2d77a3e"),
            (#"{"floatValue":"Infinity","doubleValue":"-Infinity"}"#, "250000807f29000000000000f0ff"),
            (#"{"doubleValue":"NaN"}"#, "29000000000000f87f"),
            (#"{"doubleValue":-0.0}"#, "290000000000000080"),
            (#"{"doubleValue":"1e2"}"#, "290000000000005940"),
            (#"{"doubleValue":1e-400}"#, ""),
            (#"{"stringValue":"\"\\\/\b\f\n\r\t\u0001é\ud83d\uDE00"}"#, "320f225c2f080c0a0d0901c3a9f09f9880"),
            (#"{"string\u0056alue":"a"}"#, "320161"),
            (#"{"bytesValue":"+/8BAg=="}"#, "3a04fbff0102"),
            (#"{"bytesValue":"-_8BAg"}"#, "3a04fbff0102"),
            (#"{"bytesValue":"-_"}"#, "3a01fb"),
            (#"{"color":"RED"}"#, "4001"),
            (#"{"color":99}"#, "4063"),
            (#"{"color":"1"}"#, "4001"),
            (#"{"maybe":0}"#, "4800"),
            (#"{"maybe":null}"#, ""),
            (#"{"numbers":[1,0,"-1"]}"#, "520c0100ffffffffffffffffff01"),
            (#"{"numbers":[]}"#, ""),
            (#"{"numbers":null}"#, ""),
            (#"{"counts":{"b":2,"a":1}}"#, "5a050a01611001" + "5a050a01621002"),
            (#"{"messages":{"-5":{"narrow":1}}}"#, "620f08fbffffffffffffffff0112020801"),
            (#"{"flags":{"true":"RED","false":0}}"#, "6a0408001000" + "6a0408011001"),
            (#"{"child":{}}"#, "7200"),
            (#"{"number":0}"#, "7800"),
            (#"{"number":null,"picked":{"wide":7}}"#, "8201021007"),
            (#"{"time":"1970-01-01T02:00:00.5+02:00"}"#, "8a01061080cab5ee01"),
            (#"{"time":"0001-01-01T00:00:00Z"}"#, "8a010b088092b8c398feffffff01"),
            (#"{"time":"9999-12-31T23:59:59.999999999Z"}"#, "8a010d08ff82d1ffaf0710ff93ebdc03"),
            (#"{"time":"2000-02-29T00:00:00Z"}"#, "8a0106088098ecc503"),
            (#"{"time":"1969-12-31T23:59:59.500Z"}"#, "8a011108ffffffffffffffffff011080cab5ee01"),
            (#"{"span":"0s"}"#, "920100"),
            (#"{"span":"-1.5s"}"#, "92011608ffffffffffffffffff011080b6ca91feffffffff01"),
            (#"{"span":"-0.000000001s"}"#, "92010b10ffffffffffffffffff01"),
            (#"{"span":"315576000000.000001s"}"#, "92010a0880bcaece970910e807"),
            (#"{"mask":"aB,c.dE"}"#, "9a010c0a03615f620a05632e645f65"),
            (#"{"mask":""}"#, "9a0100"),
            (#"{"any":{}}"#, "a20100"),
            (
                #"{"any":{"narrow":1,"@type":"type.googleapis.com/json_test.All"}}"#,
                "a201270a21747970652e676f6f676c65617069732e636f6d2f6a736f6e5f746573742e416c6c12020801"
            ),
            (
                #"{"any":{"value":"1s","@type":"type.googleapis.com/google.protobuf.Duration"}}"#,
                "a201320a2c747970652e676f6f676c65617069732e636f6d2f676f6f676c652e70726f746f6275662e44757261"
                    + "74696f6e12020801"
            ),
            (
                // The members of the content are out of order too.
                #"{"any":{"wide":2,"@type":"x/json_test.All","narrow":1}}"#,
                "a201170a0f782f6a736f6e5f746573742e416c6c120408011002"
            ),
            (
                #"{"structure":{"k":[null,1.5,"s",false,{}]}}"#,
                "aa01250a230a016b121e321c0a0208000a0911000000000000f83f0a031a01730a0220000a022a00"
            ),
            (#"{"value":null}"#, "b201020800"),
            (#"{"value":"NaN"}"#, "b201051a034e614e"),
            (#"{"wrapped":"0"}"#, "ba0100"),
            (#"{"wrapped":5}"#, "ba01020805"),
            (#"{"wrapped":null}"#, ""),
            (#"{"null":null}"#, ""),
            (#"{"null":"NULL_VALUE"}"#, ""),
        ] as [(String, String)])
    func readsWhatTheOfficialRuntimeReads(json: String, hex: String) throws {
        #expect(try read(json) == bytes(hex: hex))
    }

    @Test(
        arguments: [
            // JSON
            ("", .syntax, "1:1: $"),
            (#"{"narrow":1"#, .syntax, "1:12: $"),
            (#"{"narrow":1,}"#, .syntax, "1:13: $"),
            (#"{"numbers":[1,]}"#, .syntax, "1:15: $.numbers[1]"),
            (#"{"narrow":01}"#, .syntax, "1:11: $.narrow"),
            (#"{"narrow":1.}"#, .syntax, "1:11: $.narrow"),
            (#"{"narrow":+1}"#, .syntax, "1:11: $.narrow"),
            (#"{"narrow":.5}"#, .syntax, "1:11: $.narrow"),
            (#"{"doubleValue":NaN}"#, .syntax, "1:16: $.doubleValue"),
            (#"{"doubleValue":-Infinity}"#, .syntax, "1:16: $.doubleValue"),
            (#"{narrow:1}"#, .syntax, "1:2: $"),
            (#"{'narrow':1}"#, .syntax, "1:2: $"),
            (#"{"narrow" 1}"#, .syntax, "1:11: $"),
            ("{\n  // none\n}", .syntax, "2:3: $"),
            (#"{} {}"#, .syntax, "1:4: $"),
            ("{\"stringValue\":\"a\nb\"}", .syntax, "1:18: $.stringValue"),
            (#"{"stringValue":"\x41"}"#, .syntax, "1:17: $.stringValue"),
            (#"{"stringValue":"\ud800"}"#, .syntax, "1:17: $.stringValue"),
            (#"{"stringValue":"\ude00\ud83d"}"#, .syntax, "1:17: $.stringValue"),
            (#"{"stringValue":"\ud83d\u0041"}"#, .syntax, "1:17: $.stringValue"),
            (#"{"stringValue":"\u12"}"#, .syntax, "1:17: $.stringValue"),
            (#"{"stringValue":"a"#, .syntax, "1:16: $.stringValue"),
            ("\u{FEFF}{}", .syntax, "1:1: $"),
            // Types and ranges
            ("null", .wrongType, "1:1: $"),
            ("[]", .wrongType, "1:1: $"),
            (#"{"narrow":true}"#, .wrongType, "1:11: $.narrow"),
            (#"{"narrow":1.5}"#, .wrongType, "1:11: $.narrow"),
            (#"{"narrow":1.000000000000001}"#, .wrongType, "1:11: $.narrow"),
            (#"{"narrow":" 1"}"#, .wrongType, "1:11: $.narrow"),
            (#"{"narrow":""}"#, .wrongType, "1:11: $.narrow"),
            (#"{"narrow":2147483648}"#, .outOfRange, "1:11: $.narrow"),
            (#"{"narrow":-2147483649}"#, .outOfRange, "1:11: $.narrow"),
            (#"{"wide":9223372036854775808}"#, .outOfRange, "1:9: $.wide"),
            (#"{"fixed":"1e536870000"}"#, .outOfRange, "1:10: $.fixed"),
            (#"{"fixed":-1}"#, .outOfRange, "1:10: $.fixed"),
            (#"{"floatValue":3.5e38}"#, .outOfRange, "1:15: $.floatValue"),
            (#"{"doubleValue":"1e400"}"#, .outOfRange, "1:16: $.doubleValue"),
            (#"{"value":1e400}"#, .outOfRange, "1:10: $.value"),
            (#"{"stringValue":1}"#, .wrongType, "1:16: $.stringValue"),
            (#"{"bytesValue":"AQ="}"#, .invalidBase64, "1:15: $.bytesValue"),
            (#"{"bytesValue":"A"}"#, .invalidBase64, "1:15: $.bytesValue"),
            (#"{"bytesValue":"AQ I"}"#, .invalidBase64, "1:15: $.bytesValue"),
            (#"{"color":"GREEN"}"#, .unknownEnumValue, "1:10: $.color"),
            (#"{"color":1.5}"#, .wrongType, "1:10: $.color"),
            (#"{"color":true}"#, .wrongType, "1:10: $.color"),
            (#"{"numbers":1}"#, .wrongType, "1:12: $.numbers"),
            (#"{"numbers":[1,null]}"#, .wrongType, "1:15: $.numbers[1]"),
            (#"{"counts":{"a b":"x"}}"#, .wrongType, #"1:18: $.counts["a b"]"#),
            (#"{"counts":{"a":null}}"#, .wrongType, "1:16: $.counts.a"),
            (#"{"messages":{"x":{}}}"#, .wrongType, "1:14: $.messages.x"),
            (#"{"flags":{"True":0}}"#, .wrongType, "1:11: $.flags.True"),
            // Members
            (#"{"child":{"messages":{"1":{"wid":1}}}}"#, .unknownMember, "1:28: $.child.messages.1.wid"),
            (#"{"narrow":1,"narrow":1}"#, .duplicateMember, "1:13: $"),
            (#"{"floatValue":1,"float_value":1}"#, .duplicateMember, "1:17: $"),
            (#"{"counts":{"a":1,"\u0061":1}}"#, .duplicateMember, "1:18: $.counts.a"),
            (#"{"structure":{"a":1,"a":1}}"#, .duplicateMember, "1:21: $.structure.a"),
            (#"{"number":1,"picked":{}}"#, .duplicateMember, "1:13: $.picked"),
            // Well-known types
            (#"{"time":"2001-02-29T00:00:00Z"}"#, .invalidTimestamp, "1:9: $.time"),
            (#"{"time":"1970-01-01T00:00:60Z"}"#, .invalidTimestamp, "1:9: $.time"),
            (#"{"time":"1970-01-01T00:00:00"}"#, .invalidTimestamp, "1:9: $.time"),
            (#"{"time":"1970-01-01T00:00:00.1234567890Z"}"#, .invalidTimestamp, "1:9: $.time"),
            (#"{"time":"1970-01-01T00:00:00.Z"}"#, .invalidTimestamp, "1:9: $.time"),
            (#"{"time":"1970-01-01T00:00:00+0100"}"#, .invalidTimestamp, "1:9: $.time"),
            (#"{"time":"9999-12-31T23:59:59-00:01"}"#, .invalidTimestamp, "1:9: $.time"),
            (#"{"time":"0001-01-01T00:00:00+00:01"}"#, .invalidTimestamp, "1:9: $.time"),
            (#"{"span":"1"}"#, .invalidDuration, "1:9: $.span"),
            (#"{"span":".5s"}"#, .invalidDuration, "1:9: $.span"),
            (#"{"span":"1.-5s"}"#, .invalidDuration, "1:9: $.span"),
            (#"{"span":"315576000001s"}"#, .invalidDuration, "1:9: $.span"),
            (#"{"span":1}"#, .wrongType, "1:9: $.span"),
            (#"{"mask":"a_b"}"#, .invalidFieldMask, "1:9: $.mask"),
            (#"{"any":{"value":1}}"#, .invalidAny, "1:8: $.any"),
            (#"{"any":{"@type":"x/y.Z"}}"#, .invalidAny, #"1:17: $.any["@type"]"#),
            (#"{"any":{"@type":1}}"#, .invalidAny, "1:8: $.any"),
            (#"{"any":{"@type":"x/google.protobuf.Duration"}}"#, .invalidAny, "1:8: $.any"),
            (#"{"any":{"@type":"x/json_test.All","@type":"x/json_test.All"}}"#, .duplicateMember, "1:35: $.any"),
            (
                #"{"any":{"@type":"x/google.protobuf.Duration","value":"1s","value":"2s"}}"#, .duplicateMember,
                "1:59: $.any"
            ),
        ] as [(String, JSONError.Code, String)])
    func refusesWhatTheOfficialRuntimeRefuses(json: String, code: JSONError.Code, place: String) throws {
        let error = #expect(throws: JSONError.self) { try read(json) }
        #expect(error?.code == code)
        #expect(error.map { $0.description.hasPrefix(place + ": ") } == true, "\(error?.description ?? "")")
    }

    /// A number that its field can hold is not said to be too large.
    @Test(
        arguments: [
            #"{"wide":1e17}"#, #"{"wide":-9007199254740992.0}"#, #"{"wide":1e19}"#, #"{"narrow":1e17}"#,
            #"{"fixed":-1e17}"#,
        ])
    func refusesInexactIntegersAsTheyAreWritten(json: String) throws {
        let error = #expect(throws: JSONError.self) { try read(json) }
        #expect(error?.code == .outOfRange)
        #expect(error?.description.contains("as it is written") == true)
    }

    @Test func refusesWhatIsNotUTF8() throws {
        let message = try JSONWriterTests.message.get()
        let text = Array(#"{"stringValue":"a"#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)
        let error = #expect(throws: JSONError.self) { try JSONReader().bytes(of: text, as: message) }
        #expect(error?.code == .syntax)
        #expect(error?.place?.offset == 17)
    }

    /// What is said is true of texts that people write by hand.
    @Test(arguments: [
        ("\u{FEFF}{}", "begins with a byte order mark"),
        (#"{"floatValue":1,"float_value":1}"#, "The field float_value is given twice"),
        (#"{"any":{"@type":"x/google.protobuf.Duration","seconds":1}}"#, "has the members “@type” and “value”"),
        (#"{"wide":007}"#, "no leading zeros"),
    ])
    func saysWhatIsMeant(json: String, sentence: String) throws {
        let error = #expect(throws: JSONError.self) { try read(json) }
        #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
    }

    /// Of long texts the first characters are repeated.
    @Test func shortensLongNames() throws {
        let name = String(repeating: "é", count: 40)
        let error = #expect(throws: JSONError.self) { try read(#"{"\#(name)éé":1}"#) }
        #expect(error?.description.contains("no field “\(name)…”") == true, "\(error?.description ?? "")")
    }

    @Test func helpsWithMisspelledNames() throws {
        let error = #expect(throws: JSONError.self) { try read(#"{"stringvalue":"a"}"#) }
        #expect(
            error?.description
                == "1:2: $.stringvalue: json_test.All has no field “stringvalue”. Did you mean “stringValue”?")
    }

    @Test(
        arguments: [
            (#"{"x":{"a":[1,{"b":"c"}],"d":null},"narrow":1}"#, "0801"),
            (#"{"color":"GREEN"}"#, ""),
            (#"{"flags":{"true":"GREEN","false":"RED"}}"#, "6a0408001001"),
            (#"{"any":{"@type":"x/json_test.All","y":1}}"#, "a201110a0f782f6a736f6e5f746573742e416c6c"),
        ])
    func ignoresUnknownMembers(json: String, hex: String) throws {
        #expect(try read(json) { $0.options.ignoresUnknownMembers = true } == bytes(hex: hex))
        #expect(throws: JSONError.self) { try read(json) }
    }

    @Test(
        arguments: [
            #"{"x":01}"#, #"{"x":"\ud800"}"#, #"{"x":[1,]}"#, #"{"x":{"a":1,"a":2}}"#, #"{"x":1,"x":2}"#, #"{"x":[}"#,
            #"{"x":{"a"}}"#,
        ])
    func checksWhatItIgnores(json: String) throws {
        #expect(throws: JSONError.self) { try read(json) { $0.options.ignoresUnknownMembers = true } }
    }

    @Test func limitsEndTheReading() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: #"{"child":"#, count: levels) + "{}" + String(repeating: "}", count: levels)
        }
        #expect(try read(nested(100)).isEmpty == false)
        var error = #expect(throws: JSONError.self) { try read(nested(101)) }
        #expect(error?.code == .tooDeep)
        // A level of a Struct is three on the wire.
        error = #expect(throws: JSONError.self) {
            try read(#"{"structure":"# + String(repeating: #"{"a":"#, count: 10_000))
        }
        #expect(error?.code == .tooDeep)
        error = #expect(throws: JSONError.self) {
            try read(#"{"x":"# + String(repeating: "[", count: 10_000)) { $0.options.ignoresUnknownMembers = true }
        }
        #expect(error?.code == .tooDeep)
        error = #expect(throws: JSONError.self) {
            try read(String(repeating: #"{"any":{"x":"#, count: 10_000))
        }
        #expect(error?.code == .tooDeep)
        error = #expect(throws: JSONError.self) {
            try read(#"{"stringValue":"0123456789"}"#) { $0.limits.messageSize = 11 }
        }
        #expect(error?.code == .tooLarge)
        #expect(try read(#"{"stringValue":"0123456789"}"#) { $0.limits.messageSize = 12 }.count == 12)
    }

    /// Digits beyond those that any double has still decide on which side of the middle a number lies.
    @Test func roundsLongNumbers() throws {
        let zeros = String(repeating: "0", count: 2000)
        // Halfway between 1 and the next double: to the even one, and with anything behind it up.
        let half = "1.00000000000000011102230246251565404236316680908203125"
        #expect(try read(#"{"doubleValue":\#(half)\#(zeros)}"#) == bytes(hex: "29000000000000f03f"))
        #expect(try read(#"{"doubleValue":\#(half)\#(zeros)1}"#) == bytes(hex: "29010000000000f03f"))
        #expect(try read(#"{"doubleValue":0.\#(zeros)1e2001}"#) == bytes(hex: "29000000000000f03f"))
        #expect(try read(#"{"wide":1\#(zeros)e-2000}"#) == bytes(hex: "1001"))
        #expect(try read(#"{"wide":0.\#(zeros)1e2001}"#) == bytes(hex: "1001"))
    }

    /// No text makes the reader do anything but answer or throw.
    @Test func survivesDamage() throws {
        let message = try JSONWriterTests.message.get()
        let text = Array(
            #"{"narrow":-1.5e3,"any":{"@type":"x/google.protobuf.Any","value":{}},"messages":{"1":{"time":"2000-02-29T00:00:00.5Z"}},"structure":{"k":[null,1.5,"\ud83d\ude00",false,{}]},"bytesValue":"AQI="}"#
                .utf8)
        var random = SystemRandomNumberGenerator()
        for length in text.indices {
            let error = #expect(throws: JSONError.self) {
                try JSONReader().bytes(of: Array(text[..<length]), as: message)
            }
            #expect(error?.place.map { $0.offset <= length } ?? false)
        }
        var accepted = 0
        let rounds = Exhaustive.rounds(3000, inDebug: 500)
        for _ in rounds {
            var changed = text
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: 0..<changed.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: changed[index] = UInt8.random(in: 0...255, using: &random)
                case 1: changed.remove(at: index)
                default: changed.insert(Array("{}[],:\"\\0-.eu".utf8).randomElement(using: &random) ?? 0, at: index)
                }
            }
            if let result = try? JSONReader().bytes(of: changed, as: message) {
                accepted += 1
                #expect(result == message.canonicalBytes(of: result))
            }
        }
        #expect(accepted < rounds.count)
    }
}
