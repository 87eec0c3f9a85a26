import FleetErrors
import FleetMessages
import GRPCWire

/// A server's refusal of a request for what the request says.
struct RequestRefusal {
    /// The statuses that something wrong in the request explains.
    private static let codes: Set<StatusCode> = [.invalidArgument, .outOfRange, .failedPrecondition]

    /// The status, in words.
    let text: String
    /// The first fields that BadRequest names, as names without case and underscores; empty when it names none.
    private let fields: [[Substring]]

    /// `nil` for calls that did not fail, or failed for another reason.
    init?(_ status: ResponseStatus?) {
        guard let status, Self.codes.contains(status.code) else { return nil }
        text = "the call failed: \(status.line)"
        fields = CallStatus(status).fieldViolations.prefix(100).map { Self.names($0.field) }.filter { !$0.isEmpty }
    }

    /// Whether the server means the field, or does not say which one it means.
    ///
    /// Servers name fields from the request, or from the resource in it.
    func isAbout(_ path: String?) -> Bool {
        guard !fields.isEmpty else { return true }
        let names = Self.names(path ?? "")
        return fields.contains { field in
            names.starts(with: field) || names.dropFirst().starts(with: field) || names == field.suffix(names.count)
        }
    }

    /// The names in a path, without indices, and the same in camelCase and snake_case.
    private static func names(_ path: String) -> [Substring] {
        path.split(separator: ".").map { name in
            Substring((name.split(separator: "[").first ?? "").lowercased().filter { $0 != "_" })
        }
    }
}
