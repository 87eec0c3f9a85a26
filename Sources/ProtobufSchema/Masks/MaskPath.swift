/// The two spellings of a field path.
enum MaskPath {
    /// `trip_status.eta` to `tripStatus.eta`; `nil` when the way back would lead elsewhere: upper-case letters, or a `_`
    /// without a lower-case letter behind it.
    ///
    /// Source: https://protobuf.dev/programming-guides/json/#field-masks
    static func camelCase(_ path: String) -> String? {
        var result = String.UnicodeScalarView()
        var isAfterUnderscore = false
        for scalar in path.unicodeScalars {
            if scalar.properties.isUppercase { return nil }
            if isAfterUnderscore {
                guard scalar.properties.isLowercase else { return nil }
                result.append(contentsOf: scalar.properties.uppercaseMapping.unicodeScalars)
                isAfterUnderscore = false
            } else if scalar == "_" {
                isAfterUnderscore = true
            } else {
                result.append(scalar)
            }
        }
        return isAfterUnderscore ? nil : String(result)
    }

    /// `tripStatus.eta` to `trip_status.eta`: a `_` before each upper-case letter, which becomes lower-case.
    static func snakeCase(_ path: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in path.unicodeScalars {
            if scalar.properties.isUppercase {
                result.append("_")
                result.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}
