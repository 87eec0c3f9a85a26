/// Finds the gRPC calls in a file that arrives in pieces of any size: a capture of packets, a HAR file, a flow file
/// of mitmproxy or a binary log.
///
/// The first bytes tell the form of the file, also whether it is compressed with gzip: see ``CaptureForm``. Calls are
/// handed out when they have ended. Connections that speak neither HTTP/2 nor HTTP/1.1 are ignored.
///
/// Memory is bounded whatever the file holds, see ``memoryLimit``. An error ends up in ``failure``; the bytes behind it are
/// ignored. Not for two threads at once.
public final class CallExtractor {
    /// Connections that are followed at once, several times as many as a gateway has with a fleet of some thousand vehicles;
    /// the ones that were silent longest are ended for the next.
    public static let connectionLimit = 16384

    /// Bytes that all connections of a capture may hold together: segments out of order, incomplete frames and messages,
    /// and the messages of calls that have not ended. Beyond the limit, the connections that hold most drop what they
    /// hold, and their open calls are handed out as partial. A connection holds 8 KB and more, most of it the header tables of
    /// HTTP/2, also while nothing is sent.
    ///
    /// With finished calls that wait for others (16 MiB at most), what one packet may add, and the memory of a process that
    /// does nothing, it stays below 400 MB. An entry of a HAR file, which is read as a whole, may take some 250 MB.
    public static let memoryLimit = 128 << 20

    /// By how much the clocks of recorders may differ whose files are read together, in nanoseconds: 10 s.
    static let clockTolerance: Int64 = 10_000_000_000

    /// The order in which calls are handed out.
    public enum Order: Sendable {
        /// The order in which the requests ended: a call waits for the calls before it, up to 16 MiB of them.
        case requests
        /// The order in which the calls ended: no call waits.
        case ends
    }

    /// The parts of calls that are kept.
    public enum Content: Sendable {
        /// All messages of both sides.
        case whole
        /// All messages, and the bodies that they were cut from: ``CapturedBody/stream``. Takes twice the memory.
        case streams
        /// What a list of calls needs: the requests of calls whose status depends on the request (INVALID_ARGUMENT), and all
        /// messages of calls whose path is not in the capture. Other messages are measured and dropped, which is much
        /// quicker.
        case listing
    }

    private let queue: CallQueue
    private let decryption: (any CaptureDecryption)?
    private let identify: ((inout CapturedCall) -> Void)?
    /// What was seen in files that were read to their end, where there are several.
    private var earlierCounts = CaptureCounts()
    private let opening = CaptureOpening()
    private var source: (any CallSource)?

    /// The form of the file; `nil` while it is not known.
    public private(set) var form: CaptureForm?
    /// Why the file cannot be read on.
    public private(set) var failure: CaptureError?
    /// Why files cannot be read on, where there are several, by their names.
    public private(set) var failures: [(file: String, failure: CaptureError)] = []

    /// The packets, connections and other things that were seen so far.
    public var counts: CaptureCounts {
        var counts = earlierCounts
        if let source { counts.add(source.counts) }
        counts.passedOver = queue.passedOver
        (counts.gaps, counts.missingBytes) = queue.gaps
        if let decryption {
            counts.encrypted = decryption.encrypted
            counts.encrypted.failures.merge(queue.failures, uniquingKeysWith: +)
            counts.gaps -= counts.encrypted.recordedGaps
            counts.missingBytes -= counts.encrypted.recordedBytes
        }
        return counts
    }

    /// - Parameters:
    ///   - decryption: Decrypts TLS connections, which are ignored without it.
    ///   - identify: Sets ``CapturedCall/presumption`` before a call is handed out; `CallIdentifier` of the library
    ///     WireDoctor does it by a schema.
    public init(
        order: Order = .requests, content: Content = .whole, decryption: (any CaptureDecryption)? = nil,
        identify: ((inout CapturedCall) -> Void)? = nil
    ) {
        (self.decryption, self.identify) = (decryption, identify)
        queue = CallQueue(isOrdered: order == .requests, content: content)
    }

