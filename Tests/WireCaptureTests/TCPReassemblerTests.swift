import ByteText
import HTTPWire
import Testing

@testable import PacketWire
@testable import WireCapture

@Suite struct TCPReassemblerTests {
    private func segment(_ sequence: UInt32, isFIN: Bool = false, length: Int = 0) -> TCPSegment {
        let end = SocketAddress(address: .unknown, port: 0)
        return TCPSegment(
            source: end, destination: end, sequence: sequence, acknowledgement: nil, isSYN: false, isFIN: isFIN,
            isRST: false,
            payload: 0..<length, missing: 0)
    }

    /// What comes of a stream that begins with 1000.
    private func pieces(_ body: (inout TCPReassembler, (PlacedPiece) -> Void) -> Void) -> [String] {
        var reassembler = TCPReassembler()
        reassembler.begin(999)
        var pieces: [String] = []
        body(&reassembler) { placed in
            switch placed.piece {
            case .gap(let count): pieces.append("gap of \(count)")
            case .bytes(let bytes, _): pieces.append("\(bytes)")
            }
        }
        return pieces
    }

    /// The end takes a sequence number and is no byte: of ten missing ones before it, ten are missing.
    @Test func theEndIsNoByte() {
        let none: [UInt8] = []
        let pieces = pieces { reassembler, note in
            reassembler.add(segment(1010, isFIN: true), in: none.span, at: Arrival(packet: 1), note)
            reassembler.acknowledge(1011)
            #expect(reassembler.isWaiting && !reassembler.isOver)
            reassembler.giveUp(note)
            #expect(reassembler.isOver && !reassembler.isWaiting)
            reassembler.giveUp(note)
        }
        #expect(pieces == ["gap of 10"])
    }

    /// Waiting bytes come first, also right before the end.
    @Test func waitingBytesComeBeforeTheEnd() {
        let bytes: [UInt8] = [1, 2, 3, 4]
        let pieces = pieces { reassembler, note in
            reassembler.add(segment(1006, isFIN: true, length: 4), in: bytes.span, at: Arrival(packet: 1), note)
            reassembler.acknowledge(1011)
            reassembler.giveUp(note)
            #expect(reassembler.isOver && !reassembler.isWaiting)
        }
        #expect(pieces == ["gap of 6", "[1, 2, 3, 4]"])
    }

    /// Where the other side has acknowledged less, bytes that overtake their SYN wait for those before them.
    @Test func bytesBeforeTheSYN() {
        var reassembler = TCPReassembler()
        reassembler.acknowledge(1000)
        reassembler.acknowledge(1002)
        reassembler.beginAtAcknowledgement()
        let bytes: [UInt8] = [1, 2, 3, 4]
        let packet = bytes[...]
        var sequences: [UInt32] = []
        let note = { (placed: PlacedPiece) in sequences.append(placed.sequence) }
        reassembler.add(segment(1002, length: 2), in: packet.span, at: Arrival(packet: 1), note)
        #expect(sequences.isEmpty)
        reassembler.begin(999)
        reassembler.add(segment(1000, length: 2), in: packet.span, at: Arrival(packet: 2), note)
        #expect(sequences == [1000, 1002])
    }

    /// At the end of the capture, bytes are missing up to what the other side has acknowledged, and up to a later segment
    /// without bytes, which says how many were sent. Numbers far away are no evidence, nor are repeated ones.
    @Test(
        arguments: [
            (acknowledged: 1000, empty: [], gaps: []), (1010, [], [10]), (1000, [1010], [10]), (1005, [1010], [10]),
            (1000, [999, 1000], []), (1000, [1000 + 5 << 20], []), (1000, [1010, 1000], [10]),
        ] as [(acknowledged: UInt32, empty: [UInt32], gaps: [Int])], [false, true])
    func missesWhatWasSent(_ row: (acknowledged: UInt32, empty: [UInt32], gaps: [Int]), isFIN: Bool) {
        let bytes: [UInt8] = [1, 2]
        let pieces = pieces { reassembler, note in
            reassembler.acknowledge(row.acknowledged)
            for sequence in row.empty {
                reassembler.add(segment(sequence, isFIN: isFIN), in: bytes.span, at: Arrival(packet: 1), note)
            }
            reassembler.finish(note)
        }
        #expect(pieces == row.gaps.map { "gap of \($0)" })
    }

    /// Gaps behind one another are all counted, the one behind the last bytes too.
    @Test func countsEachGapAtTheEnd() {
        let bytes: [UInt8] = [1, 2]
        let pieces = pieces { reassembler, note in
            for sequence: UInt32 in [1003, 1010] {
                reassembler.add(segment(sequence, length: 2), in: bytes.span, at: Arrival(packet: 1), note)
            }
            reassembler.acknowledge(1013)
            reassembler.finish(note)
        }
        #expect(pieces == ["gap of 3", "[1, 2]", "gap of 5", "[1, 2]", "gap of 1"])
    }
}
