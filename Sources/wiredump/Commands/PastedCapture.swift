import WireCapture
import WireInspect

/// A capture whose bytes were pasted as text: base64, digits, a dump.
enum PastedCapture {
    /// What text needs at least to be one.
    private static let leastLength = 48

    /// Whether the beginning of an input is that of such a text. It need not end with a whole line, or a whole byte.
    static func begins(_ start: [UInt8]) -> Bool {
        guard start.count >= leastLength, start.prefix(leastLength).allSatisfy({ $0 < 0x7F }),
            CaptureForm(recognizing: start) == nil
        else { return false }
        let lines = start.lastIndex(of: 0x0A).map { start[..<$0] } ?? start.prefix(start.count / 4 * 4)
        return bytes(of: start) != nil || bytes(of: Array(lines)) != nil
    }

    /// The bytes of the file; `nil` for any other text.
    static func bytes(of text: [UInt8]) -> [UInt8]? {
        PastedText.bytes(of: text) { CaptureForm(recognizing: $0) != nil }
    }
}
