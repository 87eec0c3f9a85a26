public import ProtobufWire

/// Who is calling: goes into every request of the TripService and the VehicleService. Mirrors
/// `maps.fleetengine.v1.RequestHeader`.
public struct RequestHeader: FleetMessage {
    public static let fullName = "maps.fleetengine.v1.RequestHeader"

    /// `language_code = 1`: BCP 47 tag of the language for texts in the answer, for example `en-US`. Left out, the
    /// answer may be in any language.
    public var languageCode = ""
    /// `region_code = 2`, required: CLDR region that the request comes from, for example `US`.
    public var regionCode = ""
    /// `sdk_version = 3`: version of the calling SDK, `major.minor.patch`.
    public var sdkVersion = ""
    /// `os_version = 4`: version of the operating system, for example `17.4`.
    public var osVersion = ""
    /// `device_model = 5`: model of the device, for example `iPhone12,1`.
    public var deviceModel = ""
    /// `sdk_type = 6`: which SDK is calling.
    public var sdkType = SDKType()
    /// `maps_sdk_version = 7`: version of the Maps SDK below the calling SDK, `major.minor.patch`.
    public var mapsSDKVersion = ""
    /// `nav_sdk_version = 8`: version of the Navigation SDK below the calling SDK, `major.minor.patch`.
    public var navSDKVersion = ""
    /// `platform = 9`: platform of the calling SDK.
    public var platform = Platform()
    /// `manufacturer = 10`: maker of the device. Android only.
    public var manufacturer = ""
    /// `android_api_level = 11`: API level of the device, for example 34. Android only.
    public var androidAPILevel: Int32 = 0
    /// `trace_id = 12`: an id of the caller's own choice, to find the request in logs.
    public var traceID = ""
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: languageCode = try reader.string()
            case 18: regionCode = try reader.string()
            case 26: sdkVersion = try reader.string()
            case 34: osVersion = try reader.string()
            case 42: deviceModel = try reader.string()
            case 48: sdkType = try reader.enumeration()
            case 58: mapsSDKVersion = try reader.string()
            case 66: navSDKVersion = try reader.string()
            case 72: platform = try reader.enumeration()
            case 82: manufacturer = try reader.string()
            case 88: androidAPILevel = try reader.int32()
            case 98: traceID = try reader.string()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.string(1, languageCode)
        writer.string(2, regionCode)
        writer.string(3, sdkVersion)
        writer.string(4, osVersion)
        writer.string(5, deviceModel)
        writer.enumeration(6, sdkType)
        writer.string(7, mapsSDKVersion)
        writer.string(8, navSDKVersion)
        writer.enumeration(9, platform)
        writer.string(10, manufacturer)
        writer.int32(11, androidAPILevel)
        writer.string(12, traceID)
        writer.unknown(unknownFields)
    }

    /// The SDK that makes a request. Mirrors `maps.fleetengine.v1.RequestHeader.SdkType`.
    public struct SDKType: FleetEnum {
        public static let fullName = "maps.fleetengine.v1.RequestHeader.SdkType"

        public var rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// `SDK_TYPE_UNSPECIFIED = 0`: not said.
        public static var unspecified: Self { .init(rawValue: 0) }
        /// `CONSUMER = 1`: the Consumer SDK, in the rider's app.
        public static var consumer: Self { .init(rawValue: 1) }
        /// `DRIVER = 2`: the Driver SDK, in the driver's app.
        public static var driver: Self { .init(rawValue: 2) }
        /// `JAVASCRIPT = 3`: the JavaScript library.
        public static var javascript: Self { .init(rawValue: 3) }
    }

    /// The platform a request is made from. Mirrors `maps.fleetengine.v1.RequestHeader.Platform`.
    public struct Platform: FleetEnum {
        public static let fullName = "maps.fleetengine.v1.RequestHeader.Platform"

        public var rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// `PLATFORM_UNSPECIFIED = 0`: not said.
        public static var unspecified: Self { .init(rawValue: 0) }
        /// `ANDROID = 1`
        public static var android: Self { .init(rawValue: 1) }
        /// `IOS = 2`
        public static var ios: Self { .init(rawValue: 2) }
        /// `WEB = 3`: in a browser.
        public static var web: Self { .init(rawValue: 3) }
    }
}
