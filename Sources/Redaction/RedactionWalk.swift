internal import ByteText
internal import FleetMessages
internal import FleetProtos
internal import ProtobufSchema
internal import ProtobufWire

/// Replaces the values of a message field by field, as ``FieldTreatment`` says.
///
/// What no schema declares is replaced as a whole: that bytes read as a message would be a guess.
struct RedactionWalk: WireVisitor {
    private let input: [UInt8]
    private var output: [UInt8]
    private let redactor: Redactor
    /// How many `Any` enclose the message.
    private let depth: Int
    /// Whether the type of the message is one of Google's schema, of which the treatments are known.
    private let isKnown: Bool
    /// Whether the type of the message is beyond doubt.
    private let isCertain: Bool
    /// The messages being visited, the outermost first.
    private var levels: [Level] = []
    /// The treatments of the fields of another schema, by their position in it.
    private var treatments: [Int: FieldTreatment] = [:]

    private struct Level {
        let range: Range<Int>
        /// The treatment of all values in the message, if it is that of the field around it.
        var inherited: FieldTreatment?
        /// Whether the bytes of the message are text, so that its type is not what somebody said: each number is then a letter.
        let isText: Bool
        /// The places in the message by the number of their field, as far as they were looked for; `nil` for none.
        var places: [Int: LatLng?] = [:]
    }

    /// How deep messages in `Any` may nest; the content of a deeper one is replaced as bytes.
    private static let anyLimit = 16

    static func redacted(
        _ bytes: [UInt8], as message: MessageDescriptor?, isCertain: Bool = true, _ redactor: Redactor, depth: Int = 0
    ) -> [UInt8] {
        guard depth <= anyLimit, message != nil || !bytes[...].isPrintable else {
            return redactor.filler(for: bytes[...])
        }
        let isKnown = message.map { FleetSchema.shared.message(named: $0.fullName) == $0 } ?? false
        var walk = RedactionWalk(
            input: bytes, output: bytes, redactor: redactor, depth: depth, isKnown: isKnown, isCertain: isCertain)
        walk.levels = [Level(range: bytes.indices, isText: walk.isText(bytes.indices))]
        if let message {
            if message.wellKnown == .any, walk.redactAny(bytes.indices, message) { return walk.output }
            if message.fullName == LatLng.fullName, walk.redactPlace(bytes.indices) { return walk.output }
        }
        WireWalker().walk(bytes, as: message, visitor: &walk)
        return walk.output
    }

    /// Whether bytes that should be a message are text. Linear.
    private func isText(_ range: Range<Int>) -> Bool {
        range.count >= 6 && input[range].allSatisfy(\.isPrintableASCII)
    }

    // MARK: Visits

    mutating func enter(_ field: WireField) -> Bool {
        // The end of a group is not known yet.
        let range = field.content == .group ? field.value.lowerBound..<input.count : field.value
        let treatment = declaredTreatment(of: field)
        if let message = field.message, field.isComplete, field.content == .message {
            if treatment == .place, redactPlace(range) { return false }
            if message.wellKnown == .any, redactAny(range, message) { return false }
        }
        // The fields of a group are as much text as those around it.
        let isText = levels[levels.count - 1].isText || field.content != .group && isText(range)
        levels.append(Level(range: range, inherited: field.message.flatMap(treatment.inherited), isText: isText))
        return true
    }

    mutating func leave(_ field: WireField) { levels.removeLast() }

    mutating func damage(_ damage: WireDamage) { put(redactor.scrambled(input[damage.unread]), damage.unread) }

    mutating func field(_ field: WireField) {
        let declared = declaredTreatment(of: field)
        let treatment = isCertain ? declared : declared.ofLikelyType
        switch field.content {
        case .bits(let bits):
            let number = Number(bits: bits, range: field.value, wireType: field.wireType, kind: field.kind)
            redactNumber(number, treatment, of: field)
        case .packed: redactPacked(field, treatment)
        case .string, .bytes, .message, .group:
            redactText(field.value, treatment, isString: field.content == .string)
        }
    }

    private mutating func declaredTreatment(of field: WireField) -> FieldTreatment {
        guard field.fits, let index = field.fieldIndex?.position else { return .replaced }
        // A place is one in a map, too.
        if let inherited = levels[levels.count - 1].inherited, field.message?.fullName != LatLng.fullName {
            return inherited
        }
        if isKnown { return FieldTreatment.known[index] }
        if let treatment = treatments[index] { return treatment }
        let treatment = field.descriptor.map { FieldTreatment($0) } ?? .replaced
        treatments[index] = treatment
        return treatment
    }

