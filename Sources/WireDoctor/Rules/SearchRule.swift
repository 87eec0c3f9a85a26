import FleetMessages
import ProtobufSchema

/// The ranges of a search for vehicles.
///
/// Source: the comments of `SearchVehiclesRequest` in Fleet Engine's `.proto` files.
struct SearchRule: MessageRule {
    static let radius: ClosedRange<Int32> = 400...10_000
    static let count: ClosedRange<Int32> = 1...50

    /// The numbers that must not be zero.
    static let numbers: Set<String> = ["pickup_radius_meters", "count", "minimum_capacity"]

    func findings(in message: ExaminedMessage) -> [Finding] {
        guard message.type.fullName == SearchVehiclesRequest.fullName,
            let request = message.decoded(as: SearchVehiclesRequest.self)
        else { return [] }
        var problems: [(path: String, text: String)] = []
        func check(_ path: String, _ isRight: Bool, _ text: String) {
            // What is missing altogether is said by the rule about REQUIRED fields.
            if !isRight, message.isSet(path) { problems.append((path, text)) }
        }
        check(
            "pickup_radius_meters", Self.radius.contains(request.pickupRadiusMeters),
            "\(request.pickupRadiusMeters); \(Self.radius.lowerBound) to \(Self.radius.upperBound) are allowed")
        check(
            "count", Self.count.contains(request.count),
            "\(request.count); \(Self.count.lowerBound) to \(Self.count.upperBound) are allowed")
        check("minimum_capacity", request.minimumCapacity >= 1, "\(request.minimumCapacity); at least 1 is needed")
        check(
            "trip_types", request.tripTypes.count == 1, "\(request.tripTypes.count) trip types; exactly one is needed")
        return problems.map { path, text in
            Finding(
                "search_range", message.call?.isOK == true ? .warning : .error,
                "A search for vehicles asks for what the server does not give.",
                remedy: "Keep the value in its range.",
                evidence: [Finding.Evidence(path: path, offset: message.offset(of: path), text)])
        }
    }
}

extension ExaminedMessage {
    /// A field at the top is set, once or more often.
    func isSet(_ name: String) -> Bool { offset(of: name) != nil }

    /// Where a field at the top begins, of several the first.
    func offset(of name: String) -> Int? { (scan.places[name] ?? scan.places["\(name)[0]"])?.offset }
}
