import FleetMessages
import Foundation
import Testing

@testable import WireReport

@Suite struct MapProjectionTests {
    /// On the sphere with the mean radius of the Earth a degree is 111 195.08 m, at 60 degrees half of it.
    @Test func positionsAreInMetres() {
        let map = MapProjection(covering: [
            LatLng(latitude: 59, longitude: 10), LatLng(latitude: 61, longitude: 12),
        ])
        #expect(map.latitude == 60 && map.longitude == 11)
        let (east, north) = map.position(LatLng(latitude: 61, longitude: 12))
        #expect(abs(east - 55_597.54) < 0.01)
        #expect(abs(north - 111_195.08) < 0.01)
    }

    /// Against the great-circle distance (haversine) between places some kilometres apart.
    @Test(
        arguments: [
            (37.7955, -122.3937, 37.8044, -122.2712), (-33.8568, 151.2153, -33.9399, 151.1753),
            (64.1466, -21.9426, 64.13, -21.89), (0.01, 32.5, -0.02, 32.6),
        ] as [(Double, Double, Double, Double)])
    func measuresAsTheGlobeDoes(latitude: Double, longitude: Double, otherLatitude: Double, otherLongitude: Double) {
        let places = [
            LatLng(latitude: latitude, longitude: longitude),
            LatLng(latitude: otherLatitude, longitude: otherLongitude),
        ]
        let map = MapProjection(covering: places)
        let (first, second) = (map.position(places[0]), map.position(places[1]))
        let flat = hypot(first.east - second.east, first.north - second.north)
        let radians = Double.pi / 180
        let a =
            pow(sin((otherLatitude - latitude) * radians / 2), 2)
            + cos(latitude * radians) * cos(otherLatitude * radians)
            * pow(sin((otherLongitude - longitude) * radians / 2), 2)
        #expect(abs(flat / (2 * 6_371_008.8 * asin(sqrt(a))) - 1) < 1e-5)
    }

    @Test(arguments: [(179.5, -179.5), (179.875, -179.125), (179.125, -179.875)])
    func crossesTheDateLine(west: Double, east: Double) {
        let fiji = [LatLng(latitude: -16, longitude: west), LatLng(latitude: -16, longitude: east)]
        let map = MapProjection(covering: fiji)
        #expect(abs(map.longitude - (west + east) / 2) == 180)
        #expect(abs(map.longitude) <= 180)
        let positions = fiji.map { map.position($0).east }
        #expect(abs(positions[1] - positions[0] - 111_195.08 * cos(16 * Double.pi / 180)) < 0.01)
    }

    @Test(arguments: [[], [LatLng(latitude: 90, longitude: 0)], [LatLng(latitude: -90, longitude: 180)]])
    func isFiniteAnywhere(points: [LatLng]) {
        let position = MapProjection(covering: points).position(LatLng(latitude: 10, longitude: -170))
        #expect(position.east.isFinite && position.north.isFinite)
    }
}
