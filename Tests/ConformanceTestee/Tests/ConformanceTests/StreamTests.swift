import Conformance
import ProtobufWire
import Testing

/// The protocol around the tests: lengths, requests, answers.
@Suite struct StreamTests {
    private static func framed(_ bytes: [UInt8]) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) } + bytes
    }

    private static func request(
        _ payload: ConformanceRequest.Payload?, _ format: ConformanceRequest.WireFormat = .protobuf,
        type: String = TestAllTypesProto3.fullName
    ) -> ConformanceRequest {
        var request = ConformanceRequest()
        request.payload = payload
        request.requestedOutputFormat = format
        request.messageType = type
        return request
    }

    /// Serves `input` in pieces of at most `piece` bytes.
    private func serve(_ input: [UInt8], piece: Int = .max) throws -> [ConformanceResponse] {
        var rest = input[...]
        var answers: [ConformanceResponse] = []
        try Testee().serve { wanted in
            // Memory is taken for what arrives, not for what is announced.
            #expect(wanted > 0 && wanted <= 1 << 16)
            defer { rest = rest.dropFirst(min(wanted, piece)) }
            return Array(rest.prefix(min(wanted, piece)))
        } write: { answer in
            let message = Array(answer.dropFirst(4))
            #expect(answer == Self.framed(message))
            answers.append(try ConformanceResponse(decoding: message))
        }
        return answers
    }

    @Test(arguments: [1, 3, 1000, .max])
    func answersOneAfterAnother(piece: Int) throws {
        let long = [UInt8](repeating: 0x61, count: 100_000)
        let field = [0x72, 0xa0, 0x8d, 0x06] + long
        let requests = [
            Self.request(.protobuf([0x08, 0x01])), Self.request(.protobuf([0x08, 0x01]), .json),
            Self.request(.protobuf([0x08])), Self.request(.protobuf(field)),
            Self.request(.protobuf([0xea, 0x12, 0x02, 0x10, 0xff]), .json), Self.request(.protobuf([])),
        ]
        let answers = try serve(requests.flatMap { Self.framed($0.encoded()) }, piece: piece).map(\.result)
        try #require(answers.count == requests.count)
        #expect(answers[0] == .protobuf([0x08, 0x01]))
        #expect(answers[1] == .json(Array(#"{"optionalInt32":1}"#.utf8)))
        guard case .parseError(let reason) = answers[2] else { throw Unexpected(answer: answers[2]) }
        #expect(reason.contains("optional_int32"))
        #expect(answers[3] == .protobuf(field))
        guard case .parseError = answers[4] else { throw Unexpected(answer: answers[4]) }
        #expect(answers[5] == .protobuf([]))
    }

    private struct Unexpected: Error { let answer: ConformanceResponse.Result? }

    @Test(arguments: [
        request(.protobuf([]), type: "acme.Shift"),
        request(.protobuf([]), type: ""), request(.protobuf([]), .unspecified),
        request(.protobuf([]), .init(rawValue: 3)),
        request(.jspb([0x5b, 0x5d])),
    ])
    func skipsWhatItDoesNotKnow(_ request: ConformanceRequest) throws {
        guard case .skipped = Testee().answer(request).result else {
            throw Unexpected(answer: Testee().answer(request).result)
        }
    }

    @Test func reportsWhatIsNoRequest() throws {
        let answers = try serve(Self.framed([0x0a, 0xff]) + Self.framed(Self.request(nil).encoded()))
        try #require(answers.count == 2)
        for answer in answers {
            guard case .runtimeError = answer.result else { throw Unexpected(answer: answer.result) }
        }
    }

    @Test(
        arguments: [
            ([0xff, 0xff, 0xff, 0xff, 1, 2], .tooLong(.max)), ([0, 0, 0, 0x80], .tooLong(1 << 31)),
            ([0xff, 0xff, 0xff, 0x7f, 1, 2], .truncated), ([1, 0, 0, 0], .truncated), ([1, 0], .truncated),
        ] as [([UInt8], Testee.StreamError)])
    func stopsAtBrokenLengths(input: [UInt8], error: Testee.StreamError) {
        #expect(throws: error) { try serve(input) }
    }

    @Test func endsWithTheStream() throws { #expect(try serve([]) == []) }
}
