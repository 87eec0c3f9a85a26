import Foundation
import GRPCWire
import PacketWire
import TestSupport
import Testing

@testable import WireCapture

/// The same traffic behind other headers.
@Suite struct LinkTypeTests {
    private static let wrappings: [(LinkType, [UInt8])] = [
        (.null, [2, 0, 0, 0]), (.loop, [0, 0, 0, 2]),
        (.ethernet, Array(repeating: 0, count: 12) + [8, 0]),
        (.ethernet, Array(repeating: 0, count: 12) + [0x81, 0, 0, 5, 8, 0]),
        (.ethernet, Array(repeating: 0, count: 12) + [0x88, 0xa8, 0, 5, 0x81, 0, 0, 6, 8, 0]),
        (.linuxCooked, [0, 0, 3, 4, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0]),
        (.linuxCooked2, [8, 0, 0, 0, 0, 0, 0, 1, 3, 4, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0]),
        (.linuxCooked2, [0x81, 0, 0, 0, 0, 0, 0, 1, 3, 4, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 8, 0]),
        (.ipv4, []), (LinkType(rawValue: 12), []), (LinkType(rawValue: 14), []),
        // Apple's header of 108 bytes, by both of its numbers: Wireshark reads both as PKTAP.
        (.pktap, pktap(101)), (LinkType(rawValue: 149), pktap(101)), (.pktap, pktap(1) + frame),
        // PPPoE; PPP with and without address and control.
        (.ethernet, Array(repeating: 0, count: 12) + [0x88, 0x64, 0x11, 0, 0, 1, 0, 42, 0, 0x21]),
        (.ppp, [0xff, 3, 0, 0x21]), (.ppp, [0x21]),
        // IP in IP, and in that GRE with each of its fields; VXLAN at both ports; Geneve with options; Ethernet in GRE.
        (.raw, tunnel(4)), (.raw, tunnel(4) + tunnel(47) + [0xb0, 0, 8, 0] + [UInt8](repeating: 1, count: 12)),
        (.raw, tunnel(17) + [1, 1, 0x12, 0xb5, 0, 0, 0, 0] + [8, 0, 0, 0, 0, 0, 7, 0] + frame),
        (.raw, tunnel(17) + [1, 1, 0x21, 0x18, 0, 0, 0, 0] + [8, 0, 0, 0, 0, 0, 7, 0] + frame),
        (.raw, tunnel(17) + [1, 1, 0x17, 0xc1, 0, 0, 0, 0] + [2, 0, 8, 0, 0, 0, 7, 0] + [0, 1, 2, 1, 1, 1, 1, 1]),
        (.raw, tunnel(47) + [0, 0, 0x65, 0x58] + frame),
    ]
    /// The head of an IPv4 packet of unknown length, as it is before offload.
    private static func tunnel(_ transport: UInt8) -> [UInt8] {
        [0x45, 0, 0, 0, 0, 0, 0, 0, 64, transport, 0, 0, 10, 9, 0, 1, 10, 9, 0, 2]
    }
    /// Apple's header before one of another type.
    private static func pktap(_ link: UInt8) -> [UInt8] {
        [108, 0, 0, 0, 1, 0, 0, 0, link, 0, 0, 0] + [UInt8](repeating: 0, count: 96)
    }
    private static let frame = [UInt8](repeating: 0, count: 12) + [8, 0]

    private static let truth = try? lines(pcap(.raw, packets("streaming-raw-ip.pcap")))

    @Test(arguments: wrappings.indices)
    func findsTheCalls(_ index: Int) throws {
        let (link, header) = Self.wrappings[index]
        let file = pcap(link, try packets("streaming-raw-ip.pcap")) { header + $0.bytes }
        #expect(try lines(file) == #require(Self.truth))
    }

    /// The firewall of Linux shows the same packets as the interface: see nflog.py.
    @Test func readsWhatTheFirewallLogs() throws {
        let files = try ["nflog.pcap", "loopback.pcap"].map {
            try Folders.network.appendingPathComponent($0).bytes()
        }
        let found = files.map { calls($0).calls.map { ($0.path, $0.request.length, $0.status?.code, $0.client) } }
        #expect(found[0].count == 1 && found[0].elementsEqual(found[1], by: ==))
        #expect(extract(files[0]).extractor.counts.unreadPackets == 0)
        // A header that is cut, or whose fields have no length, has no packet.
        for length in [0, 4, 7, 8] {
            let cut = pcap(.nflog, try packets(files[0])) { Array($0.bytes.prefix(length)) + [0, 0, 0, 0] }
            #expect(lines(cut).isEmpty)
        }
    }

    /// A header of Apple's within another, or within itself, holds no packet.
    @Test(arguments: [108, 0] as [UInt8], [149, 2] as [UInt8])
    func endsAtNestedHeadersOfApple(length: UInt8, link: UInt8) throws {
        let file = pcap(LinkType(rawValue: 149), try packets("streaming-raw-ip.pcap")) { _ in
            [length, 0, 0, 0, 1, 0, 0, 0, link, link == 2 ? 1 : 0, 0, 0] + [UInt8](repeating: 0, count: 200)
        }
        #expect(lines(file).isEmpty)
    }

    /// RFC 4302: the header stands between those of IP and TCP.
    @Test func readsIPv4WithAnAuthenticationHeader() throws {
        let packets = try packets("streaming-raw-ip.pcap")
        let file = pcap(.ipv4, packets) { packet in
            var bytes = packet.bytes
            let length = bytes.count + 24
            (bytes[2], bytes[3], bytes[9]) = (UInt8(length >> 8), UInt8(length & 255), 51)
            bytes.insert(contentsOf: [6, 4] + [UInt8](repeating: 1, count: 22), at: 20)
            return bytes
        }
        #expect(lines(file) == lines(pcap(.raw, packets)))
    }

