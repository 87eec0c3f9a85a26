internal import FleetErrors
internal import GRPCWire

/// The rules that calls have to keep and that shape the responses. The raw value is the id in the article <doc:Rules>, which
/// has what each rule says and the document that says so.
package enum Rule: String, CaseIterable {
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

    /// The rules that recorded traffic of Google's client libraries breaks, and is answered all the same.
    package static let recordedWaivers: Set<Self> = [
        .roleFields, .listCategories, .searchTripTypes, .exclusiveFields, .sharedDestinations, .taskEffort, .taskFields,
        .taskClosing,
    ]
}

/// A field of a request, and what is wrong with it.
typealias FieldViolation = (field: String, text: String)

extension FleetEmulator {
    /// The fields of a request that break rules, in the order of the checks.
    func violations(_ checks: (rule: Rule, isBroken: Bool, field: String, text: String)...) -> [FieldViolation] {
        checks.filter { $0.isBroken && enforces($0.rule) }.map { ($0.field, $0.text) }
    }
}

extension Rule {
    /// The status of a call that breaks the rule.
    func failure(_ code: StatusCode, _ message: String, _ details: [StatusDetail] = []) -> CallStatus {
        CallStatus(code, message, details: details)
    }

    /// INVALID_ARGUMENT with the fields that are wrong.
    func invalid(_ message: String, _ violations: [FieldViolation]) -> CallStatus {
        failure(.invalidArgument, message, [.badRequest(violations)])
    }

    /// Refuses a request that has such fields, with INVALID_ARGUMENT.
    func refuse(_ violations: [FieldViolation], _ message: String) throws(CallStatus) {
        if !violations.isEmpty { throw invalid(message, violations) }
    }

    /// FAILED_PRECONDITION with what is in the way.
    func precondition(_ message: String, _ type: String, _ violations: [(subject: String, text: String)]) -> CallStatus
    {
        failure(.failedPrecondition, message, [.preconditionFailure(type, violations)])
    }
}
