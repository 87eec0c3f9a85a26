internal import FleetErrors
internal import FleetMessages

extension FleetEmulator {
    /// The most items on a page, whatever the request asks for.
    private static let pageLimit = 1000

    /// The page of a list that a request asks for.
    ///
    /// - Parameter standard: The size of a page where the request does not say it.
    /// - Returns: The items of the page, and the token that asks for the next one; empty on the last.
    func page(
        of items: [String], size: Int32, token: String, standard: Int = 50
    ) throws(CallStatus) -> (items: ArraySlice<String>, nextToken: String) {
        guard size >= 0 else {
            throw Rule.pages.invalid("Invalid page size", [("page_size", "must not be negative")])
        }
        let position = token.hasPrefix("p") ? Int(token.dropFirst(), radix: 36) : nil
        guard let start = token.isEmpty ? 0 : position, start >= 0 else {
            throw Rule.pages.invalid("Invalid page token", [("page_token", "not a token of this service")])
        }
        let count = min(size == 0 ? standard : Int(size), Self.pageLimit)
        let begin = min(start, items.count)
        let end = min(begin + count, items.count)
        return (items[begin..<end], end < items.count ? "p" + String(end, radix: 36) : "")
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
