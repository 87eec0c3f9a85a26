import Foundation
import GRPCWire
import ProtobufSchema
import TestSupport
import Testing

@testable import WireInspect

/// What networks put around messages, copied together with them.
@Suite struct NetworkTests {
    private let message: [UInt8]
    private let type: String
    /// The message as a gRPC frame.
    private let frame: [UInt8]

    init() throws {
        let fixture = try CaptureFixture.named("get-trip-response-new")
        message = try fixture.message()
        type = fixture.type
        frame = try MessageFramer.encode([message])
    }

    // MARK: HTTP/2

    @Test func dataOfHTTP2FramesIsRead() {
        let half = frame.count / 2
        let inputs: [([UInt8], count: Int)] = [
            (http2Frame(0, flags: 1, stream: 1, frame), 1),
            // Padded with three bytes.
            (http2Frame(0, flags: 9, stream: 1, [3] + frame + [0, 0, 0]), 1),
            (http2Frame(1, flags: 4, stream: 3, [0x88, 0x5F]) + http2Frame(0, stream: 3, frame), 2),
            // In pieces, with something else between them.
            (
                http2Frame(0, stream: 1, Array(frame[..<half])) + http2Frame(6, [UInt8](repeating: 7, count: 8))
                    + http2Frame(0, flags: 1, stream: 1, Array(frame[half...])), 3
            ),
            (http2Preface + http2Frame(4) + http2Frame(0, stream: 1, frame), 2),
        ]
        for (input, count) in inputs {
            let peeled = peel(input)
            #expect(peeled.layers.map(\.kind) == [.http2(count), .frames(1)])
            #expect(peeled.messages.map(\.bytes) == [message])
            #expect(peeled.damage.isEmpty && peeled.detection.best?.message.fullName == type)
        }
    }

    @Test func eachStreamHasATypeOfItsOwn() throws {
        let fixture = try CaptureFixture.named("get-trip-request")
        let request = try fixture.message()
        let input =
            http2Preface + http2Frame(0, stream: 1, frame)
            + http2Frame(0, stream: 3, try MessageFramer.encode([request]))
            + http2Frame(0, stream: 1, frame)
        let peeled = peel(input)
        #expect(peeled.layers.map(\.kind) == [.http2(3), .frames(3)])
        #expect(peeled.messages.map(\.bytes) == [message, message, request])
        #expect(peeled.messages.map { $0.detection?.best?.message.fullName } == [type, type, fixture.type])
        #expect(peeled.messages.map { $0.frame?.offset } == [0, frame.count, 2 * frame.count])
        // Nothing is left out of the bytes that are shown, or shown twice.
        let rows = dump(input) { $0.output = .hex }
        #expect(rows.isSound, "\(rows.notes)")
    }

    @Test func aConnectionThatIsCutSaysSo() {
        let peeled = peel(http2Preface + http2Frame(0, stream: 1, frame) + http2Frame(0, stream: 1, frame).dropLast(9))
        #expect(peeled.damage.map(\.reason) == ["truncated_http2_frame", "truncated_message"])
        #expect(peeled.messages.first?.bytes == message && peeled.messages.count == 2)
    }

    /// Each answer finds its request as soon as the first.
    @Test(.timeLimit(.minutes(1)))
    func readsPairsOfHTTP1InLinearTime() {
        let count = 10_000
        let text =
            String(repeating: "GET / HTTP/1.1\n\n", count: count)
            + String(repeating: "HTTP/1.1 200\n\n", count: count) + "x"
        #expect(PastedHTTP1(Array(text.utf8))?.count == 2 * count)
    }

    /// What every `*` in the dumps of a text stands for, together.
    @Test func dumpsInATextHaveOneLimit() {
        // One long field in a long line, so that few lines are repeated and few fields read up to the limit.
        let line = " 0afd 0100" + String(repeating: " 0000", count: 126)
        let text = (0..<8).map { "word\($0) \"00000000:\(line)\n*\n01000000:\"" }.joined(separator: "\n")
        let places = PastedPlace.all(in: Array(text.utf8)[...]).found
        let sizes = places.flatMap { $0.reading.pieces.map(\.count) }
        #expect(!sizes.isEmpty && sizes.reduce(0, +) <= DumpContent.repeatLimit + 8 * 256)
    }

