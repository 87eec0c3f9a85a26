import TestSupport
import Testing

@testable import ProtobufWire

@Suite struct UTF8Tests {
    /// Swift's own decoder repairs what is not UTF-8: bytes that come back unchanged were well-formed.
    private func truth(_ bytes: [UInt8]) -> Bool { Array(String(decoding: bytes, as: UTF8.self).utf8) == bytes }

    private func check(_ bytes: [UInt8]) {
        let slice = bytes[...]
        let expected = truth(bytes)
        let isUTF8 = slice.span.firstInvalidUTF8(from: 0, before: bytes.count) == nil
        if isUTF8 != expected { Issue.record("firstInvalidUTF8 is wrong for \(bytes)") }
        let decoded = try? Node(decoding: [0x0a, UInt8(bytes.count)] + bytes)
        if (decoded.map { Array($0.text.utf8) } == bytes) != expected { Issue.record("decoding is wrong for \(bytes)") }
    }

    @Test func judgesEverySequenceOfTwoBytes() {
        let seconds = Exhaustive.elements(of: UInt8.min...UInt8.max, inDebugEvery: 7)
        for first in UInt8.min...UInt8.max {
            check([first])
            for second in seconds { check([first, second]) }
        }
    }

    @Test func judgesEveryBoundaryOfLongerSequences() {
        let edges: [UInt8] = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff]
        let tails = edges.flatMap { second in edges.flatMap { third in edges.map { [second, third, $0] } } }
        let sequences = (UInt8(0xc0)...0xff).flatMap { first in tails.map { [first] + $0 } }
        // Every 17th has each boundary of the second byte behind each first byte, with sound bytes after it.
        for sequence in Exhaustive.elements(of: sequences, inDebugEvery: 17) {
            check(sequence)
            if sequence[3] == 0 { check(Array(sequence[..<3])) }
            // Longer than a small string, with the sequence at the end and in the middle.
            check(Array("0123456789abcdef".utf8) + sequence)
            check(sequence + Array("0123456789abcdef".utf8))
        }
    }

    @Test(arguments: 0...20) func takesASCIIOfEveryLength(count: Int) throws {
        let ascii = (0..<count).map { UInt8(ascii: "a") + UInt8($0) }
        check(ascii)
        for index in ascii.indices {
            var broken = ascii
            broken[index] |= 0x80
            check(broken)
        }
    }

    /// Short strings are made of two words. They have to be the very ones that Swift makes.
    @Test(arguments: 0...20) func makesShortStringsAsSwiftDoes(count: Int) throws {
        let ascii = (0..<count).map { UInt8(ascii: "a") + UInt8($0) }
        var text = try Node(decoding: [0x0a, UInt8(count)] + ascii).text
        var twin = String(decoding: ascii, as: UTF8.self)
        #expect(text == twin && text.hashValue == twin.hashValue && text.count == count)
        if count < 16 {
            let words = unsafe unsafeBitCast(text, to: (UInt64, UInt64).self)
            #expect(unsafe words == unsafeBitCast(twin, to: (UInt64, UInt64).self))
        }
        text += "é"
        twin += "é"
        #expect(text == twin)
    }

    @Test func nulAndByteOrderMarkAreText() {
        check([0x00, 0xef, 0xbb, 0xbf, 0x00])
    }
}
