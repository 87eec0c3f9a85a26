extension EmulatorRule {
    /// The rules that waiving does not change: without them, there is nothing that a call could be answered with.
    public static let fixed = rules([
        .knownMethod, .orderedFaults, .tokenPresent, .tokenReadable, .tokenAudience, .tokenTimes, .claims, .roles,
        .names, .existence, .times, .emptyMask, .unknownPath, .pages, .filters,
    ])

    /// The rules that recorded traffic of Google's client libraries breaks, and is answered all the same.
    public static let recordedWaivers = rules([
        .roleFields, .listCategories, .searchTripTypes, .exclusiveFields, .sharedDestinations, .taskEffort, .taskFields,
        .taskClosing,
    ])

    private static func rules(_ rules: [Rule]) -> Set<EmulatorRule> { Set(rules.map(Self.init)) }
}
