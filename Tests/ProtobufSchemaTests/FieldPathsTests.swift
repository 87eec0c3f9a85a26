import Foundation
import ProtobufSchema
import TestSupport
import Testing

@Suite struct FieldPathsTests {
    /// Checked against `google.protobuf.field_mask_pb2` 7.36.2: CanonicalFormFromMask, Union, Intersect.
    @Test(
        arguments: [
            (["b", "a"], ["c"], ["a", "b"], ["a", "b", "c"], []),
            (["a.b", "a"], ["a.c"], ["a"], ["a"], ["a.c"]),
            (
                ["foo.bar", "foo.baz", "bar.baz"], ["foo", "bar.quz"], ["bar.baz", "foo.bar", "foo.baz"],
                ["bar.baz", "bar.quz", "foo"], ["foo.bar", "foo.baz"]
            ),
            (["a_b", "a.b", "a"], ["a_b.c"], ["a", "a_b"], ["a", "a_b"], ["a_b.c"]),
            (
                ["a.b.c", "a.b", "a.d"], ["a.b.e", "a.d.f", "x"], ["a.b", "a.d"], ["a.b", "a.d", "x"],
                ["a.b.e", "a.d.f"]
            ),
            ([], ["a"], [], ["a"], []),
            (["a", "a", "b"], ["b", "b"], ["a", "b"], ["a", "b"], ["b"]),
            (
                ["a.c", "a.b.x", "ab"], ["a.b", "abc"], ["a.b.x", "a.c", "ab"], ["a.b", "a.c", "ab", "abc"], ["a.b.x"]
            ),
        ] as [([String], [String], [String], [String], [String])])
    func setsAgreeWithTheOfficialRuntime(
        _ left: [String], _ right: [String], canonical: [String], union: [String], intersection: [String]
    ) {
        #expect(FieldPaths(left).canonical.paths == canonical)
        #expect(FieldPaths(left).union(FieldPaths(right)).paths == union)
        #expect(FieldPaths(left).intersection(FieldPaths(right)).paths == intersection)
        #expect(FieldPaths(right).intersection(FieldPaths(left)).paths == intersection)
    }

    /// No valid path has a zero byte, but sorting once took it for a dot: `.` and the zero byte were equal in the order, so
    /// the same path could stand in a canonical set twice. Found by fuzzing.
    @Test func takesNoByteForTheDot() throws {
        // Type, two lengths, then the paths.
        let input = try Folders.fixtures.appendingPathComponent("crashes/masks/zero-byte-beside-dot").bytes()
        let mask = FieldPaths(text: String(decoding: input.dropFirst(3), as: UTF8.self))
        #expect(mask.paths == ["\0", "."])
        #expect(mask.union(mask) == mask.canonical)
        #expect(mask.canonical.paths == [".", "\0"])
        #expect(FieldPaths(["a\0b", "a.b", "a"]).canonical.paths == ["a", "a\0b"])
    }

    @Test func subtractsPathsWithinMessages() throws {
        let trip = try #require(try ProtoFolder.schema.get().message(named: "maps.fleetengine.v1.TerminalLocation"))
        let request = try #require(try ProtoFolder.schema.get().message(named: "maps.fleetengine.v1.UpdateTripRequest"))
        #expect(FieldPaths(["a", "b.c"]).subtracting(["b"]).paths == ["a"])
        #expect(FieldPaths(["b.c"]).subtracting(["b.c.d"]).paths == ["b.c"])
        #expect(FieldPaths(["point"]).subtracting(["point.latitude"], for: trip).paths == ["point.longitude"])
        #expect(FieldPaths(["point"]).subtracting(["point.latitude", "point.longitude"], for: trip).paths == [])
        #expect(FieldPaths(["point", "trip_id"]).subtracting(["trip_id"], for: trip).paths == ["point"])
        let rest = FieldPaths(["trip"]).subtracting(["trip.pickup_point.point.latitude", "trip.name"], for: request)
        #expect(rest.covers("trip.pickup_point.point.longitude"))
        #expect(rest.covers("trip.trip_status"))
        #expect(!rest.covers("trip.name"))
        #expect(!rest.covers("trip.pickup_point.point"))
    }

