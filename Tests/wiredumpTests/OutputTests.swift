import Foundation
import TestSupport
import Testing

/// Files that the command writes: what it must not replace, and what is left when it ends early.
@Suite struct OutputTests {
    private static let capture = Folders.network.appendingPathComponent("streaming.pcapng")

    /// A folder that is gone after the test, with a copy of a capture: `capture`.
    private func withFolder(_ body: (URL) throws -> Void) throws {
        try withTemporaryFolder { folder in
            try FileManager.default.copyItem(at: Self.capture, to: folder.appendingPathComponent("capture"))
            try body(folder)
        }
    }

    private func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    // MARK: The page

    /// By its own name, by a symbolic and by a hard link, asked to or not.
    @Test(arguments: ["capture", "symbolic", "hard"], [[], ["--force"]])
    func aPageNeverReplacesItsInput(name: String, options: [String]) throws {
        try withFolder { folder in
            let capture = folder.appendingPathComponent("capture")
            let files = FileManager.default
            try files.createSymbolicLink(
                at: folder.appendingPathComponent("symbolic"), withDestinationURL: capture)
            try files.linkItem(at: capture, to: folder.appendingPathComponent("hard"))
            let output = folder.appendingPathComponent(name).path
            let result = try Command.run(["report", capture.path, "-o", output] + options)
            #expect(result.status == 73)
            #expect(result.notes == "wiredump: \(output): is the input; choose another name for the output\n")
            #expect(try capture.bytes() == (try Self.capture.bytes()))
            #expect(try names(in: folder) == ["capture", "hard", "symbolic"])
        }
    }

    @Test func aPageReplacesOnlyAPageAndOnlyWithForce() throws {
        try withFolder { folder in
            let page = folder.appendingPathComponent("page.html")
            let arguments = ["report", folder.appendingPathComponent("capture").path, "-o", page.path]
            #expect(try Command.run(arguments).status == 0)
            let first = try page.bytes()
            #expect(try Command.run(arguments).status == 73)
            #expect(try page.bytes() == first)
            #expect(try Command.run(arguments + ["--force", "--redact"]).status == 0)
            #expect(try page.bytes() != first)
            for content in ["<!DOCTYPE html><title>mine</title>", "\u{D4}\u{C3}\u{B2}\u{A1}"] {
                try Data(content.utf8).write(to: page)
                let refused = try Command.run(arguments + ["--force"])
                #expect(refused.status == 73 && refused.notes.contains("is not a page of wiredump report"))
                #expect(try page.bytes() == Array(content.utf8))
            }
            #expect(try names(in: folder) == ["capture", "page.html"])
        }
    }

    /// A capture that cannot be read, and a folder that does not exist.
    @Test func nothingIsLeftOfAPageThatWasNotMade() throws {
        try withFolder { folder throws in
            let page = folder.appendingPathComponent("page.html").path
            #expect(try Command.run(["report", "-", "-o", page], input: Array("no capture".utf8)).status == 1)
            #expect(try Command.run(["report", "capture", "-o", "\(folder.path)/none/page.html"]).status != 0)
            #expect(try names(in: folder) == ["capture"])
        }
    }

    /// As in what other commands say of a capture.
    @Test func thePathOfADamagedCaptureIsNamed() throws {
        try withFolder { folder in
            let capture = folder.appendingPathComponent("cut").path
            try Data(Self.capture.bytes().dropLast(9)).write(to: URL(fileURLWithPath: capture))
            let notes = try ["capture", "report"].map { command in
                let options = command == "report" ? ["-o", folder.appendingPathComponent("page.html").path] : []
                return try Command.run([command, capture] + options).notes.split(separator: "\n").last
            }
            #expect(notes[0]?.hasPrefix("wiredump: \(capture): at byte ") == true && notes[1] == notes[0])
        }
    }

    /// As of the other commands that select calls.
    @Test func aPageWithoutCallsIsAnError() throws {
        for command in [["doctor"], ["report", "-o", "-"]] {
            let result = try Command.run(command + [Self.capture.path, "--rpc", "99"])
            #expect(result.status == 1 && result.notes.hasSuffix("is one that the filters ask for\n"), "\(command)")
        }
    }

    @Test func othersMayNotReadWhatWasCaptured() throws {
        try withFolder { folder in
            let capture = folder.appendingPathComponent("capture").path
            let page = folder.appendingPathComponent("page.html").path
            #expect(try Command.run(["report", capture, "-o", page]).status == 0)
            let messages = folder.appendingPathComponent("messages")
            #expect(try Command.run(["capture", capture, "--extract", messages.path]).status == 0)
            for path in [page, messages.appendingPathComponent("index.jsonl").path, messages.path] {
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(mode.map { $0 & 0o077 } == 0, "\(path)")
            }
        }
    }

    // MARK: The folder

