public import ByteText
public import ProtobufWire

// The same operations for bytes in an array, a slice, a raw buffer and the like.

extension JSONWriter {
    /// Does the same as ``json(_:as:)-(Span<UInt8>,_)`` for bytes of another type.
    public func json(_ bytes: some SpanProviding, as message: MessageDescriptor) throws(JSONError) -> [UInt8] {
        try bytes.withByteSpan { (span) throws(JSONError) in try json(span, as: message) }
    }

    /// Does the same as ``string(_:as:)-(Span<UInt8>,_)`` for bytes of another type.
    public func string(_ bytes: some SpanProviding, as message: MessageDescriptor) throws(JSONError) -> String {
        try bytes.withByteSpan { (span) throws(JSONError) in try string(span, as: message) }
    }
}

extension WireWalker {
    /// Does the same as ``walk(_:as:visitor:)-(Span<UInt8>,_,_)`` for bytes of another type.
    public func walk(_ bytes: some SpanProviding, as message: MessageDescriptor?, visitor: inout some WireVisitor) {
        bytes.withByteSpan { walk($0, as: message, visitor: &visitor) }
    }
}

extension WireTree {
    /// Does the same as ``init(_:as:walker:)-(Span<UInt8>,_,_)`` for bytes of another type.
    public init(
        _ bytes: some SpanProviding, as message: MessageDescriptor?,
        walker: WireWalker = WireWalker(guessesMessages: true)
    ) {
        self = bytes.withByteSpan { Self($0, as: message, walker: walker) }
    }
}

extension MessageDescriptor {
    /// Does the same as ``firstDamage(in:limits:)-(Span<UInt8>,_)`` for bytes of another type.
    public func firstDamage(in bytes: some SpanProviding, limits: DecodingLimits = DecodingLimits()) -> WireDamage? {
        bytes.withByteSpan { firstDamage(in: $0, limits: limits) }
    }

    /// Does the same as ``canonicalBytes(of:limits:)-(Span<UInt8>,_)`` for bytes of another type.
    public func canonicalBytes(of bytes: some SpanProviding, limits: DecodingLimits = DecodingLimits()) -> [UInt8]? {
        bytes.withByteSpan { canonicalBytes(of: $0, limits: limits) }
    }
}

extension FieldPaths {
    /// Does the same as ``apply(_:onto:as:limits:)-(Span<UInt8>,_,_,_)`` for bytes of another type.
    public func apply(
        _ update: some SpanProviding, onto target: some SpanProviding, as message: MessageDescriptor,
        limits: DecodingLimits = DecodingLimits()
    ) throws(FieldMaskError) -> [UInt8] {
        try update.withByteSpan { (update) throws(FieldMaskError) in
            try target.withByteSpan { (target) throws(FieldMaskError) in
                try apply(update, onto: target, as: message, limits: limits)
            }
        }
    }

    /// Does the same as ``difference(from:to:as:limits:)-(Span<UInt8>,_,_,_)`` for bytes of another type.
    public static func difference(
        from old: some SpanProviding, to new: some SpanProviding, as message: MessageDescriptor,
        limits: DecodingLimits = DecodingLimits()
    ) throws(FieldMaskError) -> FieldPaths {
        try old.withByteSpan { (old) throws(FieldMaskError) in
            try new.withByteSpan { (new) throws(FieldMaskError) in
                try difference(from: old, to: new, as: message, limits: limits)
            }
        }
    }
}

extension MessageDifference {
    /// Does the same as ``init(from:to:as:limits:)-(Span<UInt8>,_,_,_)`` for bytes of another type.
    public init(
        from old: some SpanProviding, to new: some SpanProviding, as message: MessageDescriptor?,
        limits: DecodingLimits = DecodingLimits()
    ) throws(FieldMaskError) {
        self = try old.withByteSpan { (old) throws(FieldMaskError) in
            try new.withByteSpan { (new) throws(FieldMaskError) in
                try Self(from: old, to: new, as: message, limits: limits)
            }
        }
    }
}

extension Schema {
    /// Does the same as ``init(descriptorSet:)-(Span<UInt8>)`` for bytes of another type.
    public init(descriptorSet bytes: some SpanProviding) throws(SchemaError) {
        self = try bytes.withByteSpan { (span) throws(SchemaError) in try Self(descriptorSet: span) }
    }
}
