public import ByteText
public import ProtobufWire

/// Message types by their full names: for payloads whose type is known only while the program runs, such as the content
/// of an ``AnyMessage`` or a captured call.
///
/// ```swift
/// var registry = MessageRegistry.fleetEngine
/// registry.register(Shift.self)
/// let message = try registry.decode("maps.fleetengine.v1.Vehicle", from: bytes)  // any Message
/// ```
public struct MessageRegistry: Sendable {
    private var typesByName: [String: any Message.Type] = [:]

    /// A registry of `types`; of several with one name the last one stays.
    public init(_ types: [any Message.Type] = []) {
        for type in types { register(type) }
    }

    /// Adds a type, in place of the one that had its name before.
    public mutating func register(_ type: any Message.Type) { typesByName[type.fullName] = type }

    /// All types by ascending full name. O(n log n).
    public var types: [any Message.Type] { typesByName.sorted { $0.key < $1.key }.map(\.value) }

    /// The type with a full name such as `maps.fleetengine.v1.Vehicle`; `nil` if it is not registered. Constant time.
    public func type(named fullName: String) -> (any Message.Type)? { typesByName[fullName] }

    /// The type that a type URL names behind its last slash; `nil` if it is not registered.
    public func type(forURL url: String) -> (any Message.Type)? { type(named: AnyMessage.typeName(inURL: url)) }
}

// MARK: Decoding by name

extension MessageRegistry {
    /// A message type that is not registered.
    public struct UnknownTypeError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The name that was asked for.
        public let fullName: String

        public var description: String { "The registry has no message type \(fullName); register(_:) adds one." }
    }

    /// Decodes a message of the type `fullName` from all of `bytes`. Linear in their number.
    ///
    /// - Throws: ``UnknownTypeError`` if the type is not registered; `WireError` with the byte offset and the field path
    ///   of the first damage.
    public func decode(
        _ fullName: String, from bytes: some SpanProviding & ~Escapable, limits: DecodingLimits = DecodingLimits()
    ) throws -> any Message {
        guard let type = type(named: fullName) else { throw UnknownTypeError(fullName: fullName) }
        return try bytes.withByteSpan { try type.init(decoding: $0, limits: limits) }
    }
}
