internal import ByteText

/// The value of `grpc-timeout`: how long the caller is willing to wait, counted from when the server reads it.
///
/// Source: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md (Timeout)
public struct CallTimeout: Hashable, Sendable {
    /// The letters of the units and how many nanoseconds these have, the finest first.
    private static let units: [(letter: String, nanoseconds: Int64)] = [
        ("n", 1), ("u", 1_000), ("m", 1_000_000), ("S", 1_000_000_000), ("M", 60_000_000_000), ("H", 3_600_000_000_000),
    ]

    /// 0 to 99 999 999 of the unit.
    private let amount: Int64
    /// The index of the unit in ``units``.
    private let unit: Int

    /// A value as on the wire.
    ///
    /// - Throws: ``MetadataError/Code/invalidTimeout`` unless it is 1 to 8 digits and a unit.
    public init(_ value: String) throws(MetadataError) {
        let bytes = Array(value.utf8)
        let digits = bytes.prefix { $0.isDigit }
        let letter = bytes[digits.endIndex...]
        guard (1...8).contains(digits.count),
            let unit = Self.units.firstIndex(where: { $0.letter.utf8.elementsEqual(letter) })
        else { throw MetadataError(.invalidTimeout, offset: min(digits.count, 8)) }
        amount = digits.reduce(0) { $0 * 10 + Int64($1 - 48) }
        self.unit = unit
    }

    /// The shortest timeout of at least this many nanoseconds, in the finest unit that has room for it. Negative ones
    /// become 0; the longest is 99 999 999 hours, which no 64-bit number of nanoseconds reaches.
    public init(nanoseconds: Int64) {
        let wanted = max(nanoseconds, 0)
        let amounts = Self.units.map { wanted / $0.nanoseconds + (wanted % $0.nanoseconds == 0 ? 0 : 1) }
        unit = amounts.count { $0 > 99_999_999 }
        amount = amounts[unit]
    }

    /// The length in nanoseconds; `Int64.max` (292 years) where it is longer than that.
    public var nanoseconds: Int64 {
        let (product, overflow) = amount.multipliedReportingOverflow(by: Self.units[unit].nanoseconds)
        return overflow ? .max : product
    }

    /// The length in seconds.
    public var seconds: Double { Double(amount) * Double(Self.units[unit].nanoseconds) / 1e9 }
}

extension CallTimeout: CustomStringConvertible {
    /// The value as on the wire, `15S` for example.
    public var description: String { "\(amount)\(Self.units[unit].letter)" }
}
