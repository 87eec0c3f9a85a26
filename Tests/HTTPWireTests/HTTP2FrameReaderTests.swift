import ByteText
import TestSupport
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

    /// RFC 9113: RST_STREAM is of a stream and has four bytes (6.4); frames of types that are not known are possible (5.5), up
    /// to the size that every receiver takes (4.2).
    @Test(
        arguments: [
            ([0, 0, 4, 3, 0, 0, 0, 0, 1], true), ([0, 0, 4, 3, 0, 0, 0, 0, 0], false),
            ([0, 0, 5, 3, 0, 0, 0, 0, 1], false), ([0, 0x40, 0, 0x20, 0, 0, 0, 0, 1], true),
            ([0, 0x40, 1, 0x20, 0, 0, 0, 0, 1], false),
        ] as [([UInt8], Bool)])
    func framesThatTheProtocolForbidsAreNotPossible(bytes: [UInt8], isPossible: Bool) {
        let header = HTTP2FrameHeader(bytes.span, at: 0)
        #expect(header.isPossible == isPossible)
    }

    /// Frames of unknown types are ignored (RFC 9113, section 5.5), in whatever pieces they come.
    @Test(arguments: [1, 7, 10, 19, 40, 100]) func whatIsBehindAnUnknownFrameIsRead(pieces: Int) {
        var receiver = HTTP2Receiver(isFromStart: true, workspace: HPACKDecoder.Workspace())
        let stream =
            http2Preface + http2Frame(4) + http2Frame(0x20, stream: 1, [UInt8](repeating: 0, count: 50))
            + http2Frame(1, flags: 4, stream: 1, http2Header("a", "b"))
        var names: [String?] = []
        for piece in stream.parts(of: pieces) {
            var index = 0
            while let event = receiver.next(in: piece.span, from: &index, at: Arrival(packet: 1)) {
                if case .headers(_, let block, _) = event { names += block.map(\.name) }
            }
        }
        #expect(names == ["a"])
    }

    /// The preface is the first that a client sends (RFC 9113, section 3.4), but for what it has told a proxy before.
    @Test(arguments: [(100, true), (HTTP2FrameReader.openingLimit, false)])
    func thePrefaceIsInTheBeginning(before: Int, isFound: Bool) {
        var reader = HTTP2FrameReader(isFromStart: true)
        for piece in [[UInt8](repeating: 1, count: before), http2Preface + http2Frame(4)] {
            var index = 0
            while reader.next(in: piece.span, from: &index, at: Arrival(packet: 1)) != nil {}
            #expect(index == piece.count)
        }
        #expect(reader.state == (isFound ? .frames : .ignored))
    }

    /// A block that is lost may have changed the dynamic table, so that its entries are not known: RFC 7541, section 2.3.2.
    /// So may one whose padding is longer than its frame: RFC 9113, section 6.2.
    @Test(arguments: [false, true]) func headersBehindALostBlockAreNotKnown(isPadded: Bool) {
        func frame(_ stream: Int, _ block: [UInt8]) -> [UInt8] { http2Frame(1, flags: 4, stream: stream, block) }
        var receiver = HTTP2Receiver(isFromStart: true, workspace: HPACKDecoder.Workspace())
        func names(in bytes: [UInt8]) -> [String?] {
            var (index, names): (Int, [String?]) = (0, [])
            let slice = bytes[...]
            while let event = receiver.next(in: slice.span, from: &index, at: Arrival(packet: 1)) {
                if case .headers(_, let block, _) = event { names += block.map(\.name) }
            }
            return names
        }
        #expect(names(in: http2Preface + http2Frame(4) + frame(1, [0x40, 1, 0x61, 1, 0x62])) == ["a"])
        #expect(names(in: frame(3, [0xbe])) == ["a"])
        if isPadded {
            // Seven bytes of padding, where only five are left.
            #expect(names(in: http2Frame(1, flags: 12, stream: 5, [7, 0x40, 1, 0x63, 1, 0x64])) == [])
        } else {
            // The frame header is there, and not the block with the header "c: d".
            #expect(names(in: Array(frame(5, [0x40, 1, 0x63, 1, 0x64]).prefix(9))) == [])
            _ = receiver.lose(5)
        }
        #expect(names(in: frame(7, [0xbe])) != ["a"])
    }
}
