internal import FleetErrors
internal import FleetMessages
internal import ProtobufSchema
internal import ProtobufWire

/// Looks for the `REQUIRED` fields that a message lacks, at every depth.
///
/// Numbers are not looked at: 0 is not written, and is a good value of many of them. Where it is not, a rule says so.
struct RequiredFields {
    private(set) var missing: [String] = []

    /// - Parameters:
    ///   - path: The path of the message in the request, with a dot behind it; empty for the request.
    ///   - mask: The paths of an update: of the message itself, only these fields count.
    init(_ message: some FleetMessage, at path: String = "", mask: FieldPaths = ["*"]) {
        guard let type = type(of: message).descriptor else { return }
        let tree = WireTree(message.encoded(), as: type, walker: WireWalker())
        look(at: tree.nodes, as: type, path: path, mask: mask)
    }

    private mutating func look(
        at nodes: [WireTree.Node], as type: MessageDescriptor, path: String, mask: FieldPaths
    ) {
        for node in nodes {
            guard let field = node.field.descriptor, let inner = field.message, mask.touches(field.name) else {
                continue
            }
            let step = node.field.index.map { "\(field.name)[\($0)]." } ?? "\(field.name)."
            look(at: node.children, as: inner, path: path + step, mask: ["*"])
        }
        let present = Set(nodes.map(\.field.number))
        for field in type.fields where field.behavior.contains(.required) && !present.contains(field.number) {
            if field.isSentWhenSet, mask.touches(field.name) { missing.append(path + field.name) }
        }
    }
}

extension FleetEmulator {
    /// Checks that a request has every field that its schema calls `REQUIRED`.
    ///
    /// - Parameters:
    ///   - kind: What is incomplete, for the message.
    ///   - others: What other rules have found missing.
    ///   - exceptions: Fields that another rule decides about.
    func checkRequired(
        _ request: some FleetMessage, _ kind: String = "Request", others: [(field: String, text: String)] = [],
        except exceptions: [String] = []
    ) throws(CallStatus) {
        var violations = others
        let known = Set(others.map(\.field) + exceptions)
        if enforces(.required) {
            violations += RequiredFields(request).missing.filter { !known.contains($0) }.map { ($0, "is required") }
        }
        try Rule.required.refuse(violations, "\(kind) is incomplete")
    }
}
