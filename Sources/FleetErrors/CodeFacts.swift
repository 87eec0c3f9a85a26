internal import GRPCWire

/// What the documents say about a code, and what FleetWire adds where they say nothing.
///
/// The categories are those of ``ErrorSource/consumerErrors``: ABORTED, CANCELLED, DEADLINE_EXCEEDED and UNAVAILABLE recover,
/// INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, RESOURCE_EXHAUSTED and UNAUTHENTICATED ask for action. The other codes
/// are in no table: they stay unclassified, and `leaning` is how to treat them, with the reason in `why`.
///
/// The tables were published for the Consumer SDK. They are used for driver updates and deliveries as well: it is the
/// same service, so a code has the same cause there; only what repairs it differs, which `next` says.
struct CodeFacts {
    let category: ErrorCategory
    /// For unclassified codes: how to treat them.
    var leaning: ErrorCategory?
    let meaning: String
    /// Why it is in its category.
    let why: String
    /// Whether the same call may be repeated, whatever its method.
    let repeating: String
    /// The same for the methods that apps call again and again, where more can be said of those.
    var repeatingPolls: String?
    let next: Next

    /// The next step in each context.
    struct Next {
        let driver: String
        let consumer: String
        let backEnd: String
        let delivery: String

        init(driver: String, consumer: String, backEnd: String, delivery: String) {
            (self.driver, self.consumer, self.backEnd, self.delivery) = (driver, consumer, backEnd, delivery)
        }

        /// The same step everywhere.
        init(_ step: String) { self.init(driver: step, consumer: step, backEnd: step, delivery: step) }

        subscript(context: CallContext?) -> String {
            switch context {
            case .driverUpdate: driver
            case .backEnd: backEnd
            case .delivery: delivery
            case .consumerPoll, nil: consumer
            }
        }
    }

    /// The facts of a code; those of UNKNOWN for numbers that do not exist, as gRPC treats them.
    static func of(_ code: StatusCode) -> Self {
        let index = Int(code.rawValue)
        return code.isKnown ? all[index] : all[Int(StatusCode.unknown.rawValue)]
    }

    /// What is said of a method that Google's clients repeat, and that may be repeated.
    static let repeatedByLibrary = "yes: the client library does it, with back-off"

