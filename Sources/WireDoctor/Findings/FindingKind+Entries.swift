import FleetErrors
public import GRPCWire

extension FindingKind {
    /// The whole catalogue.
    public static let all: [Self] =
        entries + StatusCode.all.dropFirst().map { Self($0) } + TokenCheck.Fault.allCases.map { Self($0) }

    private static let entries: [Self] = [
        .damagedMessage, .requiredFieldMissing, .searchRange, .taskNotOpen, .tooManyAttributes, .attributeTwice,
        .attributeValuesDiffer, .timestampImplausible, .emptyUpdateMask, .maskUnknownField, .maskThroughRepeated,
        .maskIntoScalar, .maskTooDeep, .maskOutputOnly, .maskNotUpdatable, .maskDuplicate, .maskCovered, .maskWildcard,
        .maskNamesName, .maskClears, .fieldIgnored, .resourceName, .resourceID, .parentName, .namesDiffer,
        .providerMismatch, .coordinatesZero, .coordinatesOutOfRange, .coordinatesSwapped, .locationSensor,
        .speedImplausible, .speedInKilometres, .headingOutOfRange, .accuracyImplausible, .staleUpdates, .staleAnswer,
        .updatesTooFrequent, .updateBurst, .reportsInTurn, .updateGap, .updateWhileOffline, .onlineWithoutLocation,
        .noFinalOffline, .staleLocation, .timeInFuture, .deviceClock, .frozenUpdateTime, .updateTimeBackwards,
        .frozenLocation, .locationJump, .statusAfterEnd, .assignedInTurn, .polledAfterEnd, .unchangedLeftOut,
        .etaMissing, .routeMissing, .noEnd,
        .connectionLeft, .connectionLost, .tooManyPings, .notProcessed, .answerRejected, .damagedRequest,
        .damagedResponse, .noDeadline, .shortDeadline, .slowCall, .retried, .noBackoff, .tooManyAttempts,
        .repeatedUnchanged, .repeatedUnsafe, .backoffIgnored, .tokenEndsSoon, .connectionPerCall, .callsTwice,
        .replayedCapture,
    ]

    // MARK: Messages
    /// The bytes are not a complete {type}.
    public static let damagedMessage = Self(
        "damaged_message", .error, summary: "The bytes are not a complete {type}.",
        remedy: "Look at the bytes with \"wiredump\": it names the probable cause.")
    /// A REQUIRED field of the request is not set.
    public static let requiredFieldMissing = Self(
        "required_field_missing", .error, summary: "A REQUIRED field of the request is not set.",
        remedy: "Set the field.")
    /// A value of a search for vehicles is out of range.
    public static let searchRange = Self(
        "search_range", .error, summary: "A value of a search for vehicles is out of range.",
        remedy: "Send a value in the range that the evidence names.")
    /// A new task is not OPEN: the server refuses it.
    public static let taskNotOpen = Self(
        "task_not_open", .error, summary: "A new task is not OPEN: the server refuses it.",
        remedy: "Create the task with state OPEN and close it with an update.")
    /// A resource has more attributes than Fleet Engine takes.
    public static let tooManyAttributes = Self(
        "too_many_attributes", .error, summary: "A resource has more than \(AttributeRule.limit) attributes.",
        remedy: "Send at most \(AttributeRule.limit) attributes.")
    /// A list has two attributes with the same key.
    public static let attributeTwice = Self(
        "attribute_twice", .error, summary: "A list has two attributes with the same key.",
        remedy: "Send each key once.")
    /// value and string_value of an attribute are not the same.
    public static let attributeValuesDiffer = Self(
        "attribute_values_differ", .error, summary: "value and string_value of an attribute are not the same.",
        remedy: "Send string_value alone; value is for old clients.")
    /// A timestamp is not between 2010 and 2100.
    public static let timestampImplausible = Self(
        "timestamp_implausible", .warning, summary: "A timestamp is not between 2010 and 2100.",
        remedy: "Send whole seconds since 1970 in seconds, and the rest, below one second, in nanos.")

