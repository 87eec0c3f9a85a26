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
        (.ipv4, []), (LinkType(rawValue: 12), []),
    ]

    @Test(arguments: wrappings.indices)
    func findsTheCalls(_ index: Int) throws {
        let packets = try packets("streaming-raw-ip.pcap")
        let (link, header) = Self.wrappings[index]
        #expect(lines(pcap(link, packets) { header + $0.bytes }) == lines(pcap(.raw, packets)))
    }

    @Test func readsIPv6WithExtensionHeaders() throws {
        let packets = try packets("streaming-raw-ip.pcap")
        let file = pcap(.ipv6, packets) { packet in
            let segment = Array(packet.bytes.dropFirst(Int(packet.bytes[0] & 15) * 4))
            let length = segment.count + 8
            let source = Array(repeating: UInt8(0), count: 15) + [1]
            let destination: [UInt8] = [0x20, 1, 0xd, 0xb8] + Array(repeating: 0, count: 11) + [1]
            // Both ways between the same two addresses: the ports tell the sides apart.
            let isRequest = (segment[0], segment[1]) != (195, 136)
            return [0x60, 0, 0, 0, UInt8(length >> 8), UInt8(length & 255), 60, 64]
                + (isRequest ? source + destination : destination + source) + [6, 0, 1, 4, 0, 0, 0, 0] + segment
        }
        let found = calls(file).calls
        #expect(found.count == 6)
        #expect(found.first?.server.description == "[2001:db8::1]:50056")
        #expect(found.first?.client.description.hasPrefix("[::1]:") == true)
        #expect(found.map(\.request.messages.count) == [1, 1, 1, 10, 6, 1])
    }
}
