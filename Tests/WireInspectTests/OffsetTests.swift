import Foundation
import TestSupport
import Testing
import WireInspect

/// Offsets that are shown are those of the file, where it holds the message as it is.
@Suite struct OffsetTests {
    private static let file = "offsets count from the start of the file"
    private static let message = "offsets count from the start of the message; the file holds it in another form"

    /// The number of the field whose tag stands at an offset.
    private func number(in bytes: [UInt8], at offset: Int) -> Int {
        var value = 0
        for (position, byte) in bytes[min(offset, bytes.count)...].prefix(5).enumerated() {
            value |= Int(byte & 0x7F) << (7 * position)
            if byte < 0x80 { break }
        }
        return value >> 3
    }

    /// Offset and number of each field of a tree.
    private func fields(_ lines: some Sequence<Substring>) -> [(offset: Int, number: Int)] {
        lines.compactMap { line in
            let words = line.split(separator: " ", maxSplits: 2)
            guard words.count == 3, words[0].count == 6, let offset = Int(words[0], radix: 16),
                let number = Int(words[1])
            else { return nil }
            return (offset, number)
        }
    }

    @Test(arguments: Exhaustive.elements(of: try CaptureFixture.all(), inDebugEvery: 11))
    func theTagOfEachFieldStandsInTheFileWhereTheTreeSays(_ fixture: CaptureFixture) throws {
        let frames = try fixture.frames()
        let isPlain = frames[0] == 0
        let tree = dump(frames) {
            $0.tree.showsOffsets = true
            $0.tree.showsAll = isPlain
            $0.type = try? type(fixture.type)
        }
        guard try fixture.messages() != [[]] else { return }
        #expect(tree.output.contains(isPlain ? Self.file : Self.message))
        guard isPlain else { return }
        let found = fields(tree.output.split(separator: "\n").prefix { !$0.hasPrefix(Self.message) })
        #expect(!found.isEmpty)
        #expect(found.first?.offset == 5)
        let wrong = found.filter { number(in: frames, at: $0.offset) != $0.number }
        #expect(wrong.isEmpty, "\(wrong)")
    }

    @Test func eachMessageOfAFileSaysWhatItsOffsetsAre() throws {
        let plain: [UInt8] = [0, 0, 0, 0, 4, 0x0A, 0x02, 0x41, 0x42]
        let frames = plain + (try CaptureFixture.named("get-trip-response-complete").frames()) + plain
        let tree = dump(frames) {
            $0.tree.showsOffsets = true
            $0.type = try? type("maps.fleetengine.v1.Trip")
        }.output
        let headings = tree.split(separator: "\n").filter { $0.hasPrefix("offsets count") }
        #expect(headings.map(String.init) == [Self.file, Self.message, Self.file])
        let last = tree.split(separator: "\n").last ?? ""
        #expect(last.hasPrefix(String(format: "%06x", frames.count - 4)), "\(last)")
    }

    @Test func messagesInTextCountForThemselves() {
        for text in ["0a024142", "CgJBQg=="] {
            for output in [DumpOptions.Output.tree, .hex] {
                let result = dump(text) {
                    $0.output = output
                    $0.tree.showsOffsets = true
                    $0.type = try? type("google.rpc.ResourceInfo")
                }.output
                #expect(result.contains(Self.message), "\(result)")
                #expect(result.contains("\n000000  "))
            }
        }
    }

    @Test func aBareMessageIsTheFile() throws {
        for output in [DumpOptions.Output.tree, .hex] {
            let result = dump([0x0A, 0x02, 0x41, 0x42]) {
                $0.output = output
                $0.tree.showsOffsets = true
                $0.type = try? type("google.rpc.ResourceInfo")
            }.output
            #expect(result.contains(Self.file), "\(result)")
        }
    }

    /// The notes in the lines count as the column beside them does.
    @Test func damageAndUnknownFieldsAreWhereTheColumnSays() throws {
        // A resource_type, an unknown field 1002, and a resource_name that is cut short.
        let message = try #require(bytes(hex: "0a0461626364" + "d23e0105" + "12096162"))
        let frame = grpcFrame(message)
        for output in [DumpOptions.Output.tree, .hex] {
            let result = dump(frame) {
                $0.output = output
                $0.type = try? type("google.rpc.ResourceInfo")
            }
            // The length that reaches too far is byte 11 of the message.
            #expect(result.output.contains("✗ truncated at byte 16 of the file"), "\(result.output)")
            #expect(result.notes.contains("truncated at byte 11 in resource_name"), "\(result.notes)")
            #expect(result.notes.contains("(byte 16 of the file)"), "\(result.notes)")
            if output == .tree { #expect(result.output.contains("at byte 11 of the file\n"), "\(result.output)") }
        }
    }
}
