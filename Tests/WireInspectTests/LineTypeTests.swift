import Foundation
import ProtobufSchema
import Redaction
import TestSupport
import Testing
import WireInspect

/// Messages in lines of their own, which need not be of one type.
@Suite struct LineTypeTests {
    private func messages(_ names: [String]) throws -> [(bytes: [UInt8], type: String)] {
        try names.map(CaptureFixture.named).map { (try $0.message(), $0.type) }
    }

    private static let mixed = ["get-trip-request", "get-trip-response-new", "update-vehicle-location"]

    private func lines(_ messages: [[UInt8]]) -> [UInt8] {
        Array((messages.map { hex($0) }.joined(separator: "\n") + "\n").utf8)
    }

    @Test func eachLineHasATypeOfItsOwn() throws {
        let messages = try messages(Self.mixed)
        let text = messages.map { base64($0.bytes) }.joined(separator: "\n")
        for text in [lines(messages.map(\.bytes)), Array(text.utf8)] {
            let peeled = peel(text)
            #expect(peeled.messages.map(\.bytes) == messages.map(\.bytes))
            #expect(peeled.messages.map { $0.detection?.best?.message.fullName } == messages.map(\.type))
            #expect(peeled.messages.allSatisfy { $0.detection?.best?.isSound == true })
            #expect(peeled.layers.count == 1 && peeled.damage.isEmpty)
        }
    }

    /// What was captured, a line for each message of every call.
    @Test func everyCapturedMessageKeepsItsType() throws {
        var all: [(bytes: [UInt8], type: String)] = []
        for fixture in Exhaustive.elements(of: try CaptureFixture.all(), inDebugEvery: 11) {
            for message in try fixture.messages().prefix(2) where !message.isEmpty && message.count < 4000 {
                all.append((message, fixture.type))
            }
        }
        let peeled = peel(lines(all.map(\.bytes)))
        #expect(peeled.messages.map(\.bytes) == all.map(\.bytes))
        for (message, truth) in zip(peeled.messages, all) {
            #expect(message.detection?.best?.message.fullName == truth.type)
        }
    }

    @Test func whatIsShownIsOfTheTypeOfEachLine() throws {
        let text = lines(try messages(Self.mixed).map(\.bytes))
        let tree = dump(text)
        #expect(tree.isSound && tree.notes.isEmpty, "\(tree.notes)")
        #expect(tree.output.contains("3 messages of different types"))
        #expect(!tree.output.contains("note: "))
        for (_, type) in try messages(Self.mixed) { #expect(tree.output.contains("\n\(type)  (found by content")) }
        let json = dump(text) { $0.output = .json }
        #expect(json.isSound && json.output.split(separator: "\n").count == 3)
        #expect(json.output.contains("\"tripStatus\"") && json.output.contains("\"updateMask\""))
        let redacted = dump(text) { $0.redactor = Redactor(key: Array("test".utf8)) }
        #expect(redacted.isSound && redacted.output.contains("3 messages of different types"))
        #expect(!redacted.output.contains("driver_74573") && !redacted.output.contains("T3551212370"))
    }

    /// Of one type, also where one of them is damaged and looks like another one.
    @Test func linesOfOneTypeShareIt() throws {
        let fixture = try CaptureFixture.named("watch-vehicle-responses")
        var messages = Array(try fixture.messages().filter { !$0.isEmpty }.prefix(Exhaustive.size(12, inDebug: 4)))
        for round in 0..<2 {
            if round == 1 { messages[3].removeLast() }
            let peeled = peel(lines(messages))
            #expect(peeled.messages.map(\.bytes) == messages)
            #expect(peeled.messages.allSatisfy { $0.detection == nil })
            #expect(peeled.detection.best?.message.fullName == fixture.type)
        }
    }

    @Test func theTypeThatIsAskedForIsThatOfAllLines() throws {
        var peeler = Peeler(detector: detector)
        peeler.type = try type("maps.fleetengine.v1.Trip")
        let peeled = peeler.peel(lines(try messages(Self.mixed).map(\.bytes)))
        #expect(peeled.messages.allSatisfy { $0.detection == nil })
        #expect(peeled.detection.candidates.map(\.message.fullName) == ["maps.fleetengine.v1.Trip"])
    }

    /// Those behind the first thousand are told apart by what was found before.
    @Test func manyLinesAreToldApart() throws {
        let pair = ["providers/fleet/trips/t1", "providers/fleet/vehicles/v1"].map { field(3, $0.utf8) }
        let types = pair.map { peel($0).detection.best?.message.fullName }
        try #require(types[0] != types[1])
        let count = Exhaustive.size(1100, inDebug: 30)
        let messages = (0..<count).map { pair[$0 % 2] }
        let peeled = peel(lines(messages))
        #expect(peeled.messages.map { $0.detection?.best?.message.fullName } == (0..<count).map { types[$0 % 2] })
    }
}
