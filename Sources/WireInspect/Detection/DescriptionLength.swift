internal import ByteText
internal import ProtobufSchema
internal import ProtobufWire

/// Counts how many bits are needed to describe some bytes as a message of a certain type.
///
/// A field of the type costs little: the fewer fields the type has, the less. A value costs the more, the more unusual it
/// is. A field that the type does not have costs all of its bytes and a penalty.
struct DescriptionLength: WireVisitor {
    /// Penalties in bits, for content that correct senders do not write.
    private enum Penalty {
        static let damage = 40.0
        static let unknownField = 20.0
        static let wrongWireType = 30.0
        static let disorder = 6.0
        static let repetition = 10.0
        static let writtenDefault = 6.0
        static let missingRequired = 8.0
        static let implausible = 24.0
        static let unknownEnum = 20.0
        static let notAResource = 12.0
        static let surprisingResource = 8.0
        static let unknownPath = 12.0
        /// For each byte above 0x7F in a string that is not valid UTF-8.
        static let foreignByte = 4.0
    }

    private struct Level {
        /// Index of the type in the profile; `nil` for a message that no type is known for.
        let message: Int?
        /// The position behind that of the last field.
        var next = 0
        /// Bit n stands for field position n.
        var seen: UInt64 = 0
        /// Whether the message was cut, so that fields may be missing.
        var isCut = false
        /// The places of the paths in field masks.
        var paths: [Range<Int>] = []
    }

    private let profile: SchemaProfile
    /// The message being measured.
    private var bytes: ArraySlice<UInt8> = []
    private var levels: [Level] = []
    /// Counting stops when the bits exceed this.
    private let bound: Double
    /// The place of the last string.
    private var lastText = 0..<0
    /// The offset behind the last byte that is looked at.
    private var stop = Int.max
    private(set) var bits: Double
    private(set) var explained = 0
    private(set) var isSound = true

    /// Adds up the bits of all messages, until the sum exceeds the bound.
    ///
    /// - Parameters:
    ///   - message: Index of the type in the profile; `nil` for none.
    ///   - start: The bits that the type costs by itself.
    static func measure(
        _ samples: [MessageSample], as message: Int?, _ profile: SchemaProfile, from start: Double = 0,
        bound: Double = .infinity
    ) -> (bits: Double, explained: Int, isSound: Bool) {
        var visitor = DescriptionLength(profile: profile, bound: bound, bits: start)
        for sample in samples where visitor.bits <= bound { visitor.add(sample, as: message) }
        return (visitor.bits, visitor.explained, visitor.isSound)
    }

    private mutating func add(_ sample: MessageSample, as message: Int?) {
        (bytes, levels, lastText) = (sample.bytes, [Level(message: message)], 0..<0)
        // A message that is looked at in part has no end to resynchronize before.
        let walker = WireWalker(guessesMessages: message == nil, resynchronizes: message != nil && !sample.isPartial)
        let input = sample.bytes
        let type = message.map { profile.messages[$0].descriptor }
        for part in sample.parts where bits <= bound {
            stop = part.stop
            walker.walk(input.span, part.range, as: type, stop: part.stop, visitor: &self)
            // The rest of these messages was not looked at.
            while levels.count > 1 {
                levels[levels.count - 1].isCut = true
                end(levels.removeLast())
            }
        }
        if sample.isPartial { levels[0].isCut = true }
        end(levels[0])
    }

    private func examined(_ range: Range<Int>) -> Range<Int> { range.clamped(to: 0..<stop) }

    // MARK: Visits

    /// Passes the rest of a message that needs more bits than the bound.
    mutating func gap(at offset: Int) -> ListGap? {
        bits > bound ? ListGap(range: offset..<bytes.count) : nil
    }

    mutating func enter(_ field: WireField) -> Bool {
        guard bits <= bound else { return false }
        guard let (expected, _) = place(field) else {
            bits += Self.tagBits(field)
            // Without a type the fields inside are counted; with one, nothing is known about them.
            if levels[levels.count - 1].message == nil {
                levels.append(Level(message: nil))
                return true
            }
            bits += Penalty.unknownField + Double(examined(field.value).count) * 8
            return false
        }
        bits += Self.lengthBits(field.value.count)
        explained += field.tag.count + field.length.count
        levels.append(Level(message: expected.message))
        return true
    }