    /// Each stream takes a while, so that of very many some are left out.
    @Test func whatIsLeftOutOfManyStreamsIsSaid() {
        var peeler = Peeler(detector: detector)
        peeler.type = detector.schema.message(named: type)
        let peeled = peeler.peel((0..<1003).flatMap { http2Frame(0, stream: 2 * $0 + 1, [0, 0, 0, 0, 0]) })
        #expect(peeled.messages.count == 1000)
        #expect(peeled.damage.map(\.reason) == ["further_http_messages"])
        #expect(peeled.damage.first?.message.contains("3 further HTTP messages are left out") == true)
    }

    @Test func framesWithoutDataSaySo() {
        let result = dump(http2Preface + http2Frame(4) + http2Frame(8, [0, 1, 0, 0]))
        #expect(!result.isSound)
        #expect(result.output == "input: 2 HTTP/2 frames, 46 bytes\n")
        #expect(result.notes.contains("no_http2_data") && result.notes.contains("wiredump capture FILE"))
    }

    /// What Wireshark saves of a stream that grpcio sent: `Fixtures/network/followed`.
    private func followed(_ name: String) throws -> [UInt8] {
        try Folders.network.appendingPathComponent("followed/\(name).bin").bytes()
    }

    @Test(arguments: ["http2-both", "http2-behind"])
    func bothDirectionsOfAConnectionAreRead(_ name: String) throws {
        let input = try followed(name)
        let peeled = peel(input)
        let types = ["CreateVehicleRequest", "CreateTripRequest", "UpdateTripRequest", "UpdateVehicleRequest"]
            .map { "maps.fleetengine.v1.\($0)" }
        let answers = ["Vehicle", "Trip", "Trip"].map { "maps.fleetengine.v1.\($0)" }
        let expected =
            name == "http2-both"
            ? zip(types, answers).flatMap { [$0, $1] } + types.suffix(1) : types + answers
        #expect(peeled.messages.map { $0.detection?.best?.message.fullName } == expected)
        #expect(peeled.damage.isEmpty)
        #expect(dump(input).isSound)
        let rows = dump(input) { $0.output = .hex }
        #expect(rows.isSound, "\(rows.notes)")
    }

