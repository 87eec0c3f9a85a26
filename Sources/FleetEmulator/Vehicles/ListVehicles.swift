internal import FleetErrors
internal import FleetMessages

extension FleetEmulator {
    /// The vehicles on a page of `ListVehicles` that does not say its size.
    private static let vehiclesPerPage = 100

    func listVehicles(_ request: ListVehiclesRequest, _ call: EmulatedCall) throws(CallStatus) -> ListVehiclesResponse {
        try checkParent(request.parent)
        try authorize(call, [])
        try check(call.fields, except: enforces(.listCategories) ? [] : ["vehicle_type_categories"])
        let categories = Set(request.vehicleTypeCategories)
        let broken = violations(
            (.listCategories, categories.isEmpty, "vehicle_type_categories", "is required"),
            (.criteria, categories.contains(.unknown), "vehicle_type_categories", "must not contain UNKNOWN"),
            (.criteria, request.minimumCapacity ?? 0 < 0, "minimum_capacity", "must not be negative"))
        try Rule.criteria.refuse(broken, "Invalid list request")
        let criteria = try criteria(request)
        let oldest = try time(request.maximumStaleness, before: call.now, field: "maximum_staleness")
        let tripTypes = Set(request.tripTypes)
        let names = state.vehicles.names(in: "\(request.parent)/vehicles/") { vehicle in
            (request.vehicleState == .unknown || vehicle.vehicleState == request.vehicleState)
                && (request.minimumCapacity.map { vehicle.maximumCapacity >= $0 } ?? true)
                && (tripTypes.isEmpty || vehicle.supportedTripTypes.contains(where: tripTypes.contains))
                && (categories.isEmpty || categories.contains(vehicle.vehicleType?.category ?? .unknown))
                && (!request.onTripOnly || !vehicle.currentTrips.isEmpty)
                && (oldest.map { vehicle.wasSeen(since: $0) } ?? true)
                && (request.viewport?.contains(vehicle.lastLocation?.location) ?? true)
                && criteria.matches(vehicle.attributes)
        }
        let page = try page(
            of: names, size: request.pageSize, token: request.pageToken, standard: Self.vehiclesPerPage)
        var response = ListVehiclesResponse()
        response.vehicles = page.items.compactMap { state.vehicles[$0].map(visible) }
        response.nextPageToken = page.nextToken
        response.totalSize = Int64(names.count)
        return response
    }
}

extension Vehicle {
    /// The server has received a location of the vehicle at a time or later. One without a time was not received, but put into
    /// the state, and counts as well.
    func wasSeen(since time: Timestamp) -> Bool {
        lastLocation.map { location in location.serverTime.map { $0 >= time } ?? true } ?? false
    }
}

extension Viewport {
    /// Whether a point is in the rectangle, whose west may lie east of its east where it crosses the 180th meridian.
    func contains(_ point: LatLng?) -> Bool {
        guard let point, let low, let high else { return false }
        guard point.latitude >= low.latitude, point.latitude <= high.latitude else { return false }
        return low.longitude <= high.longitude
            ? point.longitude >= low.longitude && point.longitude <= high.longitude
            : point.longitude >= low.longitude || point.longitude <= high.longitude
    }
}
