internal import ByteText

/// An entry of a map on the wire. A checked message has less than 2^31 bytes.
struct MapEntry {
    /// A key that is a number or `bool`, in the order of its values, where a missing key is one of 0 or `false`; 0 for text.
    fileprivate var number: UInt64 = 0
    /// Where the bytes of a key that is text lie; nowhere for other keys.
    fileprivate var text: (start: UInt32, end: UInt32) = (0, 0)
    private let value: (start: UInt32, end: UInt32)
    /// Offset of the first entry with the key.
    fileprivate var first: UInt32

    fileprivate init(_ value: Range<Int>) {
        self.value = Self.compact(value)
        first = self.value.start
    }

    /// Where the key and the value lie.
    var range: Range<Int> { Self.range(value) }

    fileprivate static func compact(_ range: Range<Int>) -> (start: UInt32, end: UInt32) {
        (UInt32(truncatingIfNeeded: range.lowerBound), UInt32(truncatingIfNeeded: range.upperBound))
    }

    fileprivate static func range(_ bounds: (start: UInt32, end: UInt32)) -> Range<Int> {
        Int(bounds.start)..<Int(bounds.end)
    }
}

extension GatheredMessage {
    /// The entries of a map, by ascending key, the last one of each key.
    ///
    /// - Parameter shorterFirst: Whether a string key comes before longer ones that begin with it, as in Google's C++
    ///   runtime, or behind them, as in its Python runtime (upb).
    func entries(of field: FieldIndex, shorterFirst: Bool = false) -> [MapEntry] {
        guard let (type, key, _) = input.pool.mapEntry(of: field) else { return [] }
        var entries: [MapEntry] = []
        var limit = 1024
        // A key is a number or text; the other one is the same for all.
        forEach(field) { occurrence in
            let found = GatheredMessage(input, [occurrence.value], as: type).last(key)
            var entry = MapEntry(occurrence.value)
            switch ScalarValue(input.pool.shapes[key].kind, bits: found?.bits ?? 0) {
            // Ascends from the least number.
            case .signed(let value): entry.number = UInt64(bitPattern: value) ^ 1 << 63
            case .unsigned(let value): entry.number = value
            case .bool(let value): entry.number = value ? 1 : 0
            default: entry.text = MapEntry.compact(found?.value ?? 0..<0)
            }
            entries.append(entry)
            // Memory is taken for as many entries as there are keys, however often the same ones come.
            guard entries.count >= limit else { return }
            keepLastOfEachKey(in: &entries, shorterFirst)
            limit = max(limit, 2 * entries.count)
        }
        keepLastOfEachKey(in: &entries, shorterFirst)
        return entries
    }

    /// Sorts entries by ascending key.
    private func keepLastOfEachKey(in entries: inout [MapEntry], _ shorterFirst: Bool) {
        entries.sort { left, right in
            if left.number != right.number { return left.number < right.number }
            let (text, other) = (bytes(ofKey: left), bytes(ofKey: right))
            for index in 0..<min(text.count, other.count) where text[index] != other[index] {
                return text[index] < other[index]
            }
            return text.count == other.count
                ? left.range.lowerBound < right.range.lowerBound : (text.count < other.count) == shorterFirst
        }
        var last = 0
        for index in entries.indices.dropFirst() {
            var entry = entries[index]
            if entries[last].number == entry.number, bytes(ofKey: entries[last]).hasSameBytes(as: bytes(ofKey: entry)) {
                entry.first = entries[last].first
            } else {
                last += 1
            }
            entries[last] = entry
        }
        entries.removeLast(max(entries.count - last - 1, 0))
    }

    /// The entries of a map, the last one of each key, in the order in which their keys came first.
    func entriesInOrderOfArrival(of field: FieldIndex) -> [MapEntry] {
        var entries = entries(of: field)
        entries.sort { $0.first < $1.first }
        return entries
    }

    @_lifetime(copy self)
    private func bytes(ofKey entry: MapEntry) -> Span<UInt8> { input.bytes.extracting(MapEntry.range(entry.text)) }
}
