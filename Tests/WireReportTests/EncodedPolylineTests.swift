import FleetMessages
import Testing
import WireReport

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
}
