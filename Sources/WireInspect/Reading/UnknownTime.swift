internal import ConsoleText
internal import ProtobufSchema
internal import ProtobufWire

/// Times and places that unknown numbers may stand for.
enum UnknownTime {
    /// 2001-09-09 to 2100-01-01, in seconds since 1970: where times of captured calls lie, and few other numbers.
    private static let likely: Range<UInt64> = 1_000_000_000..<4_102_444_800
    /// Units in which the time since 1970 is counted, by how many go into a second.
    private static let units: [UInt64] = [1, 1000, 1_000_000, 1_000_000_000]

    /// `as time 2026-01-01T00:00:00Z`, as the JSON mapping of `google.protobuf.Timestamp` writes times; `nil` for numbers that
    /// are no likely time in seconds, milli-, micro- or nanoseconds.
    static func sentence(_ number: UInt64) -> SafeText? {
        guard number >= likely.lowerBound, let unit = units.first(where: { likely.contains(number / $0) }) else {
            return nil
        }
        return SafeText(verbatim: "as time \(ClockTime(Int64(number * (1_000_000_000 / unit))).text ?? "")")
    }

    /// The time or place that a small message of unknown type may be: `time? 2026-01-01T00:00:00Z`, `place? 37.5, -122.25`.
    static func note(_ message: ArraySlice<UInt8>) -> SafeText? {
        // The largest of both shapes: two doubles with their tags, or two varints of ten and five bytes.
        guard (2...18).contains(message.count) else { return nil }
        var cursor = WireCursor(message.span, 0..<message.count)
        guard let first = cursor.next(levels: 1), first.number == 1 else { return nil }
        guard cursor.offset < cursor.end else { return first.wireType == .varint ? time(first.bits, nanos: 0) : nil }
        guard let second = cursor.next(levels: 1), cursor.offset == cursor.end, second.number == 2,
            second.wireType == first.wireType
        else { return nil }
        switch first.wireType {
        case .varint where second.bits < 1_000_000_000: return time(first.bits, nanos: Int(second.bits))
        case .fixed64:
            let (latitude, longitude) = (Double(bitPattern: first.bits), Double(bitPattern: second.bits))
            guard isDegrees(latitude, limit: 90), isDegrees(longitude, limit: 180) else { return nil }
            return LineBuffer.text { line in
                line.text("place? ")
                line.floating(latitude)
                line.text(", ")
                line.floating(longitude)
            }
        default: return nil
        }
    }

    private static func time(_ seconds: UInt64, nanos: Int) -> SafeText? {
        guard likely.contains(seconds) else { return nil }
        return "time? \(ClockTime(Int64(seconds) * 1_000_000_000 + Int64(nanos)).text ?? "")"
    }

    private static func isDegrees(_ number: Double, limit: Double) -> Bool {
        number.magnitude <= limit && (number == 0 || number.magnitude > 1e-7)
    }
}
