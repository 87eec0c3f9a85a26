import HTTPWire

/// Reads the calls in a capture of packets.
final class PacketSource: CallSource {
    /// A single value, so that a piece of the file checks for exclusive access once.
    private var follower: ConnectionFollower
    private var packetCounts = CaptureCounts()
    private let context: CaptureContext

    init(
        queue: CallQueue, decryption: (any CaptureDecryption)? = nil, memoryLimit: Int = CallExtractor.memoryLimit,
        clockTolerance: Int64 = 0
    ) {
        context = CaptureContext(queue: queue, decryption: decryption, clockTolerance: clockTolerance)
        follower = ConnectionFollower(context, memoryLimit: memoryLimit)
    }

    var counts: CaptureCounts {
        var counts = packetCounts
        counts.limitedHeaderBlocks = context.workspace.limitedBlocks
        return counts
    }

    func append(_ chunk: [UInt8]) throws(CaptureError) {
        // The receiver of a call may ask for the counts in the meantime.
        var counts = packetCounts
        defer { packetCounts = counts }
        try follower.append(chunk, &counts)
    }

    /// Takes the packets of several files.
    ///
    /// - Parameter goesOn: Asked after each packet; false stops reading.
    func append(_ files: [OpenCaptureFile], while goesOn: () -> Bool) throws -> [(file: String, failure: CaptureError)]
    {
        var merge = try PacketMerge(files)
        repeat {
            for keyLog in merge.takeKeyLogs() { context.decryption?.add(keyLog: keyLog) }
            var counts = packetCounts
            let isThere = try merge.next { packet, file in
                context.queue.file = files[file].name
                let bytes = packet.bytes[...]
                follower.take(packet.place, in: bytes.span, isCopy: packet.isCopy, &counts)
            }
            packetCounts = counts
            guard isThere else { break }
        } while goesOn()
        packetCounts.droppedPackets = merge.droppedPackets
        return merge.failures
    }

    func finish() throws(CaptureError) { try follower.finish() }

    var footprint: Int { follower.footprint }
}
