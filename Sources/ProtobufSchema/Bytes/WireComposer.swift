public import ProtobufWire

/// Writes messages anew from gathered fields: the encoding that the official runtimes call deterministic.
///
/// Known fields ascend by number, packed as declared, without defaults of implicit presence; map entries ascend by key,
/// one for each key; unknown fields follow as they arrived.
struct WireComposer {
    let pool: SchemaPool
    var limits = DecodingLimits()

    func table(_ bytes: Span<UInt8>, _ pieces: [Range<Int>], _ message: MessageIndex) -> FieldTable {
        FieldTable(bytes, pieces: pieces, message: message, in: pool, levels: limits.recursion)
    }

    /// The fields of the message that lies in `pieces`.
    func message(_ bytes: Span<UInt8>, _ pieces: [Range<Int>], _ message: MessageIndex, into output: inout [UInt8]) {
        let fields = table(bytes, pieces, message)
        for index in pool.layouts[message].fields { field(bytes, fields, index, into: &output) }
        unknown(bytes, fields, into: &output)
    }

    func unknown(_ bytes: Span<UInt8>, _ fields: FieldTable, into output: inout [UInt8]) {
        fields.forEachUnknown(in: bytes, pool) { field in
            if let (index, value) = field.mapEntry {
                submessage(bytes, [value], index, into: &output)
            } else if let (index, value) = field.foreign {
                pool.forEachForeign(bytes, value, to: index) { bits in
                    output.append(tag: pool.shapes[index].number, .varint)
                    output.append(varint: bits)
                }
            } else {
                output.append(bytes, field.range)
            }
        }
    }

    /// One field with all its values; nothing when it is not set.
    func field(_ bytes: Span<UInt8>, _ fields: FieldTable, _ index: FieldIndex, into output: inout [UInt8]) {
        guard fields.isSet(index, in: pool) else { return }
        let kind = pool.shapes[index].kind
        if pool.shapes[index].isMap {
            map(bytes, fields, index, into: &output)
        } else if pool.shapes[index].isPacked {
            delimited(index, into: &output) { output in
                fields.forEach(index, in: bytes, pool) { occurrence in
                    pool.forEachScalar(bytes, occurrence, of: index) { output.append(bits: $0, kind) }
                }
            }
        } else if pool.shapes[index].isRepeated {
            fields.forEach(index, in: bytes, pool) { occurrence in
                if kind.isMessage {
                    submessage(bytes, [occurrence.value], index, into: &output)
                } else if kind.isPackable {
                    pool.forEachScalar(bytes, occurrence, of: index) {
                        scalar(bytes, occurrence.value, $0, index, into: &output)
                    }
                } else {
                    scalar(bytes, occurrence.value, 0, index, into: &output)
                }
            }
        } else if kind.isMessage {
            submessage(bytes, fields.pieces(index, in: bytes, pool), index, into: &output)
        } else if let occurrence = fields.last(index) {
            scalar(bytes, occurrence.value, occurrence.bits, index, into: &output)
        }
    }

    /// A message field with its tag.
    func submessage(_ bytes: Span<UInt8>, _ pieces: [Range<Int>], _ index: FieldIndex, into output: inout [UInt8]) {
        guard let type = pool.shapes[index].message else { return }
        body(index, into: &output) { message(bytes, pieces, type, into: &$0) }
    }

    /// Tag, length and what `write` writes; for a group, what it writes between two tags.
    func body(_ index: FieldIndex, into output: inout [UInt8], _ write: (inout [UInt8]) -> Void) {
        guard pool.shapes[index].kind == .group else { return delimited(index, into: &output, write) }
        output.append(tag: pool.shapes[index].number, .startGroup)
        write(&output)
        output.append(tag: pool.shapes[index].number, .endGroup)
    }

    private func delimited(_ index: FieldIndex, into output: inout [UInt8], _ write: (inout [UInt8]) -> Void) {
        output.append(tag: pool.shapes[index].number, .lengthDelimited)
        output.append(0)
        let start = output.count
        write(&output)
        output.putLength(before: start)
    }

    func scalar(
        _ bytes: Span<UInt8>, _ value: Range<Int>, _ bits: UInt64, _ index: FieldIndex, into output: inout [UInt8]
    ) {
        let kind = pool.shapes[index].kind
        output.append(tag: pool.shapes[index].number, kind.wireType)
        if kind.isPackable {
            output.append(bits: bits, kind)
        } else {
            output.append(varint: UInt64(value.count))
            output.append(bytes, value)
        }
    }

    private func map(_ bytes: Span<UInt8>, _ fields: FieldTable, _ index: FieldIndex, into output: inout [UInt8]) {
        map(bytes, fields, index) { output += $0 }
    }

