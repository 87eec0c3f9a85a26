internal import ConsoleText
internal import FleetMessages
internal import JSONText
internal import ProtobufSchema
internal import ProtobufWire

/// The small messages of one line that hold one or two numbers. They are read without a tree of their fields, as a large
/// message has millions of them.
enum InlineShape {
    case latLng, timestamp, duration
    /// A wrapper of a number or `bool`.
    case number(FieldKind)

    init?(_ message: MessageDescriptor) {
        switch message.wellKnown {
        case .timestamp: self = .timestamp
        case .duration: self = .duration
        case .wrapper:
            guard let kind = message.field(number: 1)?.kind, kind.isPackable else { return nil }
            self = .number(kind)
        default:
            guard message.fullName == LatLng.fullName else { return nil }
            self = .latLng
        }
    }

    /// The bits of fields 1 and 2, 0 for a missing one; `nil` where a field is unexpected, or there are too many.
    func values(in bytes: Span<UInt8>, _ range: Range<Int>) -> (first: UInt64, second: UInt64)? {
        var result: (first: UInt64, second: UInt64) = (0, 0)
        var cursor = WireCursor(bytes, range)
        var (wireType, last, room) = layout
        while cursor.offset < range.upperBound {
            guard room > 0, let tag = try? cursor.tag(), tag.number <= last, tag.wireType == wireType,
                let bits = try? cursor.number(wireType)
            else { return nil }
            room -= 1
            if tag.number == 1 { result.first = bits } else { result.second = bits }
        }
        return result
    }

    /// The wire type of the fields, the number of the last one, and how many there may be. Of a time that is written several
    /// times the last one counts.
    private var layout: (wireType: WireType, last: Int, room: Int) {
        switch self {
        case .latLng: (.fixed64, 2, 2)
        case .timestamp, .duration: (.varint, 2, .max)
        case .number(let kind): (kind.wireType, 1, 1)
        }
    }

    private static func time(_ values: (first: UInt64, second: UInt64)) -> (seconds: Int64, nanos: Int) {
        (Int64(bitPattern: values.first), Int(Int32(truncatingIfNeeded: values.second)))
    }

    func role(of values: (first: UInt64, second: UInt64)) -> Palette.Role? {
        let (seconds, nanos) = Self.time(values)
        return switch self {
        case .latLng: nil
        case .timestamp: JSONTime.isTimestamp(seconds, nanos) ? nil : .error
        case .duration: JSONTime.isDuration(seconds, nanos) ? nil : .error
        case .number(let kind): kind.role
        }
    }

    /// Writes the values; of a time outside of its range the seconds and nanoseconds.
    func write(_ values: (first: UInt64, second: UInt64), to line: inout LineBuffer) {
        let (seconds, nanos) = Self.time(values)
        guard role(of: values) != .error else { return line.text("invalid: \(seconds) s and \(nanos) ns") }
        switch self {
        case .latLng:
            line.floating(Double(bitPattern: values.first))
            line.ascii(", ")
            line.floating(Double(bitPattern: values.second))
        case .timestamp: _ = line.time { JSONTime.append(timestamp: seconds, nanos, to: &$0) }
        case .duration: _ = line.time { JSONTime.append(duration: seconds, nanos, to: &$0) }
        case .number(let kind): if let value = ScalarValue(kind, bits: values.first) { line.number(value) }
        }
    }
}
