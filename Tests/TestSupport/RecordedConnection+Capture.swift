package import PacketWire

/// The capture of a connection over which both sides send something in turns, and which they may close then.
package func recorded(
    _ sent: [(side: RecordedConnection.Side, bytes: [UInt8])], isClosed: Bool = false
) -> [UInt8] {
    let ends = [40000, 443].map { SocketAddress(address: NetworkAddress([10, 0, 0, 1]), port: $0) }
    var connection = RecordedConnection(client: ends[0], server: ends[1])
    var file = PcapWriter()
    for (side, bytes) in sent { connection.send(bytes, from: side, at: 0, to: &file) }
    for side in isClosed ? [RecordedConnection.Side.client, .server] : [] { connection.finish(side, at: 0, to: &file) }
    return file.take()
}
