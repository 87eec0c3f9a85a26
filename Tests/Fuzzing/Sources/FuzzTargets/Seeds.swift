import FleetWire
import Foundation

/// The inputs that fuzzing begins with, made from the fixtures: each with the bytes in front that its target takes its
/// choices from.
struct Seeds {
    let fixtures: URL

    func make(for target: Target) throws -> [[UInt8]] {
        let seeds: [[UInt8]] =
            switch target.name {
            case "messages", "schema": try messages("binpb")
            case "merging": try messages("binpb").map { $0.prefix(1) + [UInt8($0.count / 2 & 0xff)] + $0.dropFirst() }
            case "json": try messages("json") + jsonEdges
            case "text": try messages("txtpb")
            case "masks": try messages("binpb").flatMap(masks)
            case "proto": FleetSchema.files.map { Array($0.text.utf8) } + smallFiles.map { Array($0.utf8) }
            case "descriptors": descriptorSets
            case "deframer": variants(try frames, [[0, 6], [1, 6], [2, 6], [3, 6], [4, 6]])
            case "inflater": variants(try frames.map { Array($0.dropFirst(5)) }, [[0], [1]])
            case "metadata": headerBlocks.map { Array($0.utf8) }
            case "percent": ["", "a%20b", "%E2%82%AC", "%e2%82", "%", "%zz", "€ 5", "100%"].map { Array($0.utf8) }
            case "digits": pastedDigits + (try messages("binpb").map { Array($0.dropFirst()) })
            case "token": try tokens
            case "explain": variants(try pastedErrors, [[0]])
            case "peel": try peelable
            case "convert": try conversions
            case "protoscope": try messages("binpb") + protoscopeTexts.map { [0] + Array($0.utf8) }
            case "batch": batches.map { [7] + Array($0.utf8) }
            case "capture": try captures.map { [63] + $0 }
            case "flows": try files(in: "flows", "flows").map { [63] + firstFlow($0) }
            case "keylog": try files(in: "tls", "keys").map { [7] + $0.prefix(2000) }
            case "tls": try encryptedConnections
            case "report": try captures
            case "redaction": try messages("binpb")
            case "difference":
                try messages("binpb").map { [$0[0], UInt8(min($0.count - 1, 255))] + $0.dropFirst() + $0.dropFirst() }
            case "connection":
                connections.map { [1, 20, 200, 3, 5, UInt8($0.client.count / 8)] + $0.client + $0.server }
            case "emulator": try emulatedCalls
            case "fleet": fleets.map { Array($0.utf8) }
            default: []
            }
        guard !seeds.isEmpty else { throw CocoaError(.fileReadNoSuchFile) }
        return seeds
    }

    /// One file for each seed, numbered. Those of more than 4096 bytes are left out: they slow fuzzing down.
    static func write(_ seeds: [[UInt8]], to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (number, seed) in seeds.enumerated() where seed.count <= 4096 {
            try Data(seed).write(to: folder.appending(path: "seed-\(number)"))
        }
    }

    // MARK: Files

    private func files(in folder: String, _ fileExtension: String) throws -> [[UInt8]] {
        try FileManager.default.contentsOfDirectory(
            at: fixtures.appending(path: folder), includingPropertiesForKeys: nil
        )
        .filter { $0.pathExtension == fileExtension }
        .sorted { $0.path < $1.path }
        .map { Array(try Data(contentsOf: $0)) }
    }

    /// The fixtures of every type, its number in front.
    private func messages(_ fileExtension: String) throws -> [[UInt8]] {
        var seeds: [[UInt8]] = []
        for (index, type) in messageTypes.enumerated() {
            let folder = "messages/\(type.fullName)"
            guard FileManager.default.fileExists(atPath: fixtures.appending(path: folder).path) else { continue }
            seeds += try files(in: folder, fileExtension).map { [UInt8(index)] + $0 }
        }
        return seeds
    }

    private var frames: [[UInt8]] {
        get throws { try files(in: "frames", "grpc") + files(in: "captures", "grpc") }
    }

    /// What people paste, out of the fixtures of errors.
    private var pastedErrors: [[UInt8]] {
        get throws {
            struct Fixture: Decodable { let input: String? }
            // Call 26 has a quota with three details, call 36 a message of two lines.
            struct Form: Decodable { let texts: [String: String] }
            let single = try files(in: "errors", "json").compactMap {
                try JSONDecoder().decode(Fixture.self, from: Data($0)).input
            }
            let forms = try files(in: "errors/forms", "json").flatMap {
                let texts = try JSONDecoder().decode(Form.self, from: Data($0)).texts
                return ["26", "36"].compactMap { texts[$0] }
            }
            return (single + forms).map { Array($0.utf8) }
        }
    }

    // MARK: Made of them

