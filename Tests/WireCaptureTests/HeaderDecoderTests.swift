import Foundation
import TestSupport
import Testing

@testable import WireCapture

/// The examples of RFC 7541, appendix C, and what captures from the middle of a connection need.
@Suite struct HeaderDecoderTests {
    private func decode(_ decoder: inout HeaderDecoder, _ digits: String) throws -> [String] {
        let block = try #require(bytes(hex: digits.filter { $0 != " " }))[...]
        let (fields, isSound) = decoder.decode(block.span)
        #expect(isSound)
        return fields.map { field in
            let value = field.value.map { String(decoding: $0, as: UTF8.self) }
            return "\(field.name ?? "?"): \(value ?? "?")"
        }
    }

    @Test func requestsWithHuffmanCode() throws {
        var decoder = HeaderDecoder(isWhole: true)
        let usual = [":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com"]
        #expect(try decode(&decoder, "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff") == usual)
        #expect(try decode(&decoder, "8286 84be 5886 a8eb 1064 9cbf") == usual + ["cache-control: no-cache"])
        #expect(
            try decode(&decoder, "8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf") == [
                ":method: GET", ":scheme: https", ":path: /index.html", ":authority: www.example.com",
                "custom-key: custom-value",
            ])
    }

    /// Every symbol, texts and random bytes, and what damage makes of them: as hpack reads them.
    @Test func huffmanCode() throws {
        let file = String(decoding: try Folders.network.appendingPathComponent("huffman.txt").bytes(), as: UTF8.self)
        let lines = file.split(separator: "\n")
        #expect(lines.count > 256)
        for line in lines {
            let parts = line.split(separator: " ")
            let code = try #require(bytes(hex: parts[0]))
            // Behind bytes that stay.
            var decoded: [UInt8] = [1, 2]
            let isValid = HuffmanCode.decode(code.span, to: &decoded)
            #expect(isValid == (parts[1] != "invalid"), "\(line)")
            if isValid { #expect(hex(decoded) == "0102" + parts[1], "\(line)") }
        }
    }

    @Test func unknownEntriesStayUnknown() throws {
        var decoder = HeaderDecoder(isWhole: false)
        #expect(try decode(&decoder, "8286 84be") == [":method: GET", ":scheme: http", ":path: /", "?: ?"])
        // A new entry takes the first place; the one behind it is from before the capture.
        #expect(
            try decode(&decoder, "5886 a8eb 1064 9cbf bebf") == [
                "cache-control: no-cache", "cache-control: no-cache", "?: ?",
            ])
        // A known value with a name from before: shown without one.
        #expect(try decode(&decoder, "7f00 0161") == ["?: a"])
    }

    /// A request whose path and three other fields are new in the table.
    private static let request =
        [0x83, 0x86] + literal(":path", "/a") + literal("content-type", "b") + literal("te", "c") + literal("u", "d")

    /// The same again, as if it was not there.
    private static let twice = request + request.dropFirst(2)

    private static func literal(_ name: String, _ value: String) -> [UInt8] {
        [0x40, UInt8(name.utf8.count)] + name.utf8 + [UInt8(value.utf8.count)] + value.utf8
    }

    private func decode(_ decoder: inout HeaderDecoder, _ block: [UInt8]) -> (fields: String, isPresumed: Bool) {
        let bytes = block[...]
        let (fields, isSound) = decoder.decode(bytes.span)
        #expect(isSound)
        let values = fields.map { $0.value.map { String(decoding: $0, as: UTF8.self) } ?? "?" }
        return (values.joined(separator: " "), fields.isPresumed)
    }

    /// What lost blocks have added moves the fields of before, by as many numbers as later blocks show.
    @Test(arguments: 0...3) func tablesGoOnAfterLosses(added: Int) throws {
        var decoder = HeaderDecoder(isWhole: true)
        #expect(decode(&decoder, Self.request) == ("POST http /a b c d", false))
        decoder.lose()
        // What came since has the first numbers.
        #expect(decode(&decoder, Self.literal("e", "f")) == ("f", false))
        let moved = UInt8(added + 1)
        let block = [0x83, 0x86, 0xc1 + moved, 0xc0 + moved, 0xbf + moved, 0xbe]
        #expect(decode(&decoder, block) == ("POST http /a b c f", true))
        // Those of the lost blocks stay unknown.
        for number in 0..<UInt8(added) { #expect(decode(&decoder, [0xbf + number]) == ("?", false)) }
        #expect(decode(&decoder, [0xbe + moved, 0xbe]) == ("d f", true))
    }

    /// Two losses are one.
    @Test func tablesGoOnAfterTwoLosses() {
        var decoder = HeaderDecoder(isWhole: true)
        _ = decode(&decoder, Self.request)
        decoder.lose()
        #expect(decode(&decoder, Self.literal("e", "f")) == ("f", false))
        decoder.lose()
        #expect(decode(&decoder, [0x83, 0x86, 0xc4, 0xc3, 0xc2, 0xc1]) == ("POST http /a b c d", true))
    }

    /// Where fields fit in several ways, in none, or are too few, they stay unknown.
    @Test func doubtfulTablesStayUnknown() {
        let doubtful: [(before: [UInt8], after: [UInt8], shown: String)] = [
            // Trailers that name two fields of the table.
            (Self.literal("grpc-status", "0") + Self.literal("a", "b") + Self.literal("c", "d"), [0xc0, 0xbf], "? ?"),
            // Two requests in the table: either may be meant.
            (Self.twice, [0x83, 0x86, 0xc5, 0xc4, 0xc3, 0xc2], "POST http ? ? ? ?"),
            // A request without a path.
            (Self.request, [0x83, 0x86, 0xc0, 0xbf, 0xbe], "POST http ? ? ?"),
            // The same field twice.
            (Self.request, [0x83, 0x86, 0xc1, 0xc0, 0xbf, 0xbf], "POST http ? ? ? ?"),
            // Fields that are newer than those that fit.
            (Self.request, [0x83, 0x86, 0xc1, 0xbf, 0xc0, 0x88], "POST http ? ? ? 200"),
        ]
        for (before, after, shown) in doubtful {
            var decoder = HeaderDecoder(isWhole: true)
            _ = decode(&decoder, before)
            decoder.lose()
            for _ in 0..<50 { #expect(decode(&decoder, after) == (shown, false)) }
        }
    }

    /// To save memory, no table is kept.
    @Test func forgottenTables() {
        var decoder = HeaderDecoder(isWhole: true)
        _ = decode(&decoder, Self.request)
        decoder.lose()
        decoder.forget()
        #expect(decode(&decoder, [0x83, 0x86, 0xc1, 0xc0, 0xbf, 0xbe]) == ("POST http ? ? ? ?", false))
    }

    /// The same bytes say something else once the table has changed.
    @Test func repeatedBlocks() throws {
        var decoder = HeaderDecoder(isWhole: true)
        #expect(try decode(&decoder, "4001 6101 31") == ["a: 1"])
        #expect(try decode(&decoder, "be82") == ["a: 1", ":method: GET"])
        #expect(try decode(&decoder, "be82") == ["a: 1", ":method: GET"])
        #expect(try decode(&decoder, "4001 6201 32") == ["b: 2"])
        #expect(try decode(&decoder, "be82") == ["b: 2", ":method: GET"])
        #expect(try decode(&decoder, "bf82") == ["a: 1", ":method: GET"])
        // A table of 40 bytes has room for the newer one alone.
        #expect(try decode(&decoder, "3f09") == [])
        #expect(try decode(&decoder, "be82") == ["b: 2", ":method: GET"])
        let block: [UInt8] = [0xbf, 0x82]
        #expect(!decoder.decode(block.span).isSound)
    }

    @Test func wholeTablesHaveNoUnknownEntries() {
        damagedBlocks([0x82, 0xbe])
    }

    @Test(arguments: [
        [0x80], [0xff], [0xff, 0xff, 0xff, 0xff, 0xff, 0xff], [0x40], [0x40, 0x7f], [0x00, 0x82, 0xff],
    ])
    func damagedBlocks(_ block: [UInt8]) {
        var decoder = HeaderDecoder(isWhole: true)
        let bytes = block[...]
        let (_, isSound) = decoder.decode(bytes.span)
        #expect(!isSound)
    }
}
