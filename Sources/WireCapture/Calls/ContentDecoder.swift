import GRPCWire

/// Takes off what HTTP has put around a whole body, in pieces of any size: its `content-encoding`.
///
/// Source: https://www.rfc-editor.org/rfc/rfc9110#section-8.4
final class ContentDecoder {
    /// Bytes that are handed out at a time, so that memory does not depend on how well the body is compressed.
    private static let pieceLength = 64 << 10
    /// What a body begins with that is not encoded, or not any more, as in most HAR files: the flag byte of a frame, as
    /// it is and in base64. No encoding begins so.
    private static let plainStarts: [UInt8] = [0x00, 0x01, 0x80, 0x81, UInt8(ascii: "A"), UInt8(ascii: "g")]

    private let name: String
    private var inflater: StreamInflater?
    /// The first byte, while it is the only one.
    private var opening: [UInt8] = []
    private var isPlain = false
    private var position = 0

    /// - Returns: `nil` when the headers name no encoding.
    init?(_ headers: HeaderBlock?) {
        guard let value = headers?.value(.contentEncoding) else { return nil }
        let name = String(decoding: value, as: UTF8.self).lowercased()
        guard !name.isEmpty, name != "identity" else { return nil }
        self.name = name == "x-gzip" ? "gzip" : name
    }

    /// What the body turned out to be encoded with; `nil` while that is not known, and for nothing.
    var encoding: MessageEncoding? { inflater?.encoding }

    /// Whether the body may end here.
    var isComplete: Bool { inflater?.isComplete ?? opening.isEmpty }

    /// Hands out what the next bytes of the body contain, until `body` returns `false`.
    ///
    /// - Throws: A ``FramingError`` with an offset into the body as sent, after what stands before the damage.
    func append(_ bytes: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) -> Bool) throws(FramingError) {
        if isPlain {
            _ = body(bytes)
            return
        }
        let input = opening + bytes
        guard try begin(input) else { return }
        if isPlain {
            _ = body(input[...])
            return
        }
        let slice = input[...]
        var used = 0
        var piece: [UInt8] = []
        defer { position += input.count }
        do throws(FramingError) {
            repeat {
                piece.removeAll(keepingCapacity: true)
                try inflater?.read(slice.span, from: &used, room: Self.pieceLength, to: &piece)
            } while body(piece[...]) && piece.count == Self.pieceLength
        } catch {
            _ = body(piece[...])
            var error = error
            error.offset += position
            throw error
        }
    }

    /// Finds out what the body is by its first bytes. Returns `false` while there are too few.
    private func begin(_ input: [UInt8]) throws(FramingError) -> Bool {
        guard inflater == nil, let first = input.first else { return true }
        isPlain = Self.plainStarts.contains(first)
        guard !isPlain else { return true }
        opening = input.count < 2 ? input : []
        guard opening.isEmpty else { return false }
        let slice = input[...]
        let encoding = MessageEncoding(detecting: slice.span) ?? MessageEncoding(rawValue: name)
        inflater = try StreamInflater(encoding, inspecting: slice.span)
        return true
    }
}
