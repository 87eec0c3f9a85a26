#if Live
import ConsoleText
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import NIOCore
import NIOPosix
import SystemPackage

extension ServerAddress {
    /// The address in the terms of grpc-swift.
    @available(macOS 15, *)
    var grpcAddress: GRPCNIOTransportHTTP2Posix.SocketAddress {
        host.contains(":")
            ? .ipv6(host: host, port: port) : .ipv4(host: host == "localhost" ? "127.0.0.1" : host, port: port)
    }

    /// The server in the terms of grpc-swift, which looks up names. Addresses are no names that TLS can ask for.
    @available(macOS 15, *)
    var grpcTarget: any ResolvableTarget {
        switch try? NIOCore.SocketAddress(ipAddress: host, port: port) {
        case .v4: .ipv4(address: host, port: port)
        case .v6: .ipv6(address: host, port: port)
        default: .dns(host: host, port: port)
        }
    }
}

extension CommandError {
    /// An address that cannot be listened on, or reached.
    static func address(_ address: ServerAddress, _ error: any Error) -> CommandError {
        let cause = (error as? NIOConnectionError)?.connectionErrors.last?.error ?? error
        let reason = (cause as? IOError).map { "\(Errno(rawValue: $0.errnoCode))" } ?? String(describing: cause)
        return CommandError("\(address.description): \(reason)", ExitStatus.unavailable)
    }
}
#endif
