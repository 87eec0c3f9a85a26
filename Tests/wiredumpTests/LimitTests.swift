import Foundation
import TestSupport
import Testing

@testable import FleetErrors
@testable import GRPCWire
@testable import HTTPWire
@testable import ProtobufSchema
@testable import TLSWire
@testable import WireCapture
@testable import WireInspect
@testable import WireReport
@testable import wiredump

/// What is read at most, and how much memory small inputs may take.
@Suite struct LimitTests {
    /// The command with limited memory: it ends with a signal when it asks for more.
    ///
    /// - Parameter script: A script for the shell, in which `$wiredump` is the command.
    private func run(_ script: String, megabytes: Int, input: [UInt8] = []) throws -> Command.Result {
        let limit = Self.isMeasured ? "ulimit -v \(megabytes << 10); " : ""
        let setup = limit + "wiredump='\(Command.executable.path)'; "
        return try Command.run(["-c", setup + script], of: "/bin/sh", input: input)
    }

    /// The table in SECURITY.md, row by row.
    @Test func theListOfLimitsIsThatOfTheCode() throws {
        func mebibytes(_ bytes: Int) -> String { "\(bytes >> 20) MiB" }
        let limits = [
            mebibytes(ReadingLimit.input.bytes), mebibytes(ReadingLimit.schema.bytes),
            mebibytes(ReadingLimit.keyLog.bytes), "\(KeyLog.connectionLimit)", mebibytes(SchemaLoader.textLimit),
            "\(SchemaLoader.fileLimit)",
            "\(SchemaLinker.visibleLimit)", "\(ElementCount.limit)", mebibytes(SchemaLinker.fullNameLimit),
            mebibytes(InputLimits().inflatedLength), "\(InputLimits().messages)",
            mebibytes(DumpContent.repeatLimit), "\(PastedHTTP2.limit)", "\(InputLimits().layers)",
            "\(PastedPlace.limit)", mebibytes(WrittenMessages.sizeLimit), mebibytes(BatchProcessor.lineLimit),
            mebibytes(CallExtractor.memoryLimit), mebibytes(PacketMerge.heldLimit),
            "\(CallExtractor.connectionLimit)", "\(HTTP2Session.streamLimit)", "\(BodyReader.messageLimit)",
            mebibytes(BodyReader.limits.length), mebibytes(HPACKDecoder.listLimit), mebibytes(HPACKDecoder.allowance),
            mebibytes(BinaryLogSource.entryLimit),
            mebibytes(HAREntries.entryLimit) + ", \(HAREntries.valueLimit) values", mebibytes(FlowSource.flowLimit),
            mebibytes(ReplayCommand.answerLimit), mebibytes(Explanation.maximumLength),
            mebibytes(ReportLimits.details) + " of JSON", "\(ReportLimits.calls)",
            "100",
        ]
        let page = Folders.fixtures.appendingPathComponent("../.github/SECURITY.md")
        let table = try textLines(page).drop { !$0.hasPrefix("| what | limit |") }.dropFirst(2)
        let rows = table.prefix { $0.hasPrefix("|") }.map { $0.components(separatedBy: " | ") }
        #expect(rows.map { $0[1] } == limits)
    }

    /// The address sanitizer takes more memory by itself.
    private static let isMeasured =
        ProcessInfo.processInfo.environment["ASAN_OPTIONS"] == nil && FileManager.default.fileExists(atPath: "/proc")

