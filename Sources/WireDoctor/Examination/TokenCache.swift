import FleetErrors

/// Tokens by the `authorization` headers that carry them: clients send the same token with every call until it ends.
struct TokenCache {
    /// The most tokens that are kept, and the most bytes of a header; when there are more, all are forgotten.
    private static let limit = (count: 256, bytes: 16 << 10)
    private var tokens: [String: FleetToken] = [:]

    mutating func token(in authorization: String) -> FleetToken {
        if let token = tokens[authorization] { return token }
        let token = FleetToken(authorization)
        guard authorization.utf8.count <= Self.limit.bytes else { return token }
        if tokens.count == Self.limit.count { tokens = [:] }
        tokens[authorization] = token
        return token
    }
}
