/// A sub-message that lies outside of its parent. It has to where a type contains itself: a Swift struct cannot hold a
/// value of its own type. It may where a large one is seldom set, so that the others need not make room for it.
///
/// ```swift
/// struct Node: Message {
///     static let fullName = "acme.Node"
///     @Indirect var next: Node?
///     var unknownFields = UnknownFields()
///
///     mutating func merge(_ reader: consuming Reader) throws(WireError) {
///         while case let tag = try reader.nextTag(), tag != 0 {
///             switch tag {
///             case 18: try reader.message(&next)
///             default: try reader.keep(tag, in: &unknownFields)
///             }
///         }
///     }
///
///     func encode(_ writer: inout Writer) {
///         writer.message(2, next)
///         writer.unknown(unknownFields)
///     }
/// }
/// ```
/// Everything else stays as it is: the property is an optional, the message a value. Copies share the memory until one
/// of them changes; without a sub-message there is no allocation. One level of a circle of types is enough.
@propertyWrapper
@frozen public struct Indirect<Value: Hashable & Sendable>: Sendable {
    /// Shared between copies and never changed while shared, hence safe to send.
    @usableFromInline final class Box: @unchecked Sendable {
        @usableFromInline var value: Value?
        @usableFromInline init(_ value: Value?) { self.value = value }
    }

    @usableFromInline var box: Box?

    /// A box for a value, or none.
    @inlinable
    public init(wrappedValue: Value?) { box = wrappedValue.map { Box($0) } }

    /// `nil` when there is none. Changed in place, without a copy, unless the memory is shared.
    @inlinable
    public var wrappedValue: Value? {
        get { box?.value }
        set { box = newValue.map { Box($0) } }
        _modify {
            // Asked before the box is bound to a name: that would be a second reference.
            if !isKnownUniquelyReferenced(&box) { box = Box(box?.value) }
            yield &box!.value
        }
    }
}

extension Indirect: CustomReflectable {
    /// The sub-message itself, as if it lay inside its parent.
    public var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
}

extension Indirect: Hashable {
    public static func == (a: Self, b: Self) -> Bool { a.box === b.box || a.wrappedValue == b.wrappedValue }
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
