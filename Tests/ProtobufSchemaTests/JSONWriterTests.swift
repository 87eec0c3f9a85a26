import Foundation
import ProtobufSchema
import ProtobufWire
import TestSupport
import Testing

/// Bytes and JSON of `google.protobuf.json_format` 7.36.2, from text format.
@Suite struct JSONWriterTests {
    /// protoc refuses this schema, and a set of descriptors may have it all the same: no message is left out.
    @Test func writesMessagesOfRequiredLists() throws {
        let text = """
            edition = "2023";
            message M { repeated M m = 1 [features.field_presence = LEGACY_REQUIRED]; }
            """
        let type = try #require(Schema(files: [("m.proto", text)]).message(named: "M"))
        #expect(try JSONWriter().string([0x0a, 0], as: type).contains(#""m""#))
    }

    static let text = """
        syntax = "proto3";
        package json_test;
        import "google/protobuf/any.proto";
        import "google/protobuf/duration.proto";
        import "google/protobuf/field_mask.proto";
        import "google/protobuf/struct.proto";
        import "google/protobuf/timestamp.proto";
        import "google/protobuf/wrappers.proto";
        message All {
          int32 narrow = 1;
          int64 wide = 2;
          fixed64 fixed = 3;
          float float_value = 4;
          double double_value = 5;
          string string_value = 6;
          bytes bytes_value = 7;
          Color color = 8;
          optional int32 maybe = 9;
          repeated int32 numbers = 10;
          map<string, int32> counts = 11;
          map<int64, All> messages = 12;
          map<bool, Color> flags = 13;
          All child = 14;
          oneof choice {
            int32 number = 15;
            All picked = 16;
          }
          google.protobuf.Timestamp time = 17;
          google.protobuf.Duration span = 18;
          google.protobuf.FieldMask mask = 19;
          google.protobuf.Any any = 20;
          google.protobuf.Struct structure = 21;
          google.protobuf.Value value = 22;
          google.protobuf.Int64Value wrapped = 23;
          google.protobuf.NullValue null = 24;
        }
        enum Color {
          NONE = 0;
          RED = 1;
        }
        """

