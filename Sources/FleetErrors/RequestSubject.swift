internal import FleetMessages
package import ProtobufSchema
internal import ProtobufWire

/// The resource that a request is about, and the fields that it changes there: read in one way for all who ask.
///
/// A field that comes several times is taken as decoders merge it: the last text counts, and the paths of several masks
/// follow each other. What stands before damage counts.
package struct RequestSubject: Hashable, Sendable {
    /// The full name of the resource: the request's own `name`, else that of the resource in it; of a new one made from its
    /// parent and id. `nil` when the request does not say it, or what it says is longer than any name.
    package let name: String?
    /// The name of what contains the resources that the request lists, searches or creates without saying their ids.
    package let parent: String?
    /// The paths of `update_mask`; `nil` when the request has no such field.
    package let updateMask: [String]?

    /// Never fails. Linear.
    ///
    /// - Parameter body: The field that holds the resource of an update or a new one: `vehicle`.
    package init(_ request: [UInt8], as type: MessageDescriptor, body: FieldDescriptor?, method: FleetMethod?) {
        let whole = [request[...]]
        func text(_ field: String) -> String? { Self.text(whole, type, field) }
        var name = text("name")
        if name == nil, let body, let resource = body.message {
            name = Self.text(Self.values(whole, body.number), resource, "name")
        }
        var parent = text("parent")
        if name == nil, let container = parent, let method, method.action == .create,
            let id = text(method.resource.idField)
        {
            (name, parent) = (ResourceName.name(method.resource, id, in: container), nil)
        }
        func short(_ name: String?) -> String? { name.flatMap { $0.utf8.count <= ResourceName.lengthLimit ? $0 : nil } }
        (self.name, self.parent) = (short(name), short(parent))
        updateMask = type.field(named: "update_mask").map { field in
            Self.values(whole, field.number).flatMap { (try? FieldMask(decoding: Array($0)))?.paths ?? [] }
        }
    }

    /// The text of a field; `nil` when it is empty or not set.
    private static func text(_ pieces: [ArraySlice<UInt8>], _ type: MessageDescriptor, _ name: String) -> String? {
        guard let field = type.field(named: name), let value = values(pieces, field.number).last, !value.isEmpty else {
            return nil
        }
        return String(decoding: value, as: UTF8.self)
    }

    /// Every value of a length-delimited field in the pieces of a message, up to the first damage in each.
    private static func values(_ pieces: [ArraySlice<UInt8>], _ number: Int) -> [ArraySlice<UInt8>] {
        var found: [ArraySlice<UInt8>] = []
        for bytes in pieces {
            var cursor = WireCursor(bytes.span, 0..<bytes.count)
            while let field = cursor.next(levels: DecodingLimits().recursion) {
                guard field.number == number, field.wireType == .lengthDelimited else { continue }
                found.append(bytes.dropFirst(field.value.lowerBound).prefix(field.value.count))
            }
        }
        return found
    }
}
