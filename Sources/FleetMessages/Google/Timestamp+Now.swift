#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

extension Timestamp {
    /// The time of the system.
    public static var now: Self {
        var time = timespec()
        // Fails only for clocks that do not exist, and every system has this one.
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(seconds: Int64(time.tv_sec), nanos: Int32(time.tv_nsec))
    }
}
