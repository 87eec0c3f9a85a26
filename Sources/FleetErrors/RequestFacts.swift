internal import FleetMessages
internal import FleetProtos
internal import ProtobufSchema
internal import ProtobufWire

/// What a request says about itself that helps to explain why it failed.
public struct RequestFacts: Hashable, Sendable {
    /// The method; `nil` for a path that is not Fleet Engine's.
    public var method: FleetMethod?
    /// The `:path` as sent.
    public var path: String
    /// The full name of what the request works on; for a new resource made from its parent and id. `nil` when the
    /// request does not say, or what it says is longer than any name.
    public var resourceName: String?
    /// The ids of the tasks that a batch creates; empty for other methods. Those longer than any id are left out.
    package var batchIDs: [String] = []
    /// The paths of `update_mask`; `nil` when the method has none or the request was not read.
    public var updateMask: [String]?
    /// Why the request could not be read, or not to its end.
    public var problem: String?

    public init(path: String) {
        self.path = path
        method = FleetMethod(path: path)
    }

    /// Reads a request's bytes, without gRPC prefix and decompressed. Never fails: what can be read is there. Linear.
    public init(path: String, message: [UInt8]) {
        self.init(path: path)
        guard let descriptor = FleetSchema.shared.method(path: path) else { return }
        let type = descriptor.request
        let bytes = message[...]
        if let damage = type.firstDamage(in: bytes.span) { problem = "The request cannot be read: \(damage)." }
        resourceName =
            Self.text(bytes, type, ["name"]) ?? Self.text(bytes, type, [descriptor.bodyField?.name ?? "", "name"])
            ?? Self.newName(bytes, type, method)
        if resourceName?.utf8.count ?? 0 > ResourceName.lengthLimit { resourceName = nil }
        updateMask = Self.updateMask(bytes, type)
        if type.fullName == BatchCreateTasksRequest.fullName {
            batchIDs = ((try? BatchCreateTasksRequest(decoding: message))?.requests ?? []).map(\.taskID)
                .filter { (1...ResourceName.lengthLimit).contains($0.utf8.count) }
        }
    }

    /// ``updateMask`` alone.
    package static func updateMask(path: String, message: [UInt8]) -> [String]? {
        FleetSchema.shared.method(path: path).flatMap { updateMask(message[...], $0.request) }
    }

    private static func updateMask(_ bytes: ArraySlice<UInt8>, _ type: MessageDescriptor) -> [String]? {
        type.field(named: "update_mask").map { field in
            last(bytes, field.number).flatMap { try? FieldMask(decoding: Array($0)) }?.paths ?? []
        }
    }

    /// `parent`, collection and id of a resource that is to be created.
    private static func newName(_ bytes: ArraySlice<UInt8>, _ type: MessageDescriptor, _ method: FleetMethod?)
        -> String?
    {
        guard let parent = text(bytes, type, ["parent"]) else { return nil }
        let id = type.fields.first { $0.name.hasSuffix("_id") }.flatMap { text(bytes, type, [$0.name]) }
        guard let method, method.action == .create, let id else { return parent }
        return ResourceName.name(method.resource, id, in: parent)
    }

    /// The text at a path of field names; `nil` when it is not set.
    private static func text(_ bytes: ArraySlice<UInt8>, _ type: MessageDescriptor, _ path: [String]) -> String? {
        guard let name = path.first, let field = type.field(named: name), let value = last(bytes, field.number) else {
            return nil
        }
        if path.count == 1 { return value.isEmpty ? nil : String(decoding: value, as: UTF8.self) }
        return field.message.flatMap { text(value, $0, Array(path.dropFirst())) }
    }

    /// The last value of a length-delimited field, up to the first damage.
    private static func last(_ bytes: ArraySlice<UInt8>, _ number: Int) -> ArraySlice<UInt8>? {
        var reader = Reader(bytes.span)
        var found: ArraySlice<UInt8>?
        do throws(WireError) {
            while true {
                let tag = try reader.nextTag()
                if tag == 0 { break }
                if Int(tag >> 3) == number, tag & 7 == 2 {
                    let value = try reader.borrowedBytes()
                    let end = bytes.startIndex + reader.offset
                    found = bytes[(end - value.count)..<end]
                } else {
                    try reader.skip(tag)
                }
            }
        } catch {
            // What stands before the damage counts.
        }
        return found
    }
}
