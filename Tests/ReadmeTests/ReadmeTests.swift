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
        #expect(blocks.count == 4)
        for block in blocks {
            let code = block.replacing("import FleetWire\n\n", with: "")
            #expect(source.contains(code), "not in Examples.swift:\n\(code)")
        }
    }

    private func capture(_ name: String) throws -> [UInt8] {
        try Folders.fixtures.appendingPathComponent("captures/\(name).grpc").bytes()
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

    @Test func theReporterTakesAnyChunks() throws {
        var reporter = Reporter()
        for byte in try capture("get-trip-response-enroute") { try reporter.received([byte]) }
        #expect(reporter.deframer.bufferedCount == 0)
    }
}
