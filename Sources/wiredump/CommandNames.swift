import ArgumentParser

/// Suggests a subcommand for a mistyped name, which the argument parser takes for the name of a file.
enum CommandNames {
    private static var all: [String] { Wiredump.configuration.subcommands.compactMap { $0.configuration.commandName } }

    /// Text to append to the error about a file that cannot be read; empty unless the path is nearly the name of a subcommand.
    static func suggestion(for path: String) -> String {
        guard !path.contains("/"), let name = all.first(where: { distance(path, $0) <= 2 }) else { return "" }
        return "; did you mean: wiredump \(name)?"
    }

    /// The Damerau-Levenshtein distance: letters to change, insert, delete or swap with their neighbour.
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.utf8.prefix(32)), Array(right.utf8))
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