    @Test(
        .enabled(if: isMeasured),
        arguments: Exhaustive.elements(
            of: [
                ("/dev/zero", "a message or text"), ("types --descriptor-set /dev/zero", "schemas"),
                ("types --proto /dev/zero", "schemas"), ("explain /dev/zero", "a message or text"),
                ("doctor /dev/zero", "a message or text"), ("diff /dev/zero /dev/zero", "a message or text"),
                ("convert --from binary --to hex /dev/zero", "a message or text"),
                ("- < /dev/zero", "a message or text"),
            ], inDebugEvery: 2))
    func devicesWithoutEndAreNotReadWhole(arguments: String, subject: String) throws {
        let result = try run("$wiredump \(arguments)", megabytes: 700)
        #expect(result.status == 66)
        let size = subject == "schemas" ? 64 : 256
        #expect(
            result.notes.contains("larger than \(size) MiB, the most that is read of \(subject)\n"), "\(result.notes)")
    }

    /// Opening a FIFO that nobody writes to would wait for ever.
    @Test func aFolderOfSchemasIsReadForItsFiles() throws {
        try withTemporaryFolder { folder in
            try Data("syntax = \"proto3\"; import \"b.proto\"; message A {}".utf8)
                .write(to: folder.appendingPathComponent("a.proto"))
            for command in ["ln -s /dev/zero", "mkfifo"] {
                let made = try Command.run(["-c", "\(command) '\(folder.path)/b.proto'"], of: "/bin/sh")
                #expect(made.status == 0)
                let result = try Command.run(["types", "A", "--proto", folder.path])
                #expect(result.status == 64 && result.notes.contains("b.proto' is not a regular file"))
                // As an import it counts as missing.
                let imported = try Command.run(["types", "A", "--proto", folder.path + "/a.proto"])
                #expect(imported.notes.contains("b.proto, which was not found"), "\(imported.notes)")
                try FileManager.default.removeItem(at: folder.appendingPathComponent("b.proto"))
            }
        }
    }

    private static func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
        [UInt8](repeatElement(bytes, count: count).joined())
    }

    private static let isExhaustive = Exhaustive.size(1, inDebug: 0) == 1

    /// Millions of declarations that take two bytes each: files, messages, comments, imports.
    @Test(
        .enabled(if: isMeasured && isExhaustive),
        arguments: [
            (0x0A, [0x0A, 0], 64), (0x22, [0x22, 0], 64), (0x4A, [0x0A, 0], 0), (0x1A, [0x1A, 0], 0),
            (0x4A, [0x0A, 5, 0x0A, 0, 0x1A, 1, 0x61], 64),
        ] as [(UInt8, [UInt8], Int32)])
    func memoryForADescriptorSetIsInProportion(tag: UInt8, element: [UInt8], status: Int32) throws {
        let elements = Self.repeated(element, 2 << 20)
        let name = field(1, "a.proto".utf8)
        let set = tag == 0x0A ? elements : field(1, name + (tag == 0x4A ? field(9, elements) : elements))
        let result = try run("$wiredump types Trip --descriptor-set /dev/stdin", megabytes: 500, input: set)
        #expect(result.status == status, "\(result.notes)")
    }

    /// Files of symbols alone, and of options and reserved numbers that take a few bytes each.
    @Test(
        .enabled(if: isMeasured && isExhaustive),
        arguments: [
            (";", "", ""), ("a{}", "option (a) = {", "more than 1048576 imports, declarations, options"),
            ("reserved 1;", "message A {", "more than 1048576 imports, declarations, options"),
        ])
    func memoryForAProtoFileIsInProportion(element: String, beginning: String, note: String) throws {
        let elements = Self.repeated(Array(element.utf8), (16 << 20 - 64) / element.utf8.count)
        let text =
            Array("syntax = \"proto2\"; \(beginning)".utf8) + elements + (beginning.isEmpty ? [] : Array("}".utf8))
        let result = try run("$wiredump types Trip --proto /dev/stdin", megabytes: 500, input: text)
        #expect(result.status == (note.isEmpty ? 0 : 64) && result.notes.contains(note), "\(result.notes)")
    }

    /// Millions of paths, of entries of a map, and of parts of one message, in two bytes each.
    @Test(
        .enabled(if: isMeasured && isExhaustive),
        arguments: [("FieldMask", 0x0A), ("Struct", 0x0A), ("Vehicle", 0x2A)] as [(String, UInt8)], ["json", "text"])
    func memoryForAMessageIsInProportion(type: (name: String, tag: UInt8), form: String) throws {
        let message = Self.repeated([type.tag, 0], 15 << 20)
        let script = "$wiredump convert --from binary --to \(form) --type \(type.name) > /dev/null"
        let result = try run(script, megabytes: 500, input: message)
        #expect(result.status == 0, "\(result.notes)")
    }

    /// Zeros, which are compressed a thousand times: as layers, and as messages of a stream.
    @Test(.enabled(if: isMeasured && isExhaustive))
    func memoryForCompressedInputIsLimited() throws {
        let zeros = [UInt8](repeating: 0, count: 4 << 20)
        let packed = try Command.run(["gzip", "-9", "-c"], of: "/usr/bin/env", input: zeros).output
        let frames = try run("$wiredump", megabytes: 500, input: Self.repeated(grpcFrame(packed, flags: 1), 250))
        #expect(frames.status == 1 && frames.notes.contains("the input is larger than 67108864 bytes inside"))
        let layers = try run("head -c 200000000 /dev/zero | gzip -9 | gzip -9 | $wiredump", megabytes: 500)
        #expect(layers.status == 1 && layers.notes.contains("the input is larger than 67108864 bytes inside"))
    }

    /// A line without an end is passed over; those before and behind it are read.
    @Test func aLineOfABatchIsLimited() throws {
        let line = #"{"type":"google.protobuf.Empty","hex":""}"#
        let script = "{ echo '\(line)'; head -c 40000000 /dev/zero; echo; echo '\(line)'; } | $wiredump batch"
        let result = try run(script, megabytes: 300)
        let answer = #"{"type":"google.protobuf.Empty","hex":"","json":{}}"# + "\n"
        let error = #"{"error":{"reason":"line_too_long","offset":33554432,"path":"","line":2}}"# + "\n"
        #expect(result.status == 0 && result.text == answer + error + answer, "\(result)")
    }

    /// A capture of two megabytes whose header blocks refer to a header of 4 KB again and again.
    @Test(.enabled(if: isExhaustive)) func headersOfACaptureAreLimited() throws {
        func literal(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + text.utf8 }
        // A length of 127 and more goes on behind the first byte.
        let value = [0x7F, 0xA1, 0x1E] + [UInt8](repeating: 0x76, count: 4000)
        var first: [UInt8] = [0x83, 0x04] + literal("/acme.Fleet/Track")
        first += [0x5F] + literal("application/grpc")
        first += [0x40] + literal("x-a") + value
        var request = http2Preface + http2Frame(4) + http2Frame(1, flags: 5, stream: 1, first)
        let count = 20_000
        for stream in stride(from: 3, to: 2 * count, by: 2) {
            request += http2Frame(1, flags: 5, stream: stream, [0x83, 0xBF] + [UInt8](repeating: 0xBE, count: 60))
            request += http2Frame(3, stream: stream, [0, 0, 0, 8])
        }
        let result = try run(
            "$wiredump capture --json | wc -c", megabytes: 500, input: recorded([(.client, request)]))
        let limit = (64 << 20) + 64 * request.count
        let size = try #require(Int(result.text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(size < limit + 1000 * count, "\(size)")
        #expect(
            result.notes.contains("header blocks were not read to the end: compressed headers"), "\(result.notes)")
    }
}