    // MARK: update_mask
    /// update_mask is empty: the server refuses the update and changes nothing.
    public static let emptyUpdateMask = Self(
        "empty_update_mask", .note, summary: "update_mask is empty: the server refuses the update and changes nothing.",
        remedy: "Benign on the first update after start-up. " + EmptyMask.benignStep)
    /// update_mask names a field that a {resource} does not have: the server refuses the update.
    public static let maskUnknownField = Self(
        "mask_unknown_field", .error,
        summary: "update_mask names a field that a {resource} does not have: the server refuses the update.",
        remedy: "Leave the path out, or correct its spelling.")
    /// update_mask has a path that cannot be applied to a {resource}.
    public static let maskThroughRepeated = Self(
        "mask_through_repeated", .error, summary: "update_mask has a path that cannot be applied to a {resource}.",
        remedy: "Correct the path.")
    /// update_mask has a path that cannot be applied to a {resource}.
    public static let maskIntoScalar = maskThroughRepeated.with(code: "mask_into_scalar")
    /// update_mask has a path that cannot be applied to a {resource}.
    public static let maskTooDeep = maskThroughRepeated.with(code: "mask_too_deep")
    /// update_mask names an OUTPUT_ONLY field, which the server sets itself.
    public static let maskOutputOnly = Self(
        "mask_output_only", .warning, summary: "update_mask names an OUTPUT_ONLY field, which the server sets itself.",
        remedy: "Leave the path out of update_mask.")
    /// update_mask names a field that can only be set when the {resource} is created.
    public static let maskNotUpdatable = Self(
        "mask_not_updatable", .warning,
        summary: "update_mask names a field that can only be set when the {resource} is created.",
        remedy: "Leave the path out of update_mask.")
    /// update_mask names a field more than once.
    public static let maskDuplicate = Self(
        "mask_duplicate", .note, summary: "update_mask names a field more than once.", remedy: "Name each field once.")
    /// update_mask names a field more than once.
    public static let maskCovered = maskDuplicate.with(code: "mask_covered")
    /// update_mask is "*": every field that is not set in the update is cleared.
    public static let maskWildcard = Self(
        "mask_wildcard", .note, summary: "update_mask is \"*\": every field that is not set in the update is cleared.",
        remedy: "Name the fields that change.")
    /// update_mask names "name", which no update can change.
    public static let maskNamesName = Self(
        "mask_names_name", .warning, summary: "update_mask names \"name\", which no update can change.",
        remedy: "Leave name out of update_mask; the request's name says which {resource} is meant.")
    /// update_mask names a field that is not set: the server clears it.
    public static let maskClears = Self(
        "mask_clears", .warning, summary: "update_mask names a field that is not set: the server clears it.",
        remedy: "Set the field too, or leave it out of update_mask, unless it is to be cleared.")
    /// A field is set, but not in update_mask: the server ignores it.
    public static let fieldIgnored = Self(
        "field_ignored", .warning, summary: "A field is set, but not in update_mask: the server ignores it.",
        remedy: "Add the field to update_mask, or do not set it.")

    // MARK: Names
    /// A resource name does not have the form that the server accepts.
    public static let resourceName = Self(
        "resource_name", .error, summary: "A resource name does not have the form that the server accepts.",
        remedy: "Names have the form {form}; the provider is the ID of the Cloud project.")
    /// An ID is not one that the server accepts.
    public static let resourceID = Self(
        "resource_id", .error, summary: "An ID is not one that the server accepts.", remedy: ResourceID.rules)
    /// A parent does not have the form that the server accepts.
    public static let parentName = Self(
        "parent_name", .error, summary: "A parent does not have the form that the server accepts.",
        remedy: "The parent's form is {form}; the provider is the ID of the Cloud project.")
    /// The request names another resource than the one it holds.
    public static let namesDiffer = Self(
        "names_differ", .warning, summary: "The request names another resource than the one it holds.",
        remedy: "Leave out the name in {field}: the request's own name counts.")
    /// One call names two providers.
    public static let providerMismatch = Self(
        "provider_mismatch", .error, summary: "One call names two providers.",
        remedy: "Write the same provider, the ID of the Cloud project, in every name and in the routing header.")

