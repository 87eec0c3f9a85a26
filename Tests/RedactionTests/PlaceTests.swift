import FleetMessages
import Foundation
@testable import Redaction
import TestSupport
import Testing

/// Places: what stays of them, and what somebody may try to find them again.
@Suite struct PlaceTests {
    /// A drive of some kilometres near Munich, with corners as streets have them.
    private static let drive: [LatLng] = {
        var random = SplitMix64(seed: 5)
        var place = LatLng(latitude: 48.137154, longitude: 11.576124)
        return (0..<400).map { index in
            let direction = Double(index / 20) * 1.3
            place.latitude += (1e-4 * sin(direction) + .random(in: -1e-5...1e-5, using: &random))
            place.longitude += (1.5e-4 * cos(direction) + .random(in: -1e-5...1e-5, using: &random))
            let rounded = ((place.latitude * 1e7).rounded() / 1e7, (place.longitude * 1e7).rounded() / 1e7)
            return LatLng(latitude: rounded.0, longitude: rounded.1)
        }
    }()

    private static func rotation(_ seed: UInt64) -> PlaceRotation { PlaceRotation(hash: SipHash(low: seed, high: 7)) }

    private static func metres(_ a: LatLng, _ b: LatLng) -> Double { a.metres(to: b) }

    private static func vector(_ place: LatLng) -> [Double] {
        let (north, east) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
        return [cos(north) * cos(east), cos(north) * sin(east), sin(north)]
    }

    private static func length(_ line: [LatLng]) -> Double { zip(line, line.dropFirst()).map(metres).reduce(0, +) }

    /// The direction from one place to another in degrees.
    private static func bearing(_ a: LatLng, _ b: LatLng) -> Double {
        let (north, other, east) = (
            a.latitude * .pi / 180, b.latitude * .pi / 180, (b.longitude - a.longitude) * .pi / 180
        )
        return atan2(sin(east) * cos(other), cos(north) * sin(other) - sin(north) * cos(other) * cos(east)) * 180 / .pi
    }

    // MARK: What stays

