#if Live
import ByteText
import CallViews
import ConsoleText
import Dispatch
import FleetErrors
import FleetGRPC
import FleetMessages
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import GRPCWire
import HTTPWire
import NIOCore
import NIOPosix
import ProtobufSchema
import SystemPackage
import WireCapture
import WireDoctor
import WireInspect

extension ReplayCommand {
    /// Calls that are read ahead of those that are sent.
    private static let lookahead = 64

    @available(macOS 15, *)
    func runLive(_ console: Console) throws {
        let schema = try schemaOptions.schema(console.notes)
        let filter = filterOptions.filter(schema)
        var capture = CaptureInput(inputs: [try InputFile(file)], extractor: try keyOptions.extractor(schema))
        var printer = DifferencePrinter(palette: colors.palette)
        printer.showsAll = full
        let replay = Replay(pace: rate, token: token, schema: schema, times: ServerTimes(schema), printer: printer)
        // Calls to a server that cannot be reached would fail one by one, or wait, and say nothing about it.
        let (address, context) = (server.address, try server.context())
        let eventLoop = MultiThreadedEventLoopGroup.singleton.any()
        try eventLoop.makeFutureWithTask { try await address.greet(tls: context) }.wait()
        let security: HTTP2ClientTransport.Posix.TransportSecurity =
            server.tls
            ? .tls { config in
                if let trust = server.trust { config.trustRoots = .certificates([.file(path: trust, format: .pem)]) }
            } : .plaintext
        let transport = try HTTP2ClientTransport.Posix(
            target: address.grpcTarget, transportSecurity: security,
            config: .defaults {
                $0.compression.enabledAlgorithms = .all
                // The transport's limit for messages is that of gRPC, unless a call has another one.
                $0.channelDebuggingCallbacks.onCreateHTTP2Stream = StreamCheck.adding(limit: 4 << 20)
            })

        let (calls, queue) = AsyncStream<CapturedCall>.makeStream()
        let room = DispatchSemaphore(value: Self.lookahead)
        let outcome = eventLoop.makeFutureWithTask {
            let client = GRPCClient(transport: transport)
            let connections = Task { try await client.runConnections() }
            defer {
                client.beginGracefulShutdown()
                // All calls have ended. The transport does not end by itself while it looks for the server.
                connections.cancel()
            }
            return await replay.run(calls, over: client) { room.signal() }
        }
        try capture.forEach { call in
            guard filter.accepts(call) else { return }
            room.wait()
            queue.yield(call)
        }
        queue.finish()
        let tally = try outcome.wait()
        capture.tellRemarks(console.notes)
        console.notes.write("\(tally.text)\n")
        if token == nil, let time = tally.refusedToken.flatMap({ Timestamp(seconds: $0).rfc3339 }) {
            console.notes.tell(
                "\(counted(tally.refused, "call")) ended with UNAUTHENTICATED, other than in the capture: tokens end after an "
                    + "hour; send another one with --token, or let the server answer at the time of the capture, as "
                    + "wiredump serve --clock \(time) does")
        }
        if let problem = capture.problem { throw CommandError("\(capture.name): \(problem)", ExitStatus.damaged) }
        if tally.different > 0 { throw ExitStatus.different }
    }
}

/// Sends captured calls to a server, and compares what it answers.
@available(macOS 15, *)
private struct Replay: Sendable {
    /// Calls that run at the same time, at most.
    private static let limit = 1000

    let pace: ReplayPace
    let token: String?
    let schema: Schema
    let times: ServerTimes
    let printer: DifferencePrinter

    /// How many calls were sent, and how many of them were answered otherwise.
    struct Tally: Sendable {
        var sent = 0
        var different = 0
        var leftOut = 0
        /// The calls whose token only the captured server took.
        var refused = 0
        /// When the latest of these tokens was made, in seconds since 1970.
        var refusedToken: Int64?

        var text: String {
            let rest = leftOut == 0 ? "" : ", \(leftOut) left out"
            return "\(counted(sent, "call")) sent, \(different) answered otherwise\(rest)"
        }
    }

    private typealias Running = (call: CapturedCall, task: Task<CapturedCall, Never>)

    /// - Parameter next: Called for each call that was taken.
    func run(
        _ calls: AsyncStream<CapturedCall>, over client: GRPCClient<HTTP2ClientTransport.Posix>,
        next: @Sendable () -> Void
    ) async -> Tally {
        var tally = Tally()
        var running: [Running] = []
        var origin: (captured: Int64, here: ContinuousClock.Instant)?
        let output = FileSink(.standardOutput)
        for await call in calls {
            next()
            guard let path = call.methodPath, path.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
                call.request.failure == nil, !call.request.messages.isEmpty
            else {
                tally.leftOut += 1
                continue
            }
            while let index = running.firstIndex(where: { $0.call.hasEnded(before: call) })
                ?? (running.count < Self.limit ? nil : 0)
            {
                await finish(running.remove(at: index), &tally, output)
            }
            if case .original(let factor) = pace, let time = call.first.time {
                let start = origin ?? (time, .now)
                origin = start
                try? await Task.sleep(
                    until: start.here + .seconds((Double(time) - Double(start.captured)) / 1e9 / factor))
            }
            tally.sent += 1
            running.append((call, Task { await answer(to: call, path, from: client) }))
        }
        for call in running { await finish(call, &tally, output) }
        output.finish()
        return tally
    }

