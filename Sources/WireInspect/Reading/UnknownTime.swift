internal import FleetProtos
internal import ProtobufSchema
internal import ProtobufWire

/// Numbers that may be a moment, and messages that may be a time or a place.
enum UnknownTime {
    /// 2001-09-09 to 2100-01-01, in seconds since 1970: where times of captured calls lie, and few other numbers.
    private static let seconds: Range<UInt64> = 1_000_000_000..<4_102_444_800
    /// Units in which the time since 1970 is counted, by how many go into a second.
    private static let units: [UInt64] = [1, 1000, 1_000_000, 1_000_000_000]

    /// `as time 2026-01-01T00:00:00Z`; `nil` for numbers that are no likely time in seconds, milli-, micro- or
    /// nanoseconds.
    static func sentence(_ number: UInt64) -> String? {
        for unit in units where seconds.contains(number / unit) {
            return text(number / unit, nanos: number % unit * (1_000_000_000 / unit)).map { "as time \($0)" }
        }
        return nil
    }

    /// What a small message of unknown type may be: `time? 2026-01-01T00:00:00Z`, `place? 37.5, -122.25`.
    static func note(_ message: ArraySlice<UInt8>) -> String? {
        // The largest of both shapes: two doubles with their tags, or two varints of ten and five bytes.
        guard (2...18).contains(message.count) else { return nil }
        let tree = WireTree(message.span, as: nil, walker: WireWalker())
        let fields = tree.nodes.map(\.field)
        guard tree.damage.isEmpty, let first = fields.first, first.number == 1, case .bits(let bits) = first.content,
            fields.count <= 2
        else { return nil }
        guard fields.count == 2 else {
            return first.wireType == .varint && seconds.contains(bits)
                ? text(bits, nanos: 0).map { "time? \($0)" } : nil
        }
        guard fields[1].number == 2, fields[1].wireType == first.wireType, case .bits(let next) = fields[1].content
        else { return nil }
        switch first.wireType {
        case .varint where seconds.contains(bits) && next < 1_000_000_000:
            return text(bits, nanos: next).map { "time? \($0)" }
        case .fixed64:
            let (latitude, longitude) = (Double(bitPattern: bits), Double(bitPattern: next))
            guard isDegrees(latitude, limit: 90), isDegrees(longitude, limit: 180) else { return nil }
            return "place? \(ValueText.floating(latitude)), \(ValueText.floating(longitude))"
        default: return nil
        }
    }

    private static func isDegrees(_ number: Double, limit: Double) -> Bool {
        number.magnitude <= limit && (number == 0 || number.magnitude > 1e-7)
    }

    /// The time as the JSON mapping of `google.protobuf.Timestamp` writes it.
    private static func text(_ seconds: UInt64, nanos: UInt64) -> String? {
        guard let type = FleetSchema.shared.message(named: "google.protobuf.Timestamp") else { return nil }
        var bytes: [UInt8] = []
        for (tag, value) in [(UInt8(0x08), seconds), (0x10, nanos)] {
            bytes.append(tag)
            WireBytes.append(varint: value, to: &bytes)
        }
        return (try? JSONWriter().string(bytes, as: type)).map { String($0.dropFirst().dropLast()) }
    }
}
