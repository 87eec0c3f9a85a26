import ArgumentParser

/// The host and port of a server: `127.0.0.1:8080`, `[::1]:8080`, or `8080` on this machine.
struct ServerAddress: ExpressibleByArgument, CustomStringConvertible, Sendable {
    /// A name or an address, without the brackets of IPv6.
    let host: String
    /// 0 for any that is free, when listening.
    let port: Int

    init(host: String = "127.0.0.1", port: Int) { (self.host, self.port) = (host, port) }

    init?(argument: String) {
        // A port alone is one of this machine.
        let text = argument.contains(":") ? argument : "127.0.0.1:\(argument)"
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty else { return nil }
        self.init(host: String(host), port: Int(port))
    }

    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Whether only programs on this machine reach the address.
    var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}
