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
}
