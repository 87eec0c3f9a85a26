extension Endpoint {
    /// The address in a text such as `127.0.0.1` or `2001:db8::1`, else the text as a name.
    init(text: String, port: UInt16) {
        if let address = Self.address(text) {
            self.init(address: address, port: port)
        } else {
            self.init(name: text, port: port)
        }
    }

    private static func address(_ text: String) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 4 {
            let bytes = parts.compactMap { UInt8($0) }
            return bytes.count == 4 ? bytes : nil
        }
        // At most one pair of colons stands for as many zeros as are missing.
        let halves = text.split(separator: ":", omittingEmptySubsequences: false)
        guard halves.count >= 3, text.utf8.count <= 39 else { return nil }
        var groups: [UInt16] = []
        var gap: Int?
        for (index, part) in halves.enumerated() {
            if part.isEmpty {
                if index > 0, index < halves.count - 1 {
                    guard gap == nil else { return nil }
                    gap = groups.count
                }
                continue
            }
            guard part.count <= 4, let group = UInt16(part, radix: 16) else { return nil }
            groups.append(group)
        }
        // "::" at an end gives two empty parts there.
        if gap == nil, halves.first?.isEmpty == true || halves.last?.isEmpty == true { return nil }
        if let gap, groups.count < 8 {
            groups.insert(contentsOf: repeatElement(0, count: 8 - groups.count), at: gap)
        }
        return groups.count == 8 ? groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] } : nil
    }
}
