/// How much of a capture goes into a page, so that a browser opens it at once and memory is bounded whatever the file
/// holds. The page says what is left out.
enum ReportLimits {
    /// Calls that are listed. A row takes some 80 bytes.
    static let calls = 120_000
    /// Headers and messages of all calls together, in bytes of JSON.
    static let details = 16 << 20
    /// The part of ``details`` that only calls which did not end well may use: they are what people look for.
    static let detailsKeptForFailures = 4 << 20
    /// A message, in bytes of its JSON: some 60 fields of a list, all of anything else that is usual. Of a longer one the tree of
    /// its beginning is shown.
    static let message = 16 << 10
    /// The messages of a call, in bytes of their JSON. Streams send many.
    static let messagesOfCall = 128 << 10
    /// A header, a status message and the like, in characters.
    static let text = 400
    /// Different methods, and different pairs of addresses.
    static let names = 4096
    /// Vehicles, trips and tasks that can be filtered by.
    static let subjects = 20_000
    /// Vehicles, trips and tasks that a single call is filed under. Calls with more are lists of them.
    static let subjectsOfCall = 8
    /// Locations that a call may report for the cadence.
    static let reportsOfCall = 64

    /// Vehicles on the map.
    static let tracks = 400
    /// Points of a track; when there are more, every second one goes.
    static let trackPoints = 1000
    /// Routes on the map.
    static let routes = 400
    static let routePoints = 1000
    /// Stops on the map.
    static let stops = 2000
    /// Messages within a message that are searched for places.
    static let placeMessages = 10_000

    static let findings = 2000
}
