internal import ByteText
internal import ProtobufSchema
internal import ProtobufWire

/// Replaces the values of a message field by field.
struct RedactionWalk: WireVisitor {
    private let input: [UInt8]
    private var output: [UInt8]
    private let redactor: Redactor
    /// How many `Any` enclose the message.
    private let depth: Int
    /// The messages being visited, the outermost first.
    private var levels: [Level]
    private var treatments: [Place: FieldTreatment] = [:]

    /// A field, and the field whose value it wraps.
    private struct Place: Hashable {
        let field: FieldDescriptor
        let wrapping: FieldDescriptor?
    }

    /// A message being visited.
    private struct Level {
        /// The field that holds the message, if the message is a wrapper or an entry of a map.
        var wrapping: FieldDescriptor?
        /// Identifies the keys of the enclosing attributes and map entries, and the path in unknown fields.
        var scope: UInt64
    }

    private static let walker = WireWalker(guessesMessages: true)

    /// The message with stand-ins.
    static func redacted(
        _ bytes: [UInt8], as message: MessageDescriptor?, _ redactor: Redactor, depth: Int
    ) -> [UInt8] {
        var walk = RedactionWalk(bytes, redactor, depth: depth)
        walk.levels = [Level(scope: message.flatMap { walk.scope(bytes.indices, of: $0, in: 0) } ?? 0)]
        if let message, message.wellKnown == .any, walk.redactAny(bytes.indices, message) {
            return walk.output
        }
        let input = bytes[...]
        walker.walk(input.span, as: message, visitor: &walk)
        return walk.output
    }

    private init(_ bytes: [UInt8], _ redactor: Redactor, depth: Int) {
        (input, output, self.redactor, self.depth, levels) = (bytes, bytes, redactor, depth, [])
    }

    // MARK: Visits

    mutating func enter(_ field: WireField) -> Bool {
        let around = levels.last?.scope ?? 0
        guard let descriptor = field.descriptor, let message = descriptor.message else {
            levels.append(Level(scope: redactor.scope(around, field.number)))
            return true
        }
        if message.wellKnown == .any, field.isComplete, redactAny(field.value, message) { return false }
        // The end of a group is not known yet.
        let range = field.content == .group ? field.value.lowerBound..<input.count : field.value
        levels.append(
            Level(
                wrapping: descriptor.isMap || message.wellKnown == .wrapper ? descriptor : nil,
                scope: scope(range, of: message, in: around) ?? around))
        return true
    }

    mutating func leave(_ field: WireField) { levels.removeLast() }

    /// The scope of an attribute or an entry of a map, by its key; `nil` for a message without a key.
    private func scope(_ range: Range<Int>, of message: MessageDescriptor, in around: UInt64) -> UInt64? {
        guard let key = message.field(named: "key"), message.isMapEntry || key.kind == .string else { return nil }
        let bytes = input[...]
        var cursor = WireCursor(bytes.span, range)
        var value: ArraySlice<UInt8> = []
        while let field = cursor.next(levels: 1) {
            if field.number == key.number { value = input[field.value] }
        }
        return redactor.scope(around, value)
    }

    mutating func damage(_ damage: WireDamage) { put(redactor.scrambled(input[damage.unread]), damage.unread) }

    mutating func field(_ field: WireField) {
        guard let descriptor = field.descriptor else { return redactUnknown(field) }
        let treatment = treatment(of: descriptor)
        switch field.content {
        case .bits: redactNumber(in: field.value, of: descriptor, treatment, position: field.index ?? 0)
        case .packed: redactPacked(field, of: descriptor, treatment)
        case .string, .bytes, .message, .group:
            redactText(field.value, treatment, isString: field.content == .string)
        }
    }

    private mutating func treatment(of field: FieldDescriptor) -> FieldTreatment {
        let place = Place(field: field, wrapping: levels.last?.wrapping)
        if let known = treatments[place] { return known }
        let treatment = place.wrapping.map { FieldTreatment(of: field, in: $0) } ?? FieldTreatment(field)
        treatments[place] = treatment
        return treatment
    }

    // MARK: Values

    private mutating func put(_ bytes: [UInt8], _ range: Range<Int>) { output.replaceSubrange(range, with: bytes) }

