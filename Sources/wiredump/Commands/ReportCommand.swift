import CallViews
import ArgumentParser
import ConsoleText
import SystemPackage
import WireCapture
import WireDoctor
import WireReport

/// `wiredump report [FILE] -o PAGE`
struct ReportCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Makes a page for a browser of a capture.",
        discussion: """
            EXAMPLES:
              wiredump report shift.pcapng -o shift.html
              wiredump report --redact shift.pcapng -o ticket.html
              wiredump report --trip trip-7 shift.pcapng -o trip.html

            One file that loads nothing: the calls over time, how often each
            vehicle reported where it is, a map of routes and places, findings,
            and every call with headers and messages, to be searched and
            filtered. Tokens are left out; ids, places and messages are as
            captured, unless --redact is given. FILE is what "wiredump capture"
            reads.

            Of very large captures the page has what a browser can hold (120000
            calls, 16 MiB of their content, 16 KiB of a message), and says what
            is missing.
            """)

    @Argument(help: .files("The capture; several files, or a folder of them, are read as one."), completion: .file())
    var files: [String] = []

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("The file for the page; - is standard output.", valueName: "page"), completion: .file())
    var output: String

    @Flag(help: "Replace the file for the page, if it is such a page.")
    var force = false

    @OptionGroup var filterOptions: CallFilterOptions
    @OptionGroup var keyOptions: KeyOptions
    @OptionGroup var redaction: RedactionOptions
    @OptionGroup var schemaOptions: SchemaOptions

    func run(_ console: Console) throws {
        let inputs = try redaction.open(captures: files)
        let page =
            output == "-"
            ? nil
            : try OutputFile(
                output, isForced: force, kind: "a page of wiredump report", input: inputs[0],
                isOfKind: CaptureReport.isPage(head:))
        let schema = try schemaOptions.schema(console.notes)
        var report = CaptureReport(schema)
        var doctor = CaptureDoctor(schema: schema)
        let redactor = try redaction.redactor()
        var capture = CaptureInput(inputs: inputs, extractor: try keyOptions.extractor(schema))
        let name = FilePath(capture.name).lastComponent?.string ?? capture.name
        let filter = filterOptions.filter(schema)
        try capture.forEach { call in
            let isSelected = filter.accepts(call)
            let shown = redactor?.redact(call, schema: schema)
            if isSelected { report.add(shown ?? call) }
            doctor.examine(call, isSelected: isSelected, shown: shown)
        }
        capture.tellRemarks(console.notes)
        let kept = redaction.keptSentence?.description
        let selection = filter.redacted(redactor).text.map {
            "The page has \(report.count) of \(counted(capture.count, "call")): \($0)."
        }
        let problem = capture.problem ?? (report.count == 0 ? capture.mismatch : nil)
        let remarks =
            [kept, selection].compactMap { $0 } + capture.remarks + [problem?.description].compactMap { $0 }
        let damage = problem.map { CommandError("\(capture.name): \($0)", ExitStatus.damaged) }
        if let damage, capture.extractor.form == nil { throw damage }
        let findings = doctor.finish(capture.counts).findings
        try report.page(name: name, findings: findings, remarks: remarks) { piece in
            if let page { try page.write(piece) } else { console.output.write(utf8: piece) }
        }
        try page?.complete()
        let content = "\(counted(report.count, "call")) and \(counted(findings.count, "finding"))"
        let place = output == "-" ? "standard output" : output
        console.notes.tell("\(place): a page of \(content)")
        if let damage { throw damage }
    }
}
