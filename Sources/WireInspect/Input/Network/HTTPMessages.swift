internal import ByteText
internal import ConsoleText

/// Messages of HTTP/1.1 one behind the other, as a followed stream holds them in both directions; mostly one.
///
/// Source: https://datatracker.ietf.org/doc/html/rfc9112#section-6
struct HTTPMessages {
    struct Body {
        var content = JoinedBytes()
        /// Chunks that it was sent in.
        var chunks: Int?
    }

    /// Those that are not empty.
    private(set) var bodies: [Body] = []
    /// Messages, those without a body too.
    private(set) var count = 0
    /// What is wrong with chunks.
    private(set) var damage: [InputDamage] = []

    static let layer = "HTTP messages"
    /// The longest line with the length of a chunk.
    private static let lineLimit = 1024

    /// - Returns: `nil` where no head is, and where nothing follows it.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard var head = HTTPHead(bytes), head.bodyStart < bytes.endIndex else { return nil }
        let first = bytes.startIndex
        while true {
            count += 1
            let rest = bytes[head.bodyStart...]
            // A response to HEAD says how long the body would be; others have none.
            if let next = HTTPHead(rest) {
                head = next
                continue
            }
            var body = Body()
            var end = rest.endIndex
            if head.isChunked, let next = takeChunks(rest, first, &body) {
                end = next
                if end < rest.endIndex, HTTPHead(bytes[end...]) == nil { damage.append(Self.surplus(at: end - first)) }
            } else {
                // Tools that take a body apart print the head as it was: then the length is another, and there are no chunks.
                if let length = head.bodyLength, length < rest.count, HTTPHead(rest.dropFirst(length)) != nil {
                    end = rest.startIndex + length
                }
                body.content.append(rest[..<end], at: rest.startIndex - first)
            }
            if !body.content.bytes.isEmpty { bodies.append(body) }
            guard let next = HTTPHead(bytes[end...]) else { return }
            head = next
        }
    }

    /// Takes a body in chunks, or as much as there is of it.
    ///
    /// - Parameter first: Where offsets are counted from.
    /// - Returns: Where it ends; `nil` when it does not begin with the length of a chunk.
    private mutating func takeChunks(_ bytes: ArraySlice<UInt8>, _ first: Int, _ body: inout Body) -> Int? {
        var index = bytes.startIndex
        var chunks = 0
        while true {
            let rest = bytes[index...]
            let line = rest.prefix(Self.lineLimit).prefix { $0 != 0x0A }
            let digits = line.prefix { $0.hexValue != nil }
            let size = UInt32(hexadecimal: digits)
            let mark = line[digits.endIndex...].first
            let isSize = size != nil && (mark == nil || mark == 0x0D || mark == 0x20 || mark == UInt8(ascii: ";"))
            guard line.endIndex < rest.endIndex, let size, isSize else {
                guard chunks > 0 else { return nil }
                let isCut = line.endIndex == rest.endIndex && (rest.isEmpty || isSize)
                damage.append(isCut ? Self.cut(at: bytes.endIndex - first) : Self.invalid(at: index - first))
                index = bytes.endIndex
                break
            }
            index = line.endIndex + 1
            if size == 0 {
                index = Self.trailersEnd(bytes[index...])
                break
            }
            chunks += 1
            let data = bytes[index...].prefix(Int(clamping: size))
            body.content.append(data, at: index - first)
            index = data.endIndex
            // Lines that a tool has given other ends have the same everywhere.
            if line.last != 0x0D, bytes[index...].first == 0x0A {
                index += 1
            } else if bytes[index...].hasPrefix("\r\n") {
                index += 2
            } else {
                let isCut = bytes.endIndex - index < 2 && (index == bytes.endIndex || bytes[index] == 0x0D)
                damage.append(isCut ? Self.cut(at: bytes.endIndex - first) : Self.invalid(at: index - first))
                index = bytes.endIndex
                break
            }
        }
        body.chunks = chunks
        return index
    }

    /// Where the lines end that may follow the last chunk.
    private static func trailersEnd(_ bytes: ArraySlice<UInt8>) -> Int {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let line = bytes[index...].prefix { $0 != 0x0A }
            let isEmpty = line.allSatisfy { $0 == 0x0D }
            guard isEmpty || line.contains(UInt8(ascii: ":")) else { break }
            index = min(line.endIndex + 1, bytes.endIndex)
            if isEmpty { break }
        }
        return index
    }

    // MARK: Damage

    private static func cut(at offset: Int) -> InputDamage {
        InputDamage(
            "truncated_chunks", offset: offset, layer: layer,
            "the body is sent in chunks, and the last one is not there; the capture was cut")
    }

    private static func invalid(at offset: Int) -> InputDamage {
        InputDamage(
            "invalid_chunk", offset: offset, layer: layer,
            "the length of a chunk is due here, and something else stands there; the rest of the body was not read, as bytes "
                + "are missing before, or were changed when it was copied")
    }

    private static func surplus(at offset: Int) -> InputDamage {
        InputDamage(
            "bytes_behind_chunks", offset: offset, layer: layer,
            "the last chunk ends before, and what follows was not read")
    }
}
