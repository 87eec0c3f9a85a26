import CallViews
import ConsoleText
import Foundation
import GRPCWire
import TestSupport
import Testing

@testable import WireCapture

@Suite struct HARTests {
    private let text: [UInt8]

    init() throws { text = try Folders.network.appendingPathComponent("calls.har").bytes() }

    @Test(arguments: [1, 1000, .max])
    func findsTheCallsOfAFile(_ pieces: Int) throws {
        let (found, extractor) = extract(text, pieces: pieces)
        #expect(extractor.failure == nil && extractor.form == .har)
        #expect(extractor.counts.entries == 6 && extractor.counts.passedOver == 1)
        #expect(
            found.map(essence) == [
                "GetTrip get-trip-request > get-trip-response-new: 0",
                "GetTrip get-trip-request > get-trip-response-new: 0",
                "UpdateVehicle update-vehicle-empty-mask > : 3 update_mask cannot be empty",
                "GetTrip get-trip-request > get-trip-response-new: 0",
                "GetTrip  > : 14 The answer is HTTP 503 and has no grpc-status: it comes from a proxy, not the service.",
            ])
        let first = try #require(found.first)
        #expect(first.server.description == "fleetengine.googleapis.com:443")
        #expect(first.client == .unknown)
        // 2026-02-03T04:05:01.250+01:00 and 120.5 ms; the request was sent after 1.5 + 0.5 ms.
        #expect(first.first.time == 1_770_087_901_250_000_000)
        #expect(first.responseEnd?.time == 1_770_087_901_370_500_000)
        #expect(first.requestEnd?.time == 1_770_087_901_252_000_000)
        #expect(found.map(\.isPartial) == [false, false, false, false, true])
        #expect(found.map(\.stream) == [2, 3, 4, 5, 6])
    }

    /// Recorders that write an error of every entry leave it empty where there was none.
    @Test func anEmptyErrorIsNone() throws {
        let entries = String(decoding: text, as: UTF8.self)
            .replacing("\"response\": {", with: "\"response\": {\"_error\": \"\", ")
        let found = extract(Array(entries.utf8)).0
        #expect(found.count == 5 && found.allSatisfy { $0.cut == nil })
        let failed = extract(Array(entries.replacing("\"_error\": \"\"", with: "\"_failureText\": \"no\"").utf8)).0
        #expect(failed.allSatisfy { $0.cut?.reason == "no" })
    }

    /// What holds a call of a file without packets has a number too, which is that of its entry.
    @Test func aSheetCountsEntriesNotPackets() throws {
        let output = TextCollector()
        CallSheet(RecordedCapture.schema).print(try #require(calls(text).calls.first), to: output)
        #expect(output.text.contains("entry 2\n") && !output.text.contains("packet"))
    }

    @Test func recognisesHARFilesAndNothingElse() throws {
        #expect(CaptureForm(recognizing: text) == .har)
        #expect(CaptureForm(recognizing: [0xef, 0xbb, 0xbf] + text) == .har)
        #expect(CaptureForm(recognizing: Array("{\"name\": \"log\"}".utf8)) == nil)
        #expect(calls([0xef, 0xbb, 0xbf, 0x0a] + text).calls.count == 5)
    }

    @Test(arguments: [
        ("{\"name\": 1}", CaptureError.Code.unknownFormat), ("{\"log\": {\"entries\": {}}}", .unknownFormat),
        ("{\"log\": {\"entries\": [{\"request\": {", .truncated), ("{\"log\": {\"entries\": [", .truncated),
    ])
    func refusesOtherJSON(_ text: String, _ code: CaptureError.Code) {
        let (found, failure) = calls(Array(text.utf8))
        #expect(found.isEmpty && failure?.code == code)
    }

    @Test func readsAnEmptyList() {
        let (found, failure) = calls(Array("{\"log\": {\"entries\": []}}".utf8))
        #expect(found.isEmpty && failure == nil)
    }

    /// A request whose bytes a browser took for text, as browsers do: what is left is shown, and none of it trusted.
    @Test func distrustsBytesThatWereTakenForText() throws {
        let message = try Folders.captures.appendingPathComponent("get-trip-response-enroute.bin").bytes()
        let frame = grpcFrame(message)
        // Python's decoder, as browsers do it, puts one character in place of each sequence that is none.
        let text = String(decoding: frame, as: UTF8.self)
        let body = try #require(String(bytes: try JSONSerialization.data(withJSONObject: [text]), encoding: .utf8))
        let entry =
            "{\"request\": {\"url\": \"http://x/a/B\", \"postData\": {\"text\": \(body.dropFirst().dropLast())}, "
            + "\"headers\": [{\"name\": \"Content-Type\", \"value\": \"application/grpc-web\"}]}, \"response\": {}}"
        let (found, failure) = calls(Array("{\"log\": {\"entries\": [\(entry)]}}".utf8))
        #expect(failure?.code == .malformed && failure?.description.contains("U+FFFD") == true)
        let call = try #require(found.first)
        #expect(call.isPartial && call.request.failure?.code == .replacedBytes)
        #expect(call.request.messages.map(\.payload) == [Array(String(decoding: message, as: UTF8.self).utf8)])
    }

    /// `postData` has no encoding, so HTTP Toolkit writes request bodies that are no text to `_content`. Its generator:
    /// https://github.com/httptoolkit/httptoolkit-ui/blob/main/src/model/http/har.ts
    @Test func readsRequestsOfHTTPToolkit() throws {
        func message(_ name: String) throws -> [UInt8] {
            try Folders.captures.appendingPathComponent("\(name).grpc").bytes()
        }
        let (request, response) = (try message("update-vehicle-location"), try message("get-vehicle-response"))
        func content(_ bytes: [UInt8]) -> String {
            "{\"size\": \(bytes.count), \"text\": \"\(base64(bytes))\", \"encoding\": \"base64\"}"
        }
        let headers = "\"headers\": [{\"name\": \"content-type\", \"value\": \"application/grpc\"}]"
        let entry =
            "{\"request\": {\"method\": \"POST\", \"url\": \"https://x/a/B\", \(headers), \"_requestBodyStatus\": "
            + "\"discarded:not-representable\", \"_content\": \(content(request))}, "
            + "\"response\": {\"status\": 200, \(headers), \"content\": \(content(response))}}"
        let call = try #require(calls(Array("{\"log\": {\"entries\": [\(entry)]}}".utf8)).calls.first)
        #expect(call.request.messages.map(\.payload) == [Array(request.dropFirst(5))] && !call.isPartial)
        #expect(call.response.messages.map(\.payload) == [Array(response.dropFirst(5))])
    }

    /// HAR 1.2 has no encoding of requests. Base64 without a word of it is read where it stands for messages.
    @Test func readsRequestsInBase64WithoutAnEncoding() throws {
        let request = try Folders.captures.appendingPathComponent("update-vehicle-location.grpc").bytes()
        let headers = "\"headers\": [{\"name\": \"content-type\", \"value\": \"application/grpc-web+proto\"}]"
        func call(_ text: String) throws -> CapturedCall {
            let entry =
                "{\"request\": {\"method\": \"POST\", \"url\": \"https://x/a/B\", \(headers), "
                + "\"postData\": {\"text\": \"\(text)\"}}, \"response\": {}}"
            return try #require(calls(Array("{\"log\": {\"entries\": [\(entry)]}}".utf8)).calls.first)
        }
        let whole = try call(Data(request).base64EncodedString())
        #expect(whole.request.messages.map(\.payload) == [Array(request.dropFirst(5))] && !whole.isPartial)
        #expect(try call("AAAA").request.messages.isEmpty)
    }

    /// The text of a body may be base64 without a word of it, be none in spite of it, and be base64 of the base64 of grpc-web-text.
    @Test(
        arguments: [
            ("application/grpc-web+proto", 0, "base64"), ("application/grpc-web+proto", 1, "base64"),
            ("application/grpc-web+proto", 1, nil), ("application/grpc-web+proto", 0, nil),
            ("application/grpc-web-text", 1, nil), ("application/grpc-web-text", 1, "base64"),
            ("application/grpc-web-text", 2, nil), ("application/grpc-web-text", 2, "base64"),
        ] as [(String, Int, String?)])
    func findsOutHowABodyIsEncoded(_ type: String, _ layers: Int, _ encoding: String?) throws {
        let message = try Folders.fixtures.appendingPathComponent("captures/get-trip-request.bin").bytes()
        let frame = grpcFrame(message)
        // Without base64, a character stands for each byte, as Chromium's DevTools write requests.
        var text = String(String.UnicodeScalarView(frame.map { Unicode.Scalar($0) }))
        if layers > 0 { text = Data(frame).base64EncodedString() }
        if layers > 1 { text = Data(text.utf8).base64EncodedString() }
        var body: [String: Any] = ["text": text]
        body["encoding"] = encoding
        let headers = [["name": "content-type", "value": type]]
        let entry: [String: Any] = [
            "request": ["method": "POST", "url": "https://x/a/B", "headers": headers, "postData": body],
            "response": ["status": 200, "headers": headers, "content": body],
        ]
        let file = try JSONSerialization.data(withJSONObject: ["log": ["entries": [entry]]])
        let call = try #require(calls(Array(file)).calls.first)
        #expect(call.request.messages.map(\.payload) == [message] && call.request.failure == nil)
        #expect(call.response.messages.map(\.payload) == [message] && call.response.failure == nil)
        #expect(!call.isPartial)
    }

    @Test func tellsAllThatAFileLacks() throws {
        let headers = "[{\"name\": \"content-type\", \"value\": \"application/grpc-web+proto\"}]"
        let entry =
            "{\"request\": {\"method\": \"POST\", \"url\": \"https://x/a/B\", \"headers\": \(headers), \"postData\": {\"text\": "
            + "\"\\u0000\\u0000\\u0000\\u0000\\u0001\\ufffd\"}}, \"response\": {\"status\": 200, \"headers\": \(headers), "
            + "\"content\": {\"size\": -1}}}"
        let failure = try #require(calls(Array("{\"log\": {\"entries\": [\(entry)]}}".utf8)).failure).description
        #expect(failure.contains("replaced bytes of a body") && failure.contains("lacks the body of an answer"))
    }

    /// An answer that has its status in its headers has no body (Trailers-Only). Of any other one, the recorder has left the body
    /// out.
    @Test(arguments: [true, false]) func onlyAnswersWithAStatusInTheirHeadersLackABody(hasStatus: Bool) throws {
        let type = "{\"name\": \"content-type\", \"value\": \"application/grpc-web+proto\"}"
        let status = hasStatus ? ", {\"name\": \"grpc-status\", \"value\": \"5\"}" : ""
        let entry =
            "{\"request\": {\"method\": \"POST\", \"url\": \"https://x/a/B\", \"headers\": [\(type)], \"postData\": {\"text\": "
            + "\"AAAAAAA=\"}}, \"response\": {\"status\": 200, \"headers\": [\(type)\(status)], \"content\": {\"size\": 0}}}"
        let (found, failure) = calls(Array("{\"log\": {\"entries\": [\(entry)]}}".utf8))
        let call = try #require(found.first)
        #expect(call.isPartial == !hasStatus && (call.status?.code == .notFound) == hasStatus)
        #expect(failure?.description.contains("lacks the body of an answer") ?? false == !hasStatus)
    }

    /// A text that is called base64, is none and stands for no messages is a body that the file lacks, not a damaged one.
    @Test func aTextThatIsNotBase64IsNoBody() throws {
        let headers = "\"headers\": [{\"name\": \"content-type\", \"value\": \"application/grpc-web-text\"}]"
        for type in ["grpc-web-text", "grpc-web+proto"] {
            let entry =
                "{\"request\": {\"method\": \"POST\", \"url\": \"https://x/a/B\", "
                + headers.replacing("grpc-web-text", with: type)
                + ", \"postData\": {\"text\": \"AAAA…\", \"encoding\": \"base64\"}}, \"response\": {}}"
            let call = try #require(calls(Array("{\"log\": {\"entries\": [\(entry)]}}".utf8)).calls.first)
            #expect(call.request.messages.isEmpty && call.request.failure == nil && call.isPartial)
        }
    }

    /// The page saw two answers, three times "Failed to fetch", and aborted the last two: see browsers.py. Playwright writes
    /// requests as text, which loses bytes of them, but not how the calls ended.
    @Test(arguments: ["chromium", "playwright"]) func saysWhyTheCallsOfABrowserFailed(_ recorder: String) throws {
        let (found, failure) = calls(try Folders.network.appendingPathComponent("\(recorder).har").bytes())
        let codes: [StatusCode?] = [.ok, .unauthenticated, .unavailable, .unavailable, .unavailable, nil, nil]
        #expect((failure == nil) == (recorder == "chromium") && found.map { $0.status?.code } == codes)
        #expect(found.prefix(2).allSatisfy { $0.cut == nil })
        let words = ["EMPTY_RESPONSE", "CONNECTION_REFUSED", "FAILED", "ABORTED", "ABORTED"]
        #expect(found.dropFirst(2).map { $0.cut?.description } == words.map { "HAR: net::ERR_\($0)" })
        #expect(found.dropFirst(2).map { $0.cut?.isByClient } == [false, false, false, true, true])
        #expect(found.allSatisfy { $0.request.outline.messages == 1 && $0.response.failure == nil })
        // An error code tells of nobody, other words may.
        func isPlain(_ words: String) -> Bool {
            var cut = CapturedCall.Cut(isByClient: false, isReset: false, moment: .init(packet: 1, time: nil))
            cut.reason = words
            return cut.isPlain
        }
        #expect(isPlain("net::ERR_FAILED") && isPlain("net::ERR_HTTP2_PROTOCOL_ERROR"))
        for words in ["FAILED for Ann", "Ann", "491512"] { #expect(!isPlain("net::ERR_\(words)")) }
        #expect(!isPlain("Annaberg"))
    }

    /// Recorders write calls when they have ended.
    @Test func callsComeInTheOrderOfTheirStarts() {
        let entries = ["04:05:03", "04:05:01", "04:05:02", "04:05:01"].map {
            "{\"startedDateTime\": \"2026-02-03T\($0)Z\", \"request\": {\"url\": \"http://x/a/B\", \"headers\": "
                + "[{\"name\": \"Content-Type\", \"value\": \"application/grpc-web\"}]}, \"response\": {}}"
        }
        let (found, failure) = calls(Array("{\"log\": {\"entries\": [\(entries.joined(separator: ","))]}}".utf8))
        #expect(failure == nil && found.map(\.stream) == [2, 4, 3, 1] && found.map(\.number) == [1, 2, 3, 4])
    }

    @Test(arguments: ["1e300", "-1e300", "-2"]) func durationsOutOfRangeArePassedOver(_ number: String) {
        let entry =
            "{\"startedDateTime\": \"2026-02-03T04:05:01Z\", \"request\": {\"url\": \"http://x/a/B\", \"headers\": "
            + "[{\"name\": \"Content-Type\", \"value\": \"application/grpc-web\"}]}, \"response\": {\"status\": 200}, "
            + "\"timings\": {\"send\": \(number), \"wait\": \(number)}}"
        #expect(calls(Array("{\"log\": {\"entries\": [\(entry)]}}".utf8)).calls.count == 1)
    }

    /// Recorders without a clock for a phase, such as PCAPdroid, write -1 or leave it out: that is not the time of the beginning.
    @Test(arguments: ["-1", "null", "\"1\""]) func durationsThatTheFileLacksAreUnknown(_ number: String) throws {
        let entry =
            "{\"startedDateTime\": \"2026-02-03T04:05:01Z\", \"time\": \(number), \"request\": {\"url\": \"http://x/a/B\", "
            + "\"headers\": [{\"name\": \"Content-Type\", \"value\": \"application/grpc-web\"}]}, \"response\": "
            + "{\"status\": 200}, \"timings\": {\"blocked\": 2, \"send\": \(number), \"wait\": \(number)}}"
        let call = try #require(calls(Array("{\"log\": {\"entries\": [\(entry)]}}".utf8)).calls.first)
        #expect(call.first.time != nil && call.duration == nil)
        for moment in [call.requestEnd, call.responseStart, call.responseEnd] {
            #expect(moment?.packet == 1 && moment?.time == nil)
        }
    }

    /// Lists with the same name elsewhere are none of calls.
    @Test func readsTheListAtLogEntriesOnly() {
        let entry =
            "{\"request\": {\"url\": \"http://x/a/B\", \"headers\": [{\"name\": \"Content-Type\", "
            + "\"value\": \"application/grpc\"}]}, \"response\": {}}"
        func count(_ text: String) -> Int { calls(Array(text.utf8)).calls.count }
        #expect(count("{\"log\": {\"entries\": [\(entry), \(entry)]}}") == 2)
        #expect(
            count("{\"x\": {\"entries\": [\(entry)]}, \"log\": {\"pages\": [[{\"a\": []}]], \"entries\": [\(entry)]}}")
                == 1)
        #expect(count("{\"log\": [{\"entries\": [\(entry)]}]}") == 0)
        #expect(count("{\"log\": {\"x\": {\"entries\": [\(entry)]}, \"entries\": [1, [], \(entry)]}}") == 1)
    }

    @Test func survivesDeepNesting() {
        let deep = String(repeating: "[", count: Exhaustive.size(1_000_000, inDebug: 100_000))
        #expect(calls(Array("{\"log\": {\"entries\": [\(deep)".utf8)).calls.isEmpty)
        #expect(calls(Array("{\"log\": \(deep)".utf8)).calls.isEmpty)
        #expect(calls(Array("{\"log\": {\"entries\": [{\"request\": \(deep)".utf8)).calls.isEmpty)
        #expect(calls(Array((deep + String(repeating: "]", count: 2 * deep.utf8.count)).utf8)).calls.isEmpty)
    }

    /// An entry of very many values takes many times its size when it is read.
    @Test func leavesOutEntriesOfVeryManyValues() {
        let wide = "[" + String(repeating: "0,", count: Exhaustive.size(2_000_000, inDebug: 300_000)) + "0]"
        let (found, failure) = calls(Array("{\"log\": {\"entries\": [{\"x\": \(wide)}]}}".utf8))
        #expect(found.isEmpty && failure?.code == .tooLarge)
    }

    /// Base64 of zeros is a very long list of empty messages.
    @Test func limitsTheMessagesOfABody() throws {
        let body = String(repeating: "A", count: 20 * BodyReader.messageLimit / 3 / 4 * 4 + 40)
        let header = "\"headers\": [{\"name\": \"content-type\", \"value\": \"application/grpc-web\"}]"
        let response = "{\"status\": 200, \(header), \"content\": {\"encoding\": \"base64\", \"text\": \"\(body)\"}}"
        let request = "{\"method\": \"POST\", \"url\": \"http://x/a/B\", \(header)}"
        let text = "{\"log\": {\"entries\": [{\"request\": \(request), \"response\": \(response)}]}}"
        let call = try #require(calls(Array(text.utf8)).calls.first)
        #expect(call.response.messages.count == BodyReader.messageLimit && call.isPartial)
    }

    @Test func survivesCutsAndFlippedBits() {
        let whole = lines(text)
        for length in Exhaustive.elements(of: stride(from: 0, to: text.count, by: 61), inDebugEvery: 7) {
            #expect(whole.starts(with: lines(Array(text[..<length]))))
        }
        var random = SplitMix64(seed: 11)
        for _ in Exhaustive.rounds(300, inDebug: 40) {
            #expect(areObjects(lines(flipped(text, bits: 20, from: 1, using: &random))))
        }
    }
}
