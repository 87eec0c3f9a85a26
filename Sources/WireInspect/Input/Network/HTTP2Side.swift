/// The side of a connection that sends requests, or the one that answers them.
enum HTTP2Side {
    case client, server

    var other: HTTP2Side { self == .client ? .server : .client }

    /// Who sent a block of headers, as far as its names tell without a table of those before: a request has a method and
    /// more, a response a status.
    ///
    /// Sources: https://datatracker.ietf.org/doc/html/rfc9113#section-8.3,
    /// https://datatracker.ietf.org/doc/html/rfc7541#section-6 and appendix A
    init?(of block: ArraySlice<UInt8>) {
        var rest = block
        while let first = rest.first {
            let index: Int?
            if first & 0x80 != 0 {
                index = Self.integer(&rest, bits: 7)
            } else if first & 0xE0 == 0x20 {
                // Another size of the table.
                guard Self.integer(&rest, bits: 5) != nil else { return nil }
                continue
            } else {
                index = Self.integer(&rest, bits: first & 0x40 != 0 ? 6 : 4)
                if index == 0 {
                    guard let text = Self.string(&rest) else { return nil }
                    if let side = Self.named(text) {
                        self = side
                        return
                    }
                }
                guard Self.string(&rest) != nil else { return nil }
            }
            // Where the names stand in the table that is always the same.
            guard let index else { return nil }
            if (1...14).contains(index) {
                self = index < 8 ? .client : .server
                return
            }
        }
        return nil
    }

    /// The side that sends a field of that name.
    private static func named(_ name: ArraySlice<UInt8>) -> HTTP2Side? {
        if name.elementsEqual(":status".utf8) { return .server }
        let requests: [StaticString] = [":method", ":scheme", ":path", ":authority"]
        return requests.contains { name.count == $0.utf8CodeUnitCount && name.hasPrefix($0) } ? .client : nil
    }

    /// A number that begins with some bits of a byte; `nil` where it is cut, or larger than any that is sent.
    private static func integer(_ bytes: inout ArraySlice<UInt8>, bits: Int) -> Int? {
        guard let first = bytes.popFirst() else { return nil }
        let most = 1 << bits - 1
        var value = Int(first) & most
        guard value == most else { return value }
        for shift in stride(from: 0, to: 28, by: 7) {
            guard let byte = bytes.popFirst() else { return nil }
            value += Int(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }

    /// A string as it is sent, which may be in Huffman code; `nil` where it is cut.
    private static func string(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let length = integer(&bytes, bits: 7), length <= bytes.count else { return nil }
        defer { bytes = bytes.dropFirst(length) }
        return bytes.prefix(length)
    }
}
