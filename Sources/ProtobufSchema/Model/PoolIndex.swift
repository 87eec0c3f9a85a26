/// The position of a record in a table of a schema. Each kind of record has an index type of its own, so that the index of
/// an enum is never taken for that of a message.
///
/// An index is one integer, and an optional index takes as much room as an `Int`.
package protocol PoolIndex: Strideable, Hashable, Sendable where Stride == Int {
    init(_ position: Int)
    /// Position in the table, from 0.
    var position: Int { get }
}

extension PoolIndex {
    package func distance(to other: Self) -> Int { other.position - position }

    package func advanced(by distance: Int) -> Self { Self(position + distance) }

    static func + (index: Self, distance: Int) -> Self { index.advanced(by: distance) }

    static func - (left: Self, right: Self) -> Int { right.distance(to: left) }
}

/// The position of a message type in its schema.
package struct MessageIndex: PoolIndex {
    private let value: UInt32
    package init(_ position: Int) { value = UInt32(truncatingIfNeeded: position) }
    package var position: Int { Int(value) }
}

/// The position of a field in its schema. The fields of one message follow each other, ascending by number.
package struct FieldIndex: PoolIndex {
    private let value: UInt32
    package init(_ position: Int) { value = UInt32(truncatingIfNeeded: position) }
    package var position: Int { Int(value) }
}

/// The position of an enum type in its schema.
package struct EnumIndex: PoolIndex {
    private let value: UInt32
    package init(_ position: Int) { value = UInt32(truncatingIfNeeded: position) }
    package var position: Int { Int(value) }
}

/// The position of a oneof in its schema. The oneofs of one message follow each other.
package struct OneofIndex: PoolIndex {
    private let value: UInt32
    package init(_ position: Int) { value = UInt32(truncatingIfNeeded: position) }
    package var position: Int { Int(value) }
}

/// The records of one kind in a schema, which are reached by indexes of their own type.
struct PoolTable<Index: PoolIndex, Record: Sendable>: Sendable {
    let records: [Record]

    init(_ records: [Record]) {
        self.records = records
    }

    @inline(__always)
    subscript(index: Index) -> Record { records[index.position] }

    subscript(range: Range<Index>) -> ArraySlice<Record> {
        records[range.lowerBound.position..<range.upperBound.position]
    }

    var indices: Range<Index> { Index(0)..<Index(records.count) }
}
