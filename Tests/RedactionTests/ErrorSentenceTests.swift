import FleetErrors
import FleetMessages
import GRPCWire
import Redaction
import TestSupport
import Testing

/// Messages of errors with stand-ins: what identifies somebody is replaced, and the cause of the error is still known.
@Suite struct ErrorSentenceTests {
    /// A message, what has to be replaced in it, and what has to stay.
    @Test(
        arguments: [
            (
                "The JWT vehicleid claim does not match driver_74", ["driver_74"],
                "The JWT vehicleid claim does not match"
            ),
            ("connect: x509: certificate of fleet.acme.example", ["fleet", "acme"], "x509: "),
            ("curl: (6) Could not resolve host: fleet.acme.example", ["acme"], "Could not resolve host: "),
            ("Received http2 header with status: 404", [], "status: 404"),
            ("Received http2 header with status: acme", ["acme"], "Received http2 header with status: "),
            ("Received http2 header with status: 528319790952", ["528319790952"], "with status: "),
            ("larger than max (528319790952 vs. 4194304)", ["528319790952"], " vs. 4194304)"),
            ("larger than max (5242880 vs. 4194304) in trip acme7", ["acme7"], "larger than max (5242880 vs. 4194304)"),
            (
                "Quota exceeded for quota metric 'Acme' and limit 'Own' of service 'acme.example' for consumer 'project:7654'.",
                ["Acme", "Own", "acme", "7654"], "quota metric '"
            ),
            (
                "Permission 'a.b' denied on resource '//x/acme' (or it may not exist).", ["acme"],
                "' denied on resource '"
            ),
            ("Connection refused: acme.example/10.1.2.3:443", ["acme", "10.1.2.3"], "Connection refused"),
            ("driver jane said connection refused, jane", ["jane", "driver", "said"], "connection refused"),
            // Public names of Google stay: hosts and permissions.
            ("Unable to resolve host fleetengine.googleapis.com for jane", ["jane"], "host fleetengine.googleapis.com"),
            (
                "Permission 'fleetengine.vehicles.update' denied on resource '//fleetengine.googleapis.com/providers/acme'",
                ["acme"], "'fleetengine.vehicles.update' denied on resource '//fleetengine.googleapis.com/providers/"
            ),
            ("no vehicles/fleetengine.jane, fleetengine.acme7", ["jane", "acme"], "vehicles/"),
            ("Could not resolve host: fleetengine.acme.example", ["acme"], "Could not resolve host: "),
            ("Could not resolve host: fleetengine.googleapis.com.acme.example", ["acme"], "Could not resolve host: "),
            ("vehicle fleetengine.jane@acme.example, iam.serviceAccounts.acme", ["jane", "acme"], "vehicle"),
            ("vehicle of fleetengine.trips.get@acme.example", ["acme"], "vehicle"),
            ("Permission 'serviceusage.services.use' denied", [], "Permission 'serviceusage.services.use' denied"),
            ("vehicle of fleetengine.tasktrackinginfo.list", ["tracking"], "vehicle"),
            ("vehicle of fleetengine.googleapis.com.", [], " fleetengine.googleapis.com."),
            // The words of a single cause stay: those of another one behind them do not.
            ("connection refused, then the token has expired", ["connection", "then"], "token has expired"),
            ("vehicle acme7 is lost", ["acme7", "lost"], "vehicle"),
            // What a browser says, passed on as the whole message, and what a client's library begins its own messages with.
            ("Failed to fetch", [], "Failed to fetch"), ("Failed to fetch jane", ["Failed", "jane"], " "),
            (
                "Error starting gRPC call. HttpRequestException: Connection refused (acme.example:443)", ["acme"],
                "Error starting gRPC call. "
            ), ("Error starting gRPC call. jane", ["Error", "jane"], ". "),
        ] as [(String, [String], String)])
    func wordsOfKnownCausesStay(message: String, replaced: [String], stays: String) {
        let redactor = Redactor(key: [7])
        let shown = redactor.sentence(message)
        #expect(shown.utf8.count == message.utf8.count && shown.contains(stays), "\(shown)")
        for word in replaced { #expect(!shown.contains(word), "\(shown)") }
        #expect(KnownCause.of(message: shown)?.cause.meaning == KnownCause.of(message: message)?.cause.meaning)
        // The trailer and the details say the same.
        let trailers = redactor.redact(CallStatus(.unavailable, message).trailers)
        #expect(CallStatus(trailers: trailers).message == shown)
    }

    /// Each pattern with facts that identify somebody.
    @Test(arguments: KnownCause.all) func causesAreKnownBehindStandIns(_ cause: KnownCause) throws {
        for pattern in cause.messages.map(\.text) {
            let parts = pattern.split(omittingEmptySubsequences: false) { $0 == "{" || $0 == "}" }
            let message =
                "jane's "
                + parts.enumerated().map { $0.offset.isMultiple(of: 2) ? String($0.element) : "acme-4711" }.joined()
            let shown = Redactor(key: [7]).sentence(message)
            #expect(KnownCause.of(message: shown)?.cause.meaning == cause.meaning, "\(shown)")
            #expect(!shown.contains("jane") && !shown.contains("acme") && !shown.contains("4711"), "\(shown)")
        }
    }

    /// Long texts, and texts with many causes, take time in proportion to their length.
    @Test func manyCausesAreReadOnce() {
        let text = String(
            repeating: "connection refused no healthy upstream ", count: Exhaustive.size(50_000, inDebug: 500))
        #expect(Redactor(key: [7]).sentence(text).utf8.count == text.utf8.count)
    }
}
