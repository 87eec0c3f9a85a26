public import ProtobufWire

/// Request of `ReportBillableTrip`. Mirrors `maps.fleetengine.v1.ReportBillableTripRequest`.
public struct ReportBillableTripRequest: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.ReportBillableTripRequest"

    /// `name = 2`, required: `providers/{provider}/billableTrips/{billable_trip}`.
    public var name = ""
    /// `country_code = 3`, required: two letters of the country of the trip; the price depends on it.
    public var countryCode = ""
    /// `platform = 5`: where the report comes from.
    public var platform = BillingPlatformIdentifier()
    /// `related_ids = 6`: ids of what led to the trip, for example sessions before booking. At most 50.
    public var relatedIDs: [String] = []
    /// `solution_type = 7`: the product that the trip is billed to.
    public var solutionType = SolutionType()
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 18: name = try reader.string()
            case 26: countryCode = try reader.string()
            case 40: platform = try reader.enumeration()
            case 50: try reader.strings(50, &relatedIDs)
            case 56: solutionType = try reader.enumeration()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.string(2, name)
        writer.string(3, countryCode)
        writer.enumeration(5, platform)
        writer.strings(6, relatedIDs)
        writer.enumeration(7, solutionType)
        writer.unknown(unknownFields)
    }

    /// Products that a trip can be billed to. Mirrors `maps.fleetengine.v1.ReportBillableTripRequest.SolutionType`.
    public struct SolutionType: FleetEnum {
        public static let fullName = "maps.fleetengine.v1.ReportBillableTripRequest.SolutionType"

        public var rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// `SOLUTION_TYPE_UNSPECIFIED = 0`: not said; the server takes ``onDemandRidesharingAndDeliveries``.
        public static var unspecified: Self { .init(rawValue: 0) }
        /// `ON_DEMAND_RIDESHARING_AND_DELIVERIES = 1`: on-demand rides and deliveries.
        public static var onDemandRidesharingAndDeliveries: Self { .init(rawValue: 1) }
    }
}
