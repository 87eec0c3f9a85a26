import HTTPWire

/// The parts that all connections of a capture share.
struct CaptureContext {
    /// Where calls go.
    let queue: CallQueue
    /// The parts of messages that calls keep.
    let content: CallExtractor.Content
    /// Memory to read header blocks in.
    let workspace = HPACKDecoder.Workspace()
    /// Bytes that are missing in the connections.
    let gaps = Gaps()

    /// Counts bytes that were sent over the connections, and are not in the capture.
    final class Gaps {
        /// The number of places in which bytes are missing.
        private(set) var count = 0
        private(set) var bytes = 0

        func add(_ bytes: Int) {
            count += 1
            self.bytes += bytes
        }
    }
}
