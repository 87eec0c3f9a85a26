/// A file of one form that arrives in pieces: what it holds goes to a ``CallQueue``.
protocol CallSource: AnyObject {
    /// Takes the next bytes of the file.
    func append(_ chunk: [UInt8]) throws(CaptureError)
    /// Says that the file has ended: calls that have not are handed out as far as they are known.
    func finish() throws(CaptureError)
    var counts: CaptureCounts { get }
}

/// What was seen of a file besides calls.
public struct CaptureCounts: Hashable, Sendable {
    /// Packets of a capture.
    public internal(set) var packets = 0
    /// Packets of which the capture has the beginning only.
    public internal(set) var cutPackets = 0
    /// Packets that whoever recorded them could not keep up with: see ``CaptureReader/droppedPackets``.
    public internal(set) var droppedPackets = 0
    /// Places of HTTP connections in which bytes are missing: of packets that were cut, or are not in the capture at all.
    public internal(set) var gaps = 0
    /// How many bytes they are.
    public internal(set) var missingBytes = 0
    /// Packets of those that complete a segment of TCP.
    public internal(set) var segments = 0
    /// TCP connections.
    public internal(set) var connections = 0
    /// Entries of a HAR file or a binary log.
    public internal(set) var entries = 0
    /// Exchanges of HTTP that are no gRPC, and so no calls.
    public internal(set) var passedOver = 0

    /// Whether packets are missing, or parts of some: of what is not in the capture nobody can say that it was not sent.
    public var lacksPackets: Bool { cutPackets > 0 || gaps > 0 || droppedPackets > 0 }
}

extension CaptureCounts: CustomStringConvertible {
    /// `99 packets and 1 TCP connection`, or `6 entries`; and how many exchanges of HTTP were no gRPC.
    public var description: String {
        func count(_ number: Int, _ one: String, _ several: String) -> String {
            "\(number) \(number == 1 ? one : several)"
        }
        let read =
            entries > 0
            ? count(entries, "entry", "entries")
            : count(packets, "packet", "packets") + " and " + count(connections, "TCP connection", "TCP connections")
        guard passedOver > 0 else { return read }
        return read + " with " + count(passedOver, "other exchange of HTTP", "other exchanges of HTTP")
    }
}
