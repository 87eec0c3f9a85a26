import ByteText
import CallViews
import ConsoleText
import Foundation
import GRPCWire
import TestSupport
import Testing
import WireDoctor
import WireInspect

@testable import WireCapture

/// Whatever a file holds: no trap, no hang, and no call that was not made.
@Suite struct DamageTests {
    private let whole: [UInt8]

    init() throws { whole = try Folders.network.appendingPathComponent("streaming.pcapng").bytes() }

    /// A file that ends too early has the first calls of the whole one, and says so unless a block ends there.
    @Test func findsTheFirstCallsOfACutFile() {
        func complete(_ calls: [CapturedCall]) -> [String] {
            calls.filter { !$0.isPartial && $0.status != nil }.map { "\($0.stream) \(essence($0))" }
        }
        let truth = calls(whole).calls
        for length in Exhaustive.elements(of: stride(from: 0, to: whole.count, by: 97), inDebugEvery: 5) {
            let (found, failure) = calls(Array(whole[..<length]))
            #expect(found.count <= truth.count)
            #expect(complete(truth).starts(with: complete(found)), "\(length) bytes")
            #expect(failure == nil || failure?.code == .truncated, "\(length) bytes")
            #expect(failure == nil || failure?.offset ?? .max <= length)
        }
    }

