import ConsoleText
import Foundation
import GRPCWire
import ProtobufSchema
import TestSupport
import Testing
import WireInspect

/// One payload in every shape that people paste.
@Suite struct PeelingTests {
    /// A way to write bytes down.
    struct Shape: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let layer: InputLayer.Kind
        let write: @Sendable ([UInt8]) throws -> String

        init(_ name: String, _ layer: InputLayer.Kind, _ write: @escaping @Sendable ([UInt8]) throws -> String) {
            testDescription = name
            self.layer = layer
            self.write = write
        }
    }

    static let shapes: [Shape] = [
        Shape("plain hex", .hex) { hex($0) },
        Shape("upper-case hex", .hex) { hex($0).uppercased() + "\n" },
        Shape("hex in lines of 60", .hex) { lines(hex($0), 60) },
        Shape("hex in odd lines", .hex) { lines(hex($0), 31) },
        Shape("spaces", .hex) { hex($0, separator: " ") },
        Shape("colons", .hex) { hex($0, separator: ":") },
        Shape("0x at the front", .hex) { "0x" + hex($0) },
        Shape("0x and commas", .hex) { "0x" + hex($0, separator: ", 0x") },
        Shape("an array in C", .hex) {
            "{ " + $0.map { "0x" + String($0, radix: 16) }.joined(separator: ",\n") + " };"
        },
        Shape("escapes", .hex) { "\"\\x" + hex($0, separator: "\\x") + "\"" },
        Shape("xxd", .hex) {
            columns($0) { offset, bytes in
                let groups = bytes.parts(of: 2).map { hex($0) }.joined(separator: " ")
                return String(format: "%08x: ", offset) + "\(fill(groups, 39))  \(characters(bytes))"
            }
        },
        Shape("hexdump -C", .hex) { input in
            columns(input) { offset, bytes in
                let left = hex(bytes.prefix(8), separator: " ")
                let right = hex(bytes.dropFirst(8), separator: " ")
                return String(format: "%08x  ", offset)
                    + "\(fill(left, 23))  \(fill(right, 23))  |\(characters(bytes))|"
            } + String(format: "%08x\n", input.count)
        },
        Shape("od -A o -t x1", .hex) { input in
            columns(input) { offset, bytes in
                String(format: "%07o ", offset) + hex(bytes, separator: " ")
            } + String(format: "%07o\n", input.count)
        },
        Shape("Wireshark", .hex) {
            columns($0) { offset, bytes in
                String(format: "%04x", offset) + "   \(fill(hex(bytes, separator: " "), 47))   \(characters(bytes))"
            }
        },
        Shape("NSData", .hex) { "<" + $0.parts(of: 4).map { hex($0) }.joined(separator: " ") + ">" },
        Shape("NSData since iOS 13", .hex) { "{length = \($0.count), bytes = 0x\(hex($0))}" },
        Shape("base64", .base64(isURLSafe: false)) { base64($0) + "\n" },
        Shape("base64 in lines", .base64(isURLSafe: false)) { lines(base64($0), 76) },
        Shape("base64 without padding", .base64(isURLSafe: false)) { base64($0).filter { $0 != "=" } },
    ]

    @Test(arguments: shapes)
    func readsFramesInEveryShape(_ shape: Shape) throws {
        let fixtures = try ["get-trip-request", "update-vehicle-offline"].map(CaptureFixture.named)
        for fixture in Exhaustive.elements(of: fixtures, inDebugEvery: 2) {
            let peeled = peel(try shape.write(fixture.frames()))
            #expect(peeled.messages.map(\.bytes) == (try fixture.messages()))
            #expect(peeled.layers.map(\.kind) == [shape.layer, .frames(1)])
            #expect(peeled.damage.isEmpty)
            #expect(peeled.detection.best?.message.fullName == fixture.type)
        }
    }

    @Test(arguments: shapes)
    func readsBareMessagesInEveryShape(_ shape: Shape) throws {
        let fixtures = try ["create-trip-request", "get-trip-response-new"].map(CaptureFixture.named)
        for fixture in Exhaustive.elements(of: fixtures, inDebugEvery: 2) {
            let message = try fixture.message()
            let peeled = peel(try shape.write(message))
            #expect(peeled.messages.map(\.bytes) == [message])
            #expect(peeled.layers.map(\.kind) == [shape.layer])
            #expect(peeled.detection.best?.message.fullName == fixture.type)
        }
    }

    @Test func readsBase64URL() throws {
        let message: [UInt8] = Array("\u{0A}\u{06}>>>???".utf8) + [0x12, 0x03, 0xC3, 0xBF, 0x7E]
        let text = base64(message).replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" }
        try #require(text.contains("-") || text.contains("_"))
        let peeled = peel(text)
        #expect(peeled.layers.map(\.kind) == [.base64(isURLSafe: true)])
        #expect(peeled.messages.map(\.bytes) == [message])
    }

    @Test(arguments: [MessageEncoding.gzip, .deflate])
    func readsACompressedBody(_ encoding: MessageEncoding) throws {
        let message = try CaptureFixture.named("get-vehicle-response").message()
        let body = Array(try MessageFramer.encode([message], encoding: encoding).dropFirst(5))
        let peeled = peel(body)
        #expect(peeled.layers.map(\.kind) == [.compressed(encoding == .gzip ? "gzip" : "zlib")])
        #expect(peeled.messages.map(\.bytes) == [message])
        let nested = peel(base64(body))
        #expect(nested.layers.count == 2)
        #expect(nested.messages.map(\.bytes) == [message])
    }

    /// zlib data whose sum is right is no chance, whatever is inside: here what Python's zlib.compress(b"hello world") gives.
    @Test func readsCompressedWords() throws {
        let data = try #require(bytes(hex: "789ccb48cdc9c95728cf2fca4901001a0b045d"))
        let peeled = peel(data)
        #expect(peeled.layers.map(\.kind) == [.compressed("zlib")])
        #expect(peeled.messages.map(\.bytes) == [Array("hello world".utf8)])
    }

    @Test func joinsTheMembersOfGzipData() throws {
        let trip = try CaptureFixture.named("get-trip-response-new").message()
        // Several times, so that it shrinks.
        let message = [UInt8](repeatElement(trip, count: 4).joined())
        let member = Array(try MessageFramer.encode([message], encoding: .gzip).dropFirst(5))
        let peeled = peel(member + member)
        #expect(peeled.layers.map(\.kind) == [.compressed("gzip")])
        #expect(peeled.messages.map(\.bytes) == [message + message])
        #expect(peeled.damage.isEmpty)
    }

    @Test func peelsLayersInLayers() throws {
        let fixture = try CaptureFixture.named("watch-vehicle-responses")
        let text = base64(Array(hex(try fixture.frames()).utf8))
        let peeled = peel(text)
        #expect(peeled.layers.map(\.kind) == [.base64(isURLSafe: false), .hex, .frames(12)])
        #expect(peeled.messages.map(\.bytes) == (try fixture.messages()))
    }

    /// Many small pieces are as bad as a large one: each of these frames is within the limit, all of them are not.
    @Test func boundsAllThatIsInflated() throws {
        let message = field(1, [UInt8](repeating: 0x61, count: 500))
        let frames = try MessageFramer.encode([[UInt8]](repeating: message, count: 10), encoding: .gzip)
        var peeler = Peeler(detector: detector)
        peeler.limits.inflatedLength = 1200
        let peeled = peeler.peel(frames)
        let whole = peeled.messages.prefix(2)
        #expect(whole.map(\.bytes) == [message, message] && whole.allSatisfy { $0.damage == nil })
        #expect(peeled.messages.count == 10)
        #expect(peeled.messages.reduce(0) { $0 + $1.content.count } == 1200)
        #expect(peeled.messages.dropFirst(2).allSatisfy { $0.damage?.reason == "inflated_too_large" })

        // What the layers around have become counts as well.
        let body = Array(try MessageFramer.encode([frames], encoding: .gzip).dropFirst(5))
        peeler.limits.inflatedLength = frames.count + message.count
        let nested = peeler.peel(body)
        #expect(nested.layers.map(\.kind) == [.compressed("gzip"), .frames(10)])
        #expect(nested.messages.map { $0.damage?.reason } == [nil] + repeatElement("inflated_too_large", count: 9))
    }

    /// The frame of trailers that ends the body of a grpc-web response.
    private static func trailers(_ block: String) -> [UInt8] { grpcFrame(block.utf8, flags: 0x80) }

    /// Five zeros are an empty message, so that a file of them takes many times as much memory.
    @Test func boundsTheMessages() throws {
        var peeler = Peeler(detector: detector)
        #expect(peeler.limits.messages == 1 << 20)
        peeler.limits.messages = 3
        let trailers = Self.trailers("grpc-status: 0\r\n")
        let whole = peeler.peel([UInt8](repeating: 0, count: 15) + trailers)
        #expect(whole.messages.count == 3 && whole.damage.isEmpty && whole.trailers.count == 1)
        let zeros = [UInt8](repeating: 0, count: 20)
        for input in [zeros, zeros + [0], zeros + trailers] {
            let peeled = peeler.peel(input)
            #expect(peeled.layers.map(\.kind) == [.frames(3)])
            #expect(peeled.messages.count == 3)
            #expect(peeled.damage.map(\.reason) == ["too_many_messages"] && peeled.damage.first?.offset == 15)
        }
        // That most bytes were not read does not make them anything else.
        let message = field(1, [UInt8](repeating: 0x61, count: 500))
        let count = Exhaustive.size(100, inDebug: 40)
        let stream = try MessageFramer.encode([[UInt8]](repeating: message, count: count))
        let peeled = peeler.peel(stream)
        #expect(peeled.layers.map(\.kind) == [.frames(3)])
        #expect(peeled.messages.map(\.bytes) == [message, message, message])
        #expect(peeled.damage.first?.offset == 3 * stream.count / count)
    }

    /// PROTOCOL-WEB allows compressed trailers; all other bits of the flag byte are reserved.
    @Test func readsTrailersOfGRPCWeb() throws {
        let message = field(1, "hello".utf8)
        let text = "grpc-status: 5\r\ngrpc-message: none\r\n"
        let plain = Self.trailers(text)
        var compressed = try MessageFramer.encode(
            [Array(text.utf8) + Array(repeating: 0x0a, count: 200)], encoding: .gzip)
        compressed[0] |= 0x80
        for trailers in [plain, compressed] {
            let frames = try MessageFramer.encode([message]) + trailers
            let peeled = peel(frames)
            #expect(peeled.messages.map(\.bytes) == [message])
            #expect(peeled.trailers.map { $0.hasPrefix(text) } == [true])
            #expect(peeled.damage.isEmpty)
        }
        var reserved = plain
        reserved[0] = 0x82
        let peeled = peel(try MessageFramer.encode([message]) + reserved)
        #expect(peeled.trailers.isEmpty && peeled.damage.map(\.reason) == ["invalid_flag"])
    }

    /// The body of a response as a proxy for grpc-web sends it, cut where the capture ended.
    @Test func readsTrailersThatAreCut() throws {
        let message = field(1, "hello".utf8)
        let frame = grpcFrame(message)
        let text = Array("grpc-status:3\r\ngrpc-message:update_mask%20cannot be empty\r\n".utf8)
        let trailers = grpcFrame(text, flags: 0x80)
        for body in [frame, []] {
            let cuts = body.isEmpty ? 6..<trailers.count : 5..<trailers.count
            for count in Exhaustive.elements(of: cuts, inDebugEvery: 11) {
                let peeled = peel(body + trailers.prefix(count))
                #expect(peeled.messages.map(\.bytes) == (body.isEmpty ? [] : [message]))
                #expect(peeled.trailers == [String(decoding: text.prefix(count - 5), as: UTF8.self)])
                #expect(peeled.damage.map(\.reason) == ["truncated_trailers"])
                #expect(peeled.damage.map(\.offset) == [body.count + count])
            }
        }
        let result = dump(frame + trailers.dropLast(10))
        #expect(
            !result.isSound && result.output.contains("\ngrpc-web trailers\ngrpc-status:3\ngrpc-message:update_mask"))
        #expect(result.notes.contains("49 of 59 bytes of trailers are there"), "\(result.notes)")
        let rows = dump(frame + trailers.dropLast(10)) { $0.output = .hex }
        #expect(rows.output.contains("frame: grpc-web trailers") && !rows.output.contains("no whole frame"))
        // What is no text is none of it, and neither are four gigabytes.
        for rest in [[0x80, 0, 0, 0, 40, 0x0a, 5, 1], [0x80, 0xff, 0xff, 0xff, 0xff]] as [[UInt8]] {
            #expect(peel(frame + rest).damage.map(\.reason) == ["invalid_flag"])
        }
    }

    /// Python's gzip, whose last bytes are missing.
    @Test func readsCompressedTrailersThatAreCut() throws {
        let compressed = try #require(
            bytes(
                hex:
                    "1f8b08000000000002034b2f2a48d62d2e492c292db632e0e54a077173538b8b13d353adf2b315c088970b00e458e9c826000000"
            ))
        let cut = grpcFrame([0x08, 1]) + grpcFrame(compressed, flags: 0x81).dropLast(9)
        let peeled = peel(cut)
        #expect(peeled.damage.map(\.reason) == ["truncated_trailers"])
        #expect(peeled.trailers.first?.hasPrefix("grpc-status:") == true, "\(peeled.trailers)")
    }

    /// Two responses that were saved into one file.
    @Test func keepsTheTrailersOfEachResponse() throws {
        let message = field(1, "hello".utf8)
        let response = grpcFrame(message) + Self.trailers("grpc-status: 0\r\n")
        let other = grpcFrame(message) + Self.trailers("grpc-status: 14\r\n")
        let peeled = peel(response + other)
        #expect(peeled.messages.map(\.bytes) == [message, message])
        #expect(peeled.trailers == ["grpc-status: 0\r\n", "grpc-status: 14\r\n"])
        #expect(peeled.damage.isEmpty)
        let result = dump(response + other)
        #expect(
            result.output.hasSuffix("\n\ngrpc-web trailers\ngrpc-status: 0\n\ngrpc-web trailers\ngrpc-status: 14\n"))
    }

    /// What gRPC libraries take for an empty message.
    @Test(arguments: [nil, MessageEncoding.gzip, .deflate])
    func anEmptyMessageNeedNotBeCompressed(_ encoding: MessageEncoding?) throws {
        let stream: [UInt8] = [1, 0, 0, 0, 0] + (try MessageFramer.encode([Array("\u{0A}\u{02}en".utf8)]))
        var peeler = Peeler(detector: detector)
        peeler.encoding = encoding
        let peeled = peeler.peel(stream)
        #expect(peeled.messages.map(\.bytes) == [[], Array("\u{0A}\u{02}en".utf8)])
        #expect(peeled.damage.isEmpty && peeled.messages.allSatisfy { $0.damage == nil })
        #expect(try Deframer.decodeAll(stream, .header(encoding ?? .gzip)).count == 2)
    }

    /// Where the bytes of a line end, and their characters begin, is not looked for in lines of any length.
    @Test func longLinesOfHexAreLinear() {
        let bytes = field(1, [UInt8](repeating: 0xFF, count: Exhaustive.size(100_000, inDebug: 8000)))
        let text = hex(bytes, separator: " ")
        #expect(peel(text, as: .hex).messages.map(\.bytes) == [bytes])
    }

    @Test func keepsAMessageThatLooksLikeText() throws {
        // A StringValue of 32 hexadecimal digits: a line feed, a space, and the digits.
        let message = Array("\u{0A} 9ad6beeee0c90d876c989a1fec82439b".utf8)
        let peeled = peel(message)
        #expect(peeled.layers.isEmpty)
        #expect(peeled.messages.map(\.bytes) == [message])
    }

    @Test func anEmptyInputIsAnEmptyMessage() {
        let peeled = peel([])
        #expect(peeled.messages.map(\.bytes) == [[]])
        #expect(peeled.damage.isEmpty)
    }

    @Test(arguments: [
        (InputForm.message, "0a0568656c6c6f", "0a0568656c6c6f"), (.hex, "0a0568656c6c6f", "\u{0A}\u{05}hello"),
        (.base64, "CgVoZWxsbw==", "\u{0A}\u{05}hello"),
        (.frames, "\0\0\0\0\u{07}\u{0A}\u{05}hello", "\u{0A}\u{05}hello"),
    ])
    func obeysTheForm(form: InputForm, input: String, message: String) {
        let peeled = peel(input, as: form)
        #expect(peeled.messages.map(\.bytes) == [Array(message.utf8)])
    }

    @Test(arguments: [InputForm.hex, .base64])
    func refusesWhatIsNotTheForm(_ form: InputForm) {
        let peeled = peel("not so, {}!", as: form)
        #expect(peeled.messages.isEmpty)
        #expect(peeled.damage.map(\.reason) == ["not_\(form.rawValue)"])
    }

    // MARK: Damage

    @Test func saysThatADigitIsMissing() throws {
        let peeled = peel("0a0568656c6c6f1", as: .hex)
        #expect(peeled.damage.map(\.reason) == ["odd_hex_digits"])
        #expect(peeled.damage.map(\.offset) == [14])
        #expect(peeled.messages.map(\.bytes) == [Array("\u{0A}\u{05}hello".utf8)])
    }

    @Test func saysThatADescriptionLeavesBytesOut() {
        let text = "{length = 40, bytes = 0x0a26aabb ccdd ... 01020304 }"
        let peeled = peel(text)
        #expect(peeled.damage.map(\.reason) == ["elided_bytes"])
        #expect(peeled.messages.map(\.bytes) == [[0x0A, 0x26, 0xAA, 0xBB, 0xCC, 0xDD]])
    }

    @Test func aHugeAnnouncementTakesNoMemory() {
        let peeled = peel([0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F, 0x8B, 0x08, 0x00], as: .frames)
        #expect(peeled.damage.map(\.reason) == ["truncated_message"])
    }

    @Test func aRepeatedLineOfADumpIsBelievedOnlySoFar() throws {
        let text = "00000000  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|\n*\n7ffffff0\n"
        #expect(throws: ConversionError.self) { try Converter().messages(in: Array(text.utf8), as: .hex) }
        let small = "00000000  01 02 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|\n*\n00000030\n"
        #expect(try Converter().messages(in: Array(small.utf8), as: .hex).map(\.count) == [48])
    }

    @Test func showsTheTrailersOfGRPCWeb() {
        let peeled = peel(grpcFrame([]) + Self.trailers("grpc-status:0\r\n"))
        #expect(peeled.messages.count == 1)
        #expect(peeled.trailers == ["grpc-status:0\r\n"])
        #expect(peeled.damage.isEmpty)
    }
}

// MARK: Writing

private func lines(_ text: String, _ width: Int) -> String {
    text.parts(of: width).map { $0 + "\n" }.joined()
}

private func columns(_ bytes: [UInt8], _ line: (Int, ArraySlice<UInt8>) -> String) -> String {
    bytes.parts(of: 16).map { line($0.startIndex, $0) + "\n" }.joined()
}

private func characters(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map { (0x20..<0x7F).contains($0) ? $0 : 0x2E }, as: UTF8.self)
}

private func fill(_ text: String, _ width: Int) -> String {
    text.padding(toLength: width, withPad: " ", startingAt: 0)
}