    static let message = Result {
        try #require(
            Schema(files: ProtoFolder.files() + [("json_test.proto", text)]).message(named: "json_test.All"))
    }

    @Test(
        arguments: [
            ("nothing", "", #"{}"#),
            (
                "negative",
                "08ffffffffffffffffff0110ffffffffffffffffff0119ffffffffffffffff",
                #"{"narrow":-1,"wide":"-1","fixed":"18446744073709551615"}"#
            ),
            ("floats", "25cdcccc3d2948afbc9af2d77a3e", #"{"floatValue":0.1,"doubleValue":1e-07}"#),
            ("infinities", "250000807f29000000000000f0ff", #"{"floatValue":"Infinity","doubleValue":"-Infinity"}"#),
            ("nan", "29000000000000f87f", #"{"doubleValue":"NaN"}"#),
            ("minus zero", "290000000000000080", #"{"doubleValue":-0.0}"#),
            ("large", "25ffff7f7f299c7500883ce4377e", #"{"floatValue":3.4028235e+38,"doubleValue":1e+300}"#),
            ("what terminals obey", "320a7fc29be280aee2808b41", #"{"stringValue":"\u007f\u009b\u202e\u200bA"}"#),
            ("escapes", "3210225c5c2f080c0a0d0901c3a9f09f9880", #"{"stringValue":"\"\\\\/\b\f\n\r\t\u0001é😀"}"#),
            ("base64", "3a04fbff0102", #"{"bytesValue":"+/8BAg=="}"#),
            ("enum", "4001", #"{"color":"RED"}"#),
            ("unknown enum number", "4063", #"{"color":99}"#),
            ("presence", "4800", #"{"maybe":0}"#),
            ("list", "520c0100ffffffffffffffffff01", #"{"numbers":[1,0,-1]}"#),
            ("string keys", "5a060a0261221001", #"{"counts":{"a\"":1}}"#),
            ("message values", "620f08fbffffffffffffffff0112020801", #"{"messages":{"-5":{"narrow":1}}}"#),
            ("bool keys", "6a0408011001", #"{"flags":{"true":"RED"}}"#),
            ("oneof default", "7800", #"{"number":0}"#),
            ("empty message", "7200", #"{"child":{}}"#),
            ("oneof message", "8201021007", #"{"picked":{"wide":"7"}}"#),
            ("epoch", "8a0100", #"{"time":"1970-01-01T00:00:00Z"}"#),
            ("first second", "8a010b088092b8c398feffffff01", #"{"time":"0001-01-01T00:00:00Z"}"#),
            ("last nanosecond", "8a010d08ff82d1ffaf0710ff93ebdc03", #"{"time":"9999-12-31T23:59:59.999999999Z"}"#),
            ("milliseconds", "8a010410c0843d", #"{"time":"1970-01-01T00:00:00.001Z"}"#),
            ("microseconds", "8a010310e807", #"{"time":"1970-01-01T00:00:00.000001Z"}"#),
            ("before 1970", "8a011108ffffffffffffffffff011080cab5ee01", #"{"time":"1969-12-31T23:59:59.500Z"}"#),
            ("leap day", "8a0106088098ecc503", #"{"time":"2000-02-29T00:00:00Z"}"#),
            ("no time", "920100", #"{"span":"0s"}"#),
            ("negative duration", "92011608ffffffffffffffffff011080b6ca91feffffffff01", #"{"span":"-1.500s"}"#),
            ("negative nanos", "92010b10ffffffffffffffffff01", #"{"span":"-0.000000001s"}"#),
            ("long", "92010a0880bcaece970910e807", #"{"span":"315576000000.000001s"}"#),
            ("mask", "9a010c0a03615f620a05632e645f65", #"{"mask":"aB,c.dE"}"#),
            ("empty mask", "9a0100", #"{"mask":""}"#),
            (
                "any",
                "a201270a21747970652e676f6f676c65617069732e636f6d2f6a736f6e5f746573742e416c6c12020801",
                #"{"any":{"@type":"type.googleapis.com/json_test.All","narrow":1}}"#
            ),
            (
                "any of a duration",
                "a201320a2c747970652e676f6f676c65617069732e636f6d2f676f6f676c652e70726f746f6275662e44757261"
                    + "74696f6e12020801",
                #"{"any":{"@type":"type.googleapis.com/google.protobuf.Duration","value":"1s"}}"#
            ),
            (
                "any in any",
                "a2014e0a27747970652e676f6f676c65617069732e636f6d2f676f6f676c652e70726f746f6275662e416e7912"
                    + "230a21747970652e676f6f676c65617069732e636f6d2f6a736f6e5f746573742e416c6c",
                #"{"any":{"@type":"type.googleapis.com/google.protobuf.Any","value":{"@type":"type.googleapis.com/json_test.All"}}}"#
            ),
            ("empty any", "a20100", #"{"any":{}}"#),
            (
                "struct",
                "aa01250a230a016b121e321c0a0208000a0911000000000000f83f0a031a01730a0220000a022a00",
                #"{"structure":{"k":[null,1.5,"s",false,{}]}}"#
            ),
            ("value without kind", "b20100", #"{"value":null}"#),
            ("wrapper", "ba0100", #"{"wrapped":"0"}"#),
            ("wrapped value", "ba01020805", #"{"wrapped":"5"}"#),
            ("null", "", #"{}"#),
        ] as [(String, String, String)])
    func writesTheOfficialText(name: String, hex: String, expected: String) throws {
        #expect(try JSONWriter().string(bytes(hex: hex), as: Self.message.get()) == expected)
    }

    @Test(
        arguments: [
            ("year 0", "8a010b08ff91b8c398feffffff01", .invalidTimestamp, "time"),
            ("year 10000", "8a0107088083d1ffaf07", .invalidTimestamp, "time"),
            ("negative nanos", "8a010b10ffffffffffffffffff01", .invalidTimestamp, "time"),
            ("too many nanos", "8a0106108094ebdc03", .invalidTimestamp, "time"),
            ("two signs", "92010d080110ffffffffffffffffff01", .invalidDuration, "span"),
            ("too long", "9201070881bcaece9709", .invalidDuration, "span"),
            ("upper case", "9a01040a026142", .invalidFieldMask, "mask.paths[0]"),
            ("two underscores", "9a01060a04615f5f62", .invalidFieldMask, "mask.paths[0]"),
            ("unknown type", "a201070a05782f792e5a", .invalidAny, "any"),
            ("broken any", "a201140a0f782f6a736f6e5f746573742e416c6c120108", .invalidAny, "any.narrow"),
            ("any without type", "a20103120178", .invalidAny, "any"),
            ("NaN in a value", "b2010911000000000000f87f", .invalidValue, "value"),
            ("infinity in a value", "b2010911000000000000f07f", .invalidValue, "value"),
            (
                "inside", "7216621408011210720e8a010b10ffffffffffffffffff01", .invalidTimestamp,
                "child.messages[0].value.child.time"
            ),
        ] as [(String, String, JSONError.Code, String)])
    func refusesWhatJSONCannotSay(name: String, hex: String, code: JSONError.Code, path: String) throws {
        let error = #expect(throws: JSONError.self) { try JSONWriter().json(bytes(hex: hex), as: Self.message.get()) }
        #expect(error?.code == code)
        #expect(error?.path.description == path)
    }

    /// Against the digits of the standard library: numbers as people write them, their neighbours, and any bits.
    @Test func writesTheFewestDigits() throws {
        var random = SplitMix64(seed: 7)
        var values: [Double] = [
            0.001, 0.00099, 1e14, 99_999_999_999_999, 0.1 + 0.2, 1e22, 123_456_789_012_345, .leastNonzeroMagnitude,
        ]
        for _ in 0..<2000 {
            let places = Double(Int.random(in: 0...12, using: &random))
            let decimal = Double(Int64.random(in: -180_000_000_000...180_000_000_000, using: &random)) / pow(10, places)
            values += [decimal, decimal.nextUp, Double(Float(decimal)), Double(bitPattern: random.next())]
        }
        for value in values where value.isFinite && value != 0 {
            let text = try JSONWriter().string([0x29] + littleEndian(value.bitPattern), as: Self.message.get())
            #expect(text == "{\"doubleValue\":\(value)}")
        }
    }

    /// Every character of ASCII at every place of eight, against Foundation's reader.
    @Test func escapesWhereverItIsNeeded() throws {
        for byte in UInt8(0)..<0x80 {
            for place in 0..<17 {
                var content = Array("streets of Berlin".utf8)
                content[place] = byte
                let text = try JSONWriter().json([0x32, 17] + content, as: Self.message.get())
                let object = try JSONSerialization.jsonObject(with: Data(text)) as? [String: String]
                #expect(object?["stringValue"] == String(decoding: content, as: UTF8.self))
                let plain = byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
                #expect((text.count == #"{"stringValue":""}"#.utf8.count + 17) == plain)
            }
        }
    }

    @Test func saysWhereBytesAreBroken() throws {
        // child { messages { value: (cut) } }
        let error = #expect(throws: JSONError.self) {
            try JSONWriter().json(bytes(hex: "7204620212050801"), as: Self.message.get())
        }
        #expect(error?.code == .malformed)
        #expect(error?.damage?.offset == 5)
        #expect(error?.path.description == "child.messages[0].value")
    }

    @Test func optionsChangeTheText() throws {
        // wide: 1 color: RED string_value: "x" child { float_value: 2 }
        let input = bytes(hex: "1001320178400172052500000040")
        func text(_ change: (inout JSONWriter.Options) -> Void) throws -> String {
            var options = JSONWriter.Options()
            change(&options)
            return try JSONWriter(options: options).string(input, as: Self.message.get())
        }
        #expect(
            try text { $0.keepsProtoNames = true }
                == #"{"wide":"1","string_value":"x","color":"RED","child":{"float_value":2.0}}"#)
        #expect(
            try text { $0.printsEnumNumbers = true }
                == #"{"wide":"1","stringValue":"x","color":1,"child":{"floatValue":2.0}}"#)
        let defaults = try text { $0.printsDefaults = true }
        #expect(
            defaults == #"{"narrow":0,"wide":"1","fixed":"0","floatValue":0.0,"doubleValue":0.0,"stringValue":"x","#
                + #""bytesValue":"","color":"RED","numbers":[],"counts":{},"messages":{},"flags":{},"#
                + #""child":{"narrow":0,"wide":"0","fixed":"0","floatValue":2.0,"doubleValue":0.0,"stringValue":"","#
                + #""bytesValue":"","color":"NONE","numbers":[],"counts":{},"messages":{},"flags":{},"null":null},"#
                + #""null":null}"#)
    }

    @Test func writesOverSeveralLines() throws {
        // wide: 1 numbers: [1, 2] counts { key: "k" value: 2 } child {}
        var options = JSONWriter.Options()
        options.isPretty = true
        let json = try JSONWriter(options: options)
            .string(bytes(hex: "1001520201025a050a016b10027200"), as: Self.message.get())
        #expect(
            json == """
                {
                  "wide": "1",
                  "numbers": [
                    1,
                    2
                  ],
                  "counts": {
                    "k": 2
                  },
                  "child": {}
                }
                """)
    }

    /// Any within Any within Any: bytes that grow by a few for each level.
    @Test func endsOnNestedAny() throws {
        let any = try #require(try ProtoFolder.schema.get().message(named: "google.protobuf.Any"))
        let url = Array("x/google.protobuf.Any".utf8)
        var input: [UInt8] = []
        for _ in 0..<2000 { input = field(1, url) + field(2, input) }
        let error = #expect(throws: JSONError.self) { try JSONWriter().json(input, as: any) }
        #expect(error?.code == .tooDeep)
    }
}
