/// One end of a connection.
public struct Endpoint: Hashable, Sendable {
    /// 4 bytes for IPv4, 16 for IPv6, none where the file does not say it.
    public let address: [UInt8]
    /// 0 where the file does not say it.
    public let port: UInt16
    /// What stands in place of the address in files that have no packets: a host's name, or the path of a local socket.
    public let name: String?

    public init(address: [UInt8], port: UInt16) {
        self.address = address
        self.port = port
        name = nil
    }

    init(name: String, port: UInt16) {
        address = []
        self.port = port
        self.name = name
    }

    /// An end of which nothing is known.
    static let unknown = Endpoint(address: [], port: 0)

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

extension Endpoint: CustomStringConvertible {
    /// `127.0.0.1:443`, `[::1]:443`, `localhost:443`; `?` where nothing is known.
    public var description: String {
        if let name { return port == 0 ? name : "\(name):\(port)" }
        if address.isEmpty { return "?" }
        if address.count == 4 { return address.map { String($0) }.joined(separator: ".") + ":\(port)" }
        return "[\(groups)]:\(port)"
    }

    /// The address in the form of RFC 5952: the longest run of zeros is left out, the first one of equals.
    private var groups: String {
        let numbers = stride(from: 0, to: address.count - 1, by: 2).map {
            UInt16(address[$0]) << 8 | UInt16(address[$0 + 1])
        }
        var longest = 0..<0
        var start = 0
        while start < numbers.count {
            guard numbers[start] == 0 else {
                start += 1
                continue
            }
            let end = numbers[start...].firstIndex { $0 != 0 } ?? numbers.count
            if end - start > longest.count { longest = start..<end }
            start = end
        }
        func text(_ part: ArraySlice<UInt16>) -> String {
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard longest.count > 1 else { return text(numbers[...]) }
        return text(numbers[..<longest.lowerBound]) + "::" + text(numbers[longest.upperBound...])
    }
}
