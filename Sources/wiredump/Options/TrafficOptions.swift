import ArgumentParser
import ConsoleText
import PacketWire

/// The options of what is shown and recorded of live traffic: those of `wiredump capture`.
struct TrafficOptions: ParsableArguments {
    @OptionGroup var filterOptions: CallFilterOptions
    @OptionGroup var display: CallDisplayOptions

    @Option(
        name: [.customLong("record"), .customShort("o")],
        help: ArgumentHelp(
            """
            Record the traffic, for wiredump capture, doctor, report and Wireshark: a pcap file without encryption. Until \
            the command ends it is .wiredump-* in the same folder, which stays there after kill -9.
            """, valueName: "file"),
        completion: .file())
    var record: String?

    @Flag(help: "With --record, replace an earlier recording.")
    var force = false

    @OptionGroup var redaction: RedactionOptions
    @OptionGroup var schemaOptions: SchemaOptions
    @OptionGroup var colors: ColorOptions

    func validate() throws {
        if force, record == nil { throw usageError("--force is of use with --record only.") }
        if record == "-" {
            throw usageError(
                "--record takes a file or a named pipe, as standard output has the list of calls: mkfifo calls.pcap, then "
                    + "wireshark -k -i calls.pcap.")
        }
        if record != nil, redaction.isOn {
            throw usageError("--record writes what was sent, which --redact replaces; choose one.")
        }
    }

    /// The file that is recorded to; `nil` without `--record`.
    func recording() throws(CommandError) -> OutputFile? {
        guard let record else { return nil }
        return try OutputFile(record, isForced: force, kind: "a recording of wiredump") {
            $0.starts(with: PcapWriter.header)
        }
    }
}
