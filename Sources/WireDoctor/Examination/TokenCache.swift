import FleetErrors

/// Tokens by the `authorization` headers that carry them: clients send the same token with every call until it ends.
struct TokenCache {
    /// The most tokens that are kept; when there are more, all are forgotten.
    private static let limit = 256
    private var tokens: [String: FleetToken] = [:]

    mutating func token(in authorization: String) -> FleetToken {
        if let token = tokens[authorization] { return token }
        let token = FleetToken(authorization)
        if tokens.count == Self.limit { tokens = [:] }
        tokens[authorization] = token
        return token
    }
}
