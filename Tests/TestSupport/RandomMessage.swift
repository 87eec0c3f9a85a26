import Foundation

/// A random message of `Fixtures/vectors`, and what the official runtime makes of it.
public struct RandomMessage: CustomStringConvertible {
    struct Malformed: Error {
        let file: String
        let line: Int
    }

    /// The number of the line in the file, from 1.
    public let line: Int
    /// The full name of the message's type.
    public let type: String
    public let bytes: [UInt8]
    /// What the runtime writes after it has read `bytes`; `nil` where the file does not say it, because it is the same.
    public let canonicalBytes: [UInt8]?
    /// The canonical bytes without unknown fields; `nil` where there are no such fields.
    public let knownBytes: [UInt8]?
    /// The parsed official JSON; `NSNull` where the message has none.
    public let json: Any
    /// Whether the runtime accepts the bytes.
    public let isAccepted: Bool
    /// How the bytes were changed, in the files of malformed and mutated messages.
    public let kind: String

    public var description: String { "line \(line), \(type) \(kind)" }

    /// The messages of a file.
    ///
    /// - Parameter step: A debug build takes every `step`-th line. 90 types take turns, 17 times: a step that has no divisor
    ///   in common with 90, such as 7 or 11, meets each of them.
    public static func all(in file: String, inDebugEvery step: Int) throws -> [RandomMessage] {
        let lines = try textLines(Folders.fixtures.appendingPathComponent("vectors/\(file).jsonl.gz"))
        return try Exhaustive.elements(of: Array(lines.enumerated()), inDebugEvery: step).map { index, text in
            try RandomMessage(jsonObject(text), file: file, line: index + 1)
        }
    }

    private init(_ object: [String: Any], file: String, line: Int) throws {
        func bytes(_ key: String) -> [UInt8]? { (object[key] as? String).flatMap { TestSupport.bytes(hex: $0) } }
        guard let type = object["type"] as? String, let input = bytes("hex") else {
            throw Malformed(file: file, line: line)
        }
        self.line = line
        self.type = type
        self.bytes = input
        canonicalBytes = bytes("canonical_hex")
        knownBytes = bytes("known_hex")
        json = object["json"] ?? NSNull()
        isAccepted = object["accepted"] as? Bool ?? true
        kind = object["kind"] as? String ?? ""
    }
}