    /// The second extraction has a part of the calls, so that files of the first would be left.
    @Test func noMessagesOfAnEarlierExtractionStay() throws {
        try withFolder { folder in
            let messages = folder.appendingPathComponent("messages")
            let arguments = ["capture", folder.appendingPathComponent("capture").path, "--extract", messages.path]
            #expect(try Command.run(arguments).status == 0)
            try Data("mine".utf8).write(to: messages.appendingPathComponent("notes.txt"))
            let first = try messages.appendingPathComponent("0001-WatchVehicle-request-0.bin").bytes()
            let result = try Command.run(arguments + ["--rpc", "1", "--force", "--redact"])
            #expect(result.status == 0)
            #expect(
                result.notes.hasPrefix("wiredump: \(messages.path): left in place: 1 other file, such as notes.txt\n"))
            // The method of an own service has a stand-in, too.
            let name = try #require(names(in: messages).first { $0.hasSuffix("-request-0.bin") })
            #expect(
                try name != "0001-WatchVehicle-request-0.bin" && messages.appendingPathComponent(name).bytes() != first)
            let index = try textLines(messages.appendingPathComponent("index.jsonl"))
            #expect(try names(in: messages).count == index.count + 2)
            #expect(
                try names(in: messages).allSatisfy { $0.hasPrefix("0001-") || $0 == "index.jsonl" || $0 == "notes.txt" }
            )
        }
    }

    /// No index names it, so nobody knows whether it was redacted.
    @Test(arguments: [[], ["--force"]])
    func redactedMessagesAreNotMixedWithOthers(options: [String]) throws {
        try withFolder { folder in
            let messages = folder.appendingPathComponent("messages")
            try FileManager.default.createDirectory(at: messages, withIntermediateDirectories: true)
            try Data("secret".utf8).write(to: messages.appendingPathComponent("0007-GetTrip-response-0.bin"))
            let capture = folder.appendingPathComponent("capture").path
            let result = try Command.run(["capture", capture, "--extract", messages.path, "--redact"] + options)
            #expect(result.status == 73 && result.notes.contains("0007-GetTrip-response-0.bin: "))
            #expect(try names(in: messages) == ["0007-GetTrip-response-0.bin"])
        }
    }

    /// Entries that no extraction writes, of which one would lead out of the folder; and a capture by the name of the index.
    @Test func filesThatAnotherIndexNamesAreNotRemoved() throws {
        try withFolder { folder in
            let messages = folder.appendingPathComponent("messages")
            try FileManager.default.createDirectory(at: messages, withIntermediateDirectories: true)
            let index = messages.appendingPathComponent("index.jsonl")
            let arguments = ["capture", Self.capture.path, "--extract", messages.path, "--force"]
            for name in ["../capture", "notes.txt", "0001-a-request-0.bin/../../capture"] {
                try Data(#"{"call": 1, "file": "\#(name)"}"#.utf8).write(to: index)
                let result = try Command.run(arguments)
                #expect(result.status == 73 && result.notes.contains("is not the index of an extraction"))
            }
            try FileManager.default.removeItem(at: index)
            try FileManager.default.linkItem(
                at: folder.appendingPathComponent("capture"),
                to: messages.appendingPathComponent("0001-WatchVehicle-request-0.bin"))
            let input = folder.appendingPathComponent("capture").path
            let result = try Command.run(["capture", input, "--extract", messages.path, "--force"])
            #expect(result.status == 73 && result.notes.contains("is the input"))
            #expect(try folder.appendingPathComponent("capture").bytes() == (try Self.capture.bytes()))
        }
    }

    // MARK: Signals

    /// The capture comes from a pipe that stays open.
    @Test(arguments: [SIGINT, SIGTERM])
    func aSignalEndsFilesInOrder(signal: Int32) throws {
        try withFolder { folder in
            let messages = folder.appendingPathComponent("messages")
            for arguments in [
                ["capture", "-", "--extract", messages.path],
                ["report", "-", "-o", folder.appendingPathComponent("page.html").path],
            ] {
                let process = Process()
                process.executableURL = Command.executable
                process.arguments = arguments
                let (input, notes) = (Pipe(), Pipe())
                process.standardInput = input
                process.standardError = notes
                try process.run()
                try input.fileHandleForWriting.write(contentsOf: Data(contentsOf: Self.capture))
                // Until the capture was read: the file that comes first is there.
                let isReport = arguments[0] == "report"
                let deadline = Date(timeIntervalSinceNow: 10)
                while Date() < deadline {
                    let names = try names(in: isReport ? folder : messages.deletingLastPathComponent())
                    let began =
                        try isReport
                        ? names.contains { $0.hasPrefix(".wiredump-") }
                        : names.contains("messages") && self.names(in: messages).count > 2
                    if began { break }
                    usleep(10_000)
                }
                kill(process.processIdentifier, signal)
                let text = notes.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
                #expect(String(decoding: text, as: UTF8.self).contains("wiredump: interrupted\n"))
                try input.fileHandleForWriting.close()
            }
            #expect(try names(in: folder) == ["capture", "messages"])
            let entries = try jsonLines(messages.appendingPathComponent("index.jsonl"))
            #expect(
                try names(in: messages) == (entries.compactMap { $0["file"] as? String } + ["index.jsonl"]).sorted())
        }
    }

    // MARK: Standard output

    /// `/dev/full` takes nothing, as a full disk.
    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
        arguments: [
            "--version", "--help", "help batch", "capture --help", "--generate-completion-script bash", "types",
            "get-trip-request.grpc", "report ../traffic/driver-shift.pcap -o -",
        ])
    func aFullDiskIsSaid(arguments: String) throws {
        let script = "'\(Command.executable.path)' \(arguments) > /dev/full"
        let result = try Command.run(["-c", script], of: "/bin/sh")
        #expect(result.status == 74)
        #expect(result.notes.contains("wiredump: standard output: No space left on device\n"), "\(result.notes)")
    }

    /// The command would read what it has just written, without an end.
    @Test func theInputIsNotTheOutput() throws {
        try withFolder { folder in
            let lines = folder.appendingPathComponent("lines")
            let line = #"{"type":"google.protobuf.Empty","hex":""}"# + "\n"
            for arguments in ["batch '\(lines.path)'", "batch < '\(lines.path)'"] {
                try Data(line.utf8).write(to: lines)
                let script = "'\(Command.executable.path)' \(arguments) >> '\(lines.path)'"
                let result = try Command.run(["-c", script], of: "/bin/sh")
                #expect(result.status == 73 && result.notes.contains("both the input and standard output"))
                #expect(try lines.bytes() == Array(line.utf8))
            }
        }
    }
}
