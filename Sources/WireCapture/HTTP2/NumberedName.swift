/// The name of a header as a number. Those of gRPC have the same everywhere.
struct NumberedName: Hashable {
    let number: UInt8

    /// - Parameter number: Less than 256; as few names are told apart.
    init(_ number: Int) { self.number = UInt8(truncatingIfNeeded: number) }

    private static let method = NumberedName(0)
    private static let scheme = NumberedName(1)
    private static let path = NumberedName(2)
    private static let authority = NumberedName(3)
    private static let status = NumberedName(4)
    private static let contentType = NumberedName(5)
    private static let grpcStatus = NumberedName(6)

    /// Those of gRPC, in whose order senders do not waver.
    private static let usual = [
        ":method", ":scheme", ":path", ":authority", ":status", "content-type", "grpc-status", "grpc-message",
        "grpc-encoding", "grpc-accept-encoding", "accept-encoding", "grpc-timeout", "te", "user-agent",
    ].map { Array($0.utf8) }

    private static let usualLengths = usual.map(\.count)

    /// How many there are.
    static var usualCount: Int { usualLengths.count }

    /// One of gRPC's names; `nil` for others.
    init?(usual name: Span<UInt8>) {
        let lengths = Self.usualLengths
        for index in lengths.indices where lengths[index] == name.count {
            let usual = Self.usual[index]
            guard usual.span.holdsSame(as: name) else { continue }
            self.init(index)
            return
        }
        return nil
    }

    var isUsual: Bool { number < Self.usualCount }
    private var isPseudo: Bool { number <= Self.status.number }

    /// Whether fields can be a header block of gRPC.
    ///
    /// - Parameter fields: The names; `nil` for those that may be anything.
    static func areBlock(_ fields: [NumberedName?]) -> Bool {
        // Of fewer than 256 names, those that were there.
        var seen = SIMD4<UInt64>()
        // Fields that may be anything, and those of them that may be pseudo-headers, which come first.
        var (unknown, unknownFirst) = (0, 0)
        var isBehindPseudo = false
        for name in fields {
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
        func missing(_ names: NumberedName...) -> Int { names.count { seen[0] >> UInt64($0.number) & 1 == 0 } }
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

    /// Whether fields come in no other order than in a block of before.
    static func areInOrder(_ fields: [NumberedName?], _ order: [NumberedName]) -> Bool {
        var place = 0
        for case let name? in fields where name.isUsual {
            guard let next = order.firstIndex(of: name) else { continue }
            guard next >= place else { return false }
            place = next
        }
        return true
    }
}