    /// A mask of the type's first fields, and the message as old and as new.
    private func masks(_ message: [UInt8]) -> [[UInt8]] {
        let type = descriptors[Int(message[0])]
        let paths = Array(type.fields.prefix(4).map(\.name).joined(separator: ",").utf8)
        let bytes = message.dropFirst()
        guard paths.count < 256 else { return [] }
        let front = [message[0], UInt8(paths.count)]
        return [front + [0] + paths + bytes, front + [UInt8(min(bytes.count, 255))] + paths + bytes + bytes.prefix(9)]
    }

    /// Each seed behind each of the fronts.
    private func variants(_ seeds: [[UInt8]], _ fronts: [[UInt8]]) -> [[UInt8]] {
        seeds.flatMap { seed in fronts.map { $0 + seed } }
    }

    private var peelable: [[UInt8]] {
        get throws {
            let bare = try messages("binpb").map { Array($0.dropFirst()) }
            let captured = try files(in: "captures", "bin")
            let anything = try bare + frames + pastedDigits
            return variants(anything, [[0, 0]]) + variants(captured, [[0, 1], [1, 1], [2, 1]])
        }
    }

    private var conversions: [[UInt8]] {
        get throws {
            var seeds = variants(try frames, [[3, 0, 0], [3, 1, 0]])
            for (form, fileExtension) in [(UInt8(0), "binpb"), (4, "json"), (5, "txtpb")] {
                for (number, message) in try messages(fileExtension).enumerated() {
                    seeds.append([form, UInt8(number % 6)] + message)
                }
            }
            return seeds
        }
    }

    /// Every part of protoscope.
    private var protoscopeTexts: [String] {
        [
            "1: 23 2: -1 3: 0x17 4: true 5: -12z 6: 1.5 7: 1.5i32 8: 7i64 9: 0x2ai32 10: inf64 11: 0x1.8p-1",
            #"1: {"text\n\x00\012"} 2: {`0aff`} 3: {1 long-form:2 3 1.5i32 `ff`} 4: {1: 5} 5: !{1: 5 long-form:2}"#,
            #"long-form:1 1: long-form:3 23 2:LEN 300 "text" 3: long-form:2 {} 5:SGROUP 5:EGROUP `ff00` "raw" # comment"#,
        ]
    }

    private var tokens: [[UInt8]] {
        get throws {
            let claims =
                #"{"iss":"a@b.example","sub":"a@b.example","aud":"https://fleetengine.googleapis.com/","#
                + #""iat":1700000000,"exp":1700003600,"authorization":{"vehicleid":"*","tripid":"t","taskids":["a"]}}"#
            let header = #"{"alg":"RS256","typ":"JWT","kid":"k"}"#
            let parts = [header, claims, "signature"].map { Base64.encode(Array($0.utf8), as: .url) }
            let token = parts.joined(separator: ".")
            let pasted = try pastedErrors.filter { $0.count < 2000 }
            return [Array(token.utf8), Array("Bearer \(token)".utf8)] + pasted
        }
    }

    // MARK: Written here

    private var pastedDigits: [[UInt8]] {
        [
            "0a0b 0c", "<0a0b0c0d 0e>", "{length = 3, bytes = 0x0a0b0c}", "{length = 40, bytes = 0x0a0b ... 0c0d }",
            "00000000  0a 0b 0c 0d 0e 0f 10 11  12 13 14 15 16 17 18 19  |................|\n00000010  0a  |.|\n",
            "0000000 0b0a 0d0c\n0000004\n", #"\x0a\x0b"#, "0x0a, 0x0b, 0x0c", "CgsMDQ==", "CgsM_-8", "CgsM\nDQ4P\n",
        ].map { Array($0.utf8) }
    }

    private var headerBlocks: [String] {
        [
            """
            :path: /maps.fleetengine.v1.TripService/GetTrip
            authorization: Bearer a.b.c
            grpc-timeout: 15S
            grpc-accept-encoding: gzip, deflate
            content-type: application/grpc+proto

            :status: 200
            content-type: application/grpc

            grpc-status: 7
            grpc-message: permission%20denied
            grpc-status-details-bin: CAcSAWE
            """,
            ":path: /a/b\n\n:status: 503\ncontent-type: text/html; charset=utf-8\n",
            ":path: /a/b\ngrpc-timeout: 99999999H\n\n:status: 200\ngrpc-status: x\n\ngrpc-status: 13\n",
        ]
    }

    private var jsonEdges: [[UInt8]] {
        let values = [
            "null", "[]", "{}", "1e400", "-0", "\"NaN\"", "\"\\ud83d\\ude00\"", "\"2024-02-29T00:00:00.5Z\"",
            "\"1.5s\"",
            "{\"@type\":\"type.googleapis.com/google.protobuf.Duration\",\"value\":\"3s\"}",
        ]
        return messageTypes.indices.flatMap { index in values.map { [UInt8(index)] + Array($0.utf8) } }
    }