    /// Takes the next bytes of the file and hands out the calls that have ended.
    public func append(_ chunk: some Collection<UInt8>, _ body: (CapturedCall) -> Void) {
        guard failure == nil else { return }
        hand(to: body) {
            note { () throws(CaptureError) in
                try opening.append(chunk as? [UInt8] ?? Array(chunk)) { form, piece throws(CaptureError) in
                    let source = source ?? makeSource(form)
                    (self.form, self.source) = (form, source)
                    try source.append(piece)
                }
            }
        }
    }

    /// Takes the next bytes of the file and returns the calls that have ended.
    public func append(_ chunk: some Collection<UInt8>) -> [CapturedCall] {
        var calls: [CapturedCall] = []
        append(chunk) { calls.append($0) }
        return calls
    }

    /// Says that the file has ended, and hands out the open calls, as far as they are known.
    public func finish(_ body: (CapturedCall) -> Void) {
        hand(to: body) {
            note(opening.finish)
            note { () throws(CaptureError) in try source?.finish() }
        }
    }

    /// Says that the file has ended, and returns the open calls, as far as they are known.
    public func finish() -> [CapturedCall] {
        var calls: [CapturedCall] = []
        finish { calls.append($0) }
        return calls
    }

    /// Does a part of the work while calls go to `body`.
    private func hand(to body: (CapturedCall) -> Void, _ work: () throws -> Void) rethrows {
        try withoutActuallyEscaping(body) { body in
            queue.receiver = { [identify] call in
                identify?(&call)
                body(call)
            }
            defer { queue.receiver = nil }
            try work()
        }
    }

    /// Keeps the first failure.
    private func note(_ work: () throws(CaptureError) -> Void) {
        do throws(CaptureError) { try work() } catch { failure = failure ?? error }
    }

    private func makeSource(_ form: CaptureForm) -> any CallSource {
        switch form {
        case .pcap, .pcapng: PacketSource(queue: queue, decryption: decryption)
        case .har: HARSource(queue: queue)
        case .flows: FlowSource(queue: queue)
        case .binaryLog: BinaryLogSource(queue: queue)
        }
    }

    // MARK: Several files

    /// Reads several files as one capture and hands out the calls that have ended: parts of a recording, or recordings at
    /// both ends of a connection.
    ///
    /// Packets are merged by their times while the files are read, a piece of each at a time; those that several files have
    /// count once, and show how the clocks of the recorders differ: times are by the clock of the file that is named first
    /// among them. The calls of HAR files, flow files and binary logs follow, file by file. Numbers of packets count in the
    /// order of all files.
    ///
    /// - Parameter goesOn: Asked after each packet and each piece; false stops reading.
    /// - Throws: Any error of a file's `read`.
    public func extract(
        from files: [CaptureFile], while goesOn: () -> Bool = { true }, _ body: (CapturedCall) -> Void
    ) throws {
        try hand(to: body) {
            var opened: [OpenCaptureFile] = []
            for file in files {
                try note(failureOf: file.name) {
                    let file = try OpenCaptureFile(file)
                    form = form ?? file.form
                    opened.append(file)
                }
            }
            let packets = opened.filter { $0.form == .pcap || $0.form == .pcapng }
            if !packets.isEmpty {
                let tolerance = packets.count > 1 ? Self.clockTolerance : 0
                let source = PacketSource(queue: queue, decryption: decryption, clockTolerance: tolerance)
                try read(source, of: packets[0].name) { failures += try source.append(packets, while: goesOn) }
            }
            for file in opened where file.form != .pcap && file.form != .pcapng && goesOn() {
                guard let source = file.form.map(makeSource) else { continue }
                queue.file = file.name
                try read(source, of: file.name) {
                    while let piece = try file.next() {
                        try source.append(piece)
                        guard goesOn() else { return }
                    }
                }
            }
        }
    }

    /// Reads a source to its end. What goes wrong is told of a file.
    private func read(_ source: any CallSource, of file: String, _ append: () throws -> Void) throws {
        self.source = source
        try note(failureOf: file, append)
        try note(failureOf: file) { try source.finish() }
        earlierCounts.add(source.counts)
        self.source = nil
    }

    private func note(failureOf file: String, _ work: () throws -> Void) throws {
        do { try work() } catch let error as CaptureError { failures.append((file, error)) }
    }
}
