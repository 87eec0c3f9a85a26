extension EmulatorRule.Source {
    private static func proto(_ title: String, _ path: String) -> Self {
        .document(
            title: title, url: "https://github.com/googleapis/googleapis/blob/master/google/maps/fleetengine/\(path)")
    }

    fileprivate static let vehicleAPI = proto("vehicle_api.proto", "v1/vehicle_api.proto")
    fileprivate static let vehicles = proto("vehicles.proto", "v1/vehicles.proto")
    fileprivate static let tripAPI = proto("trip_api.proto", "v1/trip_api.proto")
    fileprivate static let trips = proto("trips.proto", "v1/trips.proto")
    fileprivate static let onDemand = proto("fleetengine.proto", "v1/fleetengine.proto")
    fileprivate static let deliveryAPI = proto("delivery_api.proto", "delivery/v1/delivery_api.proto")
    fileprivate static let deliveryVehicles = proto("delivery_vehicles.proto", "delivery/v1/delivery_vehicles.proto")
    fileprivate static let tasks = proto("tasks.proto", "delivery/v1/tasks.proto")
    fileprivate static let tokens = document(
        title: "Fleet Engine: JSON Web Tokens",
        url: "https://developers.google.com/maps/documentation/mobility/fleet-engine/essentials/set-up-fleet/jwt")
    fileprivate static let finalTasks = document(
        title: "Fleet Engine: finalize tasks",
        url: "https://developers.google.com/maps/documentation/mobility/fleet-engine/journeys/tasks/finalize-tasks")
    fileprivate static let behaviors = document(title: "AIP-203: field behavior", url: "https://google.aip.dev/203")
    fileprivate static let masks = document(title: "AIP-134: update masks", url: "https://google.aip.dev/134")
    fileprivate static let filtering = document(title: "AIP-160: filtering", url: "https://google.aip.dev/160")
    fileprivate static let pagination = document(title: "AIP-158: pagination", url: "https://google.aip.dev/158")
}

/// The rules in the order of the documentation.
enum Rule: String, CaseIterable {
    // Calls
    case knownMethod, orderedFaults, tokenPresent, tokenReadable, tokenAudience, tokenTimes, claims, roles, roleFields
    // Resources
    case names, existence, times, required, outputOnly, inputOnly, immutable, emptyMask, unknownPath, attributes,
        places, sensors, deletion, serverTimes, versions, ignoredAtCreation
    // Vehicles
    case vehicleAtCreation, endPoint, remainingTime, vehicleWaypoints, listCategories, criteria, exclusiveFields,
        searchRange, searchTripTypes, matching, estimates, ordering
    // Trips
    case tripAtCreation, sharedDestinations, transitions, destinationsVersion, destinationIndex, waypointOrder,
        tripWaypoints, snappable, traffic, routeFormat, billing
    // Deliveries
    case deliveryVehicleAtCreation, taskAssignment, currentSegment, listedJourneys, taskAtCreation, taskEffort,
        taskFields, batches, taskReopening, taskClosing, taskOutcome, outcomeLocation, taskStops, timeWindows,
        visibility, arrivals
    // Lists
    case pages, durations, filters
}

extension Rule {
    /// What a rule says, and who says so.
    struct Entry {
        let what: String
        let source: EmulatorRule.Source

        fileprivate init(_ what: String, _ source: EmulatorRule.Source) { (self.what, self.source) = (what, source) }
    }

