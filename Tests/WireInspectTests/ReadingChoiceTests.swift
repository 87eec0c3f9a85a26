import Foundation
import GRPCWire
import ProtobufSchema
import TestSupport
import Testing
import WireInspect

/// Which of several readings of an input is taken, where they look at different amounts of it.
@Suite struct ReadingChoiceTests {
    /// Nearly every frame of a watched vehicle, over and over.
    private func watched(_ count: Int) throws -> [[UInt8]] {
        let filled = try CaptureFixture.named("watch-vehicle-responses").messages().filter { !$0.isEmpty }
        return (0..<count).map { filled[$0 % filled.count] }
    }

    /// A list of vehicles of about so many bytes.
    private func list(_ length: Int) throws -> [UInt8] {
        let message = try CaptureFixture.named("list-vehicles-response-gzip").message()
        return Array(repeatElement(message, count: (length + message.count / 2) / message.count).joined())
    }

    /// Of more than 128 KiB only a part is looked at, of more than 64 frames only the first ones.
    @Test func longStreamsAreFrames() throws {
        for count in Exhaustive.elements(of: [65, 64, 200], inDebugEvery: 3) {
            let messages = try watched(count)
            let peeled = peel(try MessageFramer.encode(messages))
            #expect(peeled.layers.map(\.kind) == [.frames(count)])
            #expect(peeled.messages.map(\.bytes) == messages)
            #expect(peeled.damage.isEmpty && peeled.rival == nil)
            #expect(peeled.detection.best?.message.fullName == "maps.fleetengine.v1.Vehicle")
        }
    }

    @Test(.enabled(if: Exhaustive.readsLargeInputs)) func largeFramesAreFrames() throws {
        let messages = [try list(130 << 10), try list(20 << 10)]
        let frames = try MessageFramer.encode(messages)
        #expect(peel(frames).messages.map(\.bytes) == messages)
    }

    @Test(.enabled(if: Exhaustive.readsLargeInputs)) func aLargeFrameWithoutItsEndIsAFrame() throws {
        let frames = try MessageFramer.encode([try list(130 << 10)])
        let peeled = peel(Array(frames.dropLast(7)))
        #expect(peeled.layers.map(\.kind) == [.frames(1)])
        #expect(peeled.damage.map(\.reason) == ["truncated_message"])
    }

    /// The text is larger than what is looked at as a whole, the message in it is not.
    @Test(.enabled(if: Exhaustive.readsLargeInputs)) func largeMessagesAreReadFromText() throws {
        let message = try list(100 << 10)
        let text = base64(message)
        try #require(message.count < 128 << 10 && text.utf8.count > 128 << 10)
        let peeled = peel(text)
        #expect(peeled.messages.map(\.bytes) == [message])
        #expect(peeled.detection.best?.message.fullName == "maps.fleetengine.v1.ListVehiclesResponse")
        #expect(!peeled.isText)
    }

    /// The first ones say nothing.
    @Test func emptyMessagesDoNotHideThoseBehindThem() throws {
        let messages = [[UInt8]](repeating: [], count: 70) + (try watched(1))
        let peeled = peel(try MessageFramer.encode(messages))
        #expect(!peeled.detection.isEmpty)
        #expect(peeled.detection.best?.message.fullName == "maps.fleetengine.v1.Vehicle")
    }

    // MARK: Flags

    /// A flag byte that says compressed, before a message that is not.
    @Test(arguments: [nil, MessageEncoding.gzip, .deflate])
    func aMessageThatIsMarkedAsCompressedIsShown(_ encoding: MessageEncoding?) throws {
        for fixture in Exhaustive.elements(of: try CaptureFixture.all(), inDebugEvery: 8)
        where fixture.messageCount == 1 {
            let message = try fixture.message()
            guard message.count >= 24 else { continue }
            var frames = try MessageFramer.encode([message])
            frames[0] = 1
            var peeler = Peeler(detector: detector)
            peeler.encoding = encoding
            let peeled = peeler.peel(frames)
            #expect(peeled.messages.map(\.bytes) == [message], "\(fixture.name)")
            #expect(peeled.messages.map { $0.damage?.reason } == ["not_compressed"])
            #expect(peeled.messages.map(\.fileOffset) == [5])
            #expect(peeled.detection.best?.message.fullName == fixture.type)
        }
    }

    @Test func aCutMessageThatIsMarkedAsCompressedIsShown() throws {
        let message = try #require(try watched(1).first)
        var frames = try MessageFramer.encode([message])
        frames[0] = 1
        let peeled = peel(Array(frames.dropLast(3)))
        #expect(peeled.messages.map(\.bytes) == [Array(message.dropLast(3))])
        #expect(peeled.messages.map { $0.damage?.reason } == ["not_compressed"])
        #expect(peeled.damage.map(\.reason) == ["truncated_message"])
        let notes = dump(frames).notes
        #expect(notes.contains("marked as compressed, but is not"), "\(notes)")
        #expect(dump(frames) { $0.output = .hex }.output.contains("marked as compressed, but is not"))
    }

    /// Bytes of a compression that is not known here are not taken for a message.
    @Test func anUnknownCompressionStaysOne() throws {
        var random = SplitMix64(seed: 5)
        for _ in 0..<200 {
            let payload = (0..<60).map { _ in UInt8.random(in: 0...255, using: &random) }
            let frame = grpcFrame(payload, flags: 1)
            let damage = peel(frame, as: .frames).messages.first?.damage
            #expect(damage != nil && damage?.reason != "not_compressed", "\(hex(frame))")
        }
    }

    // MARK: Compression

    /// A message as zlib data without a frame; `nil` when it is not shorter so.
    private func zlib(_ message: [UInt8]) throws -> [UInt8]? {
        let frame = try MessageFramer.encode([message], encoding: .deflate)
        return frame[0] == 1 ? Array(frame.dropFirst(5)) : nil
    }

    /// Cut, with a wrong check sum, with more behind it: what can be read is shown, as of gzip data.
    @Test func damagedZlibDataIsReadAsFarAsItGoes() throws {
        for name in ["get-vehicle-response", "update-vehicle-route"] {
            let fixture = try CaptureFixture.named(name)
            let message = try fixture.message()
            let data = try #require(try zlib(message))
            var changed = data
            changed[data.count - 1] ^= 1
            let damaged = [
                ("corrupt_compression", changed), ("trailing_compression", data + [0x0A]),
                ("truncated_compression", Array(data.dropLast(4))),
                ("truncated_compression", Array(data.prefix(data.count * 4 / 5))),
            ]
            for (reason, bytes) in damaged {
                let peeled = peel(bytes)
                #expect(peeled.layers.map(\.kind) == [.compressed("zlib")], "\(name) \(reason)")
                #expect(peeled.damage.map(\.reason) == [reason])
                let found = try #require(peeled.messages.first).bytes
                #expect(found.count * 2 > message.count && message.starts(with: found))
                #expect(peeled.detection.best?.message.fullName == fixture.type)
            }
        }
    }
}
