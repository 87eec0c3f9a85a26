/// Decodes the header blocks of one direction of a connection, also of one whose beginning is not known.
///
/// Values are bytes, because gRPC's `-bin` headers may hold any. A reference to an entry of the table that was made
/// before the first block gives a field without name and value, instead of ending the connection.
///
/// Source: https://www.rfc-editor.org/rfc/rfc7541
struct HeaderDecoder {
    /// More than any sender's table has; in captures a sender's limit need not be known, see `isWhole`.
    private static let sizeLimit = 1 << 20
    /// How large the fields of a block may be together, counted as the table's entries are. Far more than the 8 to 64 KiB
    /// that gRPC libraries accept; a byte can stand for a field of any size, so that the block's own size is no limit.
    static let listLimit = 1 << 20

    private struct Entry {
        var field: HeaderField
        var size: Int
    }

    /// Newest last.
    private var table: [Entry] = []
    private var first = 0
    private var size = 0
    private var limit: Int
    /// Every block since the start of the connection was seen, so that every valid reference can be resolved.
    private var isWhole: Bool

    /// - Parameter isWhole: `false` when blocks came before the first one that will be decoded. The sender's table may
    ///   then be of any size; keeping more entries than it does changes no reference.
    init(isWhole: Bool) {
        self.isWhole = isWhole
        limit = isWhole ? 4096 : 65_536
    }

    /// Memory that the table takes, in bytes.
    var footprint: Int { size + table.count * 64 }

    /// Blocks were lost: nothing that was in the table has a known place any more.
    mutating func lose() { self = HeaderDecoder(isWhole: false) }

    /// The fields of a block, and whether it could be read to its end. Never fails; a fault loses the table.
    mutating func decode(_ block: ArraySlice<UInt8>) -> (fields: [HeaderField], isSound: Bool) {
        var fields: [HeaderField] = []
        // As many as calls have, as a rule.
        fields.reserveCapacity(16)
        var size = 0
        var rest = block
        while let byte = rest.first {
            guard let field = decodeField(byte, &rest) else {
                lose()
                return (fields, false)
            }
            guard let field = field.value else { continue }
            size += field.size
            if size <= Self.listLimit { fields.append(field) }
        }
        return (fields, size <= Self.listLimit)
    }

    /// What one representation says; `value` is `nil` for a change of the table's size.
    private struct Decoded { var value: HeaderField? }

    private mutating func decodeField(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) -> Decoded? {
        if byte & 0x80 != 0 {
            guard let index = Self.integer(7, &rest), let field = field(index) else { return nil }
            return Decoded(value: field)
        }
        if byte & 0xe0 == 0x20 {
            guard let size = Self.integer(5, &rest), size <= Self.sizeLimit else { return nil }
            limit = size
            evict()
            return Decoded(value: nil)
        }
        let isIndexed = byte & 0x40 != 0
        guard let index = Self.integer(isIndexed ? 6 : 4, &rest) else { return nil }
        var name: String?
        if index == 0 {
            guard let bytes = Self.string(&rest) else { return nil }
            name = String(decoding: bytes, as: UTF8.self)
        } else {
            guard let field = field(index) else { return nil }
            name = field.name
        }
        guard let value = Self.string(&rest) else { return nil }
        let field = HeaderField(name: name, value: value)
        if isIndexed { insert(field) }
        return Decoded(value: field)
    }

    private func field(_ index: Int) -> HeaderField? {
        guard index > 0 else { return nil }
        let fixed = Self.staticTable
        if index <= fixed.count { return fixed[index - 1] }
        let age = index - fixed.count
        if age <= table.count - first { return table[table.count - age].field }
        return isWhole ? nil : HeaderField(name: nil, value: nil)
    }

    private mutating func insert(_ field: HeaderField) {
        table.append(Entry(field: field, size: field.size))
        size += field.size
        evict()
    }

    private mutating func evict() {
        while size > limit, first < table.count {
            size -= table[first].size
            first += 1
        }
        if first > 64, first > table.count / 2 {
            table.removeSubrange(..<first)
            first = 0
        }
    }

    // MARK: Primitives

    private static func integer(_ prefix: Int, _ rest: inout ArraySlice<UInt8>) -> Int? {
        guard let first = rest.popFirst() else { return nil }
        let most = (1 << prefix) - 1
        var value = Int(first) & most
        guard value == most else { return value }
        var shift = 0
        while let byte = rest.popFirst() {
            guard shift <= 28 else { return nil }
            value += Int(byte & 0x7f) << shift
            guard byte & 0x80 != 0 else { return value }
            shift += 7
        }
        return nil
    }

    private static func string(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard let first = rest.first, let length = integer(7, &rest), length <= rest.count else { return nil }
        let bytes = rest.prefix(length)
        rest = rest.dropFirst(length)
        return first & 0x80 != 0 ? HuffmanCode.decode(bytes) : Array(bytes)
    }

    /// Source: RFC 7541, appendix A.
    private static let staticTable: [HeaderField] = [
        (":authority", ""), (":method", "GET"), (":method", "POST"), (":path", "/"), (":path", "/index.html"),
        (":scheme", "http"), (":scheme", "https"), (":status", "200"), (":status", "204"), (":status", "206"),
        (":status", "304"), (":status", "400"), (":status", "404"), (":status", "500"), ("accept-charset", ""),
        ("accept-encoding", "gzip, deflate"), ("accept-language", ""), ("accept-ranges", ""), ("accept", ""),
        ("access-control-allow-origin", ""), ("age", ""), ("allow", ""), ("authorization", ""),
        ("cache-control", ""), ("content-disposition", ""), ("content-encoding", ""), ("content-language", ""),
        ("content-length", ""), ("content-location", ""), ("content-range", ""), ("content-type", ""),
        ("cookie", ""), ("date", ""), ("etag", ""), ("expect", ""), ("expires", ""), ("from", ""), ("host", ""),
        ("if-match", ""), ("if-modified-since", ""), ("if-none-match", ""), ("if-range", ""),
        ("if-unmodified-since", ""), ("last-modified", ""), ("link", ""), ("location", ""), ("max-forwards", ""),
        ("proxy-authenticate", ""), ("proxy-authorization", ""), ("range", ""), ("referer", ""), ("refresh", ""),
        ("retry-after", ""), ("server", ""), ("set-cookie", ""), ("strict-transport-security", ""),
        ("transfer-encoding", ""), ("user-agent", ""), ("vary", ""), ("via", ""), ("www-authenticate", ""),
    ].map { HeaderField(name: $0.0, value: Array($0.1.utf8)) }
}
