import ConsoleText
import Foundation
import ProtobufSchema
import Redaction
import TestSupport
import Testing

@testable import WireInspect

/// Messages that come written out, in the forms of the official runtimes.
@Suite struct WrittenMessageTests {
    private static let types = [
        "maps.fleetengine.v1.Vehicle", "maps.fleetengine.v1.Trip", "maps.fleetengine.v1.UpdateVehicleRequest",
        "maps.fleetengine.delivery.v1.Task", "google.rpc.Status",
    ]

    private func written(_ message: GoldenMessage, _ ending: String) throws -> [UInt8]? {
        let name = message.name.replacing(".binpb", with: ending)
        let file = GoldenMessage.folder.appendingPathComponent(message.type).appendingPathComponent(name)
        return FileManager.default.fileExists(atPath: file.path) ? try file.bytes() : nil
    }

    /// What Google's runtime and protoc have written is the message that they have written in binary. Neither form has
    /// the fields that the schema does not know.
    @Test(arguments: types) func goldenMessages(name: String) throws {
        let descriptor = try type(name)
        var count = 0
        let messages = try GoldenMessage.all(of: name).filter { !$0.bytes.isEmpty && !$0.name.hasPrefix("unknown") }
        for message in Exhaustive.elements(of: messages, inDebugEvery: 17) {
            for (ending, kind) in [(".json", InputLayer.Kind.json), (".txtpb", .textFormat)] {
                let text = try #require(try written(message, ending))
                let peeled = peel(text)
                #expect(peeled.layers.map(\.kind) == [kind], "\(message.name)\(ending)")
                #expect(peeled.detection.candidates.contains { $0.message == descriptor }, "\(message.name)\(ending)")
                if peeled.detection.best?.message == descriptor {
                    #expect(peeled.messages.map(\.bytes) == [message.bytes], "\(message.name)\(ending)")
                    count += 1
                }
            }
        }
        #expect(count > 1)
    }

    /// A place's id is a message in base64, which is not what the text is about.
    @Test func placesAreNoPayloads() throws {
        let place = #"{"placeId": "ChIJN1t_tDeuEmsRUsoyG83frY4"}"#
        let text = #"{"name": "providers/p/trips/t", "pickupPoint": {"terminalPointId": \#(place)}}"#
        let peeled = peel(text)
        #expect(peeled.layers.map(\.kind) == [.json])
        #expect(peeled.detection.best?.message == (try type("maps.fleetengine.v1.Trip")))
        for text in [
            #"{"stop": \#(place)}"#, "near ChIJN1t_tDeuEmsRUsoyG83frY4 since noon", "id=ChIJN1t_tDeuEmsRUsoyG83frY4",
        ] {
            #expect(peel(text).layers.isEmpty, "\(text)")
        }
    }

    /// A payload in an envelope is what people look for, also where the envelope could be a message.
    @Test(arguments: [#"{"message": "CgR0cmlwEgNhYmM=", "severity": "INFO"}"#, #"{"data": "AAAAAAQKAmFi"}"#])
    func envelopesAreOpened(text: String) {
        let peeled = peel(text)
        #expect(!peeled.layers.contains { $0.kind == .json })
        #expect(peeled.layers.contains { if case .base64 = $0.kind { true } else { false } })
    }

    /// Free-form objects are no messages, and nothing is made of members that are not known.
    @Test(arguments: [
        "{}", #"{"a": {"b": [1, 2]}}"#, #"{"vehicleState": "NO_SUCH_STATE"}"#, "hello: 1", "a", "{", "# a: b",
    ])
    func otherTextIsNone(text: String) {
        #expect(WrittenMessages.read(Array(text.utf8), detector, type: nil) == nil)
    }

    @Test func linesAreMessages() throws {
        let text = #"{"name":"providers/p/vehicles/a","vehicleState":"ONLINE"}"# + "\n"
        let peeled = peel(text + text)
        #expect(peeled.messages.count == 2)
        #expect(peeled.detection.best?.message == (try type("maps.fleetengine.v1.Vehicle")))
    }

    @Test func linesMayBeOfDifferentTypes() throws {
        let lines = [
            #"{"name":"providers/p/vehicles/a","vehicleState":"ONLINE"}"#, #"{"tripStatus":"NEW","name":"t"}"#,
        ]
        let peeled = peel(lines.joined(separator: "\n"))
        #expect(
            peeled.messages.map { peeled.type(of: $0)?.fullName }
                == ["maps.fleetengine.v1.Vehicle", "maps.fleetengine.v1.Trip"])
    }

    /// An array, and what `jq` prints: documents over several lines, one behind another.
    @Test(arguments: [("[", ",", "]"), (" [\n ", "\n, ", "]\n"), ("", "\n", "\n"), ("", "", "")])
    func documentsMayBeOfDifferentTypes(before: String, between: String, after: String) throws {
        let documents = [
            "{\n  \"name\": \"providers/p/vehicles/a}\",\n  \"vehicleState\": \"ONLINE\"\n}",
            "{\n  \"name\": \"t\",\n  \"tripStatus\": \"NEW\"\n}",
        ]
        let peeled = peel(before + documents.joined(separator: between) + after)
        #expect(peeled.layers.map(\.kind) == [.json])
        #expect(
            peeled.messages.map { peeled.type(of: $0)?.fullName }
                == ["maps.fleetengine.v1.Vehicle", "maps.fleetengine.v1.Trip"])
    }

