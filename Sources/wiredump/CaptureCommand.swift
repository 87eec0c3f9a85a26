import ArgumentParser
import Foundation
import WireCapture

/// `wiredump capture [FILE]`
struct CaptureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "capture",
        abstract: "Lists the calls in a network capture.",
        discussion: """
            EXAMPLES:
              wiredump capture shift.pcapng             one line per call
              wiredump capture --json shift.pcapng      one JSON object per call
              tcpdump -w - -U port 50051 | wiredump capture -

            FILE is pcap or pcapng, of traffic without TLS: Ethernet, VLAN,
            loopback, Linux cooked mode or bare IP. Segments out of order,
            repeated or missing are put right as far as they can be. In a capture
            that begins in the middle of a connection, headers that were sent
            before are unknown: they are left out, not guessed.

            EXIT CODES:
              0  read to its end   1  damaged, or holds no call   64  wrong usage
              66  the file cannot be read
            """)

    @Argument(help: ArgumentHelp("The capture; - or none is standard input.", valueName: "file"))
    var file = "-"

    @Flag(help: "Print JSON, for scripts: a line per call.")
    var json = false

    @OptionGroup var redaction: RedactionOptions
    @OptionGroup var schemaOptions: SchemaOptions

    func run() throws {
        let output = FileSink(.standardOutput)
        let notes = FileSink(.standardError)
        defer {
            output.close()
            notes.close()
        }
        let input: InputFile
        do {
            input = try InputFile(file)
        } catch {
            notes.write("wiredump: \(file): \(InputFile.reason(error))\n")
            throw ExitStatus.noInput
        }
        let extractor = CallExtractor(order: json ? .requests : .ends)
        let schema = try schemaOptions.schema()
        let redactor = redaction.redactor
        let writer = CallJSON(schema)
        var count = 0
        func show(_ calls: [CapturedCall]) {
            for call in calls {
                let call = redactor?.redact(call, schema: schema) ?? call
                count += 1
                output.write(json ? writer.line(call) : CallLine.text(call, number: count))
                output.write("\n")
            }
            // Whoever watches a live capture sees a call when it has ended.
            output.flush()
        }
        do {
            while extractor.failure == nil {
                let chunk = try input.readSome()
                if chunk.isEmpty { break }
                show(extractor.append(chunk))
            }
        } catch {
            notes.write("wiredump: \(input.name): \(InputFile.reason(error))\n")
            throw ExitStatus.noInput
        }
        show(extractor.finish())
        if let failure = extractor.failure { notes.write("wiredump: \(input.name): \(failure)\n") }
        if count == 0 {
            notes.write(
                "wiredump: \(input.name): no gRPC call in \(extractor.packets) packets and \(extractor.connectionCount) TCP "
                    + "connections; calls under TLS cannot be seen\n")
        }
        if extractor.failure != nil || count == 0 { throw ExitStatus.damaged }
    }
}
