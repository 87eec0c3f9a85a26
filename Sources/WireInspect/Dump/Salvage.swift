internal import ByteText
internal import ProtobufSchema
internal import ProtobufWire

/// Makes a sound message of what can be read of a damaged one.
///
/// Whole fields are kept byte for byte; messages around damage keep the fields before it, and those behind it where their
/// beginning can be found. Linear, but for lengths of messages that are put before what was copied.
struct Salvage: WireVisitor {
    /// The rest: bytes that decode without an error as a message of the type.
    private(set) var message: [UInt8] = []

    private let bytes: ArraySlice<UInt8>
    /// The offset in `message` at which the content of each open message or group begins.
    private var starts: [Int] = []
    /// The field that was visited last, since damage in a field is reported after it.
    private var pending: Range<Int>?

    init(_ damaged: ArraySlice<UInt8>, as type: MessageDescriptor) {
        bytes = damaged
        message.reserveCapacity(damaged.count)
        WireWalker(resynchronizes: true).walk(damaged.span, as: type, visitor: &self)
        keepPending()
    }

    private mutating func keepPending() {
        if let pending { message += bytes.part(pending) }
        pending = nil
    }

    mutating func enter(_ field: WireField) -> Bool {
        keepPending()
        message += bytes.part(field.tag)
        starts.append(message.count)
        return true
    }

    mutating func leave(_ field: WireField) {
        keepPending()
        let start = starts.removeLast()
        if field.content == .group {
            message.append(varint: UInt64(field.number) << 3 | UInt64(WireType.endGroup.rawValue))
        } else {
            var length: [UInt8] = []
            length.append(varint: UInt64(message.count - start))
            message.insert(contentsOf: length, at: start)
        }
    }

    mutating func field(_ field: WireField) {
        keepPending()
        guard field.isComplete else { return }
        pending = field.tag.lowerBound..<field.value.upperBound
    }

    mutating func damage(_ damage: WireDamage) {
        if let pending, pending.contains(damage.offset) { self.pending = nil }
        keepPending()
    }
}
