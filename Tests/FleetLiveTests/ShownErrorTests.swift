import FleetErrors
import FleetLive
import FleetMessages
import FleetWireFoundation
import Foundation
import GRPCWire
import ProtobufWire
import Testing

/// What Foundation shows of the errors that apps log.
@Suite struct ShownErrorTests {
    /// What, why, and what next; the texts that are missing are empty.
    private func texts(_ error: any LocalizedError) -> [String] {
        [error.errorDescription, error.failureReason, error.recoverySuggestion].map { $0 ?? "" }
    }

    @available(macOS 15, iOS 18, *)
    @Test func misuseSaysWhatWhyAndWhatNext() async throws {
        let fleet = TestFleet()
        let driver = VehicleReporter(fleet.client, vehicle: "providers/acme/vehicles/taxi")
        let courier = DeliveryVehicleReporter(fleet.client, vehicle: "providers/acme/deliveryVehicles/van")
        let errors = [
            await #expect(throws: FleetLiveError.self) { try await driver.setLocationUpdateInterval(.seconds(61)) },
            await #expect(throws: FleetLiveError.self) { try await driver.updateVehicleState(.online) },
            await #expect(throws: FleetLiveError.self) { try await driver.update { $0.currentTrips = ["trip"] } },
            await #expect(throws: FleetLiveError.self) { try await courier.reportArrivedAtStop() },
            await #expect(throws: FleetLiveError.self) {
                try await courier.setVehicleStops([.with { $0.state = .enroute }, .with { $0.state = .enroute }])
            },
        ]
        for error in errors {
            guard let error else { continue }
            #expect(texts(error).allSatisfy { !$0.isEmpty }, "\(error.code)")
            #expect((error as NSError).localizedDescription == error.errorDescription)
        }
        #expect(Set(errors.compactMap { $0?.recoverySuggestion }).count == errors.count)
    }

    @available(macOS 15, iOS 18, *)
    @Test func failedCallsSayWhatTheDiagnosisSays() async throws {
        let fleet = TestFleet()
        fleet.with { $0.outage = CallStatus(.notFound, "Trip not found: providers/acme/trips/nobody") }
        let model = await TripService(fleet.client, clock: fleet.clock).tripModel(named: "providers/acme/trips/nobody")
        let subscription = await model.register()
        defer { Task { await model.unregister(subscription) } }
        for await event in subscription {
            guard case .didFail(let failure) = event else { continue }
            #expect(texts(failure) == [failure.status.description, failure.diagnosis.meaning, failure.nextStep])
            #expect((failure as NSError).localizedDescription.contains("NOT_FOUND"))
            break
        }
    }
}
