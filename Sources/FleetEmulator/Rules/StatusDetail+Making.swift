internal import FleetErrors
internal import FleetMessages
internal import ProtobufWire

/// The domains that the service signs its error details with.
enum ServiceDomain {
    static let fleetEngine = "fleetengine.googleapis.com"
    static let google = "googleapis.com"
}

extension StatusDetail {
    /// `google.rpc.BadRequest`: the fields that are wrong.
    static func badRequest(_ violations: [(field: String, text: String)]) -> Self {
        var detail = BadRequest()
        detail.fieldViolations = violations.map { violation in
            var item = BadRequest.FieldViolation()
            (item.field, item.description) = violation
            return item
        }
        return Self(detail)
    }

    /// `google.rpc.PreconditionFailure`: the conditions of one type that are not met.
    static func preconditionFailure(_ type: String, _ violations: [(subject: String, text: String)]) -> Self {
        var detail = PreconditionFailure()
        detail.violations = violations.map { violation in
            var item = PreconditionFailure.Violation()
            item.type = type
            (item.subject, item.description) = violation
            return item
        }
        return Self(detail)
    }

    /// `google.rpc.ErrorInfo`: a reason as a constant, with its facts.
    static func errorInfo(_ reason: String, domain: String, _ facts: [String: String]) -> Self {
        var detail = ErrorInfo()
        detail.reason = reason
        detail.domain = domain
        detail.metadata = ProtobufMap(facts)
        return Self(detail)
    }

    /// `google.rpc.ResourceInfo`: the resource that is not there, or that is there already.
    static func resourceInfo(_ kind: String, _ name: String, _ description: String = "") -> Self {
        var detail = ResourceInfo()
        detail.resourceType = "\(ServiceDomain.fleetEngine)/\(kind)"
        detail.resourceName = name
        detail.description = description
        return Self(detail)
    }

    /// `google.rpc.RetryInfo`: when to come back.
    static func retryInfo(_ delay: ProtobufDuration) -> Self {
        var detail = RetryInfo()
        detail.retryDelay = delay
        return Self(detail)
    }

    /// `google.rpc.QuotaFailure`: whose limit is exceeded.
    static func quotaFailure(subject: String, _ text: String) -> Self {
        var violation = QuotaFailure.Violation()
        violation.subject = subject
        violation.description = text
        var detail = QuotaFailure()
        detail.violations = [violation]
        return Self(detail)
    }
}
