import FleetProtos
import Foundation
import GRPCWire
import ProtobufSchema
import TestSupport
import Testing
import WireInspect

@Suite struct ConverterTests {
    private func converter(_ type: String) -> Converter {
        Converter(type: FleetSchema.shared.message(named: type))
    }

    private func captured(_ name: String) throws -> [UInt8] {
        try Folders.captures.appendingPathComponent(name).bytes()
    }

    /// A few bytes that pretend to be gigabytes must not become them.
    @Test func boundsWhatFramesBecome() throws {
        let message = [UInt8](repeating: 0, count: 1000)
        let frames = try MessageFramer.encode([message, message], encoding: .gzip)
        var converter = Converter()
        #expect(converter.limits.inflatedLength == 64 << 20)
        converter.limits.inflatedLength = 2000
        #expect(try converter.messages(in: frames, as: .frame) == [message, message])
        converter.limits.inflatedLength = 1999
        let error = #expect(throws: ConversionError.self) { try converter.messages(in: frames, as: .frame) }
        #expect(error?.description.contains("offset \(frames.count / 2)") == true)
        #expect(error?.description.contains("1999 bytes") == true)
        // What is not compressed is there already.
        #expect(try converter.messages(in: MessageFramer.encode([message, message, message]), as: .frame).count == 3)
    }

