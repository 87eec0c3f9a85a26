public import ProtobufWire

/// Response of `SearchTrips`. Mirrors `maps.fleetengine.v1.SearchTripsResponse`.
public struct SearchTripsResponse: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.SearchTripsResponse"

    /// `trips = 1`: the trips of this page.
    public var trips: [Trip] = []
    /// `next_page_token = 2`: to be sent as ``SearchTripsRequest/pageToken`` for the next page. After the last page
    /// ``trips`` is empty.
    public var nextPageToken = ""
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.messages(10, &trips)
            case 18: nextPageToken = try reader.string()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.messages(1, trips)
        writer.string(2, nextPageToken)
        writer.unknown(unknownFields)
    }
}
