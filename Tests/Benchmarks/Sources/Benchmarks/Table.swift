import Foundation

/// Rows of text in columns: the first column to the left, the others to the right.
struct Table {
    private var rows: [[String]] = []

    mutating func add(_ cells: [String]) { rows.append(cells) }

    var text: String {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = zip(row, widths).enumerated().map { column, cell in
                let room = String(repeating: " ", count: cell.1 - cell.0.count)
                return column == 0 ? cell.0 + room : room + cell.0
            }
            return cells.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}

extension Table {
    /// Times and allocations of all peers with one payload.
    init(_ samples: Samples) {
        for measure in Measure.allCases {
            add([measure.rawValue, "median ns", "least ns", "FleetWire is", "allocations", "bytes"])
            for peer in Peer.Name.allCases {
                let cell = Cell(peer: peer, measure: measure)
                guard let median = samples.median(cell), let least = samples.minimum(cell) else { continue }
                let ratio = samples.ratio(Cell(peer: .fleetWire, measure: measure), to: cell)
                var row = ["  " + peer.rawValue, median.text(digits: 0), least.text(digits: 0)]
                row.append(peer == .fleetWire ? "" : ratio?.text(digits: 3) ?? "")
                if let allocations = samples.allocations[cell] {
                    row += ["\(allocations.calls)", "\(allocations.bytes)"]
                } else {
                    row += ["?", "?"]
                }
                add(row)
            }
        }
    }

    /// FleetWire's time over the peers' for all payloads, with the goals beside them.
    init(_ all: [Samples], goals: Goals) {
        add(["FleetWire's time over the peer's (goal)"] + all.map { "\($0.payload.name)" })
        for row in goals.rows {
            let over = row.peerMeasure == row.measure ? "" : ", over " + row.peerMeasure.rawValue
            var cells = ["\(row.measure.rawValue)\(over): \(row.peer.rawValue)"]
            for samples in all {
                let ratio = row.ratio(in: samples)?.text(digits: 3) ?? "not measured"
                let goal = row.atMost[samples.payload.name]?.text(digits: 2) ?? "none"
                cells.append("\(ratio) (\(goal))")
            }
            add(cells)
        }
    }
}

extension Double {
    func text(digits: Int) -> String { String(format: "%.\(digits)f", self) }
}
