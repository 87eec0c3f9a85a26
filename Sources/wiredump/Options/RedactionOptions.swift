import ArgumentParser
import CallViews
import ConsoleText
import ProtobufSchema
import Redaction
import WireCapture
import WireInspect

/// The options that replace personal data before anything is shown.
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
        if redactKey?.isEmpty ?? false { throw usageError("--redact-key needs a text; a long one, to be safe.") }
    }

    /// - Returns: `nil` without `--redact`.
    var redactor: Redactor? {
        if let redactKey { return Redactor(key: redactKey) }
        return redact ? Redactor() : nil
    }

    /// The function that is applied to each call before it is shown: identity without `--redact`.
    func redaction(_ schema: Schema) -> Redaction {
        guard let redactor else { return { $0 } }
        return { redactor.redact($0, schema: schema) }
    }

    typealias Redaction = @Sendable (CapturedCall) -> CapturedCall
}
