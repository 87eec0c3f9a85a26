/// A bounded list of values in the order in which they first came, so that rows can name a value by its number.
struct NameTable<Value: Hashable> {
    private(set) var values: [Value] = []
    /// Whether a value was left out because the table was full.
    private(set) var isCut = false
    /// The number of each value in the table, from 0.
    private(set) var indices: [Value: Int] = [:]
    let limit: Int

    /// The number of a value, from 0; `nil` for a new one when the table is full.
    mutating func index(_ value: Value) -> Int? {
        if let index = indices[value] { return index }
        guard values.count < limit else {
            isCut = true
            return nil
        }
        indices[value] = values.count
        values.append(value)
        return values.count - 1
    }
}
