#if Live
import PacketWire
import Synchronization
import SystemPackage

/// Turns the connections that pass through this process into one capture, which is read from a pipe like any other.
///
/// Writing waits until the reader has taken what was written before, so that memory is bounded and the capture complete.
@available(macOS 15, *)
final class TrafficPipe: Sendable {
    private struct State {
        /// `nil` once the capture has ended.
        var end: FileDescriptor?
        var file = PcapWriter()
    }

    private let state: Mutex<State>
    private let calls = Mutex(0)
    private let time: @Sendable () -> Int64

    /// - Parameters:
    ///   - end: The end of a pipe, which is closed by ``close()``.
    ///   - time: The times of the packets, in nanoseconds since 1970.
    init(to end: FileDescriptor, time: @escaping @Sendable () -> Int64) {
        state = Mutex(State(end: end))
        self.time = time
        // The header of the file, so that a capture without connections is one, too.
        write { _, _ in }
    }

    /// Appends what `body` writes to the capture; nothing once the capture has ended.
    func write(_ body: (inout PcapWriter, _ time: Int64) -> Void) {
        state.withLock { state in
            guard let end = state.end else { return }
            body(&state.file, time())
            do {
                _ = try end.writeAll(state.file.take())
            } catch {
                // The reader has closed the pipe: it has what it wanted, or has failed and says why.
                state.end = nil
                try? end.close()
            }
        }
    }

    /// The number of calls that are open on all connections.
    var openCalls: Int { calls.withLock { $0 } }

    func addOpenCalls(_ change: Int) { calls.withLock { $0 += change } }

    /// Ends the capture.
    func close() {
        state.withLock { state in
            try? state.end?.close()
            state.end = nil
        }
    }
}
#endif
