/// Reads the calls in a capture of packets.
final class PacketSource: CallSource {
    /// A single value, so that a piece of the file checks for exclusive access once.
    private var follower: ConnectionFollower
    private var seen = CaptureCounts()
    private let gaps: CaptureContext.Gaps

    init(
        queue: CallQueue, content: CallExtractor.Content = .whole, memoryLimit: Int = CallExtractor.memoryLimit
    ) {
        let context = CaptureContext(queue: queue, content: content)
        gaps = context.gaps
        follower = ConnectionFollower(context, memoryLimit: memoryLimit)
    }

    var counts: CaptureCounts {
        var counts = seen
        (counts.gaps, counts.missingBytes) = (gaps.count, gaps.bytes)
        counts.droppedPackets = follower.droppedPackets
        return counts
    }

    func append(_ chunk: [UInt8]) throws(CaptureError) {
        var counts = seen
        // The receiver of a call may ask for the counts in the meantime.
        defer { seen = counts }
        try follower.append(chunk, &counts)
    }

    func finish() throws(CaptureError) { try follower.finish() }

    /// Memory that the connections hold together, in bytes.
    var footprint: Int { follower.footprint }
}
