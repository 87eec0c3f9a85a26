public import ArgumentParser
import CallViews
import ConsoleText
import CryptoExtras
import ProtobufSchema
public import Redaction
import SystemPackage
import WireCapture

/// The options that replace personal data before anything is shown.
struct RedactionOptions: ParsableArguments {
    @Flag(
        help: """
            Put stand-ins in place of ids, places, names, tokens and texts. 'wiredump help redaction' says what stays.
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

    @Option(
        name: .customLong("keep-id"),
        help: ArgumentHelp(
            "With --redact, leave this id as it is, wherever it stands; may be repeated.", valueName: "id"))
    var keptIDs: [String] = []

    @Option(help: "With --redact, leave the ids of these as they are; may be repeated.")
    var keep: [KeptIDs.Kind] = []

    /// The least length of a key, in characters. Twelve random letters would take a thousand computers some years; texts of
    /// people are less random.
    private static let keyLength = 16

    func validate() throws {
        if let redactKey, redactKey.count < Self.keyLength {
            throw usageError("--redact-key needs at least \(Self.keyLength) characters, such as five random words.")
        }
        if samePlaces, redactKey == nil { throw usageError("--same-places is of use with --redact-key only.") }
        if !isOn, !keptIDs.isEmpty || !keep.isEmpty {
            throw usageError("--keep-id and --keep are of use with --redact only.")
        }
        for id in keptIDs where id.isEmpty || id.utf8.contains(where: { $0 <= 0x20 || "/:?,#".utf8.contains($0) }) {
            throw usageError(
                "--keep-id takes the last part of a name, which has no space and none of / : ? , #, not '\(id)'.")
        }
    }

    /// What stays on request, a sentence; `nil` when nothing does.
    var keptSentence: SafeText? {
        guard isOn, !keptIDs.isEmpty || !keep.isEmpty else { return nil }
        let kinds = KeptIDs.Kind.allCases.filter(keep.contains).map { $0 == .traceIDs ? "traces" : $0.rawValue }
        let parts = [
            kinds.isEmpty ? nil : "the ids of " + kinds.joined(separator: ", "),
            keptIDs.isEmpty ? nil : keptIDs.joined(separator: ", "),
        ]
        return "redacted, but for \(parts.compactMap { $0 }.joined(separator: ", and "))"
    }

    /// Says what stays on request: in the first line of a text, and on standard error where the output is for programs.
    func tellKept(_ console: Console, isText: Bool) {
        guard let keptSentence else { return }
        if isText { console.output.write("\(keptSentence)\n") } else { console.notes.tell(keptSentence) }
    }

    var isOn: Bool { redact || redactKey != nil }

    /// Opens an input. The name of its file is not shown when anything is to be redacted.
    ///
    /// - Parameter position: The position among the inputs of the command, from 0.
    func open(_ path: String, at position: Int = 0) throws(CommandError) -> InputFile {
        try InputFile(path, shownAs: name(at: position))
    }

    /// What is shown in place of the name of an input; `nil` where nothing is to be redacted.
    private func name(at position: Int) -> String? { isOn ? "input \(position + 1)" : nil }

    /// Opens captures; of a folder all captures that are in it, but for one that the output is written to.
    func open(captures paths: [String]) throws -> [InputFile] {
        var files: [String] = []
        for (position, path) in (paths.isEmpty ? ["-"] : paths).enumerated() {
            guard path != "-", FilePath(path).isFolder else {
                files.append(path)
                continue
            }
            let captures = try FilePath(path).items.filter { !$0.hasPrefix(".") }.sorted().map { "\(path)/\($0)" }
                .filter { file in
                    // Opening a named pipe would wait for its writer.
                    guard let status = try? FilePath(file).stat(), status.type == .regular,
                        FileIdentity(status) != FileDescriptor.standardOutput.regularStatus.map(FileIdentity.init)
                    else { return false }
                    return CaptureForm(recognizing: try open(file).read(atMost: InputFile.pieceSize)) != nil
                }
            guard !captures.isEmpty else {
                let name = name(at: position) ?? path
                throw CommandError("\(name): no file in this folder is a capture", ExitStatus.noInput)
            }
            files += captures
        }
        return try files.enumerated().map { try open($1, at: $0) }
    }

    /// Derives the key with scrypt, which is slow on purpose.
    ///
    /// - Returns: `nil` without `--redact`.
    func redactor() throws -> Redactor? {
        guard isOn else { return nil }
        var redactor = try redactKey.map { Redactor(key: try Self.key(of: $0)) } ?? Redactor()
        if redactKey != nil, !samePlaces { redactor.moveElsewhere() }
        (redactor.kept.kinds, redactor.kept.ids) = (Set(keep), Set(keptIDs))
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

    /// A function that is applied to each call before it is shown. There is none without `--redact`, as a copy of each call would
    /// take a measurable part of the time.
    typealias Redaction = @Sendable (CapturedCall) -> CapturedCall
}

extension KeptIDs.Kind: ExpressibleByArgument {}
