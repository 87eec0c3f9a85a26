import Conformance
import Foundation
import ProtobufSchema
import Testing

/// All 6,558 requests of the suite of protobuf 36.0 up to edition 2023, with Google's C++ answers. Answers are compared as
/// messages, which is how the suite compares them. Where the suite refuses the C++ answer it wants an error instead.
@Suite struct RecordedSuiteTests {
    private struct Request: Decodable {
        let name: String
        let message_type: String
        let input: String
        let payload: String
        let output: String
        let ignore_unknown_fields: Bool?
        let print_unknown_fields: Bool?
        let cpp: Answer
        let cpp_fails: String?
    }

    private enum Answer: Decodable {
        case error
        case message([String: String])

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let message = try? value.decode([String: String].self) {
                self = .message(message)
            } else {
                _ = try value.decode(String.self)
                self = .error
            }
        }
    }

    @Test func everyRequestIsAnsweredAsTheSuiteDemands() throws {
        let requests = try [Request].load("all", count: 6_558)
        let testee = Testee()
        for request in requests {
            let answer = testee.answer(try message(for: request)).result
            #expect(try isRight(answer, for: request), "\(request.name): \(String(describing: answer))")
        }
    }

    private func message(for request: Request) throws -> ConformanceRequest {
        var message = ConformanceRequest()
        message.messageType = request.message_type
        message.payload =
            switch request.input {
            case "protobuf": .protobuf(try #require(bytes(hex: request.payload)))
            case "json": .json(Array(request.payload.utf8))
            default: .text(Array(request.payload.utf8))
            }
        message.requestedOutputFormat =
            ["protobuf": .protobuf, "json": .json, "text_format": .text][request.output] ?? .unspecified
        message.printUnknownFields = request.print_unknown_fields ?? false
        if request.ignore_unknown_fields == true { message.testCategory = .jsonIgnoringUnknown }
        return message
    }

    private func isRight(_ answer: ConformanceResponse.Result?, for request: Request) throws -> Bool {
        guard case .message(let expected) = request.cpp, request.cpp_fails == nil else {
            switch answer {
            case .parseError, .serializeError: return true
            default: return false
            }
        }
        let type = try #require(ConformanceSchema.shared.message(named: request.message_type))
        switch answer {
        case .protobuf(let given):
            let expected = try #require(expected["protobuf_payload"].flatMap { bytes(hex: $0) })
            // The items of a MessageSet are unknown fields here: they have to come back as they were sent.
            if request.name.contains("MessageSetEncoding") { return given == bytes(hex: request.payload) }
            return given == expected || type.canonicalBytes(of: expected) == given
        case .json(let text):
            let value = try JSONDecoder().decode(JSONValue.self, from: Data(text))
            let other = try JSONDecoder().decode(JSONValue.self, from: Data(#require(expected["json_payload"]).utf8))
            return value.rounding(type.floatNames) == other.rounding(type.floatNames)
        case .text(let text):
            let expected = Array(try #require(expected["text_payload"]).utf8)
            return try TextReader().bytes(of: text, as: type) == TextReader().bytes(of: expected, as: type)
        default: return false
        }
    }

}
