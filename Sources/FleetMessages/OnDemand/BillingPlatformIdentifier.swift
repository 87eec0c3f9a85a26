/// Where a billable trip was reported from. Mirrors `maps.fleetengine.v1.BillingPlatformIdentifier`.
public struct BillingPlatformIdentifier: FleetEnum {
    public static let fullName = "maps.fleetengine.v1.BillingPlatformIdentifier"

    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// `BILLING_PLATFORM_IDENTIFIER_UNSPECIFIED = 0`: not said.
    public static var unspecified: Self { .init(rawValue: 0) }
    /// `SERVER = 1`
    public static var server: Self { .init(rawValue: 1) }
    /// `WEB = 2`: a browser.
    public static var web: Self { .init(rawValue: 2) }
    /// `ANDROID = 3`
    public static var android: Self { .init(rawValue: 3) }
    /// `IOS = 4`
    public static var ios: Self { .init(rawValue: 4) }
    /// `OTHERS = 5`: anything else.
    public static var others: Self { .init(rawValue: 5) }
}
