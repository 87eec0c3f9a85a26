public import ProtobufWire

// The same operations for bytes in an array.

extension JSONWriter {
    /// As ``json(_:as:)-(Span<UInt8>,_)``.
    public func json(_ bytes: [UInt8], as message: MessageDescriptor) throws(JSONError) -> [UInt8] {
        let slice = bytes[...]
        return try json(slice.span, as: message)
    }

    /// As ``string(_:as:)-(Span<UInt8>,_)``.
    public func string(_ bytes: [UInt8], as message: MessageDescriptor) throws(JSONError) -> String {
        let slice = bytes[...]
        return try string(slice.span, as: message)
    }
}

extension WireWalker {
    /// As ``walk(_:as:visitor:)-(Span<UInt8>,_,_)``.
    public func walk(_ bytes: [UInt8], as message: MessageDescriptor?, visitor: inout some WireVisitor) {
        let slice = bytes[...]
        walk(slice.span, as: message, visitor: &visitor)
    }
}

extension WireTree {
    /// As ``init(_:as:walker:)-(Span<UInt8>,_,_)``.
    public init(
        _ bytes: [UInt8], as message: MessageDescriptor?, walker: WireWalker = WireWalker(guessesMessages: true)
    ) {
        let slice = bytes[...]
        self.init(slice.span, as: message, walker: walker)
    }
}

extension MessageDescriptor {
    /// As ``firstDamage(in:limits:)-(Span<UInt8>,_)``.
    public func firstDamage(in bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) -> WireDamage? {
        let slice = bytes[...]
        return firstDamage(in: slice.span, limits: limits)
    }

    /// As ``canonicalBytes(of:limits:)-(Span<UInt8>,_)``.
    public func canonicalBytes(of bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) -> [UInt8]? {
        let slice = bytes[...]
        return canonicalBytes(of: slice.span, limits: limits)
    }
}

extension FieldPaths {
    /// As ``apply(_:onto:as:limits:)-(Span<UInt8>,_,_,_)``.
    public func apply(
        _ update: [UInt8], onto target: [UInt8], as message: MessageDescriptor,
        limits: DecodingLimits = DecodingLimits()
    ) throws(FieldMaskError) -> [UInt8] {
        let update = update[...]
        let target = target[...]
        return try apply(update.span, onto: target.span, as: message, limits: limits)
    }

    /// As ``difference(from:to:as:limits:)-(Span<UInt8>,_,_,_)``.
    public static func difference(
        from old: [UInt8], to new: [UInt8], as message: MessageDescriptor, limits: DecodingLimits = DecodingLimits()
    ) throws(FieldMaskError) -> FieldPaths {
        let old = old[...]
        let new = new[...]
        return try difference(from: old.span, to: new.span, as: message, limits: limits)
    }
}

extension MessageDifference {
    /// As ``init(from:to:as:limits:)-(Span<UInt8>,_,_,_)``.
    public init(
        from old: [UInt8], to new: [UInt8], as message: MessageDescriptor?, limits: DecodingLimits = DecodingLimits()
    ) throws(FieldMaskError) {
        let old = old[...]
        let new = new[...]
        try self.init(from: old.span, to: new.span, as: message, limits: limits)
    }
}

extension Schema {
    /// As ``init(descriptorSet:)-(Span<UInt8>)``.
    public init(descriptorSet bytes: [UInt8]) throws(SchemaError) {
        let slice = bytes[...]
        try self.init(descriptorSet: slice.span)
    }
}
