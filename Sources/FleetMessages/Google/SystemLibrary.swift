#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// Sine, cosine and arc tangent, from the C library of the system.
package enum Angle {
    /// The sine and the cosine of an angle in radians.
    package static func sineAndCosine(_ radians: Double) -> (sine: Double, cosine: Double) {
        (sin(radians), cos(radians))
    }

    /// The angle in radians, -π to π, of a point as seen from the origin.
    package static func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
}

extension Timestamp {
    /// The time of the system.
    public static var now: Self {
        var time = timespec()
        // Fails only for clocks that do not exist, and every system has this one.
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(seconds: Int64(time.tv_sec), nanos: Int32(time.tv_nsec))
    }
}
