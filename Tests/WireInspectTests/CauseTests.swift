import Foundation
import GRPCWire
import ProtobufSchema
import TestSupport
import Testing
import WireInspect

/// What is said to have happened to payloads, after just that was done to them.
@Suite struct CauseTests {
    private let fixture: CaptureFixture
    private let message: [UInt8]

    init() throws {
        fixture = try .named("get-trip-response-new")
        message = try fixture.message()
    }

    private func notes(_ input: [UInt8], as form: InputForm = .auto, _ name: String? = nil) throws -> String {
        let message = try type(name ?? fixture.type)
        let result = dump(input) {
            $0.type = message
            $0.form = form
        }
        #expect(!result.isSound)
        return result.notes
    }

    /// gzip data without its frame: the message several times, so that it shrinks.
    private func compressed() throws -> [UInt8] {
        let messages = [UInt8](repeatElement(message, count: 4).joined())
        return Array(try MessageFramer.encode([messages], encoding: .gzip).dropFirst(5))
    }

    /// The error is where it is, however long the text is; texts that are too long say so.
    @Test func errorsOfLongTextsAreFound() throws {
        let name = String(repeating: "v", count: Exhaustive.size(100_000, inDebug: 20_000))
        let type = try type("maps.fleetengine.v1.Trip")
        let result = dump(#"{"name":"\#(name)","vehicleId":7}"#) { $0.type = type }
        #expect(result.notes.contains("vehicleId"), "\(result.notes)")
    }

    /// No command takes the characters of a text for the bytes of a message.
    @Test(
        arguments: [
            (#"{"name":"providers/p/vehicles/a","vehicleStates":1}"#, 0, "no maps.fleetengine."),
            ("hello, world", 0, "no message is in this text"),
            // The type that knows most names is told, not the one that gets furthest.
            (#"{"type":"DELIVERY_STOP","state":"OPEN","trackingId":"a"}"#, 0, "no maps.fleetengine.delivery.v1.Task"),
            // A type that knows more names, but not the first one, has nothing right.
            (#"{"tripId":"x","name":"a","vehicleState":"ONLINE","lastLocation":{}}"#, 0, "no maps.fleetengine"),
            (#"{"name":"*"}"#, 4 << 20, "more than 4 MiB is read where --type names its type"),
        ].filter { $0.1 == 0 || Exhaustive.readsLargeInputs } as [(String, Int, String)])
    func textsAreNotCompared(text: String, letters: Int, reason: String) {
        let bytes = Array(text.replacing("*", with: String(repeating: "v", count: letters)).utf8)
        let (verdict, output, notes) = compare(bytes, bytes)
        #expect(verdict == .damaged && output.isEmpty)
        #expect(notes.split(separator: "\n").filter { $0.contains(reason) }.count == 2, "\(notes)")
        let error = #expect(throws: ConversionError.self) { try Converter().read(bytes, as: nil, detector) }
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
        if letters > 0 { #expect(dump(bytes).notes.contains(reason)) }
    }

    @Test(arguments: [1, 2, 7]) func aCutSaysHowMuchIsMissing(count: Int) throws {
        let last = try #require(WireTree(message, as: try type(fixture.type)).nodes.last { $0.field.value.count > 8 })
        let cut = Array(message[..<(last.field.value.upperBound - count)])
        #expect(try notes(cut, as: .message).contains("the capture was cut; at least \(count) byte"))
        #expect(try notes(cut, as: .message).contains("missing at its end"))
    }

    @Test func aCutWithinTheFirstTextIsNoText() {
        let name = "providers/sample-fleet-433/vehicles/driver-1"
        let cut = cause([0x0A, UInt8(name.utf8.count + 12)] + Array(name.utf8))
        #expect(cut.contains("the capture was cut; at least 12 bytes are missing"), "\(cut)")
        #expect(cause(Array("\nthe update was refused, and nobody knows why\n".utf8)).contains("the input is text"))
    }

    // MARK: What is done to bytes on their way

    /// The input as it is, without a type or form.
    private func cause(_ input: [UInt8]) -> String {
        let result = dump(input)
        #expect(!result.isSound)
        return result.notes
    }

    @Test func bytesThatWereWrittenAsTextAreNamed() throws {
        let latin = Array(String(String.UnicodeScalarView(message.map { Unicode.Scalar($0) })).utf8)
        #expect(cause(latin).contains("taken for Latin-1"), "\(cause(latin))")
        #expect(cause(latin).contains(fixture.type))
        // The last byte may be a line feed, too: here as 10 passengers.
        for message in [message, message + [0x50, 0x0A]] {
            let lines = message.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
            #expect(cause(lines).contains("each line feed was turned"))
        }
        let replaced = cause(Array(String(decoding: message, as: UTF8.self).utf8))
        #expect(replaced.contains("EF BF BD") && !replaced.contains("the capture was cut;"), "\(replaced)")
    }

    @Test func bytesThatWereAddedOrLostAtTheEndsAreNamed() throws {
        #expect(cause(message + [0x0A]).contains("a line feed was added"))
        #expect(cause(grpcFrame(message) + [0x0A]).contains("a line feed was added"))
        #expect(cause(message + [UInt8](repeating: 0, count: 20)).contains("zeros were added"))
        #expect(cause(Array(grpcFrame(message).dropFirst())).contains("the first byte"))
    }

    @Test func otherWrappingsAreNamed() throws {
        let delimited = Array(repeatElement(varint(message.count) + message, count: 3).joined())
        #expect(
            cause(delimited).contains("these are 3 complete messages of type \(fixture.type)"), "\(cause(delimited))")
    }

    @Test func aSecondPrefixIsNamed() throws {
        #expect(try notes(grpcFrame(grpcFrame(message)), as: .frames).contains("it was framed twice"))
    }

    @Test func aFrameReadAsAMessageIsNamed() throws {
        let notes = try notes(grpcFrame(message), as: .message)
        #expect(notes.contains("leave out --as message"))
        #expect(notes.components(separatedBy: "probable cause").count == 2, "\(notes)")
    }

    @Test func compressionThatNobodyTookOffIsNamed() throws {
        #expect(try notes(grpcFrame(compressed()), as: .frames).contains("still compressed with gzip"))
        #expect(try notes(compressed(), as: .message).contains("gzip; leave out --as message"))
    }

    @Test func compressionInsideOfAMessageIsPlaced() throws {
        // A list whose first vehicle is gzip data.
        let inner = Array(try compressed().prefix(100))
        let list = [0x0A, UInt8(inner.count)] + inner
        let notes = try notes(list, as: .message, "maps.fleetengine.v1.ListVehiclesResponse")
        #expect(notes.contains("gzip data begins at byte 2"), "\(notes)")
    }

    @Test func messagesThatBeginLikeZlibDataAreNotCompressed() throws {
        let notes = try notes(
            [0x08, 0x1D, 0x2A, 5] + Array("hello".utf8) + [0x12, 50] + Array("providers/x/vehi".utf8), as: .message)
        #expect(!notes.contains("zlib"), "\(notes)")
    }

    @Test func textInsideOfAFrameIsNamed() throws {
        let base64 = Array(base64(message).utf8)
        #expect(try notes(grpcFrame(base64), as: .frames).contains("still base64 text"))
        #expect(try notes(base64, as: .message).contains("still base64 text; leave out --as message"))
        let digits = Array(hex(message).utf8)
        #expect(try notes(grpcFrame(digits), as: .frames).contains("still hexadecimal text"))
    }

    @Test func theRightTypeIsNamed() throws {
        let notes = try notes(message, as: .message, "maps.fleetengine.v1.GetTripRequest")
        #expect(notes.contains("the message can be read as \(fixture.type) without an error"), "\(notes)")
        // Also of a type whose fields happen to have the right wire types, so that nothing is damaged.
        let vehicle = try type("maps.fleetengine.v1.Vehicle")
        let result = dump(message) { $0.type = vehicle }
        #expect(result.isSound && result.output.contains("Vehicle  (\(fixture.type) fits better)"), "\(result.output)")
        let right = try type(fixture.type)
        #expect(!dump(message) { $0.type = right }.output.contains("fits better"))
    }
}
