import SystemPackage

/// How far a large file has been read, or how much was written, on standard error, for someone who waits.
///
/// Silent for little of it and for pipes that are read, when standard error is no terminal, and when the output goes to
/// one, where it shows by itself that work goes on.
final class Progress {
    /// Smaller files are read before anyone wonders.
    private static let leastSize = 64 << 20
    /// Seconds between two looks at the clock's result.
    private static let interval = 0.25

    /// Of the file; `nil` where it is not known how much will be written.
    private let size: Int?
    private var count = 0
    private var shown = Platform.now
    private var isVisible = false

    init?(_ input: InputFile) {
        guard Self.isOfUse, let size = input.size, size >= Self.leastSize else { return nil }
        self.size = size
    }

    /// Of output.
    init?() {
        guard Self.isOfUse else { return nil }
        size = nil
    }

    private static var isOfUse: Bool {
        FileDescriptor.standardError.isTerminal && !FileDescriptor.standardOutput.isTerminal
    }

    /// Takes note of bytes that were read or written.
    func add(_ bytes: Int) {
        count += bytes
        guard size != nil || count >= Self.leastSize, Platform.now - shown >= Self.interval else { return }
        shown = Platform.now
        isVisible = true
        write("\r\(size.map { "\(min(100, count * 100 / $0)) % of \($0 >> 20) MB" } ?? "\(count >> 20) MB written") ")
    }

    /// Leaves the line as it was.
    func clear() {
        if isVisible { write("\r\u{1B}[K") }
        isVisible = false
    }

    deinit { clear() }

    private func write(_ text: String) {
        // Nobody misses a line that cannot be shown.
        _ = try? FileDescriptor.standardError.writeAll(text.utf8)
    }
}
