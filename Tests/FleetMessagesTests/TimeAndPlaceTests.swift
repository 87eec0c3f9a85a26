import FleetMessages
import Testing

/// Truth: `FromNanoseconds` of Google's Python runtime.
@Suite struct TimeAndPlaceTests {
    @Test(
        arguments: [
            (0, 0, 0, 0, 0), (1, 0, 1, 0, 1), (-1, -1, 999_999_999, 0, -1), (-1_000_000_000, -1, 0, -1, 0),
            (1_756_669_902_123_456_789, 1_756_669_902, 123_456_789, 1_756_669_902, 123_456_789),
            (-1_000_000_001, -2, 999_999_999, -1, -1),
            (.max, 9_223_372_036, 854_775_807, 9_223_372_036, 854_775_807),
            (.min, -9_223_372_037, 145_224_192, -9_223_372_036, -854_775_808),
        ] as [(Int64, Int64, Int32, Int64, Int32)])
    func takesNanosecondsApart(_ count: Int64, seconds: Int64, nanos: Int32, whole: Int64, part: Int32) {
        let time = Timestamp(nanosecondsSince1970: count)
        #expect(time == Timestamp(seconds: seconds, nanos: nanos) && time.isValid)
        let span = ProtobufDuration(nanoseconds: count)
        #expect(span == ProtobufDuration(seconds: whole, nanos: part) && span.isValid)
        #expect(abs(time.secondsSince1970 - span.inSeconds) < 1e-6)
    }

    @Test func readsSecondsThatAreInRange() {
        #expect(Timestamp(secondsSince1970: -0.25) == Timestamp(seconds: -1, nanos: 750_000_000))
        #expect(Timestamp(secondsSince1970: 1.999_999_999_9) == Timestamp(seconds: 2))
        #expect(ProtobufDuration(inSeconds: -0.25) == ProtobufDuration(seconds: 0, nanos: -250_000_000))
        #expect(ProtobufDuration(inSeconds: -1.999_999_999_9) == ProtobufDuration(seconds: -2))
        for wrong in [.nan, .infinity, -.infinity, 1e300, 253_402_300_800, -62_135_596_801] {
            #expect(Timestamp(secondsSince1970: wrong) == nil)
        }
        for wrong in [.nan, .infinity, -.infinity, 1e300, 315_576_000_001, -315_576_000_001] {
            #expect(ProtobufDuration(inSeconds: wrong) == nil)
        }
        #expect(Timestamp(secondsSince1970: 253_402_300_799)?.isValid == true)
        #expect(ProtobufDuration(inSeconds: -315_576_000_000)?.isValid == true)
    }

    /// Texts, and what Google's Python runtime reads from them and writes again.
    static let texts: [(text: String, seconds: Int64, nanos: Int32, written: String)] = [
        ("2026-01-01T08:00:00Z", 1_767_254_400, 0, "2026-01-01T08:00:00Z"),
        ("2026-01-01T08:00:00.25+01:00", 1_767_250_800, 250_000_000, "2026-01-01T07:00:00.250Z"),
        ("1969-12-31T23:59:59.999999999Z", -1, 999_999_999, "1969-12-31T23:59:59.999999999Z"),
        ("0001-01-01T00:00:00Z", -62_135_596_800, 0, "0001-01-01T00:00:00Z"),
        ("2000-02-29T12:00:00.1-23:59", 951_911_940, 100_000_000, "2000-03-01T11:59:00.100Z"),
    ]

    @Test(arguments: texts)
    func readsAndWritesRFC3339(_ text: String, _ seconds: Int64, _ nanos: Int32, _ written: String) throws {
        let time = try #require(Timestamp(rfc3339: text))
        #expect((time.seconds, time.nanos) == (seconds, nanos))
        #expect(time.rfc3339 == written)
    }

