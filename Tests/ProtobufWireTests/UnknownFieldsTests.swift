import Foundation
import ProtobufWire
import TestSupport
import Testing

@Suite struct UnknownFieldsTests {
    @Test(
        arguments: [
            // An unknown number, in an overlong tag and with an overlong value: kept as written.
            [0xa0, 0x86, 0x80, 0x80, 0x00, 0x81, 0x80, 0x00],
            // Known numbers with wire types that do not fit.
            [0x0d, 1, 2, 3, 4], [0x10, 5], [0x1a, 1, 0xff], [0x22, 0], [0x38, 1],
            // Groups, nested, with every wire type inside.
            [0xa3, 0x06, 0x08, 1, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0x1a, 1, 9, 0x1b, 0x1c, 0x25, 1, 2, 3, 4, 0xa4, 0x06],
            // Not UTF-8, which is no matter in an unknown field.
            [0xa2, 0x06, 2, 0xc3, 0x28],
            // The largest field number.
            [0xf8, 0xff, 0xff, 0xff, 0x0f, 1],
        ] as [[UInt8]])
    func areKeptByteForByte(field: [UInt8]) throws {
        let node = try Node(decoding: [0x18, 1] + field + [0x20, 1] + field)
        #expect(node.unknownFields.bytes == field + field)
        #expect(node.encoded() == [0x18, 1, 0x20, 1] + field + field)
    }

    @Test func canBeMadeOfBytes() throws {
        let bytes: [UInt8] = [0xa0, 0x06, 1, 0x08, 5, 0xa3, 0x06, 0xa4, 0x06]
        var node = Node()
        node.unknownFields = try UnknownFields(decoding: bytes)
        #expect(node.encoded() == bytes)
        #expect(try UnknownFields(decoding: []).isEmpty)
        for (bytes, offset) in [([0x08, 5, 0xa3, 0x06], 2), ([0x08], 1), ([0x0c], 0)] as [([UInt8], Int)] {
            let error = #expect(throws: WireError.self) { try UnknownFields(decoding: bytes) }
            #expect(error?.offset ?? -1 >= offset)
        }
    }

    /// Number, wire type and value of each field, within groups too, are what the official runtime finds.
    @Test func comeOneByOne() throws {
        for line in try jsonLines(Folders.fixtures.appendingPathComponent("unknown/fields.jsonl.gz")) {
            let message = try #require((line["hex"] as? String).flatMap { bytes(hex: $0) })
            let fields = try UnknownFields(decoding: message).fields
            #expect(describe(fields) == describe(try #require(line["fields"] as? [[String: Any]])))
            #expect(fields.flatMap(\.bytes) == message)
        }
    }

    private func describe(_ fields: UnknownFields.Fields) -> String {
        fields.map { field in
            let value =
                switch field.value {
                case .varint(let number), .fixed64(let number): String(number)
                case .fixed32(let number): String(number)
                case .lengthDelimited(let bytes): hex(bytes)
                case .group(let fields): describe(fields)
                }
            return "(\(field.number) \(field.bytes[field.bytes.startIndex] & 7) \(value))"
        }.joined()
    }

    private func describe(_ fields: [[String: Any]]) -> String {
        fields.map { field in
            let value = (field["value"] as? [[String: Any]]).map(describe) ?? field["value"] as? String ?? "?"
            return "(\(field["number"] as? Int ?? 0) \(field["wire_type"] as? Int ?? -1) \(value))"
        }.joined()
    }

    @Test func areDescribedByTheirWireTypes() throws {
        let hex = "0801110200000000000000" + "1a0103" + "2308012425" + "04000000"
        let fields = try UnknownFields(decoding: try #require(bytes(hex: hex)))
        #expect("\(fields)" == "1: varint 1, 2: fixed64 0x2, 3: 1 bytes, 4: group of 3 bytes, 4: fixed32 0x4")
        let many = try UnknownFields(decoding: Array(repeatElement([0x08, 1] as [UInt8], count: 21).joined()))
        #expect("\(many)".hasSuffix(", 1: varint 1, … (21 fields)"))
    }

    @Test func errorsAreEqualByKindAndPlace() {
        let errors = [[0x08], [0x08], [0x10], [0x08, 0x80]].map { bytes in
            #expect(throws: WireError.self) { try UnknownFields(decoding: bytes as [UInt8]) }
        }
        #expect(errors[0] == errors[1] && Set(errors.compactMap { $0 }).count == 2)
    }

    @Test func areNoneWhenAllIsKnown() throws {
        #expect(Array(UnknownFields().fields).isEmpty)
        // What is inside a wrapper is kept, but is no field of the message.
        #expect(Array(try Node(decoding: [0x52, 4, 0x10, 1, 0x08, 7]).unknownFields.fields).isEmpty)
    }

    /// The test nests as many groups as the largest limit allows.
    @Test func openDeepGroups() throws {
        let depth = 1000
        let bytes = [UInt8](repeating: 0x0b, count: depth) + [UInt8](repeating: 0x0c, count: depth)
        var fields = try UnknownFields(decoding: bytes, limits: DecodingLimits(recursion: depth)).fields
        for _ in 0..<depth {
            guard case .group(let inner)? = Array(fields).first?.value else { return #expect(Bool(false)) }
            fields = inner
        }
        #expect(Array(fields).isEmpty)
    }

    @Test func insideAWrapperAreKept() throws {
        let bytes: [UInt8] = [0x52, 6, 0x10, 1, 0x08, 7, 0x0d, 0]
        #expect(throws: WireError.self) { try Node(decoding: bytes) }
        let node = try Node(decoding: [0x52, 9, 0x10, 1, 0x08, 7, 0x0d, 1, 2, 3, 4, 0x52, 2, 0x18, 5])
        #expect(node.distance == 7)
        #expect(!node.unknownFields.isEmpty && node.unknownFields.bytes.isEmpty)
        #expect(node.encoded() == [0x52, 11, 0x08, 7, 0x10, 1, 0x0d, 1, 2, 3, 4, 0x18, 5])
        var copy = node
        copy.distance = nil
        #expect(copy.encoded() == [])
        copy.unknownFields = UnknownFields()
        copy.distance = 7
        #expect(copy.encoded() == [0x52, 2, 0x08, 7])
    }

    @Test func copiesDoNotShareChanges() throws {
        let node = try Node(decoding: [0xa0, 0x06, 1])
        var copy = node
        try copy.merge(decoding: [0xa0, 0x06, 2])
        #expect(node.unknownFields.bytes == [0xa0, 0x06, 1])
        #expect(copy.unknownFields.bytes == [0xa0, 0x06, 1, 0xa0, 0x06, 2])
        #expect(node != copy && node.hashValue != copy.hashValue)
    }
}