    // MARK: Places
    /// A place has the coordinates 0, 0, in the sea: it is probably not set.
    public static let coordinatesZero = Self(
        "coordinates_zero", .warning, summary: "A place has the coordinates 0, 0, in the sea: it is probably not set.",
        remedy: "Leave the place out until it is known.")
    /// Coordinates are out of range.
    public static let coordinatesOutOfRange = Self(
        "coordinates_out_of_range", .error, summary: "Coordinates are out of range.",
        remedy: "Send degrees: latitude -90 to 90, longitude -180 to 180.")
    /// Latitude and longitude look swapped.
    public static let coordinatesSwapped = Self(
        "coordinates_swapped", .error, summary: "Latitude and longitude look swapped.",
        remedy: "Send the latitude, north and south, as the first field.")
    /// A location claims to be from FLEET_ENGINE_LOCATION: the server refuses that in requests.
    public static let locationSensor = Self(
        "location_sensor", .error,
        summary: "A location claims to be from FLEET_ENGINE_LOCATION: the server refuses that in requests.",
        remedy: "Name the sensor that the location is from; this one is the server's own.")
    /// A speed is negative, or too high for a vehicle.
    public static let speedImplausible = Self(
        "speed_implausible", .warning, summary: "A speed is negative, or too high for a vehicle.",
        remedy: "Send speed in metres per second, and none when unknown.")
    /// Speeds are in km/h: 3.6 times those of the way between the locations.
    public static let speedInKilometres = Self(
        "speed_in_kilometres", .warning,
        summary: "Speeds are in km/h: 3.6 times those of the way between the locations.",
        remedy: "Send speed in metres per second: km/h divided by 3.6.")
    /// A heading is not between 0 and 360 degrees.
    public static let headingOutOfRange = Self(
        "heading_out_of_range", .warning, summary: "A heading is not between 0 and 360 degrees.",
        remedy: "Send degrees clockwise from north, 0 to 359, and no heading when it is unknown.")
    /// An accuracy is negative, or too large to be one.
    public static let accuracyImplausible = Self(
        "accuracy_implausible", .warning, summary: "An accuracy is negative, or too large to be one.",
        remedy: "Send accuracies as positive metres or degrees, and none when unknown.")
    /// The location sensor gives no new positions: updates repeat an old one.
    public static let staleUpdates = Self(
        "stale_updates", .warning, summary: "The location sensor gives no new positions: updates repeat an old one.",
        remedy: "See whether the app may use the location in the background and GPS is on.")
    /// Answers have an old location of the vehicle.
    public static let staleAnswer = Self(
        "stale_answer", .warning, summary: "Answers have an old location of the vehicle.",
        remedy: "See whether the vehicle still reports: its app may be in the background, or without a network.")

