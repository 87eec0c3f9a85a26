public import ProtobufWire

/// Quota checks that failed. Mirrors `google.rpc.QuotaFailure`.
public struct QuotaFailure: FleetMessage {
    public static let fullName = "google.rpc.QuotaFailure"

    /// `violations = 1`: every check that failed.
    public var violations: [Violation] = []
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.messages(10, &violations)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.messages(1, violations)
        writer.unknown(unknownFields)
    }

    /// One failed check. Mirrors `google.rpc.QuotaFailure.Violation`.
    public struct Violation: FleetMessage {
        public static let fullName = "google.rpc.QuotaFailure.Violation"

        /// `subject = 1`: whose quota it is, for example `project:sample-cloud-project`.
        public var subject = ""
        /// `description = 2`: how the check failed, for people.
        public var description = ""
        /// `api_service = 3`: the service that the quota belongs to; it can differ from the one called.
        public var apiService = ""
        /// `quota_metric = 4`: the metric that is counted.
        public var quotaMetric = ""
        /// `quota_id = 5`: which limit of that metric, for example `RequestsPerMinutePerProject`.
        public var quotaID = ""
        /// `quota_dimensions = 6`: the dimensions that the limit is kept for, for example a region.
        public var quotaDimensions = ProtobufMap<String, String>()
        /// `quota_value = 7`: the limit in force when the check failed.
        public var quotaValue: Int64 = 0
        /// `future_quota_value = 8`: the limit that is being rolled out; absent when no change is under way.
        public var futureQuotaValue: Int64?
        public var unknownFields = UnknownFields()

        public init() {}

        public mutating func merge(_ reader: consuming Reader) throws(WireError) {
            while case let tag = try reader.nextTag(), tag != 0 {
                switch tag {
                case 10: subject = try reader.string()
                case 18: description = try reader.string()
                case 26: apiService = try reader.string()
                case 34: quotaMetric = try reader.string()
                case 42: quotaID = try reader.string()
                case 50: try reader.map(50, &quotaDimensions, key: .string, value: .string, unknown: &unknownFields)
                case 56: quotaValue = try reader.int64()
                case 64: futureQuotaValue = try reader.int64()
                default: try reader.keep(tag, in: &unknownFields)
                }
            }
        }

        public func encode(_ writer: inout Writer) {
            writer.string(1, subject)
            writer.string(2, description)
            writer.string(3, apiService)
            writer.string(4, quotaMetric)
            writer.string(5, quotaID)
            writer.map(6, quotaDimensions, key: .string, value: .string)
            writer.int64(7, quotaValue)
            if let futureQuotaValue { writer.int64(8, present: futureQuotaValue) }
            writer.unknown(unknownFields)
        }
    }
}
