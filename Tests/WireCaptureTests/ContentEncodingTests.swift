import CallViews
import Foundation
import GRPCWire
import TestSupport
import Testing

@testable import WireCapture

/// Bodies that HTTP has encoded as a whole.
@Suite struct ContentEncodingTests {
    private func coding(_ body: CapturedBody) -> String {
        body.contentCoding.map { "\($0.encoding) \($0.length)" } ?? "-"
    }

    @Test(arguments: [1, 13, .max])
    func decodesBodiesOfPackets(_ pieces: Int) throws {
        let file = try Folders.network.appendingPathComponent("content-encoding.pcap").bytes()
        let found = calls(file, pieces: pieces).calls
        let whole = "GetTrip get-trip-request > get-trip-response-new: 0"
        #expect(found.prefix(6).allSatisfy { essence($0) == whole } && found.last.map(essence) == whole)
        #expect(found.count == 9)
        // The messages have 131 and 132 bytes, the trailers 15, and 5 stand before each.
        #expect(
            found.map { "\(coding($0.request)) > \(coding($0.response))" } == [
                "gzip 136 > gzip 157", "- > gzip 212", "deflate 136 > deflate 157", "deflate 136 > deflate 157",
                "gzip 136 > gzip \(found[4].response.messages[0].frame.wireLength + 25)", "- > -", "- > -",
                "- > gzip 157", "gzip 136 > gzip 157",
            ])
        #expect(found[4].response.messages.map(\.frame.isCompressed) == [true])
        #expect(found[6].response.failure?.code == .unsupportedEncoding && found[6].response.messages.isEmpty)
        #expect(found[7].response.failure?.code == .truncatedCompressedData)
        #expect(essence(found[7]) == whole)
        let failed = found.indices.filter { found[$0].request.failure != nil || found[$0].response.failure != nil }
        #expect(failed == [6, 7])
    }

    @Test func decodesBodiesOfHARFiles() throws {
        let file = try Folders.network.appendingPathComponent("content-encoding.har").bytes()
        let found = calls(file).calls
        #expect(found.map(essence) == Array(repeating: "GetTrip get-trip-request > get-trip-response-new: 0", count: 5))
        #expect(found.map { coding($0.response) } == ["-", "gzip 157", "gzip 157", "deflate 212", "-"])
        #expect(found.allSatisfy { $0.response.failure == nil && !$0.isPartial })
    }

    /// The layer is shown, and what it did to the sizes.
    @Test func showsTheEncodingAndItsSizes() throws {
        let file = try Folders.network.appendingPathComponent("content-encoding.pcap").bytes()
        let found = calls(file).calls
        let line = try #require(try objects(CallJSON(RecordedCapture.schema).line(found[1])).first)
        let expected: [String: Any] = [
            "response": ["encoding": "gzip", "length": found[1].response.length, "decoded_length": 212]
        ]
        #expect(jsonDifference(line["content_encoding"] ?? "missing", expected) == nil)
        #expect(found[5].response.contentCoding == nil)
        let plain = try #require(try objects(CallJSON(RecordedCapture.schema).line(found[5])).first)
        #expect(plain["content_encoding"] == nil)
    }

    // MARK: Limits

    private func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
        var deflater = try Deflater(.gzip)
        var output: [UInt8] = []
        let slice = bytes[...]
        _ = deflater.deflate(slice.span, limit: .max, appendingTo: &output)
        return output
    }

    /// A thousand times its size: read as far as memory may grow.
    @Test func limitsWhatABodyBecomes() throws {
        // Messages of a mebibyte, each in what is about a kibibyte.
        let message = grpcFrame([UInt8](repeating: 0, count: 1 << 20))
        let messages = (0..<Exhaustive.size(64, inDebug: 34)).reduce(into: []) { bytes, _ in bytes += message }
        let bomb = try compressed(messages)
        let body = body(of: bomb, [HeaderField("content-encoding", "gzip")])
        #expect(body.failure?.code == .inflatedTooLarge)
        #expect(!body.messages.isEmpty && body.messages.count <= 33)
    }

    /// The same of messages that are compressed one by one.
    @Test func limitsWhatMessagesBecome() throws {
        let message = try compressed(Array(repeating: 0, count: 1 << 20))
        let frame = grpcFrame(message, flags: 1)
        let body = body(
            of: Array(repeatElement(frame, count: 64).joined()), [HeaderField("grpc-encoding", "gzip")])
        #expect(body.failure?.code == .inflatedTooLarge)
        #expect(!body.messages.isEmpty && body.messages.count <= 33)
    }

    @Test func saysWhereABodyIsDamaged() throws {
        let whole = try compressed([0, 0, 0, 0, 1, 7])
        for index in whole.indices {
            for bit in 0..<8 {
                var bytes = whole
                bytes[index] ^= 1 << bit
                let flipped = body(of: bytes, [HeaderField("content-encoding", "gzip")])
                #expect(flipped.failure != nil || flipped.messages.map(\.payload) == [[7]])
            }
            let cut = body(of: Array(whole[..<index]), [HeaderField("content-encoding", "gzip")])
            #expect(index == 0 || cut.failure != nil)
        }
        #expect(body(of: whole, [HeaderField("content-encoding", "gzip")]).messages.map(\.payload) == [[7]])
        #expect(body(of: whole, [HeaderField("content-encoding", "gzip, br")]).messages.map(\.payload) == [[7]])
    }
}
