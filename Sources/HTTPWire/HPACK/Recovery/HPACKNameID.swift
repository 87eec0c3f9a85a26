import ByteText

/// A header name as a small number. gRPC's names have the same numbers everywhere.
struct HPACKNameID: Hashable {
    let number: UInt8

    private init(_ number: Int) { self.number = UInt8(truncatingIfNeeded: number) }

    /// A name that is none of gRPC's.
    ///
    /// - Parameter index: Counts the other names, from 0; as many as there are numbers are told apart.
    init(other index: Int) { self.init(Self.grpcNames.count + index) }

    /// One of gRPC's names; `nil` for other names.
    init?(ofGRPC name: Span<UInt8>) {
        guard let index = Self.grpcNames.firstIndex(where: { $0.span.hasSameBytes(as: name) }) else { return nil }
        self.init(index)
    }

    /// The numbers of the names that tell what a block is: the first of ``grpcNames``.
    private enum Known: UInt8 { case method, scheme, path, authority, status, contentType, grpcStatus }

    /// gRPC's names, which every sender puts in the same order in each of its blocks.
    private static let grpcNames = [
        ":method", ":scheme", ":path", ":authority", ":status", "content-type", "grpc-status", "grpc-message",
        "grpc-encoding", "grpc-accept-encoding", "accept-encoding", "grpc-timeout", "te", "user-agent",
    ].map { Array($0.utf8) }

    var isOfGRPC: Bool { number < Self.grpcNames.count }
    private var isPseudo: Bool { number <= Known.status.rawValue }

    /// Whether headers can be a block of gRPC: a request, a response, or trailers.
    ///
    /// - Parameter headers: The names; `nil` for headers that may have any.
    static func canBeBlock(_ headers: [HPACKNameID?]) -> Bool {
        // The names that were there: of fewer than 256.
        var seen = SIMD4<UInt64>()
        // Headers that may have any name, and those among them that may be pseudo-headers, which come first.
        var (unknown, unknownFirst) = (0, 0)
        var isBehindPseudo = false
        for name in headers {
            guard let name else {
                unknown += 1
                if !isBehindPseudo { unknownFirst += 1 }
                continue
            }
            let bit: UInt64 = 1 << UInt64(name.number & 63)
            guard seen[Int(name.number >> 6)] & bit == 0 else { return false }
            seen[Int(name.number >> 6)] |= bit
            guard !name.isPseudo || !isBehindPseudo else { return false }
            isBehindPseudo = !name.isPseudo
        }
        func missing(_ names: Known...) -> Int { names.count { seen[0] >> UInt64($0.rawValue) & 1 == 0 } }
        let isRequest = missing(.method, .scheme, .path, .authority) < 4
        if isRequest {
            let pseudo = missing(.method, .scheme, .path)
            return pseudo <= unknownFirst && pseudo + missing(.contentType) <= unknown
                && missing(.status, .grpcStatus) == 2
        }
        if missing(.status) == 0 { return missing(.contentType) <= unknown }
        // Trailers, unless the status is among those that are not known.
        return unknownFirst > 0 || missing(.grpcStatus) <= unknown && missing(.contentType) == 1
    }

    /// Whether headers come in the order of an earlier block.
    static func areInOrder(_ headers: [HPACKNameID?], _ order: [HPACKNameID]) -> Bool {
        var place = 0
        for case let name? in headers where name.isOfGRPC {
            guard let next = order.firstIndex(of: name) else { continue }
            guard next >= place else { return false }
            place = next
        }
        return true
    }
}
