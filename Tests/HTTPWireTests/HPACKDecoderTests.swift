import ByteText
import Foundation
import GRPCWire
import TestSupport
import Testing

@testable import HTTPWire

/// The examples of RFC 7541, appendix C, connections whose beginning is missing, and hostile blocks.
@Suite struct HPACKDecoderTests {
    private func decode(_ decoder: inout HPACKDecoder, _ digits: String) throws -> [String] {
        let block = try #require(bytes(hex: digits.filter { $0 != " " }))[...]
        let (fields, isSound) = decoder.decode(block.span)
        #expect(isSound)
        return fields.map { field in
            let value = field.value.map { String(decoding: $0, as: UTF8.self) }
            return "\(field.name ?? "?"): \(value ?? "?")"
        }
    }

    @Test func decodesRequestsWithHuffmanCode() throws {
        var decoder = HPACKDecoder(isWhole: true)
        let usual = [":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com"]
        #expect(try decode(&decoder, "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff") == usual)
        #expect(try decode(&decoder, "8286 84be 5886 a8eb 1064 9cbf") == usual + ["cache-control: no-cache"])
        #expect(
            try decode(&decoder, "8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf") == [
                ":method: GET", ":scheme: https", ":path: /index.html", ":authority: www.example.com",
                "custom-key: custom-value",
            ])
    }

    /// Every symbol, texts, random and damaged bytes: the same results as those of the Python library hpack.
    @Test func decodesHuffmanCode() throws {
        let file = String(decoding: try Folders.network.appendingPathComponent("huffman.txt").bytes(), as: UTF8.self)
        let lines = file.split(separator: "\n")
        #expect(lines.count > 256)
        for line in lines {
            let parts = line.split(separator: " ")
            let code = try #require(bytes(hex: parts[0]))
            var isValid = false
            var decoded: [UInt8] = []
            decoded.append(addingCapacity: HPACKHuffman.decodedLimit(code.count) + 2) { output in
                // Behind bytes that stay.
                for byte: UInt8 in [1, 2] { output.append(byte) }
                isValid = HPACKHuffman.decode(code.span, to: &output)
            }
            #expect(isValid == (parts[1] != "invalid"), "\(line)")
            if isValid { #expect(hex(decoded) == "0102" + parts[1], "\(line)") }
        }
    }

    /// Only the first bits of the end symbol may fill up a string: RFC 7541, section 5.2.
    @Test(arguments: [("0081 1f01 61", true), ("0081 1801 61", false)])
    func wrongPaddingMakesABlockUnsound(digits: String, isSound: Bool) throws {
        var decoder = HPACKDecoder(isWhole: true)
        let block = try #require(bytes(hex: digits.filter { $0 != " " }))[...]
        let decoded = decoder.decode(block.span)
        #expect(decoded.isSound == isSound)
    }

    /// More strings than are remembered, longer ones than fit, and damaged ones: each time they come, the same is decoded.
    @Test func repeatedStringsStayTheSame() {
        // The symbols whose codes are the numbers 0 to 9 with five bits: eight of them are five bytes.
        let symbols = Array("012aceiost".utf8)
        var cache = HPACKStringCache()
        func decode(_ code: [UInt8]) -> [UInt8]? {
            var (isValid, decoded): (Bool, [UInt8]) = (false, [])
            decoded.append(addingCapacity: HPACKHuffman.decodedLimit(code.count)) {
                isValid = cache.decode(code.span, to: &$0)
            }
            return isValid ? decoded : nil
        }
        func code(_ digits: [Int]) -> [UInt8] {
            stride(from: 0, to: digits.count, by: 8).flatMap { start in
                let bits = digits[start..<(start + 8)].reduce(0) { $0 << 5 | $1 }
                return [32, 24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) }
            }
        }
        for (count, length, repetitions) in [(600, 64, 1), (12, 600, 107)] {
            let strings = (0..<count).map { seed in
                let digits = (0..<length).map { ($0 / 10 + seed * ($0 % 3 + 1)) % 10 }
                let (code, decoded) = (code(digits), digits.map { symbols[$0] })
                return (
                    code: Array(repeatElement(code, count: repetitions).joined()),
                    decoded: Array(repeatElement(decoded, count: repetitions).joined())
                )
            }
            for _ in 0..<3 {
                for string in strings {
                    #expect(decode(string.code) == string.decoded)
                    // The end symbol has more bits than may fill a byte up.
                    #expect(decode(string.code + [0xff, 0xff]) == nil)
                }
            }
        }
    }

    /// The place of a name is counted up to 254 headers; behind that, the headers themselves are searched.
    @Test func findsNamesInLongBlocks() {
        for count in [0, 1, 253, 254, 255, 256, 1000] {
            let others = (0..<count).map { HeaderField("x-\($0)", "0") }
            let block = HeaderBlock(others + [HeaderField("grpc-status", "7")])
            #expect(block.text(.grpcStatus) == "7" && block.plainCode == .permissionDenied)
            #expect(!block.has(.path))
            let twice = HeaderBlock([HeaderField("grpc-status", "5")] + Array(block))
            #expect(twice.text(.grpcStatus) == "7")
            #expect((block + [HeaderField(":path", "/a")]).text(.path) == "/a")
        }
    }

    @Test func referencesToHeadersBeforeTheCaptureStayUnknown() throws {
        var decoder = HPACKDecoder(isWhole: false)
        #expect(try decode(&decoder, "8286 84be") == [":method: GET", ":scheme: http", ":path: /", "?: ?"])
        // A new entry takes the first place; the one behind it is from before the capture.
        #expect(
            try decode(&decoder, "5886 a8eb 1064 9cbf bebf") == [
                "cache-control: no-cache", "cache-control: no-cache", "?: ?",
            ])
        // A known value with a name from before: shown without one.
        #expect(try decode(&decoder, "7f00 0161") == ["?: a"])
    }

    /// The blocks that are remembered go with the table.
    @Test func aDroppedTableTakesNoMemory() throws {
        var decoder = HPACKDecoder(isWhole: true)
        for path in ["a", "b", "c"] { _ = decode(&decoder, [0x83, 0x04, 1] + Array(path.utf8)) }
        #expect(decoder.footprint > 0)
        decoder.dropTable()
        #expect(decoder.footprint == 0)
    }

    /// A request whose path and three other fields are new in the table.
    private static let request =
        [0x83, 0x86] + literal(":path", "/a") + literal("content-type", "b") + literal("te", "c") + literal("u", "d")

    /// Two requests whose headers are all new in the table.
    private static let twice = request + request.dropFirst(2)

    private static func literal(_ name: String, _ value: String) -> [UInt8] {
        [0x40, UInt8(name.utf8.count)] + name.utf8 + [UInt8(value.utf8.count)] + value.utf8
    }

    private func decode(_ decoder: inout HPACKDecoder, _ block: [UInt8]) -> (fields: String, isPresumed: Bool) {
        let bytes = block[...]
        let (fields, isSound) = decoder.decode(bytes.span)
        #expect(isSound)
        let values = fields.map { $0.value.map { String(decoding: $0, as: UTF8.self) } ?? "?" }
        return (values.joined(separator: " "), fields.isPresumed)
    }

    /// Its name, its value and 32 bytes may fill the table, of 4096 bytes unless the peers agree on another size; a larger
    /// header empties the table. RFC 7541, sections 4.1 and 4.4; RFC 9113, section 6.5.2.
    @Test(arguments: [(4063, true), (4064, false)]) func aHeaderMayFillTheTable(length: Int, isKept: Bool) {
        var decoder = HPACKDecoder(isWhole: true)
        let value = [UInt8](repeating: 0x62, count: length)
        let first = ([0x40, 1, 0x61, 0x7f] + varint(length - 127) + value)[...]
        let inserted = decoder.decode(first.span)
        #expect(inserted.isSound && inserted.headers.first?.value.map(Array.init) == value)
        let second = ([0xbe] as [UInt8])[...]
        let again = decoder.decode(second.span)
        #expect(again.headers.first?.value.map(Array.init) == (isKept ? value : nil))
    }

    /// Lost blocks have inserted headers, which moves the older ones by a number that later blocks show.
    @Test(arguments: 0...3) func theTableIsKnownAgainAfterALoss(added: Int) throws {
        var decoder = HPACKDecoder(isWhole: true)
        #expect(decode(&decoder, Self.request) == ("POST http /a b c d", false))
        decoder.lose()
        // A header that came since has the first index.
        #expect(decode(&decoder, Self.literal("e", "f")) == ("f", false))
        let moved = UInt8(added + 1)
        let block = [0x83, 0x86, 0xc1 + moved, 0xc0 + moved, 0xbf + moved, 0xbe]
        #expect(decode(&decoder, block) == ("POST http /a b c f", true))
        // The headers of the lost blocks stay unknown.
        for number in 0..<UInt8(added) { #expect(decode(&decoder, [0xbf + number]) == ("?", false)) }
        #expect(decode(&decoder, [0xbe + moved, 0xbe]) == ("d f", true))
    }

    @Test func twoLossesCountAsOne() {
        var decoder = HPACKDecoder(isWhole: true)
        _ = decode(&decoder, Self.request)
        decoder.lose()
        #expect(decode(&decoder, Self.literal("e", "f")) == ("f", false))
        decoder.lose()
        #expect(decode(&decoder, [0x83, 0x86, 0xc4, 0xc3, 0xc2, 0xc1]) == ("POST http /a b c d", true))
    }

    /// Headers that fit in several ways, in none, or that are too few.
    @Test func headersStayUnknownInADoubtfulTable() {
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
            var decoder = HPACKDecoder(isWhole: true)
            _ = decode(&decoder, before)
            decoder.lose()
            for _ in 0..<50 { #expect(decode(&decoder, after) == (shown, false)) }
        }
    }

    @Test func aDroppedTableIsNotFoundAgain() {
        var decoder = HPACKDecoder(isWhole: true)
        _ = decode(&decoder, Self.request)
        decoder.lose()
        decoder.dropTable()
        #expect(decode(&decoder, [0x83, 0x86, 0xc1, 0xc0, 0xbf, 0xbe]) == ("POST http ? ? ? ?", false))
    }

    @Test func theSameBytesMeanOtherHeadersOnceTheTableHasChanged() throws {
        var decoder = HPACKDecoder(isWhole: true)
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

    @Test(arguments: [
        [0x82, 0xbe], [0x80], [0xff], [0xff, 0xff, 0xff, 0xff, 0xff, 0xff], [0x40], [0x40, 0x7f], [0x00, 0x82, 0xff],
    ])
    func refusesDamagedBlocks(_ block: [UInt8]) {
        var decoder = HPACKDecoder(isWhole: true)
        let bytes = block[...]
        let (_, isSound) = decoder.decode(bytes.span)
        #expect(!isSound)
    }

    // MARK: Memory

    /// A byte of a header block may stand for a header of a kilobyte.
    @Test func aBlockIsLimitedByItsHeaders() {
        var decoder = HPACKDecoder(isWhole: true)
        let value = Array(repeating: UInt8(ascii: "v"), count: 100)
        let (first, rest) = ([0x40, 1, 0x61, 100] + value[...], ArraySlice(repeating: UInt8(0xbe), count: 100_000))
        _ = decoder.decode(first.span)
        let (fields, isSound) = decoder.decode(rest.span)
        #expect(!isSound && fields.count * (1 + 100 + 32) <= HPACKDecoder.listLimit)
    }

    /// A byte of many small blocks may stand for a megabyte each time, in any number of connections. What connections bring
    /// makes room again.
    @Test func headersOfAllBlocksAreLimited() {
        let workspace = HPACKDecoder.Workspace()
        let length = HPACKDecoder.listLimit / 2
        let resize: [UInt8] = [0x3f, 0xe1, 0xff, 0x3f]
        let value = Array(repeating: UInt8(ascii: "v"), count: length)
        let first = (resize + [0x40, 1, 0x61, 0x7f] + varint(length - 127) + value)[...]
        var total = 0
        var decoders = (0..<3).map { _ in HPACKDecoder(isWhole: true, workspace: workspace) }
        for index in decoders.indices { total += decoders[index].decode(first.span).headers.size }
        while true {
            let block = [0xbe, UInt8(0x80 | total % 61 + 1), UInt8(0x80 | total / 61 % 61 + 1), 0x88][...]
            let (fields, isSound) = decoders[total % 3].decode(block.span)
            total += fields.size
            guard isSound else { break }
        }
        #expect(total <= HPACKDecoder.allowance && total > HPACKDecoder.allowance - 2 * length)
        #expect(workspace.limitedBlocks == 1)
        workspace.addBytes(length)
        var next = HPACKDecoder(isWhole: true, workspace: workspace)
        #expect(next.decode(first.span).isSound)
    }

    /// Senders repeat their blocks, whose headers are known from before.
    @Test func repeatedBlocksCountEachTime() {
        let workspace = HPACKDecoder.Workspace()
        var decoder = HPACKDecoder(isWhole: true, workspace: workspace)
        let block = ([0x00, 1, 0x61, 0x7f, 0xa1, 0x1e] + Array(repeating: UInt8(ascii: "v"), count: 4000))[...]
        var total = 0
        while total <= HPACKDecoder.allowance {
            let (fields, isSound) = decoder.decode(block.span)
            guard isSound else { break }
            total += fields.size
        }
        #expect(total <= HPACKDecoder.allowance && total > HPACKDecoder.allowance - 5000)
    }

    @Test func blocksDoNotKeepTheMemoryOfALargerOneBefore() {
        func block(_ length: Int) -> [UInt8] {
            [0, 1, 0x61, 0x7f] + varint(length - 127) + Array(repeating: UInt8(ascii: "v"), count: length)
        }
        let workspace = HPACKDecoder.Workspace()
        for _ in 0..<3 {
            var decoder = HPACKDecoder(isWhole: true, workspace: workspace)
            for length in [10_000, 200, 10_000, 300] {
                let bytes = block(length)
                let (fields, isSound) = decoder.decode(bytes.span)
                #expect(isSound && fields.value("a")?.count == length)
                #expect(fields.bytes.capacity < length * 3 / 2)
            }
        }
    }

    /// Headers of no bytes, and of many, that evict one another.
    @Test(arguments: [0, 1, 4000, 5000])
    func theTableKeepsItsLimit(_ length: Int) {
        var table = HPACKDynamicTable(limit: 4096)
        let source = Array(repeating: UInt8(0), count: length)
        var most = 0
        for _ in 0..<10_000 {
            table.insert(.init(start: 0, nameLength: 0, valueLength: length, nameIndex: -1), of: source.span)
            most = max(most, table.footprint)
        }
        #expect(most <= 4 * 4096)
    }
}
