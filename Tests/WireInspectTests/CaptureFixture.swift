import FleetProtos
import Foundation
import ProtobufSchema
import TestSupport
import Testing

/// A captured payload of `Fixtures/captures` and the truth about it.
struct CaptureFixture: CustomTestStringConvertible, Sendable {
    let name: String
    let type: String
    let messageCount: Int

    var testDescription: String { name }

    static func all() throws -> [CaptureFixture] {
        let index = try JSONSerialization.jsonObject(
            with: Data(contentsOf: Folders.captures.appendingPathComponent("index.json")))
        let fixtures = (index as? [[String: Any]] ?? []).compactMap { entry -> CaptureFixture? in
            guard let name = entry["name"] as? String, let type = entry["type"] as? String,
                let count = entry["messages"] as? Int
            else { return nil }
            return CaptureFixture(name: name, type: type, messageCount: count)
        }
        guard !fixtures.isEmpty else { throw Folders.NothingFound(folder: Folders.captures.path) }
        return fixtures
    }

    static func named(_ name: String) throws -> CaptureFixture {
        try #require(try all().first { $0.name == name })
    }

    /// Those whose first message is small enough to be damaged everywhere.
    static func small() throws -> [CaptureFixture] {
        try all().filter { (1..<1400).contains(try $0.messages().first?.count ?? 0) }
    }

    /// The frames as they were sent.
    func frames() throws -> [UInt8] { try Folders.captures.appendingPathComponent(name + ".grpc").bytes() }

    private func stem(_ index: Int) -> String { messageCount == 1 ? name : "\(name).\(index)" }

    /// The bare messages.
    func messages() throws -> [[UInt8]] {
        try (0..<messageCount).map { try Folders.captures.appendingPathComponent(stem($0) + ".bin").bytes() }
    }

    /// The first message.
    func message() throws -> [UInt8] { try #require(try messages().first) }

    func typedMessage() throws -> ([UInt8], MessageDescriptor) {
        (try message(), try #require(FleetSchema.shared.message(named: type)))
    }

    /// The official JSON of the messages; that of the largest is left out.
    func json() throws -> [[UInt8]?] {
        try (0..<messageCount).map {
            let file = Folders.captures.appendingPathComponent(stem($0) + ".json")
            return FileManager.default.fileExists(atPath: file.path) ? try file.bytes() : nil
        }
    }
}
