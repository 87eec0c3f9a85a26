import Foundation

/// How far a large file has been read, on standard error, for someone who waits.
///
/// Silent for small files and pipes, when standard error is no terminal, and when the output goes to one, where it shows
/// by itself that work goes on.
final class Progress {
    /// Smaller files are read before anyone wonders.
    private static let leastSize = 64 << 20
    /// Seconds between two looks at the clock's result.
    private static let interval = 0.25

    private let size: Int
    private var count = 0
    private var shown = Date()

    init?(_ input: InputFile) {
        guard isatty(STDERR_FILENO) == 1, isatty(STDOUT_FILENO) == 0,
            let size = input.size, size >= Self.leastSize
        else { return nil }
        self.size = size
    }

    /// Takes note of bytes that were read.
    func add(_ bytes: Int) {
        count += bytes
        guard -shown.timeIntervalSinceNow >= Self.interval else { return }
        shown = Date()
        let percent = min(100, count * 100 / size)
        write("\r\(percent) % of \(size >> 20) MB ")
    }

    /// Leaves the line as it was.
    deinit { write("\r\u{1B}[K") }

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