    /// What is in the file and not read is counted: headers of other kinds, and fragments of IP packets.
    @Test func countsWhatIsNotRead() throws {
        func counts(_ link: LinkType, _ change: (CapturedPacket) -> [UInt8]) throws -> CaptureCounts {
            extract(pcap(link, try packets("streaming-raw-ip.pcap"), change)).extractor.counts
        }
        let whole = try counts(.raw) { $0.bytes }
        #expect(whole.unreadPackets == 0 && whole.fragments == 0 && !whole.lacksPackets)
        let wireless = try counts(LinkType(rawValue: 127)) { $0.bytes }
        #expect(wireless.unreadPackets == wireless.packets && wireless.unreadLink?.rawValue == 127)
        // Others than Apple use 149 as well.
        let foreign = try counts(LinkType(rawValue: 149)) { $0.bytes }
        #expect(foreign.unreadPackets == foreign.packets && foreign.unreadLink?.rawValue == 149)
        #expect(try counts(LinkType(rawValue: 149)) { Self.pktap(101) + $0.bytes }.unreadPackets == 0)
        let fragments = try counts(.raw) { packet in
            var bytes = packet.bytes
            bytes[6] = packet.number == 20 ? 0x20 : 0
            return bytes
        }
        // The Initial packets of RFC 9001, appendix A.2, and RFC 9369, appendix A.2; then a short header, and another version.
        let starts: [[UInt8]] = [
            [0xc3, 0, 0, 0, 1, 8], [0xd3, 0x6b, 0x33, 0x43, 0xcf, 8], [0x4c, 0, 0, 0, 1], [0xc3, 0, 0, 0, 0],
        ]
        for (start, number) in zip(starts, [1, 1, 0, 0]) {
            let datagram = [0x12, 0x34, 1, 187, 0, 40, 0, 0] + start
            #expect(try counts(.raw) { $0.number == 1 ? Self.tunnel(17) + datagram : $0.bytes }.quicPackets == number)
        }
        #expect(fragments.fragments == 1 && fragments.unreadPackets == 0 && fragments.lacksPackets)
    }

    /// A block of pcapng with one packet in each of its three forms; a simple one has neither a time nor an interface.
    @Test(arguments: [2, 3, 6] as [UInt32]) func readsPacketBlocks(_ type: UInt32) throws {
        func word(_ value: UInt32) -> [UInt8] { littleEndian(value) }
        let packets = try packets("streaming-raw-ip.pcap")
        let limit = UInt32(packets.map(\.bytes.count).max() ?? 0)
        var file = block(0x0a0d_0d0a, word(0x1a2b_3c4d) + [1, 0, 0, 0] + [UInt8](repeating: 255, count: 8))
        file += block(1, [101, 0, 0, 0] + word(limit))
        for packet in packets {
            let length = word(UInt32(packet.bytes.count))
            // The old form has a number of dropped packets beside that of the interface.
            let fields =
                type == 3 ? length : [0, 0] + (type == 2 ? [255, 255] : [0, 0]) + word(0) + word(1) + length + length
            file += block(type, fields + packet.bytes)
        }
        let (found, truth) = (calls(file).calls, calls(pcap(.raw, packets)).calls)
        #expect(found.map(essence) == truth.map(essence) && !found.contains(where: \.isPartial))
        #expect(found.allSatisfy { $0.first.time == (type == 3 ? nil : 1000) })
    }

    /// Destination options; fragment headers of a whole packet (RFC 6946), with reserved bits, and of the first part of one
    /// (RFC 8200, section 4.5).
    @Test(
        arguments: [
            (60, [6, 0, 1, 4, 0, 0, 0, 0]), (44, [6, 0, 0, 0, 0, 0, 0, 9]), (44, [6, 0, 0, 6, 0, 0, 0, 9]),
            (44, [6, 0, 0, 1, 0, 0, 0, 9]),
        ] as [(UInt8, [UInt8])])
    func readsIPv6WithExtensionHeaders(type: UInt8, header: [UInt8]) throws {
        let packets = try packets("streaming-raw-ip.pcap")
        let file = pcap(.ipv6, packets) { packet in
            let segment = Array(packet.bytes.dropFirst(Int(packet.bytes[0] & 15) * 4))
            let length = segment.count + 8
            let source = Array(repeating: UInt8(0), count: 15) + [1]
            let destination: [UInt8] = [0x20, 1, 0xd, 0xb8] + Array(repeating: 0, count: 11) + [1]
            // Both ways between the same two addresses: the ports tell the sides apart.
            let isRequest = (segment[0], segment[1]) != (195, 136)
            return [0x60, 0, 0, 0, UInt8(length >> 8), UInt8(length & 255), type, 64]
                + (isRequest ? source + destination : destination + source) + header + segment
        }
        let (found, extractor) = extract(file)
        let isCut = header[3] & 1 != 0 && type == 44
        #expect(extractor.counts.fragments == (isCut ? packets.count : 0))
        if isCut { return #expect(found.isEmpty) }
        #expect(found.count == 6)
        #expect(found.first?.server.description == "[2001:db8::1]:50056")
        #expect(found.first?.client.description.hasPrefix("[::1]:") == true)
        #expect(found.map(\.request.messages.count) == [1, 1, 1, 10, 6, 1])
    }
}
