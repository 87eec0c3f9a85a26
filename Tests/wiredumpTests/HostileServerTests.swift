import Foundation
import TestSupport
import Testing

#if Live
/// Servers whose answers no library of gRPC would send. A client reports a status, and neither traps nor goes on for ever.
@Suite(.serialized) struct HostileServerTests {
    private static let capture = Folders.fixtures.appendingPathComponent("traffic/driver-shift.pcap").path
    private static let head = [(name: ":status", value: "200"), (name: "content-type", value: "application/grpc")]

    private func replay(to server: RawServer) throws -> Command.Result {
        try Command.run(["replay", Self.capture, "--full", "--rpc", "1", "--to", "\(server.port)"])
    }

    /// The statuses but the first are those of gRPC's C++ library for the same answers.
    @Test(arguments: [
        ([(":status", "-5")], [], "UNKNOWN"),
        ([("grpc-status", "3"), ("grpc-message", "battery %3C 5%")], [], #"INVALID_ARGUMENT"# + "|battery < 5%"),
        // The last two scalars are one character.
        ([("grpc-status", "3"), ("grpc-message", "battery \u{600}%")], [], "INVALID_ARGUMENT"),
        ([("grpc-encoding", "gzip")], [1, 0, 0, 0, 3, 0x1F, 0x8B, 8], "INTERNAL"),
        ([("grpc-encoding", "deflate")], [1, 0, 0, 0, 1, 0x78], "INTERNAL"),
        // Behind a message with a byte after its compressed data.
        (
            [("grpc-encoding", "deflate")], [1, 0, 0, 0, 9, 0x78, 0x9C, 3, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0x78],
            "INTERNAL"
        ),
    ])
    func anAnswerEndsTheCall(_ fields: [(String, String)], _ frame: [UInt8], _ expected: String) throws {
        let fields = fields.map { (name: $0.0, value: $0.1) }
        let head = fields.first?.name == ":status" ? fields + Self.head.dropFirst() : Self.head + fields
        let answer =
            frame.isEmpty ? [] : RawHTTP2.data(frame) + RawHTTP2.headers([("grpc-status", "0")], endsStream: true)
        let result = try replay(to: RawServer([RawHTTP2.headers(head, endsStream: frame.isEmpty) + answer]))
        #expect(result.status == 1, "\(result)")
        for part in expected.split(separator: "|") { #expect(result.text.contains(part), "\(result.text)") }
    }

    /// Each message has 4 MiB of zeros in some 4 kB. As many as the connection's window has room for would take gigabytes.
    @Test func compressedAnswersWithoutEndAreBounded() throws {
        let script = "head -c 4194304 /dev/zero | gzip -9"
        let gzip = try Command.run(["-c", script], of: "/bin/sh").output
        let message = RawHTTP2.data([1, 0, 0, UInt8(gzip.count >> 8), UInt8(gzip.count & 0xFF)] + gzip)
        let server = RawServer([RawHTTP2.headers(Self.head + [("grpc-encoding", "gzip")]), message], repeating: 1000)
        let result = try replay(to: server)
        #expect(result.status == 1 && result.text.contains("RESOURCE_EXHAUSTED"), "\(result)")
        #expect(result.text.contains("larger than 64 MiB"), "\(result.text)")
    }

    @Test func anAnswerWithoutEndIsBounded() throws {
        let message = RawHTTP2.data([0, 0, 0, 0x3F, 0xFB] + [UInt8](repeating: 0, count: 0x3FFB))
        // A hundred times as much as is taken.
        let server = RawServer([RawHTTP2.headers(Self.head), message], repeating: 400_000)
        let result = try replay(to: server)
        #expect(result.status == 1 && result.text.contains("RESOURCE_EXHAUSTED"))
        #expect(result.text.contains("the answer is larger than 64 MiB"))
    }
}
#endif
