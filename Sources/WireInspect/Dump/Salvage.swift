internal import ProtobufSchema
internal import ProtobufWire

/// Builds a sound message from what can be read of a damaged one.
///
/// Whole fields are kept byte for byte; messages around damage keep the fields before it, and those behind it where their
/// beginning can be found.
struct Salvage: WireVisitor {
    private let bytes: ArraySlice<UInt8>
    private var levels: [[UInt8]] = [[]]
    /// Fields that wait for a verdict: damage about a field is told after it.
    private var pending: Range<Int>?

    /// What is left of `damaged`: bytes that decode without an error as a message of the type.
    static func message(_ damaged: ArraySlice<UInt8>, as message: MessageDescriptor) -> [UInt8] {
        var salvage = Salvage(bytes: damaged)
        WireWalker(resynchronizes: true).walk(damaged.span, as: message, visitor: &salvage)
        salvage.keep()
        return salvage.levels[0]
    }

    private init(bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    private func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
        bytes[(bytes.startIndex + range.lowerBound)..<(bytes.startIndex + range.upperBound)]
    }

    private mutating func keep() {
        if let pending { levels[levels.count - 1].append(contentsOf: slice(pending)) }
        pending = nil
    }

    mutating func enter(_ field: WireField) -> Bool {
        keep()
        levels.append([])
        return true
    }

    mutating func leave(_ field: WireField) {
        keep()
        let content = levels.removeLast()
        var parts = Array(slice(field.tag))
        if case .group = field.content {
            parts += content
            WireBytes.append(varint: UInt64(field.number) << 3 | UInt64(WireType.endGroup.rawValue), to: &parts)
        } else {
            WireBytes.append(varint: UInt64(content.count), to: &parts)
            parts += content
        }
        levels[levels.count - 1] += parts
    }

    mutating func field(_ field: WireField) {
        keep()
        guard field.isComplete else { return }
        pending = field.tag.lowerBound..<field.value.upperBound
        if case .group = field.content { pending = nil }
    }

    mutating func damage(_ damage: WireDamage) {
        if let pending, pending.contains(damage.offset) { self.pending = nil }
        keep()
    }
}
