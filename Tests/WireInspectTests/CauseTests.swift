import Foundation
import ProtobufSchema
import TestSupport
import Testing
import WireInspect

/// What is said to have happened to payloads, after just that was done to them.
@Suite struct CauseTests {
    private let fixture: CaptureFixture
    private let message: [UInt8]

    init() throws {
        fixture = try #require(try CaptureFixture.all().first { $0.name == "get-trip-response-new" })
        message = try #require(try fixture.messages().first ?? nil)
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

    private func frame(_ payload: [UInt8]) -> [UInt8] {
        let length = payload.count
        return [0, UInt8(length >> 24), UInt8(length >> 16 & 0xFF), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF)]
            + payload
    }

    /// The gzip data that a server sent, without its frame.
    private func compressed() throws -> [UInt8] {
        let fixture = try #require(try CaptureFixture.all().first { $0.name == "list-vehicles-response-gzip" })
        return Array(try fixture.frames().dropFirst(5))
    }

    @Test(arguments: [1, 2, 7]) func aCutSaysHowMuchIsMissing(count: Int) throws {
        let last = try #require(WireTree(message, as: try type(fixture.type)).nodes.last { $0.field.value.count > 8 })
        let cut = Array(message[..<(last.field.value.upperBound - count)])
        #expect(try notes(cut, as: .message).contains("the capture was cut; \(count) byte"))
        #expect(try notes(cut, as: .message).contains("missing at its end"))
    }

    @Test func aSecondPrefixIsNamed() throws {
        #expect(try notes(frame(frame(message)), as: .frames).contains("it was framed twice"))
    }

    @Test func aFrameReadAsAMessageIsNamed() throws {
        #expect(try notes(frame(message), as: .message).contains("leave out --as message"))
    }

    @Test func compressionThatNobodyTookOffIsNamed() throws {
        let response = "maps.fleetengine.v1.ListVehiclesResponse"
        #expect(try notes(frame(compressed()), as: .frames, response).contains("still compressed with gzip"))
        #expect(try notes(compressed(), as: .message, response).contains("gzip; leave out --as message"))
    }

    @Test func compressionInsideOfAMessageIsPlaced() throws {
        // A list whose first vehicle is gzip data.
        let inner = Array(try compressed().prefix(100))
        let list = [0x0A, UInt8(inner.count)] + inner
        let notes = try notes(list, as: .message, "maps.fleetengine.v1.ListVehiclesResponse")
        #expect(notes.contains("gzip data begins at byte 2"), "\(notes)")
    }

    @Test func aFrameInsideOfAMessageIsPlaced() throws {
        let inner = frame([0x0A, 0x02, 0x68, 0x69])
        let list = [0x0A, UInt8(inner.count)] + inner
        #expect(
            try notes(list, as: .message, "maps.fleetengine.v1.ListVehiclesResponse").contains(
                "a gRPC prefix stands at byte 2"))
    }

    @Test func textInsideOfAFrameIsNamed() throws {
        let base64 = Array(Data(message).base64EncodedString().utf8)
        #expect(try notes(frame(base64), as: .frames).contains("still base64 text"))
        #expect(try notes(base64, as: .message).contains("still base64 text; leave out --as message"))
        let digits = Array(hex(message).utf8)
        #expect(try notes(frame(digits), as: .frames).contains("still hexadecimal text"))
    }

    @Test func theRightTypeIsNamed() throws {
        let notes = try notes(message, as: .message, "maps.fleetengine.v1.GetTripRequest")
        #expect(notes.contains("the message is a \(fixture.type) without a fault"), "\(notes)")
    }
}