    // MARK: Vehicles over time
    /// Location updates come more often than the shortest interval allowed.
    public static let updatesTooFrequent = Self(
        "updates_too_frequent", .warning,
        summary:
            "Location updates come more often than every \(LocationInterval.least.plain) s, the shortest interval allowed.",
        remedy:
            "Report every \(LocationInterval.usual.plain) s, Fleet Engine's default: more often slows requests "
            + "and causes errors.")
    /// Location updates are sent in bursts.
    public static let updateBurst = Self(
        "update_burst", .warning, summary: "Location updates are sent in bursts.",
        remedy: "Send the newest location alone, and those before it as past_locations.")
    /// The vehicle's locations come in turn from several addresses, as of two devices.
    public static let reportsInTurn = Self(
        "reports_in_turn", .warning,
        summary: "The vehicle's locations come in turn from several addresses, as of two devices.",
        remedy: "See that one device at a time reports as the vehicle. A back end that spreads one device's calls "
            + "over several machines does no harm.")
    /// The vehicle is silent for longer than the longest interval allowed.
    public static let updateGap = Self(
        "update_gap", .warning,
        summary:
            "The vehicle is silent for longer than \(LocationInterval.most.plain) s, the longest interval allowed.",
        remedy: "See whether the app was in the background or without a network, or tracking was off.")
    /// The vehicle reports locations while it is OFFLINE.
    public static let updateWhileOffline = Self(
        "update_while_offline", .warning, summary: "The vehicle reports locations while it is OFFLINE.",
        remedy: "Set vehicle_state to ONLINE when tracking begins, or stop tracking.")
    /// The vehicle is ONLINE, but sends no location.
    public static let onlineWithoutLocation = Self(
        "online_without_location", .warning, summary: "The vehicle is ONLINE, but sends no location.",
        remedy: "Name last_location in update_mask and set it; without a place no search finds the vehicle.")
    /// The vehicle falls silent without an update to OFFLINE that the server accepted.
    public static let noFinalOffline = Self(
        "no_final_offline", .warning,
        summary: "The vehicle falls silent without an update to OFFLINE that the server accepted.",
        remedy: "Turn tracking off, or set vehicle_state to OFFLINE, when the shift ends; send it again when "
            + "it fails. Until the server accepts it the vehicle stays ONLINE.")
    /// Locations are old when they are sent.
    public static let staleLocation = Self(
        "stale_location", .warning, summary: "Locations are old when they are sent.",
        remedy: "Send a location when it is measured; an old one stands still on the map.")
    /// Locations have an update_time in the future.
    public static let timeInFuture = Self(
        "time_in_future", .warning, summary: "Locations have an update_time in the future.",
        remedy: "Set the device's clock, or take update_time from the sensor.")
    /// The vehicle's clock differs from that of the capture.
    public static let deviceClock = Self(
        "device_clock", .warning, summary: "The vehicle's clock differs from that of the capture.",
        remedy: "Set the device's clock, or take update_time from the sensor.")
    /// Several updates in a row have the same update_time.
    public static let frozenUpdateTime = Self(
        "frozen_update_time", .warning, summary: "Several updates in a row have the same update_time.",
        remedy: "Send new locations only, each with the time at which it was measured.")
    /// update_time runs backwards.
    public static let updateTimeBackwards = Self(
        "update_time_backwards", .warning, summary: "update_time runs backwards.",
        remedy: "Send locations in the order in which they were measured; older ones as past_locations.")
    /// The vehicle reports a speed, but its location does not change.
    public static let frozenLocation = Self(
        "frozen_location", .warning, summary: "The vehicle reports a speed, but its location does not change.",
        remedy: "See whether the app still gets new fixes, and sends those.")
    /// The vehicle's location jumps farther than a vehicle can drive.
    public static let locationJump = Self(
        "location_jump", .warning, summary: "The vehicle's location jumps farther than a vehicle can drive.",
        remedy: "Check the source of the locations, and that no two devices report as one vehicle.")

    // MARK: Trips over time
    /// The trip's status changes after it was COMPLETE or CANCELED.
    public static let statusAfterEnd = Self(
        "status_after_end", .warning, summary: "The trip's status changes after it was COMPLETE or CANCELED.",
        remedy: "Create a new trip instead.")
    /// Updates give the trip to two vehicles in turn.
    public static let assignedInTurn = Self(
        "assigned_in_turn", .warning, summary: "Updates give the trip to two vehicles in turn.",
        remedy: "See that one place at a time assigns the trip, and that none sends an old assignment again.")
    /// The trip is still polled after its end.
    public static let polledAfterEnd = Self(
        "polled_after_end", .note, summary: "The trip is still polled after its end.",
        remedy: "End journey sharing when the trip is COMPLETE or CANCELED.")
    /// Data is left out of the answer: the request says that the client has it already.
    public static let unchangedLeftOut = Self(
        "unchanged_left_out", .note,
        summary: "Data is left out of the answer: the request says that the client has it already.",
        remedy: "Keep what came with that version, or leave the version out of the request.")
    /// The rider gets no arrival time while the vehicle is on the way.
    public static let etaMissing = Self(
        "eta_missing", .warning, summary: "The rider gets no arrival time while the vehicle is on the way.",
        remedy: "Send eta_to_first_waypoint with the vehicle's updates.")
    /// The rider gets no route while the vehicle is on the way.
    public static let routeMissing = Self(
        "route_missing", .warning, summary: "The rider gets no route while the vehicle is on the way.",
        remedy: "Send current_route_segment with the vehicle's updates.")

