package import ConsoleText
package import WireCapture

extension EncryptedConnections {
    /// Three lines: how many connections are encrypted, with which servers, and what makes them readable.
    ///
    /// - Parameter namesServers: Otherwise the servers are left out: they say what else an app or a phone talks to.
    package func text(namesServers: Bool) -> SafeText {
        namesServers ? "\(heading)\n  \(servers)\n  \(remedy)" : "\(heading)\n  \(remedy)"
    }

    /// The same in one line, for a capture that also has connections that can be read.
    package func remark(namesServers: Bool) -> String {
        (namesServers ? "\(heading), \(servers)" : heading) + "; \(remedy)"
    }

    /// Sentences about connections that failed at their start, the most frequent failure first.
    package var failureRemarks: [String] {
        let sentences = failures.map {
            (count: $1, text: "\(counted($1, "connection")) failed at the start: \($0.text)")
        }
        return sentences.sorted { ($1.count, $0.text) < ($0.count, $1.text) }.prefix(Self.shownNames).map(\.text)
    }

    private var heading: String { "\(counted(count, "connection")) \(count == 1 ? "is" : "are") encrypted with TLS" }

    /// Names that are listed; of more, the number is given.
    private static let shownNames = 4

    private var servers: String {
        let names = serverNames.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        func part(_ name: String, _ count: Int) -> String { count == 1 ? name : "\(name) (\(count))" }
        var parts = names.prefix(Self.shownNames).map { part($0.key, $0.value) }
        let others = names.dropFirst(Self.shownNames).reduce(unnamed) { $0 + $1.value }
        if others > 0 {
            let unknown = others == 1 ? "an unknown server" : "unknown servers"
            parts.append(part(parts.isEmpty ? unknown : "others", others))
        }
        return "to " + parts.joined(separator: ", ")
    }

    /// The next step for the reason that most connections have.
    private var remedy: String {
        let known: [Reason] = [.noKeys, .wrongKeys, .noBeginning, .unsupported]
        // Where as many connections have one reason as another, the one comes first that concerns calls which are listed.
        let partial = reasons.keys.filter { !known.contains($0) }.sorted { "\($0)" < "\($1)" }
        return switch (partial + known).max(by: { reasons[$0, default: 0] < reasons[$1, default: 0] }) {
        case .missingSecrets(let labels):
            "the key log lacks \(labels), without which parts of the calls stay encrypted; pass the whole log of the client "
                + "with --keys FILE"
        case .lateSecrets:
            "the secrets come behind packets that need them, which stay encrypted; pass the client's key log, or the capture "
                + "itself if it is not compressed, with --keys FILE"
        case .renegotiation:
            "new keys were negotiated under the old ones (TLS 1.2 renegotiation), which cannot be followed; turn renegotiation "
                + "off, or use TLS 1.3"
        case .noBeginning:
            "the first packets, by which keys are found, are not in the capture; start it before the client connects"
        case .wrongKeys:
            "the secrets in the key log are not those in use; pass the log that was written during the capture"
        case .unsupported:
            "the cipher suite\(unsupportedSuite.map { " 0x" + String($0, radix: 16) } ?? "") cannot be decrypted; those with "
                + "AES-GCM and ChaCha20-Poly1305 can"
        case .noKeys, nil:
            "no key log has the secrets; pass the one that the client writes (SSLKEYLOGFILE) with --keys FILE"
        }
    }
}

extension EncryptedConnections.Failure {
    /// What happened, and the next step.
    fileprivate var text: String {
        switch self {
        case .refused:
            return "the server refuses the client; see whether it runs, and compare the host and the port"
        case .unanswered:
            return "the server does not answer; compare the host and the port, and look for a firewall in between"
        case .plainServer:
            return
                "the server answers a TLS handshake without TLS; let the client connect without it (grpc.insecure_channel)"
        case .plainClient:
            return
                "the client begins without TLS, and the server ends the connection; if it expects TLS, let the client use it "
                + "(grpc.secure_channel)"
        case .http1Server:
            return
                "the client begins with HTTP/2, and the server answers in HTTP/1; it is no server of gRPC, a proxy without "
                + "HTTP/2, or expects TLS: compare the host and the port, or let the client use TLS (grpc.secure_channel)"
        case .http1Client:
            return
                "the client begins with HTTP/1, and the server with HTTP/2; servers of gRPC read no HTTP/1: grpc-web needs a "
                + "proxy in between that translates it, such as Envoy"
        case .alert(let number, let isFromClient):
            let (side, other) = isFromClient ? ("client", "server") : ("server", "client")
            let name = Self.alertNames[number].map { " (\($0))" } ?? ""
            let remedy =
                [42, 43, 44, 45, 46, 48].contains(number)
                ? "let it trust the issuer of the \(other)'s certificate, or give the \(other) another one"
                : "compare the versions, protocols, names and certificates that both sides are set up for"
            return "the \(side) ends the TLS handshake with alert \(number)\(name); \(remedy)"
        }
    }

    /// The names of the alerts that often end a handshake.
    ///
    /// Source: https://www.rfc-editor.org/rfc/rfc8446#section-6.2
    private static let alertNames: [UInt8: String] = [
        40: "handshake_failure", 42: "bad_certificate", 45: "certificate_expired", 46: "certificate_unknown",
        48: "unknown_ca", 70: "protocol_version", 116: "certificate_required", 120: "no_application_protocol",
    ]
}
