/// An error in how a reporter or trip model is used. Nothing was changed and nothing was sent.
public struct FleetLiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of error; a minor version may add some.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String

        /// The interval is shorter than 5 s or longer than 60 s.
        public static let intervalOutOfRange = Self(description: "interval_out_of_range")
        /// A vehicle can be ONLINE only while location tracking is enabled.
        public static let onlineWithoutTracking = Self(description: "online_without_tracking")
        /// An update cannot change the field.
        public static let fieldNotUpdatable = Self(description: "field_not_updatable")
        /// There is no stop left that could be reached or completed.
        public static let noStopLeft = Self(description: "no_stop_left")
        /// A stop behind the first one has another state than NEW.
        public static let laterStopNotNew = Self(description: "later_stop_not_new")
    }

    /// The kind of error.
    public let code: Code
    /// What is wrong, and the remedy: a sentence or two.
    public let message: String

    public var description: String { message }
}
