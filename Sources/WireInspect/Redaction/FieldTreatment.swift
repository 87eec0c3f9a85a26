internal import ProtobufSchema

/// What redaction does with the values of a field.
///
/// Text is replaced unless a rule here says that it tells of nobody, so that fields which are new, or of an operator's
/// own schema, are safe. Integers, enums and times stay unless their names say that they are places or ids.
enum FieldTreatment: Hashable, Sendable {
    case keep
    case text(TextStandIn.Mode)
    /// Bytes without known form.
    case bytes
    case polyline
    case latitude
    case longitude
    /// A number that is an id.
    case identifier
    /// A number of which nobody knows what it is: an attribute's, or one of an operator's own schema.
    case number
    /// A message whose type is told beside it, as far as that is known.
    case message

    init(_ field: FieldDescriptor) {
        let parent = field.parent.fullName
        if let known = Self.known["\(parent).\(field.name)"] {
            self = known
        } else if parent.hasPrefix("google.rpc.") {
            self = field.kind != .string ? .keep : Self.rpcIdentifiers.contains(field.name) ? .keep : .text(.sentence)
        } else if parent.hasSuffix("Attribute"), field.name == "key" {
            self = .keep
        } else if parent.hasSuffix("Attribute"), field.kind == .double || field.kind == .float {
            self = .number
        } else {
            self.init(field, name: field.name, kind: field.kind)
        }
    }

    /// What a field's name and kind say.
    private init(_ field: FieldDescriptor, name: String, kind: FieldKind) {
        switch kind {
        case .message, .group, .bool, .enumeration: self = .keep
        case .string, .bytes:
            if Self.isPolyline(name) {
                self = .polyline
            } else if kind == .bytes {
                self = .bytes
            } else if Self.harmless.contains(name) {
                self = .keep
            } else if Self.isFilter(name) {
                self = .text(.filter)
            } else {
                self = .text(name.hasSuffix("version") || Self.devices.contains(name) ? .software : .freeText)
            }
        case .double, .float:
            // Only of Google's own schema is it known that the others are speeds, angles and the like.
            let file = field.parent.fullName
            let isKnown = file.hasPrefix("maps.fleetengine.") || file.hasPrefix("google.")
            self =
                Self.ends(name, ["latitude", "lat"])
                ? .latitude : Self.ends(name, ["longitude", "lng", "lon"]) ? .longitude : isKnown ? .keep : .number
        default:
            let isPlace =
                ["_e5", "_e6", "_e7"].contains { name.hasSuffix($0) }
                || Self.ends(name, ["latitude", "lat", "longitude", "lng", "lon", "coords", "coordinates"])
            self = isPlace || Self.ends(name, ["id", "ids", "phone", "phone_number"]) ? .identifier : .keep
        }
    }

    /// What is done with a value that is wrapped: in a `google.protobuf` wrapper, or in an entry of a map.
    init(of inner: FieldDescriptor, in outer: FieldDescriptor) {
        let isKey = outer.isMap && inner.number == 1
        if inner.kind == .string, outer.parent.fullName.hasPrefix("google.rpc.") {
            self = .text(.sentence)
        } else if isKey, outer.parent.fullName == "google.protobuf.Struct" {
            self = .keep
        } else {
            self.init(outer, name: isKey ? "key" : outer.name, kind: inner.kind)
        }
    }

    /// A filter, or conditions in the form `key:value`.
    private static func isFilter(_ name: String) -> Bool {
        name == "filter" || name.hasPrefix("required_") && name.contains("attribute")
    }

    private static func isPolyline(_ name: String) -> Bool {
        name.contains("polyline") || name.hasPrefix("encoded_") || name == "current_route_segment"
    }

    /// Whether the last words of a name, before a unit such as `_e7`, are one of these.
    private static func ends(_ name: String, _ words: [String]) -> Bool {
        var name = name[...]
        for unit in ["_e7", "_e6", "_e5", "_degrees", "_deg"] where name.hasSuffix(unit) {
            name = name.dropLast(unit.count)
        }
        return words.contains { name == $0 || name.hasSuffix("_" + $0) }
    }

    /// Text fields that tell of no person, place or secret, whatever message has them.
    private static let harmless: Set<String> = [
        "language_code", "region_code", "country_code", "currency_code", "time_zone", "locale", "order_by",
    ]

    private static let devices: Set<String> = ["device_model", "manufacturer"]

    /// Fields of `google.rpc` that hold words of a fixed set, or names of fields and types.
    private static let rpcIdentifiers: Set<String> = [
        "reason", "domain", "type", "quota_metric", "quota_id", "locale", "api_service", "resource_type", "field",
    ]

    private static let known: [String: FieldTreatment] = [
        "google.protobuf.FieldMask.paths": .keep, "google.protobuf.Any.type_url": .keep,
        "google.protobuf.Any.value": .message, "google.protobuf.Value.number_value": .number,
        "google.type.LatLng.latitude": .latitude, "google.type.LatLng.longitude": .longitude,
    ]
}
