import ConsoleText
import WireCapture
import WireInspect

/// Reads the calls of a capture, for every command that takes one.
final class CaptureInput {
    private let input: InputFile
    private let start: [UInt8]
    private let extractor: CallExtractor
    /// How many calls were handed over.
    private(set) var count = 0

    /// - Parameter start: What has been read of the input already.
    init(_ input: InputFile, startingWith start: [UInt8] = [], extractor: CallExtractor = CallExtractor()) {
        (self.input, self.start, self.extractor) = (input, start, extractor)
    }

    /// Hands over each call, in the order of its number, one by one: a compressed file may hold more than memory does.
    ///
    /// - Parameter goesOn: Asked after each piece of the input, with whether a call ended in it.
    /// - Throws: ``Fault`` when the input cannot be read on; what `body` throws.
    func forEach(while goesOn: (Bool) -> Bool = { _ in true }, _ body: (CapturedCall) throws -> Void) throws {
        let progress = Progress(input)
        // The extractor holds on to two of them at most; the memory of the third is free.
        var pieces = [start, [], []]
        var turn = 0
        var isThere = try !start.isEmpty || input.readSome(into: &pieces[turn])
        if PastedCapture.begins(pieces[turn]) {
            let text = try input.readAll(behind: pieces[turn])
            pieces[turn] = PastedCapture.bytes(of: text) ?? text
        }
        while isThere, extractor.failure == nil {
            progress?.add(pieces[turn].count)
            guard goesOn(try hand({ extractor.append(pieces[turn], $0) }, body)) else { return }
            turn = (turn + 1) % pieces.count
            isThere = try input.readSome(into: &pieces[turn])
        }
        _ = goesOn(try hand(extractor.finish, body))
    }

    /// - Returns: Whether there was a call.
    private func hand(
        _ work: ((CapturedCall) -> Void) -> Void, _ body: (CapturedCall) throws -> Void
    ) throws -> Bool {
        var problem: (any Error)?
        let before = count
        withoutActuallyEscaping(body) { body in
            work { call in
                count += 1
                guard problem == nil else { return }
                do { try body(call) } catch { problem = error }
            }
        }
        if let problem { throw problem }
        return count > before
    }

    /// The file is none that can be read at all.
    var isForeign: Bool { extractor.form == nil }

    /// What was seen of the file besides calls.
    var counts: CaptureCounts { extractor.counts }

    /// What was wrong with the recording, which explains what is missing in calls.
    var note: String? {
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
                + "\(counted(counts.gaps, "place")): packets were lost when recording, so that parts of calls are missing, "
                + "and whole calls may be"
                + (counts.droppedPackets > 0 ? "; the recorder dropped \(dropped), \(way)" : "")
        }
        guard counts.droppedPackets > 0 else { return nil }
        return "the recorder dropped \(dropped): whole connections may be missing; \(way)"
    }

    func tellNote(_ notes: FileSink) {
        if let note { notes.tell("\(input.name): \(note)") }
    }

    /// Why it cannot be read to its end, or that there is nothing in it; `nil` when all is well.
    var problem: String? {
        if let failure = extractor.failure { return "\(failure)" }
        return count > 0 ? nil : "no gRPC call in \(extractor.counts); calls under TLS cannot be seen"
    }
}
