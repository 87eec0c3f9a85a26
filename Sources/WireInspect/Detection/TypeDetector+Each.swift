package import ProtobufSchema

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
        var favour = Self.favour(votes)
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

    /// The type of `messages`, if it is certain, also by how often other messages that came the same way had it. Empty
    /// messages, which could be of any type, do not count.
    ///
    /// - Parameter votes: The number of other messages of each type. They confirm the type that fits best, and never
    ///   another one.
    package func certainType(
        of messages: [ArraySlice<UInt8>], votes: [MessageDescriptor: Int] = [:]
    ) -> (type: MessageDescriptor, isByVotes: Bool)? {
        let messages = messages.filter { !$0.isEmpty }
        guard !messages.isEmpty else { return nil }
        var detection = detect(messages)
        guard let best = detection.best else { return nil }
        if best.isCertain { return (best.message, false) }
        Self.weigh(&detection, Self.favour(votes))
        guard best.isSound, let first = detection.best, first.isCertain, first.message == best.message else {
            return nil
        }
        return (best.message, true)
    }

    /// The bonus of types in bits by how many messages have them: twice as many are twice as likely, see `rank`.
    private static func favour(_ votes: [MessageDescriptor: Int]) -> [MessageDescriptor: Double] {
        votes.mapValues { 4 * log2(UInt64($0)) }
    }

    /// Sorts the candidates by their bits, less the bonus of their types.
    private static func weigh(_ detection: inout Detection, _ favour: [MessageDescriptor: Double]) {
        for index in detection.candidates.indices {
            detection.candidates[index].bits -= favour[detection.candidates[index].message] ?? 0
        }
        rank(&detection.candidates)
        detection.candidates = Array(detection.candidates.prefix(keptLimit))
    }
}
