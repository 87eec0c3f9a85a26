import ArgumentParser
import Foundation
import WireCapture

/// Reads the calls of a capture, for commands that look at all of them.
struct CaptureInput {
    private let input: InputFile
    private let notes: FileSink

    init(_ path: String, _ notes: FileSink) throws {
        do {
            input = try InputFile(path)
        } catch {
            notes.write("wiredump: \(path): \(InputFile.reason(error))\n")
            throw ExitStatus.noInput
        }
        self.notes = notes
    }

    /// Hands over each call with its number, as `wiredump capture` counts them.
    ///
    /// - Throws: An exit code, when the file cannot be read, is no capture or holds no call.
    func forEach(_ body: (CapturedCall, Int) -> Void) throws {
        let extractor = CallExtractor()
        var count = 0
        func hand(_ calls: [CapturedCall]) {
            for call in calls {
                count += 1
                body(call, count)
            }
        }
        do {
            while extractor.failure == nil {
                let chunk = try input.readSome()
                if chunk.isEmpty { break }
                hand(extractor.append(chunk))
            }
        } catch {
            notes.write("wiredump: \(input.name): \(InputFile.reason(error))\n")
            throw ExitStatus.noInput
        }
        hand(extractor.finish())
        if let failure = extractor.failure { notes.write("wiredump: \(input.name): \(failure)\n") }
        if count == 0 {
            if extractor.failure == nil { notes.write("wiredump: \(input.name): there is no gRPC call in it\n") }
            throw ExitStatus.incomparable
        }
    }
}
