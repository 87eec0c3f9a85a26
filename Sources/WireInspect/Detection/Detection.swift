public import ProtobufSchema

/// The message types that explain some bytes, best first.
public struct Detection: Hashable, Sendable {
    /// A type that was tried.
    public struct Candidate: Hashable, Sendable {
        /// The message type.
        public let message: MessageDescriptor
        /// The likelihood of this type among all candidates, 0 to 1.
        public internal(set) var share: Double
        /// Bytes that belong to fields of the type, of those that were looked at.
        public let explained: Int
        /// The description length of what was looked at, in bits; four bits less are twice as likely.
        public internal(set) var bits: Double
        /// Whether the bytes that were looked at can be read as this type.
        public let isSound: Bool

        /// Whether the type is certain enough for other decisions to depend on it.
        package var isCertain: Bool { share >= 0.95 }

        /// The share for people; what is not certain is never called so.
        var percent: String {
            let tenths = min(Int((share * 1000).rounded()), share < 1 ? 999 : 1000)
            let isPlain = tenths % 10 == 0 || (100..<990).contains(tenths)
            return isPlain ? "\((tenths + 5) / 10) %" : "\(tenths / 10).\(tenths % 10) %"
        }
    }

    /// Best first. Types that are out of the question are left out.
    public internal(set) var candidates: [Candidate]
    /// Bytes of all messages together.
    public let length: Int
    /// Bytes that were looked at: all of a few small messages, enough of many and of large ones.
    public let examined: Int
    /// The description length of what was looked at without any type, in bits.
    public internal(set) var plainBits: Double
    /// Whether the bytes that were looked at can be read without any type.
    public let isPlainSound: Bool

    /// The path of the method whose HTTP headers give the type; `nil` for a type that was found by content.
    public internal(set) var method: String?

    /// Whether every message is empty, and so a message of any type.
    public var isEmpty: Bool { length == 0 }

    /// The type to show the bytes with; `nil` when no type explains them better than none.
    public var best: Candidate? {
        guard let first = candidates.first, isEmpty || method != nil || first.bits < plainBits else { return nil }
        return first
    }

    /// The type of the messages, if it is more likely than not.
    package var likelyType: MessageDescriptor? {
        guard let best, !isEmpty, method != nil || best.share >= 0.5 else { return nil }
        return best.message
    }

    /// Whether bytes are shown as a type, if any, that is less likely than not.
    var isDoubtful: Bool { !isEmpty && likelyType == nil }

    /// Why ``likelyType`` is `nil`: the likeliest types with their shares, if any type explains the messages.
    package var doubt: String {
        if isEmpty { return "a message without bytes may be of any type; name one with --type" }
        guard best != nil else { return "no known type fits these bytes; name one with --type" }
        return "type uncertain; likeliest: \(shares(candidates.prefix(3))); name one with --type"
    }

    /// `Trip 41 %, GetTripRequest 38 %`
    func shares(_ candidates: ArraySlice<Candidate>) -> String {
        let package = self.candidates.first?.message.package
        return candidates.map {
            "\($0.message.package == package ? $0.message.shortName : $0.message.fullName) \($0.percent)"
        }.joined(separator: ", ")
    }

    /// The type of the messages, if it is beyond doubt: it is said by the method, or it alone explains every byte.
    package var certainType: MessageDescriptor? {
        guard let best else { return nil }
        let explainsAll = best.isCertain && best.isSound && best.explained == examined
        return method != nil || explainsAll ? best.message : nil
    }

    /// The description length of all bytes by the best explanation, in bits. Bytes that were not looked at are taken to cost
    /// as much as the others, so that readings of an input can be compared.
    var cost: Double {
        let bits = best?.bits ?? plainBits
        return examined > 0 && examined < length ? bits * Double(length) / Double(examined) : bits
    }
    /// Whether all bytes can be read by the best explanation.
    var isSound: Bool { best?.isSound ?? isPlainSound }
}
