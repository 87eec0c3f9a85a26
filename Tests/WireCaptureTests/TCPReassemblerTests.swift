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

    /// The end takes a sequence number and is no byte: of ten missing ones before it, ten are missing.
    @Test func theEndIsNoByte() {
        var reassembler = TCPReassembler()
        reassembler.begin(999)
        let none: [UInt8] = []
        let packet = none[...]
        var gaps: [Int] = []
        let note = { (placed: PlacedPiece) in
            if case .gap(let count) = placed.piece { gaps.append(count) }
        }
        reassembler.add(segment(1010, isFIN: true), in: packet.span, at: Arrival(packet: 1), note)
        reassembler.acknowledge(1011)
        #expect(reassembler.isWaiting && !reassembler.isOver)
        reassembler.giveUp(note)
        #expect(gaps == [10])
        #expect(reassembler.isOver && !reassembler.isWaiting)
        reassembler.giveUp(note)
        #expect(gaps == [10])
    }

    /// Waiting bytes come first, also right before the end.
    @Test func waitingBytesComeBeforeTheEnd() {
        var reassembler = TCPReassembler()
        reassembler.begin(999)
        let bytes: [UInt8] = [1, 2, 3, 4]
        let packet = bytes[...]
        var pieces: [String] = []
        let note = { (placed: PlacedPiece) in
            switch placed.piece {
            case .gap(let count): pieces.append("gap of \(count)")
            case .bytes(let bytes, _): pieces.append("\(bytes)")
            }
        }
        reassembler.add(segment(1006, isFIN: true, length: 4), in: packet.span, at: Arrival(packet: 1), note)
        reassembler.acknowledge(1011)
        reassembler.giveUp(note)
        #expect(pieces == ["gap of 6", "[1, 2, 3, 4]"])
        #expect(reassembler.isOver && !reassembler.isWaiting)
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
}
