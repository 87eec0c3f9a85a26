import ArgumentParser
import Foundation
import WireCapture
import WireInspect

/// Reads the calls of a capture, for every command that takes one.
struct CaptureInput {
    private let input: InputFile
    private let start: [UInt8]
    private let extractor: CallExtractor
    private let notes: FileSink

    /// - Parameter start: What has been read of the input already.
    init(
        _ input: InputFile, startingWith start: [UInt8] = [], extractor: CallExtractor = CallExtractor(),
        _ notes: FileSink
    ) {
        (self.input, self.start, self.extractor, self.notes) = (input, start, extractor, notes)
    }

    /// Hands over each call, in the order of its number, one by one: a compressed file may hold more than memory does.
    ///
    /// - Parameter goesOn: Asked after each piece of the input, with whether a call ended in it.
    /// - Throws: ``ExitStatus/noInput`` when the input cannot be read on, which is told; what `body` throws.
    func forEach(while goesOn: (Bool) -> Bool = { _ in true }, _ body: (CapturedCall) throws -> Void) throws {
        let progress = Progress(input)
        var chunk = try start.isEmpty ? next() : start
        while !chunk.isEmpty, extractor.failure == nil {
            progress?.add(chunk.count)
            guard goesOn(try hand({ extractor.append(chunk, $0) }, body)) else { return }
            chunk = try next()
        }
        _ = goesOn(try hand(extractor.finish, body))
    }

    /// - Returns: Whether there was a call.
    private func hand(
        _ work: ((CapturedCall) -> Void) -> Void, _ body: (CapturedCall) throws -> Void
    ) throws -> Bool {
        var problem: (any Error)?
        var isEmpty = true
        withoutActuallyEscaping(body) { body in
            work { call in
                isEmpty = false
                guard problem == nil else { return }
                do { try body(call) } catch { problem = error }
            }
        }
        if let problem { throw problem }
        return !isEmpty
    }

    private func next() throws -> [UInt8] { try input.nextPiece(notes) }

    /// The file is none that can be read at all.
    var isForeign: Bool { extractor.form == nil }

    /// Why it cannot be read to its end, or that there is nothing in it; `nil` when all is well.
    ///
    /// - Parameter count: How many calls there were.
    func problem(count: Int) -> String? {
        if let failure = extractor.failure { return "\(failure)" }
        return count > 0 ? nil : "no gRPC call in \(extractor.counts); calls under TLS cannot be seen"
    }
}
