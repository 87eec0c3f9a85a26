import ArgumentParser
import Foundation
import WireInspect

/// `wiredump batch [FILE]`
struct BatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Decodes and re-encodes messages: JSON lines in, JSON lines out.",
        discussion: """
            INPUT, one object in a line; other members are passed over:
              {"type":"google.type.LatLng","hex":"09000000000000e03f"}
              {"type":"google.type.LatLng","json":{"latitude":0.5}}
              {"type":"google.type.LatLng","text":"latitude: 0.5"}

            OUTPUT, line for line and in order:
              {"type":...,"hex":...,"json":...}
                "hex" is what the decoded Swift value encodes to, "json" what it
                holds in the official JSON mapping, or null where that has no form.
              {"type":...,"error":{"reason":...,"offset":...,"path":...}}
                The bytes are not such a message: a stable word, the offset in the
                bytes (the JSON value, the text), and the field. An unknown type has
                the reason unknown_type.
              {"error":{"reason":...,"offset":...,"path":"","line":...}}
                The line is not such an object: invalid_json, invalid_hex,
                missing_type or missing_hex, the offset in the line, and its
                number from 1.

            Lines are handled as they come, in constant memory. Bad lines neither
            end the stream nor change the exit code; count the errors instead.
            """)

    @Flag(help: "Add the member \"text\": the message in text format, unknown fields included.")
    var text = false

    @OptionGroup var redaction: RedactionOptions
    @OptionGroup var schemaOptions: SchemaOptions

    @Argument(help: ArgumentHelp("The lines; - or none is standard input.", valueName: "file"), completion: .file())
    var file: String = "-"

    func run() throws {
        let input: InputFile
        do {
            input = try InputFile(file)
        } catch {
            throw Self.unreadable(file, error)
        }
        let output = FileSink(.standardOutput)
        var processor = BatchProcessor(schema: try schemaOptions.schema())
        processor.printsText = text
        processor.redactor = redaction.redactor
        var lines: [UInt8] = []
        let progress = Progress(input)
        while true {
            let chunk: [UInt8]
            do {
                chunk = try input.readSome()
            } catch {
                throw Self.unreadable(file, error)
            }
            if chunk.isEmpty { break }
            progress?.add(chunk.count)
            processor.append(chunk, to: &lines)
            output.write(lines)
            lines.removeAll(keepingCapacity: true)
            // Less than there is room for means that the writer waits, perhaps for these answers.
            if chunk.count < InputFile.pieceSize { output.flush() }
        }
        processor.finish(to: &lines)
        output.write(lines)
        output.close()
    }

    private static func unreadable(_ file: String, _ error: any Error) -> ExitCode {
        let notes = FileSink(.standardError)
        notes.tell("\(file): \(InputFile.reason(error))")
        notes.close()
        return ExitStatus.noInput
    }
}

extension InputFile {
    static let pieceSize = 1 << 18

    /// At most ``pieceSize`` bytes: of a pipe those that are there, and none when it has ended.
    func readSome() throws -> [UInt8] {
        // The array is as long as `read` is told, and `read` reports how much of it it has filled.
        var failure: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
            var result = 0
            repeat {
                result = unsafe read(handle.fileDescriptor, buffer.baseAddress, buffer.count)
            } while result < 0 && errno == EINTR
            failure = result < 0 ? errno : 0
            count = max(0, result)
        }
        guard failure == 0 else { throw NSError(domain: NSPOSIXErrorDomain, code: Int(failure)) }
        return bytes
    }
}
