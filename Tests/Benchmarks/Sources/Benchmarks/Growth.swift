import CProbe
import FleetWire
import Foundation

/// How time and memory grow with the size of what is read: linearly, whatever its shape.
struct Growth {
    /// Something that reads bytes.
    struct EntryPoint {
        let name: String
        let run: ([UInt8]) throws -> Void
    }

    /// Bytes of one shape in any size.
    struct Shape {
        let name: String
        /// So many parts are the smallest size.
        let parts: Int
        let make: (_ parts: Int) throws -> [UInt8]
    }

    private struct Line {
        let name: String
        let size: Int
        /// Nanoseconds for each byte at 1, 10 and 100 times the size.
        let times: [Double]
        /// Bytes held at once for each byte of the input, at the same sizes.
        let memory: [Double]

        /// How much dearer a byte is when there are 100 times as many.
        var growth: Double { times[2] / times[0] }
        var memoryGrowth: Double { memory[2] / memory[0] }
    }

    private static let factors = [1, 10, 100]
    /// A byte may become dearer when caches are outgrown and memory comes fresh from the system: ten times for a message
    /// of two bytes that takes a kilobyte when decoded. What is not linear becomes about 100 times dearer.
    private static let limit = 20.0

    private var lines: [Line] = []

    mutating func measure(_ entryPoint: EntryPoint, _ shape: Shape) throws {
        var times: [Double] = []
        var memory: [Double] = []
        var size = 0
        for factor in Self.factors {
            let bytes = try shape.make(shape.parts * factor)
            if factor == 1 { size = bytes.count }
            try entryPoint.run(bytes)
            // The shortest of several: what disturbs makes it longer.
            let rounds = factor == 100 ? 2 : 5
            let repetitions = max(1, 10 / factor)
            let time = try (0..<rounds).map { _ in
                try nanoseconds { for _ in 0..<repetitions { try entryPoint.run(bytes) } } / Double(repetitions)
            }.min()
            times.append((time ?? .nan) / Double(bytes.count))
            probe_watch_memory()
            try entryPoint.run(bytes)
            memory.append(Double(probe_peak_memory()) / Double(bytes.count))
        }
        lines.append(Line(name: "\(entryPoint.name): \(shape.name)", size: size, times: times, memory: memory))
    }

    var table: Table {
        var table = Table()
        table.add([
            "ns and bytes held for each byte of input", "1x is", "1x", "10x", "100x", "growth", "1x", "10x", "100x",
        ])
        for line in lines {
            table.add(
                [line.name, "\(line.size)"] + line.times.map { $0.text(digits: 2) } + [line.growth.text(digits: 2)]
                    + line.memory.map { $0.text(digits: 2) })
        }
        return table
    }

    /// A sentence for whatever does not grow linearly.
    var missed: [String] {
        lines.compactMap { line in
            if line.growth > Self.limit {
                return
                    "\(line.name): a byte takes \(line.growth.text(digits: 1)) times as long when there are 100 times as many"
            }
            // Below one byte for each it is a fixed part that shows.
            if line.memory[2] > 1, line.memoryGrowth > Self.limit {
                return "\(line.name): memory grows faster than the input"
            }
            return nil
        }
    }
}
