internal import ByteText

/// The two spellings of a field path.
enum MaskPath {
    /// Appends `tripStatus.eta` for `trip_status.eta`.
    ///
    /// Source: https://protobuf.dev/programming-guides/json/#field-masks
    /// - Returns: False when the way back would give another path: for upper-case letters, and for a `_` without a
    ///   lower-case letter behind it. A part of the path may have been written then.
    static func append(camelCase path: Span<UInt8>, to text: inout [UInt8]) -> Bool {
        var isAfterUnderscore = false
        for index in path.indices {
            let byte = path[index]
            let isLowercase = byte.uppercased != byte
            if byte.lowercased != byte || isAfterUnderscore && !isLowercase { return false }
            if byte == UInt8(ascii: "_") {
                isAfterUnderscore = true
            } else {
                text.append(isAfterUnderscore ? byte.uppercased : byte)
                isAfterUnderscore = false
            }
        }
        return !isAfterUnderscore
    }

    /// `tripStatus.eta` to `trip_status.eta`: a `_` before each upper-case letter, which becomes lower-case.
    static func snakeCase(_ path: some Sequence<UInt8>) -> [UInt8] {
        path.flatMap { $0.lowercased == $0 ? [$0] : [UInt8(ascii: "_"), $0.lowercased] }
    }

    static func snakeCase(_ path: String) -> String { String(decoding: snakeCase(path.utf8), as: UTF8.self) }
}
