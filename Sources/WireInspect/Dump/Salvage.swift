internal import ProtobufSchema
internal import ProtobufWire

/// Builds a sound message from what can be read of a damaged one.
///
/// Whole fields are kept byte for byte; messages around damage keep the fields before it, and those behind it where their
/// beginning can be found.
struct Salvage: WireVisitor {
    private let bytes: ArraySlice<UInt8>
    /// What is left: bytes that decode without an error as a message of the type.
    private(set) var message: [UInt8] = []
    /// Where the content of each message begins that is open.
    private var starts: [Int] = []
    /// What could not be read, as far as ``TreeDamage/limit`` allows, and how much more there is.
    private(set) var damage: [WireDamage] = []
    private(set) var furtherDamage = 0
    /// Fields that wait for a verdict: damage about a field is told after it.
    private var pending: Range<Int>?

    init(_ damaged: ArraySlice<UInt8>, as message: MessageDescriptor) {
        bytes = damaged
        // What is left is hardly ever longer.
        self.message.reserveCapacity(damaged.count)
        WireWalker(resynchronizes: true).walk(damaged.span, as: message, visitor: &self)
        keep()
    }

    private func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
        bytes[(bytes.startIndex + range.lowerBound)..<(bytes.startIndex + range.upperBound)]
    }

    private mutating func keep() {
        if let pending { message += slice(pending) }
        pending = nil
    }

    mutating func enter(_ field: WireField) -> Bool {
        keep()
        message += slice(field.tag)
        // One byte is left for the length; a longer one moves the content.
        if field.content != .group { message.append(0) }
        starts.append(message.count)
        return true
    }

    mutating func leave(_ field: WireField) {
        keep()
        let start = starts.removeLast()
        guard field.content != .group else {
            return WireBytes.append(
                varint: UInt64(field.number) << 3 | UInt64(WireType.endGroup.rawValue), to: &message)
        }
        var length: [UInt8] = []
        WireBytes.append(varint: UInt64(message.count - start), to: &length)
        message.replaceSubrange((start - 1)..<start, with: length)
    }

    mutating func field(_ field: WireField) {
        keep()
        guard field.isComplete else { return }
        pending = field.tag.lowerBound..<field.value.upperBound
        if case .group = field.content { pending = nil }
    }

    mutating func damage(_ damage: WireDamage) {
        if self.damage.count < TreeDamage.limit { self.damage.append(damage) } else { furtherDamage += 1 }
        if let pending, pending.contains(damage.offset) { self.pending = nil }
        keep()
    }
}
