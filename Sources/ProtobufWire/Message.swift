public import ByteText

/// A protobuf message as a plain Swift value.
///
/// A conforming type states its properties, one `switch` that decodes, and one list that encodes:
/// ```swift
/// struct Waypoint: Message {
///     static let fullName = "maps.fleetengine.v1.Waypoint"
///     var point: LatLng?
///     var label = ""
///     var unknownFields = UnknownFields()
///
///     mutating func merge(_ reader: consuming Reader) throws(WireError) {
///         // The tag 0 is the end of the message.
///         while case let tag = try reader.nextTag(), tag != 0 {
///             switch tag {
///             case 10: try reader.message(&point)  // 1 << 3 | length-delimited
///             case 18: label = try reader.string()  // 2 << 3 | length-delimited
///             default: try reader.keep(tag, in: &unknownFields)
///             }
///         }
///     }
///
///     func encode(_ writer: inout Writer) {
///         writer.message(1, point)
///         writer.string(2, label)
///         writer.unknown(unknownFields)
///     }
/// }
/// ```
/// The cases are whole tags: a known number with a wire type that does not fit falls to `default` and is kept among the
/// unknown fields, as the official runtimes do.
public protocol Message: EncodableMessage, Hashable, Sendable {
    /// The name in the schema, package included: `maps.fleetengine.v1.Vehicle`.
    static var fullName: String { get }

    /// The fields that the type does not know, kept for writing back.
    var unknownFields: UnknownFields { get set }

    /// The message with every field unset.
    init()

    /// Reads fields until the reader's end. Scalars replace what was there, repeated fields grow, sub-messages merge.
    ///
    /// After an error the message holds everything that was read before it.
    mutating func merge(_ reader: consuming Reader) throws(WireError)

    /// Reads a length and the message behind it if they have the layout that this type almost always has, all at once.
    ///
    /// Returns `nil`, with nothing consumed, in every other case; ``merge(_:)`` then does the work. Only for tiny types
    /// that arrive by the hundred. Always `nil` unless stated.
    static func usual(_ reader: inout Reader) -> Self?

    /// Names for the field numbers in errors. None unless stated: errors then show numbers.
    static var fieldNames: (any FieldNaming)? { get }
}

/// The half of ``Message`` that writes. Not part of it only so that the ``Writer`` can be generic over types that need
/// not be copyable: such code never copies a message, and a copy would retain each of its strings and arrays.
public protocol EncodableMessage: ~Copyable {
    /// Writes every set field by ascending number, then the unknown ones. Cannot fail.
    borrowing func encode(_ writer: inout Writer)

    /// How many bytes the length in front of this message usually takes: 1, or 2 where messages of this type are
    /// usually 128 bytes or longer; at most 5. A wrong guess costs one move of the message's bytes, nothing else. 1
    /// unless stated.
    static var usualLengthBytes: Int { get }
}

extension EncodableMessage where Self: ~Copyable {
    @inlinable @inline(__always)
    public static var usualLengthBytes: Int { 1 }
}

extension Message {
    @inlinable @inline(__always)
    public static func usual(_ reader: inout Reader) -> Self? { nil }

    public static var fieldNames: (any FieldNaming)? { nil }
}

extension Message {
    /// Decodes a message from all of `bytes`. Linear in their number.
    ///
    /// - Throws: ``WireError`` with the byte offset and the field path of the first damage.
    @inlinable
    public init(decoding bytes: Span<UInt8>, limits: DecodingLimits = DecodingLimits()) throws(WireError) {
        self.init()
        try merge(decoding: bytes, limits: limits)
    }

    /// Decodes a message from all of `bytes`. Linear in their number.
    ///
    /// - Throws: ``WireError`` with the byte offset and the field path of the first damage.
    @inlinable
    public init(decoding bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws(WireError) {
        self.init()
        try merge(decoding: bytes, limits: limits)
    }

    /// Decodes a message from all of `bytes`: a slice of an array, a raw buffer and the like. Linear in their number.
    ///
    /// - Throws: ``WireError`` with the byte offset, from the start of `bytes`, and the field path of the first damage.
    @inlinable
    public init(decoding bytes: some SpanProviding, limits: DecodingLimits = DecodingLimits()) throws(WireError) {
        self.init()
        try merge(decoding: bytes, limits: limits)
    }

    /// Decodes `bytes` on top of what the message holds: see ``merge(_:)``. Linear in their number.
    ///
    /// - Throws: ``WireError`` with the byte offset and the field path of the first damage. The message then holds
    ///   everything that was read before it.
    @inlinable
    public mutating func merge(
        decoding bytes: Span<UInt8>, limits: DecodingLimits = DecodingLimits()
    ) throws(WireError) {
        do throws(WireError) {
            guard bytes.count <= limits.messageSize else {
                throw WireError(.messageTooLarge, offset: limits.messageSize, levelsLeft: limits.recursion)
            }
            try merge(Reader(bytes, limits: limits))
        } catch {
            throw error.located(in: bytes, limits: limits, type: Self.fullName, names: Self.fieldNames)
        }
    }

    /// Decodes `bytes` on top of what the message holds: see ``merge(_:)``. Linear in their number.
    ///
    /// - Throws: ``WireError`` with the byte offset and the field path of the first damage. The message then holds
    ///   everything that was read before it.
    @inlinable
    public mutating func merge(decoding bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws(WireError) {
        // A slice retains the array, and that takes longer than the smallest messages' fields do.
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            try merge(decoding: bytes.span, limits: limits)
        } else {
            let slice = bytes[...]
            try merge(decoding: slice.span, limits: limits)
        }
    }

    /// Decodes `bytes` on top of what the message holds: see ``merge(_:)``. Linear in their number.
    ///
    /// - Throws: ``WireError`` with the byte offset, from the start of `bytes`, and the field path of the first damage.
    ///   The message then holds everything that was read before it.
    @inlinable
    public mutating func merge(
        decoding bytes: some SpanProviding, limits: DecodingLimits = DecodingLimits()
    ) throws(WireError) {
        try bytes.withByteSpan { (span) throws(WireError) in try merge(decoding: span, limits: limits) }
    }

    /// A message whose fields `change` sets.
    ///
    /// ```swift
    /// let vehicle = Vehicle.with {
    ///     $0.vehicleState = .online
    ///     $0.maximumCapacity = 4
    /// }
    /// ```
    @inlinable
    public static func with<Failure: Error>(
        _ change: (inout Self) throws(Failure) -> Void
    ) throws(Failure) -> Self {
        var message = Self()
        try change(&message)
        return message
    }

    /// The message's bytes, the same as the official runtimes' deterministic serialization. Linear in their number.
    ///
    /// To encode many messages, keep one ``Writer`` and call ``Writer/encode(_:)``: it allocates nothing.
    @inlinable
    public func encoded() -> [UInt8] {
        var writer = Writer()
        encode(&writer)
        return writer.bytes
    }
}
