import CallViews
import ConsoleText
import WireCapture
import WireDoctor

/// Takes calls as they are read from a capture.
protocol CallReceiver: AnyObject {
    func take(_ call: CapturedCall) throws
    /// Writes out everything that was taken so far.
    func show()
    /// Called after the last call and ``show()``, with how many were read, and how many of them were taken.
    func finish(seen: Int, taken: Int)
}

extension CallReceiver {
    func show() {}
    func finish(seen: Int, taken: Int) {}
}

/// Prints calls as a list, and a summary.
final class ListReceiver: CallReceiver {
    /// Lines that are laid out together: as many are held before they are printed.
    private static let page = 256

    private var list: CallList
    private let redact: RedactionOptions.Redaction?
    private let console: Console

    init(_ list: CallList, _ redact: RedactionOptions.Redaction?, to console: Console) {
        (self.list, self.redact, self.console) = (list, redact, console)
    }

    func take(_ call: CapturedCall) {
        if let redact { list.add(redact(call)) } else { list.add(call) }
        let lines = list.take(least: Self.page)
        if !lines.isEmpty { console.output.write(utf8: lines) }
    }

    func show() {
        console.output.write(utf8: list.take())
        console.output.flush()
    }

    func finish(seen: Int, taken: Int) {
        if taken > 0 { console.notes.write("\(list.tally.text(of: seen))\n") }
    }
}

/// Prints calls in full.
final class SheetReceiver: CallReceiver {
    private let sheet: CallSheet
    private let redact: RedactionOptions.Redaction?
    private let output: FileSink
    private var isFirst = true

    init(_ sheet: CallSheet, _ redact: RedactionOptions.Redaction?, output: FileSink) {
        (self.sheet, self.redact, self.output) = (sheet, redact, output)
    }

    func take(_ call: CapturedCall) {
        if !isFirst { output.write("\n\n") }
        isFirst = false
        sheet.print(redact?(call) ?? call, to: output)
    }

    func show() { output.flush() }
}

/// Prints calls as JSON lines, which all processors format.
final class JSONReceiver: CallReceiver {
    /// Calls per job: enough that switching threads costs little.
    private static let batchCount = 64
    /// Bytes of calls per job, and of all unfinished jobs.
    private static let (batchSize, room) = (1 << 18, 1 << 20)

    private let writer: CallJSON
    private let redact: RedactionOptions.Redaction?
    private let output: FileSink
    private var jobs = ConcurrentJobs<[UInt8]>(limit: room)
    private var batch: [CapturedCall] = []
    private var size = 0

    init(_ writer: CallJSON, _ redact: RedactionOptions.Redaction?, output: FileSink) {
        (self.writer, self.redact, self.output) = (writer, redact, output)
    }

    func take(_ call: CapturedCall) {
        batch.append(call)
        size += call.footprint
        guard batch.count == Self.batchCount || size >= Self.batchSize else { return }
        startBatch()
        while jobs.isFull, let lines = jobs.next() { output.write(utf8: lines) }
    }

    private func startBatch() {
        guard !batch.isEmpty else { return }
        jobs.start(weight: size) { [batch, size, writer, redact] in
            var lines: [UInt8] = []
            // The JSON of a call seldom takes more than twice the memory of the call. Reserved at once, the text is not copied
            // while it grows.
            lines.reserveCapacity(2 * size)
            for call in batch {
                writer.append(redact?(call) ?? call, to: &lines)
                lines.append(UInt8(ascii: "\n"))
            }
            return lines
        }
        (batch, size) = ([], 0)
    }

    func show() {
        startBatch()
        while let lines = jobs.next() { output.write(utf8: lines) }
        output.flush()
    }
}

/// Writes messages to files, and with `writesStreams` also each direction of a call as it was sent.
final class FileReceiver: CallReceiver {
    private let folder: MessageFolder
    private let export: MessageExport
    private let redact: RedactionOptions.Redaction?
    private let writesStreams: Bool
    private let notes: FileSink
    private var messages = 0
    private var streams = 0

    init(
        _ folder: MessageFolder, export: MessageExport, _ redact: RedactionOptions.Redaction?,
        writesStreams: Bool, notes: FileSink
    ) {
        (self.folder, self.export, self.redact) = (folder, export, redact)
        (self.writesStreams, self.notes) = (writesStreams, notes)
    }

    func take(_ call: CapturedCall) throws {
        let call = redact?(call) ?? call
        for file in export.files(call) {
            try folder.write(file)
            messages += 1
        }
        guard writesStreams else { return }
        for file in export.streams(call) {
            try folder.write(file)
            streams += 1
        }
    }

    func finish(seen: Int, taken: Int) {
        if let first = folder.others.min() {
            notes.tell("\(folder.path): left in place: \(counted(folder.others.count, "other file")), such as \(first)")
        }
        guard messages + streams > 0 else { return }
        let files = counted(messages, "message") + (writesStreams ? " and " + counted(streams, "stream") : "")
        notes.write("\(files) of \(counted(taken, "call")) in \(folder.path)\n")
    }
}