    /// Not checked against the official runtime, which takes `*` for a name.
    @Test(
        arguments: [
            (["*"], ["id"], ["*"], ["id"], ["point"]), (["id"], ["*"], ["*"], ["id"], []),
            (["*"], ["*"], ["*"], ["*"], []), (["*"], [], ["*"], [], ["*"]),
            (["!", "*"], ["!", "point.x"], ["*"], ["!", "point.x"], ["id", "point.y"]),
        ] as [([String], [String], [String], [String], [String])])
    func takesTheWildcardForEveryField(
        _ left: [String], _ right: [String], union: [String], intersection: [String], rest: [String]
    ) throws {
        let proto =
            "syntax = 'proto3'; message M { P point = 1; int32 id = 2; } message P { int32 x = 1; int32 y = 2; }"
        let type = try Schema(files: [("m.proto", proto)]).message(named: "M")
        #expect(FieldPaths(left).union(FieldPaths(right)).paths == union)
        #expect(FieldPaths(left).intersection(FieldPaths(right)).paths == intersection)
        #expect(FieldPaths(right).intersection(FieldPaths(left)).paths == intersection)
        #expect(FieldPaths(left).subtracting(FieldPaths(right), for: type).paths == rest)
        #expect(FieldPaths(union).covers("point.x"))
    }

    @Test func readsBothSpellings() throws {
        let vehicle = try #require(try ProtoFolder.schema.get().message(named: "maps.fleetengine.v1.Vehicle"))
        #expect(
            FieldPaths(text: " vehicleState, last_location.latlngAccuracy ,,").paths == [
                "vehicle_state", "last_location.latlng_accuracy",
            ])
        #expect(
            FieldPaths(text: "vehicleState,lastLocation.nope", for: vehicle).paths == [
                "vehicle_state", "last_location.nope",
            ])
        #expect(FieldPaths(text: "").isEmpty)
        #expect("\(FieldPaths(["a", "b.c"]))" == "a,b.c")
    }

    @Test func findsWhatIsWrong() throws {
        let vehicle = try #require(try ProtoFolder.schema.get().message(named: "maps.fleetengine.v1.Vehicle"))
        func findings(_ paths: String...) -> [FieldPaths.Finding] { FieldPaths(paths).findings(for: vehicle) }

        #expect(findings().map(\.code) == [.emptyMask])
        #expect(findings("vehicle_state", "last_location.location.latitude") == [])

        let unknown = try #require(findings("last_location.locaton").first)
        #expect(unknown.code == .unknownField && unknown.severity == .error)
        #expect(unknown.suggestion == "last_location.location")
        #expect(findings("vehicleState").first?.suggestion == "vehicle_state")
        #expect(findings("zzzzzzzzzzzz").first?.suggestion == nil)
        #expect(findings("").first?.code == .unknownField)
        #expect(findings("vehicle_state.").first?.code == .intoScalar)

        let repeated = try #require(findings("attributes.key").first)
        #expect(repeated.code == .throughRepeated)
        #expect(repeated.suggestion == "attributes")
        #expect(findings("vehicle_state.x").first?.code == .intoScalar)

        let output = try #require(findings("name").first)
        #expect(output.code == .outputOnly && output.severity == .warning)
        #expect(output.field?.name == "name")
        #expect(FieldPaths(["name"]).findings(for: vehicle, forUpdate: false) == [])

        #expect(findings("vehicle_state", "vehicle_state").map(\.code) == [.duplicate])
        #expect(findings("last_location.heading", "last_location").map(\.code) == [.covered])
        #expect(findings("*").map(\.code) == [.wildcard])
        #expect(findings("*", "vehicle_state").map(\.code) == [.wildcard, .covered])
        let deep = String(repeating: "a.", count: 5000) + "a"
        #expect(findings(deep).map(\.code) == [.tooDeep])
    }
}
