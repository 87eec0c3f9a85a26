/// How fast FleetWire has to be, as ratios of time in one run, and what it may ask of the allocator.
enum Goals: String, CaseIterable {
    /// What the design promises: decode at least 6 times and encode at least 8 times as fast as swift-protobuf.
    case floor
    /// What measured prototypes showed to be possible, against every peer.
    case full

    /// FleetWire's time for `measure` over the peer's for `peerMeasure`: at most this much, for each payload named.
    struct Row {
        let measure: Measure
        let peer: Peer.Name
        var peerMeasure: Measure
        let atMost: [Payload.Name: Double]

        init(_ measure: Measure, of peer: Peer.Name, _ peerMeasure: Measure? = nil, atMost: [Payload.Name: Double]) {
            self.measure = measure
            self.peer = peer
            self.peerMeasure = peerMeasure ?? measure
            self.atMost = atMost
        }

        func ratio(in samples: Samples) -> Double? {
            samples.ratio(
                Cell(peer: .fleetWire, measure: measure), to: Cell(peer: peer, measure: peerMeasure))
        }
    }

    var rows: [Row] {
        switch self {
        case .floor:
            [
                Row(.decode, of: .swiftProtobuf, atMost: [.b: 1.0 / 6, .d: 1.0 / 6]),
                Row(.encodeFresh, of: .swiftProtobuf, atMost: [.b: 1.0 / 8, .d: 1.0 / 8]),
            ]
        case .full:
            [
                Row(.decode, of: .swiftProtobuf, atMost: [.a: 0.25, .b: 0.13, .c: 0.06, .d: 0.12, .e: 0.09]),
                Row(.decode, of: .heap, atMost: [.a: 0.85, .b: 0.55, .c: 0.15, .d: 0.45, .e: 0.65]),
                Row(.decode, of: .arena, atMost: [.a: 0.85, .b: 0.75, .c: 0.32, .d: 0.80, .e: 0.85]),
                Row(.decode, of: .protozero, atMost: [.a: 2.1, .b: 1.3, .c: 0.45, .d: 0.85, .e: 1.3]),
                Row(.encodeFresh, of: .heap, atMost: [.a: 1.0, .b: 0.80, .c: 0.65, .d: 0.75, .e: 1.0]),
                Row(.encodeReused, of: .heap, atMost: [.a: 0.65, .b: 0.70, .c: 0.45, .d: 0.75, .e: 0.60]),
                Row(
                    .encodeReused, of: .swiftProtobuf, .encodeFresh,
                    atMost: [.a: 0.10, .b: 0.07, .c: 0.04, .d: 0.05, .e: 0.15]),
            ]
        }
    }

    /// Calls of the allocator: to decode, the strings of more than 15 bytes and the arrays; to encode again, none.
    var allocations: [Measure: [Payload.Name: Int]] {
        switch self {
        case .floor: [:]
        case .full:
            [
                .decode: [.a: 1, .b: 4, .c: 10, .d: 1601, .e: 10],
                .encodeReused: [.a: 0, .b: 0, .c: 0, .d: 0, .e: 0],
            ]
        }
    }

    /// A sentence for each goal that was missed.
    func missed(by samples: Samples) -> [String] {
        let payload = samples.payload.name
        var missed: [String] = []
        for row in rows {
            guard let atMost = row.atMost[payload] else { continue }
            let comparison = "\(row.measure.rawValue) over \(row.peer.rawValue)'s \(row.peerMeasure.rawValue)"
            guard let ratio = row.ratio(in: samples) else {
                missed.append("\(payload): \(comparison) was not measured")
                continue
            }
            if ratio > atMost {
                missed.append("\(payload): \(comparison) is \(ratio.text(digits: 3)), may be \(atMost.text(digits: 3))")
            }
        }
        for measure in Measure.allCases {
            guard let atMost = allocations[measure]?[payload],
                let calls = samples.allocations[Cell(peer: .fleetWire, measure: measure)]?.calls, calls > atMost
            else { continue }
            missed.append("\(payload), \(measure.rawValue): \(calls) allocations, may be \(atMost)")
        }
        return missed
    }
}
