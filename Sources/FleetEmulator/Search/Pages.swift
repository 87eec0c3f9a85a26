internal import ByteText
internal import FleetErrors
internal import FleetMessages
internal import GRPCWire

extension FleetEmulator {
    /// The most items on a page, whatever the request asks for.
    private static let pageLimit = 1000

    /// The page of a list that a request asks for.
    ///
    /// A token has the last name of the page before: resources that come, go or no longer match move no others.
    ///
    /// - Parameters:
    ///   - names: The names of all resources that match, in ascending order of their bytes.
    ///   - standard: The size of a page where the request does not say it.
    /// - Returns: The names on the page, and the token that asks for the next one; empty on the last.
    func page(
        of names: [String], size: Int32, token: String, standard: Int = 50
    ) throws(CallStatus) -> (items: ArraySlice<String>, nextToken: String) {
        guard size >= 0 else {
            throw Rule.pages.invalid("Invalid page size", [("page_size", "must not be negative")])
        }
        let last = (try? Base64.decode(token.utf8)) ?? []
        guard token.isEmpty || last.starts(with: "providers/".utf8) else {
            throw Rule.pages.invalid("Invalid page token", [("page_token", "not a token of this service")])
        }
        let count = min(size == 0 ? standard : Int(size), Self.pageLimit)
        let rest = names[names.partitioningIndex { last.lexicographicallyPrecedes($0.utf8) }...]
        let page = rest.prefix(count)
        return (page, page.count < rest.count ? page.last.map { Base64.encode($0.utf8, as: .url) } ?? "" : "")
    }

    /// The time before `now` by the span in a field of a request, which has to be longer than nothing; `nil` without a span.
    func time(_ span: ProtobufDuration?, before now: Timestamp, field: String) throws(CallStatus) -> Timestamp? {
        guard let span else { return nil }
        guard span > ProtobufDuration() else {
            throw Rule.durations.invalid("Invalid duration", [(field, "must be a positive duration")])
        }
        return now - span
    }
}
