public import ProtobufWire

/// Where a vehicle is, how fast it moves and in which direction, at one moment. Mirrors
/// `maps.fleetengine.v1.VehicleLocation`.
public struct VehicleLocation: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.VehicleLocation"
    public static var usualLengthBytes: Int { 2 }

    /// `location = 1`: the place. Sent: a GPS fix. Received: the best that is known, see ``locationSensor``.
    public var location: LatLng?
    /// `heading = 2`: degrees clockwise from north, 0 to 359. `nil` means unknown, 0 means north.
    public var heading: Int32?
    /// `speed_kmph = 3`, deprecated: speed in km/h. Use ``speed``, which is in m/s.
    public var speedKmph: Int32?
    /// `update_time = 4`: when the sensor took ``location``, by the clock of the sensor.
    public var updateTime: Timestamp?
    /// `altitude = 5`: metres above the WGS84 ellipsoid.
    public var altitude: Double?
    /// `speed = 6`: speed in metres per second.
    public var speed: Double?
    /// `speed_accuracy = 7`: accuracy of ``speed`` in metres per second.
    public var speedAccuracy: Double?
    /// `horizontal_accuracy = 8`, deprecated: use ``latlngAccuracy``.
    public var horizontalAccuracy: Double?
    /// `vertical_accuracy = 9`, deprecated: use ``altitudeAccuracy``.
    public var verticalAccuracy: Double?
    /// `bearing_accuracy = 10`, deprecated: use ``headingAccuracy``.
    public var bearingAccuracy: Double?
    /// `location_sensor = 11`: where ``location`` comes from.
    public var locationSensor = LocationSensor()
    /// `is_gps_sensor_enabled = 12`, input only: whether GPS is switched on at the device.
    public var isGPSSensorEnabled: Bool?
    /// `server_time = 13`, output only: when the server received the location, by its own clock.
    public var serverTime: Timestamp?
    /// `time_since_update = 14`, input only: seconds since this location was first sent; 0 the first time, and when
    /// unknown.
    public var timeSinceUpdate: Int32?
    /// `num_stale_updates = 15`, input only, deprecated: no longer used to tell a stale location.
    public var numStaleUpdates: Int32?
    /// `raw_location = 16`: the place before it was moved onto a road.
    public var rawLocation: LatLng?
    /// `raw_location_time = 17`: when ``rawLocation`` was taken.
    public var rawLocationTime: Timestamp?
    /// `supplemental_location = 18`: another place, from the app around the SDK.
    public var supplementalLocation: LatLng?
    /// `supplemental_location_time = 19`: when ``supplementalLocation`` was taken.
    public var supplementalLocationTime: Timestamp?
    /// `supplemental_location_sensor = 20`: where ``supplementalLocation`` comes from; unset means
    /// `CUSTOMER_SUPPLIED_LOCATION`.
    public var supplementalLocationSensor = LocationSensor()
    /// `supplemental_location_accuracy = 21`: accuracy of ``supplementalLocation``, a radius in metres.
    public var supplementalLocationAccuracy: Double?
    /// `latlng_accuracy = 22`: accuracy of ``location``, a radius in metres.
    public var latlngAccuracy: Double?
    /// `heading_accuracy = 23`: accuracy of ``heading`` in degrees.
    public var headingAccuracy: Double?
    /// `altitude_accuracy = 24`: accuracy of ``altitude`` in metres.
    public var altitudeAccuracy: Double?
    /// `raw_location_accuracy = 25`: accuracy of ``rawLocation``, a radius in metres.
    public var rawLocationAccuracy: Double?
    /// `road_snapped = 26`, deprecated: use ``isRoadSnapped``, which can also be absent.
    public var roadSnapped = false
    /// `is_road_snapped = 27`: whether ``location`` was moved onto a road.
    public var isRoadSnapped: Bool?
    /// `raw_location_sensor = 28`: where ``rawLocation`` comes from; unset means `GPS`.
    public var rawLocationSensor = LocationSensor()
    /// `flp_location = 29`: the place according to Android's Fused Location Provider.
    public var flpLocation: LatLng?
    /// `flp_update_time = 30`: when ``flpLocation`` was taken.
    public var flpUpdateTime: Timestamp?
    /// `flp_latlng_accuracy_meters = 31`: accuracy of ``flpLocation``, a radius in metres.
    public var flpLatlngAccuracyMeters: Double?
    /// `flp_heading_degrees = 32`: degrees clockwise from north, 0 to 359, according to the Fused Location Provider.
    public var flpHeadingDegrees: Int32?
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.message(&location)
            case 18: try reader.wrapped(18, &heading, unknown: &unknownFields)
            case 26: try reader.wrapped(26, &speedKmph, unknown: &unknownFields)
            case 34: try reader.message(&updateTime)
            case 42: try reader.wrapped(42, &altitude, unknown: &unknownFields)
            case 50: try reader.wrapped(50, &speed, unknown: &unknownFields)
            case 58: try reader.wrapped(58, &speedAccuracy, unknown: &unknownFields)
            case 66: try reader.wrapped(66, &horizontalAccuracy, unknown: &unknownFields)
            case 74: try reader.wrapped(74, &verticalAccuracy, unknown: &unknownFields)
            case 82: try reader.wrapped(82, &bearingAccuracy, unknown: &unknownFields)
            case 88: locationSensor = try reader.enumeration()
            case 98: try reader.wrapped(98, &isGPSSensorEnabled, unknown: &unknownFields)
            case 106: try reader.message(&serverTime)
            case 114: try reader.wrapped(114, &timeSinceUpdate, unknown: &unknownFields)
            case 122: try reader.wrapped(122, &numStaleUpdates, unknown: &unknownFields)
            case 130: try reader.message(&rawLocation)
            case 138: try reader.message(&rawLocationTime)
            case 146: try reader.message(&supplementalLocation)
            case 154: try reader.message(&supplementalLocationTime)
            case 160: supplementalLocationSensor = try reader.enumeration()
            case 170: try reader.wrapped(170, &supplementalLocationAccuracy, unknown: &unknownFields)
            case 178: try reader.wrapped(178, &latlngAccuracy, unknown: &unknownFields)
            case 186: try reader.wrapped(186, &headingAccuracy, unknown: &unknownFields)
            case 194: try reader.wrapped(194, &altitudeAccuracy, unknown: &unknownFields)
            case 202: try reader.wrapped(202, &rawLocationAccuracy, unknown: &unknownFields)
            case 208: roadSnapped = try reader.bool()
            case 218: try reader.wrapped(218, &isRoadSnapped, unknown: &unknownFields)
            case 224: rawLocationSensor = try reader.enumeration()
            case 234: try reader.message(&flpLocation)
            case 242: try reader.message(&flpUpdateTime)
            case 250: try reader.wrapped(250, &flpLatlngAccuracyMeters, unknown: &unknownFields)
            case 258: try reader.wrapped(258, &flpHeadingDegrees, unknown: &unknownFields)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.message(1, location)
        writer.wrapped(2, heading, unknown: unknownFields)
        writer.wrapped(3, speedKmph, unknown: unknownFields)
        writer.message(4, updateTime)
        writer.wrapped(5, altitude, unknown: unknownFields)
        writer.wrapped(6, speed, unknown: unknownFields)
        writer.wrapped(7, speedAccuracy, unknown: unknownFields)
        writer.wrapped(8, horizontalAccuracy, unknown: unknownFields)
        writer.wrapped(9, verticalAccuracy, unknown: unknownFields)
        writer.wrapped(10, bearingAccuracy, unknown: unknownFields)
        writer.enumeration(11, locationSensor)
        writer.wrapped(12, isGPSSensorEnabled, unknown: unknownFields)
        writer.message(13, serverTime)
        writer.wrapped(14, timeSinceUpdate, unknown: unknownFields)
        writer.wrapped(15, numStaleUpdates, unknown: unknownFields)
        writer.message(16, rawLocation)
        writer.message(17, rawLocationTime)
        writer.message(18, supplementalLocation)
        writer.message(19, supplementalLocationTime)
        writer.enumeration(20, supplementalLocationSensor)
        writer.wrapped(21, supplementalLocationAccuracy, unknown: unknownFields)
        writer.wrapped(22, latlngAccuracy, unknown: unknownFields)
        writer.wrapped(23, headingAccuracy, unknown: unknownFields)
        writer.wrapped(24, altitudeAccuracy, unknown: unknownFields)
        writer.wrapped(25, rawLocationAccuracy, unknown: unknownFields)
        writer.bool(26, roadSnapped)
        writer.wrapped(27, isRoadSnapped, unknown: unknownFields)
        writer.enumeration(28, rawLocationSensor)
        writer.message(29, flpLocation)
        writer.message(30, flpUpdateTime)
        writer.wrapped(31, flpLatlngAccuracyMeters, unknown: unknownFields)
        writer.wrapped(32, flpHeadingDegrees, unknown: unknownFields)
        writer.unknown(unknownFields)
    }
}
