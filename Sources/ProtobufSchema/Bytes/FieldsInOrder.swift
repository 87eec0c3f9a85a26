internal import ProtobufWire

/// Reads the fields of one message as long as they are laid out as encoders write them, so that the message need not be
/// gathered: ascending by number, singular fields and members of a oneof once, and none of them a map or a group.
///
/// Gathering every message instead would make JSON take 1.7 times as long, and text format 1.6 times: 0.57 s instead of
/// 0.33 s for the JSON of 30,000 vehicles (13 MB).
///
/// The bytes need not have been checked. The schema is not kept, as it would be retained for every message.
struct FieldsInOrder: ~Escapable {
    private let type: MessageIndex
    private let skipsUnknown: Bool
    private var cursor: WireCursor
    private var last: FieldIndex?
    /// The field that was read last.
    private(set) var field: WireCursor.Field
    /// Bit n is set when the oneof at position n of the message has a member.
    private var oneofs: UInt64 = 0
    /// False when the bytes are laid out in another way, or are no such message.
    private(set) var isInOrder = true

    /// - Parameter skipsUnknown: Whether fields that the type does not know are passed over. Otherwise they end the order.
    @_lifetime(copy input)
    init(_ range: Range<Int>, as type: MessageIndex, of input: WireInput, skipsUnknown: Bool) {
        self.type = type
        self.skipsUnknown = skipsUnknown
        cursor = WireCursor(input.bytes, range)
        field = WireCursor.Field(number: 0, wireType: .varint, at: range.lowerBound, tagEnd: range.lowerBound)
    }

    /// Reads the next field that the type knows into ``field``; `nil` behind the last one, and where the order ends.
    @inline(__always)
    mutating func next(_ input: borrowing WireInput) -> FieldIndex? {
        while cursor.offset < cursor.end {
            do throws(WireCursor.Failure) { field = try cursor.field(levels: 0) } catch { return stop() }
            guard let index = input.pool.field(field.number, of: type),
                input.pool.shapes[index].accepts(field.wireType)
            else {
                if skipsUnknown { continue }
                return stop()
            }
            let shape = input.pool.shapes[index]
            if shape.isClosed, input.holdsUnknownValue(field, of: index) {
                if skipsUnknown, field.wireType == .varint { continue }
                return stop()
            }
            guard !shape.isMap, shape.kind != .group,
                last.map({ index > $0 || index == $0 && shape.isRepeated }) ?? true
            else { return stop() }
            if let oneof = shape.oneof {
                // A second member of a oneof would undo the first.
                let position = oneof - input.pool.layouts[type].oneofs.lowerBound
                guard position < 64, oneofs & 1 << UInt64(position) == 0 else { return stop() }
                oneofs |= 1 << UInt64(position)
            }
            last = index
            return index
        }
        return nil
    }

    private mutating func stop() -> FieldIndex? {
        isInOrder = false
        return nil
    }
}
