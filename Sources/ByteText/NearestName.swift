/// The name that was probably meant by a mistyped one: the one with the fewest letters to change, insert or delete. Case does
/// not count.
///
/// - Returns: `nil` when no name is similar: more than two differences, and more than a third of the letters.
package func nearestName(to wanted: String, among names: some Sequence<String>) -> String? {
    let wanted = Array(wanted.lowercased().utf8)
    guard !wanted.isEmpty, wanted.count <= 100 else { return nil }
    let limit = min(max(2, wanted.count / 3), wanted.count - 1)
    var best: (name: String, distance: Int)?
    for name in names {
        let other = Array(name.lowercased().utf8)
        guard abs(other.count - wanted.count) <= limit else { continue }
        let distance = editDistance(wanted, other)
        if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
    }
    return best?.name
}

/// The Levenshtein distance of two words.
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
        var next = [row + 1]
        for (column, other) in right.enumerated() {
            next.append(min(next[column] + 1, last[column + 1] + 1, last[column] + (letter == other ? 0 : 1)))
        }
        last = next
    }
    return last[right.count]
}
