import ByteText
package import GRPCWire

/// The headers that were sent together, in wire order.
///
/// A block is a single piece of memory, however many headers it has: each call has up to three blocks, and a capture is read
/// with many calls open at once. A ``HeaderField`` is made when one is asked for.
public struct HeaderBlock: Hashable, Sendable {
    /// The ranges of a header's name and value in the bytes.
    package struct Place: Hashable, Sendable, BitwiseCopyable {
        /// Bytes that a place takes in a block.
        fileprivate static let storedLength = 16

        // Integers of 32 bits, since most of the memory of an open call is its headers.
        private let storedStart: Int32
        private let storedNameLength: Int32
        private let storedValueLength: Int32
        /// The index of the name, see ``HeaderName/index(of:)``; less than 0 for names without one.
        let nameIndex: Int8

        /// - Precondition: `start` and the lengths together are no more than ``limit``.
        init(start: Int, nameLength: Int, valueLength: Int, nameIndex: Int8) {
            storedStart = Int32(truncatingIfNeeded: start)
            storedNameLength = Int32(truncatingIfNeeded: nameLength)
            storedValueLength = Int32(truncatingIfNeeded: valueLength)
            self.nameIndex = nameIndex
        }

        /// Reads a place that ``write(to:)`` has written.
        @inline(__always)
        fileprivate init(_ content: Span<UInt8>, at offset: Int) {
            let first = content.uint64(at: offset, isBigEndian: false) ?? 0
            let second = content.uint64(at: offset + 8, isBigEndian: false) ?? 0
            storedStart = Int32(truncatingIfNeeded: first)
            storedNameLength = Int32(truncatingIfNeeded: first >> 32)
            storedValueLength = Int32(truncatingIfNeeded: second)
            nameIndex = Int8(truncatingIfNeeded: second >> 32)
        }

        fileprivate func write(to content: inout OutputSpan<UInt8>) {
            content.append(UInt64(UInt32(bitPattern: storedStart)) | UInt64(UInt32(bitPattern: storedNameLength)) << 32)
            content.append(UInt64(UInt32(bitPattern: storedValueLength)) | UInt64(UInt8(bitPattern: nameIndex)) << 32)
        }

        static let unknown = -1
        /// Bytes that the headers of a block may have together.
        static let limit = Int(Int32.max)

        /// A header of which neither the name nor the value is in the capture.
        static let missing = Place(start: 0, nameLength: unknown, valueLength: unknown, nameIndex: -1)

        var start: Int { Int(storedStart) }
        /// ``unknown`` when the name is not in the capture.
        package var nameLength: Int { Int(storedNameLength) }
        /// ``unknown`` when the value is not in the capture. The value stands behind the name.
        package var valueLength: Int { Int(storedValueLength) }
        package var name: Range<Int> { start..<(start + Swift.max(nameLength, 0)) }
        package var value: Range<Int> { name.upperBound..<(name.upperBound + Swift.max(valueLength, 0)) }
        var range: Range<Int> { start..<value.upperBound }
        package var isKnown: Bool { nameLength >= 0 && valueLength >= 0 }
        var size: Int { Self.size(range.count) }

        /// The size of a header as HPACK counts it, in bytes: RFC 7541, section 4.1.
        ///
        /// - Parameter length: Bytes of the name and the value.
        static func size(_ length: Int) -> Int { length + 32 }

        func moved(by distance: Int) -> Place {
            Place(start: start + distance, nameLength: nameLength, valueLength: valueLength, nameIndex: nameIndex)
        }
    }

    /// What is known of all headers of a block together.
    private struct Summary {
        static let storedLength = 16

        /// By index of a name, a byte each: the number of the last header that has it, from 1. 0 where there is none,
        /// ``uncounted`` where the number is larger.
        private(set) var lastByName: UInt64 = 0
        let count: Int
        private(set) var isPlainGRPC = false
        let isPresumed: Bool

        static let uncounted = 255
        private static let plainType = Array(ContentType.grpc.rawValue.utf8)

        init(_ text: Span<UInt8>, _ places: Span<Place>, isPresumed: Bool) {
            (count, self.isPresumed) = (places.count, isPresumed)
            let contentType = HeaderName.contentType.index
            var type: Range<Int>?
            for index in places.indices where places[index].nameIndex >= 0 {
                let shift = UInt64(places[index].nameIndex) * 8
                lastByName &= ~(0xff << shift)
                lastByName |= UInt64(Swift.min(index + 1, Self.uncounted)) << shift
                if Int(places[index].nameIndex) == contentType { type = places[index].value }
            }
            if let type { isPlainGRPC = text.extracting(type).hasSameBytes(as: Self.plainType.span) }
        }

