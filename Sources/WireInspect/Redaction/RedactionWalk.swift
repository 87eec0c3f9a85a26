internal import ProtobufSchema
internal import ProtobufWire

/// Writes stand-ins over the values of a message, field by field.
struct RedactionWalk: WireVisitor {
    private let input: [UInt8]
    private var output: [UInt8]
    private let redactor: Redactor
    /// How many `Any` lie around the message.
    private let depth: Int
    /// For each open message the field whose values its fields wrap: a wrapper's or a map's.
    private var wrapping: [FieldDescriptor?] = []
    private var treatments: [FieldDescriptor: FieldTreatment] = [:]

    private static let walker = WireWalker(guessesMessages: true)

    /// The message with stand-ins.
    static func redacted(
        _ bytes: [UInt8], as message: MessageDescriptor?, _ redactor: Redactor, depth: Int
    ) -> [UInt8] {
        var walk = RedactionWalk(bytes, redactor, depth: depth)
        if let message, message.wellKnown == .any, walk.redactAny(bytes.indices, message) {
            return walk.output
        }
        let input = bytes[...]
        walker.walk(input.span, as: message, visitor: &walk)
        return walk.output
    }

    private init(_ bytes: [UInt8], _ redactor: Redactor, depth: Int) {
        (input, output, self.redactor, self.depth) = (bytes, bytes, redactor, depth)
    }

    // MARK: Visits

    mutating func enter(_ field: WireField) -> Bool {
        guard let descriptor = field.descriptor, let message = descriptor.message else {
            wrapping.append(nil)
            return true
        }
        if message.wellKnown == .any, field.isComplete, redactAny(field.value, message) { return false }
        wrapping.append(descriptor.isMap || message.wellKnown == .wrapper ? descriptor : nil)
        return true
    }

    mutating func leave(_ field: WireField) { wrapping.removeLast() }

    mutating func damage(_ damage: WireDamage) { put(redactor.scrambled(input[damage.unread]), damage.unread) }

    mutating func field(_ field: WireField) {
        guard let descriptor = field.descriptor else { return redactUnknown(field) }
        var treatment = treatment(of: descriptor)
        // A field that tells of nobody has to look like it.
        if treatment == .keep, field.content == .string, !Self.isPlain(input[field.value]) {
            treatment = .text(.sentence)
        }
        guard treatment != .keep else { return }
        switch field.content {
        case .bits: redactNumber(field.value, descriptor.kind, treatment, position: field.index ?? 0)
        case .packed: redactPacked(field, descriptor.kind, treatment)
        case .string, .bytes, .message, .group:
            redactText(field.value, treatment, isString: field.content == .string)
        }
    }

    /// Longer texts are no versions, models or names of fields.
    private static let plainLimit = 128

    /// Short, and of printable ASCII.
    private static func isPlain(_ text: ArraySlice<UInt8>) -> Bool {
        text.count <= plainLimit && text.allSatisfy { (0x20...0x7e).contains($0) }
    }

    private mutating func treatment(of field: FieldDescriptor) -> FieldTreatment {
        if let outer = wrapping.last ?? nil { return FieldTreatment(of: field, in: outer) }
        if let known = treatments[field] { return known }
        let treatment = FieldTreatment(field)
        treatments[field] = treatment
        return treatment
    }

    // MARK: Values

    private mutating func put(_ bytes: [UInt8], _ range: Range<Int>) { output.replaceSubrange(range, with: bytes) }

    private mutating func redactText(_ range: Range<Int>, _ treatment: FieldTreatment, isString: Bool) {
        switch treatment {
        case .text(let mode): redactor.words.replace(&output, in: range, mode: mode)
        case .polyline:
            if let moved = redactor.places.polyline(input[range]) {
                put(moved, range)
            } else if isString || TextCost.isPrintable(input[range]) {
                redactor.words.replace(&output, in: range, mode: .opaque)
            } else {
                put(redactor.filler(for: input[range]), range)
            }
        case .message: put(redactor.redact(Array(input[range]), as: nil, depth: depth + 1), range)
        default: put(redactor.filler(for: input[range]), range)
        }
    }

