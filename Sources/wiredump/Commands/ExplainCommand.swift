public import ArgumentParser
import ByteText
import ConsoleText
public import FleetErrors
import JSONText
import SystemPackage

/// `wiredump explain [ERROR ...]`
struct ExplainCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explains an error: what it means, whose move it is, what next.",
        discussion: """
            EXAMPLES:
              wiredump explain NOT_FOUND --context consumer
              pbpaste | wiredump explain             an NSError, trailers, JSON
              wiredump explain CAMSG3VwZGF0ZV9t...   a grpc-status-details-bin value
              wiredump explain --json trailers.txt | jq -r .next_step
              wiredump explain 7 --token "$TOKEN" --method GetTrip --time now

            ERROR is a file, or the text itself; without one, standard input is
            read. It may be:
              a code               5, NOT_FOUND, notFound, HTTP 404
              trailers             grpc-status, grpc-message and so on, as curl,
                                   Apple's frameworks, Python or Go print them
              a details-bin value  base64, base64url or hex
              an NSError           with those below it; gRPC's is that of io.grpc
              a JSON error         {"error":{"code","message","status","details"}},
                                   also in an entry of Cloud Logging
              a library's text     of grpcurl, grpcio, google-api-core, and of gRPC
                                   and gax for Go, Java, Kotlin, Node, Swift,
                                   C# and Dart
              a token              role, claims and times; never verified, and
                                   never its signature
              a line of a log      with the name of a code in it, or a message
                                   alone
            """)

    @Argument(
        help: ArgumentHelp("The error, or a file that holds it; - or none is standard input.", valueName: "error"),
        completion: .file())
    var text: [String] = []

    @Option(
        help: ArgumentHelp(
            "Who made the call: a driver's app, a rider's, a back end, or a delivery system.", valueName: "kind"))
    var context: CallContext?

    @Option(help: ArgumentHelp("The method that was called: GetTrip, or its whole path.", valueName: "name"))
    var method: String?

    @Option(help: ArgumentHelp("With --method, what it was called for: providers/.../trips/...", valueName: "name"))
    var resource: String?

    @Option(help: ArgumentHelp("The call's token, to check it against the call.", valueName: "token"))
    var token: String?

    @Option(help: ArgumentHelp("When it was called: seconds since 1970, ISO 8601, or now.", valueName: "time"))
    var time: String?

    @OptionGroup var redaction: RedactionOptions

    @Flag(help: "Print JSON, for scripts.")
    var json = false

    @OptionGroup var colors: ColorOptions

    func validate() throws {
        // A path is what was called, be it wrong; a name alone is only good for the method that it stands for.
        if let method, !method.contains("/"), FleetMethod(named: method) == nil {
            let nearest = nearestName(to: method, among: FleetMethod.all.map(\.name))
            let hint = nearest.map { " Did you mean '\($0)'?" } ?? ""
            throw usageError("Fleet Engine has no method '\(method)'.\(hint)")
        }
        if let time, Self.seconds(time) == nil {
            throw usageError("The time '\(time)' is neither a number, nor like 2025-08-31T19:51:42Z, nor now.")
        }
    }

    func run(_ console: Console) throws {
        let explanation = Explanation(
            pasted: try input(), context: context, path: method.map { FleetMethod(named: $0)?.path ?? $0 },
            resourceName: resource, authorization: token, time: time.flatMap(Self.seconds),
            standIns: try redaction.redactor()?.standIns ?? Explanation.StandIns())
        let isExplained = explanation.call != nil || explanation.token != nil
        redaction.tellKept(console, isText: !json)
        if json {
            console.output.write(utf8: Array(explanation.json.utf8))
        } else if isExplained {
            for line in lines(of: explanation) { console.output.write(line) }
        }
        guard !isExplained else { return }
        let isName = text.count == 1 && text[0] != "-" && !text[0].contains(" ") && !isFile
        let remarks = explanation.remarks + (isName ? ["There is no file of this name, either."] : [])
        throw CommandError(remarks.map { "\($0)" }, ExitStatus.damaged)
    }

    private var isFile: Bool { text.count == 1 && (try? FilePath(text[0]).stat()) != nil }

    private func input() throws -> String {
        guard isFile || text.isEmpty || text == ["-"] else { return text.joined(separator: " ") }
        // A token by itself needs no error, and must not wait for one.
        if text.isEmpty, let token, FileDescriptor.standardInput.isTerminal { return token }
        return Explanation.pastedText(of: try redaction.open(text.first ?? "-").readAll())
    }

    private func lines(of explanation: Explanation) -> [SafeText] {
        let (palette, lines) = (colors.palette, explanation.lines)
        let width = lines.map(\.label.count).max() ?? 0
        return lines.map { line in
            let role: Palette.Role? = [.status, .nextStep].contains(line.topic) ? .heading : nil
            return palette.paint("\(line.label)", .name) + .spaces(width - line.label.count)
                + "  \(palette.paint("\(line.text)", role))\n"
        }
    }

    private static func seconds(_ text: String) -> Int64? {
        if text == "now" { return Int64(Platform.now) }
        return Int64(text) ?? JSONTime.timestamp(text)?.seconds
    }
}

extension CallContext: ExpressibleByArgument {}
