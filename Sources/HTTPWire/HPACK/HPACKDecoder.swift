import ByteText

/// Decodes the header blocks of one direction of a connection, also of a connection whose beginning is not known.
///
/// Values are bytes, because gRPC's `-bin` headers may hold any. A reference to a header that was sent before the first
/// block, or in a block that was lost, gives a header without name and value, instead of ending the connection. After a
/// loss the table is found again, see ``HPACKTableRecovery``.
///
/// Source: https://www.rfc-editor.org/rfc/rfc7541
package struct HPACKDecoder {
    /// The largest dynamic table: more than any sender has. A capture need not show the receiver's own limit.
    private static let tableLimit = 1 << 20
    /// The largest size of the headers of a block, counted as the table's entries are. Far more than the 8 to 64 KiB
    /// that gRPC libraries accept; a byte can stand for a header of any size, so that the block's own size is no limit.
    package static let listLimit = 1 << 20
    /// The largest size of all headers of a capture, to which ``expansionLimit`` adds.
    package static let allowance = 64 << 20
    /// How many bytes of headers each byte of a capture's connections may stand for. A block of a few bytes stands for
    /// several kilobytes of tokens and cookies, but calls have bodies and answers, too.
    package static let expansionLimit = 64

    /// The size of a table until its sender changes it.
    private static let usualLimit = 4096
    /// The size of a table whose sender may have changed it before the capture: keeping more headers than the sender does
    /// changes no reference.
    private static let unknownLimit = 65_536

    private typealias Place = HeaderBlock.Place

    private let staticPlaces = HPACKStaticTable.places
    private let staticBytes = HPACKStaticTable.headers.bytes
    private var table: HPACKDynamicTable
    private var cache = HPACKBlockCache()
    /// Every block since the start of the connection was seen, so that every valid reference can be resolved.
    private var isWhole: Bool
    /// `nil` until blocks are lost.
    private var recovery: HPACKTableRecovery?
    private var orders = HPACKHeaderOrders()
    /// Whether a header of the current block was in the table before blocks were lost.
    private var isPresumed = false
    private let workspace: Workspace
    /// The largest size of the headers of the current block.
    private var room = 0
    /// The headers of the current block are larger.
    private var isLimited = false

    /// The memory for the headers of the current block, and the limit for those of all blocks. Thousands of connections may
    /// share them.
    package final class Workspace {
        fileprivate struct Memory {
            /// The headers of the current block.
            var bytes: [UInt8] = []
            var places: [HeaderBlock.Place] = []
            var strings = HPACKStringCache()
        }

        /// Lent to a decoder as a single value, so that exclusive access is checked once.
        fileprivate var memory = Memory()
        /// The largest size of the headers that are still to come.
        fileprivate var allowance = HPACKDecoder.allowance
        /// Blocks that were not read to their end because of the limits.
        package fileprivate(set) var limitedBlocks = 0

        package init() {}

        /// Says that connections have brought so many bytes: the limit for headers grows with them.
        package func addBytes(_ count: Int) { allowance += count * HPACKDecoder.expansionLimit }
    }

    /// - Parameter isWhole: `false` when blocks came before the first one that will be decoded.
    package init(isWhole: Bool, workspace: Workspace = Workspace()) {
        self.isWhole = isWhole
        self.workspace = workspace
        table = HPACKDynamicTable(limit: isWhole ? Self.usualLimit : Self.unknownLimit)
    }

    package var footprint: Int { table.footprint + cache.footprint + (recovery?.footprint ?? 0) }

    /// Says that blocks were lost: the headers in the table have unknown indices from now on.
    package mutating func lose() {
        let recovery = recovery ?? HPACKTableRecovery()
        recovery.lose(table, isWhole: isWhole)
        self.recovery = recovery
        isWhole = false
        table = HPACKDynamicTable(limit: Self.unknownLimit)
        cache = HPACKBlockCache()
    }

    /// Drops the dynamic table to save memory. Later blocks can only use literals and the static table.
    package mutating func dropTable() {
        lose()
        recovery = nil
    }

    /// The headers of a block, and whether the block could be read to its end. Never fails; an undecodable block also
    /// invalidates the dynamic table.
    ///
    /// - Complexity: O(size of the headers).
    package mutating func decode(_ block: Span<UInt8>) -> (headers: HeaderBlock, isSound: Bool) {
        let checksum = HPACKBlockCache.checksum(of: block)
        if let headers = cache.headers(of: block, checksum, generation: table.generation),
            headers.size <= workspace.allowance
        {
            workspace.allowance -= headers.size
            return (headers, true)
        }
        guard let recovery, recovery.expectsBlock(orders) else {
            let decoded = decodeWithTable(block, checksum)
            orders.insert(decoded.headers)
            return decoded
        }
        let before = table
        let decoded = decodeWithTable(block, checksum)
        guard decoded.isSound, let table = recovery.take(decoded.headers, tableBefore: before) else { return decoded }
        self.table = table
        return decodeWithTable(block, checksum)
    }

    private mutating func decodeWithTable(
        _ block: Span<UInt8>, _ checksum: UInt64?
    ) -> (headers: HeaderBlock, isSound: Bool) {
        let generation = table.generation
        var memory = Workspace.Memory()
        swap(&memory, &workspace.memory)
        let (headers, isSound) = decodeHeaders(
            block, bytes: &memory.bytes, places: &memory.places, strings: &memory.strings)
        swap(&memory, &workspace.memory)
        if isSound, table.generation == generation {
            cache.insert(block, checksum, headers, generation: generation)
        }
        return (headers, isSound)
    }

    /// - Parameters:
    ///   - bytes: Memory for the headers of the block.
    ///   - places: Memory for their places.
    ///   - strings: Strings that were decoded before.
    private mutating func decodeHeaders(
        _ block: Span<UInt8>, bytes: inout [UInt8], places: inout [Place], strings: inout HPACKStringCache
    ) -> (headers: HeaderBlock, isSound: Bool) {
        bytes.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        isPresumed = false
        isLimited = false
        room = min(workspace.allowance, Self.listLimit)
        var isValid = true
        bytes.append(addingCapacity: room + HPACKHuffman.decodedLimit(block.count)) {
            isValid = decodeRepresentations(block, to: &$0, &places, strings: &strings)
        }
        if isLimited { workspace.limitedBlocks += 1 }
        if !isValid { lose() }
        return (HeaderBlock(&bytes, places: places, isPresumed: isPresumed), isValid)
    }

    /// Appends the headers of a block; `false` where the block cannot be read to its end.
    ///
    /// - Parameter bytes: Empty. Has capacity for ``room`` and all literals of the block.
    private mutating func decodeRepresentations(
        _ block: Span<UInt8>, to bytes: inout OutputSpan<UInt8>, _ places: inout [Place],
        strings: inout HPACKStringCache
    ) -> Bool {
        var size = 0
        defer { workspace.allowance -= size }
        var index = 0
        while index < block.count {
            let (count, length) = (places.count, bytes.count)
            guard decodeRepresentation(block, from: &index, to: &bytes, &places, strings: &strings) else {
                bytes.removeLast(bytes.count - length)
                return false
            }
            guard places.count > count else { continue }
            let headerSize = Place.size(bytes.count - length)
            guard size + headerSize <= room else {
                places.removeLast()
                bytes.removeLast(bytes.count - length)
                isLimited = true
                return false
            }
            size += headerSize
        }
        return true
    }

    /// Reads one representation: a header, or a change of the table's size (RFC 7541, section 6). Returns `false` for
    /// bytes that are neither, and for a header that there is no room for.
    private mutating func decodeRepresentation(
        _ block: Span<UInt8>, from index: inout Int, to bytes: inout OutputSpan<UInt8>, _ places: inout [Place],
        strings: inout HPACKStringCache
    ) -> Bool {
        let byte = block[index]
        if byte & 0x80 != 0 {
            let start = bytes.count
            guard let number = HPACKInteger.decode(block, from: &index, prefix: 7), number > 0,
                let entry = appendEntry(number, ofHeader: places.count, to: &bytes)
            else { return false }
            places.append(entry.moved(by: start - entry.start))
            return true
        }
        if byte & 0xe0 == 0x20 {
            guard let size = HPACKInteger.decode(block, from: &index, prefix: 5) else { return false }
            table.resize(to: min(size, Self.tableLimit))
            return true
        }
        let isInserted = byte & 0x40 != 0
        let start = bytes.count
        guard let number = HPACKInteger.decode(block, from: &index, prefix: isInserted ? 6 : 4),
            let name = number == 0
                ? appendName(block, from: &index, to: &bytes, strings: &strings)
                : appendEntry(number, isName: true, ofHeader: places.count, to: &bytes),
            let valueLength = HPACKString.decode(block, from: &index, to: &bytes, &strings)
        else { return false }
        let place = Place(
            start: start, nameLength: name.nameLength, valueLength: valueLength, nameIndex: name.nameIndex)
        places.append(place)
        if isInserted { table.insert(place, of: bytes.span) }
        return true
    }

    /// Appends the header with an index in the tables, or its name alone, and returns the header's place there; `nil` when there
    /// can be none.
    ///
    /// - Parameter header: The position in the block of the header that the index stands for.
    private mutating func appendEntry(
        _ number: Int, isName: Bool = false, ofHeader header: Int, to bytes: inout OutputSpan<UInt8>
    ) -> Place? {
        if number <= staticPlaces.count {
            let place = staticPlaces[number - 1]
            return append(isName ? place.name : place.range, of: staticBytes, to: &bytes) ? place : nil
        }
        guard let place = dynamicEntry(number, ofHeader: header) else { return isWhole ? nil : .missing }
        return append(isName ? place.name : place.range, of: table.bytes, to: &bytes) ? place : nil
    }

    /// Appends a name that is a literal in the block.
    private mutating func appendName(
        _ block: Span<UInt8>, from index: inout Int, to bytes: inout OutputSpan<UInt8>,
        strings: inout HPACKStringCache
    ) -> Place? {
        let start = bytes.count
        guard let length = HPACKString.decode(block, from: &index, to: &bytes, &strings) else { return nil }
        let nameIndex = HeaderName.index(of: bytes.span.extracting(last: length))
        return Place(start: start, nameLength: length, valueLength: 0, nameIndex: nameIndex)
    }

    /// The header with an index in the dynamic table, counted from the start of the static one.
    private mutating func dynamicEntry(_ number: Int, ofHeader header: Int) -> Place? {
        let index = number - staticPlaces.count
        guard let place = table.place(at: index) else {
            recovery?.note(unresolvedIndex: index - table.count, ofHeader: header)
            return nil
        }
        if table.isPresumed(at: index) { isPresumed = true }
        return place
    }

    /// Appends a part of a table; `false`, before anything is copied, when there is no room for it.
    private mutating func append(_ range: Range<Int>, of table: [UInt8], to bytes: inout OutputSpan<UInt8>) -> Bool {
        guard range.count <= room - bytes.count else {
            isLimited = true
            return false
        }
        bytes.append(copying: table.span.extracting(range))
        return true
    }
}
