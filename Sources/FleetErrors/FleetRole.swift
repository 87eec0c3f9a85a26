internal import ProtobufSchema

/// The roles that a service account can sign tokens for.
///
/// Source: ``ErrorSource/tokens``
public enum FleetRole: String, CaseIterable, Sendable {
    /// Follows one trip in a rider's app.
    case consumer = "Consumer SDK user"
    /// Updates one vehicle in a driver's app.
    case driver = "Driver SDK user"
    /// May do everything with vehicles and trips: a back end.
    case superUser = "Service super user"
    /// Follows one shipment in a recipient's app.
    case deliveryConsumer = "Delivery consumer"
    /// Updates one delivery vehicle, in an app that its operator does not control.
    case deliveryUntrustedDriver = "Delivery untrusted driver"
    /// Updates one delivery vehicle and its tasks, in an app that its operator controls.
    case deliveryTrustedDriver = "Delivery trusted driver"
    /// Reads all delivery vehicles and tasks.
    case deliveryFleetReader = "Delivery fleet reader"
    /// May do everything with delivery vehicles and tasks: a back end.
    case deliverySuperUser = "Delivery super user"

    /// The role may call the method, for the ids its claims name.
    ///
    /// "Read vehicles and trips" is taken as getting, listing and searching them.
    ///
    /// - Parameter updateMask: The paths that an update names, on which it depends whether a driver may make it; `nil` when
    ///   they are not known.
    public func allows(_ method: FleetMethod, updateMask: [String]? = nil) -> Bool {
        allowsAny(method) && forbidden(in: updateMask, method).isEmpty
    }

    /// The role may call the method, whatever fields an update names.
    package func allowsAny(_ method: FleetMethod) -> Bool {
        let resource = method.resource
        switch self {
        case .superUser: return !method.isDelivery
        case .deliverySuperUser: return method.isDelivery
        case .consumer: return method.isReading && !method.isDelivery
        case .driver:
            return !method.isDelivery && (method.isReading || (method.action == .update && resource == .vehicle))
        case .deliveryConsumer: return method.action == .get && [.task, .trackingInfo].contains(resource)
        case .deliveryUntrustedDriver: return method.action == .update && resource == .deliveryVehicle
        case .deliveryTrustedDriver:
            return method.isDelivery && (method.isReading || [.create, .update].contains(method.action))
        case .deliveryFleetReader: return method.isDelivery && method.isReading
        }
    }

    // MARK: Fields

    /// The fields that an update changes by its mask and the role may not; empty for methods that it may not call at all.
    ///
    /// A driver updates "location and route", an untrusted driver of deliveries the "location". No document lists the
    /// fields. What the SDKs report together with a location is taken to belong to it: arrival, navigation, the device,
    /// and that tracking is on. What remains says what the vehicle is, or for deliveries what is to be done.
    func forbidden(in updateMask: [String]?, _ method: FleetMethod) -> [String] {
        let fields: [String]
        switch (self, method.resource) {
        case (.driver, .vehicle):
            fields = [
                "supported_trip_types", "maximum_capacity", "attributes", "vehicle_type", "license_plate",
                "back_to_back_enabled",
            ]
        case (.deliveryUntrustedDriver, .deliveryVehicle):
            fields = ["remaining_vehicle_journey_segments", "attributes", "type"]
        default: return []
        }
        // UpdateVehicleAttributes has no mask: it sets attributes and nothing else.
        let paths = method.name == "UpdateVehicleAttributes" ? ["attributes"] : updateMask ?? []
        return fields.filter(FieldPaths(paths).touches)
    }
}