    @Test(arguments: [
        "", "2026-01-01", "2026-01-01T08:00:00", "2026-02-29T00:00:00Z", "2026-01-01T24:00:00Z", "0000-12-31T23:59:59Z",
        "9999-12-31T23:59:59-00:01", "2026-01-01T08:00:00.1234567891Z", "\"2026-01-01T08:00:00Z\"",
    ])
    func refusesOtherTextsOfTimes(_ text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test func timesThatAreNotValidHaveNoText() {
        #expect(Timestamp(seconds: 253_402_300_800).rfc3339 == nil)
        #expect(Timestamp(seconds: 0, nanos: -1).rfc3339 == nil)
    }

    @Test func tellsWhatIsValidAndWhatIsEarlier() {
        #expect(!Timestamp(seconds: 0, nanos: -1).isValid && !Timestamp(seconds: 0, nanos: 1_000_000_000).isValid)
        #expect(!Timestamp(seconds: .max).isValid && !Timestamp(seconds: .min).isValid)
        #expect(!ProtobufDuration(seconds: 1, nanos: -1).isValid && !ProtobufDuration(seconds: -1, nanos: 1).isValid)
        #expect(!ProtobufDuration(seconds: .min).isValid && !ProtobufDuration(seconds: 0, nanos: .min).isValid)
        #expect(Timestamp(seconds: 1, nanos: 5) < Timestamp(seconds: 1, nanos: 6))
        #expect(!(Timestamp(seconds: 1, nanos: 5) < Timestamp(seconds: 1, nanos: 5)))
        #expect(ProtobufDuration(seconds: 0, nanos: -1) < ProtobufDuration())
    }

    @Test func sumsAndDifferences() {
        let (half, time) = (ProtobufDuration(nanoseconds: 500_000_000), Timestamp(seconds: -1, nanos: 700_000_000))
        #expect(time + half == Timestamp(seconds: 0, nanos: 200_000_000))
        #expect(time - half == Timestamp(seconds: -1, nanos: 200_000_000))
        #expect(time - (time + half) == ProtobufDuration(seconds: 0, nanos: -500_000_000))
        #expect(half - ProtobufDuration(seconds: 2) == ProtobufDuration(seconds: -1, nanos: -500_000_000))
        #expect(half + half == ProtobufDuration(seconds: 1))
        if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) {
            #expect(half.duration == .milliseconds(500) && ProtobufDuration(.milliseconds(-1500)).inSeconds == -1.5)
        }
    }

    /// What arrives on the wire can be any number.
    @Test func sumsDoNotOverflow() {
        let most = ProtobufDuration(seconds: .max, nanos: .max)
        let least = ProtobufDuration(seconds: .min, nanos: .min)
        for (a, b) in [(most, most), (least, least), (most, least), (least, most)] {
            _ = (a + b, a - b)
            let time = Timestamp(seconds: a.seconds, nanos: a.nanos)
            _ = (time + b, time - b, time - Timestamp(seconds: b.seconds, nanos: b.nanos))
        }
        #expect((most + most).seconds == .max && (least + least).seconds == .min + 1)
    }

    /// Truth: the haversine formula, with the same radius.
    @Test(
        arguments: [
            (48.1, 11.5, 48.101, 11.502, 185.531), (0, 179.999, 0, -179.999, 222.390),
            (-33.86, 151.2, -33.85, 151.21, 1445.385), (69.0, 18.9, 69.01, 18.9, 1111.951),
        ] as [(Double, Double, Double, Double, Double)])
    func measuresAlongTheGreatCircle(_ a: Double, _ b: Double, _ c: Double, _ d: Double, metres: Double) {
        let distance = LatLng(latitude: a, longitude: b).metres(to: LatLng(latitude: c, longitude: d))
        #expect(abs(distance - metres) < metres / 10_000)
    }

    @Test func tellsPlacesOnTheGlobe() {
        #expect(LatLng(latitude: -90, longitude: 180).isValid)
        for (latitude, longitude) in [(90.1, 0), (0, -180.1), (.nan, 0), (0, .nan), (.infinity, 0)] {
            #expect(!LatLng(latitude: latitude, longitude: longitude).isValid)
        }
        #expect(LatLng().isZero && !LatLng(latitude: 0, longitude: 1e-7).isZero)
    }
}
