extension Int64 {
    /// The nearest whole number; the nearest bound for a value outside the range, 0 for NaN.
    package init(nearest value: Double) {
        self = value.isNaN ? 0 : value >= 9.2e18 ? .max : value <= -9.2e18 ? .min : Int64(value.rounded())
    }
}

extension Double {
    package var tenths: String {
        let tenths = Int64(nearest: self * 10)
        return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    }
}
