import ProtobufWire
import TestSupport
import Testing

@Suite struct LimitsTests {
    @Test(arguments: [
        (100, 100, true), (101, 100, false), (3, 3, true), (4, 3, false), (1000, 1000, true), (1, 0, false),
    ])
    func refusesMessagesNestedBeyondTheLimit(levels: Int, limit: Int, accepted: Bool) throws {
        var message: [UInt8] = []
        for _ in 0..<levels { message = field(2, message) }
        let groups = [UInt8](repeating: 0x2b, count: levels) + [UInt8](repeating: 0x2c, count: levels)
        for bytes in [message, groups] {
            let limits = DecodingLimits(recursion: limit)
            if accepted {
                #expect(try Node(decoding: bytes, limits: limits).encoded() == bytes)
            } else {
                let error = #expect(throws: WireError.self) { try Node(decoding: bytes, limits: limits) }
                #expect(error?.code == .recursionLimitExceeded)
                #expect(error?.path.components.count == limit + 1)
            }
        }
    }

    @Test func fixedLayoutsCountAsLevels() {
        let pair: [UInt8] = [18, 9, 0, 0, 0, 0, 0, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0, 0, 0]
        for bytes in [[0x3a] + pair, [0xfa, 0x7f] + pair, [0x52, 2, 8, 1], [0x5a, 2, 0x10, 1]] {
            let error = #expect(throws: WireError.self) {
                try Node(decoding: bytes, limits: DecodingLimits(recursion: 0))
            }
            #expect(error?.code == .recursionLimitExceeded)
        }
    }

    @Test func refusesMessagesBeyondTheLimitOfSize() throws {
        let bytes: [UInt8] = [0x0a, 3, 0x61, 0x62, 0x63]
        #expect(try Node(decoding: bytes, limits: DecodingLimits(messageSize: 5)).text == "abc")
        let error = #expect(throws: WireError.self) {
            try Node(decoding: bytes, limits: DecodingLimits(messageSize: 4))
        }
        #expect(error?.code == .messageTooLarge && error?.offset == 4)
    }

    @Test func limitsStayInTheirRange() {
        var limits = DecodingLimits(messageSize: .max, recursion: .max)
        #expect(limits.messageSize == 2_147_483_647 && limits.recursion == 1000)
        limits.messageSize = -1
        limits.recursion = -1
        #expect(limits.messageSize == 0 && limits.recursion == 0)
    }
}
