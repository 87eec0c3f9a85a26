internal import FleetMessages
internal import FleetProtos
internal import ProtobufSchema

/// Decides what redaction does with the values of a field, by the rules of ``Redactor``. The names of fields in schemas other
/// than Google's say nothing.
enum FieldTreatment: Hashable, Sendable {
    /// Replaced, but for whole numbers so small that they identify nobody; a message is entered.
    case replaced
    /// Text with other words; some modes leave public names.
    case text(Redactor.WordMode)
    /// An id, which stays on request.
    case id(KeptIDs.Kind)
    /// Text that stays if it has the form.
    case form(HarmlessForm)
    /// A count, a distance, a speed, a state: stays unless so large that it may be something else.
    case measure
    /// Seconds since 1970 or of a time span, or their nanoseconds.
    case time
    case polyline
    /// A place on the globe.
    case place
    /// A coordinate whose other one is missing.
    case degrees
    /// A direction in whole degrees at the place that the field with the number holds.
    case heading(at: Int)

    /// The treatment in a message whose type is only likely.
    var ofLikelyType: Self {
        switch self {
        case .id, .form, .measure: .replaced
        default: self
        }
    }

    /// The treatments of the fields of Google's schema, by their position in it.
    static let known: [FieldTreatment] = {
        let fields = FleetSchema.shared.messages.flatMap(\.fields)
        let all = fields + fields.filter(\.isMap).compactMap(\.message).flatMap(\.fields)
        var treatments = Array(repeating: Self.replaced, count: (all.map(\.index.position).max() ?? -1) + 1)
        for field in all { treatments[field.index.position] = Self(known: field) }
        return treatments
    }()

    /// The treatment of a field of any schema: that of the field in Google's schema that has the same message and name.
    init(_ field: FieldDescriptor) {
        let twin = FleetSchema.shared.message(named: field.parent.fullName)?.field(number: field.number)
        if let twin, twin.name == field.name, twin.kind == field.kind {
            self = Self.known[twin.index.position]
        } else {
            self = field.message?.fullName == LatLng.fullName ? .place : .replaced
        }
    }

    private init(known field: FieldDescriptor) {
        let parent = field.parent.fullName
        switch (parent, field.name) {
        case _ where field.message?.fullName == LatLng.fullName: self = .place
        case (LatLng.fullName, _): self = .degrees
        case (Timestamp.fullName, _), ("google.protobuf.Duration", _): self = .time
        case (FieldMask.fullName, _): self = .text(.names)
        case _ where parent.hasPrefix("google.rpc."): self = Self.ofStatus(field)
        case _ where !parent.hasPrefix("maps.fleetengine."), (_, "altitude"), (_, "number_value"): self = .replaced
        case (_, "heading"): self = .heading(at: 1)
        case (_, "flp_heading_degrees"): self = .heading(at: 29)
        case (_, "encoded_path_to_waypoint"), (_, "current_route_segment"): self = .polyline
        case (_, "filter"): self = .text(.names)
        case _ where field.kind == .string:
            self =
                KeptIDs.Kind.ofFields[field.name].map { .id($0) }
                ?? (field.name.hasSuffix("_version") ? .form(.version) : .text(.words))
        default: self = .measure
        }
    }

    /// The treatment of a field of an error and its details.
    private static func ofStatus(_ field: FieldDescriptor) -> Self {
        switch field.name {
        case "reason" where field.parent.name == "ErrorInfo": .form(.errorReasons)
        case "domain", "api_service": .form(.host)
        case "request_id": .id(.traceIDs)
        case _ where field.kind != .string: .measure
        default: .text(.names)
        }
    }

    /// What becomes of the values of a message whose meaning is that of the field around it; `nil` for other messages.
    func inherited(by message: MessageDescriptor) -> FieldTreatment? {
        switch message.wellKnown {
        case _ where message.isMapEntry: self == .measure ? .text(.words) : self
        case .wrapper: self
        // A time in another schema may be a date of birth.
        case .some where self == .replaced: .replaced
        default: nil
        }
    }
}
