import PacketWire

/// The kinds of files that captured calls are read from; a minor version may add some.
public enum CaptureForm: String, Hashable, Sendable {
    /// Packets, as tcpdump writes them.
    case pcap
    /// Packets, as Wireshark writes them.
    case pcapng
    /// An HTTP archive: what browsers and proxies export, as JSON.
    case har = "HAR"
    /// The exchanges that mitmproxy has passed on, as `mitmdump -w` writes them.
    case flows = "mitmproxy flows"
    /// A log of `grpc.binarylog.v1.GrpcLogEntry` messages, as the gRPC libraries write it.
    case binaryLog = "gRPC binary log"
}

extension CaptureForm: CustomStringConvertible {
    public var description: String { rawValue }
}

extension CaptureForm {
    /// The kind of a file by the first bytes of its content; `nil` for another kind, and where more bytes have to tell.
    init?(opening: ArraySlice<UInt8>) {
        if let magic = CaptureFileMagic(opening.span) {
            self = magic == .pcapng ? .pcapng : .pcap
        } else if Self.jsonStart(opening) == UInt8(ascii: "{") {
            self = .har
        } else if Self.isFlow(opening) {
            self = .flows
        } else if BinaryLogFraming(opening) != nil {
            self = .binaryLog
        } else {
            return nil
        }
    }

    /// The first byte behind white space and a byte order mark.
    private static func jsonStart(_ opening: ArraySlice<UInt8>) -> UInt8? {
        let text = opening.starts(with: [0xef, 0xbb, 0xbf]) ? opening.dropFirst(3) : opening
        return text.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0a && $0 != 0x0d }
    }

    /// Whether bytes begin like a flow of mitmproxy: a dictionary with the name of a member, such as `4365:9:websocket;`.
    private static func isFlow(_ opening: ArraySlice<UInt8>) -> Bool {
        guard let (_, digits) = TNetstring.length(opening),
            let name = TNetstring(opening.dropFirst(digits + 1))?.bytes
        else { return false }
        return !name.isEmpty
            && name.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_") }
    }

    /// What to do with the files in which proxies keep what they have recorded, such as .chls, .chlsj, .saz and .proxymanlog.
    static let sessionRemedy = "the session of a proxy, such as Charles or Fiddler, has to be exported as HAR"

    /// The name of another kind of file, with the remedy; `nil` where its first bytes do not tell.
    static func otherName(_ opening: ArraySlice<UInt8>) -> String? {
        let names: [([UInt8], String)] = [
            ([0x28, 0xb5, 0x2f, 0xfd], "compressed with zstd: unpack it with zstd -d"),
            ([0x04, 0x22, 0x4d, 0x18], "compressed with lz4: unpack it with lz4 -d"),
            ([0xfd, 0x37, 0x7a, 0x58], "compressed with xz: unpack it with xz -d"),
            ([0x42, 0x5a, 0x68], "compressed with bzip2: unpack it with bzip2 -d"),
            ([0x50, 0x4b, 0x03, 0x04], "a zip archive: unpack it first; \(sessionRemedy)"),
        ]
        return names.first { opening.starts(with: $0.0) }?.1
    }

    /// The kind of a file by its first bytes, looking into gzip; `nil` for anything else.
    ///
    /// More certain than what ``CallExtractor`` asks for: JSON has to begin as an HTTP archive does.
    ///
    /// - Parameter start: The beginning of the file, 1 KiB or more where it has as much.
    public init?(recognizing start: some Collection<UInt8>) {
        var content: [UInt8] = []
        let opening = CaptureOpening()
        try? opening.append(Array(start.prefix(1024))) { content += $1.prefix(1024 - content.count) }
        guard let form = opening.form else { return nil }
        if form == .har {
            let text = content.drop { $0 != UInt8(ascii: "{") }.filter { $0 > 0x20 }
            guard text.starts(with: "{\"log\":{".utf8) else { return nil }
        }
        self = form
    }
}
