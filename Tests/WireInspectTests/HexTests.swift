import ConsoleText
import FleetProtos
import Foundation
import ProtobufSchema
import TestSupport
import Testing
import WireInspect

@Suite struct HexTests {
    /// The bytes in the lines of a dump, which must count up from 0.
    ///
    /// - Parameter column: How many characters stand before the hex column; the offset is in the eight before it, or in
    ///   the first eight of sixteen if `isStream`.
    private func shown(_ text: String, column: Int = 8, isStream: Bool = false) -> [UInt8] {
        var result: [UInt8] = []
        for line in text.split(separator: "\n") {
            let line = Array(line.utf8)
            let start = column == 16 && !isStream ? 8 : 0
            let end = line[min(start, line.count)...].firstIndex(of: 0x20) ?? line.count
            guard line.count > column, end > start, line[..<column].allSatisfy(Self.isColumn),
                let offset = Int(String(decoding: line[start..<end], as: UTF8.self), radix: 16)
            else { continue }
            #expect(offset == result.count, "\(String(decoding: line, as: UTF8.self))")
            let hex = String(decoding: line[column...].prefix(24).prefix { Self.isColumn($0) }, as: UTF8.self)
            result += hex.split(separator: " ").compactMap { UInt8($0, radix: 16) }
        }
        return result
    }

    private static func isColumn(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }

    private func text(_ bytes: [UInt8], as type: MessageDescriptor?, showsAll: Bool = true) -> String {
        var options = TreeOptions()
        options.showsAll = showsAll
        let output = TextCollector()
        printHex(bytes, as: type, options: options, to: output)
        return output.text
    }

    private func expectWhole(_ bytes: [UInt8], _ type: MessageDescriptor?) {
        let text = text(bytes, as: type)
        #expect(shown(text) == bytes, "\(hex(bytes))\n\(text)")
    }

