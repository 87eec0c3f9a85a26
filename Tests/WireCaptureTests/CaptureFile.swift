import FleetProtos
import Foundation
import ProtobufSchema
import TestSupport
import Testing

@testable import WireCapture

/// A capture, and what its makers know of each call.
struct CaptureFile: CustomTestStringConvertible, Sendable {
    let file: URL
    let expected: URL

    var testDescription: String { file.lastPathComponent }
    /// It begins in the middle of a connection.
    var isMidstream: Bool { file.lastPathComponent.hasPrefix("midstream") }
    /// What differs from the expected lines because the packets were changed: their numbers, the addresses in them.
    var changedKeys: Set<String> {
        let name = file.lastPathComponent
        var keys: Set<String> = []
        if name.contains("reordered") || name.contains("fragments") { keys.insert("packets") }
        if name.contains("ipv6") { keys.insert("stream") }
        return keys
    }

    static let folder = Folders.fixtures.appendingPathComponent("network")

    /// The package's own, and those beside the checkout.
    static func all() throws -> [CaptureFile] {
        let own = folder.appendingPathComponent("streaming.expected.jsonl")
        var files = [
            "streaming.pcapng", "streaming-big-endian.pcap", "streaming-raw-ip.pcap", "streaming.modpcap",
            "streaming.nsecpcap", "streaming.pcapng.gz", "sections.pcapng", "links.pcapng", "fragments-ipv4.pcap",
            "fragments-ipv6.pcap",
        ].map { CaptureFile(file: folder.appendingPathComponent($0), expected: own) }
        files += ["http2-ends", "http2-headers", "http2-frames"].map { name in
            CaptureFile(
                file: folder.appendingPathComponent("\(name).pcap"),
                expected: folder.appendingPathComponent("\(name).expected.jsonl"))
        }
        guard let corpus = Folders.corpus?.appendingPathComponent("captures") else { return files }
        for name in try Folders.names(in: corpus) where name.contains(".pcap") {
            let stem = name.prefix { $0 != "." }
            files.append(
                CaptureFile(
                    file: corpus.appendingPathComponent(name),
                    expected: corpus.appendingPathComponent("\(stem).expected.jsonl")))
        }
        let variants = corpus.appendingPathComponent("variants")
        let index = try parseJSON(variants.appendingPathComponent("index.json").bytes()) as? [[String: Any]] ?? []
        for entry in index {
            guard let name = entry["file"] as? String, let lines = entry["expected"] as? String else { continue }
            files.append(
                CaptureFile(
                    file: variants.appendingPathComponent(name), expected: corpus.appendingPathComponent(lines)))
        }
        return files
    }

    func expectedCalls() throws -> [[String: Any]] { try objects(String(decoding: expected.bytes(), as: UTF8.self)) }
}

/// The built-in schema and the service of the streaming captures.
let streamSchema: Schema = {
    let text = try? String(contentsOf: CaptureFile.folder.appendingPathComponent("fleet_stream.proto"), encoding: .utf8)
    return (try? Schema(files: FleetSchema.files + [("fleet_stream.proto", text ?? "")])) ?? FleetSchema.shared
}()

func objects(_ lines: String) throws -> [[String: Any]] {
    try lines.split(separator: "\n").map { try #require(parseJSON(Array($0.utf8)) as? [String: Any]) }
}

/// All calls of a capture that arrives in pieces of a size.
func calls(_ bytes: [UInt8], pieces: Int = .max) -> (calls: [CapturedCall], failure: CaptureError?) {
    let extractor = CallExtractor()
    var calls: [CapturedCall] = []
    var start = 0
    while start < bytes.count {
        let end = start + min(pieces, bytes.count - start)
        calls += extractor.append(bytes[start..<end])
        start = end
    }
    calls += extractor.finish()
    return (calls, extractor.failure)
}

/// The calls as JSON lines.
func lines(_ bytes: [UInt8], pieces: Int = .max) -> [String] {
    let writer = CallJSON(streamSchema)
    return calls(bytes, pieces: pieces).calls.map { writer.line($0) }
}

/// The packets of a capture.
func packets(_ file: String) throws -> [CapturedPacket] {
    var reader = CaptureReader()
    reader.append(try CaptureFile.folder.appendingPathComponent(file).bytes())
    var packets: [CapturedPacket] = []
    while let packet = try reader.next() { packets.append(packet) }
    return packets
}

/// A pcap file in network byte order with nanoseconds.
func pcap(_ link: LinkType, _ packets: [CapturedPacket], _ frame: (CapturedPacket) -> [UInt8] = { $0.bytes }) -> [UInt8]
{
    func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * UInt32($0))) } }
    var bytes = word(0xa1b2_3c4d) + [0, 2, 0, 4] + word(0) + word(0) + word(262_144) + word(link.rawValue)
    for packet in packets {
        let content = frame(packet)
        let time = packet.time ?? 0
        bytes += word(UInt32(time / 1_000_000_000)) + word(UInt32(time % 1_000_000_000))
        bytes += word(UInt32(content.count)) + word(UInt32(content.count)) + content
    }
    return bytes
}

/// What is found in the body of one side, which arrives at once.
func body(of content: [UInt8], _ headers: HeaderBlock?) -> CapturedBody {
    var reader = BodyReader()
    var body = CapturedBody()
    let bytes = content[...]
    reader.append(bytes.span, to: &body, headers: headers)
    reader.finish(&body, headers: headers)
    return body
}
