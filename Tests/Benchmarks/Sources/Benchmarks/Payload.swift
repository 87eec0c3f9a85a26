import Foundation

/// One of the five messages that everything is measured with.
struct Payload {
    enum Name: String, CaseIterable {
        case a, b, c, d, e

        var summary: String {
            switch self {
            case .a: "GetTripRequest: strings and little else"
            case .b: "UpdateVehicleRequest, as a driver's phone sends every few seconds"
            case .c: "Trip with 500 route points"
            case .d: "ListVehiclesResponse with 300 vehicles"
            case .e: "Trip with a long polyline"
            }
        }

        var file: String {
            switch self {
            case .a: "get-trip-request.binpb"
            case .b: "update-vehicle-request.binpb"
            case .c: "trip-500-points.binpb"
            case .d: "list-vehicles-300.binpb"
            case .e: "trip-polyline.binpb"
            }
        }
    }

    let name: Name
    let bytes: [UInt8]

    /// - Parameter folder: `Fixtures/benchmarks`: made by the official runtime, in its canonical form.
    init(_ name: Name, in folder: URL) throws {
        self.name = name
        bytes = Array(try Data(contentsOf: folder.appending(path: name.file)))
    }
}