    @Test func everyByteHasItsMeaning() throws {
        let output = text(
            try #require(bytes(hex: "0a0461626364" + "10ac02" + "880001" + "d23e0105")),
            as: try type("google.rpc.ResourceInfo"))
        #expect(
            output == """
                000000  0a                       tag 1 resource_type  string
                000001  04                       length 4
                000002  61 62 63 64              value "abcd"
                000006  10                       tag 2 resource_name  varint, not string
                000007  ac 02                    value 300
                000009  88 00                    tag 1 resource_type  varint, not string, in 2 bytes instead of 1
                00000b  01                       value 1  (or true)
                00000c  d2 3e                    tag 1002 (unknown)  length-delimited
                00000e  01                       length 1
                00000f  05                       value [5]  (packed varint?, or bytes)

                """, "\(output)")
    }

    @Test func damageIsMarked() throws {
        // A message that ends within a string: 2 bytes of it are missing.
        let cut = text([0x0A, 0x05, 0x0A, 0x05, 0x61, 0x62, 0x63], as: try type("google.rpc.QuotaFailure"))
        #expect(cut.contains("length 5, but 3 bytes are left"), "\(cut)")
        #expect(cut.contains("✗ truncated at byte 3"), "\(cut)")
        // A length that was damaged: nothing is missing, and the value ends where reading goes on.
        let damaged = text(
            try #require(bytes(hex: "0a30414212024344" + "1a024546")), as: try type("google.rpc.ResourceInfo"))
        #expect(damaged.contains("length 48, but 10 bytes are left"), "\(damaged)")
        #expect(damaged.contains("value \"AB\""), "\(damaged)")
        #expect(damaged.contains("✗ truncated at byte 1; resynchronised at byte 4"), "\(damaged)")
        #expect(!damaged.contains("missing"), "\(damaged)")
        for (end, digits) in [([0x07, 0xFF, 0xFF], "07 ff ff"), ([0x07], "07      ")] as [([UInt8], String)] {
            let tail = text([0x08, 0x01] + end, as: nil)
            #expect(tail.hasSuffix("000002  \(digits)                 ✗ invalid_tag at byte 2\n"), "\(tail)")
        }
    }

    @Test func longValuesAreShownWhole() throws {
        let bytes = field(1, String(repeating: "a", count: 32).utf8)
        let output = text(bytes, as: try type("google.protobuf.StringValue"), showsAll: false)
        #expect(output.split(separator: "\n").count == 6)
    }

    /// What nothing but the bytes tells is not said as if it were known.
    @Test func saysWhatElseUnknownBytesMayBe() {
        let output = dump([0x7A, 0x20] + Array(0..<32)) { $0.output = .raw }.output
        #expect(output.contains("packed varint?, or bytes 00010203 04050607"), "\(output)")
    }

    @Test func theContentOfAnAnyIsOpened() throws {
        let any = field(1, "type.googleapis.com/google.rpc.ErrorInfo".utf8) + field(2, [0x0A, 0x01, 0x41])
        let output = text(field(3, any), as: try type("google.rpc.Status"))
        #expect(output.contains("tag 2 value  bytes  google.rpc.ErrorInfo"), "\(output)")
        #expect(output.contains("tag 1 reason  string"), "\(output)")
        #expect(output.hasSuffix("    value \"A\"\n"), "\(output)")
    }

    // MARK: The property: every byte, once

    @Test func fixturesAreWhole() throws {
        var random = SplitMix64(seed: 9)
        for message in Exhaustive.elements(of: try GoldenMessage.all(), inDebugEvery: 17)
        where message.bytes.count < 4000 {
            let type = FleetSchema.shared.message(named: message.type)
            expectWhole(message.bytes, type)
            expectWhole(message.bytes, nil)
            guard !message.bytes.isEmpty else { continue }
            for bytes in cutAndChanged(message.bytes, using: &random) { expectWhole(bytes, type) }
        }
    }

    @Test func everyCutAndFlipIsWhole() throws {
        let bytes = try CaptureFixture.named("create-trip-request").message()
        let type = try type("maps.fleetengine.v1.CreateTripRequest")
        for index in Exhaustive.elements(of: bytes.indices, inDebugEvery: 3) {
            expectWhole(Array(bytes.prefix(index)), type)
            var flipped = bytes
            flipped[index] = ~flipped[index]
            expectWhole(flipped, type)
        }
    }

    @Test(arguments: ["messages-mutated-seed1", "messages-malformed-seed1"])
    func vectorsAreWhole(_ name: String) throws {
        for vector in try RandomMessage.all(in: name, inDebugEvery: 53) {
            expectWhole(vector.bytes, FleetSchema.shared.message(named: vector.type))
        }
    }

    /// Whole files: prefixes, compressed payloads, what is cut and what is damaged.
    private static let frames = Folders.fixtures.appendingPathComponent("frames")

    @Test(arguments: Exhaustive.elements(of: try Folders.names(in: frames, extension: "grpc"), inDebugEvery: 22))
    func framesAreWhole(_ name: String) throws {
        let file = try Self.frames.appendingPathComponent(name).bytes()
        let result = dump(file) {
            $0.output = .hex
            $0.form = .frames
            $0.tree.showsAll = true
            $0.type = try? type("google.protobuf.Empty")
            $0.limits.inflatedLength = 1 << 16
        }
        let hasMessages = result.output.contains("file    message")
        #expect(
            shown(result.output, column: hasMessages ? 16 : 8, isStream: true) == file, "\(result.output.prefix(4000))")
    }

    @Test func offsetsAreThoseOfFileAndMessage() throws {
        let file = try CaptureFixture.named("update-vehicle-empty-mask").frames()
        let result = dump(file) {
            $0.output = .hex
            $0.tree.showsAll = true
        }
        #expect(result.isSound)
        #expect(shown(result.output, column: 16, isStream: true) == file)
        #expect(shown(result.output, column: 16) == Array(file.dropFirst(5)))
    }
}