        /// Reads the summary that ``write(to:)`` has written; without one, there are no headers.
        @inline(__always)
        init(_ content: Span<UInt8>) {
            lastByName = content.uint64(at: content.count - Self.storedLength, isBigEndian: false) ?? 0
            let rest = content.uint64(at: content.count - 8, isBigEndian: false) ?? 0
            count = Int(UInt32(truncatingIfNeeded: rest))
            isPlainGRPC = rest >> 32 & 1 != 0
            isPresumed = rest >> 33 & 1 != 0
        }

        func write(to content: inout OutputSpan<UInt8>) {
            content.append(lastByName)
            content.append(
                UInt64(UInt32(truncatingIfNeeded: count)) | (isPlainGRPC ? 1 << 32 : 0) | (isPresumed ? 1 << 33 : 0))
        }

        /// The last header with the index of a name; `nil` where there is none.
        @inline(__always)
        func last(_ index: Int) -> (number: Int, isCounted: Bool)? {
            let number = Int(lastByName >> UInt64(index * 8) & 0xff)
            return number == 0 ? nil : (number, number < Self.uncounted)
        }
    }

    /// The places of the headers of a block, in their order.
    package struct Places: RandomAccessCollection, Sendable {
        fileprivate let content: [UInt8]
        package var startIndex: Int { 0 }
        package let endIndex: Int

        package subscript(index: Int) -> Place {
            precondition(indices.contains(index))
            return HeaderBlock.place(index, of: endIndex, in: content.span)
        }
    }

    /// The names and values one behind the other, then the places of the headers, then the summary. Nothing without headers.
    private let content: [UInt8]

    private var summary: Summary { Summary(content.span) }

    @inline(__always)
    private static func place(_ index: Int, of count: Int, in content: Span<UInt8>) -> Place {
        Place(content, at: textLength(content.count, count) + index * Place.storedLength)
    }

    /// Bytes of the names and values.
    @inline(__always)
    private static func textLength(_ length: Int, _ count: Int) -> Int {
        length == 0 ? 0 : length - Summary.storedLength - count * Place.storedLength
    }

    /// The bytes that the ranges of ``places`` are ranges of. Behind the names and values they go on with the block's own.
    package var bytes: [UInt8] { content }
    package var places: Places { Places(content: content, endIndex: count) }

    /// A block of headers whose places are known.
    ///
    /// - Parameters:
    ///   - text: The names and values. What else a block holds is appended to it.
    ///   - places: In the order of the text.
    init(_ text: inout [UInt8], places: [Place], isPresumed: Bool = false) {
        guard !places.isEmpty else {
            content = []
            return
        }
        let summary = Summary(text.span, places.span, isPresumed: isPresumed)
        text.append(addingCapacity: places.count * Place.storedLength + Summary.storedLength) { output in
            for place in places { place.write(to: &output) }
            summary.write(to: &output)
        }
        content = [UInt8](copying: text.span)
    }

    /// A block of fields in their order. Of those behind the first two gigabytes neither name nor value are kept.
    public init(_ fields: some Sequence<HeaderField>) { self.init(fields, isPresumed: false) }

    private init(_ fields: some Sequence<HeaderField>, isPresumed: Bool) {
        var (text, places): ([UInt8], [Place]) = ([], [])
        for field in fields {
            let start = text.count
            let (nameLength, valueLength) = (field.name?.utf8.count, field.value?.count)
            guard start + (nameLength ?? 0) + (valueLength ?? 0) <= Place.limit else {
                places.append(.missing)
                continue
            }
            if let name = field.name { text.append(contentsOf: name.utf8) }
            let nameIndex = HeaderName.index(of: text.span.extracting(start...))
            if let value = field.value { text.append(contentsOf: value) }
            places.append(
                Place(
                    start: start, nameLength: nameLength ?? Place.unknown, valueLength: valueLength ?? Place.unknown,
                    nameIndex: nameIndex))
        }
        self.init(&text, places: places, isPresumed: isPresumed)
    }

    package init(_ metadata: Metadata) { self.init(metadata.lazy.map { HeaderField(name: $0.name, value: $0.value) }) }

    public static func == (left: HeaderBlock, right: HeaderBlock) -> Bool {
        left.content.span.hasSameBytes(as: right.content.span)
    }

    public func hash(into hasher: inout Hasher) {
        // All at once is much quicker than one by one.
        unsafe content.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }

