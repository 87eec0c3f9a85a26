import ArgumentParser
import CallViews
import ProtobufSchema
import Redaction
import WireCapture
import WireInspect

/// Whether what is shown may go to others.
struct RedactionOptions: ParsableArguments {
    @Flag(
        help: """
            Put stand-ins of the same length in place of ids, names, tokens and texts, and move all places by one \
            secret distance. Times, states, small integers and versions stay; so does the shape of routes.
            """)
    var redact = false

    @Option(
        help: ArgumentHelp(
            "Redact with stand-ins that are the same in every run with this secret text.", valueName: "text"))
    var redactKey: String?

    func validate() throws {
        if redactKey?.isEmpty ?? false { throw ValidationError("--redact-key needs a text; a long one, to be safe.") }
    }

    /// `nil` when nothing is to be redacted.
    var redactor: Redactor? {
        if let redactKey { return Redactor(key: redactKey) }
        return redact ? Redactor() : nil
    }

    /// What becomes of a call before anyone sees it: nothing, unless it is to be redacted.
    func redaction(_ schema: Schema) -> Redaction {
        guard let redactor else { return { $0 } }
        return { redactor.redact($0, schema: schema) }
    }

    typealias Redaction = @Sendable (CapturedCall) -> CapturedCall
}
