/// The roles that a service account can sign tokens for.
///
/// Source: ``ErrorSource/tokens``
public enum FleetRole: String, CaseIterable, Sendable {
    case consumer = "Consumer SDK user"
    case driver = "Driver SDK user"
    case superUser = "Service super user"
    case deliveryConsumer = "Delivery consumer"
    case deliveryUntrustedDriver = "Delivery untrusted driver"
    case deliveryTrustedDriver = "Delivery trusted driver"
    case deliveryFleetReader = "Delivery fleet reader"
    case deliverySuperUser = "Delivery super user"

    /// The role may call the method, for the ids its claims name.
    ///
    /// "Read vehicles and trips" is taken as getting, listing and searching them.
    public func allows(_ method: FleetMethod) -> Bool {
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
}
