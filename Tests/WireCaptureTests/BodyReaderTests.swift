import GRPCWire
import TestSupport
import Testing

@testable import WireCapture

@Suite struct BodyReaderTests {
    /// `providers/sample/vehicles/veh-11` as field 1, compressed by CPython's zlib without header and check sum
    /// (`wbits=-15`).
    private static let raw = "e3522828ca2fcb4c492d2ad62f4ecc2dc849d52f4bcdc84cce492d0631740d0d01"
    private static let message = "0a2070726f7669646572732f73616d706c652f76656869636c65732f7665682d3131"

    @Test func readsDeflateWithoutItsHeader() throws {
        let stream = grpcFrame(try #require(bytes(hex: Self.raw)), flags: 1)
        let body = body(of: stream + stream, [HeaderField("grpc-encoding", "deflate")])
        #expect(body.messages.map { hex($0.payload) } == [Self.message, Self.message])
        #expect(body.messages.map(\.frame.encoding) == [.deflate, .deflate] && body.failure == nil)
    }

    @Test func knowsTheNamesOfEncodings() throws {
        // Long enough to be compressed at all.
        let message = Array(repeatElement(try #require(bytes(hex: Self.message)), count: 20).joined())
        let gzip = try MessageFramer.encode([message], encoding: .gzip)
        for name in ["gzip", "x-gzip", "GZIP"] {
            #expect(body(of: gzip, [HeaderField("grpc-encoding", name)]).messages.map(\.payload) == [message])
        }
        // Known to be uncompressed, and yet said to be: nothing is guessed.
        let body = body(of: gzip, [HeaderField("grpc-encoding", "identity")])
        #expect(body.messages.isEmpty && body.failure?.code == .compressedWithoutEncoding)
    }

    /// Every way to cut a grpc-web body in two.
    @Test(arguments: ["application/grpc-web+proto", "application/grpc-web-text"])
    func readsWebBodiesInPieces(_ type: String) throws {
        let message = try #require(bytes(hex: Self.message))
        let trailers = grpcFrame("grpc-status: 0\r\nx: y\r\n".utf8, flags: 0x80)
        let parts = [grpcFrame(message), grpcFrame([]), trailers]
        let text = parts.flatMap { Array(Base64.encode($0, as: .padded).utf8) }
        let stream = type.contains("text") ? text : parts.flatMap { $0 }
        for cut in 0...stream.count {
            var reader = BodyReader()
            var body = CapturedBody()
            let headers: HeaderBlock = [HeaderField("content-type", type)]
            for part in [stream[..<cut], stream[cut...]] where !part.isEmpty {
                reader.append(part.span, to: &body, headers: headers)
            }
            reader.finish(&body, headers: headers)
            #expect(body.messages.map(\.payload) == [message, []] && body.failure == nil)
            #expect(reader.trailers == [HeaderField("grpc-status", "0"), HeaderField("x", "y")])
        }
    }

    /// A message that is larger than is kept is no damage; a prefix that announces more than was sent may be.
    @Test(arguments: [0, 1]) func tellsLargeMessagesFromDamage(_ missing: Int) {
        let prefix: [UInt8] = [0, 1, 0, 0, 1]
        let bytes = prefix + Array(repeating: 0, count: (1 << 24) + 1 - missing)
        var reader = BodyReader()
        var body = CapturedBody()
        for part in [bytes.prefix(9), bytes.dropFirst(9)] { reader.append(part.span, to: &body, headers: nil) }
        reader.finish(&body, isWhole: true, headers: nil)
        #expect(reader.isCut == (missing == 0) && body.outline.isDamaged == (missing == 1))
        #expect(body.failure?.code == (missing == 0 ? nil : .messageTooLarge))
    }

    /// A large message that is whole, and may have others behind it, is none that the body ends within; nor is one of which
    /// bytes are missing.
    @Test(arguments: [BodyReader.Retention.messages, .nothing]) func knowsTheMessageThatABodyEndsWithin(
        _ retention: BodyReader.Retention
    ) {
        let whole = grpcFrame(Array(repeating: 0, count: 5_000_000)) + grpcFrame([])
        for (bytes, isLost, unfinished) in [
            (whole[...], false, 0), (whole.dropLast(5), false, 0), (whole.dropLast(6), false, 5_000_000),
            (whole.prefix(5), false, 5_000_000), (whole.prefix(4), false, 0), (whole.prefix(5), true, 0),
        ] {
            var reader = BodyReader(retention: retention)
            var body = CapturedBody()
            reader.append(bytes.span, to: &body, headers: nil)
            if isLost { reader.lose() }
            reader.finish(&body, headers: nil)
            #expect(body.outline.unfinished == unfinished)
        }
    }

    @Test func saysThatTextIsNoBase64() {
        let body = body(of: Array("AAAA!".utf8), [HeaderField("content-type", "application/grpc-web-text")])
        #expect(body.failure?.code == .invalidBase64 && body.messages.isEmpty)
    }
}
