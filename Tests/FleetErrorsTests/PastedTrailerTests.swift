import FleetErrors
import Foundation
import GRPCWire
import ProtobufWire
import TestSupport
import Testing

/// Headers, trailers and answers as tools print them.
@Suite struct PastedTrailerTests {
    /// Trailers in one line, as loggers join them and as grpc-java's Netty logs frames.
    @Test(
        arguments: [
            ("grpc-status: 7, grpc-message: a, b", "a, b"), ("grpc-status=7 grpc-message=a b", "a b"),
            ("grpc-status: 7; grpc-message: a", "a"), ("grpc-status=7&grpc-message=a", "a"),
            ("{grpc-status: 7, grpc-message: a}", "a"), ("grpc-message: a, grpc-status: 7", "a"),
            ("grpc-status: 7 (PERMISSION_DENIED)", ""), ("level=warn grpc_status=7 grpc_message=a", "a"),
            ("grpc_status=7 grpc_message=\"a \\\"b\\\"\" duration=\"3\"", "a \"b\""),
            ("{\"grpc-status\": \"7\", \"grpc-message\": \"a = \", \"x\": \"y\"}", "a = "),
            ("Metadata(grpc-status=7,grpc-message=a (b)) more", "a (b)"),
            (
                "[id: 0x1] INBOUND HEADERS: streamId=3 headers=GrpcHttp2ResponseHeaders[:status: 200, content-type: "
                    + "application/grpc, grpc-status: 7, grpc-message: a [b]] padding=0 endStream=true", "a [b]"
            ),
            ("xgrpc-status: 9\ngrpc-status: 7\ngrpc-message: a", "a"),
            ("grpc-status: 7\ngrpc-message: said grpc-status: 9] a", "said grpc-status: 9] a"),
        ])
    func readsTrailersOfOneLine(text: String, message: String) {
        let explanation = Explanation(pasted: text)
        #expect(explanation.form == .trailers && explanation.remarks.isEmpty, "\(explanation.remarks)")
        #expect(explanation.call?.status.code == .permissionDenied)
        #expect(explanation.call?.status.message == message)
    }

    /// Frames in one line have the path and the token in front of other headers.
    @Test func readsTheRequestOfOneLine() {
        let explanation = Explanation(
            pasted: """
                headers=GrpcHttp2OutboundHeaders[:authority: x, :path: /maps.fleetengine.v1.TripService/GetTrip, :method: \
                POST, authorization: Bearer \(token(claims(#"{"tripid":"t"}"#))), user-agent: grpc-java/1.6]
                [:status: 200, grpc-status: 5]
                """)
        #expect(explanation.call?.request?.method?.name == "GetTrip")
        #expect(explanation.token?.findings.isEmpty == true, "\(String(describing: explanation.token?.findings))")
    }

    /// Answers that no gRPC server gave, by the mapping of gRPC's doc/http-grpc-status-mapping.md.
    @Test(
        arguments: [
            ("HTTP/1.1 404 Not Found\r\nServer: nginx", 12, "404"), ("HTTP/2 502", 14, "502"),
            // The pages of Google's front end and of nginx.
            ("<html lang=en>\n  <title>Error 404 (Not Found)!!1</title>", 12, "404"),
            ("<html>\r\n<head><title>502 Bad Gateway</title></head>", 14, "502"),
            // What curl tells of an address that it gave up before does not count.
            ("* connect to ::1 port 80 failed: Connection refused\n< HTTP/1.1 404 Not Found", 12, "404"),
            ("HTTP/1.1 200 Connection established\r\n\r\nHTTP/2 403 \nserver: x", 7, "403"),
            (
                "[2025-08-31T19:51:42Z] \"POST /maps.fleetengine.v1.TripService/GetTrip HTTP/2\" 503 - 0 91 - \"-\"",
                14,
                "503"
            ), ("<title>Error 502 (Server Error)!!1</title>", 14, "502"),
            ("\"GET /healthz HTTP/1.1\" 200 UC 0\n\"POST /x HTTP/2\" 404 - 0 91", 12, "404"),
            // Jetty's page.
            ("<head><title>Error 503 Service Unavailable</title></head>", 14, "503"),
            (":status: 401\ncontent-type: text/html", 16, "401"),
            ("RpcError: Http response at 400 or 500 level, http status code: 503", 14, "503"),
        ] as [(String, Int32, String)])
    func answersOfOthersHaveTheMappedCode(text: String, code: Int32, status: String) {
        let explanation = Explanation(pasted: text)
        #expect(explanation.call?.status.code.rawValue == code)
        #expect(explanation.diagnosis?.meaning.contains("HTTP \(status)") == true)
        #expect(explanation.diagnosis?.meaning.contains("of Google") == text.contains("502 (Server Error)!!1"))
    }