    mutating func leave(_ field: WireField) {
        let level = levels.removeLast()
        end(level)
        guard let message = level.message, profile.messages[message].isMask else { return }
        levels[levels.count - 1].paths += level.paths
    }

    mutating func field(_ field: WireField) {
        guard bits <= bound else { return }
        guard let (expected, isNew) = place(field) else {
            bits += Self.tagBits(field) + unknownBits(field)
            if levels[levels.count - 1].message != nil {
                bits += field.fits || field.fieldIndex == nil ? Penalty.unknownField : Penalty.wrongWireType
            }
            return
        }
        explained += examined(field.tag.lowerBound..<field.value.upperBound).count
        switch field.content {
        case .bits(let raw):
            if isNew, !expected.hasPresence, !expected.isRepeated, raw == 0 { bits += Penalty.writtenDefault }
            if let scalar = field.scalar { bits += Self.scalarBits(scalar, expected) }
            if expected.kind == .bool, raw > 1 { bits += Penalty.implausible + log2(raw) }
        case .packed:
            bits += Self.lengthBits(field.value.count)
            let input = bytes
            // A packed number takes a byte at least.
            var rest = examined(field.value).count
            field.forEachElement(in: input.span) { scalar in
                bits += Self.scalarBits(scalar, expected)
                rest -= 1
                return rest > 0 && bits <= bound
            }
        case .string:
            if !expected.hasPresence, !expected.isRepeated, field.value.isEmpty { bits += Penalty.writtenDefault }
            stringBits(field, expected)
        case .bytes, .message, .group:
            bits += Self.lengthBits(field.value.count) + Double(examined(field.value).count) * 8
        }
    }

    mutating func damage(_ damage: WireDamage) {
        bits += Penalty.damage + Double(examined(damage.unread).count) * 8.5
        if damage.code == .invalidUTF8 {
            bits += Double(bytes.part(lastText).count { $0 >= 0x80 }) * Penalty.foreignByte
        }
        isSound = false
        for index in levels.indices { levels[index].isCut = true }
    }

    // MARK: Fields

    /// Adds the cost of choosing the field.
    ///
    /// - Returns: The profile of the field, and whether the message has it for the first time; `nil` for a field that the
    ///   type does not have.
    private mutating func place(_ field: WireField) -> (field: SchemaProfile.Field, isNew: Bool)? {
        let top = levels.count - 1
        guard field.fits, let message = levels[top].message,
            let position = profile.messages[message].position(of: field.number)
        else { return nil }
        let expected = profile.messages[message].fields[position]
        let count = profile.messages[message].fields.count
        let bit: UInt64 = position < 64 ? 1 << UInt64(position) : 0
        let isNew = levels[top].seen & bit == 0
        let next = levels[top].next
        if position + 1 == next {
            bits += expected.isRepeated ? 1 : Penalty.repetition
        } else if position >= next {
            bits += log2(UInt64(count + 1 - next))
        } else {
            bits += log2(UInt64(count + 1)) + Penalty.disorder
        }
        levels[top].next = position + 1
        levels[top].seen |= bit
        return (expected, isNew)
    }

    /// Adds the cost of a message's end, of required fields that are missing, and of its field masks.
    private mutating func end(_ level: Level) {
        guard let message = level.message.map({ profile.messages[$0] }) else { return }
        bits += log2(UInt64(message.fields.count + 1 - level.next))
        for (position, field) in message.fields.enumerated().prefix(64)
        where field.isRequired && level.seen & 1 << UInt64(position) == 0 && !(level.isCut && position >= level.next) {
            bits += Penalty.missingRequired
        }
        guard !message.isMask else { return }
        for path in level.paths { addCost(ofPath: bytes.part(path), beside: message) }
    }