    private var smallFiles: [String] {
        [
            "syntax='proto3';package p;message M { repeated M m = 1; map<string, M> n = 2; oneof o { int32 a = 3; } }",
            "syntax='proto2';message M{required group G = 1 { optional E e = 2 [default = A]; } enum E { A = -1; } }",
            "edition='2023';option features.field_presence = IMPLICIT; message M{reserved 1 to max, 5; string s = 9; }",
            "syntax='proto3'; service S { rpc R(stream M) returns (M) { option (x).y = { a: [1, 2] }; } } message M {}",
        ]
    }

    /// A file with two messages, each naming the other, a service and an enum: the set as `protoc` writes it.
    private var descriptorSets: [[UInt8]] {
        func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
            [number << 3 | 2, UInt8(content.count)] + content
        }
        func text(_ number: UInt8, _ text: String) -> [UInt8] { field(number, Array(text.utf8)) }
        let named = text(1, "n") + [0x18, 2, 0x20, 1, 0x28, 11] + text(6, ".p.M")
        let packed = text(1, "r") + [0x18, 3, 0x20, 3, 0x28, 5]
        let member = text(1, "o") + [0x18, 4, 0x20, 1, 0x28, 9, 0x48, 0]
        let message = text(1, "M") + field(2, named) + field(2, packed) + field(2, member) + field(8, text(1, "choice"))
        let enumeration = text(1, "E") + field(2, text(1, "A") + [0x10, 0])
        let service = text(1, "S") + field(2, text(1, "R") + text(2, ".p.M") + text(3, ".p.M") + [0x30, 1])
        let file =
            text(1, "a.proto") + text(2, "p") + field(4, message) + field(5, enumeration) + field(6, service)
            + [0x62, 6] + Array("proto3".utf8)
        return [field(1, file), field(1, file) + field(1, text(1, "b.proto") + text(3, "a.proto"))]
    }

    /// What a client and a server send: a call that succeeds, one that fails, one that is reset, padded and interleaved.
    private var connections: [(client: [UInt8], server: [UInt8])] {
        let request: [UInt8] = [0, 0, 0, 0, 7, 0x1A, 5] + Array("trips".utf8)
        let path = [
            (":method", "POST"), (":scheme", "http"), (":path", "/maps.fleetengine.v1.TripService/GetTrip"),
            ("content-type", "application/grpc"), ("grpc-encoding", "gzip"), ("te", "trailers"),
        ]
        var client = HTTP2Builder()
        client.preface()
        client.frame(4)
        client.headers(stream: 1, path)
        client.headers(stream: 3, path + [("grpc-timeout", "1S"), ("x-bin", "AAE")])
        client.data(stream: 1, isLast: true, request)
        client.frame(0, flags: 9, stream: 3, [2] + request + [0, 0])
        client.headers(stream: 5, path)
        client.frame(3, stream: 5, [0, 0, 0, 8])
        // The sides are told apart by a length in eights.
        // A WINDOW_UPDATE has 13 bytes, so that some number of them fits.
        while client.bytes.count % 8 != 0 { client.frame(8, [0, 0, 1, 0]) }
        var server = HTTP2Builder()
        server.frame(4, [0, 3, 0, 0, 0, 100])
        server.headers(stream: 1, [(":status", "200"), ("content-type", "application/grpc")])
        server.data(stream: 1, Array(request.prefix(8)))
        server.headers(
            stream: 3, isLast: true,
            [(":status", "200"), ("content-type", "application/grpc"), ("grpc-status", "5"), ("grpc-message", "no%20")])
        server.data(stream: 1, Array(request.dropFirst(8)))
        server.headers(stream: 1, isLast: true, [("grpc-status", "0")])
        server.frame(7, [0, 0, 0, 5, 0, 0, 0, 0])
        return [(client.bytes, server.bytes), (client.bytes, []), (client.bytes, Array(server.bytes.dropFirst(30)))]
    }

    private var captures: [[UInt8]] {
        get throws {
            let built = connections.flatMap { connection in
                [true, false].map { isFromStart in
                    var builder = CaptureBuilder(isFromStart: isFromStart)
                    builder.send(.client, connection.client, segment: 200)
                    builder.send(.server, connection.server, segment: 90)
                    return builder.file
                }
            }
            return try built + files(in: "network", "binarylog") + files(in: "network", "pcap") + [smallHAR]
        }
    }

    /// The first exchange of a flow file, which begins with its length.
    private func firstFlow(_ file: [UInt8]) -> [UInt8] {
        let digits = file.prefix { $0 != UInt8(ascii: ":") }
        return Array(file.prefix(digits.count + 2 + (Int(String(decoding: digits, as: UTF8.self)) ?? 0)))
    }

    /// The connections of a capture between OpenSSL's client and server, each with the lines of the key log that it needs,
    /// in the form of the target "tls".
    private var encryptedConnections: [[UInt8]] {
        get throws {
            let folder = fixtures.appending(path: "tls")
            var reader = CaptureReader()
            reader.append(Array(try Data(contentsOf: folder.appending(path: "openssl.pcapng"))))
            let log = String(decoding: try Data(contentsOf: folder.appending(path: "openssl.keys")), as: UTF8.self)
                .split(separator: "\n")
            var connections: [[UInt8]: [UInt8]] = [:]
            while let packet = try reader.next() {
                // Ethernet, IPv4 and TCP, as on the loopback interface.
                let segment = Array(packet.bytes.dropFirst(34))
                guard segment.count > 20 else { continue }
                let payload = segment.dropFirst(Int(segment[12] >> 4) * 4)
                guard !payload.isEmpty else { continue }
                // Clients have the ports that the system chooses: the first of a connection to send is one.
                let (from, to) = (Array(segment[0..<2]), Array(segment[2..<4]))
                let isFromClient = connections[to + from] == nil
                let head: [UInt8] = [isFromClient ? 0 : 1, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
                connections[isFromClient ? from + to : to + from, default: []] += head + payload
            }
            return connections.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { _, flights in
                // The random stands behind the headers of the record and the handshake message, and a version.
                let random = flights.dropFirst(3 + 11).prefix(32).map {
                    String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
                }
                let lines = log.filter {
                    $0.contains(random.joined()) && $0.contains("TRAFFIC")
                        || $0.contains("CLIENT_RANDOM \(random.joined())")
                }
                var keys = Array((lines.joined(separator: "\n") + "\n").utf8)
                while keys.count % 8 != 0 { keys.append(UInt8(ascii: "\n")) }
                return [7, 4, 20, UInt8(min(keys.count / 8, 255))] + flights + keys
            }
        }
    }

    private var smallHAR: [UInt8] {
        Array(
            #"""
            {"log":{"version":"1.2","entries":[{"startedDateTime":"2024-05-06T07:08:09.123Z","time":12.5,"request":{
            "method":"POST","url":"https://a.example/maps.fleetengine.v1.TripService/GetTrip","headers":[
            {"name":"content-type","value":"application/grpc-web-text"}],"postData":{"text":"AAAAAAcaBXRyaXBz"}},
            "response":{"status":200,"headers":[{"name":"content-type","value":"application/grpc-web+proto"}],
            "content":{"text":"AAAAAAcaBXRyaXBzgAAAAA5ncnBjLXN0YXR1czowDQo=","encoding":"base64"}}}]}}
            """#.utf8)
    }

    /// Requests that clients have sent, each behind the number of its method and its length; all after another, too.
    private var emulatedCalls: [[UInt8]] {
        get throws {
            let methods: [(name: String, number: UInt8)] = [
                ("create-vehicle-request", 0), ("update-vehicle-location", 3), ("update-vehicle-route", 3),
                ("search-vehicles-request", 7), ("create-trip-request", 8), ("get-trip-request", 9),
                ("report-billable-trip-request", 13), ("update-delivery-vehicle-request", 17),
                ("batch-create-tasks-request", 19),
            ]
            let calls = try methods.map { method -> [UInt8] in
                let url = fixtures.appending(path: "captures/\(method.name).bin")
                let request = Array(try Data(contentsOf: url))
                return [method.number, UInt8(request.count >> 8), UInt8(request.count & 0xFF)] + request
            }
            return calls + [Array(calls.joined())]
        }
    }

    private var fleets: [String] {
        [
            #"{"vehicles":[{"name":"providers/p/vehicles/v","vehicleState":"ONLINE","currentTrips":["t"]}],"#
                + #""trips":[{"name":"providers/p/trips/t","vehicleId":"v","tripStatus":"NEW"}]}"#,
            #"{"tripUpdateTimes":{"providers/p/trips/t":"2024-05-06T07:08:09Z"},"trips":[{"name":"providers/p/trips/t"}]}"#,
            "GetTrip@t=UNAVAILABLE:2,delay:1.5s,retry:2s,reason:A,message:no", "*=quota:3000/60s,count:2",
        ]
    }

    private var batches: [String] {
        [
            "{\"type\":\"google.type.LatLng\",\"hex\":\"09000000000000e03f\"}\n",
            "{\"type\":\"google.type.LatLng\",\"json\":{\"latitude\":0.5}}\n{\"type\":\"a.B\",\"hex\":\"0\"}",
            "{\"type\":\"google.rpc.Status\",\"text\":\"code: 5 message: 'a'\"}\r\n\n{}\n[]\n",
        ]
    }
}
