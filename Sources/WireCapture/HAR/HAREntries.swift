internal import JSONText

/// Cuts the entries out of a HAR file that arrives in pieces: the elements of the list at `log.entries`.
///
/// Only brackets, quotes and the names on the way to the list are looked at. The file may have any size, the entries not.
///
/// Source: http://www.softwareishard.com/blog/har-12-spec/
struct HAREntries {
    /// The largest entry that is kept, in bytes: two messages at the limit for calls, in base64.
    static let entryLimit = 48 << 20
    /// The most values in an entry that is kept. Browsers write some hundreds; each takes much more memory than text.
    static let valueLimit = 1 << 18

    private enum Place {
        /// Not within the list.
        case outside
        /// Between entries.
        case list
        case entry
    }

    private var place = Place.outside
    private var structure = JSONStructure()
    /// The names of the members that are open, `log` and `entries` if it is the list.
    private var path: [[UInt8]] = []
    /// The last text outside of the list, up to the length of the names.
    private var text: [UInt8] = []

    /// The part of an entry that has arrived.
    private var entry: [UInt8] = []
    private var isTooLarge = false
    /// The number of commas and brackets, which is that of the values.
    private var values = 0

    private(set) var hasList = false
    /// Entries that were too large.
    private(set) var dropped = 0

    /// The list has not ended.
    var isOpen: Bool { place != .outside }

    /// Takes the next bytes of the file and hands out the entries that are complete.
    mutating func append(_ chunk: [UInt8], _ body: ([UInt8]) -> Void) {
        var start: Int? = place == .entry ? 0 : nil
        for (index, byte) in chunk.enumerated() {
            switch structure.take(byte) {
            case .other, .closingQuote: break
            case .openingQuote: text = []
            case .stringContent: if place == .outside, text.count < 10 { text.append(byte) }
            case .comma: values += 1
            case .openingBracket:
                values += 1
                if place == .list {
                    (place, start) = (.entry, index)
                } else if place == .outside {
                    open(isList: byte == UInt8(ascii: "["))
                }
            case .closingBracket:
                if place == .entry, structure.depth == 3, let first = start {
                    keep(chunk[first...index])
                    start = nil
                    place = .list
                    if isTooLarge { dropped += 1 } else { body(entry) }
                    (entry, isTooLarge, values) = ([], false, 0)
                } else if place == .list {
                    place = .outside
                }
                if path.count > max(structure.depth, 0) { path.removeLast() }
            }
        }
        if let start { keep(chunk[start...]) }
    }

    /// An object or list begins outside of the entries.
    private mutating func open(isList: Bool) {
        // The name before it; none before the first.
        let depth = structure.depth
        if path.count == depth - 1, depth <= 3 { path.append(depth == 1 ? [] : text) }
        text = []
        guard isList, depth == 3, path.count == 3, path[1].elementsEqual("log".utf8),
            path[2].elementsEqual("entries".utf8)
        else { return }
        (place, hasList) = (.list, true)
    }

    private mutating func keep(_ part: ArraySlice<UInt8>) {
        guard !isTooLarge, entry.count + part.count <= Self.entryLimit, values <= Self.valueLimit else {
            (entry, isTooLarge) = ([], true)
            return
        }
        entry += part
    }
}
