import Testing
import Foundation
import TestSupport

/// A captured payload of `Fixtures/captures` and the truth about it.
struct CaptureFixture: CustomTestStringConvertible, Sendable {
    let name: String
    let type: String
    let messageCount: Int

    var testDescription: String { name }

    static let folder = Folders.fixtures.appendingPathComponent("captures")

    static func all() throws -> [CaptureFixture] {
        let index = try JSONSerialization.jsonObject(
            with: Data(contentsOf: folder.appendingPathComponent("index.json")))
        let fixtures = (index as? [[String: Any]] ?? []).compactMap { entry -> CaptureFixture? in
            guard let name = entry["name"] as? String, let type = entry["type"] as? String,
                let count = entry["messages"] as? Int
            else { return nil }
            return CaptureFixture(name: name, type: type, messageCount: count)
        }
        guard !fixtures.isEmpty else { throw Folders.NothingFound(folder: folder.path) }
        return fixtures
    }

    /// The frames as they were sent.
    func frames() throws -> [UInt8] { try Self.folder.appendingPathComponent(name + ".grpc").bytes() }

    private func stem(_ index: Int) -> String { messageCount == 1 ? name : "\(name).\(index)" }

    /// The bare messages; those that are too large for the repository are `nil`.
    func messages() throws -> [[UInt8]?] {
        try (0..<messageCount).map { try file(stem($0) + ".bin") }
    }

    /// The official JSON of the messages.
    func json() throws -> [[UInt8]?] {
        try (0..<messageCount).map { try file(stem($0) + ".json") }
    }

    private func file(_ name: String) throws -> [UInt8]? {
        let url = Self.folder.appendingPathComponent(name)
        return FileManager.default.fileExists(atPath: url.path) ? try url.bytes() : nil
    }
}
