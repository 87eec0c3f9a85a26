import ArgumentParser
import CallViews
import ConsoleText
import CryptoExtras
import ProtobufSchema
import Redaction
import WireCapture
import WireInspect

/// The options that replace personal data before anything is shown.
struct RedactionOptions: ParsableArguments {
    @Flag(
        help: """
            Put stand-ins of the same length in place of ids, names, tokens and texts, and turn the globe by a secret \
            rotation, another one for each file. Times, states and measures of Google's schema stay; so does the shape \
            of routes. Of unknown and own types everything but numbers below 128 is replaced.
            """)
    var redact = false

    @Option(
        help: ArgumentHelp(
            "Redact with stand-ins that are the same in every run with this secret text, of at least 16 characters.",
            valueName: "text"))
    var redactKey: String?

    @Flag(
        help: """
            With --redact-key, also turn the globe the same way in every run, to compare files. One known place then \
            helps to find those of all files.
            """)
    var samePlaces = false

    /// The least length of a key, in characters. Twelve random letters would take a thousand computers some years; texts of
    /// people are less random.
    private static let keyLength = 16

    func validate() throws {
        if let redactKey, redactKey.count < Self.keyLength {
            throw usageError("--redact-key needs at least \(Self.keyLength) characters, such as five random words.")
        }
        if samePlaces, redactKey == nil { throw usageError("--same-places is of use with --redact-key only.") }
    }

    /// Whether anything is to be redacted.
    var isOn: Bool { redact || redactKey != nil }

    /// Opens an input. The name of its file is not shown when anything is to be redacted.
    ///
    /// - Parameter position: The position among the inputs of the command, from 0.
    func open(_ path: String, at position: Int = 0) throws(CommandError) -> InputFile {
        try InputFile(path, shownAs: isOn ? "input \(position + 1)" : nil)
    }

    /// Takes as long as the key needs to be derived, which is long on purpose.
    ///
    /// - Returns: `nil` without `--redact`.
    func redactor() throws -> Redactor? {
        guard let redactKey else { return redact ? Redactor() : nil }
        var redactor = Redactor(key: try Self.key(of: redactKey))
        if !samePlaces { redactor.moveElsewhere() }
        return redactor
    }

    /// Derives a key with 32 MiB of memory and some tenths of a second, so that guesses are expensive.
    ///
    /// Source of the parameters: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
    private static func key(of text: String) throws -> [UInt8] {
        let key = try KDF.Scrypt.deriveKey(
            from: Array(text.utf8), salt: Array("wiredump --redact-key".utf8), outputByteCount: 32, rounds: 1 << 15,
            blockSize: 8, parallelism: 3)
        return unsafe key.withUnsafeBytes { unsafe Array($0) }
    }

    /// The function that is applied to each call before it is shown: identity without `--redact`.
    func redaction(_ schema: Schema) throws -> Redaction {
        guard let redactor = try redactor() else { return { $0 } }
        return { redactor.redact($0, schema: schema) }
    }

    typealias Redaction = @Sendable (CapturedCall) -> CapturedCall
}
