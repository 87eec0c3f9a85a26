/// What all connections of a capture share.
struct CaptureContext {
    /// Where their calls go.
    let queue: CallQueue
    /// What their calls hold.
    let content: CallExtractor.Content
    /// Memory to read their header blocks in.
    let workspace = HeaderDecoder.Workspace()
    /// What is missing in them.
    let gaps = Gaps()

    /// Bytes that were sent over the connections, and are not in the capture.
    final class Gaps {
        /// In how many places they are missing.
        private(set) var count = 0
        private(set) var bytes = 0

        func add(_ bytes: Int) {
            count += 1
            self.bytes += bytes
        }
    }
}