    /// Hands over each entry of a map, tag and all, by ascending key.
    func map(_ bytes: Span<UInt8>, _ fields: FieldTable, _ index: FieldIndex, _ body: ([UInt8]) -> Void) {
        guard let (_, key, valueField) = pool.mapEntry(of: index) else { return }
        for parts in entries(bytes, fields, index) {
            var output: [UInt8] = []
            delimited(index, into: &output) { output in
                let value = parts.last(key)
                scalar(bytes, value?.value ?? 0..<0, value?.bits ?? 0, key, into: &output)
                if pool.shapes[valueField].kind.isMessage {
                    submessage(bytes, parts.pieces(valueField, in: bytes, pool), valueField, into: &output)
                } else {
                    let value = parts.last(valueField)
                    scalar(bytes, value?.value ?? 0..<0, value?.bits ?? 0, valueField, into: &output)
                }
            }
            body(output)
        }
    }

    /// The entries of a map by ascending key, the last one of each key.
    ///
    /// - Parameter shorterFirst: Whether a string key comes before longer ones that begin with it, as in Google's C++
    ///   runtime, or behind them, as in its Python runtime (upb).
    func entries(
        _ bytes: Span<UInt8>, _ fields: FieldTable, _ index: FieldIndex, shorterFirst: Bool = false
    ) -> [FieldTable] {
        guard let (entry, key, _) = pool.mapEntry(of: index) else { return [] }
        var entries: [(key: MapKey, position: Int, parts: FieldTable)] = []
        fields.forEach(index, in: bytes, pool) { occurrence in
            let parts = table(bytes, [occurrence.value], entry)
            let key = MapKey(bytes, parts.last(key), pool.shapes[key].kind)
            entries.append((key, entries.count, parts))
        }
        entries.sort { left, right in
            if left.key == right.key { return left.position < right.position }
            return left.key.precedes(right.key, shorterFirst: shorterFirst)
        }
        return entries.indices.filter { $0 + 1 == entries.count || entries[$0].key != entries[$0 + 1].key }
            .map { entries[$0].parts }
    }
}

/// A map key that can be compared: numbers by value, strings by their bytes.
private enum MapKey: Equatable {
    case signed(Int64)
    case unsigned(UInt64)
    case string([UInt8])

    init(_ bytes: Span<UInt8>, _ occurrence: FieldTable.Occurrence?, _ kind: FieldKind) {
        switch ScalarValue(kind, bits: occurrence?.bits ?? 0) {
        case .signed(let value): self = .signed(value)
        case .unsigned(let value): self = .unsigned(value)
        case .bool(let value): self = .unsigned(value ? 1 : 0)
        default: self = .string(occurrence.map { bytes.array($0.value) } ?? [])
        }
    }

    func precedes(_ other: Self, shorterFirst: Bool) -> Bool {
        switch (self, other) {
        case (.signed(let left), .signed(let right)): left < right
        case (.unsigned(let left), .unsigned(let right)): left < right
        case (.string(let left), .string(let right)):
            left.starts(with: right) || right.starts(with: left)
                ? (left.count < right.count) == shorterFirst : left.lexicographicallyPrecedes(right)
        default: false
        }
    }
}

extension [UInt8] {
    mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        // The bytes are borrowed for the duration of the call only.
        unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }

    mutating func append(varint value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func append(tag number: Int, _ wireType: WireType) {
        append(varint: UInt64(number) << 3 | UInt64(wireType.rawValue))
    }

    /// Puts the length of what begins at `start` before it, where one byte was left for it; a longer one moves the rest.
    mutating func putLength(before start: Int) {
        let count = count - start
        guard count >= 0x80 else { return self[start - 1] = UInt8(count) }
        var length: [UInt8] = []
        length.append(varint: UInt64(count))
        replaceSubrange(start - 1..<start, with: length)
    }

    /// A number, `bool` or enum, in as many bytes as it needs.
    mutating func append(bits: UInt64, _ kind: FieldKind) {
        let low = UInt32(truncatingIfNeeded: bits)
        switch kind {
        case .double, .fixed64, .sfixed64:
            for shift in stride(from: 0, to: 64, by: 8) { append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
        case .float, .fixed32, .sfixed32:
            for shift in stride(from: 0, to: 32, by: 8) { append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
        case .int32, .enumeration: append(varint: UInt64(bitPattern: Int64(Int32(bitPattern: low))))
        case .uint32, .sint32: append(varint: UInt64(low))
        case .bool: append(bits == 0 ? 0 : 1)
        default: append(varint: bits)
        }
    }
}

extension MessageDescriptor {
    /// The same message as the official runtimes write it deterministically: known fields by ascending number, packed
    /// as declared, defaults left out, map entries by key, then the unknown fields as they arrived.
    ///
    /// Linear, but for maps, whose entries are sorted.
    /// - Returns: `nil` when `bytes` are not a message of this type; ``firstDamage(in:limits:)`` says why.
    public func canonicalBytes(of bytes: Span<UInt8>, limits: DecodingLimits = DecodingLimits()) -> [UInt8]? {
        guard firstDamage(in: bytes, limits: limits) == nil else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        WireComposer(pool: pool, limits: limits).message(bytes, [0..<bytes.count], index, into: &output)
        return output
    }
}
