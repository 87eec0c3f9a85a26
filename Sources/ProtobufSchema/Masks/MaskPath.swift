/// The two spellings of a field path.
enum MaskPath {
    /// `trip_status.eta` to `tripStatus.eta`; `nil` when the way back would give another path: upper-case letters, or a `_`
    /// without a lower-case letter behind it.
    ///
    /// Source: https://protobuf.dev/programming-guides/json/#field-masks
    static func camelCase(_ path: String) -> String? {
        var result: [UInt8] = []
        var isAfterUnderscore = false
        for scalar in path.unicodeScalars {
            if isUppercase(scalar) { return nil }
            if isAfterUnderscore, ("a"..."z").contains(scalar) {
                result.append(UInt8(truncatingIfNeeded: scalar.value) - 0x20)
                isAfterUnderscore = false
            } else if isAfterUnderscore {
                let letter = scalar.properties.uppercaseMapping
                // Some letters have no upper-case form, or share one with another letter.
                guard scalar.properties.isLowercase, snakeCase(letter) == "_\(scalar)" else { return nil }
                result += letter.utf8
                isAfterUnderscore = false
            } else if scalar == "_" {
                isAfterUnderscore = true
            } else {
                append(scalar, to: &result)
            }
        }
        return isAfterUnderscore ? nil : String(decoding: result, as: UTF8.self)
    }

    /// Appends the ``camelCase(_:)`` form of a path in `bytes`.
    ///
    /// - Returns: False for a path without such a form, or with other characters than the names of fields and the dots
    ///   between them; a part of the path may have been written then.
    static func append(camelCase bytes: Span<UInt8>, _ path: Range<Int>, to text: inout [UInt8]) -> Bool {
        var isAfterUnderscore = false
        for index in path {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"):
                text.append(isAfterUnderscore ? byte - 0x20 : byte)
                isAfterUnderscore = false
            case UInt8(ascii: "_") where !isAfterUnderscore:
                isAfterUnderscore = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
                guard !isAfterUnderscore else { return false }
                text.append(byte)
            default: return false
            }
        }
        return !isAfterUnderscore
    }

    /// `tripStatus.eta` to `trip_status.eta`: a `_` before each upper-case letter, which becomes lower-case.
    static func snakeCase(_ path: String) -> String {
        var result: [UInt8] = []
        for scalar in path.unicodeScalars {
            if isUppercase(scalar) {
                result.append(UInt8(ascii: "_"))
                result += scalar.properties.lowercaseMapping.utf8
            } else {
                append(scalar, to: &result)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Nearly all characters of paths are ASCII, which needs no look into Unicode's tables.
    private static func isUppercase(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? ("A"..."Z").contains(scalar) : scalar.properties.isUppercase
    }

    private static func append(_ scalar: Unicode.Scalar, to text: inout [UInt8]) {
        if scalar.isASCII {
            text.append(UInt8(truncatingIfNeeded: scalar.value))
        } else {
            text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        }
    }
}
