internal import FleetMessages
internal import FleetProtos
internal import ProtobufSchema
internal import ProtobufWire

/// The facts in a request that help to explain why it failed.
public struct RequestFacts: Hashable, Sendable {
    /// The method; `nil` for a path that is not Fleet Engine's.
    public var method: FleetMethod?
    /// The path of ``method``; the `:path` as sent for one that is not Fleet Engine's.
    public var path: String
    /// The full name of the resource that the request works on; for a new resource made from its parent and id. `nil` when
    /// the request does not name it, or the name is longer than any name can be.
    public var resourceName: String?
    /// Where ``resourceName`` is from, when it is not from the request.
    package var nameOrigin: String?
    /// The ids of the tasks that a batch creates; empty for other methods. Those longer than any id are left out.
    package var batchIDs: [String] = []
    /// The paths of `update_mask`; `nil` when the method has none or the request was not read.
    public var updateMask: [String]?
    /// Why the request could not be read, or not to its end.
    public var problem: String?

    /// Takes the facts from the path of a call, and from its request where that is known. Never fails: what can be read is
    /// there. Linear.
    ///
    /// - Parameters:
    ///   - path: As in `:path`: `/maps.fleetengine.v1.TripService/GetTrip`.
    ///   - message: The bytes of the request, without gRPC prefix and decompressed.
    public init(path: String, message: [UInt8]? = nil) {
        method = FleetMethod(path: path)
        self.path = method?.path ?? path
        guard let message, let descriptor = FleetSchema.shared.method(path: path) else { return }
        let type = descriptor.request
        if let damage = type.firstDamage(in: message) { problem = "The request cannot be read: \(damage)." }
        let subject = RequestSubject(message, as: type, body: descriptor.bodyField, method: method)
        (resourceName, updateMask) = (subject.name ?? subject.parent, subject.updateMask)
        if type.fullName == BatchCreateTasksRequest.fullName {
            batchIDs = ((try? BatchCreateTasksRequest(decoding: message))?.requests ?? []).map(\.taskID)
                .filter { (1...ResourceName.lengthLimit).contains($0.utf8.count) }
        }
    }
}
