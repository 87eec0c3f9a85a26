import Foundation
import GRPCWire
import TestSupport
import Testing

/// A stream of frames that other software made, and what a reader must find in it (`Fixtures/frames/index.json`).
struct FrameCase: Decodable, Sendable, CustomTestStringConvertible {
    struct Message: Decodable, Sendable, Equatable {
        var offset: Int
        var compressed: Bool
        var wire_length: Int
        var length: Int
        var crc32: UInt32
    }

    struct Limits: Decodable, Sendable {
        var wire_length: Int
        var length: Int
    }

    struct Failure: Decodable, Sendable {
        var code: String
        var offset: ClosedRange<Int>
        var message_offset: Int
        var expected: Int?
        var available: Int?
        var limit: Int?

        private enum Key: CodingKey { case code, offset, message_offset, expected, available, limit }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            code = try values.decode(String.self, forKey: .code)
            if let exact = try? values.decode(Int.self, forKey: .offset) {
                offset = exact...exact
            } else {
                let ends = try values.decode([Int].self, forKey: .offset)
                offset = ends[0]...ends[1]
            }
            message_offset = try values.decode(Int.self, forKey: .message_offset)
            expected = try values.decodeIfPresent(Int.self, forKey: .expected)
            available = try values.decodeIfPresent(Int.self, forKey: .available)
            limit = try values.decodeIfPresent(Int.self, forKey: .limit)
        }
    }

    var name: String
    var file: String
    var grpc_encoding: String
    var limits: Limits?
    var messages: [Message]
    var error: Failure?

    var testDescription: String { name }
    var encoding: Deframer.EncodingSource { .header(MessageEncoding(rawValue: grpc_encoding)) }
    var framingLimits: FramingLimits {
        limits.map { FramingLimits(wireLength: $0.wire_length, length: $0.length) } ?? FramingLimits()
    }
    func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(file))) }
}

extension FrameCase {
    private struct Index: Decodable { var cases: [FrameCase] }
    struct NoCases: Error {}

    static let folder = Folders.fixtures.appendingPathComponent("frames")

    /// Every case; never an empty list, because no test would run then.
    static func all() throws -> [FrameCase] {
        let index = try Data(contentsOf: folder.appendingPathComponent("index.json"))
        let cases = try JSONDecoder().decode(Index.self, from: index).cases
        guard !cases.isEmpty else { throw NoCases() }
        return cases
    }

    /// Cases whose streams are small enough to try many variations of each.
    static func small(_ limit: Int = 1000) throws -> [FrameCase] {
        let cases = try all().filter { try $0.bytes().count <= limit }
        guard !cases.isEmpty else { throw NoCases() }
        return cases
    }

    /// Cases without an error.
    static func sound() throws -> [FrameCase] {
        let cases = try all().filter { $0.error == nil && $0.file != "zip-bomb.grpc" }
        guard !cases.isEmpty else { throw NoCases() }
        return cases
    }

    static func named(_ name: String) throws -> FrameCase {
        guard let found = try all().first(where: { $0.name == name }) else { throw NoCases() }
        return found
    }
}