    @Test(arguments: UInt64(0)..<20) func keepTheirDistances(_ seed: UInt64) throws {
        let rotation = Self.rotation(seed)
        let moved = try Self.drive.map { try #require(rotation($0)) }
        for (step, index) in [(1, 0), (50, 100), (399, 0)] {
            let (old, new) = (
                Self.metres(Self.drive[index], Self.drive[index + step]), Self.metres(moved[index], moved[index + step])
            )
            // Each place is put within half a metre of where it was.
            #expect(abs(old - new) < 2.3, "\(old) \(new)")
        }
        let again = Self.drive.compactMap { rotation($0) }
        #expect(moved == again)
        for place in moved { #expect(place.isValid) }
    }

    @Test(arguments: UInt64(0)..<20) func keepDirectionsAsTheyLieToEachOther(_ seed: UInt64) throws {
        let rotation = Self.rotation(seed)
        let (here, there) = (Self.drive[0], LatLng(latitude: 48.4123456, longitude: 11.9654321))
        let (newHere, newThere) = (try #require(rotation(here)), try #require(rotation(there)))
        for heading in stride(from: 0.0, to: 360, by: 45) {
            let old = heading - Self.bearing(here, there)
            let new = rotation.heading(heading, at: here) - Self.bearing(newHere, newThere)
            #expect(abs(remainder(old - new, 360)) < 0.01)
        }
    }

    @Test(arguments: UInt64(0)..<20) func keepTheShapeOfPolylines(_ seed: UInt64) throws {
        let rotation = Self.rotation(seed)
        let text = Array(try #require(EncodedPolyline.encode(Self.drive)).utf8)
        let new = try #require(rotation.polyline(text[...]))
        #expect(new.count == text.count)
        let moved = try #require(EncodedPolyline.decode(new))
        #expect(moved.count > 200)
        #expect(abs(Self.length(moved) / Self.length(Self.drive) - 1) < 0.05)
        let ends = (Self.metres(Self.drive[0], Self.drive[399]), Self.metres(moved[0], moved[moved.count - 1]))
        #expect(abs(ends.0 - ends.1) < 30, "\(ends)")
    }

    @Test(arguments: ["_p~iF~ps|U", "??", "a", "_p~iF", "Marienplatz 1", "", "_p~iF~ps|U?", "~~~~~~~~~~~"])
    func givePolylinesTheSameLength(_ text: String) {
        for seed in UInt64(0)..<50 {
            guard let new = Self.rotation(seed).polyline(Array(text.utf8)[...]) else { continue }
            #expect(new.count == text.utf8.count && EncodedPolyline.decode(new) != nil)
            if text.utf8.count > 2 { #expect(!new.elementsEqual(text.utf8)) }
        }
    }

    /// Points that need more characters elsewhere make room for the last one.
    @Test(arguments: 2...6) func keepTheEndOfShortPolylines(_ count: Int) throws {
        let line = Array(Self.drive.prefix(count))
        let text = Array(try #require(EncodedPolyline.encode(line)).utf8)
        for seed in UInt64(0)..<50 {
            guard let new = Self.rotation(seed).polyline(text[...]) else { continue }
            let end = try #require(EncodedPolyline.decode(new)?.last)
            let moved = try #require(Self.rotation(seed)(line[count - 1]))
            #expect(new.count == text.count && Self.metres(end, moved) < 3)
        }
    }

    @Test func leaveOutWhatIsNoPlace() {
        let rotation = Self.rotation(1)
        for place in [(0, 0), (91, 0), (-122.4, 37.7), (.nan, 1), (1, .infinity)] as [(Double, Double)] {
            #expect(rotation(LatLng(latitude: place.0, longitude: place.1)) == nil)
        }
        let redactor = Redactor(key: [1])
        for degrees in [1, -33.9, 90, 91, 122.4, -180, 181, 999, 1e9] as [Double] {
            let new = redactor.coordinate(degrees)
            #expect(new != degrees)
            for limit in [90.0, 180] { #expect((new.magnitude <= limit) == (degrees.magnitude <= limit)) }
        }
        #expect(redactor.coordinate(0) == 0)
    }

    // MARK: What is tried

    /// Lengths in metres agree with the coordinates at the latitude where these are shown, so that no other fits better.
    @Test(arguments: Exhaustive.elements(of: UInt64(0)..<20, inDebugEvery: 5))
    func tellNoLatitudeByTheLengthOfRoutes(_ seed: UInt64) throws {
        let rotation = Self.rotation(seed)
        let route = stride(from: 0, to: 400, by: 20).map { Self.drive[$0] }
        let moved = try route.map { try #require(rotation($0)) }
        let length = Self.length(route)
        func misfit(_ shift: Double) -> Double {
            abs(Self.length(moved.map { LatLng(latitude: $0.latitude + shift, longitude: $0.longitude) }) - length)
        }
        #expect(misfit(0) < length * 0.002)
        // The attack finds the latitude where the lengths fit: that of the output, which the rotation chose.
        let best = (-300...300).map { Double($0) / 10 }.filter { abs(moved[0].latitude + $0) < 85 }
            .map { (shift: $0, misfit: misfit($0)) }.min { $0.misfit < $1.misfit }
        let found = (best?.shift ?? 0) + moved[0].latitude
        #expect(abs(found - route[0].latitude) > 0.05)
    }

    /// The same route anywhere in the world has the same chance to become the same output: poles are no rarer, and no
    /// hemisphere is preferred.
    @Test func goAnywhereWithTheSameProbability() throws {
        var (sum, squares) = ([0.0, 0, 0], [0.0, 0, 0])
        let count = 4000
        for seed in 0..<UInt64(count) {
            let vector = Self.vector(try #require(Self.rotation(seed)(Self.drive[0])))
            for axis in 0..<3 {
                sum[axis] += vector[axis] / Double(count)
                squares[axis] += vector[axis] * vector[axis] / Double(count)
            }
        }
        // On a sphere each coordinate is spread evenly from -1 to 1: the mean is 0, that of the squares 1/3.
        for axis in 0..<3 {
            let (mean, excess) = (sum[axis], squares[axis] - 1.0 / 3)
            #expect(abs(mean) < 0.04)
            #expect(abs(excess) < 0.025)
        }
    }

    /// Who knows one place of a file knows neither another one of it, nor any place of another file.
    @Test func tellNothingByOneKnownPlace() throws {
        var redactor = Redactor(key: Array("key".utf8))
        let first = redactor.places
        redactor.moveElsewhere()
        let second = redactor.places
        redactor.moveElsewhere()
        let (known, secret) = (Self.drive[0], Self.drive[399])
        for (file, place) in [first, second, redactor.places].enumerated() {
            // The shift of the known place, and the rotation that takes it along a great circle, both fail elsewhere.
            let shown = try #require(place(secret))
            let (before, after) = (try #require(first(known)), try #require(place(known)))
            let shift = LatLng(
                latitude: shown.latitude - before.latitude + known.latitude,
                longitude: shown.longitude - before.longitude + known.longitude)
            #expect(Self.metres(shift, secret) > (file == 0 ? 100 : 1000))
            #expect(file == 0 || Self.metres(before, after) > 1000)
        }
    }

    /// Coordinates with few decimals lie on a grid; in the output no grid is left whose meshes would tell the latitude.
    @Test(arguments: [1e5, 1e4, 1e3, 1]) func tellNoLatitudeByTheGridOfDecimals(_ scale: Double) throws {
        let rotation = Self.rotation(11)
        // The way back, as somebody would find it who guesses the rotation: the grid may not confirm the guess.
        let undone = (0..<2000).compactMap { index -> Double? in
            let east = (11 * scale + Double(index * 7)).rounded() / scale
            guard east < 180 else { return nil }
            let place = LatLng(latitude: (48 * scale + Double(index % 41)).rounded() / scale, longitude: east)
            let offset = rotation.spread(place).latitude - place.latitude
            return cos(2 * .pi * offset * scale)
        }
        let (mean, limit) = (undone.reduce(0, +) / Double(undone.count), 4 / Double(undone.count).squareRoot())
        #expect(abs(mean) < limit)
    }
}
