import ProtobufSchema
import WireCapture
import WireInspect

/// Does something with calls as they come out of a capture.
protocol CallReceiver: AnyObject {
    func take(_ call: CapturedCall) throws
    /// Lets whoever watches see what was taken so far.
    func show()
    /// No call comes any more.
    func finish(_ tally: CaptureRun.Tally)
}

extension CallReceiver {
    func show() {}
    func finish(_ tally: CaptureRun.Tally) {}
}

/// Prints the list, and what it adds up to.
final class ListReceiver: CallReceiver {
    /// Lines that share their columns; so many are held before they are printed.
    private static let page = 256

    private var list: CallList
    private let output: FileSink
    private let notes: FileSink

    init(_ palette: Palette, _ console: Console) {
        list = CallList(palette: palette)
        (output, notes) = (console.output, console.notes)
    }

    func take(_ call: CapturedCall) {
        list.add(call)
        if list.count >= Self.page { output.write(list.take()) }
    }

    func show() {
        output.write(list.take())
        output.flush()
    }

    func finish(_ tally: CaptureRun.Tally) {
        show()
        guard tally.taken > 0 else { return }
        notes.write(list.tally.text(of: tally.seen) + "\n")
    }
}

/// Prints calls in full.
final class SheetReceiver: CallReceiver {
    private let sheet: CallSheet
    private let output: FileSink
    private var isFirst = true

    init(_ sheet: CallSheet, output: FileSink) {
        self.sheet = sheet
        self.output = output
    }

    func take(_ call: CapturedCall) {
        if !isFirst { output.write("\n\n") }
        isFirst = false
        sheet.print(call, to: output)
    }

    func show() { output.flush() }
}

/// Prints JSON lines.
final class JSONReceiver: CallReceiver {
    private let writer: CallJSON
    private let output: FileSink

    init(_ writer: CallJSON, output: FileSink) {
        self.writer = writer
        self.output = output
    }

    func take(_ call: CapturedCall) {
        output.write(writer.bytes(call))
        output.write("\n")
    }

    func show() { output.flush() }
}

/// Writes messages to files, and whole directions of calls if that is wanted.
final class FileReceiver: CallReceiver {
    private let folder: MessageFolder
    private let export: MessageExport
    private let writesStreams: Bool
    private let notes: FileSink
    private var messages = 0
    private var streams = 0

    init(_ folder: MessageFolder, export: MessageExport, writesStreams: Bool, notes: FileSink) {
        self.folder = folder
        self.export = export
        self.writesStreams = writesStreams
        self.notes = notes
    }

    func take(_ call: CapturedCall) throws {
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

    func finish(_ tally: CaptureRun.Tally) {
        folder.close()
        guard messages + streams > 0 else { return }
        let files = counted(messages, "message") + (writesStreams ? " and " + counted(streams, "stream") : "")
        notes.write("\(files) of \(counted(tally.taken, "call")) in \(folder.path)\n")
    }
}
