public import ProtobufWire

// The same operations for bytes in an array.

extension JSONWriter {
    /// Does the same as ``json(_:as:)-(Span<UInt8>,_)`` for bytes in an array.
    public func json(_ bytes: [UInt8], as message: MessageDescriptor) throws(JSONError) -> [UInt8] {
        let slice = bytes[...]
        return try json(slice.span, as: message)
    }

    /// Does the same as ``string(_:as:)-(Span<UInt8>,_)`` for bytes in an array.
    public func string(_ bytes: [UInt8], as message: MessageDescriptor) throws(JSONError) -> String {
        let slice = bytes[...]
        return try string(slice.span, as: message)
    }
}

extension WireWalker {
    /// Does the same as ``walk(_:as:visitor:)-(Span<UInt8>,_,_)`` for bytes in an array.
    public func walk(_ bytes: [UInt8], as message: MessageDescriptor?, visitor: inout some WireVisitor) {
        let slice = bytes[...]
        walk(slice.span, as: message, visitor: &visitor)
    }
}

extension WireTree {
    /// Does the same as ``init(_:as:walker:)-(Span<UInt8>,_,_)`` for bytes in an array.
    public init(
        _ bytes: [UInt8], as message: MessageDescriptor?, walker: WireWalker = WireWalker(guessesMessages: true)
    ) {
        let slice = bytes[...]
        self.init(slice.span, as: message, walker: walker)
    }
}

extension MessageDescriptor {
    /// Does the same as ``firstDamage(in:limits:)-(Span<UInt8>,_)`` for bytes in an array.
    public func firstDamage(in bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) -> WireDamage? {
        let slice = bytes[...]
        return firstDamage(in: slice.span, limits: limits)
    }

    /// Does the same as ``canonicalBytes(of:limits:)-(Span<UInt8>,_)`` for bytes in an array.
    public func canonicalBytes(of bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) -> [UInt8]? {
        let slice = bytes[...]
        return canonicalBytes(of: slice.span, limits: limits)
    }
}

extension FieldPaths {
    /// Does the same as ``apply(_:onto:as:limits:)-(Span<UInt8>,_,_,_)`` for bytes in an array.
    public func apply(
        _ update: [UInt8], onto target: [UInt8], as message: MessageDescriptor,
        limits: DecodingLimits = DecodingLimits()
    ) throws(FieldMaskError) -> [UInt8] {
        let update = update[...]
        let target = target[...]
        return try apply(update.span, onto: target.span, as: message, limits: limits)
    }

    /// Does the same as ``difference(from:to:as:limits:)-(Span<UInt8>,_,_,_)`` for bytes in an array.
    public static func difference(
        from old: [UInt8], to new: [UInt8], as message: MessageDescriptor, limits: DecodingLimits = DecodingLimits()
    ) throws(FieldMaskError) -> FieldPaths {
        let old = old[...]
        let new = new[...]
        return try difference(from: old.span, to: new.span, as: message, limits: limits)
    }
}

extension MessageDifference {
    /// Does the same as ``init(from:to:as:limits:)-(Span<UInt8>,_,_,_)`` for bytes in an array.
    public init(
        from old: [UInt8], to new: [UInt8], as message: MessageDescriptor?, limits: DecodingLimits = DecodingLimits()
    ) throws(FieldMaskError) {
        let old = old[...]
        let new = new[...]
        try self.init(from: old.span, to: new.span, as: message, limits: limits)
    }
}

extension Schema {
    /// Does the same as ``init(descriptorSet:)-(Span<UInt8>)`` for bytes in an array.
    public init(descriptorSet bytes: [UInt8]) throws(SchemaError) {
        let slice = bytes[...]
        try self.init(descriptorSet: slice.span)
    }
}
