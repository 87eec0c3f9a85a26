internal import ByteText
internal import FleetProtos
internal import ProtobufSchema

/// What is known about a method of Fleet Engine besides its messages.
public struct FleetMethod: Hashable, Sendable {
    /// What a method works on, by the segment that stands before the id in resource names.
    public enum Resource: String, CaseIterable, Sendable {
        case vehicle = "vehicles"
        case trip = "trips"
        case billableTrip = "billableTrips"
        case deliveryVehicle = "deliveryVehicles"
        case task = "tasks"
        case trackingInfo = "taskTrackingInfo"

        /// The private claim of a token that is limited to one of these; `nil` where there is none.
        ///
        /// Source: ``ErrorSource/tokens``
        public var claim: String? {
            switch self {
            case .vehicle: "vehicleid"
            case .trip: "tripid"
            case .billableTrip: nil
            case .deliveryVehicle: "deliveryvehicleid"
            case .task: "taskid"
            case .trackingInfo: "trackingid"
            }
        }

        /// What a field or parameter is called that holds a bare id of it.
        package var idField: String {
            switch self {
            case .vehicle: "vehicle_id"
            case .trip: "trip_id"
            case .billableTrip: "billable_trip_id"
            case .deliveryVehicle: "delivery_vehicle_id"
            case .task: "task_id"
            case .trackingInfo: "tracking_id"
            }
        }

        /// The resource in words.
        public var title: String {
            switch self {
            case .vehicle: "vehicle"
            case .trip: "trip"
            case .billableTrip: "billable trip"
            case .deliveryVehicle: "delivery vehicle"
            case .task: "task"
            case .trackingInfo: "tracking ID"
            }
        }
    }

    /// What a method does.
    public enum Action: String, Sendable { case create, get, update, delete, list, search, report }

    /// The `:path`: `/maps.fleetengine.v1.TripService/GetTrip`.
    public let path: String
    /// The last part of the path.
    public let name: String
    public let action: Action
    public let resource: Resource

    /// The method with this path, whose leading slash may be missing; `nil` if Fleet Engine has none.
    public init?(path: String) {
        guard let method = FleetSchema.shared.method(path: path), method.path.hasPrefix("/maps.fleetengine.") else {
            return nil
        }
        self.path = method.path
        name = method.name
        let actions: [(String, Action)] = [
            ("Create", .create), ("Batch", .create), ("Get", .get), ("Update", .update), ("Delete", .delete),
            ("List", .list), ("Search", .search),
        ]
        action = actions.first { method.name.hasPrefix($0.0) }?.1 ?? .report
        if name.mentions("TrackingInfo") {
            resource = .trackingInfo
        } else if name.mentions("Task") {
            resource = .task
        } else if name.mentions("DeliveryVehicle") {
            resource = .deliveryVehicle
        } else if name.mentions("Vehicle") {
            resource = .vehicle
        } else {
            resource = name.mentions("Billable") ? .billableTrip : .trip
        }
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

    /// It creates several resources with one call.
    var isBatch: Bool { name.hasPrefix("Batch") }

    public var isReading: Bool { [.get, .list, .search].contains(action) }

    /// Of on-demand methods the Consumer SDK polls trips and the Driver SDK updates vehicles; the others are the back end's.
    public var context: CallContext {
        if isDelivery { return .delivery }
        return switch (action, resource) {
        case (.get, .trip): .consumerPoll
        case (.update, .vehicle): .driverUpdate
        default: .backEnd
        }
    }

    /// Doing it twice has the same effect as doing it once.
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

    /// The same of all methods of `maps.fleetengine.delivery.v1`, or of `maps.fleetengine.v1`.
    ///
    /// Source: ``ErrorSource/serviceConfig``
    static func usualTimeout(isDelivery: Bool) -> Double { isDelivery ? 60 : 15 }

    /// The names of the methods for which Google's clients set no deadline, of `maps.fleetengine.delivery.v1` or of
    /// `maps.fleetengine.v1`.
    static func withoutDefaults(isDelivery: Bool) -> [String] {
        all.filter { $0.isDelivery == isDelivery && $0.defaultTimeout == nil }.map(\.name)
    }

    /// Google's clients repeat this method on UNAVAILABLE: those with a default deadline.
    ///
    /// Source: ``ErrorSource/serviceConfig``
    public var isRetriedByDefault: Bool { defaultTimeout != nil }
}