    /// Envoy's documentation says of each flag in its access log what it found; its source has the words for the client.
    @Test(
        arguments: [
            ("503 UF 0 91", "connection failure", "behind the proxy runs"),
            ("200 UF,URX via_upstream", "connection failure", "behind the proxy runs"),
            ("503 UH - \"-\"", "no healthy upstream", "behind the proxy runs"),
            ("503 UC 0 95", "connection termination", "behind the proxy runs"),
            ("504 UT 0 24", "upstream request timeout", "behind the proxy runs"),
            ("503 UO 0 81", "overflow", "raise the limit"),
        ])
    func explainsTheFlagsOfEnvoy(fields: String, words: String, step: String) throws {
        let explanation = Explanation(
            pasted: "[2025-08-31T19:51:42Z] \"POST /maps.fleetengine.v1.TripService/GetTrip HTTP/2\" \(fields)")
        let status = try #require(explanation.call?.status)
        #expect(status.code == .unavailable && status.message.contains(words))
        #expect(explanation.diagnosis?.nextStep.contains(step) == true)
    }

    /// What a call ended with is read from the text that the command prints of the call, and of several calls that of a failed one.
    @Test(
        arguments: [
            ("trailers\n  grpc-status  0\n", 0, ""),
            ("trailers\n  grpc-message  no%20trip\n  grpc-status   5\n", 5, "no trip"),
            ("trailers\n  grpc-status  0\n\ntrailers\n  grpc-message  (empty)\n  grpc-status   5\n", 5, ""),
            ("< grpc-status: 0\n< grpc-status: 7\n< grpc-message: no", 7, "no"),
            ("< grpc-status: 0\n< grpc-message: \n<\n< grpc-status: 7\n< grpc-message: no", 7, "no"),
            ("< grpc-message: OK\n< grpc-status: 0\n<\n< grpc-message: no\n< grpc-status: 7", 7, "no"),
        ] as [(String, Int32, String)])
    func readsPrintedHeaders(text: String, code: Int32, message: String) {
        let status = Explanation(pasted: text).call?.status
        #expect(status?.code.rawValue == code && status?.message == message)
    }

    /// The method is that of the call that failed.
    @Test func explainsTheCallThatFailed() {
        let paths = ["TripService/GetTrip", "VehicleService/UpdateVehicle"].map { "/maps.fleetengine.v1.\($0)" }
        for name in [":path: ", "call: "] {
            let text = zip(paths, ["0", "3"]).map { "\(name)\($0)\ngrpc-status: \($1)\n\n" }.joined()
            #expect(Explanation(pasted: text).call?.request?.path == paths[1])
        }
    }

    @Test(.timeLimit(.minutes(1))) func readsManyStatusesInOneLine() {
        let text = String(repeating: "grpc-status:\u{b}0,", count: 1 << 14)
        #expect(Explanation(pasted: text).call?.status.code == .ok)
    }

