internal import ByteText

/// Finds tokens, which a page never shows: whoever holds one can act for someone else.
enum SecretText {
    private static let start = Array("eyJ".utf8)
    /// The bytes of the shortest part of a token: fewer cannot hold an object with an algorithm.
    private static let shortestPart = 8
    private static let replacement = Array("(token left out)".utf8)

    /// `bytes` without the tokens in them: JSON Web Tokens, which are three parts of base64url with points between, of
    /// which the first begins with `{"`. Linear.
    ///
    /// Source: https://datatracker.ietf.org/doc/html/rfc7519
    static func withoutTokens(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var (index, copied) = (0, 0)
        while let token = bytes.firstIndex(of: start, from: index) {
            index = partEnd(bytes, token)
            guard let end = tokenEnd(bytes, token, firstPart: index) else { continue }
            result += bytes[copied..<token] + replacement
            (index, copied) = (end, end)
        }
        return copied == 0 ? bytes : result + bytes[copied...]
    }

    private static func tokenEnd(_ bytes: [UInt8], _ index: Int, firstPart: Int) -> Int? {
        guard firstPart - index >= shortestPart else { return nil }
        var end = firstPart
        for _ in 0..<2 {
            guard end < bytes.count, bytes[end] == UInt8(ascii: ".") else { return nil }
            let next = partEnd(bytes, end + 1)
            guard next - end > shortestPart else { return nil }
            end = next
        }
        return end
    }

    private static func partEnd(_ bytes: [UInt8], _ from: Int) -> Int {
        var index = from
        while index < bytes.count, isPart(bytes[index]) { index += 1 }
        return index
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
