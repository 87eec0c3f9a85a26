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
        for first in UInt8.min...UInt8.max {
            check([first])
            for second in UInt8.min...UInt8.max { check([first, second]) }
        }
    }

    @Test func judgesEveryBoundaryOfLongerSequences() {
        let edges: [UInt8] = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff]
        for first in UInt8(0xc0)...0xff {
            for second in edges {
                for third in edges {
                    check([first, second, third])
                    for fourth in Exhaustive.elements(of: edges, inDebugEvery: 4) {
                        check([first, second, third, fourth])
                        // Longer than a small string, with the sequence at the end and in the middle.
                        check(Array("0123456789abcdef".utf8) + [first, second, third, fourth])
                        check([first, second, third, fourth] + Array("0123456789abcdef".utf8))
                    }
                }
            }
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
