/// The fields of a message that its type does not know, byte for byte as they arrived and in that order.
///
/// They are written behind the known fields, so that a message from a newer server survives a round trip. A value
/// type; one word and no allocation while there are none.
@frozen public struct UnknownFields: Sendable {
    @usableFromInline var storage: Storage?

    @inlinable @inline(__always)
    public init() { storage = nil }

    /// Shared between copies and never changed while shared, hence safe to send.
    @usableFromInline final class Storage: @unchecked Sendable {
        /// Whole fields: tags, lengths, values.
        var bytes: [UInt8] = []
        /// What the wrapper messages among the known fields (`google.protobuf.Int32Value` and its like) held besides
        /// their value, by the wrapper's field number: in Swift such a field is a plain optional.
        var wrapped: [UInt32: [UInt8]] = [:]

        func copy() -> Storage {
            let copy = Storage()
            copy.bytes = bytes
            copy.wrapped = wrapped
            return copy
        }
    }

    /// The storage, not shared with any copy.
    var unique: Storage {
        mutating get {
            if let storage, isKnownUniquelyReferenced(&self.storage) { return storage }
            let unique = storage?.copy() ?? Storage()
            storage = unique
            return unique
        }
    }

    /// Whether every byte of the message was understood.
    public var isEmpty: Bool { storage == nil }

    /// The fields as they stood on the wire, one after another. Fields inside wrapper messages are not among them.
    public var bytes: [UInt8] { storage?.bytes ?? [] }

    /// Forgets them all, those inside wrapper messages too.
    public mutating func removeAll() { storage = nil }

    /// Keeps one whole field, tag included. Amortised linear in its size.
    @usableFromInline
    mutating func append(_ field: borrowing Span<UInt8>) { unique.bytes.append(copying: field) }

    /// Keeps one whole field that stood inside the wrapper message `number`.
    mutating func append(_ field: borrowing Span<UInt8>, inWrapper number: UInt32) {
        unique.wrapped[number, default: []].append(copying: field)
    }
}

extension UnknownFields: Hashable {
    public static func == (a: Self, b: Self) -> Bool {
        a.storage === b.storage || a.bytes == b.bytes && a.storage?.wrapped ?? [:] == b.storage?.wrapped ?? [:]
    }

    public func hash(into hasher: inout Hasher) {
        guard let storage else { return }
        hasher.combine(storage.bytes)
        hasher.combine(storage.wrapped)
    }
}

extension Array<UInt8> {
    /// Appends the bytes of a span. Linear.
    mutating func append(copying bytes: borrowing Span<UInt8>) {
        append(addingCapacity: bytes.count) { output in
            for index in bytes.indices { output.append(bytes[index]) }
        }
    }
}
