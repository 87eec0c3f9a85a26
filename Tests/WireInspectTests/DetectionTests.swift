import Foundation
import ProtobufSchema
import TestSupport
import Testing
import WireInspect

@Suite struct DetectionTests {
    @Test(arguments: Exhaustive.elements(of: try CaptureFixture.all(), inDebugEvery: 11))
    func findsTheTypeOfACapturedStream(_ fixture: CaptureFixture) throws {
        let peeled = peel(try fixture.frames())
        #expect(peeled.messages.count == fixture.messageCount)
        #expect(peeled.damage.isEmpty)
        #expect(peeled.detection.best?.message.fullName == fixture.type)
    }

    @Test(arguments: Exhaustive.elements(of: try CaptureFixture.all(), inDebugEvery: 8))
    func findsTheTypeOfEachMessage(_ fixture: CaptureFixture) throws {
        for message in try fixture.messages() where !message.isEmpty {
            #expect(peel(message).detection.best?.message.fullName == fixture.type)
        }
    }

    /// Two thirds of a message leave few types.
    @Test(arguments: Exhaustive.elements(of: try CaptureFixture.all(), inDebugEvery: 6))
    func findsTheTypeOfACutMessage(_ fixture: CaptureFixture) throws {
        for message in try fixture.messages() where message.count > 200 {
            let cut = Array(message[..<(message.count * 2 / 3)])
            let candidates = peel(cut).detection.candidates
            #expect(candidates.prefix(4).contains { $0.message.fullName == fixture.type })
        }
    }

    /// Two bytes lost anywhere behind the names: what is whole before and behind the place still tells the type.
    @Test(arguments: ["update-vehicle-location", "update-vehicle-route", "get-vehicle-response"])
    func findsTheTypeOfAMessageThatLostBytes(_ name: String) throws {
        let fixture = try CaptureFixture.named(name)
        let message = try fixture.message()
        for offset in Exhaustive.elements(of: stride(from: 200, to: message.count - 2, by: 50), inDebugEvery: 11) {
            let damaged = Array(message[..<offset] + message[(offset + 2)...])
            let best = detector.detect([damaged]).best?.message.fullName
            #expect(best == fixture.type, "\(offset) of \(message.count)")
        }
    }

    /// What is no UTF-8 is no text, also where most of its bytes could be parts of letters.
    @Test func bytesThatAreNoTextAreOfATypeWithBytes() throws {
        let file = "syntax = \"proto3\"; message Text { string content = 1; } message Data { bytes content = 1; }"
        let detector = TypeDetector(try Schema(files: [("own.proto", file)]))
        // Letters beyond ASCII, of which every fifth has lost its second byte.
        let content: [UInt8] = (0..<40).flatMap { (index: UInt8) -> [UInt8] in
            index.isMultiple(of: 5) ? [0xC3] : [0xC3, 0x80 + index]
        }
        let detection = detector.detect([[0x0A, UInt8(content.count)] + content])
        #expect(detection.best?.message.fullName == "Data")
        #expect(detection.candidates[0].share > 0.95)
    }

    @Test func anEmptyMessageFitsAnyType() {
        let detection = detector.detect([[]])
        #expect(detection.isEmpty)
        #expect(detection.best?.message.fullName == "google.protobuf.Empty")
    }

    @Test func bytesOfNoKnownTypeHaveNone() throws {
        // Field 700 is a double, field 701 a string, field 702 a fixed32: nothing here has such numbers.
        let foreign = try #require(
            bytes(hex: "e12b" + "000000000000f03f" + "ea2b05" + "68656c6c6f" + "f52b" + "01020304"))
        #expect(detector.detect([foreign]).best == nil)
    }

    /// A field of no known type speaks against all types behind a large field, too.
    @Test func aLargeFieldDoesNotHideTheNextOnes() {
        let image = [0x0A, 0xF0, 0x93, 0x09] + (0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
        let detection = detector.detect([image + [0x12, 9] + Array("photo.png".utf8) + [0x1A, 9] + "image/png".utf8])
        #expect(detection.likelyType == nil)
    }

    @Test func aLongListIsWhatItsFirstElementsAre() throws {
        let fixture = try CaptureFixture.named("list-vehicles-response-gzip")
        let message = try fixture.message()
        let long = (0..<Exhaustive.size(12, inDebug: 3)).flatMap { _ in message }
        #expect(detector.detect([long]).best?.message.fullName == fixture.type)
    }

    @Test func sharesAddUpToOne() throws {
        let candidates = detector.detect([[0x0A, 0x02, 0x68, 0x69]]).candidates
        #expect(candidates.count > 3)
        #expect(abs(candidates.reduce(0) { $0 + $1.share } - 1) < 1e-9)
        #expect(zip(candidates, candidates.dropFirst()).allSatisfy { $0.share >= $1.share })
    }

    /// Random messages are full of values that no server sends, so this is a statistic with a floor, not a rule.
    @Test func findsTheTypeOfMostRandomMessages() throws {
        let types = [
            "CreateTripRequest", "CreateVehicleRequest", "GetTripRequest", "GetVehicleRequest", "ListVehiclesRequest",
            "ListVehiclesResponse", "SearchTripsRequest", "SearchTripsResponse", "SearchVehiclesRequest",
            "SearchVehiclesResponse", "Trip", "UpdateTripRequest", "UpdateVehicleRequest", "Vehicle", "VehicleLocation",
        ]
        var (first, third, total) = (0, 0, 0)
        for vector in try RandomMessage.all(in: "messages-seed1", inDebugEvery: 7)
        where types.contains(where: { vector.type == "maps.fleetengine.v1.\($0)" }) && !vector.bytes.isEmpty {
            let names = detector.detect([vector.bytes]).candidates.prefix(3).map(\.message.fullName)
            total += 1
            first += names.first == vector.type ? 1 : 0
            third += names.contains(vector.type) ? 1 : 0
        }
        #expect(total > Exhaustive.size(200, inDebug: 20))
        #expect(first * 100 >= total * 85, "\(first) of \(total) are best")
        #expect(third * 100 >= total * 90, "\(third) of \(total) are among the best three")
    }
}