    // MARK: Text

    private mutating func put(_ bytes: [UInt8], _ range: Range<Int>) { output.replaceSubrange(range, with: bytes) }

    private mutating func redactText(_ range: Range<Int>, _ treatment: FieldTreatment, isString: Bool) {
        if !isCertain, isString, input.span.firstInvalidUTF8(from: range.lowerBound, before: range.upperBound) != nil {
            // The type is another one, and these are no words.
            return put(redactor.filler(for: input[range]), range)
        }
        switch treatment {
        case .form(let form) where form.accepts(input[range]): break
        case .id(let kind) where redactor.kept.keeps(input[range], of: kind): break
        case .text(let mode): redactor.replaceWords(&output, in: range, mode: mode)
        case .polyline:
            // A polyline that cannot be decoded becomes points at 0, 0, which stand for unknown places: `?` is a step of 0.
            put(redactor.places.polyline(input[range]) ?? Array(repeating: 63, count: range.count), range)
        default:
            if isString {
                redactor.replaceWords(&output, in: range, mode: .words)
            } else {
                put(redactor.filler(for: input[range]), range)
            }
        }
    }

    // MARK: Numbers

    /// A number on the wire.
    private struct Number {
        /// The varint, or the bits of a fixed value.
        let bits: UInt64
        let range: Range<Int>
        let wireType: WireType
        /// The kind of the field; `nil` for one that no schema knows.
        let kind: FieldKind?
    }

    private mutating func redactNumber(_ number: Number, _ treatment: FieldTreatment, of field: WireField) {
        if number.wireType == .varint, levels[levels.count - 1].isText { return redactVarint(number) }
        switch treatment {
        case .measure where isMeasure(number, field): break
        case .time where number.wireType == .varint: redactTime(number)
        case .heading(let place) where number.wireType == .varint: redactHeading(number, placeField: place)
        case .degrees where number.wireType == .fixed64:
            let degrees = redactor.coordinate(Double(bitPattern: number.bits))
            put(Self.bytes(degrees.bitPattern, count: 8), number.range)
        default:
            switch number.wireType {
            case .fixed64, .fixed32: redactFixed(number, isMeasure: treatment == .measure)
            // 0 to 127 identifies nobody.
            default: if number.range.count > 1 { redactVarint(number) }
            }
            if number.range.count == 5, field.number == 2, [.timestamp, .duration].contains(field.parent?.wellKnown) {
                // Nanoseconds stay less than a second: with 2^28 or 2 * 2^28 and what the other bytes have.
                output[number.range.upperBound - 1] = UInt8(1 + redactor.hash(number.bits, 3) % 2)
            }
        }
    }

    /// Keeps times from 1938 to 2099 and time spans. Of the others, a valid time becomes another one, and what is no valid time
    /// becomes another number that is none.
    private mutating func redactTime(_ number: Number) {
        let (value, range) = (Int64(bitPattern: number.bits), number.range)
        // Ten thousand years are the longest valid time span.
        let valid: ClosedRange<Int64> = -315_576_000_000...315_576_000_000
        guard !(-1_000_000_000..<4_102_444_800).contains(value) else { return }
        guard valid.contains(value), [5, 6, 10].contains(range.count) else { return redactVarint(number) }
        let part = Int64(redactor.hash(number.bits, 2) >> 34)
        // Beyond the years 1 to 9999 a time has no form in JSON, and has none afterwards.
        let least: Int64 =
            range.count == 5 ? 4_102_444_800 : value > 253_402_300_799 ? 253_402_300_800 : 34_359_738_368
        let most: Int64 = value < -62_135_596_800 ? -62_135_596_801 : -1_000_000_000
        putVarint(UInt64(bitPattern: value < 0 ? most - part : least + part), range)
    }

    /// Writes a number that needs no more bytes than `range` has over all of them.
    private mutating func putVarint(_ value: UInt64, _ range: Range<Int>) {
        for (position, index) in range.enumerated() {
            let low = UInt8(truncatingIfNeeded: value >> UInt64(7 * position)) & 0x7f
            output[index] = index + 1 < range.upperBound ? low | 0x80 : low
        }
    }

