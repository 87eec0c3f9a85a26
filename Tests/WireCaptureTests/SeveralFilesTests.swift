import CallViews
import Foundation
import GRPCWire
import PacketWire
import TestSupport
import Testing

@testable import WireCapture

/// Several files that are read as one capture, against one file with the same packets.
@Suite struct SeveralFilesTests {
    private static let captures = try? Exhaustive.elements(
        of: RecordedCapture.all().filter {
            ["driver-shift.pcap", "errors.pcapng", "streaming.pcapng", "big-list.pcapng", "midstream.pcap"].contains(
                $0.description)
        }, inDebugEvery: 2)

    /// The calls as JSON without what says where they are from, and the counts of the files together.
    ///
    /// - Parameter withPackets: With the numbers of packets.
    private func read(_ files: [[UInt8]], withPackets: Bool = false) throws -> (calls: [String], counts: CaptureCounts)
    {
        let extractor = CallExtractor()
        let writer = CallJSON(RecordedCapture.schema, showsCredentials: true)
        var calls: [String] = []
        try extractor.extract(from: files.enumerated().map { CaptureFile("file \($0)", content: $1) }) { call in
            var call = call
            call.file = nil
            if !withPackets {
                func moment(_ moment: Arrival) -> Arrival { Arrival(packet: 0, time: moment.time) }
                call.first = moment(call.first)
                call.last = moment(call.last)
                call.requestEnd = call.requestEnd.map(moment)
            }
            calls.append(writer.line(call))
        }
        #expect(extractor.failures.isEmpty)
        return (calls, extractor.counts)
    }

    /// - Parameter length: The bytes that the recorder keeps of a packet.
    private func file(
        _ packets: some Collection<CapturedPacket>, later nanoseconds: Int64 = 0, cutAt length: Int = .max
    ) -> [UInt8] {
        pcap(
            packets.first?.link ?? .ethernet,
            packets.map {
                CapturedPacket(
                    number: $0.number, time: $0.time.map { $0 + nanoseconds }, link: $0.link,
                    bytes: Array($0.bytes.prefix(length)), originalLength: $0.originalLength)
            })
    }