    /// A client that tries again and again before its server is there sends SYN and gets RST. Nothing is waited for behind it.
    @Test func readsCallsBehindRefusedConnections() throws {
        let packets = try packets("streaming-raw-ip.pcap")
        let refused = (40000..<40400 as Range<UInt16>).flatMap { port in
            [(from: port, to: 8080, flags: 0x02 as UInt8), (from: 8080, to: port, flags: 0x14)].map {
                let ports = [$0.from, $0.to].flatMap { bigEndian($0) }
                return CapturedPacket(
                    raw: [0x45, 0, 0, 40, 0, 0, 0, 0, 64, 6, 0, 0, 127, 0, 0, 1, 127, 0, 0, 1] + ports
                        + [0, 0, 0, 7, 0, 0, 0, 8, 0x50, $0.flags, 0, 0, 0, 0, 0, 0])
            }
        }
        #expect(
            calls(pcap(.raw, refused + packets)).calls.map(essence) == calls(pcap(.raw, packets)).calls.map(essence))
    }

    /// In a capture of what servers send alone, nothing of a client is waited for.
    @Test func answersAloneStayInOrder() throws {
        let packets = try packets(RecordedCapture.named("consumer-poll.pcapng").file.bytes())
        // Ethernet, IPv4, and the server's port 50052.
        let answers = packets.filter { $0.bytes[34..<36] == [0xc3, 0x84] }
        let ends = calls(pcap(answers[0].link, answers)).calls.map(\.last.packet)
        #expect(ends.count == 104 && ends == ends.sorted())
    }

    @Test func survivesFlippedBits() {
        var random = SplitMix64(seed: 7)
        for _ in Exhaustive.rounds(150, inDebug: 5) {
            let writer = CallJSON(RecordedCapture.schema)
            var list = CallList()
            let sheet = CallSheet(RecordedCapture.schema)
            let found = calls(flipped(whole, bits: 20, from: 24, using: &random)).calls
            #expect(areObjects(found.map(writer.line)))
            for call in found {
                list.add(call)
                sheet.print(call, to: TextCollector())
            }
            #expect(list.take().isEmpty == (list.tally.calls == 0))
        }
    }

    @Test func survivesRandomBytes() {
        var random = SplitMix64(seed: 8)
        for magic in [[0xa1, 0xb2, 0xc3, 0xd4], [0x0a, 0x0d, 0x0d, 0x0a]] as [[UInt8]] {
            for _ in Exhaustive.rounds(200, inDebug: 40) {
                let noise = (0..<500).map { _ in UInt8.random(in: 0...255, using: &random) }
                let (found, failure) = calls(magic + noise)
                #expect(found.isEmpty && failure?.offset ?? 0 <= 504)
            }
        }
        #expect(calls(Array("no capture at all".utf8)).failure?.code == .unknownFormat)
    }

    /// Each packet of the file is left out, and with it another of the next that one side or the other has sent: the calls
    /// that are shown as whole are those that were made.
    @Test(arguments: [0, 2, 3])
    func showsOnlyTrueCallsWithoutTwoPackets(_ distance: Int) throws {
        let packets = try packets("streaming-raw-ip.pcap")
        let writer = CallJSON(RecordedCapture.schema)
        func essence(_ call: CapturedCall) -> String {
            let request = call.request.messages.map { String(hex: $0.payload) }
            let response = call.response.messages.map { String(hex: $0.payload) }
            return "\(call.stream) \(request) \(response) \(call.responseHeaders != nil) \(call.isTrailersOnly)"
        }
        let truth = Set(calls(pcap(.raw, packets)).calls.map(essence))
        for lost in Exhaustive.elements(of: packets.indices, inDebugEvery: 17) {
            let rest = packets.indices.filter { $0 != lost && $0 != lost + distance }.map { packets[$0] }
            let found = calls(pcap(.raw, rest)).calls
            #expect(found.count <= 6 && areObjects(found.map(writer.line)))
            for call in found where !call.isPartial && call.status != nil {
                let isTrue = truth.contains(essence(call))
                #expect(isTrue, "stream \(call.stream) without packets \(lost + 1) and \(lost + distance + 1)")
            }
        }
    }

    /// What is missing is counted, and nothing is where all is there.
    @Test func gapsAreCounted() throws {
        func counts(_ packets: [CapturedPacket]) -> CaptureCounts { extract(pcap(.raw, packets)).extractor.counts }
        let packets = try packets("streaming-raw-ip.pcap")
        #expect(counts(packets).gaps == 0 && counts(packets).missingBytes == 0)
        for lost in [20, 40, 60] {
            // Without options, the headers of IPv4 and TCP are of 40 bytes.
            let header = 20 + Int(packets[lost].bytes[32] >> 4) * 4
            var rest = packets
            let length = rest.remove(at: lost).bytes.count - header
            let found = counts(rest)
            #expect(found.missingBytes == length && found.gaps == min(length, 1), "\(lost)")
        }
    }

    /// Each packet is overtaken once by those behind it, answers to it among them: nothing is lost by that. A SYN that comes
    /// behind the first bytes begins no other connection.
    @Test(arguments: [1, 3, 8])
    func findsAllCallsWhenPacketsAreOvertaken(_ count: Int) throws {
        let packets = try packets("streaming-raw-ip.pcap")
        let truth = calls(pcap(.raw, packets)).calls.map(essence)
        for late in Exhaustive.elements(of: packets.indices.dropLast(count), inDebugEvery: 5) {
            var moved = packets
            moved.insert(moved.remove(at: late), at: late + count)
            let found = calls(pcap(.raw, moved)).calls
            #expect(found.map(essence).sorted() == truth.sorted() && !found.contains(where: \.isPartial), "\(late + 1)")
        }
    }

    /// One packet after the other is late, so that at no time all is there: each is waited for anew.
    @Test func findsAllCallsWhenEveryPacketIsLate() throws {
        let packets = try packets("streaming-raw-ip.pcap")
        let truth = calls(pcap(.raw, packets)).calls.map(essence)
        var moved = packets
        for index in moved.indices.dropFirst(3).dropLast(2) where index % 2 == 0 { moved.swapAt(index, index + 2) }
        let found = calls(pcap(.raw, moved)).calls
        #expect(found.map(essence).sorted() == truth.sorted() && !found.contains(where: \.isPartial))
    }

    /// Each packet is cut once: what a frame's header says is enough to find the next frame.
    @Test func findsTheNextFrameBehindACutPacket() throws {
        let packets = try packets("streaming-raw-ip.pcap")
        let truth = calls(pcap(.raw, packets)).calls
        for cut in Exhaustive.elements(of: packets.indices, inDebugEvery: 5) {
            let found = calls(pcap(.raw, packets) { $0.number == cut + 1 ? Array($0.bytes.prefix(70)) : $0.bytes })
                .calls
            // The last calls of a packet whose frames are all small may be lost in it.
            #expect(found.count >= truth.count - 1, "packet \(cut + 1)")
            for call in found where !call.isPartial && call.path != nil && call.status != nil {
                let isTrue = truth.contains { essence($0) == essence(call) }
                #expect(isTrue, "stream \(call.stream), packet \(cut + 1)")
            }
        }
    }

    /// What pcapng says of packets that are not in the file: the last statistics of an interface count, and sections add up.
    @Test func countsDroppedPackets() throws {
        func option(_ code: UInt8, _ value: UInt64) -> [UInt8] { [code, 0, 8, 0] + littleEndian(value) }
        func statistics(_ options: [UInt8]) -> [UInt8] {
            block(5, [UInt8](repeating: 0, count: 12) + options + [0, 0, 0, 0])
        }
        func dropped(_ file: [UInt8]) -> Int {
            let (found, extractor) = extract(file)
            #expect(found.count % 6 == 0 && extractor.failure == nil)
            return extractor.counts.droppedPackets
        }
        #expect(dropped(whole) == 0)
        // Received, dropped by the interface, dropped by the system.
        let first = whole + statistics(option(4, 1000) + option(5, 3))
        let second = first + statistics(option(5, 7) + option(7, 4))
        #expect(dropped(first) == 3 && dropped(second) == 11 && dropped(second + first) == 14)
        #expect(dropped(whole + statistics([5, 0, 4, 0, 1, 0, 0, 0])) == 0)
    }

    /// tshark refuses the same: "File has 2147483647-byte packet, bigger than maximum".
    @Test func aLengthThatNoPacketHasEndsTheReading() {
        let length = bigEndian(UInt32(0x7fff_ffff))
        let packets = calls(pcap(.raw, []) + [UInt8](repeating: 0, count: 8) + length + length)
        #expect(packets.failure?.code == .tooLarge && packets.failure?.offset == 24)
        let section = littleEndian(UInt32(0x1a2b_3c4d)) + [1, 0, 0, 0] + [UInt8](repeating: 0xff, count: 8)
        let announced = littleEndian(UInt32(6)) + littleEndian(UInt32(0x7fff_fffc)) + [0, 0, 0, 0]
        let blocks = calls(block(0x0a0d_0d0a, section) + announced)
        #expect(blocks.failure?.code == .tooLarge && blocks.failure?.offset == 28)
    }

    /// Packets cut to their first bytes, as a small snap length leaves them.
    @Test(arguments: [40, 60, 100, 400])
    func readsPacketsOfASmallSnapLength(_ length: Int) throws {
        let packets = try packets("streaming-raw-ip.pcap")
        let found = calls(pcap(.raw, packets) { Array($0.bytes.prefix(length)) }).calls
        #expect(found.count <= 6)
    }
}
