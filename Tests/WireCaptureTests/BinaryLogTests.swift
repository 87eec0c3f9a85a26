import Foundation
import GRPCWire
import TestSupport
import Testing

@testable import WireCapture

@Suite struct BinaryLogTests {
    private static func log(_ name: String) throws -> [UInt8] {
        try Folders.network.appendingPathComponent(name).bytes()
    }

    @Test(arguments: ["calls.binarylog", "calls-delimited.binarylog"], [1, 50, .max])
    func findsTheCallsOfALog(_ name: String, _ pieces: Int) throws {
        let (found, failure) = calls(try Self.log(name), pieces: pieces)
        #expect(failure == nil)
        let byID = Dictionary(found.map { ($0.stream, $0) }) { first, _ in first }
        #expect(found.count == byID.count)
        #expect(
            byID.mapValues(essence) == [
                1: "GetTrip get-trip-request > get-trip-response-new: 0",
                2: "UpdateVehicle update-vehicle-empty-mask > : 3 update_mask cannot be empty ä%",
                3: essence(try #require(byID[3])),
                4: "WatchVehicle get-trip-request > : 1 The stream was reset with CANCEL (8) by the client.",
                5: "GetTrip  > : 13",
                6: "GetTrip  > ",
                100: "GetTrip get-trip-request > get-trip-response-new: 0",
            ])
        #expect(found.filter(\.isPartial).map(\.stream) == [3, 5])
    }

    /// A client of gRPC for Go logs that a call was cancelled before the trailers by which its server cancels it.
    @Test func keepsTheTrailersBehindACancel() throws {
        let found = calls(try Self.log("cancelled.binarylog")).calls
        #expect(found.map { $0.status?.code } == [.cancelled, .cancelled])
        #expect(found.map { $0.status?.message } == ["the shift was closed", "context canceled"])
        #expect(found[0].trailers.map { Metadata($0).last("x-reason") } == "maintenance")
        #expect(found.allSatisfy { $0.reset == CapturedCall.Reset(isByClient: true, code: .cancel) })
    }