    private mutating func redactText(_ range: Range<Int>, _ treatment: FieldTreatment, isString: Bool) {
        let text = input[range]
        switch treatment {
        // A harmless field keeps text of a harmless form only.
        case .keep:
            if isString, !HarmlessText.isPlain(text) { redactor.words.replace(&output, in: range, mode: .sentence) }
        case .languageTag:
            if !HarmlessText.isLanguageTag(text) { redactor.words.replace(&output, in: range, mode: .freeText) }
        case .text(let mode): redactor.words.replace(&output, in: range, mode: mode)
        case .polyline:
            if let moved = redactor.places.polyline(input[range]) {
                put(moved, range)
            } else if isString || input[range].isPrintable {
                redactor.words.replace(&output, in: range, mode: .opaque)
            } else {
                put(redactor.filler(for: input[range]), range)
            }
        case .message: put(redactor.redact(Array(input[range]), as: nil, depth: depth + 1), range)
        default: put(redactor.filler(for: input[range]), range)
        }
    }

    /// - Parameter position: Position in a list, in which every second number is taken for a longitude.
    private mutating func redactNumber(
        in range: Range<Int>, of field: FieldDescriptor, _ treatment: FieldTreatment, position: Int
    ) {
        let kind = field.kind
        switch (kind, treatment) {
        case (_, .keep): break
        case (.double, _), (.float, _):
            let change = change(treatment, field, isEast: !position.isMultiple(of: 2))
            put(kind == .double ? double(range, change) : float(range, change), range)
        case (.fixed32, _), (.sfixed32, _), (.fixed64, _), (.sfixed64, _):
            if treatment == .identifier || !isSmall(range, kind) { put(redactor.filler(for: input[range]), range) }
        case (.enumeration, .integer):
            let number = Int32(truncatingIfNeeded: varint(range))
            if !isSmall(range, kind), field.enumeration?.value(number: number) == nil { redactVarint(range, kind) }
        case (_, .integer): if !isSmall(range, kind) { redactVarint(range, kind) }
        case (_, .identifier): redactVarint(range, kind)
        default: break
        }
    }

    /// The function that replaces a floating-point number.
    private func change(_ treatment: FieldTreatment, _ field: FieldDescriptor, isEast: Bool) -> (Double) -> Double {
        let redactor = redactor
        switch treatment {
        case .latitude: return redactor.latitude
        case .longitude: return redactor.longitude
        default:
            let scope = redactor.scope(levels.last?.scope ?? 0, "\(field.parent.fullName).\(field.name)".utf8)
            return { redactor.numbers($0, scope: scope, isEast: isEast) }
        }
    }

    /// Whether a whole number is so small that it is likelier a count, a code or a flag than an id or a place.
    private func isSmall(_ range: Range<Int>, _ kind: FieldKind) -> Bool {
        let number: Int64
        switch kind.wireType {
        case .fixed32: number = Int64(Int32(truncatingIfNeeded: bits(range)))
        case .fixed64: number = Int64(bitPattern: bits(range))
        default:
            // Negative numbers take ten bytes. No encoder writes a small number in that many bytes otherwise.
            guard range.count >= Self.varintLimit else { return true }
            guard range.count == 10 else { return false }
            number = Int64(bitPattern: varint(range))
        }
        return number.magnitude < Self.smallLimit
    }

    private mutating func redactPacked(
        _ field: WireField, of descriptor: FieldDescriptor, _ treatment: FieldTreatment
    ) {
        guard treatment != .keep else { return }
        let size: Int? =
            switch descriptor.kind.wireType {
            case .fixed64: 8
            case .fixed32: 4
            default: nil
            }
        var start = field.value.lowerBound
        var position = field.index ?? 0
        while start < field.value.upperBound {
            let end: Int
            if let size {
                end = start + size
            } else {
                let last = input[start..<field.value.upperBound].firstIndex { $0 < 0x80 }
                end = last.map { $0 + 1 } ?? field.value.upperBound
            }
            guard end <= field.value.upperBound else {
                let rest = start..<field.value.upperBound
                return put(redactor.scrambled(input[rest]), rest)
            }
            redactNumber(in: start..<end, of: descriptor, treatment, position: position)
            start = end
            position += 1
        }
    }

