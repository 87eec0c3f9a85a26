#if Live
import ConsoleText
import FleetEmulator
import FleetGRPC
import GRPCNIOTransportHTTP2Posix
import NIOSSL
import Synchronization
import SystemPackage

extension ServeCommand {
    @available(macOS 15, *)
    func runLive(_ console: Console) throws {
        let clientClock = ServerClock(start: clock?.nanoseconds)
        let clock = ServerClock(start: clock?.nanoseconds, speed: speed)
        var emulator = FleetEmulator(now: { clock.timestamp })
        emulator.clientNow = { clientClock.timestamp }
        emulator.faults = fault
        emulator.isStrict = strict
        if let seed, !isNew(seed) {
            emulator.state = try CommandError.naming(seed, status: ExitStatus.noInput) {
                try FleetState(json: try InputFile(seed).readAll())
            }
        }
        let server = LocalServer(
            service: FleetEmulatorService(emulator), address: listen, isEncrypted: certificate != nil,
            security: try security(), demo: demo, clock: clock)
        let saved = try save.map {
            try OutputFile(
                $0, isForced: true, kind: "a state of wiredump serve", isOfKind: FleetState.isDocument(head:))
        }
        let hasStarted = Mutex(false)
        let run = LiveRun(traffic: traffic, console: console, clock: clock)
        let result = Result {
            try run.run { pipe, stop in
                try await server.run(to: pipe, until: stop) { hasStarted.withLock { $0 = true } }
            }
        }
        // What the clients have done is kept also if the recording failed.
        if let saved, hasStarted.withLock(\.self) {
            try saved.write(server.service.emulator.state.json())
            try saved.complete()
        }
        try result.get()
    }

    /// Whether the file of the seed is to be written in the end, and is not there yet.
    private func isNew(_ seed: String) -> Bool {
        (try? FilePath(seed).stat()) == nil && save.map { FilePath($0).resolved == FilePath(seed).resolved } ?? false
    }

    @available(macOS 15, *)
    private func security() throws -> HTTP2ServerTransport.Posix.TransportSecurity {
        guard let certificate, let key else { return .plaintext }
        let chain = try readPEM(certificate, "certificates") { try NIOSSLCertificate.fromPEMBytes($0) }
        let privateKey = try readPEM(key, "private key") { try NIOSSLPrivateKey(bytes: $0, format: .pem) }
        let configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.content.map { .certificate($0) }, privateKey: .privateKey(privateKey.content))
        guard (try? NIOSSLContext(configuration: configuration)) != nil else {
            throw CommandError("\(key): is not the key of the certificate in \(certificate)", ExitStatus.noInput)
        }
        return .tls(
            certificateChain: [.bytes(chain.bytes, format: .pem)],
            privateKey: .bytes(privateKey.bytes, format: .pem))
    }
}
#endif
