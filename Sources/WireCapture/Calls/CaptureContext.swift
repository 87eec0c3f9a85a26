/// What all connections of a capture share.
struct CaptureContext {
    /// Where their calls go.
    let queue: CallQueue
    /// What their calls hold.
    let content: CallExtractor.Content
    /// Memory to read their header blocks in.
    let workspace = HeaderDecoder.Workspace()
}