    /// Adds the cost of a path in a field mask, which is low where a message beside the mask has the path.
    private mutating func addCost(ofPath path: ArraySlice<UInt8>, beside message: SchemaProfile.Message) {
        let names = path.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        for sibling in message.fields {
            var inner = sibling.message.map { profile.messages[$0] }
            guard let beside = inner, !beside.isMask else { continue }
            var cost = 0.0
            for (depth, name) in names.enumerated() {
                let fields = inner?.fields ?? []
                guard let field = fields.first(where: { $0.descriptor.name.utf8.elementsEqual(name) }) else { break }
                cost += log2(UInt64(fields.count + 1))
                inner = field.message.map { profile.messages[$0] }
                guard depth == names.count - 1 else { continue }
                bits += cost - TextCost.bits(path)
                return
            }
        }
        bits += Penalty.unknownPath
    }

    /// The bits of a tag that the type does not have.
    private static func tagBits(_ field: WireField) -> Double { Double(field.tag.count) * 8 + 2 }

    private static func lengthBits(_ count: Int) -> Double { 1 + log2(UInt64(count) + 1) }

    private func unknownBits(_ field: WireField) -> Double {
        let value = bytes.part(examined(field.value))
        let length = field.length.isEmpty ? 0 : Self.lengthBits(field.value.count)
        return length + (value.isPrintable ? TextCost.bits(value) : Double(value.count) * 8)
    }

    // MARK: Values

    private mutating func stringBits(_ field: WireField, _ expected: SchemaProfile.Field) {
        lastText = examined(field.value)
        let text = bytes.part(lastText)
        let cost = TextCost.bits(text) + Self.lengthBits(field.value.count)
        switch expected.role {
        case .resource(let patterns):
            guard let matched = patterns.compactMap({ $0.matchedLength(text) }).max() else {
                bits += cost + Penalty.notAResource
                return
            }
            bits += max(4, cost - 5 * Double(matched))
        case .maskPath:
            bits += cost
            levels[levels.count - 1].paths.append(examined(field.value))
        case .typeURL:
            bits += text.contains(UInt8(ascii: "/")) ? cost - 20 : cost + Penalty.notAResource
        default:
            // Most strings have no slash, and need not be held against the patterns.
            let isResource =
                text.contains(UInt8(ascii: "/")) && profile.patterns.contains { $0.matchedLength(text) != nil }
            bits += isResource ? cost + Penalty.surprisingResource : cost
        }
    }

    private static func scalarBits(_ value: ScalarValue, _ expected: SchemaProfile.Field) -> Double {
        switch value {
        case .bool: 1
        case .enumeration(let number):
            expected.descriptor.enumeration?.value(number: number) == nil
                ? Penalty.unknownEnum + log2(UInt64(number.magnitude)) : log2(UInt64(expected.enumSize))
        case .signed(let number): integerBits(number, expected.role)
        case .unsigned(let number): 3 + 1.5 * log2(number | 1)
        case .double(let number): floatingBits(number, expected.role, precision: 40)
        case .float(let number): floatingBits(Double(number), expected.role, precision: 22)
        }
    }

    private static func integerBits(_ number: Int64, _ role: SchemaProfile.Role) -> Double {
        switch role {
        case .timestampSeconds:
            // 2015-01-01 to 2040-01-01.
            return (1_420_070_400..<2_208_988_800).contains(number) ? 18 : 40 + Penalty.implausible
        case .nanos:
            guard (0..<1_000_000_000).contains(number) else { return 40 + Penalty.implausible }
            return number % 1_000_000 == 0 ? 10 : number % 1000 == 0 ? 18 : 28
        case .durationSeconds:
            return 3 + 1.5 * log2(number.magnitude | 1) + (number.magnitude > 604_800 ? Penalty.implausible : 0)
        default:
            return number < 0 ? 64 + Penalty.implausible : 3 + 1.5 * log2(UInt64(number) | 1)
        }
    }

    private static func floatingBits(_ number: Double, _ role: SchemaProfile.Role, precision: Double) -> Double {
        let isPlausible =
            switch role {
            case .latitude: (-90...90).contains(number)
            case .longitude: (-180...180).contains(number)
            case .heading: (0...360).contains(number)
            default: number == 0 || (1e-7...1e12).contains(number.magnitude)
            }
        let isGeographic = role == .latitude || role == .longitude
        return isPlausible ? precision + (isGeographic ? 0 : 4) : precision + 20 + Penalty.implausible
    }
}