    @Test(arguments: 1...3) func arraysAreMessages(count: Int) throws {
        let vehicles = Array(repeating: #"{"name":"providers/p/vehicles/a","vehicleState":"ONLINE"}"#, count: count)
        let peeled = peel("[\(vehicles.joined(separator: ", "))]")
        #expect(peeled.messages.count == count)
        #expect(peeled.detection.best?.message == (try type("maps.fleetengine.v1.Vehicle")))
    }

    /// What is wrong in the last document is told with its line of the whole text.
    @Test func faultsOfDocuments() throws {
        let text =
            "[{\"name\": \"providers/p/vehicles/a\", \"vehicleState\": \"ONLINE\"},\n{\"vehicleState\": \"ONLIN\"}]"
        let fault = WrittenMessages.firstError(in: Array(text.utf8), detector, type: nil, quotes: true)
        #expect(fault?.contains("no maps.fleetengine.v1.Vehicle: 2:18: ") == true, "\(fault ?? "")")
    }

    /// A message without fields is one, if it is known of which type; with members that say defaults, in any case.
    @Test func messagesWithoutFields() throws {
        var peeler = Peeler(detector: detector)
        let defaults = peeler.peel(Array(#"{"vehicleState":"UNKNOWN_VEHICLE_STATE","backToBackEnabled":false}"#.utf8))
        #expect(defaults.messages.map(\.bytes) == [[]])
        #expect(defaults.layers.map(\.kind) == [.json])
        peeler.type = try type("maps.fleetengine.v1.Vehicle")
        #expect(peeler.peel(Array("{}".utf8)).layers.map(\.kind) == [.json])
        #expect(peeler.peel(Array("name: \"\"".utf8)).layers.map(\.kind) == [.textFormat])
    }

    /// Text in base64 that is no message, such as the claims of a token, is shown as text, too.
    @Test func textWithinTextIsShown() {
        let shown = dump(base64(#"{"iss":"fleet@example.com","iat":1756662642}"#.utf8))
        #expect(shown.output.hasPrefix("input: base64 text, 60 bytes > text of 44 bytes, no message\n"))
        #expect(shown.notes.contains("the input is text"))
    }

    @Test(arguments: ["request: ", "2025-08-31 19:50:41 DEBUG sending ", "let x = ", "I0831 12:00:00.1 7 x.cc:4] "])
    func labelsAreTakenOff(label: String) throws {
        let json = #"{"name":"providers/p/vehicles/a","vehicleState":"ONLINE"}"#
        let peeled = peel(label + json)
        #expect(peeled.layers.map(\.kind) == [.wrapping(.label), .json])
        #expect(peeled.detection.best?.message == (try type("maps.fleetengine.v1.Vehicle")))
    }

    /// Text is no message, and shown as what it is.
    @Test func textIsShown() {
        let text = "hello world\nhello again\n"
        let shown = dump(text)
        #expect(!shown.isSound)
        #expect(shown.output == "input: text of 24 bytes, no message\n\n\(text)")
        #expect(dump(text) { $0.output = .json }.output.isEmpty)
        #expect(!dump(text) { $0.redactor = Redactor(key: Array("k".utf8)) }.output.contains("hello"))
    }

    /// A name alone is JSON of many types; the bytes beside it are of one.
    @Test(
        arguments: Exhaustive.elements(
            of: ["GetTripRequest", "GetVehicleRequest", "DeleteTripRequest", "delivery.v1.GetTaskRequest"],
            inDebugEvery: 3))
    func agreesWithItsBytes(name: String) throws {
        let short = name.contains("delivery") ? name : "v1.\(name)"
        let converter = Converter(type: try type("maps.fleetengine.\(short)"))
        let subject = name.contains("Task") ? "tasks" : name.contains("Trip") ? "trips" : "vehicles"
        let json = Array(#"{"header":{"languageCode":"en"},"name":"providers/p/\#(subject)/a"}"#.utf8)
        let bytes = try converter.messages(in: json, as: .json)[0]
        for (old, new) in [(json, bytes), (bytes, json), (json, json)] {
            let (verdict, output, _) = compare(old, new)
            #expect(verdict == .same, "\(output)")
        }
    }

    /// What is wrong with JSON is said of the type that it fits best, and nothing is quoted of what is redacted.
    @Test func faultsOfJSON() throws {
        let text = Array(#"{"name":"providers/p/vehicles/a","vehicleStates":"ONLINE"}"#.utf8)
        #expect(dump(text) { $0.type = try? type("maps.fleetengine.v1.Vehicle") }.notes.contains("“vehicleStates”"))
        let redacted = dump(text) {
            $0.type = try? type("maps.fleetengine.v1.Vehicle")
            $0.redactor = Redactor(key: Array("k".utf8))
        }
        #expect(!redacted.notes.contains("vehicleStates"))
        #expect(redacted.notes.contains("unknown_member; the details quote the input, which is redacted"))
        #expect(dump("name: \"a\" vehicle_state: ONLIN").notes.contains("Did you mean “ONLINE”?"))
    }
}