    /// Large output comes in pieces, of which none is large; what is small comes whole or not at all.
    @Test func writesInPieces() throws {
        let converter = converter("maps.fleetengine.v1.GetTripRequest")
        let request = try captured("get-trip-request.bin")
        let large = field(3, String(repeating: "n", count: 5 << 19).utf8)
        for form in Exhaustive.elements(of: [ConversionForm.json, .hex, .base64, .text, .protoscope], inDebugEvery: 5) {
            var pieces: [[UInt8]] = []
            try converter.write(ConversionInput([large], as: converter.type), as: form) { pieces.append($0) }
            #expect(pieces.count > 2)
            #expect(pieces.allSatisfy { $0.count < 3 << 20 })
            #expect(try converter.messages(in: pieces.flatMap { $0 }, as: form) == [large])
        }
        var pieces: [[UInt8]] = []
        #expect(throws: ConversionError.self) {
            try converter.write(ConversionInput([request, [0x0A]], as: converter.type), as: .json) { pieces.append($0) }
        }
        #expect(pieces.isEmpty)
        try converter.write(ConversionInput([request, request], as: converter.type), as: .json) { pieces.append($0) }
        #expect(pieces.count == 1)
    }

    /// Of several inputs, one without bytes is an `Empty`; any other without a type is named.
    @Test func tellsWhichOfSeveralInputsHasNoType() throws {
        let converter = Converter(type: nil)
        var all = ConversionInput([], as: nil)
        for (name, bytes) in [("a", try captured("get-trip-request.bin")), ("b", []), ("c", [0xFA, 0x7F, 0])] {
            var input = try converter.read(bytes, as: .binary, detector)
            input.beOneOfSeveral(named: name)
            all.append(input)
            guard name == "c" else { continue }
            let error = #expect(throws: ConversionError.self) { try converter.write(all, as: .json) { _ in } }
            #expect(error?.message.hasPrefix("c: ") == true, "\(error?.message ?? "")")
        }
        var empty = try converter.read([], as: .binary, detector)
        #expect(throws: ConversionError.self) { try converter.write(empty, as: .json) { _ in } }
        empty.beOneOfSeveral(named: "b")
        try converter.write(empty, as: .json) { #expect($0 == Array("{}\n".utf8)) }
    }

    /// A captured frame, its message and its JSON, as other software wrote them.
    @Test func agreesWithTheCapture() throws {
        let converter = converter("maps.fleetengine.v1.GetTripRequest")
        let frame = try captured("get-trip-request.grpc")
        let message = try captured("get-trip-request.bin")
        #expect(try converter.convert(frame, from: .frame, to: .binary) == message)
        let json = try converter.convert(frame, from: .frame, to: .json)
        #expect(try jsonDifference(parseJSON(json), parseJSON(captured("get-trip-request.json"))) == nil)
        #expect(try converter.convert(captured("get-trip-request.json"), from: .json, to: .binary) == message)
    }

    /// Deflate without zlib's header, as Python's `zlib.compressobj(wbits=-15)` writes it, can only be read when it is
    /// named; a name that is wrong is an error.
    @Test func readsFramesInTheEncodingThatIsNamed() throws {
        let compressed: [UInt8] = [0xe3, 0x62, 0x4d, 0xcd, 0xd3, 0x0d, 0x0d, 0x16, 0x62, 0x0a, 0x0d, 0x06, 0x00]
        let frame = grpcFrame(compressed, flags: 1)
        var converter = Converter()
        let guessed = #expect(throws: ConversionError.self) { try converter.messages(in: frame, as: .frame) }
        #expect(guessed?.message.contains("--from-encoding") == true)
        converter.inputEncoding = .deflate
        #expect(try converter.messages(in: frame, as: .frame) == [Array("\u{0a}\u{05}en-US\u{12}\u{02}US".utf8)])
        for encoding in [MessageEncoding.gzip, .identity] {
            converter.inputEncoding = encoding
            #expect(throws: ConversionError.self) { try converter.messages(in: frame, as: .frame) }
        }
    }

    /// Bytes that are a text in which bytes are written down, though no message, stay as they are. Found by fuzzing.
    @Test(arguments: [ConversionForm.hex, .base64])
    func readsDigitsOnce(_ form: ConversionForm) throws {
        for text in [#"-0\u0000.-"#, "0a026869", "CgJoaQ=="] {
            let bytes = Array(text.utf8)
            let written = try Converter().convert(bytes, from: .binary, to: form)
            #expect(try Converter().messages(in: written, as: form) == [bytes])
        }
    }

    /// Through every form and back, several messages on one stream where the form holds several.
    @Test(arguments: ["watch-vehicle-responses", "upload-locations-requests"])
    func comesBackFromEveryForm(name: String) throws {
        let isRequest = name.hasPrefix("upload")
        var converter = converter("maps.fleetengine.v1.\(isRequest ? "UpdateVehicleRequest" : "Vehicle")")
        let messages = try converter.messages(in: captured("\(name).grpc"), as: .frame)
        #expect(messages.count > 9)
        for encoding in [MessageEncoding.identity, .gzip, .deflate] {
            converter.encoding = encoding
            for form in [ConversionForm.hex, .base64, .frame, .json] {
                let written = try converter.write(messages, as: form)
                #expect(try converter.messages(in: written, as: form) == messages, "\(form.rawValue)")
            }
        }
        for message in messages {
            for form in ConversionForm.allCases {
                let written = try converter.write([message], as: form)
                #expect(try converter.messages(in: written, as: form) == [message], "\(form.rawValue)")
            }
        }
    }

    /// Numbers that need up to 17 digits, and the neighbours of powers of two.
    @Test func writesDoublesAsTheStandardLibraryDoes() throws {
        let converter = converter("google.protobuf.DoubleValue")
        var numbers = (0..<500).map { _ in Double.random(in: -180...180) }
        for exponent in stride(from: -9, through: 46, by: 5) {
            let power = Double(sign: .plus, exponent: exponent, significand: 1)
            numbers += [power, power.nextUp, power.nextUp.nextUp, power.nextDown, -power.nextDown]
        }
        numbers += (0..<200).map { _ in Double(Int64.random(in: 0...(1 << 53))) / Double(1 << Int.random(in: 0...52)) }
        for number in numbers {
            let bytes = [0x09] + (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(8 * $0)) }
            let json = try converter.write([bytes], as: .json)
            #expect(json.dropLast().elementsEqual(number.description.utf8), "\(number)")
        }
    }

    /// Protoscope is known by its first tag; texts and digits within it are not taken for messages of their own.
    @Test(
        arguments: Exhaustive.elements(
            of: ["create-trip-request.bin", "search-vehicles-response.bin", "get-trip-response-enroute.bin"],
            inDebugEvery: 2))
    func findsProtoscope(name: String) throws {
        let message = try captured(name)
        let text = try Array("# a comment\n".utf8) + Converter().write([message], as: .protoscope)
        let found = try Converter().read(text, as: nil, detector)
        var output: [UInt8] = []
        try Converter().write(found, as: .binary) { output += $0 }
        #expect(output == message)
    }

    /// Streams may hold messages without a field: an empty line each.
    @Test(arguments: [[[], []], [[], [], []], [[0x0A, 0x00], []], [[], [0x0A, 0x00]], [[]]] as [[[UInt8]]])
    func keepsEmptyMessages(messages: [[UInt8]]) throws {
        for form in [ConversionForm.hex, .base64, .frame] {
            let written = try Converter().write(messages, as: form)
            #expect(try Converter().messages(in: written, as: form) == messages, "\(form.rawValue)")
        }
    }

    @Test func keepsBytesThatNoTypeKnows() throws {
        let bytes: [UInt8] = [0xa0, 0x86, 0x80, 0x80, 0x00, 0x81, 0x80, 0x00, 0xff, 0x00]
        for form in [ConversionForm.binary, .hex, .base64, .frame] {
            let converter = Converter()
            #expect(try converter.messages(in: converter.write([bytes], as: form), as: form) == [bytes])
        }
    }

    @Test func readsWrappedText() throws {
        let text = Array("0a05 656e 2d55\n5312 0255 53\n".utf8)
        #expect(try Converter().convert(text, from: .hex, to: .binary) == Array("\u{0a}\u{05}en-US\u{12}\u{02}US".utf8))
    }

    /// Documents of JSON in every arrangement that says the same; those of a type that is an array itself are one.
    @Test(arguments: [
        #"{"key":"a"}{"key":"b"}"#, "[{\"key\":\"a\"},\n {\"key\":\"b\"}]\n",
        "{\n\"key\": \"a\"\n}\n\n{ \"key\": \"b\" }",
    ])
    func readsDocuments(text: String) throws {
        let attribute = converter("maps.fleetengine.v1.VehicleAttribute")
        #expect(
            try attribute.messages(in: Array(text.utf8), as: .json) == [Array("\n\u{1}a".utf8), Array("\n\u{1}b".utf8)])
        let list = converter("google.protobuf.ListValue")
        #expect(try list.messages(in: Array("[{}, {}]".utf8), as: .json) == [[0x0a, 2, 0x2a, 0, 0x0a, 2, 0x2a, 0]])
        let times = Array("[\"1970-01-01T00:00:05Z\", \"1970-01-01T00:00:06Z\"]".utf8)
        #expect(try converter("google.protobuf.Timestamp").messages(in: times, as: .json) == [[8, 5], [8, 6]])
    }

    @Test(arguments: ["[]", "[{}", "[{},]", "[{}]]", "{} ]", "{},{}", "[,{}]", "[{} {}]", "{}\u{0}"])
    func refusesWhatIsNoArrangementOfDocuments(text: String) {
        let converter = converter("maps.fleetengine.v1.GetTripRequest")
        #expect(throws: ConversionError.self) { try converter.messages(in: Array(text.utf8), as: .json) }
    }

    @Test(arguments: [
        ("json", "{\"name\": 5}", "1:10"), ("json", "[{},\n{\"name\": 5}]", "Document 2: 2:10"),
        ("json", "{}\n{\"name\":", "Document 2: 2:"), ("json", "{\"name\": \"\"} x", "1:14"),
        ("text", "name: 5", "1:7"), ("hex", "0a0", "hexadecimal"),
        ("base64", "a", "base64"), ("frame", "\u{0}\u{0}", "offset 2"), ("json", "{\"nam\": \"x\"}", "nam"),
    ])
    func saysWhereItIsWrong(form: String, input: String, place: String) throws {
        let converter = converter("maps.fleetengine.v1.GetTripRequest")
        let error = #expect(throws: ConversionError.self) {
            try converter.convert(Array(input.utf8), from: #require(ConversionForm(rawValue: form)), to: .binary)
        }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.contains(place) == true, "\(error?.message ?? "")")
    }

    @Test func refusesWhatAFormCannotHold() throws {
        let code = { (error: ConversionError?) in error?.code }
        #expect(
            code(#expect(throws: ConversionError.self) { try Converter().write([[], []], as: .binary) })
                == .severalMessages)
        #expect(code(#expect(throws: ConversionError.self) { try Converter().write([[]], as: .json) }) == .missingType)
        let time = converter("google.protobuf.Timestamp")
        let tooLate: [UInt8] = [0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]
        #expect(code(#expect(throws: ConversionError.self) { try time.write([tooLate], as: .json) }) == .notExpressible)
    }
}
