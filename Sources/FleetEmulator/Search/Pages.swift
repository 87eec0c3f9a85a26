internal import ByteText
internal import FleetErrors
internal import FleetMessages

/// A page of a list: its items, and the token that asks for the next page.
struct Page<Element> {
    var items: ArraySlice<Element>
    /// The token of the next page; empty on the last one.
    var nextToken: String
    /// The number of items on all pages together.
    var total: Int
}

extension FleetEmulator {
    /// The most items on a page, whatever the request asks for.
    private static let pageLimit = 1000

    /// The page of a list that a request asks for.
    ///
    /// - Parameter standard: The size of a page where the request does not say it.
    func page<Element>(
        of items: [Element], size: Int32, token: String, standard: Int = 50
    ) throws(CallStatus) -> Page<Element> {
        guard size >= 0 else {
            throw EmulatorRule.pages.invalid("Invalid page size", [("page_size", "must not be negative")])
        }
        guard let start = token.isEmpty ? 0 : Self.position(token) else {
            throw EmulatorRule.pages.invalid("Invalid page token", [("page_token", "not a token of this service")])
        }
        let count = min(size == 0 ? standard : Int(size), Self.pageLimit)
        let begin = min(start, items.count)
        let end = min(begin + count, items.count)
        return Page(
            items: items[begin..<end], nextToken: end < items.count ? "p" + String(end, radix: 36) : "",
            total: items.count)
    }

    /// The place in the list that a token stands for.
    private static func position(_ token: String) -> Int? {
        guard token.hasPrefix("p"), token.utf8.count <= 12, token.utf8.dropFirst().allSatisfy(\.isLetterOrDigit) else {
            return nil
        }
        return Int(token.dropFirst(), radix: 36)
    }

    /// A span that has to be longer than nothing.
    func positive(_ span: ProtobufDuration, _ field: String) throws(CallStatus) -> ProtobufDuration {
        guard span.isValid && span > ProtobufDuration() || !enforces(.durations) else {
            throw EmulatorRule.durations.invalid("Invalid duration", [(field, "must be a positive duration")])
        }
        return span
    }
}
