internal import FleetErrors
public import GRPCWire
public import ProtobufSchema
public import WireCapture

/// Follows vehicles, trips and tasks through the calls of a capture: what changed from one answer to the next.
///
/// A state is what a response holds of a resource, be it the whole response or one of a list. Updates are noted with the
/// fields that their mask names; those that the server refuses change nothing. Calls are taken in the order in which they
/// are given, one at a time; memory is that of the last state of each resource. What an answer leaves out because the request
/// has its version stays in the state.
public struct ResourceHistory: Sendable {
    /// One answer about a resource, or one update of it that had none.
    public struct Step: Sendable {
        /// Number of the call.
        public let call: Int
        /// The time at which the call began, in nanoseconds since 1970.
        public let time: Int64?
        /// `UpdateVehicle`; with a question mark where the messages alone tell the method.
        public let method: String
        /// Name of the resource: `providers/…/vehicles/…`.
        public let name: String
        /// The message type of the resource.
        public let type: MessageDescriptor
        /// The fields that the update's mask names; `nil` for calls that are no updates.
        public let sent: FieldPaths?
        /// The status of the call, if it failed.
        public let failure: ResponseStatus?
        /// The changes since the last state; `nil` for the first state, and where the call brought none.
        public let difference: MessageDifference?
        /// Whether this is the first state of the resource.
        public let isFirst: Bool
    }

    private let subjects: [CallSubject: Set<String>]?
    package let schema: Schema
    /// The only field that is followed; `nil` for all.
    package let field: String?
    private var states: [String: [UInt8]] = [:]
    /// Whether some resources were left out because there were too many.
    public private(set) var isCut = false

    /// The most resources that are followed at once; later ones are left out.
    public static let resourceLimit = 100_000

    /// A history to be fed with the calls of a capture in their order.
    ///
    /// - Parameters:
    ///   - subjects: The ids or names of the resources that are followed; `nil` for everything that has a name.
    ///   - field: The path of the only field that is followed, as in masks: `last_location.location`. Steps are then the
    ///     calls that change the field, and the first one has what the field holds as additions.
    public init(of subjects: [CallSubject: Set<String>]? = nil, schema: Schema, field: String? = nil) {
        self.subjects = subjects
        self.field = field
        self.schema = schema
    }

    /// Takes the next call.
    ///
    /// - Returns: The steps that the call shows, in the order of its answers.
    public mutating func take(_ call: CapturedCall) -> [Step] {
        guard let method = call.types(in: schema).method else { return [] }
        let name = call.path == nil ? "\(method.name)?" : method.name
        let known = FleetMethod(path: method.path)
        let request = call.request.messages.first.map { message in
            RequestSubject(message.payload, as: method.request, body: method.bodyField, method: known)
        }
        if known?.action == .delete, call.status?.code == .ok {
            // A later one of the same name is another resource.
            if let name = request?.name { states[name] = nil }
            return []
        }
        var update: (name: String, type: MessageDescriptor, mask: FieldPaths)?
        if let type = method.updatedField?.message, let name = request?.name {
            update = (name, type, FieldPaths(request?.updateMask ?? []))
        }
        var steps: [Step] = []
        var isAnswered = false
        for message in call.response.messages {
            for found in ResourceFinder.resources(in: message.payload, as: method.response) where follows(found.name) {
                isAnswered = true
                let mask = update?.name == found.name ? update?.mask : nil
                let whole = completed(found, by: call, method)
                if let step = step(to: whole, by: call, method: name, sent: mask) { steps.append(step) }
            }
        }
        // Answers that leave the field as it was are no steps.
        let isUnchanged = isAnswered && field != nil
        if steps.isEmpty, !isUnchanged, let update, follows(update.name), field.map(update.mask.covers) ?? true {
            let status = call.status
            steps.append(
                Step(
                    call: call.number, time: call.first.time, method: name, name: update.name, type: update.type,
                    sent: update.mask, failure: status?.code == .ok ? nil : status, difference: nil, isFirst: false))
        }
        return steps
    }

    private func follows(_ name: String) -> Bool { subjects?.contains { $0.matches(name, oneOf: $1) } ?? true }

    /// A resource with the data of its last state that the answer leaves out because the client has it.
    private func completed(
        _ found: ResourceFinder.Resource, by call: CapturedCall, _ method: MethodDescriptor
    ) -> ResourceFinder.Resource {
        guard let old = states[found.name], let request = call.request.messages.first?.payload,
            let kept = Omissions(request: request, as: method.request, answer: found.bytes)?.kept, !kept.isEmpty,
            let bytes = try? FieldPaths(kept).apply(old, onto: found.bytes, as: found.type)
        else { return found }
        return (found.name, found.type, bytes)
    }

    /// The step to a state that an answer has; `nil` for a damaged one, and when there are too many resources.
    private mutating func step(
        to found: ResourceFinder.Resource, by call: CapturedCall, method: String, sent mask: FieldPaths?
    ) -> Step? {
        guard found.type.firstDamage(in: found.bytes) == nil else { return nil }
        let old = states[found.name]
        if old == nil, states.count >= Self.resourceLimit {
            isCut = true
            return nil
        }
        guard let state = followedPart(of: found) else { return nil }
        states[found.name] = state
        let difference = (field == nil ? old : old ?? []).flatMap {
            try? MessageDifference(from: $0, to: state, as: found.type)
        }
        if field != nil, difference?.isEmpty ?? true { return nil }
        let status = call.status
        return Step(
            call: call.number, time: call.first.time, method: method, name: found.name, type: found.type,
            sent: mask, failure: status?.code == .ok ? nil : status, difference: difference, isFirst: old == nil)
    }

    /// The state of a resource, or of the field that is followed; `nil` for resources that have no such field.
    private func followedPart(of found: ResourceFinder.Resource) -> [UInt8]? {
        guard let field else { return found.bytes }
        return try? FieldPaths([field]).apply(found.bytes, onto: [UInt8](), as: found.type)
    }
}

/// Finds the resources in a response: messages whose type has `(google.api.resource)`.
private struct ResourceFinder: WireVisitor {
    typealias Resource = (name: String, type: MessageDescriptor, bytes: [UInt8])

    private let bytes: [UInt8]
    private var resources: [Resource] = []

    /// A response is a resource, or holds a list of them, or of matches that hold one each.
    private static let depthLimit = 3

    static func resources(in bytes: [UInt8], as type: MessageDescriptor) -> [Resource] {
        var finder = ResourceFinder(bytes: bytes)
        if type.resource != nil {
            finder.add(bytes, type)
        } else {
            WireWalker().walk(bytes, as: type, visitor: &finder)
        }
        return finder.resources
    }

    private mutating func add(_ bytes: [UInt8], _ type: MessageDescriptor) {
        guard let name = type.field(named: "name")?.lastText(in: bytes), !name.isEmpty else { return }
        resources.append((name, type, bytes))
    }

    mutating func enter(_ field: WireField) -> Bool {
        guard let message = field.message else { return false }
        guard message.resource != nil else { return field.depth < Self.depthLimit }
        if field.isComplete { add(Array(bytes[field.value]), message) }
        return false
    }
    mutating func field(_ field: WireField) {}
    mutating func damage(_ damage: WireDamage) {}
}
