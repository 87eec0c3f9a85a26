internal import ProtobufSchema

extension TypeDetector {
    /// Messages that are asked one by one. Those behind them are taken for what is found among these.
    private static let eachLimit = 1024
    /// Types among which the messages behind those are told apart.
    private static let typeLimit = 16
    /// Candidates that are kept of each message.
    private static let keptLimit = 4
    /// Bits by which a message has to be better explained by another type before it leaves the one that explains all.
    private static let cohesion = 16.0

    /// What each of several messages is that stand together but need not be of one type, such as the lines of a text.
    ///
    /// A message is likelier of a type that others are of as well: this decides where it could be of several.
    ///
    /// - Parameter together: What explains all of them as messages of one type.
    /// - Returns: One for each message; `nil` when all are of one type.
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

    /// Puts the candidates into the order that their bits and the favour for their types say.
    private static func weigh(_ detection: inout Detection, _ favour: [MessageDescriptor: Double]) {
        for index in detection.candidates.indices {
            detection.candidates[index].bits -= favour[detection.candidates[index].message] ?? 0
        }
        detection.candidates.sort { ($0.bits, $0.message.fullName) < ($1.bits, $1.message.fullName) }
        share(&detection.candidates)
        detection.candidates = Array(detection.candidates.prefix(keptLimit))
    }
}
