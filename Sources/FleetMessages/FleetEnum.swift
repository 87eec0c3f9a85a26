internal import FleetProtos
public import ProtobufSchema
public import ProtobufWire

/// An enum of Fleet Engine, which the schema has names for.
public protocol FleetEnum: OpenEnum, CaseIterable, CustomStringConvertible {
    /// The name with its package and outer messages: `maps.fleetengine.v1.TripStatus`.
    static var fullName: String { get }
}

extension FleetEnum {
    /// The enum in the schema.
    public static var descriptor: EnumDescriptor? { FleetSchema.shared.enumeration(named: fullName) }

    /// The values that the schema has names for, in the order of its file. An open enum can hold others.
    public static var allCases: [Self] { (descriptor?.values ?? []).map { Self(rawValue: $0.number) } }

    /// The value with a name as in `.proto` files and JSON: `ENROUTE_TO_PICKUP`; `nil` for others. Case matters.
    ///
    /// - Complexity: Two hash lookups; the first use in a process also parses the schema.
    public init?(name: String) {
        guard let value = Self.descriptor?.value(named: name) else { return nil }
        self.init(rawValue: value.number)
    }

    /// Its name in `.proto` files and JSON; `nil` for a number that the schema does not have.
    public var name: String? { Self.descriptor?.value(number: rawValue)?.name }

    /// ``name``, or the number where there is none.
    public var description: String { name ?? String(rawValue) }
}
