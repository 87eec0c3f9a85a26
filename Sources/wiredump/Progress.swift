import Foundation

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
    private var shown = Date()
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

    private static var isOfUse: Bool { isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) == 0 }

    /// Takes note of bytes that were read or written.
    func add(_ bytes: Int) {
        count += bytes
        guard size != nil || count >= Self.leastSize, -shown.timeIntervalSinceNow >= Self.interval else { return }
        shown = Date()
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
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}

extension InputFile {
    /// The size of a regular file in bytes; `nil` for pipes and devices, whose end is not known.
    var size: Int? {
        var status = stat()
        // `fstat` fills the structure that it is given and keeps no pointer to it.
        guard unsafe fstat(handle.fileDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }
}
