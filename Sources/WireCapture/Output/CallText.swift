import GRPCWire

// What the list of calls writes thousands of times, appended digit by digit.
extension [UInt8] {
    mutating func append(decimal value: Int, digits: Int = 1) {
        let start = count
        var rest = value.magnitude
        repeat {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        while count - start < digits { append(UInt8(ascii: "0")) }
        if value < 0 { append(UInt8(ascii: "-")) }
        self[start...].reverse()
    }

    /// The time of day in UTC with milliseconds.
    mutating func append(clock time: Int64?) {
        guard let time else { return append(contentsOf: "--:--:--.---".utf8) }
        let day: Int64 = 86_400_000
        let part = Int(((time / 1_000_000) % day + day) % day)
        append(decimal: part / 3_600_000, digits: 2)
        append(UInt8(ascii: ":"))
        append(decimal: part / 60_000 % 60, digits: 2)
        append(UInt8(ascii: ":"))
        append(decimal: part / 1000 % 60, digits: 2)
        append(UInt8(ascii: "."))
        append(decimal: part % 1000, digits: 3)
    }

    /// Seconds as milliseconds with one digit behind the point.
    mutating func append(milliseconds seconds: Double?) {
        guard let seconds else { return append(UInt8(ascii: "?")) }
        let tenths = Int((Swift.max(0, Swift.min(seconds, 1e9)) * 10_000).rounded())
        append(decimal: tenths / 10)
        append(UInt8(ascii: "."))
        append(decimal: tenths % 10)
        append(contentsOf: " ms".utf8)
    }

    mutating func append(_ endpoint: Endpoint) {
        guard endpoint.address.count == 4 else { return append(contentsOf: endpoint.description.utf8) }
        for (index, byte) in endpoint.address.enumerated() {
            if index > 0 { append(UInt8(ascii: ".")) }
            append(decimal: Int(byte))
        }
        append(UInt8(ascii: ":"))
        append(decimal: Int(endpoint.port))
    }

    /// The bytes of the messages as sent, and how many messages when not one; `-` for none.
    mutating func append(sizes body: CapturedBody) {
        guard let first = body.messages.first else {
            if body.length == 0 { return append(UInt8(ascii: "-")) }
            // Something was sent, but not a whole message is known of it.
            append(decimal: body.length)
            return append(UInt8(ascii: "?"))
        }
        guard body.messages.count > 1 else { return append(decimal: first.frame.wireLength) }
        append(decimal: body.messages.count)
        append(contentsOf: "x ".utf8)
        append(decimal: body.messages.reduce(0) { $0 + $1.frame.wireLength })
    }

    /// What compressed the messages: `gzip` for both ways, `gzip >` for the request, `> gzip` for the response.
    mutating func append(codingsOf call: CapturedCall) {
        let request = call.request.coding
        let response = call.response.coding
        guard request != nil || response != nil else { return }
        if let request { append(contentsOf: request.rawValue.utf8) }
        guard request != response else { return }
        append(contentsOf: request == nil ? "> ".utf8 : " >".utf8)
        guard let response else { return }
        if request != nil { append(UInt8(ascii: " ")) }
        append(contentsOf: response.rawValue.utf8)
    }
}

extension CapturedBody {
    /// What the first compressed message is compressed with.
    fileprivate var coding: MessageEncoding? { messages.first { $0.frame.isCompressed }?.frame.encoding }
}
