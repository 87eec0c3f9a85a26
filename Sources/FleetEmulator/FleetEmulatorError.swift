/// Why a document cannot be read as the state of a fleet, a text as a fault, or why a state cannot be written.
public struct FleetEmulatorError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence: what is wrong where, and for faults what belongs there.
    public let description: String

    init(_ description: String) { self.description = description }
}
