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
        var offset: Place
        var message_offset: Int
        var expected: Int?
        var available: Int?
        var limit: Int?
    }

    /// One offset, or the first and the last that are right.
    struct Place: Decodable, Sendable {
        let offsets: ClosedRange<Int>

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            let ends = try (try? value.decode(Int.self)).map { [$0, $0] } ?? value.decode([Int].self)
            offsets = ends[0]...ends[1]
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
    func bytes() throws -> [UInt8] { try Self.folder.appendingPathComponent(file).bytes() }
}

extension FrameCase {
    private struct Index: Decodable { var cases: [FrameCase] }
    struct NoCases: Error {}

    static let folder = Folders.fixtures.appendingPathComponent("frames")

    /// Every case of a kind; never an empty list, because no test would run then.
    static func all(where isWanted: (FrameCase) throws -> Bool = { _ in true }) throws -> [FrameCase] {
        let index = try Data(contentsOf: folder.appendingPathComponent("index.json"))
        let cases = try JSONDecoder().decode(Index.self, from: index).cases.filter(isWanted)
        guard !cases.isEmpty else { throw NoCases() }
        return cases
    }

    /// Cases whose streams are small enough to try many variations of each.
    static func small(_ limit: Int = 1000) throws -> [FrameCase] {
        try all { try $0.bytes().count <= limit }
    }

    /// Cases without an error.
    static func sound() throws -> [FrameCase] { try all { $0.error == nil && $0.file != "zip-bomb.grpc" } }

    static func named(_ name: String) throws -> FrameCase {
        guard let found = try all().first(where: { $0.name == name }) else { throw NoCases() }
        return found
    }
}
