internal import FleetMessages
internal import GRPCWire
internal import ProtobufSchema
internal import ProtobufWire

extension StatusDetail {
    /// A detail from its JSON form with `@type`; `nil` when it has none. Members that are missing or have another type
    /// stay empty. A type that is not one of google.rpc's is kept by its URL, without content: the text is all there is.
    init?(json: JSONValue) {
        guard let url = json["@type"]?.string else { return nil }
        var packed = AnyMessage()
        packed.typeURL = url
        switch packed.typeName {
        case ErrorInfo.fullName: self.init(ErrorInfo(json: json))
        case BadRequest.fullName: self.init(BadRequest(json: json))
        case RetryInfo.fullName: self.init(RetryInfo(json: json))
        case QuotaFailure.fullName: self.init(QuotaFailure(json: json))
        case PreconditionFailure.fullName: self.init(PreconditionFailure(json: json))
        case ResourceInfo.fullName: self.init(ResourceInfo(json: json))
        case RequestInfo.fullName: self.init(RequestInfo(json: json))
        case LocalizedMessage.fullName: self.init(LocalizedMessage(json: json))
        case Help.fullName: self.init(Help(json: json))
        case DebugInfo.fullName: self.init(DebugInfo(json: json))
        default: self.init(packed, registry: MessageRegistry())
        }
    }
}

extension JSONValue {
    /// The text of a member, by its JSON name or its name in the schema.
    fileprivate func text(_ name: String, _ original: String? = nil) -> String {
        (self[name] ?? original.flatMap { self[$0] })?.string ?? ""
    }

    fileprivate func list(_ name: String, _ original: String? = nil) -> [JSONValue] {
        (self[name] ?? original.flatMap { self[$0] })?.elements ?? []
    }
}

extension ErrorInfo {
    fileprivate init(json: JSONValue) {
        self.init()
        reason = json.text("reason")
        domain = json.text("domain")
        for member in json["metadata"]?.members ?? [] {
            metadata[member.name] = member.value.string ?? member.value.text
        }
    }
}

extension BadRequest {
    fileprivate init(json: JSONValue) {
        self.init()
        fieldViolations = json.list("fieldViolations", "field_violations").map { json in
            var violation = FieldViolation()
            violation.field = json.text("field")
            violation.description = json.text("description")
            violation.reason = json.text("reason")
            if let message = json["localizedMessage"] ?? json["localized_message"] {
                violation.localizedMessage = LocalizedMessage(json: message)
            }
            return violation
        }
    }
}

extension RetryInfo {
    fileprivate init(json: JSONValue) {
        self.init()
        retryDelay = ProtobufDuration(json: json.text("retryDelay", "retry_delay"))
    }
}

extension ProtobufDuration {
    /// `20.038s`; `nil` for anything else.
    fileprivate init?(json text: String) {
        guard text.hasSuffix("s") else { return nil }
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = Int64(parts[0]) else { return nil }
        self.init(seconds: whole)
        guard parts.count == 2 else { return }
        guard (1...9).contains(parts[1].utf8.count), let fraction = Int32(parts[1]), fraction >= 0 else { return nil }
        let scale = (parts[1].utf8.count..<9).reduce(Int32(1)) { value, _ in value * 10 }
        nanos = text.hasPrefix("-") ? -fraction * scale : fraction * scale
    }
}

extension QuotaFailure {
    fileprivate init(json: JSONValue) {
        self.init()
        violations = json.list("violations").map { json in
            var violation = Violation()
            violation.subject = json.text("subject")
            violation.description = json.text("description")
            violation.apiService = json.text("apiService", "api_service")
            violation.quotaMetric = json.text("quotaMetric", "quota_metric")
            violation.quotaID = json.text("quotaId", "quota_id")
            for member in (json["quotaDimensions"] ?? json["quota_dimensions"])?.members ?? [] {
                violation.quotaDimensions[member.name] = member.value.string ?? member.value.text
            }
            violation.quotaValue = (json["quotaValue"] ?? json["quota_value"])?.integer ?? 0
            violation.futureQuotaValue = (json["futureQuotaValue"] ?? json["future_quota_value"])?.integer
            return violation
        }
    }
}

extension PreconditionFailure {
    fileprivate init(json: JSONValue) {
        self.init()
        violations = json.list("violations").map { json in
            var violation = Violation()
            violation.type = json.text("type")
            violation.subject = json.text("subject")
            violation.description = json.text("description")
            return violation
        }
    }
}

extension ResourceInfo {
    fileprivate init(json: JSONValue) {
        self.init()
        resourceType = json.text("resourceType", "resource_type")
        resourceName = json.text("resourceName", "resource_name")
        owner = json.text("owner")
        description = json.text("description")
    }
}

extension RequestInfo {
    fileprivate init(json: JSONValue) {
        self.init()
        requestID = json.text("requestId", "request_id")
        servingData = json.text("servingData", "serving_data")
    }
}

extension LocalizedMessage {
    fileprivate init(json: JSONValue) {
        self.init()
        locale = json.text("locale")
        message = json.text("message")
    }
}

extension Help {
    fileprivate init(json: JSONValue) {
        self.init()
        links = json.list("links").map { json in
            var link = Link()
            link.description = json.text("description")
            link.url = json.text("url")
            return link
        }
    }
}

extension DebugInfo {
    fileprivate init(json: JSONValue) {
        self.init()
        stackEntries = json.list("stackEntries", "stack_entries").compactMap(\.string)
        detail = json.text("detail")
    }
}
