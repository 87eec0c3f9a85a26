internal import ProtobufSchema
internal import ProtobufWire

/// Finds between which fields of a message something could not be read.
///
/// Encoders write the fields of a message in ascending order, so that a gap can only have held those between its
/// neighbours.
struct GapFinder: WireVisitor {
    /// By the path of a message that is in no list the numbers of the fields that may have stood in its gaps.
    private(set) var gaps: [[String]: [ClosedRange<Int>]] = [:]
    /// Of what could not be read, up to a limit.
    private(set) var paths: [String] = []
    /// Whether there are more places than that.
    private(set) var isBeyondLimit = false

    /// A message that is open.
    private struct Level {
        /// The field that holds it; `nil` for the whole.
        let field: WireField?
        var gaps: [ClosedRange<Int>] = []
        /// Whether no field has followed the last gap yet.
        var isInGap = false
        /// Number of the last field.
        var last = 0
        /// Whether the fields until now were all declared and whole: what makes no sense may begin before it is noticed.
        var isSound = true
        /// Numbers of the last two sound fields. Damage may have made a field of anything, and so the last one is not
        /// relied on.
        var sound = (before: 0, last: 0)
    }

    private var levels = [Level(field: nil)]
    /// How many fields had a higher number than the one before them in their message, and how many a lower one.
    private var ascents = 0
    private var descents = 0

    /// Whether the message is written in ascending order, as far as can be seen. A few fields are so by chance.
    var isOrdered: Bool { descents == 0 && ascents >= 3 }

    init(_ bytes: ArraySlice<UInt8>, _ type: MessageDescriptor) {
        WireWalker(resynchronizes: true).walk(bytes.span, as: type, visitor: &self)
        close()
    }

    mutating func enter(_ field: WireField) -> Bool {
        self.field(field)
        levels.append(Level(field: field))
        return true
    }

    mutating func leave(_ field: WireField) {
        // The damage of its length is told behind it, and may mean that its end is missing.
        if !field.isComplete { gap(levels.count - 1) }
        close()
    }

    mutating func field(_ field: WireField) {
        var level = levels[levels.count - 1]
        let number = field.number
        if level.last > 0, number > level.last { ascents += 1 }
        if number < level.last { descents += 1 }
        level.last = number
        if level.isInGap {
            let gap = level.gaps.removeLast()
            level.gaps.append(gap.lowerBound...max(gap.lowerBound, number))
            level.isInGap = false
            // Reading goes on only where several fields in a row make sense.
            level.isSound = true
            level.sound.last = number
        }
        level.isSound = level.isSound && field.isComplete && field.descriptor != nil
        if level.isSound { level.sound = (level.sound.last, number) }
        levels[levels.count - 1] = level
    }

    mutating func damage(_ damage: WireDamage) {
        guard paths.count < TreeDamage.limit else { return isBeyondLimit = true }
        paths.append(damage.path.description)
        for index in levels.indices { gap(index) }
    }

    private mutating func gap(_ index: Int) {
        guard !levels[index].isInGap else { return }
        levels[index].gaps.append(levels[index].sound.before...Int.max)
        levels[index].isInGap = true
    }

    private mutating func close() {
        let fields = levels.compactMap(\.field)
        let level = levels.removeLast()
        guard !level.gaps.isEmpty, fields.allSatisfy({ $0.index == nil }) else { return }
        let path = fields.map { $0.descriptor?.name ?? String($0.number) }
        gaps[path, default: []] += level.gaps
    }
}
