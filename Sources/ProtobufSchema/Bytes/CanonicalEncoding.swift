public import ByteText
public import ProtobufWire

extension MessageDescriptor {
    /// The bytes with which the official runtimes write the message deterministically: known fields by ascending number, packed
    /// as declared, defaults left out, map entries by key, then the unknown fields as they arrived.
    ///
    /// The runtimes do not agree about maps and extensions. Here, keys that are numbers or `bool` ascend and extensions stand
    /// among the other fields, as in C++; of two string keys of which one begins with the other, the longer one comes first,
    /// as in Python.
    ///
    /// Linear, but for maps, whose entries are sorted.
    /// - Returns: `nil` when `bytes` are not a message of this type; ``firstDamage(in:limits:)`` says why.
    public func canonicalBytes(
        of bytes: some SpanProviding & ~Escapable, limits: DecodingLimits = DecodingLimits()
    ) -> [UInt8]? {
        guard firstDamage(in: bytes, limits: limits) == nil else { return nil }
        return bytes.withByteSpan { WireInput($0, pool: pool, limits: limits).canonical(0..<$0.count, as: index) }
    }
}

extension WireInput {
    /// The message in a range, which must have been checked, in canonical form.
    func canonical(_ range: Range<Int>, as type: MessageIndex) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(range.count)
        encode([range], as: type, into: &output)
        return output
    }

    /// Writes the fields of the message that lies in `pieces`.
    func encode(_ pieces: [Range<Int>], as type: MessageIndex, into output: inout [UInt8]) {
        let message = GatheredMessage(self, pieces, as: type)
        for field in pool.layouts[type].fields { message.encode(field, into: &output) }
        message.encodeUnknown(into: &output)
    }

    /// Writes the message that lies in `pieces` as a field, with its tag.
    func encodeSubmessage(_ pieces: [Range<Int>], of field: FieldIndex, into output: inout [UInt8]) {
        guard let type = pool.shapes[field].message else { return }
        pool.encodeMessage(field, into: &output) { encode(pieces, as: type, into: &$0) }
    }

    /// Writes a string, the bytes of a `bytes` field or a message, with its tag.
    func encodeElement(_ value: Range<Int>, of field: FieldIndex, into output: inout [UInt8]) {
        if pool.shapes[field].kind.isMessage { return encodeSubmessage([value], of: field, into: &output) }
        output.append(tag: pool.shapes[field].number, delimited: bytes.extracting(value))
    }
}

extension SchemaPool {
    /// Writes a number, `bool` or enum with its tag.
    func encodeNumber(_ bits: UInt64, of field: FieldIndex, into output: inout [UInt8]) {
        let kind = shapes[field].kind
        output.append(tag: shapes[field].number, kind.wireType)
        output.append(bits: bits, kind)
    }

    /// Writes a message field whose content `write` writes: behind a length, or for a group between two tags.
    func encodeMessage(_ field: FieldIndex, into output: inout [UInt8], _ write: (inout [UInt8]) -> Void) {
        let number = shapes[field].number
        guard shapes[field].kind == .group else { return encodeDelimited(field, into: &output, write) }
        output.append(tag: number, .startGroup)
        write(&output)
        output.append(tag: number, .endGroup)
    }

    /// Writes tag and length of a field, and between them what `write` writes.
    func encodeDelimited(_ field: FieldIndex, into output: inout [UInt8], _ write: (inout [UInt8]) -> Void) {
        output.append(tag: shapes[field].number, .lengthDelimited)
        output.append(0)
        let start = output.count
        write(&output)
        output.putLength(before: start)
    }
}

extension GatheredMessage {
    /// Writes one field with all its values; nothing when it is not set.
    func encode(_ field: FieldIndex, into output: inout [UInt8]) {
        guard isSet(field) else { return }
        let pool = input.pool
        let shape = pool.shapes[field]
        if shape.isMap {
            forEachEncodedEntry(of: field) { output += $0 }
        } else if shape.isPacked {
            pool.encodeDelimited(field, into: &output) { output in
                forEachScalar(of: field) { output.append(bits: $0, shape.kind) }
            }
        } else if !shape.isRepeated {
            encodeSingular(field, into: &output)
        } else if shape.kind.isPackable {
            forEachScalar(of: field) { pool.encodeNumber($0, of: field, into: &output) }
        } else {
            forEach(field) { input.encodeElement($0.value, of: field, into: &output) }
        }
    }

    /// Writes the value of a singular field, with its tag; the default where there is none.
    private func encodeSingular(_ field: FieldIndex, into output: inout [UInt8]) {
        let kind = input.pool.shapes[field].kind
        if kind.isMessage {
            input.encodeSubmessage(pieces(of: field), of: field, into: &output)
        } else if kind.isPackable {
            input.pool.encodeNumber(last(field)?.bits ?? 0, of: field, into: &output)
        } else {
            input.encodeElement(last(field)?.value ?? 0..<0, of: field, into: &output)
        }
    }

    func encodeUnknown(into output: inout [UInt8]) {
        forEachUnknown { field, role in
            switch role {
            case .entryWithUnknown(let index): input.encodeSubmessage([field.value], of: index, into: &output)
            case .packedWithUnknownValues(let index):
                input.forEachUnknownValue(of: index, in: field.value) { bits in
                    output.append(tag: field.number, .varint)
                    output.append(varint: bits)
                }
            default: output.append(input.bytes, field.range)
            }
        }
    }

    // MARK: Maps

    /// Calls `body` with each entry of a map as it is written, tag and all, by ascending key.
    func forEachEncodedEntry(of field: FieldIndex, _ body: ([UInt8]) -> Void) {
        guard let (type, key, value) = input.pool.mapEntry(of: field) else { return }
        for entry in entries(of: field) {
            let entry = GatheredMessage(input, [entry.range], as: type)
            var output: [UInt8] = []
            input.pool.encodeDelimited(field, into: &output) { output in
                entry.encodeSingular(key, into: &output)
                entry.encodeSingular(value, into: &output)
            }
            body(output)
        }
    }
}

extension [UInt8] {
    /// - Parameter surplus: Bytes to take in addition to those that the value needs.
    package mutating func append(varint value: UInt64, surplus: Int = 0) {
        var rest = value
        var left = surplus
        while rest >= 0x80 || left > 0 {
            if rest < 0x80 { left -= 1 }
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func append(tag number: Int, _ wireType: WireType) {
        append(varint: UInt64(number) << 3 | UInt64(wireType.rawValue))
    }

    /// Appends a length-delimited field: its tag, its length and its value.
    package mutating func append(tag number: Int, delimited value: Span<UInt8>) {
        append(tag: number, .lengthDelimited)
        append(varint: UInt64(value.count))
        append(copying: value)
    }

    /// Puts the length of what begins at `start` before it, where one byte was left for it; a longer one moves the rest.
    mutating func putLength(before start: Int) {
        let count = count - start
        guard count >= 0x80 else { return self[start - 1] = UInt8(count) }
        var length: [UInt8] = []
        length.append(varint: UInt64(count))
        replaceSubrange(start - 1..<start, with: length)
    }

    /// Appends a number, `bool` or enum in as many bytes as it needs.
    package mutating func append(bits: UInt64, _ kind: FieldKind) {
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
