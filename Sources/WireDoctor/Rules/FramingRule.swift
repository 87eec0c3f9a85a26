/// Bodies that cannot be cut into messages, or whose messages cannot be decompressed.
enum FramingRule {
    static func findings(_ call: ExaminedCall) -> [Finding] {
        let sides = [("client", "request", call.damage.request), ("server", "response", call.damage.response)]
        return sides.compactMap { who, what, damage in
            damage.map {
                Finding(
                    "damaged_\(what)", .error, "What a \(who) sends cannot be read to its end.",
                    remedy:
                        "Look for what writes the bytes, or changes them between the \(who) and the capture, such as a "
                        + "proxy that compresses.",
                    evidence: [Finding.Evidence(call: call.number, "\(what): \($0)")])
            }
        }
    }
}
