import FleetMessages
import FleetProtos
import ProtobufSchema
import ProtobufWire
import Testing

/// Every enum of the schema has a type here, which knows the schema's names.
@Suite struct FleetEnumTests {
    private static let types: [any FleetEnum.Type] = [
        BatteryStatus.self, BillingPlatformIdentifier.self, DeliveryRequestHeader.Platform.self,
        DeliveryRequestHeader.SDKType.self, DeliveryTask.State.self, DeliveryTask.TaskOutcome.self,
        DeliveryTask.TaskOutcomeLocationSource.self, DeliveryTask.TaskType.self,
        DeliveryVehicle.DeliveryVehicleType.self, DeliveryVehicleLocationSensor.self,
        DeliveryVehicleNavigationStatus.self, LocationPowerSaveMode.self, LocationSensor.self, NavigationStatus.self,
        NullValue.self, PolylineFormatType.self, PowerSource.self,
        ReportBillableTripRequest.SolutionType.self, RequestHeader.Platform.self, RequestHeader.SDKType.self,
        SearchVehiclesRequest.CurrentTripsPresent.self, SearchVehiclesRequest.VehicleMatchOrder.self,
        SpeedReadingInterval.Speed.self, TripStatus.self, TripType.self, TripView.self,
        Vehicle.VehicleType.Category.self, VehicleMatch.VehicleMatchType.self, VehicleState.self,
        VehicleStop.State.self, VisualTrafficReportPolylineRendering.RoadStretch.Style.self, WaypointType.self,
    ]

    @Test func knowsEveryEnumOfTheSchema() {
        // Those of google.api are for schemas, not for messages; `google.rpc.Code` is the status code of gRPC.
        let names = FleetSchema.shared.enums.map(\.fullName).filter {
            !$0.hasPrefix("google.api.") && $0 != "google.rpc.Code"
        }
        #expect(Set(Self.types.map { $0.fullName }) == Set(names))
    }

    @Test(arguments: FleetEnumTests.types.indices)
    func knowsItsNames(_ index: Int) throws {
        try check(Self.types[index])
    }

    private func check<E: FleetEnum>(_ type: E.Type) throws {
        let descriptor = try #require(E.descriptor)
        for value in descriptor.values {
            let own = E(rawValue: value.number)
            #expect(E(name: value.name) == own)
            // An alias reads as the first name of its number.
            #expect(own.description == descriptor.value(number: value.number)?.name)
        }
        #expect(E(rawValue: 99_999).description == "99999" && E(rawValue: -1).name == nil)
        #expect(E(name: "") == nil && E(name: "NO_SUCH_NAME") == nil)
    }

    @Test func readsAsOnTheWire() {
        #expect("\(TripStatus.enrouteToPickup)" == "ENROUTE_TO_PICKUP" && TripStatus(name: "NEW") == .new)
    }
}
