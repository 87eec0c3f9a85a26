import FleetWire

/// Writes frames with one state for all samples.
final class KeptFramer {
    private var framer: MessageFramer?
    private var output: [UInt8] = []

    init() throws { framer = try MessageFramer(encoding: .gzip) }

    func frame(_ message: [UInt8], times: Int) throws {
        // Taken out meanwhile, because each access to a property of a class is checked for exclusivity.
        guard var framer = framer.take() else { return }
        let message = message[...]
        for _ in 0..<times {
            output.removeAll(keepingCapacity: true)
            try framer.append(message.span, to: &output)
            use(&output)
        }
        self.framer = consume framer
    }
}

/// Reads frames with one state for all samples.
final class KeptDeframer {
    private var deframer: Deframer? = Deframer(.header(.gzip))

    /// - Parameter piece: How many bytes arrive at once.
    /// - Returns: How many messages there were.
    func read(_ stream: [UInt8], inPiecesOf piece: Int = .max, times: Int) throws -> Int {
        guard var deframer = deframer.take() else { return 0 }
        var count = 0
        let stream = stream[...]
        for _ in 0..<times {
            var rest = stream.span
            while !rest.isEmpty {
                try deframer.consume(rest.extracting(first: piece)) { (_, _) in count += 1 }
                rest = rest.extracting(droppingFirst: piece)
            }
        }
        self.deframer = consume deframer
        return count
    }
}
