import CallViews
import ConsoleText
import Foundation
import GRPCWire
import PacketWire
import TLSWire
import TestSupport
import Testing

@testable import WireCapture

@Suite struct TLSTests {
    private let errors = Folders.tls.appendingPathComponent("errors.pcapng")

    /// All calls of `errors.pcapng`.
    private static let whole = try? TLSTests().decryptedErrors()

    private func decryptedErrors() throws -> [CapturedCall] { read(try errors.bytes(), keys: try keys("errors")).calls }

    private func keys(_ name: String) throws -> [UInt8] {
        try Folders.tls.appendingPathComponent("\(name).keys").bytes()
    }

    /// The calls of a capture, and the connections that stay encrypted.
    private func read(_ capture: [UInt8], keys: [UInt8] = []) -> (
        calls: [CapturedCall], encrypted: EncryptedConnections
    ) {
        let (calls, extractor) = extract(capture, keys: keys)
        return (calls, extractor.counts.encrypted)
    }

    /// Cipher suites, HelloRetryRequest, key updates, resumption, early data and a tunnel, by OpenSSL.
    @Test func connectionsOfOpenSSL() throws {
        struct Connection: Decodable {
            let name: String
            let calls: [[String]]
        }
        let truth = try JSONDecoder().decode(
            [Connection].self, from: Data(contentsOf: Folders.tls.appendingPathComponent("openssl.json")))
        let capture = try Folders.tls.appendingPathComponent("openssl.pcapng").bytes()
        let (found, encrypted) = read(capture, keys: try keys("openssl"))
        var clients: [Endpoint] = []
        for call in found where clients.last != call.client { clients.append(call.client) }
        let readable = truth.filter { !$0.calls.isEmpty }
        #expect(clients.count == readable.count)
        for (client, connection) in zip(clients, readable) {
            let calls = found.filter { $0.client == client }
            #expect(calls.count == connection.calls.count, "\(connection.name)")
            for (call, names) in zip(calls, connection.calls) {
                let sent = try names.map {
                    try Folders.captures.appendingPathComponent("\($0).bin").bytes()
                }
                #expect(call.path == "/maps.fleetengine.v1.TripService/GetTrip" && call.status?.code == .ok)
                #expect(call.request.messages.map(\.payload) == [sent[0]], "\(connection.name)")
                #expect(call.response.messages.map(\.payload) == [sent[1]], "\(connection.name)")
            }
        }
        #expect(encrypted.count == 1 && encrypted.reasons == [.unsupported: 1])
        #expect(encrypted.unsupportedSuite == 0xc027)
        #expect(encrypted.remark(namesServers: false).contains("; the cipher suite 0xc027 cannot be decrypted; "))
        // No key log would help.
        let keyless = read(capture).encrypted
        #expect(keyless.reasons[.unsupported] == 1 && keyless.unsupportedSuite == 0xc027)
    }

    @Test func withoutKeys() throws {
        let (found, encrypted) = read(try errors.bytes())
        #expect(found.isEmpty && encrypted.reasons == [.noKeys: 2])
        #expect(encrypted.serverNames == ["fleetengine.googleapis.com": 2] && encrypted.unnamed == 0)
        #expect(encrypted.text(namesServers: true).description.split(separator: "\n").count == 3)
        #expect(encrypted.text(namesServers: false).description.split(separator: "\n").count == 2)
    }

    /// Secrets of the right connection with a flipped bit: no byte is handed out.
    @Test func wrongKeys() throws {
        let log = String(decoding: try keys("errors"), as: UTF8.self)
        let wrong = log.split(separator: "\n").map { $0.dropLast() + ($0.hasSuffix("0") ? "1" : "0") }
        let (found, encrypted) = read(try errors.bytes(), keys: Array(wrong.joined(separator: "\n").utf8))
        #expect(found.isEmpty && encrypted.reasons == [.wrongKeys: 2])
        #expect(encrypted.remark(namesServers: true).contains(" (2); the secrets in the key log are not those in use"))
    }

