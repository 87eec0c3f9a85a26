import ConsoleText
import FleetProtos
import Foundation
import ProtobufSchema
import TestSupport
import Testing

@testable import WireInspect

/// Made once: the tables of the detector take a while in debug builds.
let detector = TypeDetector(FleetSchema.shared)

func type(_ name: String) throws -> MessageDescriptor {
    try #require(FleetSchema.shared.message(named: name))
}

/// Messages and what was around them, where nothing else tells what the input is.
func peel(_ input: [UInt8], as form: InputForm = .auto) -> PeeledInput {
    Peeler(detector: detector).peel(input, as: form)
}

func peel(_ text: String, as form: InputForm = .auto) -> PeeledInput { peel(Array(text.utf8), as: form) }

func dump(
    _ text: String, _ change: (inout DumpOptions) -> Void = { _ in }
) -> (isSound: Bool, output: String, notes: String) {
    dump(Array(text.utf8), change)
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

/// What is said of two inputs, which are called a and b.
func compare(
    _ old: [UInt8], _ new: [UInt8], by comparison: Comparison = Comparison(detector: detector)
) -> (verdict: Comparison.Verdict, output: String, notes: String) {
    let (output, notes) = (TextCollector(), TextCollector())
    let verdict = comparison.run(
        .init(name: "a", bytes: old), .init(name: "b", bytes: new), output: output, notes: notes)
    return (verdict, output.text, notes.text)
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

/// Lines as `xxd -g 1` prints them.
///
/// - Parameter start: The offset of the first byte.
func xxd(_ bytes: [UInt8], from start: Int = 0) -> String {
    bytes.parts(of: 16).map { line in
        let digits = hex(line, separator: " ").padding(toLength: 49, withPad: " ", startingAt: 0)
        let characters = line.map { (0x20..<0x7f).contains($0) ? String(Unicode.Scalar($0)) : "." }.joined()
        return String(format: "%08x: ", start + line.startIndex) + digits + characters + "\n"
    }.joined()
}
