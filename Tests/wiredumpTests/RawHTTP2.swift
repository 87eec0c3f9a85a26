#if Live
import Foundation
import HTTPWire
import PacketWire
import Testing

@testable import wiredump

/// What peers send that no library would be: frames on stream 1, byte by byte.
enum RawHTTP2 {
    /// What a client begins with: the preface and SETTINGS.
    static let clientBeginning = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + settings
    static let settings: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0]

    static let ping: [UInt8] = [0, 0, 8, 6, 0, 0, 0, 0, 0] + [UInt8](repeating: 7, count: 8)

    /// HEADERS with literals without indexing: RFC 7541, section 6.2.2. Names and values have at most 126 bytes.
    static func headers(_ fields: [(name: String, value: String)], endsStream: Bool = false) -> [UInt8] {
        let block = fields.reduce(into: [UInt8]()) { block, field in
            block.append(0)
            for text in [field.name, field.value] { block += [UInt8(text.utf8.count)] + text.utf8 }
        }
        return [0, UInt8(block.count >> 8), UInt8(block.count & 0xFF), 1, endsStream ? 5 : 4, 0, 0, 0, 1] + block
    }

    /// DATA of at most 16 KiB.
    static func data(_ bytes: [UInt8]) -> [UInt8] {
        [0, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF), 0, 0, 0, 0, 0, 1] + bytes
    }
}

/// A TCP socket, and a call of the system with it and the address of a port of this machine.
func tcpSocket(_ port: UInt16, _ call: (Int32, UnsafeMutablePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    #if canImport(Glibc)
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let socket = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe call(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
    #expect(result == 0)
    return socket
}

/// A client that sends bytes of its own, and tells the frames apart that it receives.
final class RawClient {
    private let socket: Int32
    private var received: [UInt8] = []

    /// Connects to a port of this machine, and begins to speak HTTP/2.
    init(port: UInt16) {
        signal(SIGPIPE, SIG_IGN)
        socket = unsafe tcpSocket(port) { unsafe connect($0, $1, $2) }
        send(RawHTTP2.clientBeginning)
    }

    deinit { close(socket) }

    func send(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        #expect(RawServer.isSent(bytes, to: socket))
    }

    /// Passes frames up to one of this type; false where none comes any more.
    func receives(_ type: HTTP2FrameType) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            while received.count >= HTTP2FrameHeader.size {
                let header = HTTP2FrameHeader(received.span, at: 0)
                guard received.count >= HTTP2FrameHeader.size + header.length else { break }
                received.removeFirst(HTTP2FrameHeader.size + header.length)
                if header.type == type { return true }
            }
            let count = unsafe recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { return false }
            received += buffer[..<count]
        }
    }
}

/// A socket that takes connections, and its port.
func listeningSocket() -> (socket: Int32, port: UInt16) {
    var port: UInt16 = 0
    let server = unsafe tcpSocket(0) { socket, address, length in
        var length = length
        guard unsafe bind(socket, address, length) == 0, listen(socket, 8) == 0 else { return -1 }
        defer {
            port = unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                unsafe UInt16(bigEndian: $0.pointee.sin_port)
            }
        }
        return unsafe getsockname(socket, address, &length)
    }
    return (server, port)
}

/// A server that answers the first call of each connection with the same bytes, whatever the call is.
final class RawServer {
    let port: UInt16
    private let socket: Int32

    /// - Parameter repeats: How often the last of the parts is sent.
    init(_ parts: [[UInt8]], repeating repeats: Int = 1) {
        signal(SIGPIPE, SIG_IGN)
        (socket, port) = listeningSocket()
        Thread.detachNewThread { [socket] in
            while case let client = accept(socket, nil, nil), client >= 0 {
                Thread.detachNewThread {
                    Self.answer(client, parts, repeats)
                    close(client)
                }
            }
        }
    }

    deinit {
        shutdown(socket, Int32(SHUT_RDWR))
        close(socket)
    }

    private static func answer(_ client: Int32, _ parts: [[UInt8]], _ repeats: Int) {
        guard isSent(RawHTTP2.settings, to: client) else { return }
        var (streams, buffer) = (OpenStreams(), [UInt8](repeating: 0, count: 4096))
        while true {
            let count = unsafe recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            let isFirst = streams.count == 0
            streams.add(Array(buffer[..<count]), from: .client)
            guard isFirst, streams.count > 0 else { continue }
            let all = parts.dropLast() + Array(repeating: parts.last ?? [], count: repeats)
            guard all.allSatisfy({ isSent($0, to: client) }) else { return }
        }
    }

    fileprivate static func isSent(_ bytes: [UInt8], to client: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe send(client, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
#endif
