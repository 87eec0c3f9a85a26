import ConsoleText
import FleetProtos
import ProtobufSchema
import TestSupport
import Testing

@testable import WireInspect

/// Made once: the tables of the detector take a while in debug builds.
let detector = TypeDetector(FleetSchema.shared)

func type(_ name: String) throws -> MessageDescriptor {
    try #require(FleetSchema.shared.message(named: name))
}

func dump(
    _ input: [UInt8], _ change: (inout DumpOptions) -> Void = { _ in }
) -> (isSound: Bool, output: String, notes: String) {
    var options = DumpOptions()
    change(&options)
    let output = TextCollector()
    let notes = TextCollector()
    let isSound = Dump(detector: detector, options: options).run(input, name: "input", output: output, notes: notes)
    return (isSound, output.text, notes.text)
}

/// Prints the bytes of a message with their meaning.
@discardableResult
func printHex(
    _ bytes: [UInt8], as type: MessageDescriptor?, options: TreeOptions = TreeOptions(), to output: TextCollector
) -> DamageList {
    let rows = HexRows(options: options, hasTwoColumns: false, output: output)
    var formatter = HexFormatter(bytes[...], at: OffsetOrigin(), streamOffset: nil, rows: rows)
    return formatter.format(as: type)
}
