internal import ProtobufSchema

extension TypeDetector {
    /// The most messages that are tried as every type. Further ones are tried as the types that were found.
    private static let eachLimit = 1024
    /// The most types that further messages are tried as.
    private static let typeLimit = 16
    /// The most candidates that are kept for each message.
    private static let keptLimit = 4
    /// The bits by which another type has to be better for one message than the type that explains all messages.
    private static let cohesion = 16.0

    /// Finds the type of each of several messages, such as the lines of a text, which may be of different types.
    ///
    /// Where a message could be of several types, the type of most other messages is preferred.
    ///
    /// - Parameter together: The detection of all messages as one type.
    /// - Returns: A detection for each message; `nil` when all are of one type.
    func detectEach(_ messages: [ArraySlice<UInt8>], together: Detection) -> [Detection]? {
        var results = messages.prefix(Self.eachLimit).map { detect([$0]) }
        var votes: [MessageDescriptor: Int] = [:]
        for result in results where result.isSound && !result.isEmpty {
            if let best = result.best { votes[best.message, default: 0] += 1 }
        }
        guard votes.count > 1 else { return nil }
        // A lead of four bits is two to one, see `share`.
        var favour = votes.mapValues { 4 * log2(UInt64($0)) }
        if let common = together.best?.message, let bits = favour[common] { favour[common] = bits + Self.cohesion }
        for index in results.indices { Self.weigh(&results[index], favour) }
        let types = votes.sorted { ($1.value, $0.key.fullName) < ($0.value, $1.key.fullName) }.map(\.key)
        for message in messages.dropFirst(Self.eachLimit) {
            let rivals = types.prefix(Self.typeLimit).map { type in
                var result = detection(of: [message], as: type)
                Self.weigh(&result, favour)
                return result
            }
            if let best = rivals.min(by: { $0.cost < $1.cost }) { results.append(best) }
        }
        return Set(results.compactMap { $0.best?.message }).count > 1 ? results : nil
    }

    /// Sorts the candidates by their bits, less the bonus of their types.
    private static func weigh(_ detection: inout Detection, _ favour: [MessageDescriptor: Double]) {
        for index in detection.candidates.indices {
            detection.candidates[index].bits -= favour[detection.candidates[index].message] ?? 0
        }
        detection.candidates.sort { ($0.bits, $0.message.fullName) < ($1.bits, $1.message.fullName) }
        share(&detection.candidates)
        detection.candidates = Array(detection.candidates.prefix(keptLimit))
    }
}
