import FleetErrors

/// Tokens that were read: clients send the same one with every call until it ends.
struct KnownTokens {
    /// How many are remembered, and how long they may be in bytes; when there are more, all are forgotten.
    private static let limit = (count: 256, bytes: 16 << 10)
    private var known: [String: FleetToken] = [:]

    /// - Parameter authorization: The header's value.
    mutating func token(in authorization: String) -> FleetToken {
        if let token = known[authorization] { return token }
        let token = FleetToken(authorization)
        guard authorization.utf8.count <= Self.limit.bytes else { return token }
        if known.count == Self.limit.count { known = [:] }
        known[authorization] = token
        return token
    }
}
