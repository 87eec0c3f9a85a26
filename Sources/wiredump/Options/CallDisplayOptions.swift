import ArgumentParser
import CallViews
import ConsoleText
import ProtobufSchema
import SystemPackage
import WireCapture
import WireInspect

/// The options of how calls are shown: those of captures and of live traffic.
struct CallDisplayOptions: ParsableArguments {
    @Flag(help: "Open every call that the filters let through.")
    var open = false

    @Flag(name: [.long, .customShort("a")], help: "In opened calls, leave nothing out of long lists and strings.")
    var all = false

    @Flag(help: "Print JSON, for scripts: a line per call.")
    var json = false

    func validate() throws {
        if json, open { throw usageError("--json and --open are two ways to show a call; choose one.") }
    }

    /// Whether calls are shown as a list, which needs no messages as long as the filter does not ask for names in them.
    private func showsList(_ filter: CallFilter) -> Bool { !json && !open && filter.numbers.isEmpty }

    /// The parts of calls that are needed.
    func content(_ filter: CallFilter) -> CallExtractor.Content {
        showsList(filter) && !filter.asksForSubjects ? .listing : .whole
    }

    /// The receiver that shows the calls.
    ///
    /// - Parameter showsFiles: Whether the list names the file of each call.
    func receiver(
        for filter: CallFilter, _ writer: CallJSON, _ schema: Schema, redact: RedactionOptions.Redaction?,
        palette: Palette, showsFiles: Bool = false, to console: Console
    ) -> any CallReceiver {
        if json { return JSONReceiver(writer: writer, redact: redact, output: console.output) }
        if showsList(filter) {
            let list = CallList(
                palette: palette, columns: FileDescriptor.standardOutput.columns, showsFiles: showsFiles)
            return ListReceiver(list: list, redact: redact, console: console)
        }
        var options = TreeOptions()
        options.showsAll = all
        options.palette = palette
        return SheetReceiver(sheet: CallSheet(schema, options: options), redact: redact, output: console.output)
    }
}