    private static let all = [
        Self(
            category: .noError, meaning: "The call succeeded.", why: "OK is no error.", repeating: "no need",
            next: Next("Nothing to do.")),
        Self(
            category: .recoversByItself,
            meaning: "The response was ended before it was complete; typically the app went to the background or "
                + "changed its state.",
            why: "Google's table lists CANCELLED among the errors from which the SDK recovers.",
            repeating: "no: whoever cancelled did so on purpose",
            next: Next(
                driver: "Nothing: the reporter sends the next location after its interval. If your own code cancelled "
                    + "an update, send the fields once more when they still matter.",
                consumer: "Nothing: the SDK polls again as soon as the app is active. Do not show it to the user.",
                backEnd:
                    "Nothing if your own code cancelled the call on purpose. Otherwise see whether it took effect, and repeat it if "
                    + "not.",
                delivery: "Nothing for reports and polls: the next one repairs it. If your own code cancelled an "
                    + "update of a task, read the task before you repeat it.")),
        Self(
            category: .unclassified,
            meaning: "Nothing is known about the error: a handler failed without a status, or a proxy answered.",
            why: "UNKNOWN is in no published table, and its definition gives no cause to lean on.",
            repeating: "the app decides: reading yes, writing only if it is idempotent",
            next: Next(
                driver: "Let the next update go out. If it stays, keep the message and the time and look at the "
                    + "provider's Cloud logs.",
                consumer: "Let the next poll go out. If it stays, keep the message and the time and look at the "
                    + "provider's Cloud logs.",
                backEnd:
                    "See whether the call took effect, and repeat it if not. If it stays, keep the message and the time and look at "
                    + "the provider's Cloud logs.",
                delivery: "Read the task or vehicle to see whether the call took effect, then repeat it if not.")),
        Self(
            category: .clientMustAct,
            meaning: "The request is wrong, whatever the server's state.",
            why:
                "Google's table lists INVALID_ARGUMENT among the client errors: polling goes on, but it does not recover.",
            repeating: "never unchanged",
            next: Next(
                driver:
                    "Correct the request. The vehicle's name must be \(ResourceName.form(of: .vehicle)), "
                    + "and provider_id is the ID of the Cloud project.",
                consumer: "Correct the request. The trip's name must be \(ResourceName.form(of: .trip)), and "
                    + "provider_id is the ID of the Cloud project.",
                backEnd: "Correct the request. Names must be \(ResourceName.form(of: .vehicle)) or "
                    + "\(ResourceName.form(of: .trip)), and provider_id is the ID of the Cloud project.",
                delivery: "Correct the request. Names must be \(ResourceName.form(of: .deliveryVehicle)) or "
                    + "\(ResourceName.form(of: .task)), and provider_id is the ID of the Cloud project.")),
        Self(
            category: .recoversByItself,
            meaning: "The answer did not come in time; what was asked for may have happened.",
            why: "Google's table lists DEADLINE_EXCEEDED among the errors from which the SDK recovers.",
            repeating: "if the call is idempotent",
            next: Next(
                driver: "Nothing: the next update replaces this one. If it stays, check the network and the "
                    + "call's deadline.",
                consumer: "Nothing: the SDK polls again. If it stays, check the network and the call's deadline.",
                backEnd:
                    "Repeat a call that reads or updates. Of one that creates or bills find out first whether it took effect: a "
                    + "trip that is reported twice may count twice. If it stays, check the network and the call's deadline.",
                delivery: "Nothing for reports and polls. After creating or updating a task, read it before you repeat "
                    + "the call. If it stays, check the network and the call's deadline.")),
        Self(
            category: .clientMustAct,
            meaning: "What was asked for does not exist: it was never created, or it was deleted.",
            why: "Google's table lists NOT_FOUND among the client errors: the trip was never created.",
            repeating: "after it was created",
            next: Next(
                driver:
                    "Create the vehicle or trip from your back end first, and compare its ID with the one used here.",
                consumer: "Create the trip from your back end before the app polls it, and compare its ID with the one "
                    + "used here.",
                backEnd: "Create the vehicle or trip first, and compare its ID with the one used here.",
                delivery: "Create the delivery vehicle or task from your back end first, and compare its ID with the "
                    + "one used here.")),
        Self(
            category: .unclassified, leaning: .clientMustAct,
            meaning: "What should be created exists already.",
            why: "In no published table. The same call cannot succeed later, so the client has to act; if it repeats a "
                + "create whose answer was lost, this is success.",
            repeating: "no: read, then update",
            next: Next(
                driver: "Get the vehicle or trip, and update it if it differs from what you wanted to create.",
                consumer:
                    "Get the trip, and update it from your back end if it differs from what you wanted to create.",
                backEnd: "Get the vehicle or trip, and update it if it differs from what you wanted to create.",
                delivery:
                    "Get the delivery vehicle or task, and update it if it differs from what you wanted to create.")
        ),
        Self(
            category: .clientMustAct,
            meaning: "The app or the role behind its token may not do this: the token is missing or invalid, signed "
                + "for another ID, its role has no permission, or the SDK is not enabled for the project.",
            why: "Google's table lists PERMISSION_DENIED among the client errors.",
            repeating: "after a new token or role",
            next: Next(
                driver:
                    "Sign the token as a driver for exactly this vehicle ID, and check that the service account has "
                    + "the role Driver SDK user.",
                consumer: "Sign the token for exactly this trip ID, and check that the service account has the role "
                    + "Consumer SDK user.",
                backEnd:
                    "Sign the token for this vehicle or trip ID, or for all of them, and check that the service account has a role "
                    + "that allows the call, such as Service super user.",
                delivery:
                    "Sign the token for exactly this delivery vehicle, task or tracking ID, with the delivery role "
                    + "that allows the call.")),
        Self(
            category: .clientMustAct,
            meaning: "The project's quota is zero, or the traffic is over its limit.",
            why: "Google's table lists RESOURCE_EXHAUSTED among the client errors.",
            repeating: "with back-off",
            next: Next(
                driver:
                    "Report at most every \(LocationInterval.least.plain) s (\(LocationInterval.usual.plain) s is the "
                    + "default), and raise the quota in the Cloud console if the fleet needs it.",
                consumer: "Poll less often, and raise the quota in the Cloud console if the "
                    + "app needs it.",
                backEnd:
                    "Call less often, ask lists for larger pages, and raise the quota in the Cloud console if the fleet needs it.",
                delivery:
                    "Call less often (several tasks fit into one batch), and raise the "
                    + "quota in the Cloud console if the fleet needs it.")),
        Self(
            category: .unclassified, leaning: .clientMustAct,
            meaning: "The server's state does not allow this now, and waiting does not change it.",
            why: "In no published table. By its definition the client must repair the state before it calls again.",
            repeating: "no, until the state is repaired",
            next: Next(
                driver:
                    "Bring the vehicle or trip into the state that the call needs, for example take the trips off a "
                    + "vehicle before deleting it.",
                consumer: "Check the state of the trip: a trip that has ended cannot be shared any more.",
                backEnd:
                    "Bring the vehicle or trip into the state that the call needs, for example take the trips off a vehicle before "
                    + "deleting it.",
                delivery: "Bring the task or vehicle into the state that the call needs; a closed task stays closed.")),
        Self(
            category: .recoversByItself,
            meaning: "The server gave up: it stopped responding, or another call changed the same thing.",
            why: "Google's table lists ABORTED among the errors from which the SDK recovers.",
            repeating: "at a higher level: read, change, write again",
            next: Next(
                driver: "Nothing for reports: the next one repairs it. In your own code read the vehicle or trip, then "
                    + "make the change again; let one place at a time write it.",
                consumer: "Nothing: the SDK polls again.",
                backEnd: "Read the vehicle or trip, then make the change again; let one place at a time write it.",
                delivery: "Nothing for reports. In your own code read the task or vehicle, then make the change again; "
                    + "let one place at a time write it.")),
        Self(
            category: .unclassified, leaning: .clientMustAct,
            meaning: "A value or page is outside of what there is.",
            why: "In no published table. The same values stay out of range, so the client has to change them.",
            repeating: "no",
            next: Next(
                driver: "Put the value into its range: the details name it.",
                consumer: "Put the value into its range. SearchVehicles takes count 1 to 50 and pickup_radius_meters "
                    + "400 to 10000.",
                backEnd:
                    "Put the value into its range: the details name it. For lists, begin again at the first page. SearchVehicles "
                    + "takes count 1 to 50 and pickup_radius_meters 400 to 10000.",
                delivery: "Put the value into its range: the details name it. For lists, begin again at the first page."
            )),
        Self(
            category: .unclassified, leaning: .clientMustAct,
            meaning: "The server does not have this method, or not this compression.",
            why: "In no published table. A method that is missing now is missing in a second as well.",
            repeating: "no",
            next: Next(
                "Compare the path with the service's methods, check the host (fleetengine.googleapis.com) and any proxy "
                    + "in between, and do not compress with an encoding the server does not list.")),
        Self(
            category: .unclassified, leaning: .recoversByItself,
            meaning: "The service, or something on the way to it, broke.",
            why:
                "In no published table. The cause is on the server's side and mostly passes, so it is treated like the "
                + "errors that recover, but counted.",
            repeating: "cautiously: reading yes, writing only if it is idempotent",
            next: Next(
                driver: "Let the next update go out; if it stays for minutes, report it to Google with the request ID "
                    + "and time.",
                consumer: "Let the next poll go out; if it stays for minutes, report it to Google with the request ID "
                    + "and time.",
                backEnd:
                    "See whether the call took effect, and repeat it if not; if it stays for minutes, report it to Google with the "
                    + "request ID and time.",
                delivery: "Read the task or vehicle to see whether the call took effect, then repeat it if not; if it "
                    + "stays, report it to Google with the request ID and time.")),
        Self(
            category: .recoversByItself,
            meaning: "The service cannot be reached now; usually the network.",
            why: "Google's table lists UNAVAILABLE among the errors from which the SDK recovers.",
            repeating:
                "with back-off: the client library does it for most methods; one that is not idempotent only when "
                + "it is clear that the call did not take effect",
            repeatingPolls: repeatedByLibrary,
            next: Next(
                driver:
                    "Nothing: the library repeats the call and the reporter goes on. If it stays, check the network.",
                consumer:
                    "Nothing: the library repeats the call and the SDK polls again. If it stays, check the network.",
                backEnd:
                    "Repeat the call with back-off, unless the client library does: Google's do not for "
                    + "\(list(FleetMethod.withoutDefaults(isDelivery: false))). Of one that creates or bills find out first whether it "
                    + "took effect. If it stays, check the network.",
                delivery:
                    "Nothing for reports and polls. After creating a task, read it before you repeat the call. If "
                    + "it stays, check the network.")),
        Self(
            category: .unclassified, leaning: .clientMustAct,
            meaning: "Data is lost or damaged for good.",
            why: "In no published table. By its definition it is not recoverable, so somebody has to look at it.",
            repeating: "no",
            next: Next(
                driver: "Send the complete vehicle once more from your back end, and report it to Google.",
                consumer: "Stop sharing this trip, and report it to Google with the trip's name and the time.",
                backEnd:
                    "Compare the vehicle or trip with your own records, send it once more, and report it to Google.",
                delivery: "Compare the tasks with your own records, and report it to Google.")),
        Self(
            category: .clientMustAct,
            meaning:
                "No valid credentials came with the call: the token has expired, or it was signed without a trip ID.",
            why: "Google's table lists UNAUTHENTICATED among the client errors.",
            repeating: "once, with a new token",
            next: Next(
                driver: "Fetch a new token for this vehicle ID and repeat the call once. Tokens live at most one hour.",
                consumer: "Fetch a new token for this trip ID and repeat the call once. Tokens live at most one hour.",
                backEnd: "Fetch a new token and repeat the call once. Tokens live at most one hour.",
                delivery: "Fetch a new token for this delivery vehicle, task or tracking ID and repeat the call once. "
                    + "Tokens live at most one hour.")),
    ]
}