    /// Whether a value of a field for measures and states may be one.
    private func isMeasure(_ number: Number, _ field: WireField) -> Bool {
        guard !hasSurplus(number) else { return false }
        return switch number.kind.flatMap({ ScalarValue($0, bits: number.bits) }) {
        case .double(let value): value.magnitude < Redactor.measureLimit
        case .float(let value): Double(value).magnitude < Redactor.measureLimit
        case .signed(let value): value.magnitude < Self.countLimit
        case .unsigned(let value): value < Self.countLimit
        case .enumeration(let value): field.descriptor?.enumeration?.value(number: value) != nil
        default: false
        }
    }

    /// How many bits of a varint are the number of a kind, without its sign.
    private static func width(of kind: FieldKind?) -> Int {
        switch kind {
        case .int32, .enumeration: 31
        case .uint32, .sint32: 32
        default: 63
        }
    }

    /// Whether a varint of a kind of 32 bits says more than these, and their sign: decoders drop the rest, which may be anything.
    private func hasSurplus(_ number: Number) -> Bool {
        let width = Self.width(of: number.kind)
        return width < 63 && ![0, -1].contains(Int64(bitPattern: number.bits) >> Int64(width))
    }

    /// Numbers of nine digits and more may be those of telephones.
    private static let countLimit: UInt64 = 100_000_000

