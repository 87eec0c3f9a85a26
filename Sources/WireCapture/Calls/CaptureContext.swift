import HTTPWire

/// The parts that all connections of a capture share.
struct CaptureContext {
    /// The queue that takes the calls.
    let queue: CallQueue
    /// The parts of messages that calls keep.
    let content: CallExtractor.Content
    /// Decrypts TLS connections; without it, they are ignored.
    var decryption: (any CaptureDecryption)?
    /// The file that is being read, where there are several.
    var origin = CallOrigin()
    /// Memory to read header blocks in.
    let workspace = HPACKDecoder.Workspace()
}

/// The file that calls come from, where a capture consists of several.
final class CallOrigin {
    var file: String?
}