    /// Messages with what ends them or begins another form.
    @Test(
        arguments: [
            ("map[Grpc-Message:[state [NEW] of x] Grpc-Status:[9]]", "state [NEW] of x"),
            ("grpc-status: 2\ngrpc-message: {\"error\": \"x\"}\n", "{\"error\": \"x\"}"),
            (#"{"error": {"code": 400, "message": "upstream: grpc-status: 9"}}"#, "upstream: grpc-status: 9"),
            (
                "status = StatusCode.NOT_FOUND\n\tdetails = \"field \"a\"\n> b\"\n\tdebug_error_string = \"\"\n>",
                "field \"a\"\n> b"
            ),
            (
                #"Status(StatusCode="NotFound", Detail="trip ("a") is gone", DebugException="x")"#,
                #"trip ("a") is gone"#
            ),
            (
                #"Status(StatusCode="NotFound", Detail="gone") Status(StatusCode="Aborted", Detail="", DebugException="")"#,
                "gone"
            ),
            // Cut before the next member.
            (#"Status(StatusCode="NotFound", Detail="gone""#, "gone"),
        ])
    func readsMessagesToTheirEnd(text: String, message: String) {
        #expect(Explanation(pasted: text).call?.status.message == message)
    }

    @Test func readsTrailersAsEachToolPrintsThem() throws {
        let value = CallStatus.exhausted.rpcStatus.detailsHeader
        let padded = Base64.encode(CallStatus.exhausted.rpcStatus.encoded(), as: .padded)
        let texts = [
            "grpc-status: 8\r\ngrpc-message: Quota exceeded.\r\ngrpc-status-details-bin: \(value)\r\n",
            "< HTTP/2 200\n< Grpc-Status: 8\n< grpc-message: Quota exceeded.\n< grpc-status-details-bin: \(padded)\n",
            "{\n  \"grpc-status\" = 8;\n  \"grpc-message\" = \"Quota exceeded.\";\n \"grpc-status-details-bin\" = \"\(value)\";\n}",
            #"{"grpc-status": "8", "grpc-message": "Quota exceeded.", "grpc-status-details-bin": "\#(value)"}"#,
            "(('grpc-status', '8'), ('grpc-message', 'Quota exceeded.'), ('grpc-status-details-bin', '\(value)'))",
            "grpc-status=8; grpc-message=Quota exceeded.; grpc-status-details-bin=\(value)",
        ]
        for text in texts {
            let explanation = Explanation(pasted: text)
            #expect(explanation.form == .trailers, "\(text)")
            let status = try #require(explanation.call?.status)
            #expect(status.code == .resourceExhausted)
            #expect(status.message == "Quota exceeded.")
            #expect(status.reason == "RATE_LIMIT_EXCEEDED", "\(text)")
            #expect(explanation.diagnosis?.retryDelay == 20.038)
            #expect(explanation.remarks.isEmpty, "\(text) \(explanation.remarks)")
        }
    }

    @Test func detailsThatAreNoBase64AreTold() {
        let explanation = Explanation(pasted: "grpc-status-details-bin: CAUS*")
        #expect(explanation.form == .detailsBin && explanation.call == nil)
        #expect(explanation.remarks.contains { $0.hasPrefix("grpc-status-details-bin cannot be read.") })
    }

    /// Google's clients take a status that is no number as UNKNOWN.
    @Test func aStatusThatIsNoNumberIsUnknown() {
        #expect(Explanation(pasted: "grpc-status: 5xx").call?.status.code == .unknown)
    }

    @Test func readsADetailsValueAlone() throws {
        let bytes = CallStatus.exhausted.rpcStatus.encoded()
        for text in [
            Base64.encode(bytes), Base64.encode(bytes, as: .padded), Base64.encode(bytes, as: .url), hex(bytes),
            "grpc-status-details-bin: " + Base64.encode(bytes), Explanation.pastedText(of: bytes),
            Explanation.pastedText(of: [0] + bytes),
        ] {
            let explanation = Explanation(pasted: text)
            #expect(explanation.form == .detailsBin)
            #expect(explanation.call?.status.code == .resourceExhausted)
            #expect(explanation.call?.status.retryDelay == 20.038)
        }
    }
}