    private func finish(_ running: Running, _ tally: inout Tally, _ output: FileSink) async {
        let (old, new) = (running.call, await running.task.value)
        let difference = CallDifference(from: old, to: new, schema: schema)
        let isDifferent =
            !difference.values.isEmpty
            || difference.messages.contains { message in
                message.difference?.changes.allSatisfy { times.contains($0, in: message.type) } != true
            }
        if isDifferent { tally.different += 1 }
        let method = old.methodPath?.split(separator: "/").last.map(String.init) ?? ""
        let status = new.status?.code.title ?? ""
        if new.status?.code == .unauthenticated, old.status?.code != .unauthenticated,
            let time = old.requestHeaders?.text("authorization").flatMap({ FleetToken($0).issuedAt })
        {
            tally.refused += 1
            tally.refusedToken = max(tally.refusedToken ?? time, time)
        }
        output.write(
            "\(isDifferent ? "~" : "=") \(old.number)  \(method)  \(status)\n"
                + (isDifferent ? "\(difference.text(printer))" : ""))
        output.flush()
    }

    /// The captured call with the server's answer in place of the captured one.
    private func answer(
        to call: CapturedCall, _ path: String, from client: GRPCClient<HTTP2ClientTransport.Posix>
    ) async -> CapturedCall {
        let result: (messages: [[UInt8]], status: CallStatus)
        do {
            let requests = call.request.messages.map(\.payload)
            result = try await client.bidirectionalStreaming(
                request: StreamingClientRequest(metadata: metadata(of: call)) { writer in
                    for request in requests { try await writer.write(request) }
                },
                descriptor: MethodDescriptor(path: path), serializer: BytesSerializer(),
                deserializer: BytesSerializer(), options: options(of: call)
            ) { response in
                var messages: [[UInt8]] = []
                do {
                    var size = 0
                    for try await message in response.messages {
                        messages.append(message)
                        // What is kept of a message beside its bytes takes about as much.
                        size += message.count + 100
                        guard size <= ReplayCommand.answerLimit else {
                            let limit = "\(ReplayCommand.answerLimit >> 20) MiB"
                            return (messages, CallStatus(.resourceExhausted, "the answer is larger than \(limit)"))
                        }
                    }
                    return (messages, CallStatus(.ok))
                } catch let error as RPCError {
                    return (messages, CallStatus(error))
                }
            }
        } catch {
            result = ([], (error as? RPCError).map { CallStatus($0) } ?? CallStatus(.unavailable, "\(error)"))
        }
        let messages = result.messages.map {
            LengthPrefixedMessage(frame: MessageFrame(uncompressedAt: 0, length: $0.count), payload: $0)
        }
        return call.answered(messages, result.status)
    }

    /// The headers of the captured request, but for those that belong to its connection, and those that HTTP/2 forbids.
    private func metadata(of call: CapturedCall) -> GRPCCore.Metadata {
        var metadata: GRPCCore.Metadata = [:]
        let others: Set = [
            "te", "content-type", "content-length", "host", "accept-encoding", "connection", "keep-alive",
            "proxy-connection", "transfer-encoding", "upgrade",
        ]
        for field in GRPCWire.Metadata(call.requestHeaders ?? [])
        where field.isAllowedInHTTP2 && !field.name.hasPrefix("grpc-") && !others.contains(field.name) {
            if token != nil, field.name == "authorization" { continue }
            if field.isBinary, let values = try? GRPCWire.Metadata.binaryValues(of: field.value) {
                for value in values { metadata.addBinary(value, forKey: field.name) }
            } else {
                metadata.addString(field.text, forKey: field.name)
            }
        }
        if let token { metadata.addString("Bearer \(token.trimmingPrefix("Bearer "))", forKey: "authorization") }
        return metadata
    }

    private func options(of call: CapturedCall) -> CallOptions {
        var options = CallOptions.defaults
        options.timeout = call.requestHeaders?.text(.grpcTimeout).flatMap { try? CallTimeout($0) }
            .map { .nanoseconds($0.nanoseconds) }
        return options
    }
}

extension GRPCWire.Metadata.Field {
    /// Whether the name is a token, which no pseudo header is, and the value has no end of a line. Of other headers the library
    /// that sends them ends the process, or the call.
    ///
    /// Sources: RFC 9110, section 5.6.2; RFC 9113, section 8.2.1
    fileprivate var isAllowedInHTTP2: Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0.isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
            && !value.contains { [0, UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains($0) }
    }
}

extension CapturedCall {
    fileprivate func hasEnded(before other: CapturedCall) -> Bool {
        guard let end = (responseEnd ?? last).time, let start = other.first.time else { return true }
        return end <= start
    }

    /// The call with another answer. Headers of the response that tell nothing of its outcome stay.
    fileprivate func answered(_ messages: [LengthPrefixedMessage], _ status: CallStatus) -> CapturedCall {
        var call = self
        call.response.messages = messages
        let outcome = Set(["grpc-status", "grpc-message", "grpc-status-details-bin"])
        let others = Array(call.trailers ?? []).filter { !outcome.contains($0.name ?? "") }
        call.trailers = HeaderBlock(others + status.trailers.map { HeaderField(name: $0.name, value: $0.value) })
        return call
    }
}
#endif
