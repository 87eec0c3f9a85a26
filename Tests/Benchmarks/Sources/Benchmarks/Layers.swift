import CProbe
import FleetWire
import Foundation
import SwiftProtobuf
import SwiftProtobufMessages

/// The floors below and above the codec: frames, compression, JSON.
struct Layers {
    private enum Side { case ours, theirs }

    private struct Line {
        let subject: String
        let ours: String
        let theirs: String
        let timings: Timings<Side>
        /// The bounds of our time over theirs; `nil` where it is only reported.
        let goal: ClosedRange<Double>?

        var ratio: Double { timings.ratio(.ours, to: .theirs) ?? .nan }
    }

    private let rounds: Int
    private var lines: [Line] = []
    private var deframing = Timings<Int>()

    /// Nanoseconds that a message may take that is whole in what arrives.
    private static let deframingGoal = 10.0

    init(_ payload: (Payload.Name) throws -> Payload, rounds: Int) throws {
        self.rounds = rounds
        let update = try payload(.b).bytes
        let list = try payload(.d).bytes
        // First, while the allocator holds no large blocks that it could hand out once more.
        try addFreshState(update)
        for bytes in [update, list] { try addCompression(bytes) }
        try addJSON(UpdateVehicleRequest.self, Maps_Fleetengine_V1_UpdateVehicleRequest.self, update)
        try addJSON(ListVehiclesResponse.self, Maps_Fleetengine_V1_ListVehiclesResponse.self, list)
        try addLooking(list)
        try timeDeframing(update)
    }

    private mutating func add(
        _ subject: String, _ ours: String, over theirs: String, goal: ClosedRange<Double>? = nil,
        _ work: @escaping Timings<Side>.Work, _ otherWork: @escaping Timings<Side>.Work
    ) throws {
        let timings = try Timings([(Side.ours, work), (.theirs, otherWork)], rounds: rounds)
        lines.append(Line(subject: subject, ours: ours, theirs: theirs, timings: timings, goal: goal))
    }

    // MARK: Frames

    private mutating func addCompression(_ bytes: [UInt8]) throws {
        let framer = try KeptFramer()
        let deflater = try RawZlib(deflating: true, room: bytes.count + 1000)
        try add(
            "deflate \(bytes.count) bytes", "MessageFramer", over: "zlib", goal: 0...1.1,
            { try framer.frame(bytes, times: $0) },
            { times in for _ in 0..<times { _ = try deflater.deflate(bytes) } })

        let content = Array(try deflater.deflate(bytes))
        let frame = withLength(content)
        let deframer = KeptDeframer()
        let inflater = try RawZlib(deflating: false, room: bytes.count)
        try add(
            "inflate \(bytes.count) bytes", "Deframer", over: "zlib", goal: 0...1.1,
            { _ = try deframer.read(frame, times: $0) },
            { times in for _ in 0..<times { _ = try inflater.inflate(content) } })
    }

    private func withLength(_ content: [UInt8]) -> [UInt8] {
        [1] + (0..<4).map { UInt8(truncatingIfNeeded: content.count >> (24 - 8 * $0)) } + content
    }

    /// A state is 268 KB, and what it costs to make one is first of all what its memory costs.
    private mutating func addFreshState(_ bytes: [UInt8]) throws {
        let kept = try KeptFramer()
        for (isReturned, name) in [(true, "fresh memory"), (false, "memory that was used before")] {
            probe_return_large_blocks(isReturned)
            try add(
                "deflate \(bytes.count) bytes", "a state each, \(name),", over: "a kept state",
                goal: isReturned ? 3...(.infinity) : nil,
                { times in for _ in 0..<times { try KeptFramer().frame(bytes, times: 1) } },
                { try kept.frame(bytes, times: $0) })
        }
    }

    private mutating func timeDeframing(_ bytes: [UInt8]) throws {
        let messages = 1000
        let stream = try MessageFramer.encode(Array(repeating: bytes, count: messages))
        let whole = KeptDeframer()
        let torn = KeptDeframer()
        let segment = 1448  // bytes of a TCP segment on Ethernet
        deframing = try Timings(
            [
                (1, { _ = try whole.read(stream, times: $0) }),
                (2, { _ = try torn.read(stream, inPiecesOf: segment, times: $0) }),
            ],
            rounds: rounds
        ).divided(by: Double(messages))
    }

    // MARK: Looking

