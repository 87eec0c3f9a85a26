internal import FleetErrors
internal import FleetMessages
internal import GRPCWire

/// The tokens of a client, one for each resource.
///
/// A token is renewed ``margin`` seconds before it expires, or after half of its life if that is shorter. Should the renewal
/// fail, the old token is used as long as it lives. A token without a time of expiry is used until the service refuses it.
actor AuthorizationTokenCache {
    /// Seconds before a token expires in which it is used no more.
    ///
    /// Source: Google's documentation of `GMTDAuthorization`, by which tokens need a life of at least 5 minutes, so that
    /// requests can complete.
    static let margin: Int64 = 300
    /// The most tokens that are kept, about 1 KB each: enough for a simulated fleet whose vehicles take turns, of which fewer
    /// would be fetched again for every call. Beyond, the one that was not used for the longest time goes first.
    static let capacity = 4096

    private struct Token {
        let text: String
        /// When the token ends, in seconds since 1970.
        let expires: Int64
        /// When the token is renewed, in seconds since 1970.
        let renewal: Int64

        init(_ text: String, fetchedAt time: Int64) {
            self.text = text
            expires = FleetToken(text).expires ?? .max
            let (life, isTooLong) = expires.subtractingReportingOverflow(time)
            renewal = isTooLong ? expires : expires - min(margin, max(life, 0) / 2)
        }
    }

    /// A request to the provider, and how many calls wait for it.
    private typealias Fetch = (task: Task<Result<Token, CallStatus>, Never>, waiting: Int)

    private struct Entry {
        var token: Token?
        var fetch: Fetch?
        /// The count of ``uses`` when the entry was last used.
        var lastUse = 0
    }

    private let provider: any AuthorizationTokenProvider
    private let now: @Sendable () -> Timestamp
    private var entries: [AuthorizationContext: Entry] = [:]
    private var uses = 0

    init(_ provider: any AuthorizationTokenProvider, now: @escaping @Sendable () -> Timestamp) {
        (self.provider, self.now) = (provider, now)
    }

    /// The token for a resource, fetched unless there is one that lives long enough.
    ///
    /// - Throws: The provider's failure, which is not kept: the next call asks the provider again.
    func token(for context: AuthorizationContext) async throws(CallStatus) -> String {
        uses += 1
        entries[context, default: Entry()].lastUse = uses
        let known = entries[context]?.token
        if let known, now().seconds < known.renewal { return known.text }
        do {
            return try await fetched(for: context).get().text
        } catch {
            if let known, now().seconds < known.expires, error.code != .cancelled { return known.text }
            throw error
        }
    }

    /// Forgets a token that the service refused, unless another one has taken its place.
    func drop(_ text: String, for context: AuthorizationContext) {
        if entries[context]?.token?.text == text { entries[context]?.token = nil }
    }

    /// The result of the fetch under way, or of a new one.
    private func fetched(for context: AuthorizationContext) async -> Result<Token, CallStatus> {
        var fetch = entries[context]?.fetch ?? start(context)
        fetch.waiting += 1
        entries[context, default: Entry()].fetch = fetch
        let task = fetch.task
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            Task { await self.leave(task, for: context) }
        }
    }

    private func start(_ context: AuthorizationContext) -> Fetch {
        let task = Task { [provider, now] in
            let result: Result<Token, CallStatus>
            do {
                result = .success(Token(try await provider.token(for: context), fetchedAt: now().seconds))
            } catch {
                result = .failure(Self.status(of: error))
            }
            // Nobody waits for a cancelled fetch, and another one may have taken its place.
            if !Task.isCancelled { finish(context, with: result) }
            return result
        }
        return (task, 0)
    }

    private func finish(_ context: AuthorizationContext, with result: Result<Token, CallStatus>) {
        entries[context]?.fetch = nil
        if case .success(let token) = result { entries[context]?.token = token }
        if entries[context]?.token == nil { entries[context] = nil }
        guard entries.count > Self.capacity else { return }
        let oldest = entries.filter { $0.value.fetch == nil }.min { $0.value.lastUse < $1.value.lastUse }
        if let oldest { entries[oldest.key] = nil }
    }

    /// Takes back a call that was cancelled. A fetch that nobody waits for any more is cancelled.
    private func leave(_ task: Task<Result<Token, CallStatus>, Never>, for context: AuthorizationContext) {
        guard var fetch = entries[context]?.fetch, fetch.task == task else { return }
        fetch.waiting -= 1
        entries[context]?.fetch = fetch.waiting > 0 ? fetch : nil
        if fetch.waiting > 0 { return }
        task.cancel()
        if entries[context]?.token == nil { entries[context] = nil }
    }

    private static func status(of error: any Error) -> CallStatus {
        switch error {
        case let status as CallStatus: status
        case is CancellationError: CallStatus(.cancelled, "The fetch of a token was cancelled.")
        default: CallStatus(.unavailable, "\(KnownCause.failedProvider)\(error)")
        }
    }
}
