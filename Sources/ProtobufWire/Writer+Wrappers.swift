// The messages of google/protobuf/wrappers.proto, from native optionals. `unknownFields` are those of the message
// around the wrapper: they hold what the wrapper had besides its value.
extension Writer {
    /// A `google.protobuf.DoubleValue`.
    @inlinable @inline(__always)
    public mutating func wrapped(_ number: Int, _ value: Double?, unknown unknownFields: UnknownFields) {
        guard let value else { return }
        if value.bitPattern == 0 || !unknownFields.isEmpty {
            return storeWrapped(number, value, unknown: unknownFields)
        }
        reserve(20)
        storeTag(number, .lengthDelimited)
        // The length 9 and the tag of field 1.
        store(UInt16(0x0909))
        store(value.bitPattern)
    }

    /// A `google.protobuf.FloatValue`.
    @inlinable
    public mutating func wrapped(_ number: Int, _ value: Float?, unknown unknownFields: UnknownFields) {
        guard let value else { return }
        wrapper(number, unknown: unknownFields) { $0.float(1, value) }
    }

    /// A `google.protobuf.Int32Value`.
    @inlinable @inline(__always)
    public mutating func wrapped(_ number: Int, _ value: Int32?, unknown unknownFields: UnknownFields) {
        guard let value else { return }
        if !(1..<0x80).contains(value) || !unknownFields.isEmpty {
            return storeWrapped(number, value, unknown: unknownFields)
        }
        reserve(20)
        storeTag(number, .lengthDelimited)
        // The length 2 and the tag of field 1.
        store(UInt16(0x0802))
        store(UInt8(truncatingIfNeeded: value))
    }

    /// A `google.protobuf.Int64Value`.
    @inlinable
    public mutating func wrapped(_ number: Int, _ value: Int64?, unknown unknownFields: UnknownFields) {
        guard let value else { return }
        wrapper(number, unknown: unknownFields) { $0.int64(1, value) }
    }

    /// A `google.protobuf.UInt32Value`.
    @inlinable
    public mutating func wrapped(_ number: Int, _ value: UInt32?, unknown unknownFields: UnknownFields) {
        guard let value else { return }
        wrapper(number, unknown: unknownFields) { $0.uint32(1, value) }
    }

    /// A `google.protobuf.UInt64Value`.
    @inlinable
    public mutating func wrapped(_ number: Int, _ value: UInt64?, unknown unknownFields: UnknownFields) {
        guard let value else { return }
        wrapper(number, unknown: unknownFields) { $0.uint64(1, value) }
    }

    /// A `google.protobuf.BoolValue`.
    @inlinable @inline(__always)
    public mutating func wrapped(_ number: Int, _ value: Bool?, unknown unknownFields: UnknownFields) {
        guard let value else { return }
        if !value || !unknownFields.isEmpty { return storeWrapped(number, value, unknown: unknownFields) }
        reserve(20)
        storeTag(number, .lengthDelimited)
        // The length 2 and the tag of field 1.
        store(UInt16(0x0802))
        store(UInt8(1))
    }

    /// A `google.protobuf.StringValue`.
    @inlinable
    public mutating func wrapped(_ number: Int, _ value: String?, unknown unknownFields: UnknownFields) {
        guard let value else { return }
        wrapper(number, unknown: unknownFields) { $0.string(1, value) }
    }

    /// A `google.protobuf.BytesValue`.
    @inlinable
    public mutating func wrapped(_ number: Int, _ value: [UInt8]?, unknown unknownFields: UnknownFields) {
        guard let value else { return }
        wrapper(number, unknown: unknownFields) { $0.bytes(1, value) }
    }

    @usableFromInline @inline(never)
    mutating func storeWrapped(_ number: Int, _ value: Double, unknown unknownFields: UnknownFields) {
        wrapper(number, unknown: unknownFields) { $0.double(1, value) }
    }

    @usableFromInline @inline(never)
    mutating func storeWrapped(_ number: Int, _ value: Int32, unknown unknownFields: UnknownFields) {
        wrapper(number, unknown: unknownFields) { $0.int32(1, value) }
    }

    @usableFromInline @inline(never)
    mutating func storeWrapped(_ number: Int, _ value: Bool, unknown unknownFields: UnknownFields) {
        wrapper(number, unknown: unknownFields) { $0.bool(1, value) }
    }

    @inlinable @inline(__always)
    mutating func wrapper(_ number: Int, unknown unknownFields: UnknownFields, value: (inout Writer) -> Void) {
        let body = open(number, 1)
        value(&self)
        if let storage = unknownFields.storage { write(storage, inWrapper: number) }
        close(body, 1)
    }

    @usableFromInline @inline(never)
    mutating func write(_ storage: UnknownFields.Storage, inWrapper number: Int) {
        if let fields = storage.wrapped[UInt32(truncatingIfNeeded: number)] { write(fields) }
    }
}
