public import FleetMessages

/// An update of a vehicle as it was sent.
public struct VehicleUpdate<Vehicle: ReportedVehicle>: Hashable, Sendable {
    /// The vehicle with the fields that ``updateMask`` names, and no others.
    public let vehicle: Vehicle
    /// The fields that the update changes, in alphabetical order. One that ``vehicle`` does not have is cleared.
    public let updateMask: FieldMask
}

/// What became of an update that a ``Reporter`` sent.
public enum ReporterEvent<Vehicle: ReportedVehicle>: Sendable {
    /// The service took the update, and answered with the vehicle.
    case didSucceed(VehicleUpdate<Vehicle>, response: Vehicle)
    /// The update failed. Its fields go with the next update, or one by one if it was refused as a whole, with the values that
    /// they have then.
    case didFail(VehicleUpdate<Vehicle>, FleetFailure)
    /// The service refused the empty mask of the first update, which went out before anything was known of the vehicle. That
    /// happens in healthy apps and counts as no failure.
    case didFailBenignly(VehicleUpdate<Vehicle>, FleetFailure)
    /// The fields of the update are not repeated any more, by the rule of ``Reporter/run()``. Follows ``didFail(_:_:)``.
    case didGiveUp(VehicleUpdate<Vehicle>, FleetFailure)
}