    /// Without the handshake secrets, or those of one side, the rest is still decrypted; and it is said what the log lacks, not
    /// that packets are missing.
    @Test func someOfTheSecrets() throws {
        let lines = String(decoding: try keys("errors"), as: UTF8.self).split(separator: "\n")
        func read(without label: String) throws -> (calls: [CapturedCall], counts: CaptureCounts) {
            let keys = Array(lines.filter { !$0.contains(label) }.joined(separator: "\n").utf8)
            let (calls, extractor) = extract(try errors.bytes(), keys: keys)
            #expect(extractor.counts.gaps == 0 && extractor.counts.missingBytes == 0)
            return (calls, extractor.counts)
        }
        let whole = try read(without: "HANDSHAKE")
        #expect(whole.calls.count == 50 && whole.counts.encrypted.reasons.isEmpty)
        let requests = try read(without: "SERVER_TRAFFIC")
        #expect(requests.calls.count == 50)
        #expect(requests.calls.allSatisfy { $0.path != nil && $0.responseHeaders == nil })
        #expect(requests.counts.encrypted.reasons == [.missingSecrets("SERVER_TRAFFIC_SECRET_0"): 2])
        #expect(requests.counts.encrypted.remark(namesServers: false).contains("lacks SERVER_TRAFFIC_SECRET_0, "))
        let neither = try read(without: "TRAFFIC_SECRET_0")
        let labels = "CLIENT_TRAFFIC_SECRET_0 and SERVER_TRAFFIC_SECRET_0"
        #expect(neither.calls.isEmpty && neither.counts.encrypted.reasons == [.missingSecrets(labels): 2])
    }

    /// While a capture is being read, clients write key logs: those of a handshake before those of the data behind it.
    @Test func secretsThatComeMeanwhile() throws {
        let lines = try keys("errors").split(separator: UInt8(ascii: "\n")).map { Array($0) + [UInt8(ascii: "\n")] }
        let isOfData = { (line: [UInt8]) in String(decoding: line, as: UTF8.self).contains("_TRAFFIC_SECRET_0 ") }
        for before in [[], lines.filter { !isOfData($0) }] {
            let decryption = TLSDecryption()
            decryption.add(keyLog: Array(before.joined()))
            var meanwhile = Array(lines.filter { !before.contains($0) }.joined())
            decryption.moreKeys = {
                defer { meanwhile = [] }
                return meanwhile
            }
            let extractor = CallExtractor(decryption: decryption)
            let calls = try extractor.append(errors.bytes()) + extractor.finish()
            #expect(calls.count == 50 && extractor.counts.encrypted.count == 0)
        }
    }

    /// The Decryption Secrets Block behind some packets, and behind all: what could not be read is no lost packet, and it is
    /// not said that there are no secrets.
    @Test(arguments: [20, .max]) func secretsBehindThePackets(_ packets: Int) throws {
        let file = try Folders.tls.appendingPathComponent("streaming-embedded.pcapng").bytes()
        // Blocks of the section, the secrets and the interface come before the packets.
        let (secrets, start) = (108..<360, 432)
        var end = start
        var passed = 0
        while passed < packets, end < file.count {
            end += Int(file[end + 4]) + Int(file[end + 5]) << 8
            passed += 1
        }
        let moved = file[..<108] + file[360..<end] + file[secrets] + file[end...]
        let (calls, extractor) = extract(Array(moved))
        #expect(calls.isEmpty == (packets == .max))
        let encrypted = extractor.counts.encrypted
        #expect(encrypted.reasons == [.lateSecrets: 1] && extractor.counts.gaps == 0)
        #expect(encrypted.remark(namesServers: false).contains("; the secrets come behind packets that need them"))
    }

    /// A pcapng file is a key log, too: the first secret stands right behind the header of its block.
    @Test func secretsOutOfACapture() throws {
        let file = try Folders.tls.appendingPathComponent("streaming-embedded.pcapng").bytes()
        let packets = Array(file[..<108] + file[360...])
        #expect(read(packets).calls.isEmpty)
        let comment = file[124...].prefix { $0 != UInt8(ascii: "\n") }
        #expect(comment.starts(with: "# TLS secrets log file".utf8))
        let uncommented = Array(file[..<comment.startIndex] + file[(comment.endIndex + 1)...])
        let (calls, encrypted) = read(packets, keys: uncommented)
        #expect(calls.count == read(file).calls.count && encrypted.count == 0)
    }