    /// - Parameter position: In a list; of degrees of unknown meaning every other one is taken for a longitude.
    private mutating func redactNumber(
        _ range: Range<Int>, _ kind: FieldKind, _ treatment: FieldTreatment, position: Int
    ) {
        let isEast = !position.isMultiple(of: 2)
        switch (kind, treatment) {
        case (.double, .latitude): put(double(range, redactor.places.latitude), range)
        case (.double, .longitude): put(double(range, redactor.places.longitude), range)
        case (.double, .number): put(double(range) { redactor.number($0, isEast: isEast) }, range)
        case (.float, .latitude): put(float(range, redactor.places.latitude), range)
        case (.float, .longitude): put(float(range, redactor.places.longitude), range)
        case (.float, .number): put(float(range) { redactor.number($0, isEast: isEast) }, range)
        case (.fixed32, .identifier), (.sfixed32, .identifier), (.fixed64, .identifier), (.sfixed64, .identifier):
            put(redactor.filler(for: input[range]), range)
        case (_, .identifier): redactVarint(range)
        default: break
        }
    }

    private mutating func redactPacked(_ field: WireField, _ kind: FieldKind, _ treatment: FieldTreatment) {
        let size: Int? =
            switch kind.wireType {
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
            redactNumber(start..<end, kind, treatment, position: position)
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
        // Through the decimal digits, so that the noise of the conversion counts as no decimals.
        let wide = Double(value.description) ?? Double(value)
        let changed = change(wide)
        return changed == wide ? Array(input[range]) : Self.bytes(UInt64(Float(changed).bitPattern), count: 4)
    }

    /// Another number in as many bytes.
    private mutating func redactVarint(_ range: Range<Int>) {
        guard let last = range.last else { return }
        var stream = StandInStream(seed: redactor.hash(input[range]))
        for index in range {
            let low = UInt32(input[index] & 0x7f)
            // The tenth byte has room for one bit, and a zero at the end would be a byte too many.
            if index == last, range.count == 10 || low == 0 { continue }
            let new = index == last ? 1 + stream.other(than: low - 1, of: 127) : stream.other(than: low, of: 128)
            output[index] = input[index] & 0x80 | UInt8(new)
        }
    }

    // MARK: Unknown fields

    /// Varints with fewer bytes are counts, flags and codes rather than ids or places.
    private static let varintLimit = 4

    private mutating func redactUnknown(_ field: WireField) {
        let value = field.value
        // As in google.type.LatLng, where 1 is the latitude.
        let change = { redactor.number($0, isEast: field.number.isMultiple(of: 2)) }
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
        let inner = tree.nodes[1].field.value
        let value = (range.lowerBound + inner.lowerBound)..<(range.lowerBound + inner.upperBound)
        put(redactor.redact(Array(input[value]), as: any.schema.message(forTypeURL: url), depth: depth + 1), value)
        return true
    }
}

extension Redactor {
    /// A number of unknown meaning. What could be degrees is moved like them, so that lists of places keep their shape;
    /// other numbers, such as phone numbers, become others of their size.
    func number(_ value: Double, isEast: Bool) -> Double {
        guard value.isFinite, value != 0 else { return value }
        if value.magnitude <= 180 {
            return isEast || value.magnitude > 90 ? places.longitude(value) : places.latitude(value)
        }
        var stream = StandInStream(seed: hash(littleEndian(value)))
        let changed = value * (0.3 + 0.6 * Double(stream.below(1 << 30)) / Double(1 << 30))
        return value.rounded() == value ? changed.rounded() : changed
    }

    private func littleEndian(_ value: Double) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt64($0))) }
    }

    /// Whether unknown bits are rather a number with a point than an integer.
    static func isPlausible(_ value: Double) -> Bool { value == 0 || (1e-9...1e15).contains(value.magnitude) }
}
