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

    /// Whether what differs is a time of the server: a Timestamp in a message that no client sends, such as the matches of a
    /// search, or one that is OUTPUT_ONLY, by itself or by a field around it.
    ///
    /// - Parameter type: The type of the messages that were compared.
    func contains(_ change: MessageDifference.Change, in type: MessageDescriptor?) -> Bool {
        guard let time = change.field, time.message?.wellKnown == .timestamp else { return false }
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
