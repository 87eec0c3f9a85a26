internal import ByteText
internal import FleetProtos
public import GRPCWire
internal import ProtobufSchema

extension Redactor {
    /// Headers or trailers with stand-ins; every value keeps its length.
    public func redact(_ headers: Metadata) -> Metadata {
        Metadata(headers.map { Metadata.Field(name: headerName($0.name), value: header($0.name, $0.value)) })
    }

    /// The name of a header; one that is not known is replaced.
    public func headerName(_ name: String) -> String {
        if HarmlessForm.ofHeaders[name] != nil || Self.otherHeaders.contains(name) { return name }
        if kept.kinds.contains(.traceIDs), KeptIDs.Kind.traceHeaders.contains(name) { return name }
        let ending = name.hasSuffix("-bin") ? "-bin" : ""
        return text(String(name.dropLast(ending.count))) + ending
    }

    /// The headers that are known and whose values are replaced, at least in part.
    private static let otherHeaders: Set<String> = [
        ":path", "authorization", "proxy-authorization", "cookie", "set-cookie", "date", "server", "via", "user-agent",
        "x-user-agent", "x-goog-api-client", "x-goog-api-key", "x-goog-request-params", "grpc-message",
        "grpc-status-details-bin", "grpc-trace-bin", "grpc-tags-bin", "x-forwarded-for", "x-request-id",
    ]

    /// The value of a header with stand-ins.
    ///
    /// Values of headers of HTTP and gRPC stay if they have the form of `HarmlessForm/ofHeaders`, and so do the paths of
    /// known methods and the names of gRPC's libraries. Tokens keep their form (see ``token(_:)``); all letters and digits
    /// of other credentials are replaced. `grpc-status-details-bin` is redacted as a `google.rpc.Status`, `grpc-message` as
    /// a sentence. All words of any other header are replaced.
    public func header(_ name: String, _ value: [UInt8]) -> [UInt8] {
        if let form = HarmlessForm.ofHeaders[name] { return form.accepts(value[...]) ? value : escaped(value, .words) }
        switch name {
        case _ where KeptIDs.Kind.traceHeaders.contains(name) && kept.keeps(Self.id(value), of: .traceIDs): return value
        case ":path":
            let path = Array(value.prefix { $0 != UInt8(ascii: "?") })
            let name = String(decoding: path, as: UTF8.self)
            let isKnown = name.hasPrefix("/") && FleetSchema.shared.method(path: name) != nil
            return (isKnown ? path : escaped(path, .words)) + parameters(Array(value[path.count...]))
        case "grpc-message": return escaped(value, .names)
        case "user-agent", "x-goog-api-client", "x-user-agent": return products(value)
        case "x-goog-request-params": return parameters(value)
        case "authorization", "proxy-authorization": return authorization(value)
        case _ where name.hasSuffix("-bin"): return binary(name, value)
        case _ where Credentials.isSecret(header: name): return replaced(value, .opaque)
        default: return escaped(value, .words)
        }
    }

    /// The id in a header of tracing: of bytes their base64, in which `+` is a letter, too.
    private static func id(_ value: [UInt8]) -> ArraySlice<UInt8> {
        if value.first == 0 { return Array(Base64.encode(Array(value.dropFirst()), as: .url).utf8)[...] }
        return value.filter { $0 != UInt8(ascii: "+") }[...]
    }

    /// Redacts all but the names and versions of known libraries.
    private func products(_ value: [UInt8]) -> [UInt8] {
        let parts = value.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map { part in
            HarmlessForm.product.accepts(part) ? Array(part) : escaped(Array(part), .words)
        }
        return Array(parts.joined(separator: [UInt8(ascii: " ")]))
    }

    /// Redacts text with percent-encoded bytes, which stay percent-encoded.
    func escaped(_ value: [UInt8], _ mode: WordMode) -> [UInt8] {
        var (decoded, escapes) = PercentCoding.unescaped(value)
        replaceWords(&decoded, in: decoded.indices, mode: mode)
        var result: [UInt8] = []
        var start = 0
        for index in escapes {
            result += decoded[start..<index]
            result.append(UInt8(ascii: "%"))
            result.append(hex: decoded[index], isUppercase: true)
            start = index + 1
        }
        return result + decoded[start...]
    }

    /// Redacts `key=value&key=value`; keys are names of fields.
    private func parameters(_ value: [UInt8]) -> [UInt8] {
        let parts = value.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { part in
            guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { return escaped(Array(part), .words) }
            return escaped(Array(part[..<equals]), .names) + part[equals...equals]
                + escaped(Array(part[(equals + 1)...]), .words)
        }
        return Array(parts.joined(separator: [UInt8(ascii: "&")]))
    }

    /// Redacts the token after `Bearer` or `Basic`.
    private func authorization(_ value: [UInt8]) -> [UInt8] {
        guard let space = value.firstIndex(of: UInt8(ascii: " ")) else { return token(value) }
        // An unknown scheme may be part of the credential.
        let scheme = String(decoding: value[..<space], as: UTF8.self).lowercased()
        guard ["bearer", "basic"].contains(scheme) else { return replaced(value, .opaque) }
        return value[...space] + token(Array(value[(space + 1)...]))
    }

    // MARK: Binary headers

    private func binary(_ name: String, _ value: [UInt8]) -> [UInt8] {
        if value.first == 0 { return [0] + binaryValue(name, Array(value.dropFirst())) }
        let parts = value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { part in
            guard let bytes = try? Base64.decode(part) else { return replaced(Array(part), .opaque) }
            return base64(binaryValue(name, bytes), like: Array(part))
        }
        return Array(parts.joined(separator: [UInt8(ascii: ",")]))
    }

    private func binaryValue(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        guard name == "grpc-status-details-bin" else { return filler(for: bytes[...]) }
        return redact(bytes, as: FleetSchema.shared.message(named: "google.rpc.Status"))
    }

    /// Encodes bytes in base64 with the alphabet and the padding of `text`.
    func base64(_ bytes: [UInt8], like text: [UInt8]) -> [UInt8] {
        let isURL = text.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        let isPadded = text.last == UInt8(ascii: "=")
        var result = Array(Base64.encode(bytes, as: isURL ? .url : isPadded ? .padded : .unpadded).utf8)
        while isPadded, result.count < text.count { result.append(UInt8(ascii: "=")) }
        return result
    }
}
