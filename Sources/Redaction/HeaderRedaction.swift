internal import ByteText
internal import FleetProtos
public import GRPCWire
internal import ProtobufSchema

extension Redactor {
    /// Headers or trailers with stand-ins; every value keeps its length.
    public func redact(_ headers: Metadata) -> Metadata {
        Metadata(headers.map { Metadata.Field(name: $0.name, value: header($0.name, $0.value)) })
    }

    /// The value of a header with stand-ins.
    ///
    /// Headers of HTTP/2 and gRPC itself stay, and the known words of headers that name software. Tokens keep their form (see
    /// ``token(_:)``); all letters and digits of other credentials are replaced. `-bin` values are redacted as messages,
    /// `grpc-status-details-bin` as a `google.rpc.Status`, `grpc-message` as a sentence. All words of any other header are
    /// replaced.
    public func header(_ name: String, _ value: [UInt8]) -> [UInt8] {
        switch name {
        case _ where Self.harmlessHeaders.contains(name): return value
        case ":path": return Self.isMethod(value) ? value : escaped(value, .sentence)
        case "grpc-message": return escaped(value, .sentence)
        case ":authority", "host": return escaped(value, .host)
        case "user-agent", "x-goog-api-client", "x-user-agent", "server": return escaped(value, .software)
        case "x-goog-request-params": return parameters(value)
        case "authorization", "proxy-authorization": return authorization(value)
        case _ where name.hasSuffix("-bin"): return binary(name, value)
        case _ where Credentials.isSecret(header: name): return opaque(value)
        default: return escaped(value, .freeText)
        }
    }

    /// Headers that tell nothing but how a call is made.
    private static let harmlessHeaders: Set<String> = [
        ":method", ":scheme", ":status", "te", "content-type", "content-length", "grpc-encoding",
        "grpc-accept-encoding", "accept-encoding", "accept", "grpc-timeout", "grpc-status",
        "grpc-previous-rpc-attempts",
        "grpc-retry-pushback-ms", "x-grpc-web", "date", "retry-after",
    ]

    /// Whether a path is that of a method: `/package.Service/Method`, not `/users/jane`.
    private static func isMethod(_ path: [UInt8]) -> Bool {
        let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty, let method = parts[2].first, !(0x30...0x39).contains(method) else {
            return false
        }
        let names = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard let service = names.last?.first, names.count > 1 || (0x41...0x5a).contains(service) else { return false }
        return path.allSatisfy { $0.isLetterOrDigit || "/._".utf8.contains($0) }
    }

    /// Redacts text with percent-encoded bytes, which stay percent-encoded.
    func escaped(_ value: [UInt8], _ mode: TextStandIn.Mode) -> [UInt8] {
        var decoded: [UInt8] = []
        var isEscape: [Bool] = []
        var index = 0
        while index < value.count {
            if value[index] == UInt8(ascii: "%"), index + 2 < value.count, let high = value[index + 1].hexValue,
                let low = value[index + 2].hexValue
            {
                decoded.append(high << 4 | low)
                isEscape.append(true)
                index += 3
            } else {
                decoded.append(value[index])
                isEscape.append(false)
                index += 1
            }
        }
        words.replace(&decoded, in: decoded.indices, mode: mode)
        var result: [UInt8] = []
        for (byte, isEscape) in zip(decoded, isEscape) {
            guard isEscape else {
                result.append(byte)
                continue
            }
            result.append(UInt8(ascii: "%"))
            result.append(hex: byte, isUppercase: true)
        }
        return result
    }

    /// Redacts the values of `key=value&key=value`; keys are names of fields.
    private func parameters(_ value: [UInt8]) -> [UInt8] {
        let parts = value.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { part in
            guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { return escaped(Array(part), .freeText) }
            return part[...equals] + escaped(Array(part[(equals + 1)...]), .freeText)
        }
        return Array(parts.joined(separator: [UInt8(ascii: "&")]))
    }

    /// Redacts the token after `Bearer` or `Basic`.
    private func authorization(_ value: [UInt8]) -> [UInt8] {
        guard let space = value.firstIndex(of: UInt8(ascii: " ")) else { return token(value) }
        // An unknown scheme may be part of the credential.
        let scheme = String(decoding: value[..<space], as: UTF8.self).lowercased()
        guard ["bearer", "basic"].contains(scheme) else { return opaque(value) }
        return value[...space] + token(Array(value[(space + 1)...]))
    }

    // MARK: Binary headers

    private func binary(_ name: String, _ value: [UInt8]) -> [UInt8] {
        if value.first == 0 { return [0] + binaryValue(name, Array(value.dropFirst())) }
        let parts = value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { part in
            guard let bytes = try? Base64.decode(part) else { return opaque(Array(part)) }
            return base64(binaryValue(name, bytes), like: Array(part))
        }
        return Array(parts.joined(separator: [UInt8(ascii: ",")]))
    }

    private func binaryValue(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        let status = FleetSchema.shared.message(named: "google.rpc.Status")
        return redact(bytes, as: name == "grpc-status-details-bin" ? status : nil)
    }

    func opaque(_ value: [UInt8]) -> [UInt8] {
        var value = value
        words.replace(&value, in: value.indices, mode: .opaque)
        return value
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
