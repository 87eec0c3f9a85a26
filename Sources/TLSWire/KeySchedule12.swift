/// The keys of TLS 1.2, from the master secret on. An extended master secret makes no difference here.
///
/// Source: RFC 5246, section 5 and 6.3
enum KeySchedule12 {
    /// The keys of the records of client and server.
    ///
    /// - Parameter randoms: The random of the ServerHello, then that of the ClientHello.
    static func protections(
        masterSecret: [UInt8], randoms: [UInt8], _ suite: CipherSuite
    ) -> (client: RecordProtection, server: RecordProtection) {
        let (key, iv) = (suite.keyLength, suite.ivLength)
        var block = keyBlock(masterSecret, seed: randoms, length: 2 * (key + iv), suite.hash)[...]
        func next(_ count: Int) -> [UInt8] {
            defer { block = block.dropFirst(count) }
            return Array(block.prefix(count))
        }
        let keys = [next(key), next(key)]
        let ivs = [next(iv), next(iv)]
        return (RecordProtection(suite, key: keys[0], iv: ivs[0]), RecordProtection(suite, key: keys[1], iv: ivs[1]))
    }

    /// The PRF with the label "key expansion".
    private static func keyBlock(
        _ secret: [UInt8], seed: [UInt8], length: Int, _ hash: HashFunction
    ) -> [UInt8] {
        let seed = Array("key expansion".utf8) + seed
        var (block, link): ([UInt8], [UInt8]) = ([], seed)
        while block.count < length {
            link = hash.hmac(link, key: secret)
            block += hash.hmac(link + seed, key: secret)
        }
        return block
    }
}