    private mutating func redactFixed(_ number: Number, isMeasure: Bool) {
        guard number.bits != 0 else { return }
        let isWide = number.wireType == .fixed64
        let value =
            isWide
            ? Double(bitPattern: number.bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: number.bits)))
        // Unknown bits are likelier a floating-point number than an integer where that has a usual size.
        let isUsual = value == 0 || (1e-9...1e15).contains(value.magnitude)
        let isFloating = number.kind.map { $0 == .double || $0 == .float } ?? isUsual
        guard isFloating else { return put(redactor.standIn(for: Array(input[number.range])), number.range) }
        // Infinities stay; of what is no number only the fact stays.
        let new =
            value.isNaN ? .nan : value.isInfinite ? value : isMeasure ? redactor.measure(value) : redactor.number(value)
        let bits = isWide ? new.bitPattern : UInt64(Float(new).bitPattern)
        put(Self.bytes(bits, count: number.range.count), number.range)
    }

    private mutating func redactPacked(_ field: WireField, _ treatment: FieldTreatment) {
        guard let kind = field.kind else { return }
        let bytes = input[...]
        var cursor = WireCursor(bytes.span, field.value)
        // Text in a field for a list of numbers, also in UTF-16: each of its characters would be a small number.
        let printable = input[field.value].count(where: \.isPrintableASCII)
        let isText = !isCertain || field.value.count >= 4 && 2 * printable >= field.value.count
        while cursor.offset < field.value.upperBound {
            let start = cursor.offset
            guard let bits = try? cursor.number(kind.wireType) else {
                let rest = start..<field.value.upperBound
                return put(redactor.scrambled(input[rest]), rest)
            }
            let number = Number(bits: bits, range: start..<cursor.offset, wireType: kind.wireType, kind: kind)
            if isText, kind.wireType == .varint {
                redactVarint(number)
            } else {
                redactNumber(number, treatment, of: field)
            }
        }
    }

    private static func bytes(_ bits: UInt64, count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) }
    }

    /// Another number in as many bytes, which a field of the kind can hold.
    private mutating func redactVarint(_ number: Number) {
        let range = number.range
        guard let last = range.last else { return }
        var stream = StandInStream(seed: redactor.hash(input[range]))
        let width = Self.width(of: hasSurplus(number) ? nil : number.kind)
        repeat {
            for index in range {
                let low = UInt32(input[index] & 0x7f)
                // A zero at the end would be a byte too many.
                let least: UInt32 = index == last ? 1 : 0
                // Bits beyond those of the kind stay: those of negative numbers are all set.
                let most = (1 << UInt32(max(0, min(7, width - 7 * (index - range.lowerBound))))) - 1 as UInt32
                guard most > 0, low & most >= least else { continue }
                let new = least + stream.number(insteadOf: low & most - least, below: most + 1 - least)
                output[index] = input[index] & 0x80 | UInt8(low & ~most | new)
            }
        } while stream.isOriginal
    }

    // MARK: Places

    /// The coordinates of a `google.type.LatLng` and where they lie; `nil` unless each stands there once.
    private func place(_ range: Range<Int>) -> (place: LatLng, latitude: Range<Int>, longitude: Range<Int>)? {
        var cursor = WireCursor(input.span, range)
        var parts: [WireCursor.Field] = []
        while parts.count < 2, let field = cursor.next(levels: 1) { parts.append(field) }
        guard cursor.offset == range.upperBound, parts.map(\.number).sorted() == [1, 2],
            parts.allSatisfy({ $0.wireType == .fixed64 })
        else { return nil }
        if parts[0].number == 2 { parts.reverse() }
        let degrees = parts.map { Double(bitPattern: $0.bits) }
        return (LatLng(latitude: degrees[0], longitude: degrees[1]), parts[0].value, parts[1].value)
    }

    /// - Returns: Whether the message is a place with both coordinates, and was moved.
    private mutating func redactPlace(_ range: Range<Int>) -> Bool {
        guard let (place, latitude, longitude) = place(range), let moved = redactor.places(place) else { return false }
        put(Self.bytes(moved.latitude.bitPattern, count: 8), latitude)
        put(Self.bytes(moved.longitude.bitPattern, count: 8), longitude)
        return true
    }

    /// Turns a direction as the globe is turned at its place.
    ///
    /// 0 to 127 is one byte on the wire and cannot become more, so that the nearest of these is taken.
    private mutating func redactHeading(_ number: Number, placeField: Int) {
        guard (0...360).contains(number.bits) else {
            // No direction: neither is the stand-in.
            var stream = StandInStream(seed: redactor.hash(input[number.range]))
            if number.range.count > 2 { return redactVarint(number) }
            return putHeading(361 + UInt64(stream.below(16_000)), number.range)
        }
        let level = levels.lastIndex { $0.inherited == nil } ?? 0
        if levels[level].places[placeField] == nil {
            levels[level].places.updateValue(firstPlace(in: levels[level].range, field: placeField), forKey: placeField)
        }
        guard let here = levels[level].places[placeField] ?? nil, here.isValid else {
            return putHeading(UInt64(redactor.hash(input[number.range]) % 360), number.range)
        }
        putHeading(UInt64(redactor.places.heading(Double(number.bits), at: here).rounded()) % 360, number.range)
    }

    /// The first place in a field of the message with this range.
    private func firstPlace(in range: Range<Int>, field number: Int) -> LatLng? {
        var cursor = WireCursor(input.span, range)
        while let field = cursor.next(levels: 16) {
            guard field.number == number, field.wireType == .lengthDelimited else { continue }
            if let place = place(field.value)?.place { return place }
        }
        return nil
    }

    private mutating func putHeading(_ degrees: UInt64, _ range: Range<Int>) {
        putVarint(range.count > 1 || degrees < 128 ? degrees : degrees < 244 ? 127 : 0, range)
    }

    // MARK: Any

    /// Redacts what is in an `Any` by its own type.
    private mutating func redactAny(_ range: Range<Int>, _ any: MessageDescriptor) -> Bool {
        let part = input[range]
        let tree = WireTree(part.span, as: any, walker: WireWalker())
        // A message without bytes has no value.
        guard tree.damage.isEmpty, [[1, 2], [1]].contains(tree.nodes.map(\.field.number)),
            let url = tree.nodes[0].field.text(in: part.span)
        else { return false }
        let prefix = "type.googleapis.com/"
        let typeName = String(url.dropFirst(prefix.count))
        // The names of Google's schema are public, and those of one that was given are shown anyway.
        let isDeclared = [any.schema, FleetSchema.shared].contains { $0.message(named: typeName) != nil }
        let start = range.lowerBound
        let places = tree.nodes.map(\.field.value).map { start + $0.lowerBound..<start + $0.upperBound }
        if !url.hasPrefix(prefix) || !isDeclared { redactor.replaceWords(&output, in: places[0], mode: .words) }
        for value in places.dropFirst() {
            let type = any.schema.message(forTypeURL: url)
            put(Self.redacted(Array(input[value]), as: type, redactor, depth: depth + 1), value)
        }
        return true
    }
}

extension UInt8 {
    fileprivate var isPrintableASCII: Bool { (0x20...0x7e).contains(self) }
}
