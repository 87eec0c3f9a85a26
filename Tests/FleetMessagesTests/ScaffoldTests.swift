import FleetProtos
import FleetWire
import Foundation
import TestSupport
import Testing

/// The files in `Scaffolded` are what `wiredump scaffold` prints for `Fixtures/scaffold/acme.proto`. They are compiled with
/// these tests, and held to their schema as the package's own messages are.
@Suite struct ScaffoldTests {
    private static let schema = try! Schema(
        files: FleetSchema.files + [
            (
                "acme.proto",
                String(decoding: Folders.fixtures.appendingPathComponent("scaffold/acme.proto").bytes(), as: UTF8.self)
            )
        ])

    @Test func theCompiledSourcesAreWhatTheScaffoldPrints() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Scaffolded")
        func compiled(_ name: String) throws -> String {
            try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        }
        let message = try #require(Self.schema.message(named: "acme.Shift"))
        #expect(try MessageScaffold(message).source() == compiled("Shift.swift"))
        let enumeration = try #require(Self.schema.enumeration(named: "acme.Weather"))
        #expect(try MessageScaffold(enumeration).source() == compiled("Weather.swift"))
    }

    @Test(arguments: ["acme.Shift", "acme.Shift.Break"])
    func everyFieldKeepsItsBytes(_ name: String) throws {
        let types: [String: any Message.Type] = ["acme.Shift": Shift.self, "acme.Shift.Break": Shift.Break.self]
        let (type, message) = (try #require(types[name]), try #require(Self.schema.message(named: name)))
        for field in message.fields {
            for value in Samples.fieldBytes(field) {
                let decoded = try type.init(decoding: value.wire)
                #expect(decoded.unknownFields.isEmpty && decoded.encoded() == value.canonical, "\(name).\(field.name)")
            }
        }
    }

    @Test func fieldsComeByAscendingNumberAlsoAroundAOneof() throws {
        var shift = Shift()
        (shift.odometerMeters, shift.isPaid, shift.pay) = (1, true, .voucher("v"))
        #expect(shift.encoded() == [0xa8, 1, 1, 0xb8, 1, 1, 0xc2, 1, 1, 0x76])
        shift.pay = .cents(5)
        #expect(shift.encoded() == [0xa8, 1, 1, 0xb0, 1, 5, 0xb8, 1, 1])
    }

    /// The cases and lines of messages that were written by hand.
    @Test(arguments: ["Vehicle", "Trip", "VehicleLocation", "SearchVehiclesRequest", "TripWaypoint"])
    func theScaffoldOfAPackagesMessageHasItsCasesAndNumbers(_ name: String) throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/FleetMessages/OnDemand/\(name).swift")
        let byHand = try String(contentsOf: file, encoding: .utf8)
        let message = try #require(FleetSchema.shared.message(named: "maps.fleetengine.v1.\(name)"))
        let printed = try MessageScaffold(message).source()
        for pattern in [#/\n {12}case (\d+)/#, #/\n        (?:if let .* \{ )?writer\.\w+\((\d+)/#] {
            let numbers = { (text: String) in Set(text.matches(of: pattern).map(\.output.1)) }
            #expect(numbers(printed).isSuperset(of: numbers(byHand)) && !numbers(byHand).isEmpty)
        }
    }

    @Test(
        arguments: [
            #"syntax = "proto2"; package t; message M { optional group G = 1 { } }"#,
            #"syntax = "proto2"; package t; message M { enum E { A = 1; } optional E e = 1; }"#,
        ])
    func whatHasNoFormIsRefusedByName(_ proto: String) throws {
        let message = try #require(try Schema(files: [("t.proto", proto)]).message(named: "t.M"))
        let error = #expect(throws: MessageScaffold.Refusal.self) { try MessageScaffold(message).source() }
        #expect(error?.description.hasPrefix("t.M.") == true)
    }

    @Test func aClosedEnumIsRefused() throws {
        let proto = #"syntax = "proto2"; package t; enum E { A = 1; }"#
        let enumeration = try #require(try Schema(files: [("t.proto", proto)]).enumeration(named: "t.E"))
        let error = #expect(throws: MessageScaffold.Refusal.self) { try MessageScaffold(enumeration).source() }
        #expect(error?.description.hasPrefix("t.E is a closed enum") == true)
    }
}
