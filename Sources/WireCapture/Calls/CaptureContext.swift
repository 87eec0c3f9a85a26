import HTTPWire

/// The parts that all connections of a capture share.
struct CaptureContext {
    let queue: CallQueue
    /// Decrypts TLS connections; without it, they are ignored.
    var decryption: (any CaptureDecryption)?
    /// By how much the clocks of the files' recorders may differ, in nanoseconds; 0 where one file is read. What a packet of one
    /// file answers may come so much later from another file.
    var clockTolerance: Int64 = 0
    /// Memory to read header blocks in.
    let workspace = HPACKDecoder.Workspace()

    /// Packets of the whole capture in which frames may come that are late for their call: a reset that crosses the answer, an
    /// answer that crosses a reset, or the other side's answer to a reset connection.
    private static let lateness = 256

    /// The packet until which late frames are waited for; where several files are read, until the end.
    func due(behind packet: Int) -> Int { clockTolerance > 0 ? .max : packet + Self.lateness }
}
