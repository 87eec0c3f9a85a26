/// The sessions of TLS 1.2 that clients may resume: clients of Go and of GnuTLS write the master secret into their key log when a
/// session begins, and not again when they resume it in another connection.
///
/// Sources: RFC 5246, section 7.4.1.2 (session IDs), RFC 5077 (tickets)
struct TLSSessions {
    /// A session ID or a ticket, which may be long: its hash. Of two names with the same hash, the secrets of one open no record
    /// of the other.
    struct Name: Hashable {
        private let hash: Int

        init(_ bytes: ArraySlice<UInt8>) { hash = bytes.hashValue }
    }

    private var randoms: [Name: [UInt8]] = [:]

    /// The random of the ClientHello with which a session began.
    subscript(name: Name) -> [UInt8]? {
        get { randoms[name] }
        set {
            if randoms.count >= KeyLog.connectionLimit { randoms = [:] }
            randoms[name] = newValue
        }
    }
}
