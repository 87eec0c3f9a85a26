/// Bodies that cannot be cut into messages, or whose messages cannot be decompressed.
struct FramingRule: CallRule {
    func examine(_ call: CallFacts) -> [Finding] {
        let damage = call.call.damage
        let request = damage.request.map {
            call.finding(.damagedRequest, ["sender": "client"], evidence: "request: \($0)")
        }
        let response = damage.response.map {
            call.finding(.damagedResponse, ["sender": "server"], evidence: "response: \($0)")
        }
        return [request, response].compactMap { $0 }
    }
}
