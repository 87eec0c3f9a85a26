/// The value of a `map<K, V>` field: a dictionary whose keys are equal only if their bytes are.
///
/// Swift's `String` calls "é" and "e" + U+0301 equal; on the wire they are two keys, and a `Dictionary` would lose one.
/// Elements come by ascending key, the order of deterministic serialization: strings by their UTF-8 bytes, and where one
/// begins with the other the longer one first. (The specification leaves the order open. Google's Python runtime does
/// it so; its C++ runtime puts the shorter one first.)
public struct ProtobufMap<Key: ProtobufMapKey, Value: Hashable & Sendable>: Hashable, Sendable {
    /// A key that is equal to its identical twin only.
    private struct Exact: Hashable, Sendable {
        let key: Key
        static func == (a: Self, b: Self) -> Bool { a.key.isIdentical(to: b.key) }
        func hash(into hasher: inout Hasher) { key.hashExactly(into: &hasher) }
    }

    private var storage: [Exact: Value] = [:]

    /// A map without entries.
    public init() {}

    /// The elements of a dictionary. Linear.
    public init(_ dictionary: [Key: Value]) {
        for (key, value) in dictionary { self[key] = value }
    }

    /// How many keys the map has.
    public var count: Int { storage.count }
    /// Whether the map has no entries.
    public var isEmpty: Bool { storage.isEmpty }

    /// The value for `key`; setting `nil` removes it. Constant time on average.
    public subscript(key: Key) -> Value? {
        get { storage[Exact(key: key)] }
        set { storage[Exact(key: key)] = newValue }
    }

    /// The elements by ascending key. O(n log n).
    public var elements: [(key: Key, value: Value)] {
        storage.sorted { $0.key.key.precedes($1.key.key) }.map { ($0.key.key, $0.value) }
    }
}

extension ProtobufMap: CustomStringConvertible {
    /// The text of a dictionary with these elements, by ascending key.
    public var description: String {
        isEmpty ? "[:]" : "[" + elements.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "]"
    }
}

extension ProtobufMap: ExpressibleByDictionaryLiteral {
    /// Makes a map of the elements; the last one of several values for a key stays, as on the wire.
    public init(dictionaryLiteral elements: (Key, Value)...) {
        for (key, value) in elements { self[key] = value }
    }
}

extension ProtobufMap: Sequence {
    public func makeIterator() -> IndexingIterator<[(key: Key, value: Value)]> { elements.makeIterator() }
}

/// A type that map keys can have: an integer, `Bool` or `String`.
public protocol ProtobufMapKey: Hashable, Sendable {
    /// Whether both keys are the same on the wire.
    func isIdentical(to other: Self) -> Bool
    /// Whether the key is written before another one.
    func precedes(_ other: Self) -> Bool
    /// Hashes what ``isIdentical(to:)`` compares.
    func hashExactly(into hasher: inout Hasher)
}

extension ProtobufMapKey {
    public func isIdentical(to other: Self) -> Bool { self == other }
    public func hashExactly(into hasher: inout Hasher) { hash(into: &hasher) }
}

extension ProtobufMapKey where Self: Comparable {
    public func precedes(_ other: Self) -> Bool { self < other }
}

extension Int32: ProtobufMapKey {}
extension Int64: ProtobufMapKey {}
extension UInt32: ProtobufMapKey {}
extension UInt64: ProtobufMapKey {}

extension Bool: ProtobufMapKey {
    public func precedes(_ other: Bool) -> Bool { !self && other }
}

extension String: ProtobufMapKey {
    public func isIdentical(to other: String) -> Bool { utf8.elementsEqual(other.utf8) }
    public func precedes(_ other: String) -> Bool {
        var bytes = utf8.makeIterator()
        var others = other.utf8.makeIterator()
        while let byte = bytes.next() {
            guard let other = others.next() else { return true }
            if byte != other { return byte < other }
        }
        return false
    }
    public func hashExactly(into hasher: inout Hasher) {
        for byte in utf8 { hasher.combine(byte) }
        hasher.combine(0xff as UInt8)
    }
}
