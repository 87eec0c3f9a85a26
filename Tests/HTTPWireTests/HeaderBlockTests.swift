import Testing

@testable import HTTPWire

@Suite struct HeaderBlockTests {
    private static let unknown = HeaderField(name: nil, value: nil)

    private static let fields = [
        HeaderField(":status", "200"), HeaderField("content-type", "application/grpc"), HeaderField("", ""),
        HeaderField("grpc-status", "3"), HeaderField(name: "x", value: nil), unknown, HeaderField("grpc-status", "5"),
        HeaderField(name: "a-bin", value: [0, 0xff, 0x80]), HeaderField("grpc-timeout", ""),
    ]

    @Test func givesTheFieldsBack() {
        for count in 0...Self.fields.count {
            let fields = Array(Self.fields.prefix(count))
            let block = HeaderBlock(fields)
            #expect(Array(block) == fields)
            #expect(block.size == fields.reduce(0) { $0 + ($1.name?.utf8.count ?? 0) + ($1.value?.count ?? 0) + 32 })
            #expect(block.unknownCount == fields.count { $0.name == nil || $0.value == nil })
        }
    }

    @Test func findsTheLastHeaderOfAName() {
        // More headers than their numbers have room for, with indexed names and others among them.
        let block = HeaderBlock(Self.fields + Array(repeating: Self.unknown, count: 300) + Self.fields.dropLast(3))
        #expect(block.value(.grpcStatus).map { Array($0) } == Array("3".utf8))
        #expect(block.value(.status).map { Array($0) } == Array("200".utf8))
        #expect(block.value(.grpcTimeout) == [])
        #expect(block.value("a-bin") == [0, 0xff, 0x80])
        #expect(block.has("x") && block.value("x") == nil && !block.hasValue("x"))
        #expect(!block.has(.path) && block.isPlainGRPC)
    }

    @Test func isEqualWithEqualFields() {
        let blocks = (0...Self.fields.count).map { HeaderBlock(Self.fields.prefix($0)) }
        for (index, block) in blocks.enumerated() {
            #expect(blocks.firstIndex(of: block) == index)
            #expect(HeaderBlock(Array(block)).hashValue == block.hashValue)
            #expect(block + HeaderBlock(Self.fields.dropFirst(index)) == HeaderBlock(Self.fields))
        }
        // The same bytes in other places.
        #expect(HeaderBlock([HeaderField("ab", "c")]) != HeaderBlock([HeaderField("a", "bc")]))
    }
}
