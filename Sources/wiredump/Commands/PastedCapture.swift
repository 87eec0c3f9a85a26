import WireCapture
import WireInspect

/// Recognizes a capture that was pasted as text: base64, hexadecimal digits or a dump.
enum PastedCapture {
    /// The least number of bytes that such a text has.
    private static let leastLength = 48

    /// Whether an input begins like such a text. `start` may end within a line, or within a byte.
    static func begins(_ start: [UInt8]) -> Bool {
        guard start.count >= leastLength, start.prefix(leastLength).allSatisfy({ $0 < 0x7F }),
            CaptureForm(recognizing: start) == nil
        else { return false }
        let lines = start.lastIndex(of: 0x0A).map { start[..<$0] } ?? start.prefix(start.count / 4 * 4)
        return bytes(of: start) != nil || bytes(of: Array(lines)) != nil
    }

    /// The bytes of the capture; `nil` for any other text.
    static func bytes(of text: [UInt8]) -> [UInt8]? {
        PastedText.bytes(of: text) { CaptureForm(recognizing: $0) != nil }
    }
}
