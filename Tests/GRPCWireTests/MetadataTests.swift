import GRPCWire
import TestSupport
import Testing

@Suite struct MetadataTests {
    @Test func keepsOrderAndRepeatedNames() {
        let metadata: Metadata = ["X-One": "1", "x-two": "2", "x-one": "3"]
        #expect(metadata.map(\.name) == ["x-one", "x-two", "x-one"])
        #expect(metadata.values("X-ONE") == ["1", "3"])
        #expect(metadata.last("x-one") == "3")
        #expect(metadata.last("x-three") == nil)
    }

    @Test(
        arguments: [
            ([:], "[:]"),
            (["grpc-status": "5", "x-trip": #"a "b" \c"#], #"["grpc-status": "5", "x-trip": "a \"b\" \\c"]"#),
            // A quote that a combining character follows.
            (["x-trip": "a\"\u{301}"], "[\"x-trip\": \"a\\\"\u{301}\"]"),
            (["authorization": "Bearer eyJh.eyJi.c2ln"], #"["authorization": "(21 bytes, not shown)"]"#),
            (["x-note": "a\u{1b}[2Jb\u{202e}"], #"["x-note": "a\x1b[2Jb\u{202e}"]"#),
            (["grpc-status-details-bin": "CAU"], #"["grpc-status-details-bin": "CAU"]"#),
        ] as [(Metadata, String)])
    func printsNoCredentialAndNothingThatActsOnATerminal(metadata: Metadata, text: String) {
        #expect("\(metadata)" == text)
        #expect("\(ResponseStatus(headers: nil, trailers: metadata))".contains("eyJi") == false)
    }

    @Test func printsBytesThatAreNoText() {
        #expect("\(Metadata.Field(name: "x-y", value: [0x61, 0xff]))" == "x-y: a\u{fffd}")
    }

    @Test func removesAllFieldsOfAName() {
        var metadata: Metadata = ["x-one": "1", "x-two": "2", "X-One": "3"]
        metadata.remove("X-ONE")
        #expect(metadata.map(\.name) == ["x-two"])
    }

    // The three encodings, and lists: G1 true binary metadata; PROTOCOL-HTTP2, Custom-Metadata.
    @Test(
        arguments: [
            (Array("AQID".utf8), [[1, 2, 3]]),
            (Array("AQI=".utf8), [[1, 2]]),
            (Array("AQI".utf8), [[1, 2]]),
            (Array("AQ".utf8), [[1]]),
            (Array("AQ==".utf8), [[1]]),
            ([], [[]]),
            ([0], [[]]),
            ([0, 1, 0x2c, 2], [[1, 0x2c, 2]]),
            (Array("AQI=,AQID, AQ".utf8), [[1, 2], [1, 2, 3], [1]]),
            (Array("AQ,".utf8), [[1], []]),
            (Array("-_8".utf8), [[0xfb, 0xff]]),
        ] as [([UInt8], [[UInt8]])])
    func readsBinaryValues(wire: [UInt8], values: [[UInt8]]) throws {
        #expect(try Metadata.binaryValues(of: wire) == values)
    }

    @Test(
        arguments: [
            ("A", 1), ("AQI=x", 4), ("AQ=D", 3), ("=", 0), ("A=", 1), ("AQI==", 4), ("AQ!D", 2), ("AQID,A", 6),
            ("AQ=", 3),
        ])
    func saysWhereBase64Ends(text: String, offset: Int) {
        let error = #expect(throws: MetadataError.self) { try Metadata.binaryValues(of: Array(text.utf8)) }
        #expect(error?.code == .invalidBase64)
        #expect(error?.offset == offset)
    }

    @Test func writesBase64AsRFC4648Does() throws {
        // Section 10 of RFC 4648.
        let vectors = [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ]
        for (plain, text) in vectors {
            #expect(Base64.encode(Array(plain.utf8), as: .padded) == text)
            #expect(Base64.encode(Array(plain.utf8)) == text.filter { $0 != "=" })
            #expect(try Base64.decode(text.utf8) == Array(plain.utf8))
        }
        #expect(Base64.encode([0xfb, 0xff], as: .url) == "-_8")
    }

    @Test func readsHeaderBlocks() {
        let fields = Metadata(
            lines: Array("grpc-status: 5\r\ngrpc-message:not here\n\nbroken\r\nA : b:c".utf8))
        #expect(fields.map(\.name) == ["grpc-status", "grpc-message", "a"])
        #expect(fields.map(\.text) == ["5", "not here", "b:c"])
    }
}

@Suite struct PercentCodingTests {
    @Test(
        arguments: [
            ("plain ~ text", "plain ~ text"), ("100%25", "100%"), ("Stra%C3%9Fe", "Straße"), ("%F0%9F%9A%95", "🚕"),
            ("%2541", "%41"), ("%", "%"), ("%4", "%4"), ("%zz", "%zz"), ("%%41", "%A"), ("a%0Ab", "a\nb"),
            ("%ff", "%ff"), ("%C3", "%C3"), ("%C3%9F%9f", "ß%9f"), ("%ED%A0%80", "%ED%A0%80"), ("x%C3y", "x%C3y"),
        ])
    func decodes(value: String, text: String) {
        #expect(PercentCoding.decode(value) == text)
    }

    @Test func showsRawBytes() {
        #expect(PercentCoding.decode([0x61, 0xff, 0x62]) == "a\u{fffd}b")
        // A sequence whose parts are written in different ways is still one character.
        #expect(PercentCoding.decode([0xc3] + Array("%9F".utf8)) == "ß")
    }

    @Test func encodesEverythingOutsidePrintableASCII() {
        #expect(PercentCoding.encode("a%b\u{7f}~ ß\n") == "a%25b%7F~ %C3%9F%0A")
    }

    /// Any bytes give text; encoding and decoding it again changes nothing.
    @Test func isStable() {
        var random = SplitMix64(seed: 7)
        let pieces: [[UInt8]] = [
            Array("%".utf8), Array("%4".utf8), Array("%C3".utf8), Array("%9f".utf8), Array("%F0%9F".utf8), [0xc3],
            [0x9f],
            [0xff], [0xed, 0xa0, 0x80], Array("ß🚕".utf8), Array("ab ".utf8), [0x00], [0x0a], Array("%00".utf8),
        ]
        for _ in Exhaustive.rounds(20_000, inDebug: 4000) {
            var value: [UInt8] = []
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                value +=
                    Bool.random(using: &random)
                    ? pieces.randomElement(using: &random)! : [UInt8.random(in: 0...255, using: &random)]
            }
            let text = PercentCoding.decode(value)
            let encoded = PercentCoding.encode(text)
            #expect(encoded.utf8.allSatisfy { (0x20...0x7e).contains($0) })
            #expect(PercentCoding.decode(encoded).utf8.elementsEqual(text.utf8), "\(value)")
            #expect(PercentCoding.encode(PercentCoding.decode(encoded)) == encoded)
        }
    }
}

@Suite struct CallTimeoutTests {
    @Test(
        arguments: [
            ("15S", 15_000_000_000), ("15100m", 15_100_000_000), ("1M", 60_000_000_000), ("99999999H", Int64.max),
            ("0n", 0), ("7u", 7_000), ("2H", 7_200_000_000_000),
        ])
    func reads(value: String, nanoseconds: Int64) throws {
        let timeout = try CallTimeout(value)
        #expect(timeout.nanoseconds == nanoseconds)
        #expect(timeout.description == value)
    }

    @Test(arguments: [("", 0), ("S", 0), ("123456789S", 8), ("1", 1), ("1s", 1), ("1Sx", 1), ("-1S", 0), ("1 S", 1)])
    func rejects(value: String, offset: Int) {
        let error = #expect(throws: MetadataError.self) { try CallTimeout(value) }
        #expect(error?.code == .invalidTimeout)
        #expect(error?.offset == offset)
    }

    @Test(
        arguments: [
            (0, "0n"), (-5, "0n"), (99_999_999, "99999999n"), (100_000_000, "100000u"), (100_000_001, "100001u"),
            (15_000_000_000, "15000000u"), (Int64.max, "2562048H"),
        ])
    func writesTheFinestUnit(nanoseconds: Int64, value: String) {
        #expect(CallTimeout(nanoseconds: nanoseconds).description == value)
    }
}

@Suite struct ContentTypeTests {
    @Test(
        arguments: [
            ("application/grpc", .grpc), ("application/grpc+proto", .grpc),
            ("Application/GRPC+JSON; charset=utf-8", .grpc), ("application/grpc;x", .grpc),
            ("application/grpc-web", .web), ("application/grpc-web-text+proto", .webText),
        ] as [(String, ContentType)])
    func reads(header: String, type: ContentType) {
        #expect(ContentType(header: header) == type)
        #expect(ContentType(header: type.rawValue) == type)
    }

    @Test(arguments: ["text/html", "application/json", "application/grpcx", "", "application/grpc-webx"])
    func rejects(header: String) {
        #expect(ContentType(header: header) == nil)
    }
}

@Suite struct CallHeaderTests {
    @Test func readsHeaders() throws {
        let headers: Metadata = [
            "grpc-encoding": "gzip", "grpc-timeout": "15S", "content-type": "application/grpc",
        ]
        #expect(headers.messageEncoding == .gzip)
        #expect(try headers.callTimeout?.seconds == 15)
        #expect(headers.contentType == .grpc)
        #expect(Metadata().messageEncoding == .identity)
    }
}
