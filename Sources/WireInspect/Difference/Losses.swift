internal import ProtobufSchema
internal import ProtobufWire

/// What a damaged message may have held besides what can be read of it.
struct Losses {
    /// Paths, up to the first list, of what could not be read whole, and of the messages around it: a damaged length may
    /// have hidden their fields, too.
    private var damaged: Set<String> = []
    /// By the path of a message that is in no list the numbers of the fields that may have stood where it could not be
    /// read; empty where it can have been any.
    private var gaps: [String: [ClosedRange<Int>]] = [:]
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
            var path = Self.plain(path)
            while damaged.insert(path).inserted, !path.isEmpty { path = Self.parent(path) }
        }
    }

    /// Whether what was found of the field, or of the list that it is in, may not be all of it.
    func touch(_ change: MessageDifference.Change) -> Bool {
        isEverywhere || damaged.contains(Self.plain(change.path))
    }

    /// Whether the field may be there although it was not found.
    func hide(_ change: MessageDifference.Change) -> Bool {
        let path = Self.plain(change.path)
        guard !touch(change), damaged.contains(Self.parent(path)) else { return touch(change) }
        guard let gaps = gaps[Self.parent(path)], let number = number(of: path) else { return true }
        return gaps.contains { $0.contains(number) }
    }

    /// The number of the field at a path without lists.
    private func number(of path: String) -> Int? {
        var message = type
        var number: Int?
        for name in path.split(separator: ".") {
            let field = message?.field(named: String(name))
            number = field?.number ?? Int(name)
            message = field?.message
        }
        return number
    }

    private static func plain(_ path: String) -> String { String(path.prefix { $0 != "[" }) }

    private static func parent(_ path: String) -> String {
        path.lastIndex(of: ".").map { String(path[..<$0]) } ?? ""
    }
}
