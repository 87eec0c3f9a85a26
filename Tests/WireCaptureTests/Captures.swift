import CallViews
import FleetProtos
import Foundation
import PacketWire
import ProtobufSchema
import TLSWire
import TestSupport
import Testing

@testable import WireCapture

extension RecordedCapture {
    /// Every capture, those among them whose files or packets have other shapes than those of their calls' recording.
    static func allShapes() throws -> [RecordedCapture] {
        func expected(_ name: String) -> URL { Folders.tls.appendingPathComponent("\(name).expected.jsonl.gz") }
        let streaming = Folders.network.appendingPathComponent("streaming.expected.jsonl")
        let midstream = Folders.traffic.appendingPathComponent("midstream.expected.jsonl.gz")
        return try all()
            + [
                ("streaming.nsecpcap", streaming), ("sections.pcapng", streaming), ("links.pcapng", streaming),
                ("midstream-segments.pcap", midstream),
            ].map { RecordedCapture(file: Folders.network.appendingPathComponent($0), truth: $1) }
            + [("errors.pcapng", expected("errors")), ("streaming-embedded.pcapng", expected("streaming"))]
            .map { RecordedCapture(file: Folders.tls.appendingPathComponent($0), truth: $1) }
    }

    /// What differs from the truth because the packets were changed: their numbers, the addresses in them.
    var changedKeys: Set<String> {
        // The truth is that of the connection behind the relay.
        if isEncrypted { return ["packets", "stream", "data_frames"] }
        var keys: Set<String> = []
        if ["reordered", "segments"].contains(where: description.contains) { keys.insert("packets") }
        return keys
    }

    private var isEncrypted: Bool { file.deletingLastPathComponent().lastPathComponent == "tls" }

    /// The key log beside an encrypted capture; empty where there is none.
    func keyLog() throws -> [UInt8] {
        let file = file.deletingPathExtension().appendingPathExtension("keys")
        return isEncrypted && FileManager.default.fileExists(atPath: file.path) ? try file.bytes() : []
    }
}

func objects(_ lines: String) throws -> [[String: Any]] {
    try lines.split(separator: "\n").map { try #require(parseJSON(Array($0.utf8)) as? [String: Any]) }
}

/// Whether each line is an object, as scripts expect it.
func areObjects(_ lines: [String]) -> Bool {
    lines.allSatisfy { (try? parseJSON($0.utf8)) is [String: Any] && !$0.contains("\n") }
}

/// All calls of a capture that arrives in pieces of a size, and what the extractor knows at its end.
///
/// - Parameter keys: A key log to decrypt it with.
func extract(
    _ bytes: [UInt8], _ content: CallExtractor.Content = .whole, pieces: Int = .max, keys: [UInt8] = []
) -> (calls: [CapturedCall], extractor: CallExtractor) {
    let decryption = TLSDecryption()
    decryption.add(keyLog: keys)
    let extractor = CallExtractor(content: content, decryption: decryption)
    let calls = bytes.parts(of: pieces).flatMap { extractor.append($0) }
    return (calls + extractor.finish(), extractor)
}

func calls(_ bytes: [UInt8], pieces: Int = .max, keys: [UInt8] = []) -> (calls: [CapturedCall], failure: CaptureError?)
{
    let (calls, extractor) = extract(bytes, pieces: pieces, keys: keys)
    return (calls, extractor.failure)
}

/// The calls as JSON lines.
func lines(_ bytes: [UInt8], pieces: Int = .max, keys: [UInt8] = []) -> [String] {
    let writer = CallJSON(RecordedCapture.schema, showsCredentials: true)
    return calls(bytes, pieces: pieces, keys: keys).calls.map { writer.line($0) }
}

/// The packets of a capture.
func packets(_ file: String) throws -> [CapturedPacket] {
    try packets(Folders.network.appendingPathComponent(file).bytes())
}

func packets(_ capture: [UInt8]) throws -> [CapturedPacket] {
    var reader = CaptureReader()
    reader.append(capture)
    var packets: [CapturedPacket] = []
    while let packet = try reader.next() { packets.append(packet) }
    return packets
}

/// A pcap file in network byte order with nanoseconds.
func pcap(_ link: LinkType, _ packets: [CapturedPacket], _ frame: (CapturedPacket) -> [UInt8] = { $0.bytes }) -> [UInt8]
{
    func word(_ value: UInt32) -> [UInt8] { bigEndian(value) }
    var bytes = word(0xa1b2_3c4d) + [0, 2, 0, 4] + word(0) + word(0) + word(262_144) + word(link.rawValue)
    for packet in packets {
        let content = frame(packet)
        let time = packet.time ?? 0
        bytes += word(UInt32(time / 1_000_000_000)) + word(UInt32(time % 1_000_000_000))
        let cut = packet.originalLength - packet.bytes.count
        bytes += word(UInt32(content.count)) + word(UInt32(content.count + cut)) + content
    }
    return bytes
}

/// A block of a pcapng file.
func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
    let padded = body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
    let length = littleEndian(UInt32(padded.count + 12))
    return littleEndian(type) + length + padded + length
}

extension CapturedPacket {
    /// A packet that begins with its IP header.
    init(raw bytes: [UInt8], number: Int = 0, time: Int64? = nil) {
        self.init(number: number, time: time, link: .raw, bytes: bytes, originalLength: bytes.count)
    }
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
