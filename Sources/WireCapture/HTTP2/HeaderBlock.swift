import GRPCWire

/// The headers that were sent together, in wire order.
///
/// Names and values stand behind one another in one array, so that a block costs the same few pieces of memory however
/// many headers it has. A ``HeaderField`` is made when one is asked for.
public struct HeaderBlock: Hashable, Sendable {
    /// Where a header stands in the bytes.
    package struct Place: Hashable, Sendable {
        package let start: Int
        /// `unknown` when the name is not in the capture; so for the value, which follows the name.
        package let nameLength: Int
        package let valueLength: Int
        /// Which of the common names it has, see ``HeaderName``; less than 0 for others.
        package let common: Int8

        package static let unknown = -1

        /// Neither its name nor its value is in the capture.
        package static let missing = Place(start: 0, nameLength: unknown, valueLength: unknown, common: -1)

        package var name: Range<Int> { start..<(start + Swift.max(nameLength, 0)) }
        package var value: Range<Int> { name.upperBound..<(name.upperBound + Swift.max(valueLength, 0)) }
        package var range: Range<Int> { start..<value.upperBound }
        package var isKnown: Bool { nameLength >= 0 && valueLength >= 0 }
        /// Its size as HPACK counts, in bytes: with 32 more for what a table needs.
        package var size: Int { range.count + 32 }

        func moved(by distance: Int) -> Place {
            Place(start: start + distance, nameLength: nameLength, valueLength: valueLength, common: common)
        }
    }

    /// What copies of a block share. Senders repeat theirs from call to call.
    private final class Storage: Sendable {
        let bytes: [UInt8]
        let places: [Place]
        /// The last header of each common name: its index, or -1.
        let common: SIMD8<Int32>
        /// See ``HeaderBlock/isUsualGRPC``.
        let isUsualGRPC: Bool
        /// See ``HeaderBlock/isPresumed``.
        let isPresumed: Bool

        init(_ bytes: [UInt8], _ places: [Place], isPresumed: Bool) {
            (self.bytes, self.places, self.isPresumed) = (bytes, places, isPresumed)
            var common = SIMD8<Int32>(repeating: -1)
            let headers = places.span
            for index in headers.indices where headers[index].common >= 0 {
                common[Int(headers[index].common)] = Int32(truncatingIfNeeded: index)
            }
            self.common = common
            let type = HeaderName.contentType.common.map { Int(common[$0]) } ?? -1
            isUsualGRPC = type >= 0 && bytes[places[type].value] == Self.usualType
        }

        private static let usualType = Array(ContentType().description.utf8)[...]

        static let empty = Storage([], [], isPresumed: false)
    }

    private let storage: Storage

    package var bytes: [UInt8] { storage.bytes }
    package var places: [Place] { storage.places }

    /// - Parameter places: In the order of the bytes.
    init(bytes: [UInt8], places: [Place], isPresumed: Bool = false) {
        storage = places.isEmpty ? .empty : Storage(bytes, places, isPresumed: isPresumed)
    }

    public init(_ fields: some Sequence<HeaderField>) {
        var (bytes, places): ([UInt8], [Place]) = ([], [])
        for field in fields {
            let start = bytes.count
            if let name = field.name { bytes.append(contentsOf: name.utf8) }
            let nameLength = field.name == nil ? Place.unknown : bytes.count - start
            let common = HeaderName.common(bytes.span.extracting(start..<bytes.count))
            if let value = field.value { bytes.append(contentsOf: value) }
            places.append(
                Place(
                    start: start, nameLength: nameLength, valueLength: field.value?.count ?? Place.unknown,
                    common: common))
        }
        self.init(bytes: bytes, places: places)
    }

    init(_ metadata: Metadata) { self.init(metadata.lazy.map { HeaderField($0) }) }

    public static func == (left: HeaderBlock, right: HeaderBlock) -> Bool {
        left.storage === right.storage || left.bytes.span.holdsSame(as: right.bytes.span) && left.places == right.places
    }

    public func hash(into hasher: inout Hasher) {
        // Of equal blocks they are equal. All at once, which is much quicker than one by one.
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }

    /// Whether the name and the value of every header are known.
    public var isKnown: Bool { places.allSatisfy(\.isKnown) }

    /// Where the common headers stand: in blocks that are alike, in the same places.
    var commonPlaces: SIMD8<Int32> { storage.common }

    /// Some refer to headers that were sent before packets which are not in the capture. What they refer to is not said on
    /// the wire then, but follows from all of them together.
    public var isPresumed: Bool { storage.isPresumed }

    /// Their content type is the one that nearly all have: `application/grpc`.
    var isUsualGRPC: Bool { storage.isUsualGRPC }

    /// gRPC's content type; `nil` for others.
    var contentType: ContentType? {
        isUsualGRPC ? ContentType() : CapturedCall.text(.contentType, in: self).flatMap { ContentType(header: $0) }
    }

    /// How many there are whose name or value is not known.
    package var unknownCount: Int { places.count { !$0.isKnown } }

    /// No name comes twice, and all are in lower case, as in nearly all blocks. False also where that takes long to tell.
    package var hasDistinctNames: Bool {
        let (places, bytes) = (places.span, bytes.span)
        guard places.count <= 32 else { return false }
        for index in places.indices {
            let name = places[index].name
            for place in name where (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[place]) { return false }
            for other in 0..<index where places[other].name.count == name.count {
                guard !bytes.extracting(places[other].name).holdsSame(as: bytes.extracting(name)) else { return false }
            }
        }
        return true
    }

    /// Whether the name of a header ends in `-bin`: its value stands for bytes.
    package func isBinary(_ place: Place) -> Bool { bytes[place.name].suffix(4).elementsEqual("-bin".utf8) }

    /// Their size together as HPACK counts, in bytes.
    package var size: Int { bytes.count + places.count * 32 }

    /// The value of the last header of a name, as on the wire; `nil` when there is none, or it is not known.
    public func value(_ name: HeaderName) -> ArraySlice<UInt8>? {
        guard let place = place(name), place.valueLength >= 0 else { return nil }
        return bytes[place.value]
    }

    /// Whether there is a header of a name.
    public func has(_ name: HeaderName) -> Bool { place(name) != nil }

    /// The last header of a name.
    private func place(_ name: HeaderName) -> Place? {
        guard let common = name.common else {
            return places.last { $0.nameLength >= 0 && bytes[$0.name].elementsEqual(name.bytes) }
        }
        let index = Int(storage.common[common])
        return index < 0 ? nil : places[index]
    }

    static func + (left: HeaderBlock, right: HeaderBlock) -> HeaderBlock {
        let start = left.bytes.count
        return HeaderBlock(
            bytes: left.bytes + right.bytes, places: left.places + right.places.map { $0.moved(by: start) },
            isPresumed: left.isPresumed || right.isPresumed)
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
