/// The body of a grpc-web response: messages, then a frame of trailers (flag 0x80).
///
/// Source: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-WEB.md
public struct WebBody: Sendable {
    /// Every message in front of the trailers or the first damage.
    public var messages: [LengthPrefixedMessage] = []
    /// The trailers; `nil` when the body has none: then it was cut short, or the headers hold them.
    public var trailers: Metadata?
    /// The error that ended the messages too early; `nil` when there was none.
    public var failure: FramingError?
    /// Other irregularities, a sentence each.
    public var remarks: [String] = []

    /// Reads a whole body of binary frames. Linear in the bytes in and out. Never fails: what can be read is there.
    ///
    /// - Parameter encoding: The `grpc-encoding`; also that of a compressed trailers frame (flag 0x81).
    public init(_ body: [UInt8], encoding: MessageEncoding = .identity, limits: FramingLimits = .init()) {
        var splitter = WebBodySplitter(trailerLimit: .max)
        let frames = (splitter.split(body[...]) + splitter.pending)[...]
        do throws(FramingError) {
            try Deframer.decodeAll(frames.span, .header(encoding), limits: limits, into: &messages)
        } catch {
            failure = error
        }
        guard let prefix = splitter.trailerPrefix else {
            if failure == nil { remarks.append("The body has no frame of trailers: it may be cut short.") }
            return
        }
        let block = splitter.trailers
        if block.count < Int(clamping: prefix.length) {
            remarks.append("The trailers are cut short: \(block.count) of \(prefix.length) bytes are there.")
        } else if splitter.surplus > 0 {
            remarks.append("\(splitter.surplus) bytes follow the trailers.")
        }
        let (trailers, remarks) = Self.trailers(
            block, isCompressed: prefix.isCompressed, encoding: encoding, limit: limits.length)
        self.trailers = trailers
        self.remarks += remarks
    }

    /// Reads a whole body of grpc-web-text: base64, which may be several padded texts joined together.
    ///
    /// - Throws: ``MetadataError/Code/invalidBase64`` with the offset of the first character that does not fit.
    public init(
        text: some Collection<UInt8>, encoding: MessageEncoding = .identity, limits: FramingLimits = .init()
    ) throws(MetadataError) {
        self.init(try Base64.decodeChunks(text), encoding: encoding, limits: limits)
    }

    /// The fields in a frame of trailers, and what is out of order, a sentence each.
    package static func trailers(
        _ payload: [UInt8], isCompressed: Bool, encoding: MessageEncoding, limit: Int
    ) -> (fields: Metadata, remarks: [String]) {
        var block = payload
        var remarks: [String] = []
        if isCompressed {
            let compressed = payload[...]
            block = []
            do throws(FramingError) {
                var inflater = try Inflater(encoding)
                try inflater.inflate(compressed.span, limit: limit, appendingTo: &block)
            } catch {
                remarks.append("The trailers cannot be decompressed. \(error)")
            }
        }
        let (fields, errors) = Metadata.lines(block)
        return (fields, remarks + errors.map { "\($0)" })
    }

    /// The frame of trailers that ends a body. Line ends within a value become spaces: they would begin a new field.
    public static func frame(trailers: Metadata) -> [UInt8] {
        var block: [UInt8] = []
        for field in trailers {
            block += field.name.utf8
            block += ": ".utf8
            block += field.value.map { $0 == 0x0a || $0 == 0x0d ? 0x20 : $0 }
            block += "\r\n".utf8
        }
        var bytes: [UInt8] = []
        LengthPrefix(flags: 0x80, length: UInt32(clamping: block.count)).append(to: &bytes)
        return bytes + block
    }
}

extension Metadata {
    /// A block of HTTP/1.1 header lines, as in the trailers of grpc-web: a field for every line with a colon, an error
    /// for every other one. Lines may end in CRLF or LF; empty ones are skipped. Linear.
    public static func lines(_ block: [UInt8]) -> (fields: Metadata, errors: [MetadataError]) {
        var fields = Metadata()
        var errors: [MetadataError] = []
        for var line in block.split(separator: UInt8(ascii: "\n")) {
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            guard !line.isEmpty else { continue }
            // A pseudo header begins with a colon, which does not end its name.
            guard let colon = line.dropFirst().firstIndex(of: UInt8(ascii: ":")) else {
                errors.append(MetadataError(.invalidHeaderLine, offset: line.startIndex))
                continue
            }
            let name = String(decoding: line[..<colon].withoutOptionalSpace, as: UTF8.self)
            fields.append(name, wire: Array(line[(colon + 1)...].withoutOptionalSpace))
        }
        return (fields, errors)
    }
}
