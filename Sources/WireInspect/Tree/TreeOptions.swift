import ConsoleText

/// The choices for showing a message as a tree.
public struct TreeOptions: Hashable, Sendable {
    /// Shows the offset of each field in hexadecimal digits: the offset in the file where the file holds the message as it
    /// is, otherwise the offset in the message.
    public var showsOffsets = false
    /// Shows every element of long lists, and long strings in full. Otherwise a line tells what is left out.
    public var showsAll = false
    /// Hides credentials by their names and schemes, too, as the details of errors have them; otherwise by their form alone.
    package var hidesNamedCredentials = false
    /// The colours of names, values and notes.
    public var palette = Palette.plain

    /// Trees without colours, long lists shortened.
    public init() {}

    /// Lists with more elements are shortened.
    static let listLimit = 20
    /// The number of elements shown at the start and at the end of a shortened list: elements of one line, and elements
    /// with fields inside.
    static let lineEnds = (first: 10, last: 3)
    static let blockEnds = (first: 3, last: 1)

    /// The most levels of `Any` in one another; the content of a deeper one is shown as bytes.
    static let anyLimit = 16

    var textLimit: Int { showsAll ? .max : 200 }
}
