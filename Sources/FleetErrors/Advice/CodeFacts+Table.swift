internal import GRPCWire

extension CodeFacts {
    static let unknown = Self(
        category: .unclassified,
        because: "UNKNOWN is in no published table, and its definition gives no cause to lean on.",
        meaning: "Nothing is known about the error: a handler failed without a status, or a proxy answered.",
        retry: "the app decides: reading yes, writing only if it is idempotent",
        next: NextSteps(
            "Let the next {update|poll} go out. If it stays, keep the message and the time and look at the provider's "
                + "Cloud logs.",
            backEnd: "See whether the call took effect, and retry it if not. If it stays, keep the message and the "
                + "time and look at the provider's Cloud logs.",
            delivery: "Read the task or vehicle to see whether the call took effect, then retry it if not.",
            anyone: "See whether the call took effect, and retry it if not; reporters and polls go on by "
                + "themselves. If it stays, keep the message and the time and look at the provider's Cloud "
                + "logs."))

    static let table: [StatusCode: Self] = [
        .ok: Self(
            category: .noError, because: "OK is no error.", meaning: "The call succeeded.", retry: "no need",
            next: NextSteps("Nothing to do.")),
        .cancelled: Self(
            category: .recoversByItself,
            meaning: "The response was ended before it was complete; typically the app went to the background or "
                + "changed its state.",
            retry: "no: whoever cancelled did so on purpose",
            next: NextSteps(
                driver: "Nothing: the reporter sends the next location after its interval. If your own code cancelled "
                    + "an update, send the fields once more when they still matter.",
                consumer: "Nothing: the SDK polls again as soon as the app is active. Do not show it to the user.",
                backEnd: "Nothing if your own code cancelled the call on purpose. Otherwise see whether it took "
                    + "effect, and retry it if not.",
                delivery: "Nothing for reports and polls: the next one repairs it. If your own code cancelled an "
                    + "update of a task, read the task before you retry it.",
                anyone: "Nothing for reports and polls: the next one repairs it. If your own code cancelled another "
                    + "call, see whether it took effect, and retry it if not.")),
        .invalidArgument: Self(
            category: .clientMustAct, because: "polling goes on, but it does not recover",
            meaning: "The request is wrong, whatever the server's state.", retry: "never unchanged",
            next: NextSteps(
                driver: correct("that of the vehicle", .vehicle), consumer: correct("that of the trip", .trip),
                backEnd: correct("it", .vehicle, .trip), delivery: correct("it", .deliveryVehicle, .task),
                anyone: "Correct the request. If the message does not say which field is wrong, compare each field, "
                    + "name and ID with the method's documentation.")),
        .deadlineExceeded: Self(
            category: .recoversByItself,
            meaning: "The answer did not come in time; what was asked for may have happened.",
            retry: "if the call is idempotent",
            next: NextSteps(
                "Nothing: {the next update replaces this one|the SDK polls again}. If it stays, check the network "
                    + "and the call's deadline.",
                backEnd: "Retry a call that reads or updates. Of one that creates or bills find out first whether it "
                    + "took effect: a trip that is reported twice may count twice. If it stays, check the network and "
                    + "the call's deadline.",
                delivery: "Nothing for reports and polls. After creating or updating a task, read it before you "
                    + "retry the call. If it stays, check the network and the call's deadline.",
                anyone: "Nothing for reports and polls: the next one replaces this one. Of a call that creates or "
                    + "bills find out first whether it took effect, then retry it. If it stays, check the network "
                    + "and the call's deadline.")),
        .notFound: Self(
            category: .clientMustAct, because: "the trip was never created",
            meaning: "What was asked for does not exist: it was never created, or it was deleted.",
            retry: "after it was created",
            next: NextSteps(
                "Create the {vehicle or trip|trip|vehicle or trip|delivery vehicle or task|vehicle, trip or task} "
                    + "{from your back end first|from your back end before the app polls it|first|from your back end first}, "
                    + "and compare its ID with the one used here.")),
        .alreadyExists: Self(
            category: .unclassified, leaning: .clientMustAct,
            because: "The same call cannot succeed later, so the client has to act; if it retries a create whose "
                + "answer was lost, this is success.",
            meaning: "What should be created exists already.", retry: "no: read, then update",
            next: NextSteps(
                "Get the {vehicle or trip|trip|vehicle or trip|delivery vehicle or task|vehicle, trip or task that exists}, "
                    + "and update it{| from your back end||} if it differs from what you wanted to create.")),
        .permissionDenied: Self(
            category: .clientMustAct,
            meaning: "The app or the role behind its token may not do this: the token is missing or invalid, signed "
                + "for another ID, its role has no permission, or the SDK is not enabled for the project.",
            retry: "after a new token or role",
            next: NextSteps(
                "Sign the token {as a driver for exactly this vehicle|for exactly this trip} ID, and check that the "
                    + "service account has the role {Driver|Consumer} SDK user.",
                backEnd: "Sign the token for this vehicle or trip ID, or for all of them, and check that the service "
                    + "account has a role that allows the call, such as Service super user.",
                delivery: "Sign the token for exactly this delivery vehicle, task or tracking ID, with the delivery "
                    + "role that allows the call.",
                anyone: "Check that the service account that signs the token has the role for the call, and that the "
                    + "token names what the call is about: vehicleid for a driver, tripid for a rider, "
                    + "deliveryvehicleid, taskid or trackingid for deliveries, * for a back end.")),
        .resourceExhausted: Self(
            category: .clientMustAct, meaning: "The project's quota is zero, or the traffic is over its limit.",
            retry: "with back-off",
            next: NextSteps(
                driver: raiseQuota(
                    "Report at most every \(LocationInterval.least.plain) s (\(LocationInterval.usual.plain) s is the default)"
                ), consumer: raiseQuota("Poll less often", of: "app"),
                backEnd: raiseQuota("Call less often, ask lists for larger pages"),
                delivery: raiseQuota("Call less often (several tasks fit into one batch)"),
                anyone: "Make fewer calls of the kind that is over its quota, and raise the quota in the Cloud "
                    + "console if the project needs it. Drivers' apps report less often, riders' apps poll less "
                    + "often, back ends ask for larger pages.")),
        .failedPrecondition: Self(
            category: .unclassified, leaning: .clientMustAct,
            because: "By its definition the client must repair the state before it calls again.",
            meaning: "The server's state does not allow this now, and waiting does not change it.",
            retry: "no, until the state is repaired",
            next: NextSteps(
                driver: bringIntoState,
                consumer: "Check the state of the trip: a trip that has ended cannot be shared any more.",
                backEnd: bringIntoState,
                delivery: "Bring the task or vehicle into the state that the call needs; a closed task stays closed.",
                anyone: "Bring the vehicle, trip or task into the state that the call needs, for example take the "
                    + "trips off a vehicle before deleting it.")),
        .aborted: Self(
            category: .recoversByItself,
            meaning: "The server gave up: it stopped responding, or another call changed the same thing.",
            retry: "at a higher level: read, change, write again",
            next: NextSteps(
                driver: "Nothing for reports: the next one repairs it. In your own code read the vehicle or trip, then "
                    + "make the change again; let one place at a time write it.",
                consumer: "Nothing: the SDK polls again.",
                backEnd: "Read the vehicle or trip, then make the change again; let one place at a time write it.",
                delivery: "Nothing for reports. In your own code read the task or vehicle, then make the change again; "
                    + "let one place at a time write it.",
                anyone: "Nothing for reports and polls: the next one repairs it. In your own code read the vehicle, "
                    + "trip or task, then make the change again; let one place at a time write it.")),
        .outOfRange: Self(
            category: .unclassified, leaning: .clientMustAct,
            because: "The same values stay out of range, so the client has to change them.",
            meaning: "A value or page is outside of what there is.", retry: "no",
            next: NextSteps(
                driver: "Put the value into its range: the details name it.",
                consumer: "Put the value into its range. " + searchRanges,
                backEnd: "\(valueOrPage) \(searchRanges)", delivery: valueOrPage, anyone: valueOrPage)),
        .unimplemented: Self(
            category: .unclassified, leaning: .clientMustAct,
            because: "A method that is missing now is missing in a second as well.",
            meaning: "The server does not have this method, or not this compression.", retry: "no",
            next: NextSteps(
                "Compare the path with the service's methods, check the host (fleetengine.googleapis.com) and any proxy "
                    + "in between, and do not compress with an encoding the server does not list.")),
        .internal: Self(
            category: .unclassified, leaning: .recoversByItself,
            because: "The cause is on the server's side and mostly passes, so it is treated like the errors that "
                + "recover, but counted.",
            meaning: "The service, or something on the way to it, broke.",
            retry: "cautiously: reading yes, writing only if it is idempotent",
            next: NextSteps(
                "Let the next {update|poll} go out; if it stays for minutes, report it to Google with the request ID "
                    + "and time.",
                backEnd: "See whether the call took effect, and retry it if not; if it stays for minutes, report it "
                    + "to Google with the request ID and time.",
                delivery: "Read the task or vehicle to see whether the call took effect, then retry it if not; if it "
                    + "stays, report it to Google with the request ID and time.",
                anyone: "Let the next report or poll go out; of another call see whether it took effect, and retry "
                    + "it if not. If it stays for minutes, report it to Google with the request ID and time.")),
        .unavailable: Self(
            category: .recoversByItself, meaning: "The service cannot be reached now; usually the network.",
            retry: "with back-off: the client library does it for most methods; one that is not idempotent only "
                + "when it is clear that the call did not take effect",
            retryPolls: retriedByLibrary,
            next: NextSteps(
                "Nothing: the library retries the call and the {reporter goes on|SDK polls again}. If it stays, check "
                    + "the network.",
                backEnd: "Retry the call with back-off, unless the client library does: Google's do not for "
                    + "\(list(FleetMethod.withoutDefaults(isDelivery: false))). Of one that creates or bills find out "
                    + "first whether it took effect. If it stays, check the network.",
                delivery: "Nothing for reports and polls. After creating a task, read it before you retry the call. "
                    + "If it stays, check the network.",
                anyone: "Nothing for reports and polls: they go on by themselves. Retry other calls with back-off; "
                    + "of one that creates or bills find out first whether it took effect. If it stays, check the "
                    + "network.")),
        .dataLoss: Self(
            category: .unclassified, leaning: .clientMustAct,
            because: "By its definition it is not recoverable, so somebody has to look at it.",
            meaning: "Data is lost or damaged for good.", retry: "no",
            next: NextSteps(
                driver: "Send the complete vehicle once more from your back end, and report it to Google.",
                consumer: "Stop sharing this trip, and report it to Google with the trip's name and the time.",
                backEnd:
                    "Compare the vehicle or trip with your own records, send it once more, and report it to Google.",
                delivery: "Compare the tasks with your own records, and report it to Google.",
                anyone: "Compare the vehicle, trip or task with your own records, and report it to Google with its "
                    + "name and the time.")),
        .unauthenticated: Self(
            category: .clientMustAct,
            meaning: "No valid credentials came with the call: the token has expired, or it was signed without the "
                + "claim for what the call is about.",
            retry: "once, with a new token",
            next: NextSteps(
                "Fetch a new token{ for this vehicle ID| for this trip ID|| for this delivery vehicle, task or tracking ID"
                    + "| for the vehicle, trip, task or tracking ID of the call} and retry the call once. Tokens live at "
                    + "most one hour.")),
    ]

    private static let valueOrPage =
        "Put the value into its range: the details name it. For lists, begin again at the first page."
    private static let searchRanges = "SearchVehicles takes count 1 to 50 and pickup_radius_meters 400 to 10000."

    private static let bringIntoState =
        "Bring the vehicle or trip into the state that the call needs, for example take the trips off a vehicle before "
        + "deleting it."

    private static func raiseQuota(_ first: String, of user: String = "fleet") -> String {
        "\(first), and raise the quota in the Cloud console if the \(user) needs it."
    }

    /// The step that corrects a request of which nothing else is known: the forms that names must have.
    private static func correct(_ subject: String, _ resources: FleetMethod.Resource...) -> String {
        "Correct the request. If the message does not say which field is wrong, it often is the name: \(subject) must be "
            + "\(resources.map(ResourceName.form).joined(separator: " or ")), and provider_id is the ID of the Cloud project."
    }
}
