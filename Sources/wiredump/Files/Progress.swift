import SystemPackage

/// Shows on standard error how much of a large file was read, or how much output was written.
///
/// Nothing is shown for small files and for pipes, when standard error is no terminal, and when standard output is one.
final class Progress {
    /// Files below this size are read too quickly to show progress.
    private static let leastSize = 64 << 20
    /// Seconds between two updates of the line.
    private static let interval = 0.25

    /// Size of the file in bytes; `nil` for output, whose size is not known.
    private let size: Int?
    private var count = 0
    private var shown = Platform.now
    private var isVisible = false

    /// - Parameter input: The file that is read; `nil` shows the progress of output.
    init?(_ input: InputFile? = nil) {
        guard FileDescriptor.standardError.isTerminal, !FileDescriptor.standardOutput.isTerminal else { return nil }
        size = input?.size
        if input != nil, (size ?? 0) < Self.leastSize { return nil }
    }

    /// Counts bytes that were read or written.
    func add(_ bytes: Int) {
        count += bytes
        guard size != nil || count >= Self.leastSize, Platform.now - shown >= Self.interval else { return }
        shown = Platform.now
        isVisible = true
        write("\r\(size.map { "\(min(100, count * 100 / $0)) % of \($0 >> 20) MB" } ?? "\(count >> 20) MB written") ")
    }

    /// Erases the line.
    func clear() {
        if isVisible { write("\r\u{1B}[K") }
        isVisible = false
    }

    deinit { clear() }

    private func write(_ text: String) {
        // Progress that cannot be shown is no error.
        _ = try? FileDescriptor.standardError.writeAll(text.utf8)
    }
}
