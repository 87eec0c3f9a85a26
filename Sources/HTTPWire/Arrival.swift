/// The packet that brought some bytes, and its time.
public struct Arrival: Hashable, Sendable {
    /// The packet's number in the file, from 1. In files without packets: the number of the entry.
    public let packet: Int
    /// Nanoseconds since 1970; `nil` where the file does not say it.
    public let time: Int64?

    package init(packet: Int, time: Int64? = nil) { (self.packet, self.time) = (packet, time) }
}