    /// The blocks are those of hpack's encoder: in Huffman code, with names of the table and others.
    @Test func headersTellWhoSendsTheData() throws {
        let fixture = try CaptureFixture.named("get-trip-request")
        let request = try MessageFramer.encode([try fixture.message()])
        let asked = try #require(
            bytes(hex: "83449d6291d685e5a0a5496a98d5157ee15f7d86af716cee62158c454efb0d5f864186a0e41d139d09"))
        let answered = try #require(bytes(hex: "488313efff5f8b1d75d0620d263d4c4d6564"))
        let asking: [[UInt8]] = [
            asked, [0x83, 0x86], [0xBE, 0xC0, 0x83], [0x3F, 0xE1, 0x1F, 0x83],
            [0x40, 5] + Array(":path".utf8) + [1, 0x2F], [0, 3] + Array("a-b".utf8) + [2, 1, 1, 0x87],
        ]
        let answering: [[UInt8]] = [[0x88], answered, [0, 7] + Array(":status".utf8) + [1, 0x35]]
        var inputs: [[UInt8]] = []
        for ask in asking {
            for answer in answering {
                let call =
                    http2Frame(1, flags: 0x24, stream: 1, [0, 0, 0, 0, 15] + ask)
                    + http2Frame(0, flags: 1, stream: 1, request)
                let response =
                    http2Frame(1, flags: 0x0C, stream: 1, [2] + answer + [0, 0]) + http2Frame(0, stream: 1, frame)
                let trailers = http2Frame(1, flags: 5, stream: 1, [0xBE])
                inputs += [
                    call + response + trailers, http2Preface + call + response,
                    response + trailers + http2Preface + call,
                ]
            }
        }
        for input in Exhaustive.elements(of: inputs, inDebugEvery: 7) {
            let peeled = peel(input)
            let types = Set(peeled.messages.compactMap { $0.detection?.best?.message.fullName })
            #expect(types == [type, fixture.type], "\(hex(input)) \(peeled.layers)")
            #expect(peeled.damage.isEmpty && peeled.messages.count == 2)
        }
    }

    private func block(_ headers: [(String, String)]) -> [UInt8] { headers.flatMap { http2Header($0, $1) } }

    /// A request and its response on a stream, with a path and further headers of both sides.
    private func exchange(
        _ path: String, _ request: [UInt8], _ response: [UInt8], headers: [(String, String)] = []
    ) -> (request: [UInt8], response: [UInt8]) {
        let type = [("content-type", "application/grpc")]
        let asking: [UInt8] = [0x83, 0x86] + block([(":path", path)] + type + headers)
        let answering: [UInt8] = [0x88] + block(type + headers)
        let trailers = http2Frame(1, flags: 5, stream: 1, block([("grpc-status", "0")]))
        return (
            http2Frame(1, flags: 4, stream: 1, asking) + http2Frame(0, flags: 1, stream: 1, request),
            http2Frame(1, flags: 4, stream: 1, answering) + http2Frame(0, stream: 1, response) + trailers
        )
    }

    /// By its content the request could be one of several types, and the response of any.
    @Test func thePathOfARequestGivesTheTypesOfBothSides() throws {
        let path = "/maps.fleetengine.v1.VehicleService/GetVehicle"
        let request = try MessageFramer.encode([[0x1a, 3, 0x61, 0x2f, 0x62]])
        let (asked, answered) = exchange(path, request, [0, 0, 0, 0, 0])
        let types = ["maps.fleetengine.v1.GetVehicleRequest", "maps.fleetengine.v1.Vehicle"]
        for input in [asked + answered, http2Preface + asked + answered, answered + http2Preface + asked] {
            let peeled = peel(input)
            #expect(Set(peeled.messages.compactMap { $0.detection?.best?.message.fullName }) == Set(types))
            #expect(peeled.messages.allSatisfy { $0.detection?.method == path })
            let result = dump(input)
            #expect(result.isSound && result.output.contains("\(types[1])  (given by the method \(path))"))
        }
        #expect(dump(asked).output.contains("\(types[0])  (given by the method \(path))"))
        #expect(dump(answered).output.contains("no bytes: any type fits"))
        // Of a method that is not in the schema nothing is known.
        let (other, _) = exchange("/a.B/C", try MessageFramer.encode([message]), [])
        #expect(dump(other).output.contains("\(type)  (found by content"))
    }

    /// A message that cannot be of the type that the headers give, as its side is not the one that they are of.
    @Test func aMessageOfAnotherTypeIsFoundByContent() {
        let (asked, _) = exchange("/maps.fleetengine.v1.VehicleService/GetVehicle", frame, [])
        #expect(dump(asked).output.contains("\(type)  (found by content"))
    }

    @Test func theEncodingInTheHeadersDecidesTheCompression() throws {
        let path = "/maps.fleetengine.v1.TripService/GetTrip"
        // Long enough to be compressed at all.
        let message = message + message
        let gzip = try MessageFramer.encode([message], encoding: .gzip)
        try #require(gzip.first == 1)
        for name in ["gzip", "x-gzip", "identity"] {
            let (_, answered) = exchange(path, [], gzip, headers: [("grpc-encoding", name)])
            let messages = peel(answered).messages
            #expect(messages.map(\.bytes) == [message])
            #expect(messages[0].damage?.reason == (name == "identity" ? "compressed_without_encoding" : nil))
        }
        let (_, answered) = exchange(path, [], gzip, headers: [("grpc-encoding", "deflate")])
        #expect(peel(answered).messages.map { $0.damage?.reason } == ["corrupt_compression"])
    }

    /// A frame that is cut would otherwise be a message of some type.
    @Test func theContentTypeDecidesThatABodyIsFrames() {
        let (_, answered) = exchange("/a.B/C", [], Array(frame.prefix(8)))
        let peeled = peel(answered)
        #expect(peeled.layers.map(\.kind).last == .frames(1))
        #expect(peeled.damage.map(\.reason) == ["truncated_message"])
    }

    @Test func whatCannotBeToldApartIsSaid() {
        let heads = http2Frame(1, flags: 4, stream: 1, [0x83]) + http2Frame(1, flags: 4, stream: 1, [0x88])
        let result = dump(http2Preface + heads + http2Frame(0, stream: 1, frame) + http2Frame(0, stream: 1, frame))
        #expect(!result.isSound && result.notes.contains("mixed_http2_directions"), "\(result.notes)")
    }

    /// What RFC 9113 says has to be ignored: the reserved bit, kinds and flags that are not known.
    @Test func framesOfOtherKindsAreIgnored() {
        let data = http2Frame(1, flags: 4, stream: 1, [0x88]) + http2Frame(0, stream: 1, frame)
        var reserved = http2Frame(0, stream: 1, frame)
        reserved[5] |= 0x80
        let odd = [
            http2Frame(0x10, Array("u=1".utf8)), http2Frame(0x0A, [0, 0]),
            http2Frame(0xFE, flags: 0xFF, stream: 9),
            http2Frame(4, flags: 0xF0),
        ]
        for frames in odd.map({ data + $0 }) + odd.map({ http2Preface + $0 + data }) + [
            http2Preface + reserved, http2Frame(4) + http2Frame(4, flags: 1) + reserved,
        ] {
            let peeled = peel(frames)
            #expect(peeled.messages.map(\.bytes) == [message], "\(peeled.layers)")
            #expect(peeled.layers.last?.kind == .frames(1) && peeled.damage.isEmpty)
        }
        // A chain of such alone is something else, and so is one that does not end where the bytes do.
        for bytes in [odd[0] + odd[1], odd[2], data.dropLast(frame.count + 9) + odd[1], data + odd[0].dropLast()] {
            #expect(!peel(Array(bytes)).layers.contains { if case .http2 = $0.kind { true } else { false } })
        }
    }

    /// Behind bytes that no frame begins with nothing is read, and that is said.
    @Test func aConnectionWithMissingBytesSaysSo() {
        let peeled = peel(http2Preface + http2Frame(0, stream: 1, frame) + [UInt8](repeating: 0, count: 12))
        #expect(peeled.messages.map(\.bytes) == [message])
        #expect(peeled.damage.map(\.reason) == ["invalid_http2_frame"])
        #expect(peeled.damage.map(\.offset) == [http2Preface.count + 9 + frame.count])
    }

    /// Bytes of any kind are hardly ever taken for frames.
    @Test func randomBytesAreNoFrames() {
        var random = SplitMix64(seed: 7)
        var found = 0
        for _ in 0..<20_000 {
            // As gRPC frames begin, and lengths of frames that fit.
            var bytes = (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
            bytes.replaceSubrange(0..<3, with: [0, 0, UInt8.random(in: 0...31, using: &random)])
            if PastedHTTP2(bytes[...]) != nil { found += 1 }
        }
        #expect(found < 5, "\(found)")
    }

    // MARK: Packets

    private func word(_ number: Int) -> [UInt8] { bigEndian(UInt16(truncatingIfNeeded: number)) }

    private func tcp(_ payload: [UInt8]) -> [UInt8] {
        [0xE5, 0x6C, 0xC3, 0x88] + [0x5E, 0x4C, 0xFC, 0x99, 0x3E, 0xC0, 0x45, 0xC1] + [
            0x80, 0x18, 0, 0x3F, 1, 0xEF, 0, 0,
        ]
            + [1, 1, 8, 10, 0, 0, 0, 1, 0, 0, 0, 2] + payload
    }

    private func ipv4(_ payload: [UInt8]) -> [UInt8] {
        var header = [0x45, 0] + word(20 + payload.count) + [0, 1, 0x40, 0, 64, 6, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2]
        var sum = stride(from: 0, to: 20, by: 2).reduce(0) { $0 + Int(header[$1]) << 8 + Int(header[$1 + 1]) }
        while sum > 0xFFFF { sum = (sum & 0xFFFF) + (sum >> 16) }
        header.replaceSubrange(10..<12, with: word(~sum & 0xFFFF))
        return header + payload
    }

    private func ipv6(_ payload: [UInt8], next: UInt8 = 6) -> [UInt8] {
        [0x60, 0, 0, 0] + word(payload.count) + [next, 64] + [UInt8](repeating: 1, count: 32) + payload
    }

    /// The packet behind the headers of every link.
    private func packets(_ payload: [UInt8]) -> [[UInt8]] {
        let (old, new) = (ipv4(tcp(payload)), ipv6(tcp(payload)))
        let addresses = [UInt8](repeating: 0, count: 12)
        return [
            old, new, addresses + [0x08, 0] + old, addresses + [0x86, 0xDD] + new,
            addresses + [0x08, 0] + old + [UInt8](repeating: 0, count: 6),
            addresses + [0x81, 0, 0, 7, 0x08, 0] + old, addresses + [0x88, 0xA8, 0, 7, 0x81, 0, 0, 8, 0x08, 0] + old,
            // Options for the destination before TCP.
            ipv6([6, 1] + [UInt8](repeating: 0, count: 14) + tcp(payload), next: 60), [2, 0, 0, 0] + old,
            [0, 0, 0, 30] + new,
            [0, 0, 3, 4, 0, 6] + [UInt8](repeating: 0, count: 8) + [0x08, 0] + old,
        ]
    }

    @Test func messagesInPacketsAreRead() {
        let data = http2Frame(1, flags: 4, stream: 1, [0x88, 0x5F]) + http2Frame(0, stream: 1, frame)
        for packet in packets(data) {
            let peeled = peel(packet)
            #expect(peeled.layers.map(\.kind) == [.packet, .http2(2), .frames(1)], "\(hex(packet))")
            #expect(peeled.messages.map(\.bytes) == [message] && peeled.damage.isEmpty)
            #expect(peel(hex(packet)).messages.map(\.bytes) == [message])
        }
    }

    /// Wireshark and tcpdump write the dumps of several packets into one text.
    @Test(arguments: ["", "10:00:00.000100 IP 10.0.0.1.40001 > 10.0.0.2.50051: Flags [P.], length 33\n"])
    func messagesInDumpsOfPacketsAreRead(head: String) throws {
        let messages = [message, message + [0x7a, 0]]
        let text = try messages.map { message in
            let data = http2Frame(1, flags: 4, stream: 1, [0x88, 0x5F])
            let packet = packets(data + http2Frame(0, stream: 1, try MessageFramer.encode([message])))[2]
            let lines = packet.parts(of: 16).map {
                String(format: "\t0x%04x:  %@", $0.startIndex, hex($0, separator: " "))
            }
            return head + lines.joined(separator: "\n") + "\n"
        }
        let peeled = peel(text.joined(separator: head.isEmpty ? "\n" : ""))
        #expect(peeled.inOrder.map { $0.messages.map(\.bytes) } == messages.map { [$0] })
    }

    /// Encrypted bytes, an acknowledgement, the middle of a message: none of it is shown as if it were one.
    @Test func packetsWithoutWholeMessagesSayWhatTheyAre() {
        let middle = http2Frame(0, stream: 1, frame).dropFirst(40)
        for payload in [[0x17, 3, 3, 0, 20] + [UInt8](repeating: 0xA7, count: 20), [], Array(middle)] {
            for packet in packets(payload) {
                let result = dump(packet)
                #expect(!result.isSound)
                #expect(result.output == "input: network packet, \(packet.count) bytes\n")
                #expect(result.notes.contains("network_packet") && result.notes.contains("wiredump capture FILE"))
            }
        }
    }

    @Test func whatHasAnotherLengthOrSumIsNoPacket() {
        let packet = ipv4(tcp(http2Frame(0, stream: 1, frame)))
        var changed = packet
        changed[11] ^= 1
        for bytes in [changed, packet + [0], Array(packet.dropLast())] {
            #expect(!peel(bytes).layers.contains { $0.kind == .packet })
        }
    }

    /// The bytes behind the header of a later fragment are no header of TCP.
    @Test func fragmentsWithoutBeginningAreNotRead() {
        var packet = ipv4(tcp(http2Frame(0, stream: 1, frame)))
        packet[7] = 0xB9
        packet[6] = 0x00
        var sum = stride(from: 0, to: 20, by: 2).reduce(0) {
            $0 + ($1 == 10 ? 0 : Int(packet[$1]) << 8 + Int(packet[$1 + 1]))
        }
        while sum > 0xFFFF { sum = (sum & 0xFFFF) + (sum >> 16) }
        packet.replaceSubrange(10..<12, with: word(~sum & 0xFFFF))
        let peeled = peel(packet)
        #expect(peeled.layers.map(\.kind) == [.packet] && peeled.messages.isEmpty)
    }

    /// IPv6 has no check sum: a message may begin like a packet without content.
    @Test func messagesThatBeginLikePackets() {
        let text = Array("twenty-nine characters of text".utf8.prefix(29))
        let message: [UInt8] = [0x61, 0, 0, 0, 0, 0, 0x40, 0x4A, 0x40, 0x6A, 29] + text
        #expect(message.count == 40)
        #expect(peel(message).messages.map(\.bytes) == [message])
    }

    // MARK: HTTP/1 and captures

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Type: application/grpc-web+proto\r\n\r\n",
        "HTTP/2 200\ncontent-type: application/grpc\n\n",
        "POST /maps.fleetengine.v1.TripService/GetTrip HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ])
    func theBodyBehindAHeadIsRead(_ head: String) throws {
        let bodies = [(frame, 1), (Array(try MessageFramer.encode([message + message], encoding: .gzip)), 1)]
        for (body, count) in bodies {
            let peeled = peel(Array(head.utf8) + body)
            #expect(peeled.layers.map(\.kind) == [.wrapping(.httpHead), .frames(count)])
            #expect(peeled.messages.first?.bytes.starts(with: message) == true)
            #expect(peeled.damage.isEmpty && peeled.detection.best?.message.fullName == type)
        }
        #expect(peel(head + base64(frame)).messages.map(\.bytes) == [message])
    }

    private let chunked = Array(
        "HTTP/1.1 200 OK\r\nContent-Type: application/grpc-web+proto\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)

    private func chunk(_ bytes: some Collection<UInt8>, end: String = "\r\n") -> [UInt8] {
        Array((String(bytes.count, radix: 16) + end).utf8) + bytes + Array(end.utf8)
    }

    @Test func bodiesInChunksAreRead() {
        let trailers = Array(
            "\u{80}".unicodeScalars.map { UInt8($0.value) } + [0, 0, 0, 15] + "grpc-status:0\r\n".utf8)
        for end in ["\r\n", "\n"] {
            let last = chunk([], end: end)
            let inputs: [([UInt8], count: Int)] = [
                (chunk(frame, end: end) + chunk(trailers, end: end) + last, 2),
                (chunk(frame + trailers, end: end) + Array("0\(end)x-sum: 1\(end)\(end)".utf8), 1),
                (chunk(frame.prefix(9), end: end) + chunk(frame.dropFirst(9) + trailers, end: end) + last, 2),
                (chunk(frame + trailers, end: end) + last.prefix(1 + end.utf8.count), 1),
            ]
            for (body, count) in inputs {
                let input = chunked + body
                let peeled = peel(input)
                #expect(peeled.layers.map(\.kind) == [.wrapping(.httpHead), .chunks(count), .frames(1)])
                #expect(peeled.messages.map(\.bytes) == [message] && peeled.damage.isEmpty, "\(peeled.damage)")
                #expect(peeled.trailers == ["grpc-status:0\r\n"])
            }
        }
        // Tools that take the chunks away print the head as it was.
        #expect(peel(chunked + frame).messages.map(\.bytes) == [message])
        #expect(peel(chunked + frame).layers.map(\.kind) == [.wrapping(.httpHead), .frames(1)])
    }

    @Test func damageOfChunksIsSaidWhereItIs() {
        let body = chunk(frame) + chunk(frame) + chunk([])
        let half = chunk(frame).count
        for count in [5, 9, half - 3, half - 2, half - 1, half, half + 1, half + 3, half + 50, body.count - 6] {
            let peeled = peel(chunked + body.prefix(count))
            #expect(peeled.damage.first?.reason == "truncated_chunks", "\(count): \(peeled.damage)")
            #expect(peeled.damage.first?.offset == chunked.count + count)
            #expect(count < half - 2 || peeled.messages.first?.bytes == message)
        }
        // A byte is missing in the first chunk.
        var missing = body
        missing.remove(at: 40)
        #expect(peel(chunked + missing).damage.first?.reason == "truncated_chunks")
        #expect(peel(chunked + body + frame).damage.map(\.reason) == ["bytes_behind_chunks"])
        #expect(peel(chunked + body + frame).damage.map(\.offset) == [chunked.count + body.count])
    }

    /// Chunks of base64 text that have extensions, as a proxy sent them.
    @Test func chunksOfTextAreRead() throws {
        let peeled = peel(try followed("http1-chunked"))
        #expect(
            peeled.layers.map(\.kind) == [
                .wrapping(.httpHead), .chunks(15), .base64(isURLSafe: false), .frames(1),
            ])
        #expect(peeled.detection.best?.message.fullName == "maps.fleetengine.v1.Trip" && peeled.damage.isEmpty)
    }

    @Test func bothDirectionsOfHTTP1AreRead() throws {
        let input = try followed("http1-both")
        let peeled = peel(input)
        #expect(peeled.layers.map(\.kind) == [.http1(17), .frames(10)])
        let names = ["GetTripRequest", "Trip", "GetTripRequest", "Trip", "UpdateVehicleRequest"]
        #expect(
            peeled.messages.prefix(5).map { $0.detection?.best?.message.fullName }
                == names.map { "maps.fleetengine.v1.\($0)" })
        #expect(peeled.trailers.count == 4 && peeled.damage.isEmpty)
        #expect(dump(input) { $0.output = .hex }.notes.isEmpty)
    }

    @Test func theRequestLineGivesTheTypesOfBothSides() throws {
        let path = "/maps.fleetengine.v1.VehicleService/GetVehicle"
        let request = try MessageFramer.encode([[0x1a, 3, 0x61, 0x2f, 0x62]])
        let asked = Array("POST \(path) HTTP/1.1\r\nContent-Length: \(request.count)\r\n\r\n".utf8) + request
        let answered = Array("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n".utf8) + [0, 0, 0, 0, 0]
        let peeled = peel(asked + answered)
        #expect(
            peeled.messages.map { $0.detection?.best?.message.fullName } == [
                "maps.fleetengine.v1.GetVehicleRequest", "maps.fleetengine.v1.Vehicle",
            ])
        #expect(peeled.messages.allSatisfy { $0.detection?.method == path })
        #expect(dump(asked).output.contains("(given by the method \(path))"))
        #expect(dump(answered).output.contains("no bytes: any type fits"))
    }

    @Test(
        arguments: [
            ("pcapng", [0x0A, 0x0D, 0x0D, 0x0A, 28, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0]),
            ("pcap", [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
            ("pcap", [0xA1, 0xB2, 0x3C, 0x4D, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0]),
        ] as [(String, [UInt8])])
    func capturesInTextAreNamed(_ form: String, _ start: [UInt8]) {
        let capture = start + [UInt8](repeating: 0xFF, count: 8) + http2Frame(0, stream: 1, frame)
        let result = dump(base64(capture))
        #expect(!result.isSound && result.output.hasSuffix(" > \(form) capture, \(capture.count) bytes\n"))
        #expect(result.notes.contains("wiredump capture FILE"), "\(result.notes)")
    }

    /// Whatever is cut or changed: no trap, and nothing without a word.
    @Test func damagedBytesOfNetworksAreSafe() throws {
        var random = SplitMix64(seed: 3)
        let data =
            http2Preface + http2Frame(1, flags: 4, stream: 1, [0x88])
            + http2Frame(0, flags: 8, stream: 1, [2] + frame + [0, 0])
        let chunks = chunked + chunk(frame.prefix(7)) + chunk(frame.dropFirst(7)) + chunk([])
        for input in [
            data, Array(data.dropFirst(http2Preface.count)), packets(data)[0], packets(data)[8], chunks,
            try followed("http2-both"), try followed("http1-both"),
        ] {
            for _ in Exhaustive.rounds(12, inDebug: 1) {
                for bytes in cutAndChanged(input, using: &random) { _ = peel(bytes) }
            }
        }
    }
}
