import GRPCWire

/// Decodes the header blocks of one direction of a connection, also of one whose beginning is not known.
///
/// Values are bytes, because gRPC's `-bin` headers may hold any. A reference to an entry of the table that was made
/// before the first block, or in one that was lost, gives a field without name and value, instead of ending the
/// connection. What came before a loss is found again, see ``HeaderLoss``.
///
/// Source: https://www.rfc-editor.org/rfc/rfc7541
struct HeaderDecoder {
    /// More than any sender's table has; in captures a sender's limit need not be known, see `isWhole`.
    private static let sizeLimit = 1 << 20
    /// How large the fields of a block may be together, counted as the table's entries are. Far more than the 8 to 64 KiB
    /// that gRPC libraries accept; a byte can stand for a field of any size, so that the block's own size is no limit.
    static let listLimit = 1 << 20
    /// How many bytes of fields a byte of a connection's blocks stands for, at most and on the average: a table of the
    /// usual size.
    static let expansionLimit = 4096

    /// How large a table is until its sender says otherwise; and that of a sender who may have done so before. Keeping
    /// more entries than it does changes no reference.
    private static let (usualLimit, unknownLimit) = (4096, 65_536)

    private typealias Place = HeaderBlock.Place

    private let fixed = HeaderDecoder.staticTable
    private var table: HeaderTable
    private var repeated = RepeatedBlocks()
    /// Every block since the start of the connection was seen, so that every valid reference can be resolved.
    private var isWhole: Bool
    /// Once blocks were lost.
    private var loss: HeaderLoss?
    private var orders = HeaderOrders()
    /// Whether a field of the block that is read was in the table before blocks were lost.
    private var isPresumed = false
    private let workspace: Workspace
    /// The fields of the block that is read, in the memory of the workspace.
    private var bytes: [UInt8] = []
    private var places: [Place] = []
    /// How many bytes of fields the blocks up to this one may still stand for.
    private var allowance = 0
    /// How many bytes the fields of the block that is read may have.
    private var room = 0

    /// Memory for the fields of the block that is read, one at a time: thousands of connections may share it.
    final class Workspace {
        private var bytes: [UInt8] = []
        private var places: [Place] = []

        /// Puts its memory in place of a decoder's, or takes it back.
        fileprivate func exchange(_ bytes: inout [UInt8], _ places: inout [HeaderBlock.Place]) {
            swap(&self.bytes, &bytes)
            swap(&self.places, &places)
        }
    }

    /// - Parameter isWhole: `false` when blocks came before the first one that will be decoded.
    init(isWhole: Bool, _ workspace: Workspace = Workspace()) {
        self.isWhole = isWhole
        self.workspace = workspace
        table = HeaderTable(limit: isWhole ? Self.usualLimit : Self.unknownLimit)
    }

    /// Memory that the table takes, in bytes.
    var footprint: Int { table.footprint + repeated.footprint + (loss?.footprint ?? 0) }

    /// Blocks were lost: of what was in the table, nothing has a known place any more.
    mutating func lose() {
        let loss = loss ?? HeaderLoss()
        loss.add(table, isWhole: isWhole)
        self.loss = loss
        isWhole = false
        table = HeaderTable(limit: Self.unknownLimit)
        repeated = RepeatedBlocks()
    }

    /// Gives up the table, to save memory.
    mutating func forget() {
        lose()
        loss = nil
    }

    /// The fields of a block, and whether it could be read to its end. Never fails; a fault loses the table.
    ///
    /// - Complexity: O(``expansionLimit``) for each byte of the blocks up to this one.
    mutating func decode(_ block: Span<UInt8>) -> (fields: HeaderBlock, isSound: Bool) {
        if let fields = repeated.fields(of: block) { return (fields, true) }
        guard let loss, loss.expectsBlock(orders) else {
            let decoded = decodeAnew(block)
            orders.insert(decoded.fields)
            return decoded
        }
        let before = table
        let decoded = decodeAnew(block)
        // A fault is a loss of its own.
        guard decoded.isSound, let table = loss.take(decoded.fields, before) else { return decoded }
        self.table = table
        repeated = RepeatedBlocks()
        return decodeAnew(block)
    }

    private mutating func decodeAnew(_ block: Span<UInt8>) -> (fields: HeaderBlock, isSound: Bool) {
        let generation = table.generation
        workspace.exchange(&bytes, &places)
        let (fields, isSound) = decodeFields(block)
        workspace.exchange(&bytes, &places)
        if table.generation != generation {
            repeated.removeAll()
        } else if isSound {
            repeated.insert(block, fields)
        }
        return (fields, isSound)
    }

