import GRPCWire
import HTTPWire

/// Decodes the `content-encoding` of a whole body, which arrives in pieces.
///
/// Source: https://www.rfc-editor.org/rfc/rfc9110#section-8.4
final class ContentDecoder {
    /// The first bytes of bodies that are not encoded, or not any more, as in most HAR files: the flag byte of a frame, as
    /// it is and in base64. No encoding begins so.
    private static let plainStarts: [UInt8] = [0x00, 0x01, 0x80, 0x81, UInt8(ascii: "A"), UInt8(ascii: "g")]

    /// The encoding that the headers name.
    private let announced: MessageEncoding
    private var inflater: StreamInflater?
    /// The first byte, while it is the only one.
    private var opening: [UInt8] = []
    private var isPlain = false
    private var position = 0

    /// - Returns: `nil` when the headers name no encoding.
    init?(_ headers: HeaderBlock?) {
        guard let announced = headers?.encoding(.contentEncoding), !["", "identity"].contains(announced.rawValue) else {
            return nil
        }
        self.announced = announced
    }

    /// The encoding that the body turned out to have; `nil` while that is not known, and for none.
    var encoding: MessageEncoding? { inflater?.encoding }

    /// Whether the body may end here.
    var isComplete: Bool { inflater?.isComplete ?? opening.isEmpty }

    /// Hands out the contents of the next bytes of the body, until `body` returns `false`.
    ///
    /// - Throws: A ``FramingError`` with an offset into the body as sent, after the contents before the damage.
    func append(_ bytes: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) -> Bool) throws(FramingError) {
        let input = opening.isEmpty ? bytes : (opening + bytes)[...]
        if !isPlain { guard try begin(input) else { return } }
        if isPlain {
            _ = body(input)
            return
        }
        defer { position += input.count }
        do throws(FramingError) {
            try inflater?.read(input.span) { body($0[...]) }
        } catch {
            var error = error
            error.offset += position
            throw error
        }
    }

    /// Finds out by the first bytes how the body is encoded. Returns `false` while there are too few.
    private func begin(_ input: ArraySlice<UInt8>) throws(FramingError) -> Bool {
        guard inflater == nil, let first = input.first else { return true }
        isPlain = Self.plainStarts.contains(first)
        guard !isPlain else { return true }
        opening = input.count < 2 ? Array(input) : []
        guard opening.isEmpty else { return false }
        inflater = try StreamInflater(MessageEncoding(detecting: input.span) ?? announced, inspecting: input.span)
        return true
    }
}
