import CallViews
import ConsoleText
import WireCapture

/// Reads the calls of a capture, for every command that takes one.
struct CaptureInput {
    /// The files of the capture: their packets are put in order where there are several.
    let inputs: [InputFile]
    /// The bytes that were read from the only input before.
    var start: [UInt8] = []
    let extractor: CallExtractor
    /// Takes a copy of what is read of the only input.
    var copy: OutputFile?
    /// How many calls were read.
    private(set) var count = 0
    /// The error of the first call that could not be passed on.
    private(set) var bodyError: (any Error)?

    /// The name of the capture in what is printed.
    var name: String { inputs.count == 1 ? inputs[0].name : "\(inputs.count) files" }

    /// Calls `body` with each call, one by one: a compressed file may hold more than fits in memory.
    ///
    /// - Parameter goesOn: Called after each piece of the input; false stops reading.
    /// - Throws: ``CommandError`` when the input cannot be read; any error of `body`.
    mutating func forEach(while goesOn: () -> Bool = { true }, _ body: (CapturedCall) throws -> Void) throws {
        guard inputs.count == 1, let input = inputs.first else { return try mergeAll(while: goesOn, body) }
        let progress = Progress(input)
        // The extractor keeps two pieces at most, so that the memory of the third can be reused.
        var pieces = [start, [], []]
        var turn = 0
        var isThere = try !start.isEmpty || input.readSome(into: &pieces[turn])
        while isThere, extractor.failure == nil {
            progress?.add(pieces[turn].count)
            try copy?.write(pieces[turn])
            extractor.append(pieces[turn]) { take($0, body) }
            guard try endPiece(goesOn) else { return }
            turn = (turn + 1) % pieces.count
            isThere = try input.readSome(into: &pieces[turn])
        }
        extractor.finish { take($0, body) }
        _ = try endPiece(goesOn)
    }

    /// Reads all files as one capture.
    private mutating func mergeAll(while goesOn: () -> Bool, _ body: (CapturedCall) throws -> Void) throws {
        let files = inputs.map { input in
            CaptureFile(input.name) {
                var piece: [UInt8] = []
                return try input.readSome(into: &piece) ? piece : nil
            }
        }
        try extractor.extract(from: files) {
            (try? endPiece(goesOn)) ?? false
        } _: { call in
            take(call, body)
        }
        _ = try endPiece(goesOn)
    }

    /// Passes a call on, unless an earlier one has failed.
    private mutating func take(_ call: CapturedCall, _ body: (CapturedCall) throws -> Void) {
        count += 1
        guard bodyError == nil else { return }
        do { try body(call) } catch { bodyError = error }
    }

    /// - Returns: Whether to read on behind a piece.
    /// - Throws: The error of a body.
    private func endPiece(_ goesOn: () -> Bool) throws -> Bool {
        if let bodyError { throw bodyError }
        return goesOn()
    }

    /// What the file holds besides calls.
    var counts: CaptureCounts { extractor.counts }

    /// Sentences about what is missing of the calls, and about connections beside theirs that could not be decrypted.
    var remarks: [String] {
        let blocks = counts.limitedHeaderBlocks
        let limit =
            "\(counted(blocks, "header block")) \(blocks == 1 ? "was" : "were") not read to the end: compressed headers that "
            + "stand for more than \(byteCount(HPACKDecoder.listLimit)), or for more than "
            + "\(HPACKDecoder.expansionLimit) times the size of the connections, are left out"
        let copies = counts.duplicatePackets
        let merged =
            "\(counted(copies, "packet")) \(copies == 1 ? "is" : "are") in several files, and \(copies == 1 ? "counts" : "count") once"
        let encryption =
            count > 0 && counts.encrypted.count > 0 ? counts.encrypted.remark(namesServers: namesServers) : nil
        let quic =
            "the capture has QUIC connections (HTTP/3), which are not read; block UDP port 443, so that clients use HTTP/2 over TCP"
        return [
            unreadRemark, count == 0 && counts.quicPackets > 0 ? quic : nil, packetRemark, blocks > 0 ? limit : nil,
            copies > 0 ? merged : nil, encryption,
        ]
        .compactMap { $0 } + counts.encrypted.failureRemarks
    }

    /// A sentence about packets that are there and not read; `nil` when there are none.
    private var unreadRemark: String? {
        let counts = counts
        let number = counts.unreadPackets + counts.fragments
        guard number > 0 else { return nil }
        let reason =
            counts.unreadLink.map {
                "link type \($0.rawValue) is not supported; record on an Ethernet or loopback interface, or on all of them "
                    + "(tcpdump -i any)"
            } ?? "IP fragments are not put together; record at an end of the connection, where packets are whole"
        return "\(number) of \(counted(counts.packets, "packet")) \(number == 1 ? "is" : "are") not read: \(reason)"
    }

    /// A sentence about packets that the recording lacks; `nil` when it lacks none.
    private var packetRemark: String? {
        let counts = counts
        if counts.cutPackets > 0 {
            let verb = counts.cutPackets == 1 ? "was" : "were"
            return
                "\(counts.cutPackets) of \(counted(counts.packets, "packet")) \(verb) cut short when recorded, so that parts "
                + "of calls are missing; record whole packets (tcpdump -s 0)"
        }
        let dropped = counted(counts.droppedPackets, "packet")
        let way = "record fewer with a filter, or with a larger buffer (tcpdump -B)"
        if counts.gaps > 0 {
            return
                "\(byteCount(counts.missingBytes)) \(counts.missingBytes == 1 ? "is" : "are") missing in "
                + "\(counted(counts.gaps, "place")): packets were "
                + (counts.fragments > 0 ? "not read, or lost" : "lost")
                + " when recording, so that parts of calls are missing, and whole calls may be"
                + (counts.droppedPackets > 0 ? "; the recorder dropped \(dropped), \(way)" : "")
        }
        guard counts.droppedPackets > 0 else { return nil }
        return "the recorder dropped \(dropped): whole connections may be missing; \(way)"
    }

    func tellRemarks(_ notes: FileSink) {
        for remark in remarks { notes.tell("\(name): \(remark)") }
    }

    private var namesServers: Bool { !inputs.contains(where: \.hidesNames) }

    var mismatch: SafeText { "none of \(counted(count, "call")) is one that the filters ask for" }

    /// Why the file cannot be read to its end, or that it holds no call; `nil` when neither is the case.
    var problem: SafeText? {
        if let failure = extractor.failure { return "\(failure)" }
        if !extractor.failures.isEmpty {
            return extractor.failures.map { "\($0.file): \($0.failure)" as SafeText }.joined(separator: "; ")
        }
        guard count == 0 else { return nil }
        let counts = counts
        guard counts.encrypted.count > 0 else {
            let rest: SafeText = "; calls of REST are not listed: \"wiredump explain\" takes the body of an answer"
            return "no gRPC call in \(counts)\(counts.passedOver > 0 ? rest : "")"
        }
        return "no gRPC call in \(counts): \(counts.encrypted.text(namesServers: namesServers))"
    }
}