    // MARK: Ends of calls
    /// A call has no end in the capture.
    public static let noEnd = Self(
        "no_end", .note, summary: "A call has no end in the capture.",
        remedy: "See whether the capture was stopped, or the connection lost, before the answer.")
    /// A client ended its connection before the answer.
    public static let connectionLeft = Self(
        "connection_left", .note, summary: "A client ended its connection before the answer.",
        remedy: "See whether the app was closed, or lost the network. What it asked for may have been done.")
    /// A connection ended before the answer: its client reports UNAVAILABLE.
    public static let connectionLost = Self(
        "connection_lost", .warning, summary: "A connection ended before the answer: its client reports UNAVAILABLE.",
        remedy: "Look for a server that restarts, or a proxy that ends connections that are old, idle or wait "
            + "long. What was asked for may have been done.")
    /// The server ended a connection whose client pings too often.
    public static let tooManyPings = Self(
        "too_many_pings", .warning, summary: "The server ended a connection whose client pings too often.",
        remedy: KnownCause.rarerPings)
    /// The server stopped taking calls on a connection before it came to this one.
    public static let notProcessed = Self(
        "not_processed", .note, summary: "The server stopped taking calls on a connection before it came to this one.",
        remedy: "Retry the call on another connection, which is safe; client libraries of gRPC do so by "
            + "themselves.")
    /// An answer with OK is none that its client takes: its app saw an error.
    public static let answerRejected = Self(
        "answer_rejected", .warning, summary: "An answer with OK is none that its client takes: its app saw an error.",
        remedy: "See the client's own error. The answer or its metadata may be larger than it accepts, its "
            + "grpc-encoding one that it cannot read, or a proxy drops or repeats its message.")
    /// The body that a {sender} sends cannot be read to its end.
    public static let damagedRequest = Self(
        "damaged_request", .error, summary: "The body that a {sender} sends cannot be read to its end.",
        remedy: "Look for what writes the bytes, or changes them between the {sender} and the capture, such "
            + "as a proxy that compresses.")
    /// The body that a {sender} sends cannot be read to its end.
    public static let damagedResponse = damagedRequest.with(code: "damaged_response")

    // MARK: Deadlines and repeats
    /// {method} is called without a deadline: it may wait for ever.
    public static let noDeadline = Self(
        "no_deadline", .note, summary: "{method} is called without a deadline: it may wait for ever.",
        remedy: "Set a deadline; Google's clients use {usual} s.")
    /// {method} is called with a short deadline.
    public static let shortDeadline = Self(
        "short_deadline", .note, summary: "{method} is called with a short deadline.",
        remedy: "Give the server time: Google's clients use {usual} s.")
    /// {method} is slow.
    public static let slowCall = Self(
        "slow_call", .warning, summary: "{method} is slow.",
        remedy: "Look at the network first; then at how often and how much is sent.")
    /// Calls are retried after transient errors.
    public static let retried = Self(
        "retried", .note, summary: "Calls are retried after transient errors.",
        remedy: "Nothing to do as long as the retries succeed.")
    /// A failed call is repeated at once, again and again.
    public static let noBackoff = Self(
        "no_backoff", .warning, summary: "A failed call is repeated at once, again and again.",
        remedy: "Wait before each retry, and longer each time: Google's clients begin with "
            + "\(RetryPolicy.fleetEngine.initialBackoff.plain) s and go up to "
            + "\(RetryPolicy.fleetEngine.maxBackoff.plain) s.")
    /// A call is retried more often than gRPC allows.
    public static let tooManyAttempts = Self(
        "too_many_attempts", .warning,
        summary:
            "A call is retried more often than the \(RetryPolicy.fleetEngine.maxAttempts) attempts that gRPC allows.",
        remedy: "Leave retries to gRPC, or set maxAttempts to \(RetryPolicy.fleetEngine.maxAttempts) at most.")
    /// A request is sent again, unchanged, after an error that a retry cannot cure.
    public static let repeatedUnchanged = Self(
        "repeated_unchanged", .warning,
        summary: "A request is sent again, unchanged, after an error that a retry cannot cure.",
        remedy: "Change first what the error is about: the request, the token, or what the server has.")
    /// A call that is not idempotent is made again, though it may have taken effect.
    public static let repeatedUnsafe = Self(
        "repeated_unsafe", .warning,
        summary: "A call that is not idempotent is made again, though it may have taken effect.",
        remedy: "Read what the server has, and retry only what has not happened.")
    /// {method} is called again before the server's wait is over.
    public static let backoffIgnored = Self(
        "backoff_ignored", .warning, summary: "{method} is called again before the server's wait is over.",
        remedy: "Wait as long as the answer says, and back off when it says so again.")

