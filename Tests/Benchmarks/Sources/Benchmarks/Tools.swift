import CProbe
import FleetWire
import Foundation

/// The command beside `protoc` and `tshark`, as whole processes.
struct Tools {
    private struct Program {
        let name: String
        let arguments: [String]
        var input: String?
        /// The least that the other program's time over this one's is to be.
        var goal: Double?
    }

    private struct Line {
        let subject: String
        let program: String
        let size: Int
        let nanoseconds: Double
        let peakMemory: UInt64
        /// The least that the other program's time over ours is to be.
        let goal: Double?
    }

    /// `wiredump` is so many times as fast; more than a tenth of a gigabyte it never holds.
    private static let (treeGoal, wholeTreeGoal) = (5.0, 1.0)
    /// Failed calls have long texts, and little that need not be read.
    private static let (captureGoal, errorsGoal) = (20.0, 15.0)
    private static let encryptedGoal = 5.0
    private static let memoryGoal: UInt64 = 100 << 20

    private let wiredump: String
    private let rounds: Int
    private var groups: [(subject: String, lines: [Line])] = []

    /// - Parameters:
    ///   - wiredump: The path of the command, built for release.
    ///   - folder: Where the inputs are made. They are large.
    init(wiredump: String, payload: (Payload.Name) throws -> Payload, fixtures: URL, folder: URL, rounds: Int) throws {
        self.wiredump = wiredump
        self.rounds = rounds
        let message = folder.appending(path: "message.binpb").path
        let list = try payload(.d).bytes
        try Self.write(list, times: (52 << 20) / list.count, to: message)
        try compare(
            "a message", message,
            [
                ours("wiredump", [message], goal: Self.treeGoal), ours("wiredump --raw", ["--raw", message]),
                ours("wiredump --all", ["--all", message], goal: Self.wholeTreeGoal),
                ours("wiredump --json", ["--json", message]),
            ], Program(name: "protoc --decode_raw", arguments: ["protoc", "--decode_raw"], input: message))

        // Other shapes: many small messages, long strings, nothing but numbers.
        let numbers = (0..<10_000).flatMap { _ in [8, 0x96, 1, 16, 5, 24, 0xC0, 0x84, 0x3D] as [UInt8] }
        for (subject, part) in [
            ("route points", try payload(.c).bytes), ("numbers", numbers), ("polylines", try payload(.e).bytes),
        ] {
            try Self.write(part, times: (52 << 20) / part.count, to: message)
            try compare(
                subject, message,
                [ours("wiredump", [message], goal: Self.treeGoal), ours("wiredump --raw", ["--raw", message])],
                Program(name: "protoc --decode_raw", arguments: ["protoc", "--decode_raw"], input: message))
        }

        // What drivers' and riders' apps send, on as many connections as it takes.
        for (name, subject, serverPort, goal) in [
            ("driver-shift.pcap", "drivers", UInt16(50_051), Self.captureGoal),
            ("consumer-poll.pcapng", "riders", 50_052, Self.captureGoal),
            ("delivery-shift.pcapng", "couriers", 50_053, Self.captureGoal),
            ("errors.pcapng", "errors", 50_054, Self.errorsGoal),
            ("big-list.pcapng", "large lists", 50_055, Self.captureGoal),
        ] {
            let capture = folder.appending(path: subject).path
            let traffic = try Traffic(fixtures.appending(path: "traffic/\(name)"), serverPort: serverPort)
            try traffic.write(size: 256 << 20, to: capture)
            let tshark = ["tshark", "-r", capture, "-d", "tcp.port==1-65535,http2", "-Y", "grpc"]
            try compare(
                "a capture of \(subject)", capture,
                [
                    ours("wiredump capture", ["capture", capture], goal: goal),
                    ours("wiredump capture --json", ["capture", "--json", capture]),
                ], Program(name: "tshark -Y grpc", arguments: tshark))
        }

        // Under TLS, with the key log of the client.
        let encrypted = folder.appending(path: "encrypted").path
        let keys = fixtures.appending(path: "tls/errors.keys").path
        try Traffic(fixtures.appending(path: "tls/errors.pcapng"), serverPort: 51_054)
            .write(size: 256 << 20, to: encrypted)
        let tshark = [
            "tshark", "-r", encrypted, "-o", "tls.keylog_file:\(keys)", "-d", "tcp.port==51054,tls", "-Y", "grpc",
        ]
        try compare(
            "an encrypted capture", encrypted,
            [ours("wiredump capture --keys", ["capture", "--keys", keys, encrypted], goal: Self.encryptedGoal)],
            Program(name: "tshark -Y grpc", arguments: tshark))
    }

