import FleetWire
import Foundation
import TestSupport
import Testing

@Suite struct ReadmeTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let readme = folder.appendingPathComponent("../../README.md")

    /// What stands between the fences of one language.
    private func blocks(_ language: String) throws -> [String] {
        try String(contentsOf: Self.readme, encoding: .utf8).components(separatedBy: "```\(language)\n").dropFirst()
            .map { $0.components(separatedBy: "```\n")[0] }
    }

    @Test func swiftIsCompiled() throws {
        let source = try String(contentsOf: Self.folder.appendingPathComponent("Examples.swift"), encoding: .utf8)
        let blocks = try blocks("swift")
        #expect(blocks.count == 8)
        for block in blocks {
            let code = block.replacing("import FleetWire\n\n", with: "")
            #expect(source.contains(code), "not in Examples.swift:\n\(code)")
        }
    }

    private func capture(_ name: String) throws -> [UInt8] {
        try Folders.captures.appendingPathComponent("\(name).grpc").bytes()
    }

    @Test func theMendedUpdateNamesWhatItSends() throws {
        let captured = try capture("update-vehicle-empty-mask")
        let messages = try Deframer.decodeAll(mended(captured), .detect)
        let request = try UpdateVehicleRequest(decoding: messages[0].payload)
        #expect(request.updateMask?.paths == ["vehicle_state"])
        var before = try UpdateVehicleRequest(decoding: Deframer.decodeAll(captured)[0].payload)
        before.updateMask = request.updateMask
        #expect(request == before)
    }

    @Test func theFirstUpdateNamesItsMask() throws {
        let (path, body) = try firstUpdate(of: "providers/sample-fleet/vehicles/v")
        #expect(path == "/maps.fleetengine.v1.VehicleService/UpdateVehicle")
        #expect(try UpdateVehicleRequest(decoding: body).updateMask?.paths == ["vehicle_state"])
    }

    @Test func ownMessagesHaveTextAndJSONWithTheirSchema() throws {
        #expect(
            "\(try Shift(json: #"{"driver":"Mo","tips":{"A1":"5"}}"#))" == #"driver: "Mo" tips { key: "A1" value: 5 }"#)
    }

    @Test func theReviewAppliesTheMask() throws {
        let request = try UpdateVehicleRequest(
            decoding: Deframer.decodeAll(capture("update-vehicle-offline"))[0].payload)
        var stored = Vehicle()
        stored.vehicleState = .online
        stored.maximumCapacity = 4
        let vehicle = try review(request, stored: stored)
        #expect(vehicle.vehicleState == .offline && vehicle.maximumCapacity == 4)
        #expect(vehicle.navigationStatus == .noGuidance)
    }

    @Test func theReaderFindsWhatMessagesSay() throws {
        let bytes = try Folders.fixtures.appendingPathComponent("benchmarks/list-vehicles-300.binpb").bytes()
        let latitudes = try ListVehiclesResponse(decoding: bytes).vehicles.compactMap {
            $0.lastLocation?.location?.latitude
        }
        let slice = bytes[...]
        let latitude = try largest(Reader(slice.span), [10, 42, 10, 9])
        #expect(latitudes.count == 300 && latitude == latitudes.max())
    }

    @Test func theAdviceKnowsTheEmptyMask() throws {
        let message = try Deframer.decodeAll(capture("update-vehicle-empty-mask"))[0].payload
        var headers = Metadata()
        headers.append(":path", "/maps.fleetengine.v1.VehicleService/UpdateVehicle")
        var trailers = Metadata()
        trailers.append("grpc-status", "3")
        let advice = advice(
            request: headers, message: message, response: ResponseStatus(headers: nil, trailers: trailers))
        #expect(advice.hasPrefix("benign: "))
    }

    /// The bytes are `protoc`'s, from a file that declares the three fields.
    @Test func ownMessagesAndForeignSchemasAgree() throws {
        let bytes: [UInt8] = [0x0a, 2, 0x4d, 0x6f, 0x12, 2, 0x08, 60, 0x1a, 6, 0x0a, 2, 0x41, 0x31, 0x10, 5]
        let shift = try Shift(decoding: bytes)
        #expect(shift.driver == "Mo" && shift.start?.seconds == 60 && shift.tips["A1"] == 5)
        #expect(shift.encoded() == bytes)
        let proto = """
            syntax = "proto3";
            package acme;
            message Shift { string driver = 1; Start start = 2; map<string, int64> tips = 3; }
            message Start { int64 seconds = 1; }
            """
        #expect(
            try foreign(bytes, proto: proto) == #"{"driver":"Mo","start":{"seconds":"60"},"tips":{"A1":"5"}}"#)
    }

    /// A byte that says whether the message is compressed, four with its length, and the message:
    /// https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md
    @Test func messagesStandBehindTheirPrefixes() throws {
        var framer = try MessageFramer(encoding: .gzip, minimumLength: 512)
        var writer = Writer()
        var output: [UInt8] = []
        try framer.append(Timestamp(seconds: 60), using: &writer, to: &output)
        try framer.append(Timestamp(seconds: 61), to: &output)
        #expect(output == [0, 0, 0, 0, 2, 8, 60, 0, 0, 0, 0, 2, 8, 61])
    }

    @Test func theReporterTakesAnyChunks() throws {
        var reporter = Reporter()
        for byte in try capture("get-trip-response-enroute") { try reporter.received([byte]) }
        #expect(reporter.deframer.bufferedCount == 0)
    }
}

extension Shift: SchemaMessage {
    static let schema = try! Schema(
        files: FleetSchema.files + [
            (
                "acme.proto",
                """
                syntax = "proto3";
                package acme;
                import "google/protobuf/timestamp.proto";
                message Shift {
                  string driver = 1;
                  google.protobuf.Timestamp start = 2;
                  map<string, int64> tips = 3;
                }
                """
            )
        ])
}