    /// The lines of a key log as phones and apps log them. Those with a longer label hold other secrets, and those behind `#` are
    /// comments (RFC 9850, section 2).
    @Test func secretsBehindThePrefixOfALog() throws {
        let log = String(decoding: try keys("errors"), as: UTF8.self).split(separator: "\n")
        func read(_ prefix: String) throws -> [CapturedCall] {
            let keys = log.map { prefix + $0 }.joined(separator: "\n")
            return self.read(try errors.bytes(), keys: Array(keys.utf8)).calls
        }
        for prefix in ["07-28 12:00:00.123  4321  4388 I flutter : ", "[*] ", "keylog:"] {
            #expect(try read(prefix).count == 50, "\(prefix)")
        }
        for prefix in ["PMS_", "QUIC_", "X", "1", "#", "# "] { #expect(try read(prefix).isEmpty, "\(prefix)") }
    }

    /// Of a connection with a renegotiation, the calls before it are read.
    @Test func renegotiation() throws {
        let (calls, extractor) = extract(try Folders.tls.appendingPathComponent("renegotiation.pcapng").bytes())
        #expect(calls.map { $0.status?.code } == [.ok] && extractor.counts.gaps == 0)
        #expect(extractor.counts.encrypted.reasons == [.renegotiation: 1])
        #expect(extractor.counts.encrypted.remark(namesServers: false).contains("; new keys were negotiated"))
    }

    /// GnuTLS's client resumes two sessions of TLS 1.2, one by a ticket and one by its ID, and writes no secrets of that.
    @Test func resumedSessions() throws {
        let (calls, extractor) = extract(try Folders.tls.appendingPathComponent("resumption.pcapng").bytes())
        #expect(calls.map { $0.status?.code } == [.ok, .ok] && extractor.counts.encrypted.count == 0)
        let answer = try Folders.captures.appendingPathComponent("get-trip-response-new.bin").bytes()
        #expect(calls.allSatisfy { $0.response.messages.map(\.payload) == [answer] && !$0.isPartial })
    }

    /// Secrets that come behind all packets are those of the resumed connections, too.
    @Test func resumedSessionsWithLateSecrets() throws {
        let file = try Folders.tls.appendingPathComponent("resumption.pcapng").bytes()
        var (others, secrets): ([UInt8], [UInt8]) = ([], [])
        var start = 0
        while start < file.count {
            let block = file[start...].prefix(Int(file[start + 4]) + Int(file[start + 5]) << 8)
            if block.starts(with: [0x0A, 0, 0, 0]) { secrets += block } else { others += block }
            start = block.endIndex
        }
        #expect(read(others).encrypted.reasons == [.noKeys: 4])
        #expect(read(others + secrets).encrypted.reasons == [.lateSecrets: 4])
    }

    /// Clients and servers that do not agree on TLS, on a certificate, or on the version of TLS or HTTP. With the last connection's keys, also its
    /// alert is read; without, nobody can know that it is one.
    @Test func handshakesThatFail() throws {
        let file = try Folders.tls.appendingPathComponent("handshakes.pcapng").bytes()
        let (calls, encrypted) = read(file)
        #expect(calls.isEmpty && encrypted.count == 0)
        #expect(
            encrypted.failures == [
                .plainServer: 1, .plainClient: 1, .alert(48, isFromClient: true): 2, .alert(70, isFromClient: false): 1,
                .http1Server: 1, .http1Client: 1,
            ])
        let remarks = encrypted.failureRemarks
        #expect(
            remarks.count == 4 && remarks[0].hasPrefix("2 connections failed at the start: the client ends the TLS"))
        #expect(remarks[0].contains("alert 48 (unknown_ca); let it trust the issuer of the server's certificate"))
        #expect(try read(errors.bytes()).encrypted.failures.isEmpty)
    }

    /// Google's client said "Connection refused" of the first, and "Deadline Exceeded" of the other: see unconnected.py. One SYN
    /// alone may be of a client that has found another address, or the last packet of the capture.
    @Test func serversOutOfReach() throws {
        let packets = try packets("unconnected.pcap")
        func failures(_ packets: [CapturedPacket]) -> [EncryptedConnections.Failure: Int] {
            read(pcap(packets[0].link, packets)).encrypted.failures
        }
        #expect(failures(packets) == [.refused: 1, .unanswered: 1])
        #expect(failures(Array(packets[..<3])) == [.refused: 1] && failures([packets[0]]).isEmpty)
        #expect(failures(Array(packets[1...])) == [.unanswered: 1])
        let remarks = read(pcap(packets[0].link, packets)).encrypted.failureRemarks
        #expect(zip(remarks, ["does not answer; ", "refuses the client; "]).allSatisfy { $0.contains($1) })
    }

    /// A server whose bytes the capture has lost, and not its FIN, did answer.
    @Test func lostAnswersAreNoFailedStart() throws {
        // The packets of the client, and those of the server (port 8080) that are the headers of IPv4 and TCP alone.
        let packets = try packets("grpc-web-http2.pcap").filter {
            $0.bytes[20..<22] != [0x1f, 0x90] || $0.bytes.count == 40
        }
        let (calls, encrypted) = read(pcap(packets[0].link, packets))
        #expect(calls.count == 2 && encrypted.failures.isEmpty)
    }

    @Test func fromTheMiddle() throws {
        let packets = try packets(errors.bytes())
        let (found, encrypted) = read(pcap(packets[0].link, Array(packets[40...])), keys: try keys("errors"))
        #expect(encrypted.reasons[.noBeginning] == 1 && encrypted.unnamed == 1)
        #expect(encrypted.remark(namesServers: true).contains(", to an unknown server; the first packets, "))
        // The second connection begins behind these packets.
        #expect(found.allSatisfy { $0.path != nil })
    }

    /// Without the ServerHello of TLS 1.2, its keys cannot be derived: that is no fault of the key log.
    @Test func withoutTheServerHello() throws {
        let packets = try packets(Folders.tls.appendingPathComponent("openssl.pcapng").bytes())
        let rest = packets.filter { $0.number != 85 }
        let encrypted = read(pcap(packets[0].link, rest), keys: try keys("openssl")).encrypted
        #expect(encrypted.reasons == [.noBeginning: 1, .unsupported: 1])
    }

    /// Packets that are missing take away what they carried; nothing is shown that was not sent.
    @Test func missingPackets() throws {
        let packets = try packets(errors.bytes())
        let keys = try keys("errors")
        let whole = try #require(Self.whole)
        func key(_ call: CapturedCall) -> String { "\(call.client) \(call.stream)" }
        let truth = Dictionary(uniqueKeysWithValues: whole.map { (key($0), $0) })
        var (kept, all) = (0, 0)
        for first in Exhaustive.elements(of: 0..<packets.count, inDebugEvery: 13) {
            var rest = packets
            rest.removeSubrange(first..<min(first + 2, packets.count))
            for call in read(pcap(packets[0].link, rest), keys: keys).calls {
                let sent = try #require(truth[key(call)])
                for message in call.request.messages {
                    #expect(sent.request.messages.contains { $0.payload == message.payload })
                }
                for message in call.response.messages {
                    #expect(sent.response.messages.contains { $0.payload == message.payload })
                }
                if let path = call.path { #expect(path == sent.path) }
                if let status = call.trailers?.text(.grpcStatus) { #expect(status == sent.trailers?.text(.grpcStatus)) }
                if call.status != nil { kept += 1 }
            }
            all += whole.count
        }
        #expect(kept > all * 8 / 10, "\(kept) of \(all)")
    }

    /// Lost packets of the handshake are no loss. Together with the first record behind it, and where a later key begins (KeyUpdate),
    /// all that they carried is.
    @Test(
        arguments: [
            ("errors", [8], 0), ("errors", [8, 9], 64 + 98), ("openssl", [87], 0), ("openssl", [87, 90], 93 + 311),
            ("openssl", [245], 27),
            // Of a lost record, the tag and the type of TLS 1.3 are no data, nor are the nonce and the tag of TLS 1.2.
            ("openssl", [243], 257 - 16 - 1), ("openssl", [92], 264 - 8 - 16),
        ] as [(String, [Int], Int)])
    func lossesWhereKeysChange(name: String, lost: [Int], bytes: Int) throws {
        let packets = try packets(Folders.tls.appendingPathComponent("\(name).pcapng").bytes())
        let rest = packets.filter { !lost.contains($0.number) }
        let counts = extract(pcap(packets[0].link, rest), keys: try keys(name)).extractor.counts
        #expect(counts.missingBytes == bytes && counts.gaps == (bytes == 0 ? 0 : 1))
    }

    /// Packets that come late, or twice, change nothing.
    @Test(arguments: 0..<4) func disorder(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var packets = try packets(errors.bytes())
        for _ in 0..<40 {
            let index = Int.random(in: 0..<(packets.count - 3), using: &random)
            if Bool.random(using: &random) {
                packets.swapAt(index, index + 1)
            } else {
                packets.insert(packets[index], at: index + 2)
            }
        }
        let found = read(pcap(packets[0].link, packets), keys: try keys("errors")).calls
        func essence(_ calls: [CapturedCall]) -> [String] {
            calls.map { "\($0.client) \($0.stream) \($0.path ?? "") \($0.status.map { "\($0)" } ?? "")" }.sorted()
        }
        #expect(try essence(found) == essence(#require(Self.whole)))
    }

    /// Four cases, which run at the same time.
    @Test(arguments: 5...8 as ClosedRange<UInt64>) func damagedBytes(seed: UInt64) throws {
        let (capture, log) = (try errors.bytes(), try keys("errors"))
        var random = SplitMix64(seed: seed)
        for _ in Exhaustive.rounds(100, inDebug: 1) {
            let bytes = flipped(capture, bits: 30, from: 300, using: &random)
            var keys = log
            keys[Int.random(in: 0..<keys.count, using: &random)] ^= 1
            #expect(areObjects(lines(bytes, keys: keys)))
        }
    }
}
