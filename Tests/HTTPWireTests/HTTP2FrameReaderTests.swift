import ByteText
import Testing

@testable import HTTPWire

@Suite struct HTTP2FrameReaderTests {
    /// A double of 2.0 in a message looks like an empty frame, of which nobody sends any.
    @Test(
        arguments: [
            ([0x11, 0, 0, 0, 0, 0, 0, 0x40, 0x52, 0x09], false), ([3, 0, 0, 0, 0, 1, 0, 0, 0, 5], true),
        ] as [([UInt8], Bool)])
    func findsFramesAmongOtherBytes(bytes: [UInt8], isFrame: Bool) {
        var reader = HTTP2FrameReader(isFromStart: false)
        var index = 0
        _ = reader.next(in: bytes.span, from: &index, at: Arrival(packet: 1))
        #expect((reader.state == .frames) == isFrame)
    }

    /// A block that is lost may have changed the dynamic table, so that its entries are not known: RFC 7541, section 2.3.2.
    @Test func headersBehindALostBlockAreNotKnown() {
        func frame(_ stream: UInt8, _ block: [UInt8]) -> [UInt8] {
            [0, 0, UInt8(block.count), 1, 4, 0, 0, 0, stream] + block
        }
        var receiver = HTTP2Receiver(isFromStart: true, workspace: HPACKDecoder.Workspace())
        func names(in bytes: [UInt8]) -> [String?] {
            var (index, names): (Int, [String?]) = (0, [])
            let slice = bytes[...]
            while let event = receiver.next(in: slice.span, from: &index, at: Arrival(packet: 1)) {
                if case .headers(_, let block, _) = event { names += block.map(\.name) }
            }
            return names
        }
        let settings: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0]
        let first = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + settings + frame(1, [0x40, 1, 0x61, 1, 0x62])
        #expect(names(in: first) == ["a"])
        #expect(names(in: frame(3, [0xbe])) == ["a"])
        // The frame header is there, and not the block with the header "c: d".
        #expect(names(in: Array(frame(5, [0x40, 1, 0x63, 1, 0x64]).prefix(9))) == [])
        _ = receiver.lose(5)
        #expect(names(in: frame(7, [0xbe])) != ["a"])
    }
}
