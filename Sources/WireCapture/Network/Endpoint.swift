/// One end of a connection.
public struct Endpoint: Hashable, Sendable {
    /// 4 bytes for IPv4, 16 for IPv6.
    public let address: [UInt8]
    public let port: UInt16

    public init(address: [UInt8], port: UInt16) {
        self.address = address
        self.port = port
    }
}

extension Endpoint: CustomStringConvertible {
    /// `127.0.0.1:443`, `[::1]:443`.
    public var description: String {
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
