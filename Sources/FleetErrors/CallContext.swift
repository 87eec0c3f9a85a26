/// The kind of call that failed: the same code asks for another next step in a driver's app than in a rider's.
public enum CallContext: String, CaseIterable, Sendable {
    /// A driver's app reports where its vehicle is and how it is.
    case driverUpdate = "driver"
    /// A rider's app polls its trip.
    case consumerPoll = "consumer"
    /// A provider's servers create, search, list, update, delete and bill on-demand vehicles and trips. No later call makes
    /// up for a call that failed, as the next report or poll of an app does.
    case backEnd = "backend"
    /// Everything of `maps.fleetengine.delivery.v1`.
    case delivery = "delivery"

    /// The context in words.
    public var title: String {
        switch self {
        case .driverUpdate: "driver update"
        case .consumerPoll: "consumer poll"
        case .backEnd: "back-end call"
        case .delivery: "delivery"
        }
    }
}
