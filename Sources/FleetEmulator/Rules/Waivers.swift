extension EmulatorRule {
    /// The rules that recorded traffic of Google's client libraries breaks, and is answered all the same.
    public static let recordedWaivers: Set<EmulatorRule> = [
        .roleFields, .listCategories, .searchTripTypes, .sharedDestinations, .taskEffort, .taskFields,
    ]
}