    private mutating func decodeFields(_ block: Span<UInt8>) -> (fields: HeaderBlock, isSound: Bool) {
        bytes.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        isPresumed = false
        allowance += block.count * Self.expansionLimit
        room = min(allowance, Self.listLimit)
        var size = 0
        var index = 0
        var isValid = true
        while index < block.count, isValid {
            let (count, length) = (places.count, bytes.count)
            isValid = decodeField(block, &index)
            if isValid {
                guard places.count > count else { continue }
                size += places[count].size
                guard size > Self.listLimit else { continue }
                places.removeLast()
                isValid = false
            }
            bytes.removeSubrange(length...)
        }
        allowance -= bytes.count
        if !isValid { lose() }
        // Copies, so that a block takes no more than it needs, and this one's memory can be used again. An array that is made
        // of another one shares its memory.
        let fields = HeaderBlock(
            bytes: [UInt8](copying: bytes.span), places: places.map { $0 }, isPresumed: isPresumed)
        return (fields, isValid)
    }

    /// Reads one representation: a field, or a change of the table's size. Returns `false` for what is neither, and for a
    /// field that there is no room for.
    private mutating func decodeField(_ block: Span<UInt8>, _ index: inout Int) -> Bool {
        let byte = block[index]
        if byte & 0x80 != 0 {
            guard let number = Self.integer(7, block, &index), number > 0 else { return false }
            return appendField(number)
        }
        if byte & 0xe0 == 0x20 {
            guard let size = Self.integer(5, block, &index) else { return false }
            table.resize(min(size, Self.sizeLimit))
            return true
        }
        let isIndexed = byte & 0x40 != 0
        let start = bytes.count
        guard let number = Self.integer(isIndexed ? 6 : 4, block, &index),
            let name = number == 0 ? appendName(block, &index) : appendName(number),
            let valueLength = appendString(block, &index)
        else { return false }
        let place = Place(start: start, nameLength: name.length, valueLength: valueLength, common: name.common)
        places.append(place)
        if isIndexed { table.insert(place, of: bytes) }
        return true
    }

    /// Appends the field with a number in the tables; `false` when there can be none.
    private mutating func appendField(_ number: Int) -> Bool {
        let start = bytes.count
        let place: Place
        if number <= fixed.places.count {
            place = fixed.places[number - 1]
            guard append(fixed.bytes[place.range]) else { return false }
        } else if let entry = entry(number) {
            place = entry
            guard append(table.bytes[place.range]) else { return false }
        } else {
            guard !isWhole else { return false }
            place = .missing
        }
        places.append(place.moved(by: start - place.start))
        return true
    }

    /// Appends the name of such a field and returns its length, and which of the common ones it is.
    private mutating func appendName(_ number: Int) -> (length: Int, common: Int8)? {
        if number <= fixed.places.count {
            let place = fixed.places[number - 1]
            return append(fixed.bytes[place.name]) ? (place.nameLength, place.common) : nil
        }
        guard let place = entry(number) else { return isWhole ? nil : (Place.unknown, -1) }
        return append(table.bytes[place.name]) ? (place.nameLength, place.common) : nil
    }

    /// The same of a name that is in the block itself.
    private mutating func appendName(_ block: Span<UInt8>, _ index: inout Int) -> (length: Int, common: Int8)? {
        appendString(block, &index).map { ($0, HeaderName.common(bytes.span.extracting(last: $0))) }
    }

    /// The entry of the table with a number in both tables, for the field that is next.
    private mutating func entry(_ number: Int) -> Place? {
        let number = number - fixed.places.count
        guard let place = table.place(number) else {
            loss?.note(field: places.count, number: number - table.count)
            return nil
        }
        if table.isPresumed(number) { isPresumed = true }
        return place
    }

    /// Appends what a few bytes of the block stand for; `false`, before anything is copied, when there is no room for it.
    private mutating func append(_ slice: ArraySlice<UInt8>) -> Bool {
        guard slice.count <= room - bytes.count else { return false }
        bytes.append(copying: slice.span)
        return true
    }

    // MARK: Primitives

    private static func integer(_ prefix: Int, _ block: Span<UInt8>, _ index: inout Int) -> Int? {
        let most = (1 << prefix) - 1
        guard index < block.count else { return nil }
        var value = Int(block[index]) & most
        index += 1
        guard value == most else { return value }
        var shift = 0
        while index < block.count {
            let byte = block[index]
            index += 1
            guard shift <= 28 else { return nil }
            value += Int(byte & 0x7f) << shift
            guard byte & 0x80 != 0 else { return value }
            shift += 7
        }
        return nil
    }

    /// Appends the string at an index and returns its length.
    private mutating func appendString(_ block: Span<UInt8>, _ index: inout Int) -> Int? {
        guard let first = block.byte(index), let length = Self.integer(7, block, &index), length <= block.count - index
        else { return nil }
        let string = block.extracting(index..<(index + length))
        index += length
        let start = bytes.count
        if first & 0x80 == 0 {
            bytes.append(copying: string)
        } else {
            guard HuffmanCode.decode(string, to: &bytes) else { return nil }
        }
        return bytes.count - start
    }

    /// Source: RFC 7541, appendix A.
    private static let staticTable = HeaderBlock(
        [
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
        ].map { HeaderField($0.0, $0.1) })
}
