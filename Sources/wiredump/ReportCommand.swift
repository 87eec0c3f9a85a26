import ArgumentParser
import FleetProtos
import Foundation
import ProtobufSchema
import WireCapture
import WireDoctor
import WireInspect
import WireReport

/// `wiredump report [FILE] -o PAGE`
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Makes a page for a browser of a capture.",
        discussion: """
            EXAMPLES:
              wiredump report shift.pcapng -o shift.html
              wiredump report --redact shift.pcapng -o ticket.html

            One file that loads nothing: the calls over time, how often each
            vehicle reported where it is, a map of routes and places, findings,
            and every call with headers and messages, to be searched and
            filtered. Tokens are left out; ids, places and messages are as
            captured, unless --redact is given. FILE is what "wiredump capture"
            reads.

            Of very large captures the page has what a browser can hold (120000
            calls, 16 MiB of their content), and says what is missing.

            EXIT CODES:
              0  written   1  written, but the capture is damaged or holds no
              call; not written when it is no capture
              64  wrong usage   66  the file cannot be read
              73  the page cannot be written
            """)

    @Argument(help: ArgumentHelp("The capture; - or none is standard input.", valueName: "file"))
    var file = "-"

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Where the page goes, in place of what is there; - is standard output.", valueName: "page"))
    var output: String

    @OptionGroup var redaction: RedactionOptions
    @OptionGroup var schemaOptions: SchemaOptions

    func run() throws {
        let notes = FileSink(.standardError)
        defer { notes.close() }
        let schema = try schemaOptions.schema()
        var report = CaptureReport(schema)
        var doctor = CaptureDoctor(schema: schema)
        let redactor = redaction.redactor
        let input = try InputFile.open(file, notes)
        let name = file == "-" ? input.name : URL(fileURLWithPath: file).lastPathComponent
        let capture = CaptureInput(input, notes)
        try capture.forEach { call in
            let call = redactor?.redact(call, schema: schema) ?? call
            report.add(call)
            doctor.examine(call)
        }
        let problem = capture.problem(count: report.count)
        if let problem, capture.isForeign {
            notes.tell("\(name): \(problem)")
            throw ExitStatus.damaged
        }
        let findings = doctor.finish().findings
        let remarks = [problem].compactMap { $0 }
        do throws(OutputFileError) {
            try write(report, name: name, findings: findings, remarks: remarks)
        } catch {
            notes.tell("\(error)")
            throw error.status
        }
        let counts = [(report.count, "call"), (findings.count, "finding")].map { "\($0) \($1)\($0 == 1 ? "" : "s")" }
        let place = output == "-" ? "standard output" : output
        notes.tell("\(place): a page of \(counts.joined(separator: " and "))")
        for remark in remarks { notes.tell("\(name): \(remark)") }
        if !remarks.isEmpty { throw ExitStatus.damaged }
    }

    private func write(
        _ report: CaptureReport, name: String, findings: [Finding], remarks: [String]
    ) throws(OutputFileError) {
        if output == "-" {
            let sink = FileSink(.standardOutput)
            report.page(name: name, findings: findings, remarks: remarks) { sink.write($0) }
            return sink.close()
        }
        do {
            let place = URL(fileURLWithPath: output)
            try Data().write(to: place)
            let target = try FileHandle(forWritingTo: place)
            try report.page(name: name, findings: findings, remarks: remarks) { piece in
                try target.write(contentsOf: Data(piece))
            }
        } catch {
            throw OutputFileError(path: output, reason: InputFile.reason(error))
        }
    }
}