    package static func + (left: HeaderBlock, right: HeaderBlock) -> HeaderBlock {
        HeaderBlock([left, right].joined(), isPresumed: left.isPresumed || right.isPresumed)
    }
}

// MARK: - What is known of a block

extension HeaderBlock {
    /// Whether the name and the value of every header are known.
    public var isKnown: Bool { places.allSatisfy(\.isKnown) }

    /// The number of headers whose name or value is not known.
    package var unknownCount: Int { places.count { !$0.isKnown } }

    /// Some headers refer to ones that were sent before packets which are not in the capture. The wire does not say which
    /// headers those are; it follows from all blocks together.
    public var isPresumed: Bool { summary.isPresumed }

    /// Where the headers with indexed names are: blocks that are alike have them in the same places.
    var lastByName: UInt64 { summary.lastByName }

    /// The content type is the one that nearly all calls have: `application/grpc`.
    package var isPlainGRPC: Bool { summary.isPlainGRPC }

    /// gRPC's content type; `nil` for others.
    package var contentType: ContentType? {
        isPlainGRPC ? .grpc : text(.contentType).flatMap { ContentType(header: $0) }
    }

    /// The encoding that a header names; `nil` when the header is missing or its value not known.
    package func encoding(_ name: HeaderName) -> MessageEncoding? {
        guard let encoding = text(name)?.lowercased() else { return nil }
        // `x-gzip` is the name of HTTP's early days, which some proxies still write.
        return encoding == "x-gzip" ? .gzip : MessageEncoding(rawValue: encoding)
    }

    /// The status code that `grpc-status` gives in one or two digits; `nil` for all other values, and where the block has no
    /// such header or its value is not known.
    package var plainCode: StatusCode? {
        guard let digits = value(.grpcStatus), (1...2).contains(digits.count), digits.allSatisfy(\.isDigit) else {
            return nil
        }
        return StatusCode(rawValue: digits.reduce(0) { $0 * 10 + Int32($1 - UInt8(ascii: "0")) })
    }

    /// No name comes twice, and all are in lower case, as in nearly all blocks. False also where that takes long to tell.
    package var hasDistinctNames: Bool {
        guard count <= 32 else { return false }
        let (places, bytes) = (Array(places), bytes.span)
        for index in places.indices {
            let name = places[index].name
            for place in name where (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[place]) { return false }
            for other in 0..<index where places[other].name.count == name.count {
                guard !bytes.extracting(places[other].name).hasSameBytes(as: bytes.extracting(name)) else {
                    return false
                }
            }
        }
        return true
    }

    /// The headers that are known and whose names end in `-bin`: their values stand for bytes.
    package var binaryFields: [Metadata.Field] {
        places.compactMap { place in
            let name = bytes[place.name]
            // Most names have another last letter, which is quicker to tell.
            guard place.isKnown, name.last == UInt8(ascii: "n"), name.suffix(4).elementsEqual("-bin".utf8) else {
                return nil
            }
            return Metadata.Field(name: String(decoding: name, as: UTF8.self), value: Array(bytes[place.value]))
        }
    }

    /// The size of all headers together as HPACK counts it, in bytes.
    package var size: Int { Self.textLength(content.count, count) + Place.size(0) * count }
}

// MARK: - By name

extension HeaderBlock {
    /// The value of the last header with a name, as on the wire; `nil` when there is none, or the value is not known.
    public func value(_ name: HeaderName) -> ArraySlice<UInt8>? {
        guard let place = place(name), place.valueLength >= 0 else { return nil }
        return bytes[place.value]
    }

    /// The value of the last header with a name as text; `nil` when there is none, or the value is not known.
    package func text(_ name: HeaderName) -> String? { value(name).map { String(decoding: $0, as: UTF8.self) } }

    /// Whether there is a header with a name.
    public func has(_ name: HeaderName) -> Bool { place(name) != nil }

    /// Whether there is a header with a name, and its value is known.
    package func hasValue(_ name: HeaderName) -> Bool { place(name)?.valueLength ?? Place.unknown >= 0 }

    private func place(_ name: HeaderName) -> Place? {
        if let index = name.index {
            let summary = summary
            guard let (number, isCounted) = summary.last(index) else { return nil }
            if isCounted { return Self.place(number - 1, of: summary.count, in: content.span) }
        }
        return places.last { $0.nameLength >= 0 && bytes[$0.name].elementsEqual(name.bytes) }
    }
}

extension HeaderBlock: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { summary.count }

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
