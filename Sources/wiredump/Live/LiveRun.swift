#if Live
import CallViews
import ConsoleText
import Dispatch
import Synchronization
import SystemPackage
import WireCapture
import WireDoctor

/// Runs a server or a relay while its traffic is shown and recorded, until a signal comes.
@available(macOS 15, *)
struct LiveRun {
    /// How long running calls may take after the first signal, in seconds.
    static let grace = 5

    let traffic: TrafficOptions
    let console: Console
    let clock: ServerClock
    /// Whether the findings of the doctor are printed in the end.
    var examines = false

    /// Runs `service`, which ends when its ``Stop`` says so. Returns when it has ended and all of its traffic was shown.
    ///
    /// - Throws: The error of `service`; ``CommandError`` or an exit code when something cannot be written.
    func run(_ service: @escaping @Sendable (TrafficPipe, Stop) async throws -> Void) throws {
        let schema = try traffic.schemaOptions.schema(console.notes)
        let redactor = try traffic.redaction.redactor()
        let redact = redactor.map { redactor in { @Sendable call in redactor.redact(call, schema: schema) } }
        let filter = traffic.filterOptions.filter(schema)
        let receiver = traffic.display.receiver(
            for: filter, CallJSON(schema), schema, redact: redact, palette: traffic.colors.palette, to: console)
        let recording = try traffic.recording()
        let ends = try FileDescriptor.pipe(options: .closeOnExec)
        let input = InputFile(ends.readEnd, shownAs: "traffic")
        let pipe = TrafficPipe(to: ends.writeEnd) { [clock] in clock.nanoseconds }
        let stop = Stop()
        let end: @Sendable () -> Void = {
            stop.stop()
            // Clients that keep their calls open do not keep the server from ending.
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.grace + 1)) { pipe.close() }
        }
        Interruption.forwardSignals(to: end)
        console.output.onClose = end
        console.notes.onClose = {}
        traffic.redaction.tellKept(console, isText: !traffic.display.json)
        let failure = Mutex<(any Error)?>(nil)
        Task {
            do { try await service(pipe, stop) } catch { failure.withLock { $0 = error } }
            pipe.close()
        }
        var doctor = examines ? CaptureDoctor(schema: schema) : nil
        let content = examines ? .whole : traffic.display.content(filter)
        var capture = CaptureInput(
            inputs: [input],
            extractor: CallExtractor(
                order: .ends, content: content, identify: CallIdentifier(schema, content: content).identify),
            copy: recording)
        var run = CaptureRun(filter: filter, receiver: receiver, isLive: true)
        run.observe = { doctor?.examine($0, shown: redact?($0)) }
        defer {
            stop.stop()
            pipe.close()
        }
        do {
            try run.read(&capture)
        } catch {
            end()
            // Whoever writes into the pipe waits for its reader.
            var rest: [UInt8] = []
            while (try? input.readSome(into: &rest)) ?? false {}
            // The traffic until the error is a recording, too: of the time before the disk was full, for example.
            if capture.counts.packets > 0 { try? recording?.complete() }
            throw error
        }
        if let failure = failure.withLock(\.self) { throw failure }
        try recording?.complete()
        if let checkup = doctor?.finish(capture.counts), capture.count > 0 {
            let text = CheckupText(palette: traffic.colors.palette, showsAll: traffic.display.all)
            (traffic.display.json ? console.notes : console.output).write(text.text(checkup, name: "proxy"))
        }
        if let failure = console.output.failure { throw failure }
    }
}

/// Tells a server that it has to stop.
struct Stop: Sendable {
    private let stream: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func stop() { continuation.finish() }

    /// Returns once ``stop()`` was called. For one task only.
    func wait() async { for await _ in stream {} }
}
#endif
