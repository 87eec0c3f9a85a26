import Foundation
import ProtobufSchema
import TestSupport

/// One line of the random messages.
struct Vector {
    struct Malformed: Error {
        let number: Int
    }

    let number: Int
    let message: MessageDescriptor
    let bytes: [UInt8]
    let canonicalBytes: [UInt8]?
    /// The canonical bytes without unknown fields, where there are such.
    let knownBytes: [UInt8]?
    let json: Any
    let isAccepted: Bool
    let kind: String

    /// Every line of a file.
    static func all(_ name: String) throws -> [Vector] {
        let schema = try ProtoFolder.schema.get()
        return try vectors(name).enumerated().map {
            try Vector($1, number: $0 + 1, schema)
        }
    }

    private init(_ object: [String: Any], number: Int, _ schema: Schema) throws {
        guard let message = schema.message(named: object["type"] as? String ?? ""),
            let bytes = TestSupport.bytes(hex: object["hex"] as? String ?? "?")
        else { throw Malformed(number: number) }
        self.number = number
        self.message = message
        self.bytes = bytes
        canonicalBytes = (object["canonical_hex"] as? String).flatMap { TestSupport.bytes(hex: $0) }
        knownBytes = (object["known_hex"] as? String).flatMap { TestSupport.bytes(hex: $0) }
        json = object["json"] ?? NSNull()
        isAccepted = object["accepted"] as? Bool ?? true
        kind = object["kind"] as? String ?? ""
    }
}
