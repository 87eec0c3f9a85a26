/// Sine, cosine and arc tangent, which Swift has only in Foundation and in the C libraries of each system.
package enum Angle {
    /// The sine and the cosine of an angle in radians of at most some turns, to 13 digits.
    package static func sineAndCosine(_ radians: Double) -> (sine: Double, cosine: Double) {
        let quarter = (radians * (2 / .pi)).rounded()
        let rest = radians - quarter * (.pi / 2)
        let square = rest * rest
        // Taylor's series around 0, for at most an eighth of a turn, from the last term to the first.
        func term(_ divisor: Double, _ following: Double) -> Double { 1 - square * (1 / divisor) * following }
        var sine = term(20, term(42, term(72, term(110, term(156, 1)))))
        sine = rest * term(6, sine)
        var cosine = term(30, term(56, term(90, term(132, term(182, 1)))))
        cosine = term(2, term(12, cosine))
        switch Int(quarter) & 3 {
        case 0: return (sine, cosine)
        case 1: return (cosine, -sine)
        case 2: return (-sine, -cosine)
        default: return (-cosine, sine)
        }
    }

    /// The angle in radians, -π to π, of a point as seen from the origin, to 12 digits.
    package static func arcTangent(_ y: Double, _ x: Double) -> Double {
        let (low, high) = (min(y.magnitude, x.magnitude), max(y.magnitude, x.magnitude))
        guard high > 0 else { return 0 }
        var ratio = low / high
        var angle = 0.0
        // The series converges fast up to the tangent of π/12; beyond, π/6 is taken away first.
        if ratio > 0.267_949_192_431_122_7 {
            let root = 1.732_050_807_568_877_2
            (angle, ratio) = (.pi / 6, (root * ratio - 1) / (root + ratio))
        }
        let square = ratio * ratio
        func term(_ divisor: Double, _ following: Double) -> Double { 1 / divisor - square * following }
        let end = term(11, term(13, term(15, term(17, term(19, 1 / 21)))))
        angle += ratio * term(1, term(3, term(5, term(7, term(9, end)))))
        if y.magnitude > x.magnitude { angle = .pi / 2 - angle }
        if x < 0 { angle = .pi - angle }
        return y < 0 ? -angle : angle
    }
}
