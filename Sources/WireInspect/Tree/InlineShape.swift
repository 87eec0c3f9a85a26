internal import ConsoleText
internal import FleetMessages
internal import JSONText
internal import ProtobufSchema
internal import ProtobufWire

/// Reads the small messages of one line that are most frequent, as encoders write them, without a tree of their fields.
///
/// ``InlineText`` reads every encoding of them. A large message holds millions of such values.
enum InlineShape {
    case latLng, timestamp, duration
    /// A wrapper of a number. That of a `bool` has a colour, and is rare.
    case number(FieldKind)

    init?(_ message: MessageDescriptor) {
        switch message.wellKnown {
        case .timestamp: self = .timestamp
        case .duration: self = .duration
        case .wrapper:
            guard let kind = message.field(number: 1)?.kind, kind.isPackable, kind != .bool else { return nil }
            self = .number(kind)
        default:
            guard message.fullName == LatLng.fullName else { return nil }
            self = .latLng
        }
    }

    /// The bits of fields 1 and 2, 0 for a missing one; `nil` where a field is repeated, out of order or unexpected.
    func values(in bytes: Span<UInt8>, _ range: Range<Int>) -> (first: UInt64, second: UInt64)? {
        var result: (first: UInt64, second: UInt64) = (0, 0)
        var cursor = WireCursor(bytes, range)
        var last = 0
        while cursor.offset < range.upperBound {
            guard let (number, wireType) = try? cursor.tag(), number > last, number <= 2,
                wireType == self.wireType(number), let bits = try? cursor.number(wireType)
            else { return nil }
            last = number
            if last == 1 { result.first = bits } else { result.second = bits }
        }
        return result
    }

    /// The wire type of field 1 or 2, which is that of a number.
    private func wireType(_ number: Int) -> WireType? {
        switch self {
        case .latLng: .fixed64
        case .timestamp, .duration: .varint
        case .number(let kind): number == 1 ? kind.wireType : nil
        }
    }

    /// Writes the values.
    ///
    /// - Returns: False for values that cannot be written this way, such as a time outside its range.
    func write(_ values: (first: UInt64, second: UInt64), to line: inout LineBuffer) -> Bool {
        let (seconds, nanos) = (Int64(bitPattern: values.first), Int(Int32(truncatingIfNeeded: values.second)))
        switch self {
        case .latLng:
            line.floating(Double(bitPattern: values.first))
            line.ascii(", ")
            line.floating(Double(bitPattern: values.second))
            return true
        case .timestamp: return line.time { JSONTime.append(timestamp: seconds, nanos, to: &$0) }
        case .duration: return line.time { JSONTime.append(duration: seconds, nanos, to: &$0) }
        case .number(let kind):
            guard let value = ScalarValue(kind, bits: values.first) else { return false }
            line.number(value)
            return true
        }
    }
}