    var entry: Entry {
        switch self {
        // Calls
        case .knownMethod:
            Entry(
                "Paths that Fleet Engine does not have end with UNIMPLEMENTED.",
                .document(
                    title: "gRPC: status codes and their use",
                    url: "https://github.com/grpc/grpc/blob/master/doc/statuscodes.md"))
        case .orderedFaults:
            Entry(
                "Ordered failures, delays and quotas come behind the check of the token and before all else.",
                .decided(
                    because:
                        "a server that is down or overloaded looks at nothing, but tokens are checked in front of it"))
        case .tokenPresent: Entry("A call without a token ends with UNAUTHENTICATED.", .tokens)
        case .tokenReadable:
            Entry("A token has three parts, and its header and claims are JSON. Its signature is not checked.", .tokens)
        case .tokenAudience: Entry("The audience is https://fleetengine.googleapis.com/, with the slash.", .tokens)
        case .tokenTimes:
            Entry(
                "A token has not expired, lives for an hour at most, was issued at most 10 minutes from now, and names one account "
                    + "as issuer and subject.", .tokens)
        case .claims:
            Entry(
                "The claim of the resource (vehicleid, tripid, deliveryvehicleid, taskid or taskids, trackingid) has its id or *: "
                    + "without the claim UNAUTHENTICATED, with another id PERMISSION_DENIED. Lists and searches ask for *. Riders "
                    + "find and read vehicles by their tripid. Nobody reads trips without it: a driver's token needs it beside the "
                    + "vehicleid.",
                .tokens)
        case .roles: Entry("A role that the claims fit may call the method. A token does not name its role.", .tokens)
        case .roleFields:
            Entry("A driver updates location and route, an untrusted driver of deliveries the location alone.", .tokens)
        // Resources
        case .names:
            Entry(
                "Names have the form of their resource; ids have at most 64 characters in normal form C, none of / : ? , #.",
                .vehicleAPI)
        case .existence:
            Entry(
                "A resource that is not there is NOT_FOUND, a new one that is there already ALREADY_EXISTS.",
                .document(title: "AIP-193: errors", url: "https://google.aip.dev/193"))
        case .times:
            Entry(
                "Timestamps are of the years 1 to 9999 and Durations of 10000 years at most, at every depth: others have no form in "
                    + "JSON, in which the state is saved.",
                .document(
                    title: "timestamp.proto",
                    url: "https://github.com/protocolbuffers/protobuf/blob/main/src/google/protobuf/timestamp.proto"))
        case .required:
            Entry("REQUIRED fields are set, at every depth; in an update, those that its mask names.", .behaviors)
        case .outputOnly: Entry("OUTPUT_ONLY fields of requests are ignored, in masks too.", .behaviors)
        case .inputOnly: Entry("INPUT_ONLY fields are left out of responses.", .behaviors)
        case .immutable: Entry("An update that would change an IMMUTABLE field is refused.", .behaviors)
        case .emptyMask: Entry("An update names at least one field.", .vehicleAPI)
        case .unknownPath:
            Entry(
                "Paths of a mask are fields of the resource. What the mask names becomes what it is in the request: masked and "
                    + "unset is cleared, unmasked is left alone.", .masks)
        case .attributes:
            Entry(
                "A resource has at most 100 attributes with unique keys without colons; key:value has at most 256 characters; value "
                    + "and string_value agree.", .onDemand)
        case .places:
            Entry(
                "Latitudes are from -90 to 90 and longitudes from -180 to 180; NaN is neither.",
                .document(
                    title: "latlng.proto",
                    url: "https://github.com/googleapis/googleapis/blob/master/google/type/latlng.proto"))
        case .sensors: Entry("FLEET_ENGINE_LOCATION is no sensor of requests.", .onDemand)
        case .deletion:
            Entry(
                "Vehicles with active trips, trips that are active and have a vehicle, delivery vehicles with open tasks, and open "
                    + "tasks of a vehicle are not deleted: FAILED_PRECONDITION.", .vehicleAPI)
        case .serverTimes:
            Entry(
                "server_time, versions and times of trips are the server's clock when the call came; a version is later than the one "
                    + "before.", .onDemand)
        case .versions:
            Entry(
                "Routes, traffic, paths and waypoints are left out unless they are newer than the version in the request.",
                .tripAPI)
        case .ignoredAtCreation:
            Entry(
                "CreateVehicle ignores routes, waypoints and navigation. CreateTrip uses vehicle, type, points, passengers, "
                    + "intermediate destinations, waypoints, attributes and view; each trip begins as NEW.", .tripAPI)
        // Vehicles
        case .vehicleAtCreation:
            Entry("A vehicle has a state, trip types, a type and room for at least one rider.", .vehicleAPI)
        case .endPoint:
            Entry("current_route_segment_end_point is ignored in updates without current_route_segment.", .vehicles)
        case .remainingTime: Entry("remaining_time_seconds sets eta_to_first_waypoint, and wins over it.", .vehicles)
        case .vehicleWaypoints:
            Entry("The waypoints of an update are all that the vehicle's trips have left, and no others.", .vehicleAPI)
        case .listCategories: Entry("ListVehicles names the categories of vehicles that it is about.", .vehicleAPI)
        case .criteria:
            Entry(
                "Lists and searches keep the limits of their fields: capacity, types without UNKNOWN, at most 50 required "
                    + "attributes, SHARED trips with drop-off and current_trips_present.", .vehicleAPI)
        case .exclusiveFields:
            Entry(
                "Searches and lists have a filter or required attributes, and include_back_to_back or current_trips_present.",
                .vehicleAPI)
        case .searchRange:
            Entry("SearchVehicles asks for 1 to 50 vehicles in 400 to 10000 m: OUT_OF_RANGE.", .vehicleAPI)
        case .searchTripTypes: Entry("SearchVehicles asks for exactly one type of trip.", .vehicleAPI)
        case .matching:
            Entry(
                "Vehicles match that are ONLINE, were seen within maximum_staleness or 5 minutes, serve the type of trip, are of a "
                    + "type and have the room and attributes that are asked for; with trips only as the request allows, back to "
                    + "back only if back_to_back_enabled is set.",
                .vehicleAPI)
        case .estimates:
            Entry(
                "Distances are those as the crow flies times 1.37, from pickup to drop-off times 1.31; times are at 8 m/s. What was "
                    + "reported counts more.",
                .decided(because: "the emulator has no map; these numbers are near those of towns"))
        case .ordering:
            Entry(
                "COST sorts matches by the mean of both distances; equal matches are sorted by name.",
                .decided(because: "the document says \"a weighted mix\" without the weights"))
        // Trips
        case .tripAtCreation: Entry("A trip has a type and a pickup point.", .tripAPI)
        case .sharedDestinations: Entry("Only EXCLUSIVE trips have intermediate destinations.", .tripAPI)
        case .transitions:
            Entry(
                "A trip goes forward, steps may be left out, and from one intermediate destination to the next; from every state "
                    + "that is not final to CANCELED. COMPLETE and CANCELED are final.",
                .decided(because: "the documents name the states and their order, but not what the service refuses"))
        case .destinationsVersion:
            Entry(
                "An update to ENROUTE_TO_INTERMEDIATE_DESTINATION with an old intermediate_destinations_version fails.",
                .tripAPI)
        case .destinationIndex:
            Entry(
                "While a trip with intermediate destinations is at one or on the way to one, intermediate_destination_index is from "
                    + "0 to the last of them.", .trips)
        case .waypointOrder:
            Entry(
                "vehicle_waypoints has all waypoints that the vehicle has left, pickups first, drop-offs last within each trip, and "
                    + "those of an EXCLUSIVE trip apart from all others.", .tripAPI)
        case .tripWaypoints:
            Entry(
                "A vehicle has the stops of its trips that are left; a trip shows those up to its own last one. vehicle_waypoints "
                    + "is answered to changes only.", .trips)
        case .snappable: Entry("last_location_snappable is false without a location on a road and a route.", .trips)
        case .traffic:
            Entry(
                "current_route_segment_traffic names the points of the line between which the stretches lie that the app reports; "
                    + "between them traffic is NORMAL.",
                .decided(because: "the document says what the fields are, but not how stretches become intervals"))
        case .routeFormat:
            Entry(
                "GetTrip answers the route as points in route, or encoded in current_route_segment if asked.", .tripAPI)
        case .billing: Entry("A billable trip has a country code of two letters and at most 50 related ids.", .tripAPI)
        // Deliveries
        case .deliveryVehicleAtCreation:
            Entry(
                "A new delivery vehicle has no fields but type, last_location and attributes; its type is AUTO if unset.",
                .deliveryAPI)
        case .taskAssignment:
            Entry(
                "The tasks at the stops of an update exist. They are assigned to the vehicle unless another has them; those of stops "
                    + "that are gone are CLOSED.", .deliveryAPI)
        case .currentSegment:
            Entry(
                "What the app reports of the current segment stands for the first segment of a journey. Distance, time and end point "
                    + "are ignored in updates without current_route_segment.", .deliveryVehicles)
        case .listedJourneys: Entry("ListDeliveryVehicles leaves the journeys of vehicles out.", .deliveryVehicles)
        case .taskAtCreation:
            Entry(
                "A new task is OPEN. PICKUP and DELIVERY have a tracking id, SCHEDULED_STOP and UNAVAILABLE have none.",
                .deliveryAPI)
        case .taskEffort: Entry("A new task has a duration and, unless it is UNAVAILABLE, a place.", .deliveryAPI)
        case .taskFields: Entry("A new task has no fields but those that CreateTask documents.", .deliveryAPI)
        case .batches:
            Entry(
                "A batch has 1 to 500 tasks with its parent and header, and creates all of them or none.", .deliveryAPI)
        case .taskReopening: Entry("A CLOSED task is not opened again.", .finalTasks)
        case .taskClosing:
            Entry("A task that a vehicle has is closed with its stop, not by UpdateTask.", .finalTasks)
        case .taskOutcome: Entry("The outcome of a task is set once.", .deliveryAPI)
        case .outcomeLocation:
            Entry("Unless the provider says where a task ended, it is the last raw location of its vehicle.", .tasks)
        case .taskStops: Entry("Segments of a task's journey do not tell their stops.", .deliveryVehicles)
        case .timeWindows: Entry("A time window does not end before it begins.", .tasks)
        case .visibility:
            Entry(
                "TaskTrackingInfo shows what task_tracking_view_config allows; without it the place and route of the vehicle from 3 "
                    + "stops on, all else always. always and never are not set to false.", .tasks)
        case .arrivals:
            Entry(
                "The arrival at a task is after the driving and the tasks at the stops before.",
                .decided(because: "the documents do not say how it is computed, but that dwell times count"))
        // Lists
        case .pages:
            Entry(
                "Lists are sorted by name. A page has 100 vehicles or 50 of others unless the request says it, at most 1000. Tokens "
                    + "are p and a number: the place of the first item in the list that the request asks for.",
                .pagination)
        case .durations: Entry("Spans in requests are positive.", .vehicleAPI)
        case .filters:
            Entry(
                "Filters compare attributes, of tasks other fields too, with = != < <= > >=, AND, OR, NOT and brackets; at most 50 "
                    + "comparisons; * is every value.", .filtering)
        }
    }
}