    @Test(arguments: try #require(captures))
    func piecesEqualTheWhole(_ capture: RecordedCapture) throws {
        let packets = try packets(capture.file.bytes())
        let whole = try read([file(packets)], withPackets: true)
        for size in Exhaustive.elements(of: [7, 50], inDebugEvery: 2) {
            let pieces = packets.parts(of: size).map { file($0) }
            // In whatever order they are named.
            for pieces in [pieces, pieces.reversed()] {
                let found = try read(pieces, withPackets: true)
                #expect(found.calls == whole.calls)
                #expect(found.counts.duplicatePackets == 0 && found.counts.packets == packets.count)
            }
        }
        #expect(whole.calls.count == (try capture.expectedCalls().count))
    }

    @Test(arguments: try #require(captures))
    func theSameFileTwiceCountsOnce(_ capture: RecordedCapture) throws {
        let bytes = try capture.file.bytes()
        let (once, twice) = (try read([bytes]), try read([bytes, bytes]))
        #expect(once.calls == twice.calls)
        #expect(twice.counts.duplicatePackets == once.counts.segments)
        #expect(twice.counts.gaps == once.counts.gaps)
    }

    /// By how much the clock of one recorder is ahead of the other's, in milliseconds.
    private static let clockOffsets = Exhaustive.elements(of: [3000, 0, 3, -3, 250, -3000] as [Int64], inDebugEvery: 6)

    /// Recordings at both ends fill each other's gaps, also when a clock is off. All times are those of one clock.
    @Test(arguments: try #require(captures), clockOffsets)
    func bothEndsCompleteEachOther(_ capture: RecordedCapture, _ offset: Int64) throws {
        let packets = try packets(capture.file.bytes())
        let client = packets.enumerated().filter { $0.offset % 20 != 7 }.map(\.element)
        let server = packets.enumerated().filter { $0.offset % 20 != 13 }.map(\.element)
        try expect([file(client), file(server, later: offset * 1_000_000)], toHoldTheCallsOf: packets)
    }

    /// A driver that reports rarely: clocks are set right before the first packets are passed on, and not in the middle.
    @Test(arguments: [3000, -3000] as [Int64])
    func clocksAreSetRightAcrossPauses(_ offset: Int64) throws {
        let shift = try #require(Self.captures?.first { $0.description == "driver-shift.pcap" })
        let recorded = try packets(shift.file.bytes())
        let start = try #require(recorded.first?.time)
        // From 0.2 seconds to two hours.
        let packets = recorded.map {
            CapturedPacket(
                number: $0.number, time: $0.time.map { start + ($0 - start) * 40_000 }, link: $0.link, bytes: $0.bytes,
                originalLength: $0.originalLength)
        }
        try expect([file(packets), file(packets, later: offset * 1_000_000)], toHoldTheCallsOf: packets)
    }

    /// A packet that one recorder has cut, and the other has not, is whole, whichever file shows it first.
    @Test(arguments: try #require(captures), [1_000_000, -1_000_000] as [Int64])
    func cutPacketsAreCompleted(_ capture: RecordedCapture, later nanoseconds: Int64) throws {
        let packets = try packets(capture.file.bytes())
        try expect([file(packets, cutAt: 200), file(packets, later: nanoseconds)], toHoldTheCallsOf: packets)
    }

    /// - Parameter files: Of these, the clock of the first is that of the packets.
    private func expect(_ files: [[UInt8]], toHoldTheCallsOf packets: [CapturedPacket]) throws {
        let whole = try read([file(packets)])
        let found = try read(files)
        #expect(found.calls == whole.calls)
        #expect(found.counts.gaps == whole.counts.gaps && found.counts.cutPackets == 0)
    }

    /// Where each file has one direction, what acknowledges a packet comes behind it, whatever the clocks say.
    @Test(arguments: try #require(captures), Exhaustive.elements(of: [-50, 50, 0, -3000] as [Int64], inDebugEvery: 2))
    func directionsAreInOrder(_ capture: RecordedCapture, _ offset: Int64) throws {
        let packets = try packets(capture.file.bytes())
        func isForward(_ packet: CapturedPacket) -> Bool {
            let bytes = packet.bytes[...]
            guard let datagram = IPPacket(bytes.span, packet.link) else { return false }
            return TCPSegment(datagram, in: bytes.span).map { $0.source < $0.destination } ?? false
        }
        let directions = [
            file(packets.filter(isForward)), file(packets.filter { !isForward($0) }, later: offset * 1_000_000),
        ]
        let whole = calls(file(packets)).calls
        var found: [CapturedCall] = []
        try CallExtractor().extract(from: directions.map { CaptureFile("", content: $0) }) { found.append($0) }
        #expect(found.map(essence) == whole.map(essence))
        for (call, truth) in zip(found, whole) {
            #expect(try abs(#require(call.duration) - #require(truth.duration)) < 0.000_1)
        }
    }

    @Test func namesTheFileOfEachCall() throws {
        let files = try ["driver-shift.pcap", "errors.pcapng"].map { try RecordedCapture.named($0).file.bytes() }
        let har = try Folders.network.appendingPathComponent("calls.har").bytes()
        let extractor = CallExtractor()
        var names: [String: Int] = [:]
        var numbers: [Int] = []
        let names0 = ["a", "b", "c", "d"]
        try extractor.extract(
            from: zip(names0, files + [har, Array("no capture".utf8)]).map { CaptureFile($0, content: $1) }
        ) { call in
            names[call.file ?? "", default: 0] += 1
            numbers.append(call.number)
        }
        #expect(names["a"] == 72 && names["b"] == 50 && names["c"] != nil && names.count == 3)
        #expect(numbers == Array(1...numbers.count))
        #expect(extractor.failures.map(\.file) == ["d"])
    }

    /// Files that end early, or are damaged, take nothing away from the others.
    @Test func damagedFilesAreReportedOneByOne() throws {
        let bytes = try RecordedCapture.named("driver-shift.pcap").file.bytes()
        let other = try RecordedCapture.named("errors.pcapng").file.bytes()
        let extractor = CallExtractor()
        var count = 0
        try extractor.extract(from: [
            CaptureFile("cut", content: Array(other.dropLast(7))), CaptureFile("whole", content: bytes),
            CaptureFile("empty", content: []),
        ]) { _ in count += 1 }
        #expect(extractor.failures.map(\.file).sorted() == ["cut", "empty"])
        #expect(count > 72 + 40)
    }

    /// Ends of gzip files, instead of as many bytes of the sum and the length at the end of a whole one. What `gzip -dc`
    /// writes of them is the same; so are the calls.
    static let gzipEnds: [(dropped: Int, end: [UInt8], problem: String?)] = [
        (4, [], "the gzip data ends early; the contents up to there are shown"),
        (8, [1, 2, 3, 4, 5, 6, 7, 8], "the gzip data is damaged: incorrect data check"),
        (4, [1, 2, 3, 4], "the gzip data is damaged: incorrect length check"),
        (0, [0, 0, 0], nil), (0, [0x1f, 0x8b, 8], "the gzip data ends early; the contents up to there are shown"),
        (0, [0x1f, 0], nil), (0, [0x1f], nil),
    ]

    /// What is unpacked before the damage counts, whether the file comes alone or with others.
    @Test(arguments: gzipEnds)
    func damagedGzipFilesAreReadUpToTheDamage(_ dropped: Int, _ end: [UInt8], _ problem: String?) throws {
        let whole = try Folders.network.appendingPathComponent("streaming.pcapng.gz").bytes()
        let bytes = Array(whole.dropLast(dropped) + end)
        let (alone, several) = (CallExtractor(), CallExtractor())
        var found = alone.append(bytes)
        found += alone.finish()
        var others: [CapturedCall] = []
        try several.extract(from: [CaptureFile("", content: bytes)]) { others.append($0) }
        let truth = calls(whole).calls.map(essence)
        #expect(found.map(essence) == truth && others.map(essence) == truth)
        for failure in [alone.failure, several.failures.first?.failure] {
            #expect(failure.map { String("\($0)".drop { $0 != ":" }.dropFirst(2)) } == problem)
        }
    }

    /// Where the content is wrong because the gzip data is damaged, that is said, and at a byte of the file.
    @Test func theDamageOfGzipDataExplainsThatOfItsContent() throws {
        let content = try Folders.flows.appendingPathComponent("grpc-web-11.flows").bytes() + Array("no flow".utf8)
        let length = [UInt8(truncatingIfNeeded: content.count), UInt8(truncatingIfNeeded: content.count >> 8)]
        // One block as it is, and a sum that is none of it.
        let head: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1] + length + length.map { ~$0 }
        let bytes = head + content + [0, 0, 0, 0] + length + [0, 0]
        let extractor = CallExtractor()
        _ = extractor.append(bytes)
        let failure = try #require(extractor.failure)
        #expect("\(failure)".hasSuffix("the gzip data is damaged: incorrect data check"))
    }
}
