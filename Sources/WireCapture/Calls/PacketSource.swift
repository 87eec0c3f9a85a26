import HTTPWire

/// Reads the calls in a capture of packets.
final class PacketSource: CallSource {
    /// A single value, so that a piece of the file checks for exclusive access once.
    private var follower: ConnectionFollower
    private var packetCounts = CaptureCounts()
    private let workspace: HPACKDecoder.Workspace

    init(
        queue: CallQueue, content: CallExtractor.Content = .whole, decryption: (any CaptureDecryption)? = nil,
        memoryLimit: Int = CallExtractor.memoryLimit
    ) {
        let context = CaptureContext(queue: queue, content: content, decryption: decryption)
        workspace = context.workspace
        follower = ConnectionFollower(context, memoryLimit: memoryLimit)
    }

    var counts: CaptureCounts {
        var counts = packetCounts
        counts.limitedHeaderBlocks = workspace.limitedBlocks
        return counts
    }

    func append(_ chunk: [UInt8]) throws(CaptureError) {
        // The receiver of a call may ask for the counts in the meantime.
        var counts = packetCounts
        defer { packetCounts = counts }
        try follower.append(chunk, &counts)
    }

    func finish() throws(CaptureError) { try follower.finish() }

    /// Memory that the connections hold together, in bytes.
    var footprint: Int { follower.footprint }
}
