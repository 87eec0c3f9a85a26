import Foundation
import PacketWire
import TestSupport
import Testing

/// `wiredump capture` as a process: files that it writes, and pipes that it reads.
@Suite struct CaptureTests {
    private static let network = Folders.network
    private static let capture = network.appendingPathComponent("streaming.pcapng")
    private static let proto = network.appendingPathComponent("fleet_stream.proto").path

    /// The SHA-256 of each message in a folder, by the name of its file.
    private func digests(in folder: URL) throws -> [String: String] {
        let script = "cd \"$0\" && { sha256sum *.bin || shasum -a 256 *.bin; }"
        let lines = try Command.run(["-c", script, folder.path], of: "/bin/sh").text.split(separator: "\n")
        return Dictionary(uniqueKeysWithValues: lines.map { (String($0.dropFirst(66)), String($0.prefix(64))) })
    }

    /// The command in a hint runs as it stands there, with `-` for standard input, unless the name has to be quoted.
    @Test func theHintForACaptureRuns() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("127.0.0.1_Archive.har")
            try FileManager.default.copyItem(at: Self.network.appendingPathComponent("calls.har"), to: file)
            let list = try Command.run(["capture", file.path]).output
            for path in [file.path, "-"] {
                let input = try file.bytes()
                let notes = try Command.run([path], input: input).notes
                let hint = try #require(notes.split(separator: "with: wiredump ").last)
                let program = Command.executable.path
                let result = try Command.run(["-c", "\(program) \(hint)"], of: "/bin/sh", input: input)
                #expect(result.status == 0 && result.output == list)
            }
            let quoted = folder.appendingPathComponent("it's [26-11-27 19-54-01].har")
            try FileManager.default.copyItem(at: file, to: quoted)
            for arguments in [["--redact", file.path], [quoted.path]] {
                #expect(try Command.run(arguments).notes.hasSuffix("wiredump capture FILE\n"))
            }
        }
    }

    /// Packets that the recorder dropped are told where no other packet shows that they are missing. The block is an interface
    /// statistics block with the option isb_ifdrop, as dumpcap ends its files.
    @Test func saysHowManyPacketsTheRecorderDropped() throws {
        let ifdrop = [5, 0, 8, 0] + littleEndian(3 as UInt64) + [0, 0, 0, 0]
        let (type, length) = (littleEndian(5 as UInt32), littleEndian(40 as UInt32))
        let statistics = type + length + [UInt8](repeating: 0, count: 12) + ifdrop + length
        let whole = try Self.capture.bytes()
        let (before, after) = try (
            Command.run(["capture", "-"], input: whole), Command.run(["capture", "-"], input: whole + statistics)
        )
        #expect(after.output == before.output && !before.notes.contains("dropped"))
        let remark = "the recorder dropped 3 packets: whole connections may be missing"
        #expect(after.notes.contains(remark), "\(after.notes)")
    }

    /// Every message of every call, as the makers of the capture have it.
    @Test func extractsEveryMessage() throws {
        try withTemporaryFolder { folder in
            let target = folder.appendingPathComponent("a/b")
            let result = try Command.run(
                ["capture", Self.capture.path, "--proto", Self.proto, "--extract", target.path])
            #expect(result.status == 0 && result.output.isEmpty)
            #expect(result.notes == "47 messages of 6 calls in \(target.path)\n")
            let index = try jsonLines(target.appendingPathComponent("index.jsonl"))
            let digests = try digests(in: target)
            var next = 0
            for (number, call) in try jsonLines(Self.network.appendingPathComponent("streaming.expected.jsonl"))
                .enumerated()
            {
                for direction in ["request", "response"] {
                    let messages = call["\(direction)_messages"] as? [[String: Any]] ?? []
                    for (position, message) in messages.enumerated() {
                        let entry = try #require(index.indices.contains(next) ? index[next] : nil)
                        next += 1
                        #expect(entry["call"] as? Int == number + 1)
                        #expect(entry["direction"] as? String == direction)
                        #expect(entry["position"] as? Int == position)
                        for key in ["compressed", "length", "uncompressed_length"] {
                            #expect(entry[key] as? Int == message[key] as? Int)
                        }
                        #expect(entry["path"] as? String == call["path"] as? String)
                        #expect(entry["type"] as? String == call["\(direction)_type"] as? String)
                        let name = try #require(entry["file"] as? String)
                        #expect(digests[name] == (try #require(message["bytes_sha256"] as? String)))
                    }
                }
            }
            #expect(next == index.count)
            #expect(try Folders.names(in: target).count == index.count + 1)
        }
    }

    /// Each direction of each call: prefixes and messages, as the fixtures were made of them.
    @Test(arguments: ["http2-frames.pcap", "content-encoding.pcap"])
    func extractsStreams(_ name: String) throws {
        try withTemporaryFolder { folder in
            let capture = Self.network.appendingPathComponent(name)
            let result = try Command.run(["capture", capture.path, "--extract", folder.path, "--streams"])
            #expect(result.status == 0)
            let streams = try jsonLines(folder.appendingPathComponent("index.jsonl")).filter { $0["position"] == nil }
            let messages = try jsonLines(folder.appendingPathComponent("index.jsonl")).filter { $0["position"] != nil }
            #expect(result.notes.hasPrefix("\(messages.count) messages and \(streams.count) streams of 9 calls"))
            for entry in streams {
                let direction = try #require(entry["direction"] as? String)
                let file = try folder.appendingPathComponent(try #require(entry["file"] as? String)).bytes()
                #expect(file.count == entry["length"] as? Int)
                // Two are no whole messages, or compressed ones.
                let call = try #require(entry["call"] as? Int)
                if name == "content-encoding.pcap", direction == "response", call == 5 || call == 7 {
                    #expect(entry["encoding"] as? String == (call == 5 ? "gzip" : nil))
                    continue
                }
                let parts = messages.filter {
                    $0["call"] as? Int == call && $0["direction"] as? String == direction
                }
                let expected = try parts.flatMap { part in
                    let payload = try folder.appendingPathComponent(try #require(part["file"] as? String)).bytes()
                    return [0, 0, 0, UInt8(payload.count >> 8), UInt8(payload.count & 255)] + payload
                }
                #expect(file == expected && !file.isEmpty)
            }
        }
    }

    /// As Google's client received it, compressed messages among plain ones.
    @Test func streamsAreAsTheyWereSent() throws {
        try withTemporaryFolder { folder in
            let arguments = ["capture", Self.capture.path, "--rpc", "1", "--extract", folder.path, "--streams"]
            #expect(
                try Command.run(arguments).notes == "13 messages and 2 streams of 1 call in \(folder.path)\n")
            let stream = try folder.appendingPathComponent("0001-WatchVehicle-response.grpc").bytes()
            let captured = Folders.captures.appendingPathComponent("watch-vehicle-responses.grpc")
            #expect(stream == (try captured.bytes()))
        }
    }

    /// What is told of a capture that is cut is no sound comparison.
    @Test func differencesInACutCapture() throws {
        try withTemporaryFolder { folder in
            let whole = Folders.traffic.appendingPathComponent("errors.pcapng")
            let bytes = try whole.bytes()
            let cut = folder.appendingPathComponent("cut.pcapng")
            try Data(bytes.dropLast(7)).write(to: cut)
            let selections = [["--all"], ["--rpc", "1", "--rpc", "1"]]
            for arguments in Exhaustive.elements(of: selections, inDebugEvery: 2) {
                #expect(try Command.run(["diff", cut.path] + arguments).status == 2)
                #expect(try Command.run(["diff", whole.path] + arguments).status != 2)
            }
            #expect(try Command.run(["diff", cut.path, "--all", "--type", "Trip"]).status == 64)
            #expect(try Command.run(["diff", cut.path, whole.path, "--rpc", "2", "--rpc", "2"]).status == 2)
        }
    }

    /// Lines that several threads write come in the order of the calls.
    @Test(
        arguments: Exhaustive.elements(
            of: ["consumer-poll.pcapng", "driver-shift.pcap", "big-list.pcapng"], inDebugEvery: 3))
    func jsonIsInTheOrderOfTheCalls(name: String) throws {
        func places(_ calls: [[String: Any]]) -> [String] {
            calls.map { call in
                let stream = call["stream"] as? [String: Any]
                return "\(stream?["client"] ?? "") \(stream?["id"] ?? "") \(call["path"] ?? "")"
            }
        }
        let capture = try RecordedCapture.named(name)
        let expected = places(try capture.expectedCalls())
        #expect(Set(expected).count > 10)
        for (arguments, input) in [([capture.file.path], []), (["-"], try capture.file.bytes())] {
            let result = try Command.run(["capture", "--json"] + arguments, input: input)
            let calls = try result.text.split(separator: "\n").map {
                try #require(parseJSON(Array($0.utf8)) as? [String: Any])
            }
            #expect(places(calls) == expected)
        }
    }

    /// Why calls lack parts is said where they are shown; of whole packets nothing is.
    @Test(arguments: Exhaustive.elements(of: [["doctor"], ["capture"], ["diff", "--all"]], inDebugEvery: 3))
    func saysThatPacketsWereCut(arguments: [String]) throws {
        let capture = Self.network.appendingPathComponent("snap-length.pcap")
        let note = "packets were cut short when recorded, so that parts of calls are missing"
        #expect(try Command.run(arguments + [capture.path]).notes.contains(note))
        #expect(!(try Command.run(arguments + [Self.capture.path]).notes.contains("cut short")))
    }

    /// Browsers, and Google's libraries on phones, prefer HTTP/3 where it is offered: then a capture has no calls for TCP.
    @Test func namesQUICWhereNoCallIs() throws {
        // A pcap file of bare IPv4 with the beginning of the Initial packet in RFC 9001, appendix A.2.
        let header: [UInt8] = [0xa1, 0xb2, 0xc3, 0xd4, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 101]
        let record: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 38, 0, 0, 0, 38]
        let packet: [UInt8] =
            [0x45, 0, 0, 38, 0, 0, 0, 0, 64, 17, 0, 0, 10, 0, 0, 1, 8, 8, 8, 8, 0xc3, 0x50, 1, 187, 0, 18, 0, 0]
            + [0xc3, 0, 0, 0, 1, 8, 0x83, 0x94, 0xc8, 0xf0]
        let result = try Command.run(["capture", "-"], input: header + record + packet)
        #expect(result.notes.contains("QUIC connections (HTTP/3), which are not read; block UDP port 443"))
    }

    /// Packets that are there and cannot be read are told, with what to record instead.
    @Test func saysWhichPacketsAreNotRead() throws {
        // A pcap file with two packets that are alike.
        func file(_ link: UInt8, _ packet: [UInt8]) -> [UInt8] {
            let header: [UInt8] = [
                0xa1, 0xb2, 0xc3, 0xd4, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, link,
            ]
            let record = [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, UInt8(packet.count), 0, 0, 0, UInt8(packet.count)] + packet
            return header + record + record
        }
        func notes(_ capture: [UInt8]) throws -> String { try Command.run(["capture", "-"], input: capture).notes }
        let remark = "2 of 2 packets are not read: "
        // The first of the link types for private use.
        let other = try notes(file(147, [UInt8](repeating: 0, count: 30)))
        #expect(other.contains(remark + "link type 147 is not supported; record on an Ethernet or loopback interface"))
        // The first fragment of a TCP segment in bare IPv4.
        let head: [UInt8] = [0x45, 0, 0, 28, 0, 0, 0x20, 0, 64, 6, 0, 0, 10, 0, 0, 1, 8, 8, 8, 8]
        let fragments = try notes(file(101, head + [UInt8](repeating: 0, count: 8)))
        #expect(fragments.contains(remark + "IP fragments are not put together"), "\(fragments)")
    }

    /// A request may hold an id and not the name that it becomes.
    @Test func filtersByTheNameThatAnIdBecomes() throws {
        let capture = try RecordedCapture.named("errors.pcapng").file.path
        let name = "providers/sample-fleet-558/vehicles/x"
        let result = try Command.run(["capture", capture, "--vehicle", name])
        #expect(result.status == 0)
        #expect(result.text.contains("CreateVehicle"))
    }

    /// A capture that was pasted as text is named, and converted to the file that it was.
    @Test(arguments: ["base64", "hex"])
    func capturesInTextBecomeFiles(form: String) throws {
        let capture = try Folders.network.appendingPathComponent("content-encoding.pcap").bytes()
        let text = Array((form == "hex" ? hex(capture) : Data(capture).base64EncodedString()).utf8)
        #expect(try Command.run(["convert", "--from", form, "--to", "binary"], input: text).output == capture)
        for command in [[], ["capture"], ["doctor"]] {
            let result = try Command.run(command, input: text)
            #expect(result.status == 1 && result.notes.contains("wiredump convert --from FORM --to binary"))
            #expect(result.notes.split(separator: "\n").count == 1, "\(result.notes)")
        }
    }

    @Test func aSlowPipeIsACapture() throws {
        let script = "(head -c 3 \"$0\"; sleep 0.3; tail -c +4 \"$0\") | \"$1\" doctor"
        let arguments = ["-c", script, Self.capture.path, Command.executable.path]
        let result = try Command.run(arguments, of: "/bin/sh")
        #expect(result.text.contains("6 calls"), "\(result.text)\(result.notes)")
    }

    /// Damaged messages are written as they are; nothing is written that was to be redacted.
    @Test func streamsOfDamage() throws {
        try withTemporaryFolder { folder in
            let file = HostileCapture.bytes(path: Array("/a/B".utf8), body: [0, 0, 0, 0, 2, 8, 1, 7, 1, 2, 3, 4])
            let arguments = ["capture", "-", "--extract", folder.path, "--streams"]
            #expect(try Command.run(arguments, input: file).status == 0)
            let stream = try folder.appendingPathComponent("0001-B-request.grpc").bytes()
            #expect(stream == [0, 0, 0, 0, 2, 8, 1, 7, 1, 2, 3, 4])
            #expect(try Command.run(arguments + ["--redact"], input: file).status == 64)
            #expect(try Command.run(["capture", "-", "--streams"], input: file).status == 64)
        }
    }

    @Test func extractsWhatTheFilterLetsThrough() throws {
        try withTemporaryFolder { folder in
            let arguments = ["capture", Self.capture.path, "--status", "aborted", "--extract", folder.path]
            #expect(try Command.run(arguments).notes == "5 messages of 1 call in \(folder.path)\n")
            let names = try Folders.names(in: folder)
            #expect(
                names == ["0002-WatchVehicle-request-0.bin"] + (0..<4).map { "0002-WatchVehicle-response-\($0).bin" }
                    + ["index.jsonl"])
        }
    }

    /// Nothing is replaced unasked, and a link does not lead out of the folder.
    @Test func leavesFilesAlone() throws {
        let capture = Self.network.appendingPathComponent("http2-ends.pcap").path
        try withTemporaryFolder { folder in
            let inside = folder.appendingPathComponent("messages")
            let outside = folder.appendingPathComponent("outside")
            try Data("precious".utf8).write(to: outside)
            try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
            let link = inside.appendingPathComponent("0001-GetTrip-request-0.bin")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: outside)
            let arguments = ["capture", capture, "--extract", inside.path]
            let refused = try Command.run(arguments)
            #expect(refused.status == 73)
            #expect(refused.notes.contains("\(link.path): is there already; --force replaces it\n"))
            let again = try Command.run(arguments)
            #expect(again.status == 73 && again.notes.contains("index.jsonl"))
            #expect(try Command.run(arguments + ["--force"]).status == 0)
            #expect(try outside.bytes() == Array("precious".utf8))
            #expect(try link.bytes().count == 131)
        }
        let file = try Command.run(["capture", capture, "--extract", capture])
        #expect(file.status == 73)
    }

    /// Paths of methods that would be paths of files.
    @Test(
        arguments: Exhaustive.elements(
            of: ["/x/../../../../../tmp/evil", "/..", "/a/..", "/a/b\u{0}c", "/a/.hidden", "/a/ü/–", "", "//"],
            inDebugEvery: 5))
    func namesOfMethodsAreNoPaths(_ path: String) throws {
        try withTemporaryFolder { folder in
            let inside = folder.appendingPathComponent("messages")
            let result = try Command.run(
                ["capture", "-", "--extract", inside.path], input: HostileCapture.bytes(path: Array(path.utf8)))
            #expect(result.status == 0, "\(result.notes)")
            #expect(try Folders.names(in: folder) == ["messages"])
            let names = try Folders.names(in: inside)
            #expect(names.count == 2 && names.last == "index.jsonl")
            #expect(names[0].hasPrefix("0001-") && names[0].hasSuffix("-request-0.bin"))
            #expect(names[0].utf8.allSatisfy { $0 < 0x80 } && !names[0].contains(".."))
        }
    }

    // MARK: Pipes

    /// A capture that arrives in pieces: each call is there as soon as its last packet is.
    @Test func showsCallsAsTheyEnd() throws {
        let bytes = try Self.network.appendingPathComponent("streaming-raw-ip.pcap").bytes()
        let process = Process()
        process.executableURL = Command.executable
        process.arguments = ["capture", "-"]
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var start = 0
        var text = ""
        // By the lengths that the file says: its header, then packets.
        var end = 24
        while start < bytes.count {
            try input.fileHandleForWriting.write(contentsOf: Data(bytes[start..<end]))
            start = end
            if start + 16 <= bytes.count {
                end = start + 16 + (0..<4).reduce(0) { $0 | Int(bytes[start + 8 + $1]) << (8 * $1) }
            }
            if text.isEmpty, start > bytes.count / 2 {
                // More than half is written, nothing is closed, and the first calls are there.
                text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
                #expect(text.contains("     1  ") && text.contains("WatchVehicle"))
            }
        }
        try input.fileHandleForWriting.close()
        text += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let numbers = text.split(separator: "\n").dropFirst().compactMap {
            Int($0.dropFirst(3).split(separator: " ").first ?? "")
        }
        #expect(numbers == [1, 2, 3, 4, 5, 6])
    }
}

/// A capture of one connection.
enum HostileCapture {
    /// - Parameters:
    ///   - path: The `:path` of the call; at most 126 bytes.
    ///   - body: What its client sends: a message, unless said.
    static func bytes(path: [UInt8], body: [UInt8] = [0, 0, 0, 0, 2, 8, 1]) -> [UInt8] {
        // ":method: POST" of the static table, then ":path" by its name there, not indexed.
        let headers = http2Frame(1, flags: 4, stream: 1, [0x83, 0x04, UInt8(path.count)] + path)
        let answer = http2Frame(1, flags: 5, stream: 1, [0x88] + http2Header("grpc-status", "0"))
        return recorded([
            (.client, http2Preface + http2Frame(4) + headers + http2Frame(0, flags: 1, stream: 1, body)),
            (.server, http2Frame(4) + answer),
        ])
    }
}
