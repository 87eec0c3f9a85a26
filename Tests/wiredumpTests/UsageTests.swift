import Foundation
import TestSupport
import Testing

/// Arguments that contradict each other, or of which one is of no use: the sentence names the options that it is about.
@Suite struct UsageTests {
    private static let wrong: [(arguments: [String], words: [String])] = [
        (["capture", "--force", "x"], ["--force", "--extract"]),
        (["capture", "--streams", "x"], ["--streams", "--extract"]),
        (["capture", "--credentials", "x"], ["--credentials", "--json"]),
        (["capture", "--extract", "d", "--json", "x"], ["--extract", "--json"]),
        (["capture", "--extract", "d", "--open", "x"], ["--extract", "--open"]),
        (["capture", "--extract", "d", "--streams", "--redact", "x"], ["--streams", "--redact"]),
        (["capture", "--json", "--open", "x"], ["--json", "--open"]),
        (["capture", "--rpc", "0", "x"], ["from 1, not 0"]),
        (["convert", "--to", "hex", "--ignore-unknown", "x"], ["--ignore-unknown", "--from json"]),
        (["convert", "--to", "hex", "--from", "json", "x"], ["--from json", "--type"]),
        (
            ["convert", "--to", "hex", "--from", "hex", "--from-encoding", "gzip", "x"],
            ["--from-encoding", "--from frame"]
        ),
        (["diff", "a", "b", "--rpc", "1", "--rpc", "2", "--type", "Trip"], ["--type"]),
        (["diff", "a", "--all", "--as", "hex"], ["--as"]), (["diff", "a", "--all", "--rpc", "1"], ["--rpc"]),
        (["diff", "a", "--rpc", "1"], ["two calls"]), (["diff", "a", "b", "--field", "f"], ["--vehicle", "--all"]),
        (["diff", "a", "--rpc", "1", "--rpc", "2", "--status", "ok"], ["--rpc and nothing else"]),
        (["diff", "a"], ["Two inputs"]), (["diff", "a", "b", "c"], ["Two inputs"]),
        (["doctor", "--rpc", "1", "get-trip-request.bin"], ["this is none"]),
        (["doctor", "--type", "Trip", Folders.traffic.appendingPathComponent("driver-shift.pcap").path], ["--type"]),
        (["--json", "--raw", "x"], ["--json", "--raw"]), (["--hex", "--json", "x"], ["--hex", "--json"]),
        (["--hex", "--raw", "x"], ["--hex", "--raw"]), (["--raw", "--type", "Trip", "x"], ["--raw", "--type"]),
        (["serve", "--force"], ["--force", "--record"]),
        (["serve", "--record", "-"], ["--record", "standard output"]),
        (["serve", "--record", "x", "--redact"], ["--record", "--redact"]),
        (["serve", "--certificate", "x"], ["--certificate", "--key"]),
        (["serve", "--key", "x"], ["--certificate", "--key"]),
        (["serve", "--speed", "0"], ["--speed"]), (["serve", "--speed", "10001"], ["--speed"]),
        (["serve", "--demo", "1001"], ["--demo"]), (["serve", "--listen", "::1:80"], ["--listen"]),
        (["proxy", "--to", "1", "--trust", "x"], ["--trust", "--tls"]),
        (["replay", "x", "--to", "1", "--rate", "10001"], ["--rate"]),
        (["--redact-key", "short", "x"], ["--redact-key", "16"]),
        (["--same-places", "x"], ["--same-places", "--redact-key"]),
        (["--keep", "trips", "x"], ["--keep", "--redact"]), (["--keep-id", "a", "x"], ["--keep-id", "--redact"]),
        (["--redact", "--keep-id", "a/b", "x"], ["--keep-id", "a/b"]),
        (["--redact", "--keep-id", "", "x"], ["--keep-id"]),
    ]

    @Test(arguments: Exhaustive.elements(of: Array(wrong.indices), inDebugEvery: 4))
    func namesTheOptions(_ index: Int) throws {
        let (arguments, words) = Self.wrong[index]
        let result = try Command.run(arguments)
        #expect(result.status == 64 && result.output.isEmpty)
        // The usage of the command, which names options, too, follows.
        let sentence = result.notes.components(separatedBy: "\nUsage:")[0].split(separator: "\n").joined(separator: " ")
        #expect(words.allSatisfy { sentence.contains($0) }, "\(sentence)")
    }
}
