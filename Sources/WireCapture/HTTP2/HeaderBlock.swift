import GRPCWire

/// The headers that were sent together, in wire order.
///
/// Names and values stand behind one another in one array, so that a block costs two pieces of memory however many
/// headers it has. A ``HeaderField`` is made when one is asked for.
public struct HeaderBlock: Hashable, Sendable {
    /// Where a header stands in the bytes.
    struct Place: Hashable, Sendable {
        let start: Int
        /// `unknown` when the name was sent before the capture; so for the value, which follows the name.
        let nameLength: Int
        let valueLength: Int

        static let unknown = -1

        var name: Range<Int> { start..<(start + Swift.max(nameLength, 0)) }
        var value: Range<Int> { name.upperBound..<(name.upperBound + Swift.max(valueLength, 0)) }
        var range: Range<Int> { start..<value.upperBound }
        var isKnown: Bool { nameLength >= 0 && valueLength >= 0 }
        /// Its size as HPACK counts, in bytes: with 32 more for what a table needs.
        var size: Int { range.count + 32 }

        func moved(by distance: Int) -> Place {
            Place(start: start + distance, nameLength: nameLength, valueLength: valueLength)
        }
    }

    private(set) var bytes: [UInt8] = []
    private(set) var places: [Place] = []

    init() {}

    public init(_ fields: some Sequence<HeaderField>) {
        for field in fields { append(field) }
    }

    init(_ metadata: Metadata) { self.init(metadata.lazy.map { HeaderField($0) }) }

    /// - Parameter places: In the order of the bytes.
    init(bytes: [UInt8], places: [Place]) {
        self.bytes = bytes
        self.places = places
    }

    /// Whether the name and the value of every header are known.
    public var isKnown: Bool { places.allSatisfy(\.isKnown) }

    /// Their size together as HPACK counts, in bytes.
    var size: Int { bytes.count + places.count * 32 }

    /// The value of the last header of a name, as on the wire; `nil` when there is none, or it is not known.
    public func value(_ name: HeaderName) -> ArraySlice<UInt8>? {
        guard let place = places.last(where: { isNamed($0, name) }), place.valueLength >= 0 else { return nil }
        return bytes[place.value]
    }

    /// Whether there is a header of a name.
    public func has(_ name: HeaderName) -> Bool { places.contains { isNamed($0, name) } }

    private func isNamed(_ place: Place, _ name: HeaderName) -> Bool {
        place.nameLength == name.bytes.count && holds(name.bytes, at: place.start)
    }

    /// Whether the last header of a name has this value.
    func has(_ name: HeaderName, _ value: [UInt8]) -> Bool {
        guard let place = places.last(where: { isNamed($0, name) }) else { return false }
        return place.valueLength == value.count && holds(value, at: place.value.lowerBound)
    }

    /// - Precondition: There are as many bytes from `start` on.
    private func holds(_ text: [UInt8], at start: Int) -> Bool {
        // From the end: names that are equally long rarely end alike.
        var index = text.count
        while index > 0 {
            index -= 1
            guard bytes[start + index] == text[index] else { return false }
        }
        return true
    }

    // MARK: Change

    mutating func append(_ field: HeaderField) {
        let start = bytes.count
        if let name = field.name { bytes.append(contentsOf: name.utf8) }
        let nameLength = field.name == nil ? Place.unknown : bytes.count - start
        if let value = field.value { bytes.append(contentsOf: value) }
        places.append(Place(start: start, nameLength: nameLength, valueLength: field.value?.count ?? Place.unknown))
    }

    static func + (left: HeaderBlock, right: HeaderBlock) -> HeaderBlock {
        let start = left.bytes.count
        return HeaderBlock(
            bytes: left.bytes + right.bytes, places: left.places + right.places.map { $0.moved(by: start) })
    }
}

extension HeaderBlock: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { places.count }

    /// - Complexity: O(length of the header).
    public subscript(index: Int) -> HeaderField {
        let place = places[index]
        return HeaderField(
            name: place.nameLength < 0 ? nil : String(decoding: bytes[place.name], as: UTF8.self),
            value: place.valueLength < 0 ? nil : Array(bytes[place.value]))
    }
}

extension HeaderBlock: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: HeaderField...) { self.init(elements) }
}
