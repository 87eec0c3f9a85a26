import ProtobufSchema

/// The fields of a request that the server takes over: in the resource of an update those that the mask covers.
struct WrittenFields {
    /// `nil` for requests without a mask.
    private let mask: FieldPaths?
    private let body: String

    init(_ message: ExaminedMessage) {
        body = message.body.map { "\($0.name)." } ?? ""
        mask = body.isEmpty ? nil : message.mask.map { FieldPaths($0) }
    }

    /// - Parameter path: From the top, with indices: `vehicle.waypoints[0].location`.
    func contains(_ path: String) -> Bool {
        guard let mask, path.hasPrefix(body), !mask.paths.contains("*") else { return true }
        let names = path.dropFirst(body.count).split(separator: ".").map { $0.prefix { $0 != "[" } }
        return mask.covers(names.joined(separator: "."))
    }
}
