#if Live
import ConsoleText
import NIOSSL

/// A file in PEM, for TLS: its bytes, and what they hold.
struct PEMFile<Content> {
    let bytes: [UInt8]
    let content: Content

    private init(_ path: String, _ kind: SafeText, _ parse: ([UInt8]) throws -> Content) throws(CommandError) {
        bytes = try InputFile(path).readAll()
        // The error of the library names a place in its own source.
        guard let content = try? parse(bytes) else {
            throw CommandError("\(path): holds no \(kind) in PEM", ExitStatus.noInput)
        }
        self.content = content
    }
}

extension PEMFile<[NIOSSLCertificate]> {
    /// - Throws: ``CommandError`` when the file cannot be read, or holds something else.
    init(certificates path: String) throws(CommandError) {
        try self.init(path, "certificates") { try NIOSSLCertificate.fromPEMBytes($0) }
    }
}

extension PEMFile<NIOSSLPrivateKey> {
    /// - Throws: ``CommandError`` when the file cannot be read, or holds something else.
    init(privateKey path: String) throws(CommandError) {
        try self.init(path, "private key") { try NIOSSLPrivateKey(bytes: $0, format: .pem) }
    }
}
#endif
