import FleetMessages
import Testing

@Suite struct EncodedPolylineTests {
    /// The example of the format's description.
    ///
    /// Source: https://developers.google.com/maps/documentation/utilities/polylinealgorithm
    @Test func readsThePublishedExample() {
        #expect(
            EncodedPolyline.decode("_p~iF~ps|U_ulLnnqC_mqNvxq`@".utf8) == [
                LatLng(latitude: 38.5, longitude: -120.2), LatLng(latitude: 40.7, longitude: -120.95),
                LatLng(latitude: 43.252, longitude: -126.453),
            ])
    }

    /// From the same page: -179.9832104 becomes `` `~oia@ ``, rounded to five digits.
    @Test func readsThePublishedValue() {
        #expect(EncodedPolyline.decode("?`~oia@".utf8) == [LatLng(latitude: 0, longitude: -179.98321)])
    }

    @Test(
        arguments: [
            "", "_p~iF", "_p~iF~ps|", "_p~iF~ps|U_", " p~iF~ps|U", "_p~iF~ps|U\u{7F}", "~~~~~~~~~~~~~~~~~~~~?",
            "~~~~~~~~~?",
            // 90.00001 north; 180.00001 east.
            "acidP?", "?_gsia@?A", "é?", "CAISEgoQ1",
        ])
    func rejectsWhatIsNoLine(text: String) {
        #expect(EncodedPolyline.decode(text.utf8) == nil)
    }

    @Test func endsAtTheLimit() {
        let line = String(repeating: "??", count: 11)
        #expect(EncodedPolyline.decode(line.utf8, limit: 11)?.count == 11)
        #expect(EncodedPolyline.decode(line.utf8, limit: 10) == nil)
    }

    @Test(arguments: ["_p~iF~ps|U_ulLnnqC_mqNvxq`@", "?`~oia@", "??", "?A"])
    func writesWhatItReads(_ text: String) throws {
        #expect(EncodedPolyline.encode(try #require(EncodedPolyline.decode(text.utf8))) == text)
    }

    /// From the format's description: -179.9832104 is rounded to -17998321 steps.
    @Test func writesFiveDigitsRounded() {
        #expect(EncodedPolyline.encode([LatLng(latitude: 0, longitude: -179.9832104)]) == "?`~oia@")
    }

    @Test(arguments: [[], [LatLng(latitude: 91, longitude: 0)], [LatLng(latitude: .nan, longitude: 0)]])
    func writesNoLineOfWhatIsNone(_ points: [LatLng]) { #expect(EncodedPolyline.encode(points) == nil) }
}
