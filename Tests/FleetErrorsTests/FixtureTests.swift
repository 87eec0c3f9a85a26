import FleetErrors
import Foundation
import GRPCWire
import TestSupport
import Testing

/// A case of `Fixtures/errors`: a pasted text, what is known besides, and the whole explanation as JSON.
struct ErrorFixture: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]

    static func all() throws -> [ErrorFixture] {
        let folder = Folders.fixtures.appendingPathComponent("errors")
        return try Folders.names(in: folder, extension: "json").map {
            ErrorFixture(testDescription: $0, bytes: try folder.appendingPathComponent($0).bytes())
        }
    }
}

@Suite struct FixtureTests {
    @Test(arguments: try ErrorFixture.all()) func explains(_ fixture: ErrorFixture) throws {
        let content = try #require(try parseJSON(fixture.bytes) as? [String: Any])
        let explanation = Explanation(
            pasted: try #require(content["input"] as? String),
            context: (content["context"] as? String).flatMap(CallContext.init(rawValue:)),
            path: content["path"] as? String, resourceName: content["resource"] as? String,
            authorization: content["authorization"] as? String,
            time: (content["time"] as? NSNumber)?.int64Value)
        if let folder = ProcessInfo.processInfo.environment["EXPLAINED"] {
            let file = URL(fileURLWithPath: folder).appendingPathComponent(fixture.testDescription)
            try Data(explanation.json.utf8).write(to: file)
            try Data(explanation.text.utf8).write(to: file.deletingPathExtension().appendingPathExtension("txt"))
        }
        let expected = try #require(content["expected"])
        #expect(jsonDifference(try parseJSON(explanation.json.utf8), expected) == nil)
    }

    @Test func coverEveryCode() throws {
        let codes = try ErrorFixture.all().map { fixture in
            let content = try parseJSON(fixture.bytes) as? [String: Any]
            return ((content?["expected"] as? [String: Any])?["code"] as? NSNumber)?.int32Value
        }
        for code in StatusCode.all { #expect(codes.contains(code.rawValue), "\(code)") }
    }
}

extension Explanation {
    /// All lines with their labels.
    var text: String { lines.map { "\($0.label)  \($0.text)\n" }.joined() }
}
