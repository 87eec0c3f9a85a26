import FleetWire
import TLSWire

/// Key logs: the same secrets are found however the log arrives. Input: size of pieces, log.
func fuzzKeyLog(_ input: Span<UInt8>) {
    var choices = Choices(input)
    let size = choices.byte() % 64 + 1
    let log = choices.rest.array
    let (whole, pieces) = (TLSDecryption(), TLSDecryption())
    whole.add(keyLog: log)
    for start in stride(from: 0, to: log.count, by: size) {
        pieces.append(keyLog: Array(log[start..<min(start + size, log.count)]))
    }
    pieces.add(keyLog: [])
    expectEqual(pieces.secretCount, whole.secretCount, "pieces of \(size) bytes give other secrets")
    expect(whole.secretCount <= log.count / 100, "more secrets than fit into the log")
}

/// A TLS connection with a key log: neither the size of pieces nor a loss behind them changes what was decrypted before.
/// Input: size of pieces, place and length of a loss, length of the key log in eights, further pieces of both sides, each
/// behind its side and length; at the end the log.
func fuzzTLS(_ input: Span<UInt8>) {
    var choices = Choices(input)
    let size = choices.byte() % 64 + 1
    let (lossAt, loss) = (choices.byte(), choices.byte())
    let logLength = choices.byte() * 8
    let bytes = choices.rest.array
    let log = Array(bytes.suffix(logLength))
    var flights: [(side: Int, bytes: [UInt8])] = []
    var rest = bytes.dropLast(logLength)
    while rest.count > 3 {
        let head = Array(rest.prefix(3))
        rest = rest.dropFirst(3)
        let length = Int(head[1]) << 8 | Int(head[2])
        flights.append((Int(head[0]) % 2, Array(rest.prefix(length))))
        rest = rest.dropFirst(length)
    }
    let whole = decrypt(flights, log, pieces: .max)
    expectEqual(decrypt(flights, log, pieces: size), whole, "pieces of \(size) bytes give other bytes")
    guard flights.indices.contains(lossAt) else { return }
    var cut = flights
    cut[lossAt].bytes.removeFirst(min(loss, cut[lossAt].bytes.count))
    let lossy = decrypt(cut, log, pieces: size, lossAt: lossAt, loss)
    for side in 0...1 where lossAt > 0 {
        let before = decrypt(Array(flights[..<lossAt]), log, pieces: .max)
        expect(lossy[side].starts(with: before[side]), "a loss changes what came before")
    }
}

/// The application data of both sides.
private func decrypt(
    _ flights: [(side: Int, bytes: [UInt8])], _ log: [UInt8], pieces: Int, lossAt: Int = -1, _ loss: Int = 0
) -> [[UInt8]] {
    let decryption = TLSDecryption()
    decryption.add(keyLog: log)
    let connection = decryption.makeConnection()
    var data: [[UInt8]] = [[], []]
    func take(_ piece: DecryptedPiece) {
        if case .bytes(let bytes) = piece.content { data[piece.side] += bytes }
    }
    for (index, flight) in flights.enumerated() {
        if index == lossAt { connection.lose(loss, from: flight.side) }
        var start = 0
        while start < flight.bytes.count {
            let piece = flight.bytes[start..<(start + min(pieces, flight.bytes.count - start))]
            connection.take(piece.span, from: flight.side, take)
            start += piece.count
        }
    }
    connection.finish(take)
    return data
}
