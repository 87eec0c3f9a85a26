import PacketWire

/// One end of a connection.
public struct Endpoint: Hashable, Sendable {
    private let socket: SocketAddress
    /// The text that stands in place of the address in files that have no packets: a host's name or address, or the path
    /// of a local socket.
    public let name: String?

    /// - Parameter address: 4 bytes for IPv4, 16 for IPv6. Of more the last 16 count.
    public init(address: some Collection<UInt8>, port: UInt16) {
        self.init(SocketAddress(address: NetworkAddress(address), port: port))
    }

    init(_ socket: SocketAddress) {
        self.socket = socket
        name = nil
    }

    package init(name: String?, port: UInt16) {
        socket = SocketAddress(address: .unknown, port: port)
        self.name = name
    }

    /// An end that the file does not name.
    static var unknown: Endpoint { Endpoint(name: nil, port: 0) }

    /// 4 bytes for IPv4, 16 for IPv6, none where the file does not name the address.
    public var address: [UInt8] { socket.address.bytes }

    /// The machine, whatever its port.
    package var host: String { name ?? "\(address)" }
    /// 0 where the file does not name the port.
    public var port: UInt16 { socket.port }
}

extension Endpoint: CustomStringConvertible {
    /// `127.0.0.1:443`, `[::1]:443`, `localhost:443`; `?` where nothing is known.
    public var description: String {
        if let name { return port == 0 ? name : name.contains(":") ? "[\(name)]:\(port)" : "\(name):\(port)" }
        let address = address
        if address.isEmpty { return "?" }
        if address.count == 16 { return "[\(Self.groups(address))]:\(port)" }
        return "\(address[0]).\(address[1]).\(address[2]).\(address[3]):\(port)"
    }

    /// An IPv6 address in the form of RFC 5952: the longest run of zeros is left out, the first one of equals.
    private static func groups(_ address: [UInt8]) -> String {
        let numbers = stride(from: 0, to: address.count - 1, by: 2).map {
            UInt16(address[$0]) << 8 | UInt16(address[$0 + 1])
        }
        var longest = 0..<0
        var start = 0
        while start < numbers.count {
            let end = numbers[start...].firstIndex { $0 != 0 } ?? numbers.count
            if end - start > longest.count { longest = start..<end }
            start = max(end, start + 1)
        }
        func text(_ part: ArraySlice<UInt16>) -> String {
            part.map { String($0, radix: 16) }.joined(separator: ":")
        }
        guard longest.count > 1 else { return text(numbers[...]) }
        return text(numbers[..<longest.lowerBound]) + "::" + text(numbers[longest.upperBound...])
    }
}
