internal import FleetErrors
internal import FleetMessages
internal import ProtobufSchema
internal import ProtobufWire

/// A field of a request, and the rule that it breaks.
typealias FieldFault = (rule: Rule, field: String, text: String)

extension FleetEmulator {
    /// What is wrong in the fields of a request, at every depth, whatever its method: `REQUIRED` fields that it lacks, times out of
    /// their range, points that are not on the earth, sensors that only responses have, and visibilities that are set to false.
    ///
    /// Numbers are not required: 0 is not written, and is a good value of many of them. Where it is not, a rule says so.
    /// `OUTPUT_ONLY` fields are passed over where they are ignored, but for their times.
    ///
    /// - Returns: The faults in the order of the fields.
    func fieldFaults(in request: some FleetMessage) -> [FieldFault] {
        guard let type = type(of: request).descriptor else { return [] }
        var faults: [FieldFault] = []
        let bytes = request.encoded()
        func look(at nodes: [WireTree.Node], as type: MessageDescriptor, path: String, isIgnored: Bool) {
            func add(_ rule: Rule, _ field: String, _ text: String, isIgnored: Bool) {
                if !isIgnored { faults.append((rule, field, text)) }
            }
            for node in nodes {
                guard let field = node.field.descriptor else { continue }
                let isIgnored = isIgnored || field.behavior.contains(.outputOnly)
                if let inner = field.message {
                    let place = path + (node.field.index.map { "\(field.name)[\($0)]" } ?? field.name)
                    let content = bytes[node.field.value]
                    if inner.wellKnown == .timestamp || inner.wellKnown == .duration {
                        do throws(JSONError) {
                            _ = try JSONWriter().json(content, as: inner)
                        } catch {
                            add(.times, place, error.message, isIgnored: false)
                        }
                    } else if inner.fullName == LatLng.fullName, (try? LatLng(decoding: content))?.isValid == false {
                        let text = "latitude must be -90 to 90 and longitude -180 to 180"
                        add(.places, place, text, isIgnored: isIgnored)
                    }
                    look(at: node.children, as: inner, path: place + ".", isIgnored: isIgnored)
                } else if field.name.hasSuffix("location_sensor"), node.field.content == Self.serverSensor {
                    add(.sensors, path + field.name, "must not be FLEET_ENGINE_LOCATION", isIgnored: isIgnored)
                } else if ["always", "never"].contains(field.name), node.field.content == .bits(0) {
                    add(.visibility, String(path.dropLast()), "cannot be set to false", isIgnored: isIgnored)
                }
            }
            let present = Set(nodes.map(\.field.number))
            for field in type.fields where field.behavior.contains(.required) && !present.contains(field.number) {
                if field.isSentWhenSet { add(.required, path + field.name, "is required", isIgnored: isIgnored) }
            }
        }
        look(at: WireTree(bytes, as: type, walker: WireWalker()).nodes, as: type, path: "", isIgnored: false)
        return faults
    }

    /// The value of `FLEET_ENGINE_LOCATION`, which is the same for delivery vehicles.
    private static let serverSensor = WireField.Content.bits(UInt64(LocationSensor.fleetEngineLocation.rawValue))

    /// Checks what holds for the fields of all requests, but for their times.
    ///
    /// - Parameters:
    ///   - kind: What is incomplete, for the message.
    ///   - others: What other rules have found missing.
    ///   - exceptions: Fields that another rule decides about.
    ///   - part: A field of the request, and the fields inside that count: for the resource of an update those of its mask.
    func check(
        _ fields: [FieldFault], _ kind: String = "Request", others: [FieldViolation] = [],
        except exceptions: [String] = [], part: (field: String, mask: FieldPaths)? = nil
    ) throws(CallStatus) {
        func counts(_ field: String) -> Bool {
            let names = field.split { ".[".contains($0) }
            guard let part, names.count > 1, names[0] == part.field else { return true }
            return part.mask.touches(String(names[1]))
        }
        func violations(_ rule: Rule) -> [FieldViolation] {
            fields.filter { $0.rule == rule && counts($0.field) }.map { ($0.field, $0.text) }
        }
        let known = Set(others.map(\.field) + exceptions)
        let missing = violations(.required).filter { !known.contains($0.field) }
        try Rule.required.refuse(others + missing, "\(kind) is incomplete")
        try Rule.sensors.refuse(violations(.sensors), "Invalid location sensor")
        try Rule.places.refuse(violations(.places), "Invalid location")
        try Rule.visibility.refuse(violations(.visibility), "Invalid visibility")
    }
}
