internal import ByteText

/// The value of `grpc-timeout`: how long the caller is willing to wait, counted from when the server reads it.
///
/// Source: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md (Timeout)
public struct CallTimeout: Hashable, Sendable {
    /// The unit of a timeout; the raw value is its letter.
    public enum Unit: String, CaseIterable, Sendable {
        /// `n`
        case nanoseconds = "n"
        /// `u`
        case microseconds = "u"
        /// `m`
        case milliseconds = "m"
        /// `S`
        case seconds = "S"
        /// `M`
        case minutes = "M"
        /// `H`
        case hours = "H"

        var nanoseconds: Int64 {
            switch self {
            case .nanoseconds: 1
            case .microseconds: 1_000
            case .milliseconds: 1_000_000
            case .seconds: 1_000_000_000
            case .minutes: 60_000_000_000
            case .hours: 3_600_000_000_000
            }
        }
    }

    /// 0 to 99 999 999 of ``unit``.
    public let amount: Int
    /// The unit of ``amount``.
    public let unit: Unit

    /// A value as on the wire.
    ///
    /// - Throws: ``MetadataError/Code/invalidTimeout`` unless it is 1 to 8 digits and a unit.
    public init(_ value: String) throws(MetadataError) {
        let bytes = Array(value.utf8)
        let digits = bytes.prefix { $0.isDigit }
        guard (1...8).contains(digits.count), digits.count + 1 == bytes.count,
            let unit = Unit(rawValue: String(decoding: bytes[digits.endIndex...], as: UTF8.self))
        else { throw MetadataError(.invalidTimeout, offset: min(digits.count, 8)) }
        amount = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
        self.unit = unit
    }

    /// The shortest timeout of at least this many nanoseconds, in the finest unit that has room for it. Negative ones
    /// become 0; the longest is 99 999 999 hours, which no 64-bit number of nanoseconds reaches.
    public init(nanoseconds: Int64) {
        let wanted = max(nanoseconds, 0)
        func amount(_ unit: Unit) -> Int64 { wanted / unit.nanoseconds + (wanted % unit.nanoseconds == 0 ? 0 : 1) }
        unit = Unit.allCases.first { amount($0) <= 99_999_999 } ?? .hours
        self.amount = Int(amount(unit))
    }

    /// The length in nanoseconds; `Int64.max` (292 years) where it is longer than that.
    public var nanoseconds: Int64 {
        let (product, overflow) = Int64(amount).multipliedReportingOverflow(by: unit.nanoseconds)
        return overflow ? .max : product
    }

    /// The length in seconds.
    public var seconds: Double { Double(amount) * Double(unit.nanoseconds) / 1e9 }
}

extension CallTimeout: CustomStringConvertible {
    /// The value as on the wire, `15S` for example.
    public var description: String { "\(amount)\(unit.rawValue)" }
}