    private func ours(_ name: String, _ arguments: [String], goal: Double? = nil) -> Program {
        Program(name: name, arguments: [wiredump] + arguments, goal: goal)
    }

    private static func write(_ part: [UInt8], times: Int, to path: String) throws {
        try Data().write(to: URL(filePath: path))
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        for _ in 0..<times { try file.write(contentsOf: Data(part)) }
        try file.close()
    }

    /// The programs take turns.
    private mutating func compare(
        _ subject: String, _ path: String, _ programs: [Program], _ other: Program
    ) throws {
        let size = try URL(filePath: path).resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        let all = programs + [other]
        var times = all.map { _ in [Double]() }
        var memory = all.map { _ in UInt64(0) }
        for _ in 0..<rounds {
            // The other program holds much memory and gives it back at its end. On some virtual machines the next process then
            // pays up to a tenth of a second for its own: here, one that does not count.
            _ = Self.run(programs[0])
            for (index, program) in all.enumerated() {
                guard let run = Self.run(program) else { continue }
                times[index].append(Double(run.nanoseconds))
                memory[index] = max(memory[index], run.peak_memory)
            }
        }
        let lines = all.indices.map { index in
            Line(
                subject: subject, program: all[index].name, size: size, nanoseconds: times[index].median,
                peakMemory: memory[index], goal: all[index].goal)
        }
        groups.append((subject, lines))
    }

    /// `nil` if the program cannot be run or ends with an error.
    private static func run(_ program: Program) -> probe_run? {
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe program.arguments.map { unsafe strdup($0) } + [nil]
        // `strdup` made them for this call, which keeps none.
        defer { unsafe arguments.forEach { unsafe free($0) } }
        let run = unsafe probe_run(&arguments, program.input)
        return run.ran && run.status == 0 ? run : nil
    }

    var table: Table {
        var table = Table()
        table.add(["seconds of the processor", "seconds", "MB/s", "peak MB", "wiredump is faster", "goal"])
        for (subject, lines) in groups {
            guard let other = lines.last else { continue }
            for line in lines {
                let ratio = other.nanoseconds / line.nanoseconds
                table.add([
                    "\(line.program): \(subject), \(line.size >> 20) MB", (line.nanoseconds / 1e9).text(digits: 2),
                    (Double(line.size) / 1e6 / (line.nanoseconds / 1e9)).text(digits: 0), "\(line.peakMemory >> 20)",
                    line.program == other.program ? "" : ratio.text(digits: 1) + "x",
                    line.goal.map { ">= \($0.text(digits: 0))x" } ?? "",
                ])
            }
        }
        return table
    }

    /// A sentence for each goal that was missed.
    var missed: [String] {
        groups.flatMap { _, lines in
            guard let other = lines.last else { return [String]() }
            return lines.dropLast().flatMap { line in
                var missed: [String] = []
                let ratio = other.nanoseconds / line.nanoseconds
                if let goal = line.goal, !(ratio >= goal) {
                    missed.append(
                        "\(line.program) is \(ratio.text(digits: 1)) times as fast as \(other.program), "
                            + "is to be \(goal.text(digits: 0))")
                }
                if line.peakMemory > Self.memoryGoal {
                    missed.append("\(line.program) holds \(line.peakMemory >> 20) MB")
                }
                return missed
            }
        }
    }
}
