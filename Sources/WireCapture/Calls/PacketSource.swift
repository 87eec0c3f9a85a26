/// Makes calls of the packets in a capture.
final class PacketSource: CallSource {
    /// In one value, so that a piece of the file asks once for the right to change it.
    private var follower: ConnectionFollower
    private(set) var counts = CaptureCounts()

    init(
        queue: CallQueue, content: CallExtractor.Content = .whole, memoryLimit: Int = CallExtractor.memoryLimit
    ) {
        follower = ConnectionFollower(CaptureContext(queue: queue, content: content), memoryLimit: memoryLimit)
    }

    func append(_ chunk: [UInt8]) throws(CaptureError) {
        var counts = counts
        // Whoever is given a call may ask for the counts in the meantime.
        defer { self.counts = counts }
        try follower.append(chunk, &counts)
    }

    func finish() throws(CaptureError) { try follower.finish() }

    /// Memory that the connections hold together, in bytes.
    var footprint: Int { follower.footprint }
}
