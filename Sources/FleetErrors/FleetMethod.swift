internal import ByteText
internal import FleetProtos
package import GRPCWire
internal import ProtobufSchema

/// A method of Fleet Engine, with the facts about it besides its messages.
public struct FleetMethod: Hashable, Sendable {
    /// The resource that a method works on, by the segment that stands before the id in resource names.
    public enum Resource: String, CaseIterable, Sendable {
        /// A vehicle of on-demand rides.
        case vehicle = "vehicles"
        /// A trip.
        case trip = "trips"
        /// A trip that is reported for billing.
        case billableTrip = "billableTrips"
        /// A vehicle of scheduled tasks.
        case deliveryVehicle = "deliveryVehicles"
        /// A task of deliveries.
        case task = "tasks"
        /// What the recipient of a shipment sees of its task.
        case trackingInfo = "taskTrackingInfo"

        /// The private claim of a token that is limited to single resources; `nil` where there is none.
        ///
        /// Source: ``ErrorSource/tokens``
        public var claim: String? { names.claim }

        /// The name of the fields and parameters that hold a bare id of the resource.
        package var idField: String { names.idField }

        /// The resource in words.
        public var title: String { names.title }

        /// The name of the message type in error details: `Vehicle`.
        package var kind: String { names.kind }

        private var names: (kind: String, title: String, idField: String, claim: String?) {
            switch self {
            case .vehicle: ("Vehicle", "vehicle", "vehicle_id", "vehicleid")
            case .trip: ("Trip", "trip", "trip_id", "tripid")
            case .billableTrip: ("BillableTrip", "billable trip", "billable_trip_id", nil)
            case .deliveryVehicle:
                ("DeliveryVehicle", "delivery vehicle", "delivery_vehicle_id", "deliveryvehicleid")
            case .task: ("Task", "task", "task_id", "taskid")
            case .trackingInfo: ("TaskTrackingInfo", "tracking ID", "tracking_id", "trackingid")
            }
        }
    }

    /// The action of a method.
    public enum Action: String, Sendable {
        /// `Create…` and `BatchCreate…`.
        case create
        /// `Get…`.
        case get
        /// `Update…`.
        case update
        /// `Delete…`.
        case delete
        /// `List…`.
        case list
        /// `Search…`.
        case search
        /// `Report…`.
        case report
    }

    /// The `:path`: `/maps.fleetengine.v1.TripService/GetTrip`.
    public let path: String
    /// The last part of the path.
    public let name: String
    /// What the method does.
    public let action: Action
    /// The kind of resource that the method is about.
    public let resource: Resource

    /// The method with this path, whose leading slash may be missing; `nil` if Fleet Engine has none.
    public init?(path: String) {
        guard let method = FleetSchema.shared.method(path: path), method.path.hasPrefix("/maps.fleetengine.") else {
            return nil
        }
        self.path = method.path
        name = method.name
        let verb = method.name.prefix(1).lowercased() + method.name.dropFirst().prefix(while: \.isLowercase)
        // `BatchCreate…` begins with no action.
        action = Action(rawValue: verb) ?? .create
        // `UpdateDeliveryVehicle` mentions two kinds; of these, the one with the longer name is declared later.
        resource = Resource.allCases.last { method.name.mentions($0.kind) } ?? .trip
    }

    /// Every method of Fleet Engine, in the order of the schema.
    public static let all: [FleetMethod] = FleetSchema.shared.services.flatMap(\.methods).compactMap {
        Self(path: $0.path)
    }

    /// The method with this path or, as they are unique, with this name: `GetTrip`. Case does not matter.
    public init?(named name: String) {
        let wanted = name.lowercased()
        guard let found = Self(path: name) ?? Self.all.first(where: { $0.name.lowercased() == wanted }) else {
            return nil
        }
        self = found
    }

    /// `true` for `maps.fleetengine.delivery.v1`.
    public var isDelivery: Bool { path.hasPrefix("/maps.fleetengine.delivery.") }

    /// The method creates several resources with one call.
    var isBatch: Bool { name.hasPrefix("Batch") }

    /// Whether the method changes nothing, so that it may be repeated.
    public var isReading: Bool { [.get, .list, .search].contains(action) }

    /// The context of calls: on demand the Consumer SDK polls trips and the Driver SDK updates vehicles; back ends do the rest.
    public var context: CallContext {
        if isDelivery { return .delivery }
        return switch (action, resource) {
        case (.get, .trip): .consumerPoll
        case (.update, .vehicle): .driverUpdate
        default: .backEnd
        }
    }

    /// Calling the method twice has the same effect as calling it once.
    ///
    /// Reading has no effect. An update sets the same fields to the same values; a delete leaves the same nothing behind
    /// (and answers NOT_FOUND the second time). Creating and reporting are not: the second call fails or counts again.
    /// No document lists this; it follows from what the methods do.
    public var isIdempotent: Bool { isReading || action == .update || action == .delete }

    /// The deadline that Google's clients set, in seconds; `nil` where they set none.
    ///
    /// Source: ``ErrorSource/serviceConfig``
    public var defaultTimeout: Double? {
        let without = [
            "ListVehicles", "DeleteVehicle", "DeleteTrip", "ReportBillableTrip", "DeleteTask", "DeleteDeliveryVehicle",
        ]
        return without.contains(name) ? nil : usualTimeout
    }

    /// The deadline that Google's clients set for the methods of the service, where they set any; in seconds.
    public var usualTimeout: Double { Self.usualTimeout(isDelivery: isDelivery) }

    /// Whether a deadline leaves the server less than half the time that it has for calls of Google's clients.
    package func isShort(_ timeout: CallTimeout) -> Bool { defaultTimeout.map { timeout.seconds < $0 / 2 } ?? false }

    /// ``usualTimeout`` of the methods of `maps.fleetengine.delivery.v1`, or of `maps.fleetengine.v1`.
    ///
    /// Source: ``ErrorSource/serviceConfig``
    static func usualTimeout(isDelivery: Bool) -> Double { isDelivery ? 60 : 15 }

    /// The names of the methods for which Google's clients set no deadline, of `maps.fleetengine.delivery.v1` or of
    /// `maps.fleetengine.v1`.
    static func withoutDefaults(isDelivery: Bool) -> [String] {
        all.filter { $0.isDelivery == isDelivery && $0.defaultTimeout == nil }.map(\.name)
    }

    /// Google's clients retry this method on UNAVAILABLE: those with a default deadline.
    ///
    /// Source: ``ErrorSource/serviceConfig``
    public var isRetriedByDefault: Bool { defaultTimeout != nil }
}
