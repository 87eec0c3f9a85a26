internal import ProtobufWire

extension Testee {
    /// Why the stream of requests cannot be followed any longer.
    public enum StreamError: Error, Hashable, Sendable {
        /// It ends inside a length or a request.
        case truncated
        /// A request of this many bytes: more than any message may have.
        case tooLong(UInt32)
    }

    /// The largest request: no official runtime reads a message with more bytes than this
    /// (https://protobuf.dev/programming-guides/proto-limits/).
    static let longestRequest = UInt32(Int32.max)
    /// Memory is taken in pieces of this many bytes, as they arrive, whatever length was announced.
    static let pieceSize = 1 << 16

    /// Answers requests until the stream ends. Each request and each answer has its length in front, in four bytes, least
    /// significant first.
    ///
    /// - Parameters:
    ///   - read: gives the next bytes, at most as many as asked for; none only at the end of the stream.
    ///   - write: takes one whole answer, its length included.
    /// - Throws: ``StreamError`` and what `read` and `write` throw.
    public func serve(read: (Int) throws -> [UInt8], write: ([UInt8]) throws -> Void) throws {
        while true {
            let prefix = try Self.bytes(4, read)
            if prefix.isEmpty { return }
            guard prefix.count == 4 else { throw StreamError.truncated }
            let length = prefix.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            guard length <= Self.longestRequest else { throw StreamError.tooLong(length) }
            let request = try Self.bytes(Int(length), read)
            guard request.count == Int(length) else { throw StreamError.truncated }
            let answer = answer(request).encoded()
            let count = UInt32(truncatingIfNeeded: answer.count)
            try write((0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } + answer)
        }
    }

    private func answer(_ bytes: [UInt8]) -> ConformanceResponse {
        do throws(WireError) {
            return answer(try ConformanceRequest(decoding: bytes))
        } catch {
            return ConformanceResponse(.runtimeError("not a ConformanceRequest: \(error)"))
        }
    }

    /// The next `count` bytes, fewer only at the end of the stream.
    private static func bytes(_ count: Int, _ read: (Int) throws -> [UInt8]) rethrows -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let piece = try read(min(count - bytes.count, pieceSize))
            if piece.isEmpty { break }
            bytes += piece
        }
        return bytes
    }
}
