/// The position of a record in a table of a schema. `Descriptor` says in which table, so that the index of an enum is never
/// taken for that of a message.
///
/// An index is one integer, and an optional index takes as much room as an `Int`.
package struct PoolIndex<Descriptor>: Strideable, Hashable, Sendable {
    private let value: UInt32

    package init(_ position: Int) { value = UInt32(truncatingIfNeeded: position) }

    /// Position in the table, from 0.
    package var position: Int { Int(value) }

    package func distance(to other: Self) -> Int { other.position - position }

    package func advanced(by distance: Int) -> Self { Self(position + distance) }

    static func + (index: Self, distance: Int) -> Self { index.advanced(by: distance) }

    static func - (left: Self, right: Self) -> Int { right.distance(to: left) }
}

package typealias MessageIndex = PoolIndex<MessageDescriptor>
/// The position of a field. The fields of one message follow each other, ascending by number.
package typealias FieldIndex = PoolIndex<FieldDescriptor>
package typealias EnumIndex = PoolIndex<EnumDescriptor>
/// The position of a oneof. The oneofs of one message follow each other.
package typealias OneofIndex = PoolIndex<OneofDescriptor>

/// A table of a schema: the records of one kind, which only indexes of their own type reach.
struct PoolTable<Descriptor, Record: Sendable>: Sendable {
    let records: [Record]

    @inline(__always)
    subscript(index: PoolIndex<Descriptor>) -> Record { records[index.position] }

    var indices: Range<PoolIndex<Descriptor>> { PoolIndex(0)..<PoolIndex(records.count) }
}
