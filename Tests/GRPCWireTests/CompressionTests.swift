import GRPCWire
import TestSupport
import Testing

@Suite struct CompressionTests {
    static let encodings: [MessageEncoding] = [.gzip, .deflate]
    static let sizes =
        [0, 1, 2, 8, 9, 20, 21, 63, 64, 65, 400, 1000, 32_767, 32_768]
        + Exhaustive.elements(of: [65_536, 300_000], inDebugEvery: 2)
    static let messages: [[UInt8]] = sizes.flatMap { size -> [[UInt8]] in
        [sampleMessage(size), incompressible(size), Array(repeating: 0, count: size)]
    }

    private func inflate(
        _ inflater: inout Inflater, _ bytes: [UInt8], limit: Int = FramingLimits.defaultLength
    ) throws(FramingError) -> [UInt8] {
        var output: [UInt8] = []
        let bytes = bytes[...]
        try inflater.inflate(bytes.span, limit: limit, appendingTo: &output)
        return output
    }

    private func deflate(_ deflater: inout Deflater, _ bytes: [UInt8], limit: Int = .max) -> [UInt8]? {
        var output: [UInt8] = [1, 2, 3]
        let bytes = bytes[...]
        let fits = deflater.deflate(bytes.span, limit: limit, appendingTo: &output)
        #expect(output.starts(with: [1, 2, 3]))
        #expect(fits || output.count == 3)
        return fits ? Array(output[3...]) : nil
    }

    @Test(arguments: encodings)
    func comesBack(_ encoding: MessageEncoding) throws {
        var deflater = try Deflater(encoding)
        var inflater = try Inflater(encoding)
        for message in Self.messages {
            let compressed = try #require(deflate(&deflater, message))
            #expect(try inflate(&inflater, compressed) == message)
            let whole = compressed[...]
            let detected = MessageEncoding(detecting: whole.span)
            #expect(detected == encoding)
            // What fits exactly, and what does not.
            #expect(try inflate(&inflater, compressed, limit: message.count) == message)
            #expect(deflate(&deflater, message, limit: compressed.count) == compressed)
            #expect(deflate(&deflater, message, limit: compressed.count - 1) == nil)
        }
    }

    /// A message is compressed alone: what came before, sound or damaged, leaves no trace.
    @Test(arguments: encodings)
    func messagesShareNoContext(_ encoding: MessageEncoding) throws {
        var deflater = try Deflater(encoding)
        var inflater = try Inflater(encoding)
        let message = sampleMessage(2000)
        let first = try #require(deflate(&deflater, message))
        _ = deflate(&deflater, incompressible(5000), limit: 100)
        #expect(deflate(&deflater, message) == first)
        for count in stride(from: 0, to: first.count, by: 7) {
            let error = #expect(throws: FramingError.self) { try inflate(&inflater, Array(first[..<count])) }
            #expect(error?.code == .truncatedCompressedData && error?.offset == count)
            #expect(try inflate(&inflater, first) == message)
        }
    }

    /// What could be read stays, for tools to show.
    @Test func damagedDataKeepsItsBeginning() throws {
        var deflater = try Deflater(.gzip)
        let message = sampleMessage(20_000)
        let compressed = try #require(deflate(&deflater, message))
        var inflater = try Inflater(.gzip)
        var output: [UInt8] = []
        let half = compressed[..<(compressed.count / 2)]
        #expect(throws: FramingError.self) { try inflater.inflate(half.span, appendingTo: &output) }
        #expect(output.count > 5000 && message.starts(with: output))
    }

    @Test func limitsBoundTheMemory() throws {
        var deflater = try Deflater(.deflate)
        let bomb = try #require(deflate(&deflater, Array(repeating: 0, count: 10_000_000)))
        var inflater = try Inflater(.deflate)
        for limit in [Int.min, 0, 1, 1000, 65_536, 1_000_000, 1_100_000, 3_000_000] {
            var output: [UInt8] = []
            let bytes = bomb[...]
            let error = #expect(throws: FramingError.self) {
                try inflater.inflate(bytes.span, limit: limit, appendingTo: &output)
            }
            #expect(error?.code == .inflatedTooLarge && error?.limit == max(limit, 0))
            #expect(output.count == max(limit, 0))
            // The allocator rounds up, never by as much as it takes to double.
            #expect(output.capacity < max(limit, 0) * 5 / 4 + 128)
        }
        #expect(try inflate(&inflater, bomb, limit: 10_000_000).count == 10_000_000)
    }

    @Test(arguments: ["identity", "zstd", "", "GZIP"])
    func refuses(_ name: String) {
        let encoding = MessageEncoding(rawValue: name)
        let inflating = #expect(throws: FramingError.self) { _ = try Inflater(encoding) }
        let deflating = #expect(throws: FramingError.self) { _ = try Deflater(encoding) }
        #expect(inflating?.code == .unsupportedEncoding && inflating?.detail == name)
        #expect(deflating == inflating)
    }
}

@Suite struct MessageFramerTests {
    @Test(arguments: [MessageEncoding.gzip, .deflate])
    func neverGrows(_ encoding: MessageEncoding) throws {
        var framer = try MessageFramer(encoding: encoding)
        for size in 0..<300 {
            for message in [sampleMessage(size), incompressible(size), Array(repeating: 7, count: size)] {
                var output: [UInt8] = [42]
                let bytes = message[...]
                let prefix = try framer.append(bytes.span, to: &output)
                #expect(output.count == 1 + 5 + Int(prefix.length))
                #expect(prefix.isCompressed ? Int(prefix.length) < size : Int(prefix.length) == size)
                let written = output[...]
                let found = LengthPrefix(written.span, at: 1)
                #expect(found == prefix)
                let messages = try Deframer.decodeAll(Array(output[1...]), .header(encoding))
                #expect(messages.map(\.payload) == [message])
            }
        }
    }

    @Test func compressionCanBeHeldBack() throws {
        let message = sampleMessage(1000)[...]
        var output: [UInt8] = []
        var framer = try MessageFramer(encoding: .gzip, minimumLength: 1001)
        let short = try framer.append(message.span, to: &output)
        framer = try MessageFramer(encoding: .gzip, minimumLength: 1000)
        let long = try framer.append(message.span, to: &output)
        let secret = try framer.append(message.span, compressing: false, to: &output)
        #expect([short, long, secret].map(\.isCompressed) == [false, true, false])
        let error = #expect(throws: FramingError.self) { _ = try MessageFramer(encoding: .init(rawValue: "br")) }
        #expect(error?.code == .unsupportedEncoding)
    }

    @Test func identityIsThePrefixAndTheBytes() throws {
        let bytes: [UInt8] = [0, 0, 0, 1, 4] + incompressible(260) + [0, 0, 0, 0, 0]
        #expect(try MessageFramer.encode([incompressible(260), []]) == bytes)
    }
}
