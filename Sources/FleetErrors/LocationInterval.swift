/// How often a vehicle reports where it is, in seconds.
///
/// Source: Google's documentation of the Driver SDK's reporting interval: every 10 s by default, at least 5 s and at most
/// 60 s apart; more often slows requests and causes errors. The limits also at
/// https://developers.google.com/maps/documentation/mobility/fleet-engine/essentials/vehicles/scheduled-tasks-update-vehicle-location
public enum LocationInterval {
    /// The shortest time between two reports.
    public static let least = 5.0
    /// The time between two reports of a Driver SDK that was told nothing else.
    public static let usual = 10.0
    /// The longest time between two reports.
    public static let most = 60.0
}
