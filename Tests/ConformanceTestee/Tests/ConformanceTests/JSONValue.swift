import Foundation
import ProtobufSchema

/// A parsed JSON value, for comparing. Strings and names are equal only if their bytes are.
enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string([UInt8])
    case array([JSONValue])
    case object([[UInt8]: JSONValue])

    /// The value with the numbers of members with these names, at any depth, rounded to 32 bits: runtimes print a
    /// `float` with different numbers of digits.
    func rounding(_ floats: Set<[UInt8]>, isFloat: Bool = false) -> Self {
        switch self {
        case .number(let number) where isFloat: .number(Double(Float(number)))
        case .array(let elements): .array(elements.map { $0.rounding(floats, isFloat: isFloat) })
        case .object(let members):
            .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { name, value in
                        (name, value.rounding(floats, isFloat: isFloat || floats.contains(name)))
                    }))
        default: self
        }
    }
}

extension JSONValue: Decodable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: Name.self) {
            self = .object(
                Dictionary(
                    uniqueKeysWithValues: try members.allKeys.map {
                        (Array($0.stringValue.utf8), try members.decode(JSONValue.self, forKey: $0))
                    }))
            return
        }
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let string = try? value.decode(String.self) {
            self = .string(Array(string.utf8))
        } else {
            self = .array(try value.decode([JSONValue].self))
        }
    }
}

extension MessageDescriptor {
    /// The JSON names of the fields whose numbers are of type `float`: also in lists, maps and wrappers.
    var floatNames: Set<[UInt8]> {
        func isFloat(_ field: FieldDescriptor) -> Bool {
            let value = field.mapEntry?.value ?? field
            return value.kind == .float || value.message?.fullName == "google.protobuf.FloatValue"
        }
        return Set(fields.filter(isFloat).map { Array($0.jsonName.utf8) })
    }
}