    // MARK: Tokens
    /// A token is still used shortly before it expires.
    public static let tokenEndsSoon = Self(
        "token_ends_soon", .note, summary: "A token is still used shortly before it expires.",
        remedy: "Fetch the next token some minutes before the old one ends.")

    // MARK: The capture as a whole
    /// Connections are opened for single calls.
    public static let connectionPerCall = Self(
        "connection_per_call", .warning, summary: "Connections are opened for single calls.",
        remedy: "Keep one channel open and use it for all calls.")
    /// The capture shows calls twice: on both sides of a proxy or of an address translation.
    public static let callsTwice = Self(
        "calls_twice", .note,
        summary: "The capture shows calls twice: on both sides of a proxy or of an address translation.",
        remedy: "Calls, failures and updates count twice. Give --connection with an address of one side to count once.")
    /// The packets have other times than the messages: a simulated or repeated shift.
    public static let replayedCapture = Self(
        "replayed_capture", .note,
        summary: "The packets have other times than the messages: a simulated or repeated shift.",
        remedy: "Nothing to do: ages are not judged, and cadence is judged by the times in the messages.")

    /// An entry that says the same of another case.
    private func with(code: String) -> Self { Self(code, severity, summary: summary, remedy: remedy) }
}

// MARK: Failed calls and faults of tokens

extension FindingKind {
    /// The kind of the findings about calls that fail with a status: the code is the name of the status in small letters. A number
    /// that does not exist counts as UNKNOWN, as gRPC treats it.
    public init(_ status: StatusCode) {
        let status = status.isKnown && status != .ok ? status : .unknown
        // Whoever cancels a call knows why.
        self.init(
            status.title.lowercased(), status == .cancelled ? .note : .error,
            summary: "{method} fails with {status}: {meaning}", remedy: "{next step}")
    }

    init(_ fault: TokenCheck.Fault) {
        let summary =
            switch fault {
            case .missing: "A call carries no token."
            case .unreadable: "A token cannot be read."
            case .scheme: "A token is sent without the scheme Bearer."
            case .expiryMissing: "A token does not say when it ends."
            case .expired: "A token has expired."
            case .issueTimeMissing: "A token does not say when it was made."
            case .notYetValid: "A token was made in the future."
            case .tooLong: "A token lives longer than the server allows."
            case .times: "A token's iat or exp is wrong."
            case .audience: "A token is for another service."
            case .issuer: "A token does not name one service account in both iss and sub."
            case .claimMissing: "A token lacks the claim that the call needs."
            case .otherID: "A token is for another resource than the call."
            case .role: "A token's role may not make the call."
            case .algorithm: "A token is not signed with RS256."
            case .keyMissing: "A token does not name the key that signed it."
            }
        self.init("token_\(fault.rawValue)", .error, summary: summary, remedy: "{next step}")
    }
}
