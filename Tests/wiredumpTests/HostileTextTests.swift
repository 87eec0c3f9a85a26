import Foundation
import TestSupport
import Testing

/// Text from captures, schemas and arguments in the output of every command: no byte of it acts on a terminal or makes a
/// line of its own, and no credential in it is shown.
@Suite struct HostileTextTests {
    // MARK: Characters that cannot be seen

    /// Characters that must not reach a terminal or a reader: all that Unicode says are controls, formats, separators of
    /// lines, or ignorable.
    private static let hidden: [Unicode.Scalar] = (0...0xE0FFF).compactMap(Unicode.Scalar.init).filter { scalar in
        let properties = scalar.properties
        return [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
            || properties.isDefaultIgnorableCodePoint || properties.isBidiControl
    }

    /// 1000 strings, each with a few hidden characters between words that begin like lines of our own.
    private static let strings: [String] = Exhaustive.rounds(1000, inDebug: 60).map { number in
        let chosen = (0..<4).map { hidden[(number * 4 + $0) * (number < 40 ? 1 : 7) % hidden.count] }
        return "a\(chosen[0])wiredump: \(chosen[1])b\(chosen[2])[31m\u{1B}[2J\n+ call\(chosen[3])z"
    }

    private func expectVisible(_ arguments: [String], input: [UInt8] = [], isPage: Bool = false) throws {
        let result = try Command.run(arguments, input: input)
        for text in [isPage ? "" : result.text, result.notes] {
            let found = text.unicodeScalars.first { $0 != "\n" && Self.isHidden($0) }
            #expect(found == nil, "\(arguments): U+\(String(found?.value ?? 0, radix: 16))")
            // A hostile string goes on behind its line end.
            #expect(!text.contains("\n+ call"), "\(arguments)")
        }
    }

    private static let hiddenValues = Set(hidden)
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool { hiddenValues.contains(scalar) }

    /// A HAR file with a call for each string, which stands in every place that has text.
    private static func archive(_ strings: [String]) throws -> Data {
        let entries = strings.map { text -> [String: Any] in
            // A frame of a message with a string, and trailers.
            let message = [0x0A, UInt8(min(100, text.utf8.count))] + text.utf8.prefix(100)
            let trailers = Array("grpc-status: 3\r\ngrpc-message: \(text)\r\nx-\(text): \(text)\r\n".utf8)
            let body = grpcFrame(message) + grpcFrame(trailers, flags: 0x80)
            let headers = [
                ["name": "content-type", "value": "application/grpc-web+proto"], ["name": "x-\(text)", "value": text],
                ["name": "grpc-encoding", "value": text], ["name": "user-agent", "value": text],
            ]
            let content: [String: Any] = [
                "size": body.count, "mimeType": "application/grpc-web+proto", "encoding": "base64",
                "text": base64(body),
            ]
            return [
                "startedDateTime": "2026-02-03T04:05:00.250Z", "time": 1, "connection": text,
                "request": [
                    "method": "POST", "url": "https://\(text)/a.\(text)/B\(text)", "httpVersion": text,
                    "headers": headers,
                    "postData": [
                        "mimeType": "application/grpc-web+proto",
                        "text": String(decoding: grpcFrame([]), as: UTF8.self),
                    ],
                ],
                "response": [
                    "status": 200, "statusText": text, "httpVersion": "HTTP/2", "headers": headers, "content": content,
                ],
                "serverIPAddress": text,
            ]
        }
        return try JSONSerialization.data(withJSONObject: ["log": ["entries": entries]], options: [.sortedKeys])
    }

    @Test func capturesShowWhatCannotBeSeenAsEscapes() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("c\u{1B}[2J\u{202E}\n+ call.har")
            try Self.archive(Self.strings).write(to: file)
            let options = [
                ["capture"], ["capture", "--open"], ["capture", "--json", "--credentials"], ["capture", "--json"],
                ["capture", "--rpc", "1", "--rpc", "2"], ["doctor"], ["doctor", "--json"],
                ["diff", "--rpc", "1", "--rpc", "2"], ["diff", "--json", "--rpc", "1", "--rpc", "2"],
                ["diff", "--all"],
                ["capture", "--redact"], ["capture", "--redact", "--open"],
            ]
            for options in Exhaustive.elements(of: options, inDebugEvery: 5) {
                try expectVisible(options + [file.path])
            }
            try expectVisible(["report", file.path, "-o", "-"], isPage: true)
            try expectVisible(["report", file.path, "-o", folder.appendingPathComponent("p\n+ call\u{9B}.html").path])
            try expectVisible([
                "capture", file.path, "--extract", folder.appendingPathComponent("x\n+ call\u{1B}").path,
            ])
        }
    }

    @Test func messagesAndSchemasShowWhatCannotBeSeenAsEscapes() throws {
        try withTemporaryFolder { folder in
            let schema = folder.appendingPathComponent("s.proto")
            let comments = Self.strings.map { "// \($0.replacing("\n", with: " "))\n" }.joined()
            try Data("syntax = \"proto3\"; package p;\n\(comments)message M {\n\(comments)string s = 1; }".utf8).write(
                to: schema)
            try expectVisible(["types", "--proto", schema.path, "--fields", "p.M"])
            try expectVisible(["types", "--proto", schema.path])
            let broken = folder.appendingPathComponent("b\n+ call\u{202E}\u{1B}.proto")
            try Data("syntax = \"proto3\"; import \"x\u{1B}[2J\u{85}.proto\"; message \u{1B}\u{202E}".utf8).write(
                to: broken)
            try expectVisible(["types", "--proto", broken.path])
            let message = folder.appendingPathComponent("m\n+ call\u{1B}[2J.bin")
            let fields = Self.strings.flatMap { text in [0x0A, UInt8(text.utf8.count)] as [UInt8] + Array(text.utf8) }
            try Data(fields).write(to: message)
            let options = [
                [], ["--hex"], ["--raw"], ["--json", "--type", "google.protobuf.FieldMask"], ["doctor"],
                ["--all", "--type", "google.rpc.DebugInfo"], ["--json", "--type", "google.rpc.DebugInfo"],
                ["convert", "--from", "binary", "--to", "json", "--type", "google.rpc.DebugInfo"],
                ["convert", "--from", "binary", "--to", "text", "--type", "google.rpc.DebugInfo"],
                ["convert", "--from", "binary", "--to", "protoscope"],
            ]
            for options in Exhaustive.elements(of: options, inDebugEvery: 3) {
                try expectVisible(options + [message.path])
            }
            try expectVisible(["diff", message.path, schema.path])
            let trailers = "grpc-status: 3\r\ngrpc-message: \(Self.strings[0])\r\n"
            try expectVisible([], input: grpcFrame([]) + grpcFrame(trailers.utf8, flags: 0x80))
            for text in Exhaustive.elements(of: Self.strings.prefix(12), inDebugEvery: 5) {
                let text = text.replacing("\0", with: "")
                try expectVisible(["explain"], input: Array("grpc-status: 5\ngrpc-message: \(text)".utf8))
                try expectVisible(["explain", "--json"], input: Array("grpc-status: 5\ngrpc-message: \(text)".utf8))
                try expectVisible(["explain"], input: Array(text.utf8))
                try expectVisible([text])
                try expectVisible(["--\(text)"])
                try expectVisible(["types", text])
                try expectVisible(["--type", text, message.path])
                try expectVisible([], input: Array(text.utf8))
            }
            let lines = Self.strings.map {
                #"{"type":"google.rpc.DebugInfo","text":"\#($0.replacing("\n", with: ""))"}"#
            }
            try expectVisible(["batch"], input: Array(lines.joined(separator: "\n").utf8))
        }
    }

    /// The beginnings and ends of values that credentials are looked for in, put together at random. What is hidden of them
    /// leaves JSON whole.
    @Test func hiddenCredentialsLeaveJSONValid() throws {
        let pieces = [
            "'", "\"", "\\", "\u{1}", "\n", "\t", "\r", " ", ":", "=", "token", "password", "Bearer ", "cookie: ",
            "abcd1234efgh",
            Planted.token, "-----BEGIN PRIVATE KEY-----", "<password>", "--user", "-u a:b", "https://u:p@h/", "%22",
            "\\u0022",
            "&quot;", "b'", "Optional(", "[", "]", ",", "}",
        ]
        var random = SplitMix64(seed: 3)
        for round in Exhaustive.rounds(200, inDebug: 20) {
            func text() -> String {
                (round == 0 ? "cookie: '\r'(" : "")
                    + (0..<8).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            }
            let name = pieces.randomElement(using: &random) ?? ""
            let info =
                ["@type": "type.googleapis.com/google.rpc.ErrorInfo", "metadata": [name: text()]] as [String: Any]
            let error = ["error": ["code": 404, "message": text(), "details": [info]]]
            for input in [Array("NOT_FOUND: \(text())".utf8), Array(try JSONSerialization.data(withJSONObject: error))]
            {
                let result = try Command.run(["explain", "--json"], input: input)
                let value = try? parseJSON(Array(result.text.utf8)) as? [String: Any]
                #expect(value?["code"] as? Int == 5, "\(String(decoding: input, as: UTF8.self)): \(result.text)")
            }
        }
    }

    // MARK: Credentials

    /// What the names of members hint at, also where quotes are within the value, and where the name is that of a pair.
    @Test(arguments: [
        ["password": "\"hunter2pass\""], ["secret": "{\"id\":\"hunter2pass\"}"], ["password": " hunter2pass"],
        ["refreshToken": "%22hunter2pass"], ["token": "a\"hunter2pass"], ["session": "\nhunter2pass"],
        ["name": "client_secret", "value": "hunter2pass"],
    ])
    func namedValuesAreHiddenInJSON(metadata: [String: String]) throws {
        let info = ["@type": "type.googleapis.com/google.rpc.ErrorInfo", "metadata": metadata] as [String: Any]
        let error = ["error": ["code": 404, "message": "m", "details": [info]]]
        let result = try Command.run(
            ["explain", "--json"], input: Array(try JSONSerialization.data(withJSONObject: error)))
        #expect(!result.text.contains("hunter2pass") && result.text.contains("not shown"), "\(result.text)")
        #expect(try parseJSON(Array(result.text.utf8)) is [String: Any])
    }

    /// Credentials of different forms, made up.
    private enum Planted {
        static let token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJwbGFudGVkIn0.cGxhbnRlZC1zaWduYXR1cmU"
        static let key = "AIzaSyPl4nt3dK3yB1c2D3e4F5g6H7i8J9k0L1m"
        static let access = "ya29.Pl4nt3dAcc3ssT0kenQ9w8E7r6"
        static let opaque = "pL4nT3d0p4qu3Q1w2E3r4T5y6U7i8"
        static let password = "pl4ntedPassw0rd"
        static let short = "pl4ntedSh0rt"

        /// What of a credential must not be found: of tokens each part behind the first, which is the same for many.
        static let parts =
            token.split(separator: ".").dropFirst().map(String.init) + [
                key, String(access.dropFirst(5)), opaque, password, short,
            ]
    }

    /// Whether a text has a credential as it is, with percent escapes, or in base64 at any alignment.
    private func expectNone(of parts: [String], in text: String, _ place: String) {
        for part in parts {
            let bytes = Array(part.utf8)
            let escaped = bytes.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
            let windows = (0..<3).map { shift -> String in
                let middle = bytes.dropFirst(shift)
                return Data(middle.prefix(middle.count / 3 * 3)).base64EncodedString()
            }
            for form in [part, escaped] + windows { #expect(!text.contains(form), "\(place): \(part)") }
        }
    }

    /// A status whose details have credentials in a text, a map and a URL.
    private static var plantedDetails: [UInt8] {
        typealias P = Planted
        func detail(_ type: String, _ content: [UInt8]) -> [UInt8] {
            field(3, field(1, "type.googleapis.com/google.rpc.\(type)".utf8) + field(2, content))
        }
        let text = "GET https://jane:\(P.password)@h/?x=1 cookie: sid=\(P.short)"
        let entry = field(1, "access_token".utf8) + field(2, P.short.utf8)
        let link = field(2, "https://h/?access_token=\(P.short)".utf8)
        return [0x08, 16] + detail("DebugInfo", field(2, text.utf8)) + detail("ErrorInfo", field(3, entry))
            + detail("Help", field(1, link))
    }

    /// A HAR file of calls with credentials in every place that has text. Ids stand beside them.
    private static func plantedArchive() throws -> Data {
        typealias P = Planted
        let message = "No%20call%20with%20\(P.token)%20or%20key=\(P.key)%20or%20Bearer%20\(P.access)"
        let trailers = """
            grpc-status: 16\r\ngrpc-message: \(message)\r\nx-opaque: \(P.opaque)\r\nset-cookie: sid=\(P.short)\r
            x-goog-api-key: \(P.key)\r\nx-request-id: 8f14e45fceea167a5a36dedd4bea2543\r
            x-data-bin: \(Data("token \(P.token)".utf8).base64EncodedString())\r
            grpc-status-details-bin: \(base64(plantedDetails))\r\n
            """
        let content: [String: Any] = [
            "size": 1, "mimeType": "application/grpc-web+proto", "encoding": "base64",
            "text": base64(grpcFrame(trailers.replacing("\r\n\n", with: "\r\n").utf8, flags: 0x80)),
        ]
        let headers = [
            ("content-type", "application/grpc-web+proto"), ("authorization", "Bearer \(P.token)"),
            ("x-goog-api-key", P.key), ("cookie", "sid=\(P.short)"), ("x-client-passwd", P.password),
            ("x-any", P.opaque), ("x-other", "Bearer \(P.access)"), ("dpop", P.token), ("x-firebase-appcheck", P.short),
            ("referer", "https://jane:\(P.password)@h/p?access_token=\(P.short)&x=1"),
            ("x-goog-request-params", "trip_id=trip-550e8400-e29b-41d4-a716-446655440000"),
            ("x-token-bin", Data(P.opaque.utf8).base64EncodedString()),
        ].map { ["name": $0.0, "value": $0.1] }
        let urls = [
            "https://jane:\(P.password)@h.example/maps.fleetengine.v1.TripService/GetTrip?key=\(P.key)&access_token=\(P.short)",
            "https://h.example/a.B/C?$httpHeaders=X-Goog-Api-Key%3A\(P.key)%0D%0AAuthorization%3ABearer%20\(P.short)",
            "https://h.example/a.B/\(P.token)",
        ]
        let entries = urls.map { url -> [String: Any] in
            [
                "startedDateTime": "2026-02-03T04:05:00.250Z", "time": 1,
                "request": ["method": "POST", "url": url, "httpVersion": "HTTP/2", "headers": headers],
                "response": ["status": 200, "headers": [headers[0]], "content": content],
            ]
        }
        return try JSONSerialization.data(withJSONObject: ["log": ["entries": entries]], options: [.sortedKeys])
    }

    @Test func capturesShowNoCredentials() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("planted.har")
            try Self.plantedArchive().write(to: file)
            for options in [
                ["capture"], ["capture", "--open"], ["capture", "--json"], ["doctor"], ["doctor", "--json"],
                ["diff", "--rpc", "1", "--rpc", "2"], ["diff", "--json", "--rpc", "1", "--rpc", "2"],
                ["diff", "--all"],
                ["capture", "--redact", "--json"], ["capture", "--redact", "--open"], ["report", "-o", "-"], [],
            ] {
                let result = try Command.run(options + [file.path])
                expectNone(of: Planted.parts, in: result.text + result.notes, "\(options)")
                // Ids stay.
                if options == ["capture", "--open"] || options == ["capture", "--json"] {
                    #expect(result.text.contains("8f14e45fceea167a5a36dedd4bea2543"))
                    #expect(result.text.contains("DebugInfo"))
                    #expect(result.text.contains("550e8400-e29b-41d4-a716-446655440000"))
                }
            }
            let extracted = folder.appendingPathComponent("messages")
            let result = try Command.run(["capture", file.path, "--extract", extracted.path])
            let names = try FileManager.default.contentsOfDirectory(atPath: extracted.path)
            let index = try String(contentsOf: extracted.appendingPathComponent("index.jsonl"), encoding: .utf8)
            expectNone(of: Planted.parts, in: result.notes + names.joined(separator: " ") + index, "--extract")
            // Scripts that ask for credentials get them.
            let asked = try Command.run(["capture", "--json", "--credentials", file.path]).text
            for part in [Planted.token, Planted.key, Planted.opaque, Planted.short] { #expect(asked.contains(part)) }
        }
    }

    @Test func errorsAndTrailersShowNoCredentials() throws {
        typealias P = Planted
        let trailers = """
            grpc-status: 16\r\ngrpc-message: bad%20\(P.token)\r\nx-goog-api-key: \(P.key)\r\nx-opaque: \(P.opaque)\r
            set-cookie: sid=\(P.short)\r\n
            """
        let texts = [
            trailers, "UNAUTHENTICATED: Request had invalid credentials Bearer \(P.access) key=\(P.key)",
            #"{"error":{"code":401,"message":"bad \(P.token)","status":"UNAUTHENTICATED","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"X","metadata":{"api_key":"\(P.opaque)","token":"\(P.token)"}}]}}"#
                .replacing("\\(P.token)", with: P.token).replacing("\\(P.opaque)", with: P.opaque),
            "https://jane:\(P.password)@h/p?access_token=\(P.short)", "authorization: Bearer \(P.short)", P.token,
            // Bytes in base64 and hexadecimal digits are looked for in texts.
            "Authorization: Basic \(Data("jane:\(P.password)".utf8).base64EncodedString())",
            "* Connected to h\n> authorization: Bearer \(P.token)\n> \n< HTTP/2 200",
            "set-cookie: sid=\(Data("\(P.password)\(P.short)".utf8).base64EncodedString()); path=/",
            "x-goog-api-key: \(P.opaque.utf8.map { String($0, radix: 16) }.joined())",
            #"{"error":{"code":401,"message":"{\"password\": \"P\"}","status":"UNAUTHENTICATED"}}"#
                .replacing("P\\", with: "\(P.password)\\"),
        ]
        let commands = texts.flatMap { text in
            [["explain"], ["explain", "--json"], [], ["--hex"], ["convert", "--to", "hex"]].map { ($0, text) }
        }
        for (options, text) in Exhaustive.elements(of: commands, inDebugEvery: 3) {
            let result = try Command.run(options, input: Array(text.utf8))
            expectNone(of: P.parts, in: result.text + result.notes, "\(options) \(text.prefix(20))")
        }
        let pasted = try Command.run([], input: Array(P.token.utf8))
        #expect(pasted.notes.contains("`wiredump explain` reads its claims"))
        let web = grpcFrame([]) + grpcFrame(trailers.utf8, flags: 0x80)
        for input in [web, Array(base64(web).utf8)] {
            let result = try Command.run([], input: input)
            expectNone(of: P.parts, in: result.text + result.notes, "grpc-web")
            #expect(result.text.contains("grpc-web trailers"))
        }
        let result = try Command.run(["explain", "16", "--token", P.token, "--method", "/a/B?key=\(P.key)"])
        expectNone(of: P.parts, in: result.text + result.notes, "explain --token")
        for options in [["https://jane:\(P.password)@h/x"], ["types", "key=\(P.key)"], ["--type", P.token]] {
            expectNone(of: P.parts, in: try Command.run(options).notes, "\(options)")
        }
    }
}
