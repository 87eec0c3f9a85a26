internal import ByteText
internal import GRPCWire
internal import JSONText

/// A token (JWT) of Fleet Engine, taken apart. Never verified, and its signature is not kept.
///
/// Source: https://www.rfc-editor.org/rfc/rfc7519, ``ErrorSource/tokens``
public struct FleetToken: Sendable {
    /// The claims of the private claim `authorization`, by name as it was sent, with their values; `taskids` has several.
    public private(set) var authorization: [String: [String]] = [:]
    /// `alg` of the header: RS256 for Fleet Engine.
    public private(set) var algorithm: String?
    /// `kid` of the header: which key of the service account signed it.
    public private(set) var keyID: String?
    /// `iss`: the service account that signed it.
    public private(set) var issuer: String?
    /// `sub`: the same account.
    public private(set) var subject: String?
    /// `aud`: the service it is for.
    public private(set) var audiences: [String] = []
    /// `iat`: when it was made, in seconds since 1970.
    public private(set) var issuedAt: Int64?
    /// `exp`: when it ends, in seconds since 1970.
    public private(set) var expires: Int64?
    /// `iat` or `exp` is a text, which is no time for those who verify tokens.
    private(set) var hasTimeAsText = false
    /// `taskids` is a text, where an array belongs.
    private(set) var hasTasksAsText = false
    /// The token has the `authorization` claim, be it empty.
    public private(set) var hasAuthorization = false
    /// The parts that could not be read, a sentence each.
    public private(set) var problems: [String] = []
    /// The claims could be read, at least in part.
    public private(set) var isReadable = false

    /// Takes a token apart as far as possible. `Bearer` in front of it may be there. Never fails. Linear.
    public init(_ text: String) {
        var text = Array(text.utf8)[...].trimmed
        if Self.hasScheme(text) { text = text.dropFirst(7).trimmed }
        guard !text.starts(with: "ya29.".utf8) else { return }
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if parts.count != 3 {
            problems.append("A token has three parts with points between them, this has \(parts.count).")
        }
        if let part = parts.first, let header = read(part, "header") {
            algorithm = header["alg"]?.string
            keyID = header["kid"]?.string
        }
        guard parts.count > 1, let claims = read(parts[1], "claims") else { return }
        isReadable = true
        issuer = claims["iss"]?.string
        subject = claims["sub"]?.string
        audiences = claims["aud"].map { ([$0] + $0.elements).compactMap(\.string) } ?? []
        issuedAt = claims["iat"]?.integer
        expires = claims["exp"]?.integer
        hasTimeAsText = claims["iat"]?.string != nil || claims["exp"]?.string != nil
        guard let granted = claims["authorization"] else { return }
        hasAuthorization = true
        for member in granted.members {
            let values = ([member.value] + member.value.elements).compactMap(\.string)
            if member.name == "taskids", member.value.string != nil { hasTasksAsText = true }
            if !values.isEmpty { authorization[member.name, default: []] += values }
        }
    }

    /// An access token of Google (OAuth 2.0), as client libraries send for accounts with an Admin role: it has no parts that
    /// others than Google could read, and so no ``problems``.
    ///
    /// Source:
    /// https://developers.google.com/maps/documentation/mobility/fleet-engine/essentials/set-up-fleet/service-accounts
    public var isAccessToken: Bool { !isReadable && problems.isEmpty }

    /// Whether `Bearer` stands in front.
    static func hasScheme(_ text: some Collection<UInt8>) -> Bool {
        text.prefix(7).map(\.lowercased).elementsEqual("bearer ".utf8)
    }

    private mutating func read(_ part: ArraySlice<UInt8>, _ name: String) -> JSONValue? {
        do throws(MetadataError) {
            let (value, problem) = JSONValue.read(try Base64.decode(part))
            if let problem {
                problems.append(
                    "The \(name) part of the token cannot be read to its end. Byte \(problem.offset): \(problem.message)"
                )
            }
            guard case .object? = value else {
                if problem == nil { problems.append("The \(name) part of the token is no JSON object.") }
                return nil
            }
            return value
        } catch {
            problems.append("The \(name) part of the token is not base64url: byte \(error.offset) does not fit.")
            return nil
        }
    }

    /// The values for which a claim allows access; tasks have two claims.
    public func values(of claim: String) -> [String] {
        (authorization[claim] ?? []) + (claim == "taskid" ? authorization["taskids"] ?? [] : [])
    }

    /// The roles that the claims fit, the likeliest first. A token does not name its role, which is that of the account.
    public var fittingRoles: [FleetRole] {
        func has(_ claim: String) -> Bool { !values(of: claim).isEmpty }
        func all(_ claim: String) -> Bool { values(of: claim).contains("*") }
        var roles: [FleetRole] = []
        if all("vehicleid") || all("tripid") { roles.append(.superUser) }
        if has("vehicleid"), !all("vehicleid") { roles.append(.driver) }
        if has("tripid"), !all("tripid") { roles.append(.consumer) }
        if all("deliveryvehicleid") || all("taskid") || all("trackingid") {
            roles += [.deliverySuperUser, .deliveryFleetReader]
        }
        if has("deliveryvehicleid"), !all("deliveryvehicleid") {
            roles.append(has("taskid") ? .deliveryTrustedDriver : .deliveryUntrustedDriver)
        } else if (has("taskid") && !all("taskid")) || (has("trackingid") && !all("trackingid")) {
            roles.append(.deliveryConsumer)
        }
        return roles
    }
}
