import CallViews
import ConsoleText
import WireCapture
import WireDoctor

/// Takes calls as they are read from a capture.
protocol CallReceiver {
    mutating func take(_ call: CapturedCall) throws
    /// Writes out everything that was taken so far.
    mutating func show()
    /// Called after the last call and ``show()``, with how many were read, and how many of them were taken.
    func finish(seen: Int, taken: Int)
}

extension CallReceiver {
    func show() {}
    func finish(seen: Int, taken: Int) {}
}

/// Prints calls as a list, and a summary.
struct ListReceiver: CallReceiver {
    /// Lines that are laid out together: as many are held before they are printed.
    private static let page = 256

    var list: CallList
    let redact: RedactionOptions.Redaction?
    let console: Console

    mutating func take(_ call: CapturedCall) {
        if let redact { list.add(redact(call)) } else { list.add(call) }
        let lines = list.take(least: Self.page)
        if !lines.isEmpty { console.output.write(utf8: lines) }
    }

    mutating func show() {
        console.output.write(utf8: list.take())
        console.output.flush()
    }

    func finish(seen: Int, taken: Int) {
        if taken > 0 { console.notes.write("\(list.tally.text(of: seen))\n") }
    }
}

/// Prints calls in full.
struct SheetReceiver: CallReceiver {
    let sheet: CallSheet
    let redact: RedactionOptions.Redaction?
    let output: FileSink
    private(set) var isFirst = true

    mutating func take(_ call: CapturedCall) {
        if !isFirst { output.write("\n\n") }
        isFirst = false
        sheet.print(redact?(call) ?? call, to: output)
    }

    func show() { output.flush() }
}

/// Prints calls as JSON lines, which all processors format.
struct JSONReceiver: CallReceiver {
    /// Calls per job: enough that switching threads costs little.
    private static let batchCount = 64
    /// Bytes of calls per job, and of all unfinished jobs.
    private static let (batchSize, room) = (1 << 18, 1 << 20)

    let writer: CallJSON
    let redact: RedactionOptions.Redaction?
    let output: FileSink
    private(set) var jobs = ConcurrentJobs<[UInt8]>(limit: room)
    private(set) var batch: [CapturedCall] = []
    private(set) var size = 0

    mutating func take(_ call: CapturedCall) {
        batch.append(call)
        size += call.footprint
        guard batch.count == Self.batchCount || size >= Self.batchSize else { return }
        startBatch()
        while jobs.isFull, let lines = jobs.next() { output.write(utf8: lines) }
    }

    private mutating func startBatch() {
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

    mutating func show() {
        startBatch()
        while let lines = jobs.next() { output.write(utf8: lines) }
        output.flush()
    }
}

/// Writes messages to files, and with `writesStreams` also each direction of a call as it was sent.
struct FileReceiver: CallReceiver {
    let folder: MessageFolder
    let export: MessageExport
    let redact: RedactionOptions.Redaction?
    let writesStreams: Bool
    let notes: FileSink
    private(set) var messages = 0
    private(set) var streams = 0

    mutating func take(_ call: CapturedCall) throws {
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
