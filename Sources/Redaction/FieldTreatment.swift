internal import ProtobufSchema

/// Decides what redaction does with the values of a field.
///
/// Text is replaced unless a rule here declares it harmless, so that new fields and those of an operator's own schema are
/// safe. Small whole numbers stay, and numbers whose field is named after a time, a distance, a count or another measure.
/// Names are compared by their words, however they are written.
enum FieldTreatment: Hashable, Sendable {
    case keep
    case text(TextStandIn.Mode)
    /// A language, region or currency: a value of that form stays.
    case languageTag
    /// Bytes of no known form.
    case bytes
    case polyline
    case latitude
    case longitude
    /// A whole number that is an id or a place.
    case identifier
    /// A whole number of unknown meaning, an enum or a bool: replaced where it is large and no value of the enum.
    case integer
    /// A number of unknown meaning: the value of an attribute, or a field of an operator's own schema.
    case number
    /// A message whose type is named beside it.
    case message

    init(_ field: FieldDescriptor) {
        let parent = field.parent.fullName
        if let known = Self.known["\(parent).\(field.name)"] {
            self = known
        } else if parent.hasPrefix("google.rpc.") {
            self = field.kind != .string ? .keep : .text(Self.rpcModes[field.name] ?? .sentence)
        } else if parent.hasSuffix("Attribute"), field.name == "key" {
            self = .keep
        } else if parent.hasSuffix("Attribute"), field.kind == .double || field.kind == .float {
            self = .number
        } else {
            self.init(field, name: field.declaredName, kind: field.kind)
        }
    }

    /// Decides by the name and the kind of a field.
    private init(_ field: FieldDescriptor, name: String, kind: FieldKind) {
        let words = NameWords(name)
        switch kind {
        case .message, .group: self = .keep
        case .bool, .enumeration: self = .integer
        case .string, .bytes: self = Self.ofText(words, isBytes: kind == .bytes)
        case .double, .float:
            // In Google's own schema all other numbers are speeds, angles and the like.
            let file = field.parent.fullName
            let isKnown = file.hasPrefix("maps.fleetengine.") || file.hasPrefix("google.")
            self = Self.place(words) ?? (isKnown ? .keep : .number)
        default: self = Self.ofWholeNumbers(words)
        }
    }

    /// Decides for a value inside a `google.protobuf` wrapper or an entry of a map.
    init(of inner: FieldDescriptor, in outer: FieldDescriptor) {
        let isKey = outer.isMap && inner.number == 1
        if inner.kind == .string, outer.parent.fullName.hasPrefix("google.rpc.") {
            self = .text(.sentence)
        } else if isKey, outer.parent.fullName == "google.protobuf.Struct" {
            self = .text(.names)
        } else {
            self.init(outer, name: isKey ? "key" : outer.declaredName, kind: inner.kind)
        }
    }

    // MARK: Text

    private static func ofText(_ words: NameWords, isBytes: Bool) -> Self {
        let name = words.snakeCase
        if isPolyline(words, name) { return .polyline }
        if isBytes { return .bytes }
        if languageTags.contains(name) { return .languageTag }
        // Names of fields, and `asc` and `desc`.
        if name == "order_by" { return .text(.sentence) }
        if isFilter(name) { return .text(.filter) }
        return .text(words.words.last == "version" || devices.contains(name) ? .software : .freeText)
    }

    /// A filter, or conditions in the form `key:value`.
    private static func isFilter(_ name: String) -> Bool {
        name == "filter" || name.hasPrefix("required_") && name.contains("attribute")
    }

    private static func isPolyline(_ words: NameWords, _ name: String) -> Bool {
        name.contains("polyline") || words.words.first == "encoded" || name == "current_route_segment"
    }

    private static let languageTags: Set<String> = [
        "language_code", "region_code", "country_code", "currency_code", "locale",
    ]

    private static let devices: Set<String> = ["device_model", "manufacturer"]

    /// Fields of `google.rpc` that hold words of a fixed set, or names of fields, types and services.
    private static let rpcModes: [String: TextStandIn.Mode] = [
        "reason": .names, "domain": .host, "type": .names, "quota_metric": .names, "quota_id": .names, "locale": .names,
        "api_service": .host, "resource_type": .names, "field": .names,
    ]

    // MARK: Numbers

    private static func place(_ words: NameWords) -> Self? {
        switch words.subject {
        case "latitude", "lat": .latitude
        case "longitude", "lng", "lon": .longitude
        default: nil
        }
    }

    private static func ofWholeNumbers(_ words: NameWords) -> Self {
        guard !words.hasScale, place(words) == nil, let subject = words.subject else { return .identifier }
        if identifiers.contains(subject) || isJoinedID(subject) || words.words.contains("birth") { return .identifier }
        if subject == "code", words.words.contains(where: keyCodes.contains) { return .identifier }
        let isMeasure = words.words.count > 1 && (words.words.first.map(firstMeasures.contains) ?? false)
        return isMeasure || measures.contains(subject) ? .keep : .integer
    }

    /// `driverid`, written as one word.
    private static func isJoinedID(_ word: String) -> Bool {
        for ending in ["ids", "id"] where word.hasSuffix(ending) {
            return Vocabulary.holders.contains(String(word.dropLast(ending.count)))
        }
        return false
    }

    /// Last words of names of numbers that stand for a person, a thing or a place.
    private static let identifiers: Set<String> = Vocabulary.holders.union([
        "id", "ids", "uid", "uids", "uuid", "guid", "pk", "phone", "phones", "telephone", "tel", "mobile", "cell",
        "fax",
        "msisdn", "imsi", "imei", "meid", "iccid", "serial", "ssn", "vin", "plate", "pin", "otp", "passcode",
        "password",
        "token", "secret", "dob", "birthday", "iban", "card", "pan", "cvv", "mac", "ip", "ipv4", "address", "zip",
        "zipcode", "postcode",
        "number", "no", "nr", "num", "ref", "reference", "coord", "coords", "coordinate", "coordinates",
    ])

    /// Codes that open something, or stand for a place.
    private static let keyCodes: Set<String> = [
        "postal", "post", "zip", "door", "gate", "access", "entry", "pickup", "pin", "pass", "security", "verification",
    ]

    /// First words of names of measures: `num_stops`, `number_of_passengers`, `time_since_update`.
    private static let firstMeasures: Set<String> = ["num", "number", "count", "total", "time"]

    /// Last words of names of measures, which tell of nobody however large they are.
    private static let measures: Set<String> = [
        "time", "timestamp", "date", "at", "seconds", "second", "secs", "sec", "millis", "milliseconds", "ms", "msec",
        "micros", "microseconds", "us", "nanos", "nanoseconds", "ns", "minutes", "mins", "hours", "days", "duration",
        "interval", "timeout", "ttl", "delay", "eta", "meters", "metres", "km", "kilometers", "kilometres", "miles",
        "feet", "distance", "radius", "length", "size", "bytes", "count", "total", "capacity", "limit", "threshold",
        "offset", "index", "level", "version", "heading", "bearing", "speed", "kmph", "altitude", "accuracy", "percent",
        "percentage", "passengers",
    ]

    private static let known: [String: FieldTreatment] = [
        "google.protobuf.FieldMask.paths": .text(.names), "google.protobuf.Any.type_url": .keep,
        "google.protobuf.Any.value": .message, "google.protobuf.Value.number_value": .number,
        "google.protobuf.DoubleValue.value": .number, "google.protobuf.FloatValue.value": .number,
        "google.type.LatLng.latitude": .latitude, "google.type.LatLng.longitude": .longitude,
    ]
}
