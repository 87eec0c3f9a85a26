import Conformance
import Foundation
import Testing

/// One recorded test of the suite: an input and what has to come of it.
struct Vector: Sendable, CustomTestStringConvertible {
    enum Expectation: Hashable, Sendable {
        case parseError
        case serializeError
        case protobuf([UInt8])
        case json(JSONValue)
    }

    let name: String
    let payload: ConformanceRequest.Payload
    let ignoresUnknownFields: Bool
    let expectation: Expectation

    var testDescription: String { name }

    /// What the suite sends for this test.
    var request: ConformanceRequest {
        var request = ConformanceRequest()
        request.payload = payload
        request.messageType = TestAllTypesProto3.fullName
        request.requestedOutputFormat =
            switch expectation {
            case .json, .serializeError: .json
            default: .protobuf
            }
        if ignoresUnknownFields { request.testCategory = .jsonIgnoringUnknown }
        return request
    }
}

extension Vector: Decodable {
    private struct Output: Decodable {
        let output_format: String
        let hex: String?
        let json: JSONValue?
    }

    private enum CodingKeys: String, CodingKey {
        case name, expect
        case hex = "input_hex"
        case json = "input_json"
        case ignoresUnknownFields = "ignore_unknown_fields"
    }

    init(from decoder: any Decoder) throws {
        let vector = try decoder.container(keyedBy: CodingKeys.self)
        name = try vector.decode(String.self, forKey: .name)
        ignoresUnknownFields = try vector.decodeIfPresent(Bool.self, forKey: .ignoresUnknownFields) ?? false
        if let hex = try vector.decodeIfPresent(String.self, forKey: .hex) {
            payload = .protobuf(try #require(bytes(hex: hex)))
        } else {
            payload = .json(Array(try vector.decode(String.self, forKey: .json).utf8))
        }
        if let word = try? vector.decode(String.self, forKey: .expect) {
            expectation = try #require(["parse_error": .parseError, "serialize_error": .serializeError][word])
        } else {
            let output = try vector.decode(Output.self, forKey: .expect)
            expectation =
                output.output_format == "json"
                ? .json(try #require(output.json))
                : .protobuf(try #require(output.hex.flatMap { bytes(hex: $0) }))
        }
    }
}

extension Vector {
    /// The vectors of `Fixtures/conformance/conformance-proto3-<name>.jsonl.gz`. Throws unless there are `count`.
    static func load(_ name: String, count: Int) throws -> [Vector] { try .load("proto3-\(name)", count: count) }
}

extension Array where Element: Decodable {
    /// The lines of `Fixtures/conformance/conformance-<name>.jsonl.gz`. Throws unless there are `count`: a test without
    /// arguments would be skipped.
    static func load(_ name: String, count: Int) throws -> [Element] {
        let file = URL(fileURLWithPath: #filePath)
            .appendingPathComponent("../../../../../Fixtures/conformance/conformance-\(name).jsonl.gz")
            .standardizedFileURL
        let gzip = Process()
        gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        gzip.arguments = ["gzip", "-dc", file.path]
        let pipe = Pipe()
        gzip.standardOutput = pipe
        try gzip.run()
        let text = pipe.fileHandleForReading.readDataToEndOfFile()
        gzip.waitUntilExit()
        let vectors = try text.split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Element.self, from: $0)
        }
        guard vectors.count == count else { throw WrongCount(file: file.path, expected: count, found: vectors.count) }
        return vectors
    }

}

struct WrongCount: Error { let file: String, expected: Int, found: Int }

/// The bytes of a hexadecimal string; `nil` if it is none.
func bytes(hex: String) -> [UInt8]? {
    let digits = hex.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue.map(UInt8.init) }
    guard digits.count == hex.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
