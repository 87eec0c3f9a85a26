import ArgumentParser

/// Finds the word that was probably meant by a mistyped one.
enum Spelling {
    /// Text to append to the error about a file that cannot be read; empty unless the path is nearly the name of a subcommand,
    /// which the argument parser takes for the name of a file.
    static func suggestion(forPath path: String) -> String {
        let names = Wiredump.subcommands.compactMap { $0.configuration.commandName }
        guard !path.contains("/"), let name = nearest(to: path, among: names) else { return "" }
        return "; did you mean: wiredump \(name)?"
    }

    /// The word with the fewest differences, two at most; case does not count.
    static func nearest(to word: String, among words: [String]) -> String? {
        let distances = words.lazy.map { (word: $0, distance: distance(word.lowercased(), $0.lowercased())) }
        return distances.filter { $0.distance <= 2 }.min { $0.distance < $1.distance }?.word
    }

    /// The Damerau-Levenshtein distance: letters to change, insert, delete or swap with their neighbour.
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.utf8.prefix(128)), Array(right.utf8))
        guard abs(left.count - right.count) <= 2 else { return .max }
        var rows = [Array(0...right.count)]
        for (row, letter) in left.enumerated() {
            var next = [row + 1]
            for (column, other) in right.enumerated() {
                let changed = rows[row][column] + (letter == other ? 0 : 1)
                var best = min(next[column] + 1, rows[row][column + 1] + 1, changed)
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    best = min(best, rows[row - 1][column - 1] + 1)
                }
                next.append(best)
            }
            rows.append(next)
        }
        return rows[left.count][right.count]
    }
}
