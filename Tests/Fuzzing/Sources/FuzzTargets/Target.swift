import Foundation

/// Something that reads hostile bytes, and what must hold for each input.
struct Target: Sendable {
    let name: String
    /// Ends the process where a property does not hold.
    let run: @Sendable (Span<UInt8>) -> Void

    static let all: [Target] = [
        Target(name: "messages", run: fuzzMessages),
        Target(name: "merging", run: fuzzMerging),
        Target(name: "schema", run: fuzzSchemaSide),
        Target(name: "json", run: fuzzJSON),
        Target(name: "text", run: fuzzText),
        Target(name: "masks", run: fuzzMasks),
        Target(name: "proto", run: fuzzProtoFiles),
        Target(name: "descriptors", run: fuzzDescriptorSets),
        Target(name: "deframer", run: fuzzDeframer),
        Target(name: "inflater", run: fuzzInflater),
        Target(name: "metadata", run: fuzzMetadata),
        Target(name: "percent", run: fuzzPercentCoding),
        Target(name: "digits", run: fuzzDigits),
        Target(name: "token", run: fuzzToken),
        Target(name: "explain", run: fuzzExplanation),
        Target(name: "peel", run: fuzzPeel),
        Target(name: "convert", run: fuzzConverter),
        Target(name: "protoscope", run: fuzzProtoscope),
        Target(name: "batch", run: fuzzBatch),
        Target(name: "capture", run: fuzzCapture),
        Target(name: "connection", run: fuzzConnection),
        Target(name: "flows", run: fuzzCapture),
        Target(name: "keylog", run: fuzzKeyLog),
        Target(name: "tls", run: fuzzTLS),
        Target(name: "report", run: fuzzReport),
        Target(name: "redaction", run: fuzzRedaction),
        Target(name: "difference", run: fuzzDifference),
        Target(name: "emulator", run: fuzzEmulator),
        Target(name: "fleet", run: fuzzFleet),
    ]

    /// The one that `FUZZ_TARGET` names.
    static let chosen: Target = {
        let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
        guard let target = all.first(where: { $0.name == name }) else {
            fail("FUZZ_TARGET must be one of: \(all.map(\.name).joined(separator: " "))")
        }
        return target
    }()
}

/// A finding: the reason goes to standard error, and libFuzzer keeps the input.
func fail(_ reason: String) -> Never {
    fatalError("property violated: \(reason)")
}

func expect(_ condition: Bool, _ reason: @autoclosure () -> String) {
    if !condition { fail(reason()) }
}

/// Equal, or a finding that shows both.
func expectEqual<T: Equatable>(_ left: T, _ right: T, _ reason: @autoclosure () -> String) {
    if left != right { fail("\(reason())\n  \(left)\n  \(right)") }
}

/// Takes choices from the front of an input; what is left is the payload.
struct Choices: ~Escapable {
    private(set) var rest: Span<UInt8>

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) { rest = bytes }

    /// The next byte; 0 where there is none.
    mutating func byte() -> Int {
        guard rest.count > 0 else { return 0 }
        let byte = rest[0]
        rest = rest.extracting(droppingFirst: 1)
        return Int(byte)
    }

    mutating func one<T>(of values: [T]) -> T { values[byte() % values.count] }
}

extension Span<UInt8> {
    var array: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for index in indices { bytes.append(self[index]) }
        return bytes
    }
}
