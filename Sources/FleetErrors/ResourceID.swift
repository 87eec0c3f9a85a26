/// The rules for ids of resources.
///
/// At most 64 characters, in Unicode's normal form C, which is not checked here, none of `/ : ? , #`. Source: the comments of
/// Fleet Engine's `.proto` files.
package enum ResourceID {
    package static let rules = "IDs have at most \(lengthLimit) characters in normal form C, and none of / : ? , #."
    private static let lengthLimit = 64
    private static let forbidden = "/:?,#"

    /// What is wrong with an id, as the end of a sentence about it; `nil` when it looks right.
    package static func problem(_ id: String) -> String? {
        if id.unicodeScalars.count > lengthLimit {
            return "has \(id.unicodeScalars.count) characters; \(lengthLimit) are allowed"
        }
        let bad = id.unicodeScalars.first { forbidden.unicodeScalars.contains($0) }
        return bad.map { "contains \"\($0)\"" }
    }
}
