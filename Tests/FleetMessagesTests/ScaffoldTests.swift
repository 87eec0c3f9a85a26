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
        for name in ["Shift", "Clash"] {
            let message = try #require(Self.schema.message(named: "acme.\(name)"))
            #expect(try MessageScaffold(message).source() == compiled("\(name).swift"))
        }
        let enumeration = try #require(Self.schema.enumeration(named: "acme.Weather"))
        #expect(try MessageScaffold(enumeration).source() == compiled("Weather.swift"))
    }

    @Test(arguments: ["acme.Shift", "acme.Shift.Break", "acme.Clash", "acme.Clash.Pickup"])
    func everyFieldKeepsItsBytes(_ name: String) throws {
        let types: [String: any Message.Type] = [
            "acme.Shift": Shift.self, "acme.Shift.Break": Shift.Break.self,
            "acme.Clash": Clash.self, "acme.Clash.Pickup": Clash.Pickup.self,
        ]
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

    /// Types at the top of files: nothing of these names can be compiled beside the tests.
    @Test(arguments: [
        ("a.Point", ["struct Point: Message"]), ("b.Point", ["struct B_Point: Message"]),
        ("b.Message", ["struct Message_: Message"]), ("b.Any", ["struct Any_: OpenEnum"]),
        (
            "b.Use",
            [
                "var p: Point?", "var q: B_Point?", "var own: Timestamp?", "var google: FleetWire.Timestamp?",
                "var states: [FleetWire.TripStatus] = []", "var task: DeliveryTask?",
                "var kind = DeliveryTask.TaskType()",
            ]
        ),
    ])
    func noTwoTypesHaveOneName(_ name: String, lines: [String]) throws {
        let files = [
            ("a.proto", #"syntax = "proto3"; package a; message Point { int32 x = 1; }"#),
            (
                "b.proto",
                #"""
                syntax = "proto3"; package b; import "a.proto"; import "google/protobuf/timestamp.proto";
                import "google/maps/fleetengine/v1/trips.proto"; import "google/maps/fleetengine/delivery/v1/tasks.proto";
                message Point { int32 y = 1; } message Message { int32 x = 1; } enum Any { A = 0; }
                message Timestamp { int64 ms = 1; } enum TripStatus { B = 0; }
                message Use {
                  a.Point p = 1; Point q = 2; Timestamp own = 3; google.protobuf.Timestamp google = 4;
                  repeated maps.fleetengine.v1.TripStatus states = 5; maps.fleetengine.delivery.v1.Task task = 6;
                  maps.fleetengine.delivery.v1.Task.Type kind = 7;
                }
                """#
            ),
        ]
        let schema = try Schema(files: FleetSchema.files + files)
        let source =
            try schema.message(named: name).map { try MessageScaffold($0).source() }
            ?? MessageScaffold(#require(schema.enumeration(named: name))).source()
        for line in lines { #expect(source.contains("\(line)")) }
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
