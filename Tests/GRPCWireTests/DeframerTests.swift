import GRPCWire
import TestSupport
import Testing

@Suite struct DeframerTests {
    static let two: [UInt8] = [0, 0, 0, 0, 2, 8, 1, 0, 0, 0, 0, 1, 7]

    @Test func errorsStay() {
        var deframer = Deframer()
        deframer.append(Self.two + [9])
        #expect(throws: Never.self) { try deframer.next() }
        #expect(throws: Never.self) { try deframer.next() }
        let first = #expect(throws: FramingError.self) { try deframer.next() }
        #expect(first?.code == .invalidFlag && first?.offset == 13 && first?.detail == "0x9")
        deframer.append(Self.two)
        let second = #expect(throws: FramingError.self) { try deframer.next() }
        let third = #expect(throws: FramingError.self) { try deframer.finish() }
        var isCalled = false
        let fourth = #expect(throws: FramingError.self) {
            let more = Self.two[...]
            try deframer.consume(more.span) { _, _ in isCalled = true }
        }
        #expect(second == first && third == first && fourth == first && deframer.failure == first)
        #expect(!isCalled)
    }

    struct Stop: Error {}

    @Test func whatTheClosureThrowsLosesNothing() throws {
        let stream = Self.two[...]
        var lengths: [Int] = []
        var deframer = Deframer()
        #expect(throws: Stop.self) {
            try deframer.consume(stream.span) { frame, _ in
                lengths.append(frame.length)
                throw Stop()
            }
        }
        #expect(deframer.failure == nil && deframer.offset == 7 && deframer.bufferedCount == 6)
        // The second message is in the buffer now, and a third arrives behind it.
        try deframer.consume(stream.span) { frame, _ in lengths.append(frame.length) }
        #expect(lengths == [2, 1, 2, 1])
        try deframer.finish()
    }

    @Test func finishChangesNothing() throws {
        var deframer = Deframer()
        deframer.append(Array(Self.two[..<10]))
        let error = #expect(throws: FramingError.self) { try deframer.finish() }
        #expect(error?.code == .truncatedPrefix && error?.offset == 10)
        deframer.append(Array(Self.two[10...]))
        try deframer.finish()
        #expect(try deframer.next()?.payload == [8, 1])
        #expect(try deframer.next()?.payload == [7])
        #expect(try deframer.next() == nil)
    }

    @Test func announcementsTakeNoMemory() throws {
        var deframer = Deframer(limits: FramingLimits(wireLength: .max, length: .max))
        deframer.append([0, 0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3])
        #expect(try deframer.next() == nil)
        #expect(deframer.bufferedCount == 8)
        let error = #expect(throws: FramingError.self) { try deframer.finish() }
        #expect(error?.expected == 0xFFFF_FFFF && error?.available == 3)
    }

    @Test(arguments: [Int.min, -1, 0, 1, 4 << 20, 1 << 32, .max])
    func anyLimit(_ limit: Int) {
        let limits = FramingLimits(wireLength: limit, length: limit)
        let reading = read(Self.two, .header(.identity), limits: limits)
        #expect(reading.error?.code == (limit < 2 ? .messageTooLarge : nil))
        #expect(reading.messages.count == (limit < 2 ? 0 : 2))
    }

    /// Long messages, a byte at a time: of 1 MB, quadratic work would take hours.
    @Test func singleBytesTakeLinearTime() throws {
        let message = incompressible(Exhaustive.size(1 << 20, inDebug: 1 << 16))
        let stream = try MessageFramer.encode([message, [], message])
        for delivery in [Delivery.inPlace, .copied] {
            let reading = read(stream, .header(.identity), by: delivery) { 1 }
            #expect(reading.messages.map(\.payload) == [message, [], message])
        }
    }

    /// Many small messages appended at once and read one by one: the buffer must not be moved for each.
    @Test func manyBufferedMessagesTakeLinearTime() throws {
        let count = 100_000
        var deframer = Deframer()
        var found = 0
        var others: [LengthPrefixedMessage] = []
        deframer.append(Array(repeating: [0, 0, 0, 0, 1, 7] as [UInt8], count: count).flatMap { $0 })
        while let message = try deframer.next() {
            if message.payload != [7] { others.append(message) }
            found += 1
            if found % 1000 == 0 { deframer.append([0, 0, 0, 0, 1, 7]) }
        }
        // Each 1000 messages brought one more.
        #expect(found == count + (count - 1) / 999 && others.isEmpty)
        try deframer.finish()
    }

    /// Noise behind plausible prefixes: no crash, no more than the limit, the same for all chunks.
    @Test(arguments: 0..<300 as Range<UInt64>)
    func anyBytes(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        var stream: [UInt8] = []
        for _ in 0..<Int.random(in: 1...5, using: &generator) {
            let count = UInt8.random(in: 0...60, using: &generator)
            stream += [UInt8.random(in: 0...1, using: &generator), 0, 0, 0, count]
            let magic: [UInt8] = [[0x1F, 0x8B, 8, 0], [0x78, 0x9C], []].randomElement(using: &generator) ?? []
            stream += magic + incompressible(Int(count), seed: seed)
        }
        for source in [Deframer.EncodingSource.detect, .header(.gzip), .header(.deflate), .header(.identity)] {
            let whole = read(stream, source, limits: FramingLimits(wireLength: 100, length: 1000))
            #expect(whole.messages.allSatisfy { $0.payload.count <= 1000 })
            for delivery in Delivery.allCases {
                let pieces = read(stream, source, limits: FramingLimits(wireLength: 100, length: 1000), by: delivery) {
                    Int.random(in: 1...9, using: &generator)
                }
                #expect(pieces == whole)
            }
        }
    }

    /// One state serves both formats, in any order, and after damage elsewhere.
    @Test func detectionFollowsEachMessage() throws {
        let message = sampleMessage(300)
        var stream: [UInt8] = []
        for encoding in [MessageEncoding.gzip, .deflate, .deflate, .identity, .gzip] {
            stream += try MessageFramer.encode([message], encoding: encoding)
        }
        let messages = try Deframer.decodeAll(stream, .detect)
        #expect(messages.map(\.frame.encoding) == [.gzip, .deflate, .deflate, .identity, .gzip])
        #expect(messages.allSatisfy { $0.payload == message })

        let unknown: [UInt8] = [1, 0, 0, 0, 4, 0x28, 0xB5, 0x2F, 0xFD]  // the magic of zstd
        let error = #expect(throws: FramingError.self) { try Deframer.decodeAll(unknown, .detect) }
        #expect(error?.code == .unrecognizedCompression && error?.offset == 5 && error?.messageOffset == 0)
    }

    /// RFC 1950, section 2.2: method 8, window up to 32 KiB, a multiple of 31.
    @Test(
        arguments: [
            ([0x1F, 0x8B], .gzip), ([0x78, 0x01], .deflate), ([0x78, 0x9C], .deflate), ([0x78, 0xDA], .deflate),
            ([0x08, 0x1D], .deflate), ([0x78, 0x9D], nil), ([0x88, 0x1C], nil), ([0x79, 0x98], nil), ([0x1F], nil),
            ([], nil),
        ] as [([UInt8], MessageEncoding?)])
    func firstBytesTellTheEncoding(bytes: [UInt8], encoding: MessageEncoding?) {
        let bytes = bytes[...]
        let detected = MessageEncoding(detecting: bytes.span)
        #expect(detected == encoding)
    }

    @Test func readsAPrefixOnlyWhereAllOfItStands() {
        let bytes = ([9, 0x81, 0x12, 0x34, 0x56, 0x78] as [UInt8])[...]
        let prefix = LengthPrefix(bytes.span, at: 1)
        #expect(prefix == LengthPrefix(flags: 0x81, length: 0x1234_5678))
        #expect(prefix?.isCompressed == true && prefix?.isTrailers == true)
        for index in [2, 6, 7, -1, .max, .min] {
            let none = LengthPrefix(bytes.span, at: index)
            #expect(none == nil)
        }
    }
}
