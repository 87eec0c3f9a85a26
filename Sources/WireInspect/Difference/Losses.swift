internal import ProtobufSchema
internal import ProtobufWire

/// What a damaged message may have held besides what can be read of it.
struct Losses {
    /// Paths, up to the first list, of what could not be read whole, and of the messages around it: a damaged length may
    /// have hidden their fields, too.
    private var damaged: Set<[String]> = []
    /// By the path of a message that is in no list the numbers of the fields that may have stood where it could not be
    /// read; empty where it can have been any.
    private var gaps: [[String]: [ClosedRange<Int>]] = [:]
    private let isEverywhere: Bool
    private let type: MessageDescriptor?

    /// Of a message of which nobody knows what is missing.
    static let everywhere = Losses()

    private init() {
        isEverywhere = true
        type = nil
    }

    init(of bytes: ArraySlice<UInt8>, as type: MessageDescriptor) {
        let finder = GapFinder(bytes, type)
        isEverywhere = finder.isBeyondLimit
        self.type = type
        if finder.isOrdered { gaps = finder.gaps }
        for path in finder.paths {
            var names = path.fieldNames
            while damaged.insert(names).inserted, !names.isEmpty { names.removeLast() }
        }
    }

    /// Whether what was found of the field, or of the list that it is in, may not be all of it.
    func touch(_ change: MessageDifference.Change) -> Bool {
        isEverywhere || damaged.contains(change.path.fieldNames)
    }

    /// Whether the field may be there although it was not found.
    func hide(_ change: MessageDifference.Change) -> Bool {
        let names = change.path.fieldNames
        guard !touch(change), damaged.contains(names.dropLast()) else { return touch(change) }
        guard let gaps = gaps[names.dropLast()], let number = number(of: names) else { return true }
        return gaps.contains { $0.contains(number) }
    }

    /// The number of the field to which these names lead.
    private func number(of names: [String]) -> Int? {
        var message = type
        var number: Int?
        for name in names {
            let field = message?.field(named: name)
            number = field?.number ?? Int(name)
            message = field?.message
        }
        return number
    }
}