    /// Three fields of each vehicle in a list, where they stand.
    private mutating func addLooking(_ list: [UInt8]) throws {
        try add(
            "name and place of 300 vehicles", "Reader", over: "decoding them", goal: 0...0.25,
            { times in
                for _ in 0..<times {
                    let bytes = list[...]
                    var sum = try Self.look(bytes.span)
                    use(&sum)
                }
            },
            { times in
                for _ in 0..<times {
                    var response = try ListVehiclesResponse(decoding: list)
                    use(&response)
                }
            })
    }

    private static func look(_ bytes: Span<UInt8>) throws(WireError) -> Double {
        var sum = 0.0
        var list = Reader(bytes)
        while case let tag = try list.nextTag(), tag != 0 {
            if tag == 10 { sum += try look(vehicle: try list.body()) } else { try list.skip(tag) }
        }
        return sum
    }

    private static func look(vehicle: consuming Reader) throws(WireError) -> Double {
        var sum = 0.0
        while case let tag = try vehicle.nextTag(), tag != 0 {
            switch tag {
            case 10: sum += Double(try vehicle.borrowedBytes().count)  // name = 1
            case 42:  // last_location = 5
                var location = try vehicle.body()
                while case let tag = try location.nextTag(), tag != 0 {
                    guard tag == 10 else {
                        try location.skip(tag)
                        continue
                    }
                    var place = LatLng()  // location = 1
                    try location.message(into: &place)
                    sum += place.latitude + place.longitude
                }
            default: try vehicle.skip(tag)
            }
        }
        return sum
    }

    // MARK: JSON

    private mutating func addJSON<M: FleetWire.Message, N: SwiftProtobuf.Message>(
        _ type: M.Type, _ other: N.Type, _ bytes: [UInt8]
    ) throws {
        guard let descriptor = FleetSchema.shared.message(named: M.fullName) else { return }
        let message = try N(serializedBytes: bytes)
        let writer = JSONWriter()
        let input = bytes[...]
        let json = try writer.json(input.span, as: descriptor)
        try add(
            "JSON of \(bytes.count) bytes", "JSONWriter", over: "swift-protobuf",
            { times in
                for _ in 0..<times {
                    let input = bytes[...]
                    var json = try writer.json(input.span, as: descriptor)
                    use(&json)
                }
            },
            { times in
                for _ in 0..<times {
                    var json: [UInt8] = try message.jsonUTF8Bytes()
                    use(&json)
                }
            })
        let reader = FleetWire.JSONReader()
        try add(
            "reading \(json.count) bytes of JSON", "JSONReader", over: "swift-protobuf",
            { times in
                for _ in 0..<times {
                    var bytes = try reader.bytes(of: json, as: descriptor)
                    use(&bytes)
                }
            },
            { times in
                for _ in 0..<times {
                    var message = try N(jsonUTF8Bytes: json)
                    use(&message)
                }
            })
    }

    // MARK: Report

    var table: Table {
        var table = Table()
        table.add(["", "median ns", "median ns", "ratio", "goal"])
        for line in lines {
            table.add([
                "\(line.subject): \(line.ours) over \(line.theirs)",
                (line.timings.median(.ours) ?? .nan).text(digits: 0),
                (line.timings.median(.theirs) ?? .nan).text(digits: 0),
                line.ratio.text(digits: 2), line.goal.map(Self.text) ?? "",
            ])
        }
        table.add([
            "a message out of a stream of many, ns", (deframing.median(1) ?? .nan).text(digits: 1), "", "",
            "<= \(Self.deframingGoal.text(digits: 0))",
        ])
        table.add(["the same in TCP segments, ns", (deframing.median(2) ?? .nan).text(digits: 1)])
        return table
    }

    /// A sentence for each goal that was missed.
    var missed: [String] {
        var missed = lines.compactMap { line in
            guard let goal = line.goal, !goal.contains(line.ratio) else { return nil as String? }
            return "\(line.subject): \(line.ours) over \(line.theirs) is \(line.ratio.text(digits: 2)), "
                + "is to be \(Self.text(goal))"
        }
        if let time = deframing.median(1), time > Self.deframingGoal {
            missed.append("a message out of a stream takes \(time.text(digits: 1)) ns")
        }
        return missed
    }

    private static func text(_ goal: ClosedRange<Double>) -> String {
        goal.upperBound.isFinite ? "<= \(goal.upperBound.text(digits: 2))" : ">= \(goal.lowerBound.text(digits: 2))"
    }
}
