/// One end of a connection.
public struct Endpoint: Hashable, Sendable {
    /// The address as numbers, so that no memory is taken for each packet: the 4 bytes of IPv4 are all in `low`.
    private let high: UInt64
    private let low: UInt64
    /// How many bytes the address has: 4, 16, or none where the file does not say it.
    private let size: UInt8
    /// 0 where the file does not say it.
    public let port: UInt16
    /// What stands in place of the address in files that have no packets: a host's name, or the path of a local socket.
    public let name: String?

    /// - Parameter address: 4 bytes for IPv4, 16 for IPv6. Of more the last 16 count.
    public init(address: some Collection<UInt8>, port: UInt16) {
        var (high, low): (UInt64, UInt64) = (0, 0)
        for byte in address {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte)
        }
        (self.high, self.low, self.port) = (high, low, port)
        size = address.count > 4 ? 16 : 4
        name = nil
    }

    init(name: String?, port: UInt16) {
        (high, low, size) = (0, 0, 0)
        (self.name, self.port) = (name, port)
    }

    /// An end of which nothing is known.
    static let unknown = Endpoint(name: nil, port: 0)

    /// 4 bytes for IPv4, 16 for IPv6, none where the file does not say it.
    public var address: [UInt8] {
        guard size > 0 else { return [] }
        let words = size == 16 ? [high >> 32, high, low >> 32, low] : [low]
        return words.flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
        }
    }

    /// The address as one number, where it is one of IPv4.
    var version4: UInt32? { size == 4 ? UInt32(truncatingIfNeeded: low) : nil }

    /// Which of two ends comes first, by port, then by address.
    static func < (left: Self, right: Self) -> Bool {
        (left.port, left.high, left.low) < (right.port, right.high, right.low)
    }
}

extension Endpoint: CustomStringConvertible {
    /// `127.0.0.1:443`, `[::1]:443`, `localhost:443`; `?` where nothing is known.
    public var description: String {
        if let name { return port == 0 ? name : "\(name):\(port)" }
        if size == 0 { return "?" }
        guard size == 16 else { return address.map { String($0) }.joined(separator: ".") + ":\(port)" }
        return "[\(groups(address))]:\(port)"
    }

    /// The address in the form of RFC 5952: the longest run of zeros is left out, the first one of equals.
    private func groups(_ address: [UInt8]) -> String {
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
