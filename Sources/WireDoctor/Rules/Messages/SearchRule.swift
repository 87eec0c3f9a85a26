import FleetMessages

/// The ranges of a search for vehicles.
///
/// Source: the comments of `SearchVehiclesRequest` in Fleet Engine's `.proto` files.
struct SearchRule: MessageRule {
    static let radius: ClosedRange<Int32> = 400...10_000
    static let count: ClosedRange<Int32> = 1...50

    /// The numbers that must not be zero.
    static let numbers: Set<String> = ["pickup_radius_meters", "count", "minimum_capacity"]

    func findings(in message: ExaminedMessage) -> [Finding] {
        guard let request = message.request(SearchVehiclesRequest.self) else { return [] }
        let (radius, count, capacity) = (request.pickupRadiusMeters, request.count, request.minimumCapacity)
        let types = request.tripTypes.count
        let problems = [
            ("pickup_radius_meters", Self.outside(Self.radius, radius)), ("count", Self.outside(Self.count, count)),
            ("minimum_capacity", capacity >= 1 ? nil : "\(capacity); at least 1 is needed"),
            ("trip_types", types == 1 ? nil : "\(types) trip types; exactly one is needed"),
        ]
        return problems.compactMap { field, problem in
            // Missing fields are found by the rule about REQUIRED fields.
            guard let problem, let place = message.scan.places[field] ?? message.scan.places["\(field)[0]"] else {
                return nil
            }
            return Finding(
                .searchRange, severity: message.call?.isOK == true ? .warning : nil,
                evidence: [Finding.Evidence(path: field, offset: place.offset, problem)])
        }
    }

    private static func outside(_ range: ClosedRange<Int32>, _ value: Int32) -> String? {
        range.contains(value) ? nil : "\(value); \(range.lowerBound) to \(range.upperBound) are allowed"
    }
}
