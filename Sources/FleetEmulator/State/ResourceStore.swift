internal import ByteText
public import FleetMessages

/// The resources of one kind by their full names, kept in the order of the names.
///
/// A value: a copy is a snapshot. Reading and replacing take constant time; a new or removed name is moved into its place
/// in an array of names.
public struct ResourceStore<Resource: FleetMessage>: Sendable {
    private var resources: [String: Resource] = [:]
    /// The names in ascending order of their bytes.
    public private(set) var names: [String] = []

    /// A store without resources.
    public init() {}

    /// The number of resources.
    public var count: Int { names.count }

    /// The resource with a name; setting `nil` removes it.
    public subscript(name: String) -> Resource? {
        get { resources[name] }
        set {
            let isKnown = resources[name] != nil
            if isKnown != (newValue != nil) {
                let index = index(of: name)
                if isKnown { names.remove(at: index) } else { names.insert(name, at: index) }
            }
            resources[name] = newValue
        }
    }

    /// Changes the resource with a name in its place, if there is one.
    mutating func modify(_ name: String, _ change: (inout Resource) -> Void) {
        guard let index = resources.index(forKey: name) else { return }
        change(&resources.values[index])
    }

    /// The names of the resources of a collection, `providers/{provider}/vehicles/`, in ascending order.
    func names(in collection: String, where isWanted: (Resource) -> Bool = { _ in true }) -> [String] {
        let start = index(of: collection)
        let end = names[start...].partitioningIndex { !$0.utf8.starts(with: collection.utf8) }
        return names[start..<end].filter { resources[$0].map(isWanted) ?? false }
    }

    /// The place of a name, or where it belongs.
    private func index(of name: String) -> Int {
        names[...].partitioningIndex { !$0.utf8.lexicographicallyPrecedes(name.utf8) }
    }
}
