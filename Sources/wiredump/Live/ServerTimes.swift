#if Live
import ProtobufSchema

/// Tells the times that a server sets by its clock from those that clients have sent.
@available(macOS 15, *)
struct ServerTimes: Sendable {
    /// The types of requests, and of the messages that clients send in them.
    private var sent: Set<MessageDescriptor> = []

    init(_ schema: Schema) {
        var types = schema.services.flatMap(\.methods).map(\.request)
        while let type = types.popLast() {
            guard sent.insert(type).inserted else { continue }
            types += type.fields.filter { !$0.behavior.contains(.outputOnly) }.compactMap(\.message)
        }
    }

    /// What the service computes from its clock, though clients may send such fields, or the time left until then.
    private static let computed: Set = [
        "maps.fleetengine.v1.Trip.intermediate_destinations_version",
        "maps.fleetengine.v1.Trip.remaining_time_to_first_waypoint",
        "maps.fleetengine.v1.Vehicle.eta_to_first_waypoint",
    ]

    /// Whether what differs is a time of the server: a Timestamp in a message that no client sends, such as the matches of a
    /// search, or one that is OUTPUT_ONLY, by itself or by a field around it; and what else the service computes from its clock.
    ///
    /// - Parameter type: The type of the messages that were compared.
    func contains(_ change: MessageDifference.Change, in type: MessageDescriptor?) -> Bool {
        guard let time = change.field else { return false }
        if Self.computed.contains("\(time.parent.fullName).\(time.name)") { return true }
        guard time.message?.wellKnown == .timestamp else { return false }
        guard sent.contains(time.parent) else { return true }
        var type = type
        // In brackets stand positions in lists, and names, which may be quoted.
        for name in change.path.replacing(#/\[("(\\.|[^"\\])*"|[^"\]])*\]/#, with: "").split(separator: ".") {
            guard let field = type?.field(named: String(name)) else { return false }
            if field.behavior.contains(.outputOnly) { return true }
            type = field.mapEntry?.value.message ?? field.message
        }
        return false
    }
}
#endif
