/// Counts what the files of a schema declare together: an element takes some hundred bytes of memory, and as few as two of
/// a file.
///
/// Elements are imports, declarations, options with the values inside of them, reserved names and numbers, and the comments of
/// descriptor sets. A group counts as a message and a field, and an extension twice: it is declared in one place, and is a field
/// of a message in another.
final class ElementCount {
    /// About twice as many as all of Google's public schemas have. A descriptor set as dense as theirs, without comments,
    /// reaches the limit at 50 MiB.
    static let limit = 1 << 20

    private let limit: Int
    private var count = 0

    init(limit: Int = ElementCount.limit) { self.limit = limit }

    /// - Parameter place: The place of the element, for the error.
    func add(at place: @autoclosure () -> FilePlace) throws(SchemaError) {
        count += 1
        guard count > limit else { return }
        throw SchemaError(
            .limit, at: place(),
            "The schema has more than \(limit) imports, declarations, options, comments and reserved names.")
    }
}
