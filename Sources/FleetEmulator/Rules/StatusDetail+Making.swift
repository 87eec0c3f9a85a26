internal import FleetErrors
internal import FleetMessages
internal import ProtobufWire

/// The domains that the service signs its error details with.
enum ServiceDomain {
    static let fleetEngine = "fleetengine.googleapis.com"
    static let google = "googleapis.com"
}

extension StatusDetail {
    static func badRequest(_ violations: [FieldViolation]) -> Self {
        Self(
            BadRequest.with {
                $0.fieldViolations = violations.map { item in .with { ($0.field, $0.description) = item } }
            })
    }

    static func preconditionFailure(_ type: String, _ violations: [(subject: String, text: String)]) -> Self {
        Self(
            PreconditionFailure.with {
                $0.violations = violations.map { item in
                    .with { ($0.type, $0.subject, $0.description) = (type, item.subject, item.text) }
                }
            })
    }

    static func errorInfo(
        _ reason: String, domain: String = ServiceDomain.fleetEngine, _ facts: [String: String]
    ) -> Self {
        Self(ErrorInfo.with { ($0.reason, $0.domain, $0.metadata) = (reason, domain, ProtobufMap(facts)) })
    }

    static func resourceInfo(_ kind: String, _ name: String, _ description: String = "") -> Self {
        Self(
            ResourceInfo.with {
                $0.resourceType = "\(ServiceDomain.fleetEngine)/\(kind)"
                ($0.resourceName, $0.description) = (name, description)
            })
    }

    static func retryInfo(_ delay: ProtobufDuration) -> Self {
        Self(RetryInfo.with { $0.retryDelay = delay })
    }

    static func quotaFailure(subject: String, _ text: String) -> Self {
        Self(QuotaFailure.with { $0.violations = [.with { ($0.subject, $0.description) = (subject, text) }] })
    }
}
