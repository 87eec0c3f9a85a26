import ProtobufSchema
import TestSupport
import Testing
import WireInspect

/// Trees of small messages, compared in full.
@Suite struct TreeTests {
    private func tree(_ text: String, _ name: String?, _ change: (inout TreeOptions) -> Void = { _ in }) throws
        -> String
    {
        var options = TreeOptions()
        change(&options)
        let input = try #require(bytes(hex: text.filter { !$0.isWhitespace }))
        return TreePrinter(options: options).text(input, as: try name.map { try type($0) })
    }

    @Test func namesNumbersTypesAndValues() throws {
        let text = try tree(
            "0a12 09333333333333f33f 119a9999999919f03f 1206 1204 67617465 2803 2863",
            "maps.fleetengine.v1.TerminalLocation")
        #expect(
            text == """
                 1  point                   LatLng           1.2, 1.00625
                 2  terminal_point_id       TerminalPointId  6 bytes
                 2    place_id              string           "gate"
                 5  terminal_location_type  WaypointType     INTERMEDIATE_DESTINATION_WAYPOINT_TYPE (3)
                 5  terminal_location_type  WaypointType     99 (no known name)

                """, "\(text)")
    }

    /// Bytes that are not UTF-8 do not look like text, and no character looks like such a byte.
    @Test func bytesThatAreNoTextAreMarked() throws {
        let text = try tree("0a 0d 61ff c3a9 efbfbd c285 e282 22 5c", "google.protobuf.StringValue")
        #expect(text.contains("\"a\\xffé\u{FFFD}\\u{85}\\xe2\\x82\\\"\\\\\""), "\(text)")
    }

    @Test func unknownFieldsHaveTheirLikeliestReading() throws {
        let text = try tree(
            "d23e 05 656e2d5553 d83e ac02 e13e 9a99999999194040 da3e 02 0801 ea3e 02 ff00", "google.protobuf.Empty")
        #expect(
            text == """
                1002  (unknown)  length-delimited  "en-US"  at byte 0
                1003  (unknown)  varint            300  at byte 8
                1004  (unknown)  fixed64           32.2  (double)  at byte 12
                1003  (unknown)  length-delimited  2 bytes  at byte 22
                   1    ·        varint            1  (or true)  at byte 25
                1005  (unknown)  length-delimited  ff00  at byte 27

                """)
    }

    @Test func aShortMessageMayBeSomethingElse() throws {
        // A packed list of 73, 0, 83, 187, 154, 159.
        let list = try tree("1a 09 49 00 53 bb01 9a01 9f01", nil)
        #expect(list.hasPrefix(" 3  ·         length-delimited  9 bytes  (or packed varint)  at byte 0\n"), "\(list)")
        let message = try tree("1a 09 0801 1205 656e2d5553", nil)
        #expect(message.hasPrefix(" 3  ·         length-delimited  9 bytes  at byte 0\n"), "\(message)")
    }

    @Test func aWrongWireTypeIsNamed() throws {
        let text = try tree("0d01000000", "google.protobuf.StringValue")
        #expect(text == " 1  value     fixed32, not string  1  (0x00000001)  at byte 0\n")
    }

    /// The dots stand for bytes that are left out.
    @Test(arguments: [(11, "unread: 07ffffff ffffffff ffffffff\n"), (12, "unread: 07ffffff ffffffff ffffffff…\n")])
    func manyUnreadBytesAreCut(count: Int, end: String) throws {
        let text = try tree("07" + String(repeating: "ff", count: count), nil)
        #expect(text.hasSuffix(end), "\(text)")
    }

    @Test func timesMasksAndWrappersAreOneLine() throws {
        #expect(try tree("0a00", "google.rpc.RetryInfo").hasSuffix("Duration  0s\n"))
        #expect(try tree("0a08 0803 1080cab5ee01", "google.rpc.RetryInfo").hasSuffix("Duration  3.500s\n"))
        #expect(try tree("2a020807", "maps.fleetengine.v1.VehicleLocation").contains("DoubleValue"))
        #expect(try tree("12070880e2cfaa0610ff", "maps.fleetengine.v1.Waypoint").contains("✗ truncated"))
        let invalid = try tree("120a 08 ffffffffffffffff7f", "maps.fleetengine.v1.Waypoint")
        #expect(invalid.contains("invalid: 9223372036854775807 s and 0 ns"))
    }

    @Test func longListsLoseTheirMiddleAndSayHowMuch() throws {
        let list = String(repeating: "0a00", count: 30)
        let short = try tree(list, "maps.fleetengine.v1.VehicleAttributeList")
        #expect(short.contains("… 26 more: attributes[3] to [28]; --all shows them"))
        #expect(short.contains("attributes[29]"))
        #expect(short.split(separator: "\n").count == 5)
        let long = try tree(list, "maps.fleetengine.v1.VehicleAttributeList") { $0.showsAll = true }
        #expect(long.split(separator: "\n").count == 30)
    }

    @Test func theContentOfAnAnyIsOpened() throws {
        // A Status with an ErrorInfo whose reason is "A", domain missing, metadata a = b, and a field 15 cut short.
        let info = "0a0141 1a06 0a0161120162 7a05"
        let url = Array("type.googleapis.com/google.rpc.ErrorInfo".utf8)
        let any = "0a" + hex([UInt8(url.count)]) + hex(url) + "120d" + info
        let status = "0803 1a" + hex([UInt8(any.filter { !$0.isWhitespace }.count / 2)]) + any
        let text = try tree(status, "google.rpc.Status")
        #expect(
            text == """
                 1  code         int32                3
                 3  details[0]   Any                  "type.googleapis.com/google.rpc.ErrorInfo", 13 bytes
                 1    reason     string               "A"
                 3    metadata   map<string, string>  "a": "b"
                15    (unknown)  length-delimited     (no bytes)  at byte 59
                      ✗ truncated at byte 60

                """, "\(text)")
    }

    @Test func offsetsAreThoseOfTheTags() throws {
        let text = try tree("0a0161 1002", "maps.fleetengine.v1.LicensePlate") { $0.showsOffsets = true }
        #expect(text.hasPrefix("000000   1  country_code"))
        #expect(text.contains("\n000003   2  "))
    }

    /// Of a key or value that is not there it is known what it is. An entry with two is shown as the message that it is.
    @Test func entriesOfMaps() throws {
        let file = """
            syntax = "proto3"; enum E { ZERO = 0; ONE = 1; }
            message M { map<string, bool> b = 1; map<string, E> e = 2; map<bool, string> k = 3; map<string, bytes> r = 4; }
            """
        let message = try #require(try Schema(files: [("own.proto", file)]).message(named: "M"))
        let input = try #require(bytes(hex: "0a030a0161" + "12030a0161" + "1a03120176" + "2200" + "0a060a01610a0162"))
        let shown = TreePrinter(options: TreeOptions()).text(input, as: message)
        #expect(
            shown == """
                 1  b         map<string, bool>   "a": false
                 2  e         map<string, E>      "a": ZERO (0)
                 3  k         map<bool, string>   false: "v"
                 4  r         map<string, bytes>  "": (no bytes)
                 1  b         map<string, bool>   6 bytes
                 1    key     string              "a"
                 1    key     string              "b"

                """, "\(shown)")
    }

    /// In a field, in a wrapper, and in an entry of a map.
    @Test(arguments: [
        ([UInt8](repeating: 0xFF, count: 60), false, " \(String(repeating: " ffffffff", count: 12)) ffff… (60 bytes)"),
        ([UInt8](repeating: 0xFF, count: 60), true, " " + String(repeating: " ffffffff", count: 15)),
        (Array("gate".utf8), false, "  \"gate\""),
    ])
    func bytesLookTheSameWhereverTheyStand(value: [UInt8], showsAll: Bool, text: String) throws {
        let wrappers = "syntax = \"proto3\"; package google.protobuf; message BytesValue { bytes value = 1; }"
        let own = """
            syntax = "proto3"; import "wrappers.proto";
            message M { bytes b = 1; google.protobuf.BytesValue w = 2; map<string, bytes> m = 3; }
            """
        let schema = try Schema(files: [("wrappers.proto", wrappers), ("own.proto", own)])
        let input = field(1, value) + field(2, field(1, value)) + field(3, field(1, []) + field(2, value))
        var options = TreeOptions()
        options.showsAll = showsAll
        let shown = TreePrinter(options: options).text(input, as: schema.message(named: "M"))
        let lines = shown.replacing("\"\": ", with: "").split(separator: "\n")
        #expect(lines.count == 3 && lines.allSatisfy { $0.hasSuffix(text) }, "\(shown)")
    }
}
