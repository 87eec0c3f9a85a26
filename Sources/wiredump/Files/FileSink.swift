import ArgumentParser
import ConsoleText
import SystemPackage

/// Writes text to a file or pipe in large pieces.
final class FileSink: TextSink {
    private let descriptor: FileDescriptor
    /// Progress to show while the sink writes.
    var progress: Progress?
    /// Called when nothing more can be written, in place of the end of the process; what follows is not written.
    var onClose: (() -> Void)?
    /// The exit code for the error that has ended writing; `nil` also where the reader has closed the pipe.
    private(set) var failure: ExitCode?
    private var isClosed = false
    private var buffer: [UInt8] = []
    private static let size = 64 << 10
    private static let partSize = 1 << 20

    init(_ descriptor: FileDescriptor) {
        self.descriptor = descriptor
        buffer.reserveCapacity(Self.size + 4096)
    }

    func write(_ text: SafeText) {
        buffer.append(contentsOf: text.description.utf8)
        if buffer.count >= Self.size { flush() }
    }

    func write(utf8 text: [UInt8]) {
        if text.count < Self.size {
            buffer.append(contentsOf: text)
            if buffer.count >= Self.size { flush() }
        } else {
            flush()
            send(text)
        }
    }

    /// Writes a sentence for the user.
    func tell(_ sentence: SafeText) { write("wiredump: \(sentence)\n") }

    /// Writes sentences for the user to standard error at once, from any thread, if it can be written to.
    static func note(_ sentences: [SafeText]) {
        let notes = FileSink(.standardError)
        notes.onClose = {}
        for sentence in sentences { notes.tell(sentence) }
        notes.flush()
    }

    /// Passes everything to the system. Where that fails, the process ends unless ``onClose`` is set: without a message when
    /// the reader has closed the pipe.
    func flush() {
        guard !buffer.isEmpty else { return }
        send(buffer)
        buffer.removeAll(keepingCapacity: true)
    }

    private func send(_ bytes: [UInt8]) {
        do {
            // In parts, so that the progress is updated.
            for start in stride(from: 0, to: bytes.count, by: Self.partSize) where !isClosed {
                let part = bytes[start..<min(start + Self.partSize, bytes.count)]
                try descriptor.writeAll(part)
                progress?.add(part.count)
            }
        } catch {
            // `head` and pagers close the pipe when they have enough.
            failure = error as? Errno == .brokenPipe ? nil : ExitStatus.noWriting
            if failure != nil, descriptor == .standardOutput { Self.note(["standard output: \("\(error)")"]) }
            guard let onClose else { Wiredump.exit(withError: failure) }
            isClosed = true
            onClose()
        }
    }

    /// Passes everything to the system and clears the progress. The file stays open.
    func finish() {
        flush()
        progress?.clear()
    }
}
