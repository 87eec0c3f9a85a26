import Foundation
import GRPCWire
import TestSupport
import Testing

/// Every stream under `Fixtures/frames`, against what its maker says is in it.
@Suite struct FrameFixtureTests {
    private func check(_ reading: Reading, _ expected: FrameCase, sourceLocation: SourceLocation = #_sourceLocation) {
        // The CRC of 100 MB takes long in a debug build; its length and zlib's own checksum have been compared.
        let found = reading.messages.map {
            FrameCase.Message(
                offset: $0.frame.offset, compressed: $0.frame.isCompressed, wire_length: $0.frame.wireLength,
                length: $0.frame.length, crc32: $0.payload.count > 10_000_000 ? 0 : crc32($0.payload))
        }
        var messages = expected.messages
        for index in messages.indices where messages[index].length > 10_000_000 { messages[index].crc32 = 0 }
        #expect(found == messages, sourceLocation: sourceLocation)
        for message in reading.messages {
            #expect(message.payload.count == message.frame.length, sourceLocation: sourceLocation)
            let encoding = message.frame.isCompressed ? expected.grpc_encoding : "identity"
            #expect(message.frame.encoding.rawValue == encoding, sourceLocation: sourceLocation)
        }
        guard let failure = expected.error else {
            #expect(reading.error == nil, sourceLocation: sourceLocation)
            return
        }
        guard let error = reading.error else {
            Issue.record("no error, \(failure.code) expected", sourceLocation: sourceLocation)
            return
        }
        #expect(error.code.description == failure.code, sourceLocation: sourceLocation)
        #expect(failure.offset.offsets.contains(error.offset), "\(error.offset)", sourceLocation: sourceLocation)
        #expect(error.messageOffset == failure.message_offset, sourceLocation: sourceLocation)
        #expect(error.expected == failure.expected, sourceLocation: sourceLocation)
        #expect(error.available == failure.available, sourceLocation: sourceLocation)
        #expect(error.limit == failure.limit, sourceLocation: sourceLocation)
        #expect(error.description.contains("\(error.offset)"), sourceLocation: sourceLocation)
    }

    @Test(arguments: try FrameCase.all().filter { $0.name != "zip-bomb-allowed" || Exhaustive.readsLargeInputs })
    func readsEachStreamAsItsMakerSays(_ expected: FrameCase) throws {
        let stream = try expected.bytes()
        check(read(stream, expected.encoding, limits: expected.framingLimits), expected)
        check(read(stream, expected.encoding, limits: expected.framingLimits, by: .copied), expected)
    }

    @Test(arguments: try FrameCase.small(Exhaustive.size(.max, inDebug: 2000)), Delivery.allCases)
    func readsTheSameByteByByte(_ expected: FrameCase, by delivery: Delivery) throws {
        guard expected.name != "zip-bomb-allowed" else { return }  // 100 MB, read whole above
        let stream = try expected.bytes()
        check(read(stream, expected.encoding, limits: expected.framingLimits, by: delivery) { 1 }, expected)
    }

    @Test(arguments: try FrameCase.small(10_000))
    func readsTheSameInChunksOfAnySize(_ expected: FrameCase) throws {
        let stream = try expected.bytes()
        let whole = read(stream, expected.encoding, limits: expected.framingLimits)
        for seed in 0..<20 as Range<UInt64> {
            var generator = SplitMix64(seed: seed)
            let largest = Int.random(in: 1...max(1, stream.count), using: &generator)
            for delivery in Delivery.allCases {
                let reading = read(stream, expected.encoding, limits: expected.framingLimits, by: delivery) {
                    Int.random(in: 0...largest, using: &generator)
                }
                #expect(reading == whole, "seed \(seed), chunks of up to \(largest)")
            }
        }
    }

    /// Where the header is lost, the magic bytes tell gzip from zlib.
    @Test(arguments: try FrameCase.sound())
    func detectsTheEncodingWithoutAHeader(_ expected: FrameCase) throws {
        let reading = read(try expected.bytes(), .detect)
        #expect(reading.error == nil)
        #expect(reading.messages.map { crc32($0.payload) } == expected.messages.map(\.crc32))
        for message in reading.messages where message.frame.isCompressed && message.frame.wireLength > 0 {
            #expect(message.frame.encoding.rawValue == expected.grpc_encoding)
        }
    }

    /// Every cut: the whole messages before it, then where and how much is missing.
    @Test(arguments: try FrameCase.sound())
    func everyCut(_ expected: FrameCase) throws {
        let stream = try expected.bytes()
        let ends = expected.messages.map { $0.offset + 5 + $0.wire_length }
        // Long streams: every cut near the borders of messages, and some between.
        let cuts = (0..<stream.count).filter { cut in
            stream.count < 2000 || cut % 997 == 0 || ends.contains { abs($0 - cut) < 7 }
        }
        for cut in cuts {
            let reading = read(Array(stream[..<cut]), expected.encoding)
            let whole = ends.count { $0 <= cut }
            let found = reading.messages.map { $0.frame.offset + 5 + $0.frame.wireLength }
            #expect(found == Array(ends[..<whole]), "cut at \(cut)")
            let start = whole == 0 ? 0 : ends[whole - 1]
            guard cut > start else {
                #expect(reading.error == nil, "cut at \(cut)")
                continue
            }
            let isPrefix = cut - start < 5
            let error = FramingError(
                isPrefix ? .truncatedPrefix : .truncatedMessage, offset: cut, messageOffset: start,
                expected: isPrefix ? 5 : expected.messages[whole].wire_length,
                available: isPrefix ? cut - start : cut - start - 5)
            #expect(reading.error == error, "cut at \(cut)")
        }
    }

    /// Every single bit flipped: no crash, the same whatever the chunks, and nothing lost of what stands before.
    @Test(arguments: try FrameCase.small())
    func everyFlippedBit(_ expected: FrameCase) throws {
        let stream = try expected.bytes()
        for bit in Exhaustive.elements(of: 0..<(stream.count * 8), inDebugEvery: 37) {
            var damaged = stream
            damaged[bit / 8] ^= 1 << (bit % 8)
            let whole = read(damaged, expected.encoding, limits: expected.framingLimits)
            let before = expected.messages.prefix { $0.offset + 5 + $0.wire_length <= bit / 8 }
            #expect(whole.messages.prefix(before.count).map(\.frame.length) == before.map(\.length), "bit \(bit)")
            if bit % 5 == 0 {
                let pieces = read(damaged, expected.encoding, limits: expected.framingLimits, by: .mixed) { 7 }
                #expect(pieces == whole, "bit \(bit)")
            }
        }
    }

    @Test func everyFileHasACase() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: FrameCase.folder.path)
        #expect(Set(files.filter { $0.hasSuffix(".grpc") }) == Set(try FrameCase.all().map(\.file)))
    }

    /// grpcio's choice of what to compress, message by message.
    @Test(arguments: ["grpcio-identity", "grpcio-gzip", "grpcio-deflate"])
    func compressesWhatGrpcioCompresses(_ name: String) throws {
        let expected = try FrameCase.named(name)
        let stream = try expected.bytes()
        let messages = read(stream, expected.encoding).messages
        let ours = try MessageFramer.encode(
            messages.map(\.payload), encoding: MessageEncoding(rawValue: expected.grpc_encoding))
        let again = read(ours, expected.encoding)
        #expect(again.error == nil)
        #expect(again.messages.map(\.payload) == messages.map(\.payload))
        #expect(again.messages.map(\.frame.isCompressed) == expected.messages.map(\.compressed))
    }
}