    private func bits(_ range: Range<Int>) -> UInt64 {
        input[range].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func bytes(_ bits: UInt64, count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) }
    }

    private func double(_ range: Range<Int>, _ change: (Double) -> Double) -> [UInt8] {
        let value = Double(bitPattern: bits(range))
        let changed = change(value)
        return changed == value ? Array(input[range]) : Self.bytes(changed.bitPattern, count: 8)
    }

    private func float(_ range: Range<Int>, _ change: (Double) -> Double) -> [UInt8] {
        let value = Float(bitPattern: UInt32(truncatingIfNeeded: bits(range)))
        // By way of the decimal digits, so that the conversion adds no decimals.
        let wide = Double(value.description) ?? Double(value)
        let changed = change(wide)
        let narrow = Float(changed)
        // A stand-in that only a double can hold is replaced by half the value.
        let result = narrow.isFinite || !value.isFinite ? narrow : value / 2
        return changed == wide ? Array(input[range]) : Self.bytes(UInt64(result.bitPattern), count: 4)
    }

    private func varint(_ range: Range<Int>) -> UInt64 {
        let bytes = input[...]
        var cursor = WireCursor(bytes.span, range)
        return (try? cursor.varint()) ?? 0
    }

    /// Another number in as many bytes, which a field of the kind can hold.
    private mutating func redactVarint(_ range: Range<Int>, _ kind: FieldKind? = nil) {
        guard let last = range.last else { return }
        var stream = StandInStream(seed: redactor.hash(input[range]))
        for index in range {
            let low = UInt32(input[index] & 0x7f)
            // A zero at the end would be a byte too many.
            let least: UInt32 = index == last ? 1 : 0
            // Bits beyond those of the kind stay: those of negative numbers are all set.
            let most = Self.bits(of: kind, inByte: index - range.lowerBound)
            guard most > 0, low & most >= least else { continue }
            let new = least + stream.other(than: low & most - least, of: most + 1 - least)
            output[index] = input[index] & 0x80 | UInt8(low & ~most | new)
        }
    }

    /// Which bits of a byte of a varint are those of the number, without its sign; 0 where none is.
    private static func bits(of kind: FieldKind?, inByte position: Int) -> UInt32 {
        switch kind {
        case .int32, .enumeration: position < 4 ? 0x7f : position == 4 ? 0x07 : 0
        case .uint32, .sint32: position < 4 ? 0x7f : position == 4 ? 0x0f : 0
        default: position < 9 ? 0x7f : 0
        }
    }

    // MARK: Unknown fields

    /// Varints with fewer bytes are counts, flags and codes rather than ids or places.
    private static let varintLimit = 3
    /// What needs as many bytes, at least.
    private static let smallLimit = UInt64(1) << 14

    private mutating func redactUnknown(_ field: WireField) {
        let value = field.value
        let (redactor, scope) = (redactor, redactor.scope(levels.last?.scope ?? 0, field.number))
        // As in google.type.LatLng, where 1 is the latitude.
        let change = { redactor.numbers($0, scope: scope, isEast: field.number.isMultiple(of: 2)) }
        switch (field.content, field.wireType) {
        case (.bits, .varint):
            if value.count >= Self.varintLimit { redactVarint(value) }
        case (.bits, .fixed64) where Redactor.isPlausible(Double(bitPattern: bits(value))):
            put(double(value, change), value)
        case (.bits, .fixed32)
        where Redactor.isPlausible(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits(value))))):
            put(float(value, change), value)
        default: put(redactor.filler(for: input[value]), value)
        }
    }

    // MARK: Any

    /// Redacts what is in an `Any` by its own type.
    private mutating func redactAny(_ range: Range<Int>, _ any: MessageDescriptor) -> Bool {
        let part = input[range]
        let tree = WireTree(part.span, as: any, walker: WireWalker())
        guard tree.damage.isEmpty, tree.nodes.map(\.field.number) == [1, 2],
            let url = tree.nodes[0].field.text(in: part.span)
        else { return false }
        func place(_ inner: Range<Int>) -> Range<Int> {
            (range.lowerBound + inner.lowerBound)..<(range.lowerBound + inner.upperBound)
        }
        let (name, value) = (place(tree.nodes[0].field.value), place(tree.nodes[1].field.value))
        if !HarmlessText.isTypeURL(input[name]) { redactor.words.replace(&output, in: name, mode: .sentence) }
        put(redactor.redact(Array(input[value]), as: any.schema.message(forTypeURL: url), depth: depth + 1), value)
        return true
    }
}
