import HTTPWire

/// The parts that all connections of a capture share.
struct CaptureContext {
    /// The queue that takes the calls.
    let queue: CallQueue
    /// The parts of messages that calls keep.
    let content: CallExtractor.Content
    /// Decrypts TLS connections; without it, they are ignored.
    var decryption: (any CaptureDecryption)?
    /// Memory to read header blocks in.
    let workspace = HPACKDecoder.Workspace()
}
