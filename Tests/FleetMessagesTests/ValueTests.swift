import FleetMessages
import ProtobufWire
import Testing
import TestSupport

/// `google.protobuf.Value` holds itself: nesting and merging are where it can go wrong.
@Suite struct ValueTests {
    /// Results of the official Python runtime.
    @Test(arguments: [
        // One member twice: merged. Another one in between, or last: nothing of the first is left.
        ("32040a02200132040a022001", "32080a0220010a022001"), ("32040a022001200132040a022001", "32040a022001"),
        ("32040a0220012001", "2001"),
        (
            "2a090a070a0161120220012a090a070a0161120220012a090a070a016212022000",
            "2a120a070a0161120220010a070a016212022000"
        ),
        // Keys in order, -0 kept.
        (
            "2a350a330a0161122e322c0a0911000000000000f03f0a031a01780a0208000a0220010a122a100a0e0a0162120911000000000000"
                + "0080",
            "2a350a330a0161122e322c0a0911000000000000f03f0a031a01780a0208000a0220010a122a100a0e0a0162120911000000000000"
                + "0080"
        ),
    ])
    func mergesAsTheOfficialRuntimes(wire: String, expected: String) throws {
        let value = try Value(decoding: #require(bytes(hex: wire)))
        #expect(hex(value.encoded()) == expected)
    }

    /// A list takes two levels of the recursion limit, a structure three.
    @Test(arguments: [(6, 2, []), (5, 3, [0x0a, 1, 0x61])] as [(Int, Int, [UInt8])])
    func nestsToTheLimit(member: Int, levels: Int, key: [UInt8]) throws {
        func nested(_ depth: Int) -> [UInt8] {
            (0..<depth).reduce([0x20, 1]) { inner, _ in
                let element = member == 6 ? inner : key + field(2, inner)
                return field(member, field(1, element))
            }
        }
        let deepest = 100 / levels
        let wire = nested(deepest)
        let value = try Value(decoding: wire)
        #expect(value.encoded() == wire)
        #expect(try value == Value(decoding: wire))
        #expect(try value.hashValue == Value(decoding: wire).hashValue)
        #expect(try value != Value(decoding: nested(deepest - 1)))
        let error = #expect(throws: WireError.self) { try Value(decoding: nested(deepest + 1)) }
        #expect(error?.code == .recursionLimitExceeded)
        #expect(try Value(decoding: nested(deepest + 1), limits: DecodingLimits(recursion: 103)).encoded().count > 0)
    }

    /// Very many occurrences of one member: each must cost as much as the first.
    @Test(.timeLimit(.minutes(1)))
    func growsInLinearTime() throws {
        let count = Exhaustive.size(100_000, inDebug: 20_000)
        let element = field(6, field(1, [0x20, 1]))
        let list = try Value(decoding: (0..<count).flatMap { _ in element })
        guard case .list(let elements) = list.kind else {
            Issue.record("\(String(describing: list.kind).prefix(80))")
            return
        }
        #expect(elements.values.count == count)
        let members = (0..<count).flatMap { field(5, field(1, field(1, Array("\($0)".utf8)) + field(2, [0x20, 1]))) }
        guard case .struct(let structure) = try Value(decoding: members).kind else {
            Issue.record("not a structure")
            return
        }
        #expect(structure.fields.count == count)
    }
}