    @Test func readsHeadersAndTimes() throws {
        let found = calls(try Self.log("calls.binarylog")).calls
        let call = try #require(found.first { $0.stream == 1 })
        let request = Metadata(try #require(call.requestHeaders))
        #expect(request.map(\.name) == [":path", ":authority", "grpc-timeout", "x-trace-bin", "x-name"])
        #expect(try request.callTimeout?.seconds == 15)
        #expect(try request.binaryValues("x-trace-bin") == [[1, 2]])
        #expect(Metadata(try #require(call.responseHeaders)).last("x-served-by") == "a")
        #expect(Metadata(try #require(call.trailers)).last("x-cost") == "7")
        // Entries 1 to 9, 1.5 ms apart.
        #expect(call.first.time == 1_763_700_000_000_000_000)
        #expect(call.duration == 0.012)
        #expect((call.first.packet, call.requestEnd?.packet, call.last.packet) == (1, 5, 9))
        #expect(call.client.description == "192.0.2.4:51000" && call.server == .unknown)
        #expect(!call.isTrailersOnly)

        let failed = try #require(found.first { $0.stream == 2 })
        #expect(failed.isTrailersOnly)
        #expect(failed.status?.details == [8, 3, 0x12, 3, 0x62, 0x61, 0x64])
        #expect(failed.client.description == "[2001:db8::7]:9")
        #expect(found.first { $0.stream == 100 }?.server.description == "198.51.100.9:443")
        #expect(found.first { $0.stream == 6 }?.client.description == "/run/fleet.sock")
    }

    /// The client's header of a call, as a client logs it.
    private static func entry(call: Int) -> [UInt8] {
        let time = field(1, [0x08] + varint(1_763_700_000))
        let header = field(6, field(2, "/a.B/C".utf8))
        let entry = time + [0x10] + varint(call) + [0x18, 1, 0x20, 1, 0x28, 1] + header
        return bigEndian(UInt32(entry.count)) + entry
    }

    /// The calls that were silent longest make room for the next, and say so.
    @Test func limitsOpenCalls() {
        let log = (1...BinaryLogSource.callLimit + 1).flatMap { Self.entry(call: $0) }
        let (found, failure) = calls(log)
        #expect(failure == nil && found.count == BinaryLogSource.callLimit + 1)
        let early = found.filter { $0.omissions.contains(.limit) }
        #expect(early.map(\.stream) == (1...512).map { UInt32($0) })
    }

    /// An entry without end is not waited for.
    @Test func limitsEntries() {
        let length = bigEndian(UInt32(BinaryLogSource.entryLimit + 1))
        let (found, failure) = calls(Self.entry(call: 1) + length + Array(repeating: 0, count: 1000))
        #expect(found.count == 1 && failure?.code == .tooLarge)
    }

    /// An entry with many headers, each as long to read as the first.
    @Test(.timeLimit(.minutes(1)))
    func readsEntriesInLinearTime() throws {
        let count = 50_000
        // A client_header of 100,004 bytes, which are a metadata of 100,000 bytes.
        let head: [UInt8] = [0x32, 0xA4, 0x8D, 0x06, 0x0A, 0xA0, 0x8D, 0x06]
        let entries = Array(repeatElement([0x0A, 0] as [UInt8], count: count).joined())
        let bytes = head + entries + Array(repeatElement([0x32, 0] as [UInt8], count: count).joined())
        #expect(try BinaryLogEntry(bytes[...]).fields.count == count)
    }

    @Test func saysThatAMessageWasTruncated() throws {
        let call = try #require(calls(try Self.log("calls.binarylog")).calls.first { $0.stream == 3 })
        let message = try #require(call.response.messages.first)
        #expect(message.payload.count == 20 && message.frame.length == 132)
        let failure = call.response.failure
        #expect(failure?.code == .truncatedMessage && failure?.expected == 132 && failure?.available == 20)
    }

    /// Of more bytes than the entry announces none is left out, and it is said that the two disagree.
    @Test func keepsMessagesLongerThanAnnounced() throws {
        var log = try Self.log("calls.binarylog")
        // The length in the message of call 1's request: 131 bytes, of which the field `data` follows.
        let announced: [UInt8] = [0x08, 0x83, 0x01, 0x12, 0x83, 0x01]
        let place = try #require(log.indices.first { log[$0...].starts(with: announced) })
        log[place + 1] = 0x82
        let call = try #require(calls(log).calls.first { $0.stream == 1 })
        #expect(call.request.messages.first?.payload.count == 131)
        let failure = try #require(call.request.failure)
        #expect(failure.description.contains("131 bytes are there") && failure.expected == 130)
    }

    @Test func recognisesLogsAndNothingElse() throws {
        for name in ["calls.binarylog", "calls-delimited.binarylog"] {
            #expect(CaptureForm(recognizing: try Self.log(name)) == .binaryLog)
        }
        for name in try Folders.names(in: Folders.captures) {
            #expect(
                CaptureForm(recognizing: try Folders.captures.appendingPathComponent(name).bytes()) == nil, "\(name)")
        }
    }

    @Test func survivesCutsAndFlippedBits() throws {
        let log = try Self.log("calls.binarylog")
        for length in Exhaustive.elements(of: log.indices, inDebugEvery: 11) {
            let (found, failure) = calls(Array(log[..<length]))
            #expect(found.count <= 7)
            if length > 0, !found.isEmpty, failure != nil { #expect(failure?.code == .truncated) }
        }
        var random = SplitMix64(seed: 12)
        for _ in Exhaustive.rounds(1000, inDebug: 100) {
            #expect(areObjects(lines(flipped(log, bits: 10, using: &random))))
        }
    }

    @Test(arguments: [
        ("127.0.0.1", 1, "127.0.0.1:1"), ("2001:db8::7", 1, "[2001:db8::7]:1"), ("localhost", 1, "localhost:1"),
        ("/run/fleet.sock", 0, "/run/fleet.sock"),
    ])
    func endsAreWrittenAsTheLogSaysThem(text: String, port: UInt16, description: String) {
        #expect(Endpoint(name: text, port: port).description == description)
    }
}
