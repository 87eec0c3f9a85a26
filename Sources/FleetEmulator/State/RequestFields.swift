internal import FleetErrors
internal import FleetMessages
internal import ProtobufSchema
internal import ProtobufWire

/// Looks in a message, at every depth, for the `REQUIRED` fields that it lacks, for points that are not on the earth, and for
/// sensors that only responses have.
///
/// Numbers are not required: 0 is not written, and is a good value of many of them. Where it is not, a rule says so.
struct RequestFields {
    private(set) var missing: [String] = []
    private(set) var wrongPlaces: [String] = []
    private(set) var wrongSensors: [String] = []
    private let bytes: [UInt8]
    /// Whether `OUTPUT_ONLY` fields are passed over.
    private let ignoresOutputOnly: Bool

    /// - Parameters:
    ///   - part: A field of the request, and the fields inside that count: for the resource of an update those of its mask.
    ///   - ignoresOutputOnly: Whether `OUTPUT_ONLY` fields are passed over.
    init(_ request: some FleetMessage, part: (field: String, mask: FieldPaths)?, ignoresOutputOnly: Bool) {
        (bytes, self.ignoresOutputOnly) = (request.encoded(), ignoresOutputOnly)
        guard let type = type(of: request).descriptor else { return }
        let tree = WireTree(bytes, as: type, walker: WireWalker())
        look(at: tree.nodes, as: type, path: "", part: part)
    }

    private mutating func look(
        at nodes: [WireTree.Node], as type: MessageDescriptor, path: String, mask: FieldPaths = ["*"],
        part: (field: String, mask: FieldPaths)? = nil
    ) {
        for node in nodes {
            guard let field = node.field.descriptor, mask.touches(field.name),
                !ignoresOutputOnly || !field.behavior.contains(.outputOnly)
            else { continue }
            if let inner = field.message {
                let place = path + (node.field.index.map { "\(field.name)[\($0)]" } ?? field.name)
                if inner.fullName == LatLng.fullName, (try? LatLng(decoding: bytes[node.field.value]))?.isValid == false
                {
                    wrongPlaces.append(place)
                }
                let inside: FieldPaths = if let part, part.field == field.name { part.mask } else { ["*"] }
                look(at: node.children, as: inner, path: place + ".", mask: inside)
            } else if field.name.hasSuffix("location_sensor"), node.field.content == Self.serverSensor {
                wrongSensors.append(path + field.name)
            }
        }
        let present = Set(nodes.map(\.field.number))
        for field in type.fields where field.behavior.contains(.required) && !present.contains(field.number) {
            if field.isSentWhenSet, mask.touches(field.name) { missing.append(path + field.name) }
        }
    }

    /// The value of `FLEET_ENGINE_LOCATION`, which is the same for delivery vehicles.
    private static let serverSensor = WireField.Content.bits(UInt64(LocationSensor.fleetEngineLocation.rawValue))
}

extension FleetEmulator {
    /// Checks what holds for the fields of all requests: those that the schema calls `REQUIRED` are there, no sensor is the one
    /// that only responses have, and all points are on the earth.
    ///
    /// - Parameters:
    ///   - kind: What is incomplete, for the message.
    ///   - others: What other rules have found missing.
    ///   - exceptions: Fields that another rule decides about.
    ///   - part: A field of the request, and the fields inside that count: for the resource of an update those of its mask.
    func checkFields(
        of request: some FleetMessage, _ kind: String = "Request", others: [(field: String, text: String)] = [],
        except exceptions: [String] = [], part: (field: String, mask: FieldPaths)? = nil
    ) throws(CallStatus) {
        let fields = RequestFields(request, part: part, ignoresOutputOnly: enforces(.outputOnly))
        var violations = others
        let known = Set(others.map(\.field) + exceptions)
        if enforces(.required) {
            violations += fields.missing.filter { !known.contains($0) }.map { ($0, "is required") }
        }
        try Rule.required.refuse(violations, "\(kind) is incomplete")
        if enforces(.sensors) {
            try Rule.sensors.refuse(
                fields.wrongSensors.map { ($0, "must not be FLEET_ENGINE_LOCATION") }, "Invalid location sensor")
        }
        if enforces(.places) {
            try Rule.places.refuse(
                fields.wrongPlaces.map { ($0, "latitude must be -90 to 90 and longitude -180 to 180") },
                "Invalid location")
        }
    }
}
