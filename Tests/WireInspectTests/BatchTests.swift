import Foundation
import TestSupport
import Testing
import WireInspect

@Suite struct BatchTests {
    private func run(_ text: String, pieces: Int = .max) -> String {
        var processor = BatchProcessor()
        var output: [UInt8] = []
        for piece in Array(text.utf8).parts(of: pieces) { processor.append(Array(piece), to: &output) }
        processor.finish(to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Messages as JSON and as text. The bytes are those of the official runtime.
    @Test(
        arguments: [
            (
                #"{"type":"google.type.LatLng", "json": {"latitude":0.5} }"#,
                #"{"type":"google.type.LatLng","hex":"09000000000000e03f","json":{"latitude":0.5}}"#
            ),
            (
                #"{"json":"1.5s","type":"google.protobuf.Duration"}"#,
                #"{"type":"google.protobuf.Duration","hex":"08011080cab5ee01","json":"1.500s"}"#
            ),
            (
                #"{"type":"google.type.LatLng","text":"latitude: 0.5 # \"half\""}"#,
                #"{"type":"google.type.LatLng","hex":"09000000000000e03f","json":{"latitude":0.5}}"#
            ),
            (
                #"{"type":"google.type.LatLng","text":"?","json":{},"hex":"09000000000000e03f"}"#,
                #"{"type":"google.type.LatLng","hex":"09000000000000e03f","json":{"latitude":0.5}}"#
            ),
            (
                #"{"type":"maps.fleetengine.v1.Waypoint","json":{"latLng":{"latitud":1}}}"#,
                #"{"type":"maps.fleetengine.v1.Waypoint","error":{"reason":"unknown_member","offset":11,"path":"$.latLng.latitud"}}"#
            ),
            (
                #"{"type":"google.protobuf.Timestamp","json":null}"#,
                #"{"type":"google.protobuf.Timestamp","error":{"reason":"wrong_type","offset":0,"path":"$"}}"#
            ),
        ])
    func takesJSONAndText(input: String, output: String) {
        #expect(run(input + "\n") == output + "\n")
    }

    static let lines: [(input: String, output: String)] = [
        (
            #"{"type":"google.type.LatLng","hex":"09000000000000e03f"}"#,
            #"{"type":"google.type.LatLng","hex":"09000000000000e03f","json":{"latitude":0.5}}"#
        ),
        (
            #" { "json" : {"a":[1,-2.5e3,null,true,{"b":"\"}"}]}, "hex" : "1A00", "type" : "google.protobuf.Int32Value" } "#,
            #"{"type":"google.protobuf.Int32Value","hex":"1a00","json":0}"#
        ),
        // A Timestamp behind the year 9999 has no JSON.
        (
            #"{"type":"google.protobuf.Timestamp","hex":"08ffffffffffffffff7f"}"#,
            #"{"type":"google.protobuf.Timestamp","hex":"08ffffffffffffffff7f","json":null}"#
        ),
        (
            #"{"type":"maps.fleetengine.v1.Waypoint","hex":"0a0209ff"}"#,
            #"{"type":"maps.fleetengine.v1.Waypoint","error":{"reason":"truncated","offset":3,"path":"lat_lng.latitude"}}"#
        ),
        (
            #"{"type":"google.protobuf.StringValue","hex":"0a01ff"}"#,
            #"{"type":"google.protobuf.StringValue","error":{"reason":"invalid_utf8","offset":2,"path":"value"}}"#
        ),
        (
            #"{"type":"a\u002eb\n\"","hex":""}"#,
            #"{"type":"a.b\n\"","error":{"reason":"unknown_type","offset":0,"path":""}}"#
        ),
        (
            #"{"type":"google.protobuf.Empty","hex":"0"}"#,
            #"{"type":"google.protobuf.Empty","error":{"reason":"invalid_hex","offset":40,"path":"","line":7}}"#
        ),
        (#"{"hex":"00"}"#, #"{"error":{"reason":"missing_type","offset":0,"path":"","line":8}}"#),
        (
            #"{"type":"google.protobuf.Empty"}"#,
            #"{"type":"google.protobuf.Empty","error":{"reason":"missing_hex","offset":0,"path":"","line":9}}"#
        ),
        ("nonsense", #"{"error":{"reason":"invalid_json","offset":0,"path":"","line":10}}"#),
        (
            #"{"type":"google.protobuf.Empty","hex":""} x"#,
            #"{"type":"google.protobuf.Empty","error":{"reason":"invalid_json","offset":42,"path":"","line":11}}"#
        ),
        (
            #"{"type":"google.protobuf.Empty","hex":""}"#, #"{"type":"google.protobuf.Empty","hex":"","json":{}}"#
        ),
        (#"{"type":1}"#, #"{"error":{"reason":"invalid_json","offset":8,"path":"","line":13}}"#),
        (
            #"{"type":"google.protobuf.Empty","hex":3}"#,
            #"{"type":"google.protobuf.Empty","error":{"reason":"invalid_json","offset":38,"path":"","line":14}}"#
        ),
    ]

    @Test(arguments: [Int.max, 1, 7, 100])
    func answersEveryLineInOrder(pieces: Int) {
        let input = Self.lines.map(\.input).joined(separator: "\n")
        let output = Self.lines.map(\.output).joined(separator: "\n") + "\n"
        #expect(run(input, pieces: pieces) == output)
        #expect(run(input + "\r\n", pieces: pieces) == output)
    }

    @Test func addsTextWhenAsked() {
        var processor = BatchProcessor()
        processor.printsText = true
        var output: [UInt8] = []
        processor.append(Array(#"{"type":"google.type.LatLng","hex":"09000000000000e03f1805"}"#.utf8), to: &output)
        processor.finish(to: &output)
        #expect(
            String(decoding: output, as: UTF8.self)
                == #"{"type":"google.type.LatLng","hex":"09000000000000e03f1805","json":{"latitude":0.5},"#
                + #""text":"latitude: 0.5\n3: 5\n"}"# + "\n")
    }

    @Test(
        arguments: [
            (#""x":"\q""#, 46), (#""x":-"#, 45), (#""x":01"#, 45), (#""x":{"a":1,}"#, 52), (#""json":["\ud800"]"#, 50),
            ("\"x\": \u{1}", 46),
        ])
    func membersThatArePassedOverAreJSON(member: String, offset: Int) {
        let output = run(#"{"type":"google.protobuf.Empty","hex":"",\#(member)}"#)
        #expect(output.contains(#""reason":"invalid_json","offset":\#(offset),"#), "\(output)")
    }

    @Test func nestedJunkEndsQuietly() {
        let deep = #"{"x":"# + String(repeating: "[", count: 100_000)
        #expect(run(deep).contains(#""reason":"invalid_json""#))
    }

    @Test(arguments: ["messages-seed1", "messages-mutated-seed1"])
    func equalsTheOfficialRuntime(name: String) throws {
        let vectors = try RandomMessage.all(in: name, inDebugEvery: 17)
        let input = vectors.map { #"{"type":"\#($0.type)","hex":"\#(hex($0.bytes))"}"# }
        let output = run(input.joined(separator: "\n")).split(separator: "\n")
        try #require(output.count == vectors.count)
        for (vector, text) in zip(vectors, output) {
            let result = try #require(try parseJSON(text.utf8) as? [String: Any])
            #expect(result["hex"] as? String == hex(vector.canonicalBytes ?? vector.bytes))
            #expect(jsonDifference(result["json"] ?? NSNull(), vector.json) == nil, "\(vector)")
        }
    }
}
