import FleetErrors
import FleetMessages
import FleetProtos
import Foundation
import GRPCWire
import ProtobufSchema
import ProtobufWire
import TestSupport
import Testing

@Suite struct PastedTextTests {
    /// A status with details, as a `grpc-status-details-bin` value.
    private static var details: CallStatus {
        var info = ErrorInfo()
        info.reason = "RATE_LIMIT_EXCEEDED"
        info.domain = "googleapis.com"
        var retry = RetryInfo()
        retry.retryDelay = ProtobufDuration(seconds: 20, nanos: 38_000_000)
        return CallStatus(.resourceExhausted, "Quota exceeded.", details: [StatusDetail(info), StatusDetail(retry)])
    }

    @Test(
        arguments: [
            ("5", 5), ("NOT_FOUND", 5), ("notFound", 5), ("StatusCode.NOT_FOUND", 5), ("GRPC_STATUS_NOT_FOUND", 5),
            ("grpc-status: 5", 5), ("Deadline Exceeded", 4), ("HTTP 404", 5), ("404", 5), ("  16\n", 16),
            ("canceled", 1),
            ("0", 0), ("42", 42), ("grpc-status=14", 14),
        ] as [(String, Int32)])
    func readsCodes(text: String, code: Int32) {
        let explanation = Explanation(pasted: text)
        #expect(explanation.form == .code)
        #expect(explanation.call?.status.code.rawValue == code)
    }

    // How libraries print an error. The lines are written by hand after their formats.
    @Test(
        arguments: [
            ("Error: 5 NOT_FOUND: Trip not found", 5, "Trip not found"),
            ("rpc error: code = NotFound desc = Trip not found", 5, "Trip not found"),
            ("rpc error: code = Unavailable desc = connection refused", 14, "connection refused"),
            ("rpc error: code = Code(99) desc = Vehicle not found", 99, "Vehicle not found"),
            ("rpc error: code = Unknown desc = fleet: rpc error: code = Code(99) desc = gone", 99, "gone"),
            ("ERROR:\n  Code: PermissionDenied\n  Message: no\n", 7, "no"),
            ("io.grpc.StatusRuntimeException: UNAVAILABLE: io exception", 14, "io exception"),
            ("2025-08-31 W/Fleet: unavailable (14): Transport closed", 14, "Transport closed"),
            (
                "<_InactiveRpcError of RPC that terminated with:\n\tstatus = StatusCode.NOT_FOUND\n\tdetails = \"Not \"here\"\"\n>",
                5, "Not \"here\""
            ),
            ("call failed with invalidArgument", 3, ""),
            ("503 no connection; last error: UNKNOWN: refused", 14, "no connection; last error: UNKNOWN: refused"),
            ("PERMISSION_DENIED (HTTP 403): no", 7, "no"),
            ("E/Fleet: OUT_OF_RANGE: -5 is not a page", 11, "-5 is not a page"),
            ("Failure(NOT_FOUND)", 5, ""), ("[ABORTED] try again", 10, "try again"), ("NOT_FOUND\nnext line", 5, ""),
            // grpc-swift-2 quotes messages and escapes nothing: Sources/GRPCCore/RPCError.swift.
            ("unauthenticated: \"Token expired\"", 16, "Token expired"),
            ("RPCError: unavailable: \"x\"", 14, "x"), ("cancelled: \"\"", 1, ""),
            ("notFound: \"Vehicle \"v\" not found\"", 5, "Vehicle \"v\" not found"),
            ("internal: \"no (see \"x\")\" (cause: \"refused\")", 13, "no (see \"x\")"),
            ("RPCError(code: unauthenticated, message: \"Token expired\")", 16, "Token expired"),
            // google-api-core's RetryError, and the texts of grpc's C core and of Envoy by themselves.
            (
                "google.api_core.exceptions.RetryError: Timeout of 60.0s exceeded, last exception: 503 failed to connect to "
                    + "all addresses; last error: UNKNOWN: ipv4:127.0.0.1:50051: refused",
                14, "failed to connect to all addresses; last error: UNKNOWN: ipv4:127.0.0.1:50051: refused"
            ),
            (
                "failed to connect to all addresses; last error: UNKNOWN: refused", 14,
                "failed to connect to all addresses; last error: UNKNOWN: refused"
            ),
            // grpc-swift 1 prints the words of the name and the number.
            ("not found (5): gone", 5, "gone"), ("internal error (13)", 13, ""),
            ("update failed: invalid argument (3): update_mask cannot be empty", 3, "update_mask cannot be empty"),
            // The codes of the Driver SDK for Android, as apps log them.
            ("E/FleetDriver: ERROR, VEHICLE_NOT_FOUND, no vehicle", 5, "no vehicle"),
            ("updateStatus: BACKEND_CONNECTIVITY_ERROR: Failed to update", 14, "Failed to update"),
            ("Retrying after VEHICLE_NOT_FOUND\n5 NOT_FOUND: vehicle v7 gone", 5, "vehicle v7 gone"),
            // Calls that were not sent: google-auth, its likes for Node and Go, Dart, curl.
            (
                "Traceback (most recent call last):\n  File \"a.py\", line 1\ngoogle.auth.exceptions.RefreshError: "
                    + "('invalid_grant: Invalid JWT Signature.', {'error': 'invalid_grant'})",
                16,
                "google.auth.exceptions.RefreshError: ('invalid_grant: Invalid JWT Signature.', {'error': "
                    + "'invalid_grant'})"
            ),
            (
                "Error: Could not load the default credentials. Browse to x", 16,
                "Error: Could not load the default credentials. Browse to x"
            ),
            (
                "SocketException: Failed host lookup: 'fleet.example' (OS Error: errno = 7)", 14,
                "SocketException: Failed host lookup: 'fleet.example' (OS Error: errno = 7)"
            ),
            ("curl: (6) Could not resolve host: fleet.example", 14, "curl: (6) Could not resolve host: fleet.example"),
            ("RetryError: Timeout of 9.0s exceeded, last exception: 504 Deadline Exceeded", 4, "Deadline Exceeded"),
            // Errors of Go, Android, curl and Apple's frameworks that name no code.
            ("Error: context deadline exceeded", 4, "Error: context deadline exceeded"),
            ("curl: (28) Operation timed out after 10001 milliseconds", 4, nil), ("context canceled", 1, nil),
            ("The Internet connection appears to be offline.", 14, nil), ("The request timed out.", 4, nil),
            ("java.net.SocketException: Software caused connection abort", 14, nil),
            (
                "java.net.SocketTimeoutException: failed to connect to a.example/10.0.0.1 (port 443) from /10.0.2.16 (port 4)",
                14, nil
            ),
            ("The operation couldn\u{2019}t be completed. (io.grpc error 5.)", 5, ""),
            ("The operation couldn\u{2019}t be completed. (NSURLErrorDomain error -1009.)", 14, ""),
            ("failed: NSURLErrorDomain Code=-1001", 4, ""),
            ("W/System.err: java.net.ConnectException: Failed to connect to /10.0.2.2:8080", 14, nil),
            // The clients of REST that tell no more than the HTTP status: axios, Chrome, curl.
            ("AxiosError: Request failed with status code 404", 5, ""),
            ("Failed to load resource: the server responded with a status of 403 ()", 7, ""),
            ("POST https://fleetengine.googleapis.com/v1/providers/p/vehicles 429 (Too Many Requests)", 8, ""),
            ("curl: (22) The requested URL returned error: 401", 16, ""),
            // Messages alone, as apps log what `localizedDescription` gives.
            ("Vehicle update failed: update_mask cannot be empty", 3, nil), ("Requested entity was not found.", 5, nil),
            ("Request had invalid authentication credentials. Expected OAuth 2 access token", 16, nil),
            // grpc-web, as Chrome's console prints its errors.
            (
                "Uncaught {code: 14, message: \"Http response at 400 or 500 level\"}", 14,
                "Http response at 400 or 500 level"
            ),
            // An object that is no error says nothing against the name of a code.
            ("call failed with PERMISSION_DENIED, ctx {code: 2, id: 5}", 7, "ctx {code: 2, id: 5}"),
            // Terminals and web pages put spaces in place of Python's tabs.
            (
                "status = StatusCode.NOT_FOUND\n        details = \"gone\"\n        debug_error_string = \"{\"a\":1}\"\n>",
                5,
                "gone"
            ),
            (
                "app: upstream connect error or disconnect/reset before headers. reset reason: overflow", 14,
                "upstream connect error or disconnect/reset before headers. reset reason: overflow"
            ),
        ] as [(String, Int32, String?)])
    func readsLogLines(text: String, code: Int32, message: String?) {
        let explanation = Explanation(pasted: text)
        #expect(explanation.form == .logLine)
        #expect(explanation.call?.status.code.rawValue == code)
        #expect(explanation.call?.status.message == message ?? text)
    }

    /// A server of REST that hands on the text of a library may send details as well.
    @Test func readsDetailsBesideTheTextOfALibrary() {
        let text = """
            {"error":{"code":503,"message":"rpc error: code = Unavailable desc = down","details":[{"@type":\
            "type.googleapis.com/google.rpc.RetryInfo","retryDelay":"7s"}]}}
            """
        let status = Explanation(pasted: text).call?.status
        #expect(status?.message == "down")
        #expect(status?.retryDelay == 7)
    }

    /// curl tells which addresses it could not reach before it reached another one.
    @Test func passesOverWhatCurlTellsBeforeAnAnswer() {
        let tries = "* Immediate connect fail for 2001:db8::1: Network is unreachable\n* Connected to a.example\n"
        #expect(Explanation(pasted: tries + "< HTTP/2 200\n< date: now\n").call == nil)
        #expect(Explanation(pasted: tries).call?.status.code == .unavailable)
        let late = Explanation(pasted: tries + "< HTTP/2 200\ncurl: (28) Operation timed out")
        #expect(late.call?.status.code == .deadlineExceeded)
    }

    /// A message alone gets the code that servers sent it with, or none.
    @Test func messagesAloneHaveTheirCode() throws {
        var read = 0
        for call in try CapturedCall.errors() {
            let message = call.truth["message"] as? String ?? ""
            guard let status = Explanation(pasted: message).call?.status, status.message == message else { continue }
            read += 1
            #expect(status.code.rawValue == (call.truth["status_code"] as? NSNumber)?.int32Value, "\(message)")
        }
        #expect(read >= 15)
    }

    /// Errors of Apple's URL loading, by their numbers in NSURLError.h: their descriptions are in the user's language.
    @Test(
        arguments: [
            (-999, .cancelled, nil), (-1001, .deadlineExceeded, nil), (-1003, .unavailable, "DNS"),
            (-1004, .unavailable, "No connection"), (-1005, .unavailable, nil), (-1009, .unavailable, nil),
            (-1200, .unavailable, "TLS"), (-1202, .unavailable, "certificate"), (-1011, nil, nil),
        ] as [(Int, StatusCode?, String?)])
    func readsErrorsOfURLLoading(number: Int, code: StatusCode?, word: String?) {
        let text = """
            Error Domain=com.example.Driver Code=2 "x" UserInfo={NSUnderlyingError=0x6000 {Error Domain=NSURLErrorDomain \
            Code=\(number) "Es ging nicht." UserInfo={_kCFStreamErrorCodeKey=50}}}
            """
        let explanation = Explanation(pasted: text)
        #expect(explanation.form == .nsError)
        #expect(explanation.call?.status.code == code)
        #expect(explanation.call?.status.message == code.map { _ in "Es ging nicht." })
        if let word { #expect(explanation.diagnosis?.meaning.contains(word) == true) }
    }

    /// Python prints a message without fields as nothing.
    @Test(arguments: ["[%, retry_delay {\n  seconds: 5\n}\n]", "[, %, ]", "[%, , retry_delay {\n  seconds: 5\n}\n]"])
    func readsListsWithEmptyDetails(list: String) throws {
        let info = "reason: \"RATE_LIMIT_EXCEEDED\"\ndomain: \"googleapis.com\"\n"
        let text = "google.api_core.exceptions.ResourceExhausted: 429 Quota exceeded. "
        let details = list.split(separator: "%").joined(separator: info)
        let status = try #require(Explanation(pasted: text + details).call?.status)
        #expect(status.message == "Quota exceeded." && status.reason == "RATE_LIMIT_EXCEEDED")
        #expect(status.retryDelay == (list.contains("retry_delay") ? 5 : nil))
    }

    /// The message of an empty mask is found wherever a line of a log has it.
    @Test(
        arguments: [
            "StatusCode.INVALID_ARGUMENT %", "INVALID_ARGUMENT (%)", "code=INVALID_ARGUMENT msg=\"%\"",
            "status=INVALID_ARGUMENT message=%", "09:41 update failed: INVALID_ARGUMENT - %", "INVALID_ARGUMENT -> %",
            "code = \"INVALID_ARGUMENT\", message: \"%\"", "invalidArgument: \"%\"",
            "update failed: % (INVALID_ARGUMENT)",
        ])
    func readsTheEmptyMask(line: String) {
        let explanation = Explanation(pasted: line.replacing("%", with: "update_mask cannot be empty"))
        #expect(explanation.diagnosis?.category == .benign)
        if !line.hasPrefix("update") { #expect(explanation.call?.status.message == "update_mask cannot be empty") }
    }

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
                "[2025-08-31T19:51:42Z] \"POST /maps.fleetengine.v1.TripService/GetTrip HTTP/2\" 503 UF 0 91 - \"-\"",
                14,
                "503"
            ), (":status: 401\ncontent-type: text/html", 16, "401"),
            ("RpcError: Http response at 400 or 500 level, http status code: 503", 14, "503"),
        ] as [(String, Int32, String)])
    func answersOfOthersHaveTheMappedCode(text: String, code: Int32, status: String) {
        let explanation = Explanation(pasted: text)
        #expect(explanation.call?.status.code.rawValue == code)
        #expect(explanation.diagnosis?.meaning.contains("HTTP \(status)") == true)
    }

    /// grpc-java's own message says nothing: the cause stands below it in the stack trace.
    @Test(
        arguments: [
            ("javax.net.ssl.SSLHandshakeException: x: unable to find valid certification path to it", "certificate"),
            ("io.netty.channel.AbstractChannel$AnnotatedConnectException: Connection refused: a/1.2.3.4", "connection"),
            ("java.net.UnknownHostException: Unable to resolve host \"a\": No address", "DNS"),
        ])
    func causesOfJavaExplainUnavailable(cause: String, word: String) throws {
        let text =
            "io.grpc.StatusRuntimeException: UNAVAILABLE: io exception\nChannel Pipeline: [a, b]\n\tat a.B.c(B.java:1)\n"
        let diagnosis = try #require(Explanation(pasted: text + "Caused by: \(cause)\n\tat d.E.f(E.java:2)").diagnosis)
        #expect(diagnosis.meaning.contains(word), "\(diagnosis.meaning)")
        // The cause of another error in the log does not count.
        let next = try #require(Explanation(pasted: text + "10:00 next\nCaused by: \(cause)").diagnosis)
        #expect(next.meaning == Diagnosis(.unavailable).meaning)
    }

    /// The causes that Java, C# and grpc-swift write behind a message that says little.
    @Test(arguments: [
        "Status{code=UNAVAILABLE, description=io exception, cause=io.netty.ConnectException: Connection refused: /1.2.3.4:5}",
        #"Status(StatusCode="Unavailable", Detail="Error connecting.", DebugException="SocketException: Connection refused")"#,
        #"unavailable: "The channel isn't ready." (cause: "connect: Connection refused) (errno: 61)")"#,
    ])
    func causesBehindTheMessageExplainUnavailable(text: String) {
        #expect(Explanation(pasted: text).diagnosis?.meaning == "No connection to the server came about.")
    }

    /// A server that answers JSON with an HTTP status may hand on the error of a library.
    @Test func readsTheTextOfALibraryInJSON() throws {
        let body = #"{"code": 500, "message": "rpc error: code = NotFound desc = no trip"}"#
        let status = try #require(Explanation(pasted: body).call?.status)
        #expect(status.code == .notFound && status.message == "no trip")
    }

    /// What a server says of connections and certificates of its own is no failure of the client's connection.
    @Test(
        arguments: [
            ("INTERNAL: write failed: connection refused by storage", .internal),
            ("rpc error: code = Unknown desc = dial tcp 10.0.0.5:6379: connect: connection refused", .unknown),
            ("NOT_FOUND: trip x: lookup t7 on shard 4 failed", .notFound),
            ("401 Unauthorized: invalid token x509: malformed", .unauthenticated),
        ] as [(String, StatusCode)])
    func answersOfServersAreNoLostConnections(text: String, code: StatusCode) {
        #expect(Explanation(pasted: text).diagnosis?.meaning == Diagnosis(code).meaning)
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
        ])
    func readsMessagesToTheirEnd(text: String, message: String) {
        #expect(Explanation(pasted: text).call?.status.message == message)
    }

    @Test func readsDetailsOfTypesOutsideGoogleRPC() throws {
        let json = #"{"@type": "type.googleapis.com/google.protobuf.Duration", "value": "1.500s"}"#
        let bytes = #""\010\001\020\200\312\265\356\001""#
        let text = #"type_url: "type.googleapis.com/google.protobuf.Duration" value: "# + bytes
        for pasted in [#"{"error": {"code": 400, "details": [\#(json)]}}"#, "400 Custom [\(text)]"] {
            let detail = try #require(Explanation(pasted: pasted).call?.status.details.first)
            let expected = ProtobufDuration(seconds: 1, nanos: 500_000_000)
            #expect(detail.message as? ProtobufDuration == expected, "\(pasted)")
        }
    }

    @Test(
        arguments: [
            "", " ", "hello", "an unknown internal error was aborted", "{", "[]", "{}", "null", "\u{0}",
            "Error Domain=",
            "Error Domain=x Code=", "grpc-status", "-3", "99999999999999999999", "eyJ", "{\"error\":{}}",
        ])
    func reportsTextsWithoutAnError(text: String) {
        let explanation = Explanation(pasted: text)
        #expect(explanation.form == .unrecognized)
        #expect(explanation.call == nil && explanation.diagnosis == nil)
        #expect(!explanation.remarks.isEmpty)
    }

    @Test func readsTrailersAsEachToolPrintsThem() throws {
        let value = Self.details.rpcStatus.detailsHeader
        let padded = Base64.encode(Self.details.rpcStatus.encoded(), as: .padded)
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

    @Test func readsADetailsValueAlone() throws {
        let bytes = Self.details.rpcStatus.encoded()
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

    @Test func readsAnError() throws {
        let data = hex(Self.details.rpcStatus.encoded())
        let text = """
            Error Domain=com.example.Driver Code=2 "Update failed" UserInfo={NSUnderlyingError=0x6000 {Error \
            Domain=io.grpc Code=8 "Quota "exceeded"." UserInfo={NSLocalizedDescription=Quota "exceeded"., \
            io.grpc.TrailersKey={
                "grpc-status-details-bin" = {length = 3, bytes = 0x\(data)};
            }}}, NSLocalizedDescription=Update failed}
            """
        let explanation = Explanation(pasted: text, context: .driverUpdate)
        #expect(explanation.form == .nsError)
        #expect(explanation.call?.status.code == .resourceExhausted)
        #expect(explanation.call?.status.message == "Quota \"exceeded\".")
        #expect(explanation.call?.status.retryDelay == 20.038)
        #expect(explanation.diagnosis?.context == .driverUpdate)
        let cut = Explanation(
            pasted:
                "Error Domain=io.grpc Code=8 \"x\" UserInfo={\"grpc-status-details-bin\" = {length = 90, bytes = 0x0808 ... 61}}"
        )
        #expect(cut.call?.status.code == .resourceExhausted)
        #expect(cut.remarks.contains { $0.contains("shortened") })
        let other = Explanation(pasted: "Error Domain=NSCocoaErrorDomain Code=4 \"no file\" UserInfo={}")
        #expect(other.form == .nsError && other.call == nil && !other.remarks.isEmpty)
    }

    @Test func readsErrorBodies() throws {
        let body = """
            {"error": {"code": 400, "message": "update_mask cannot be empty", "status": "INVALID_ARGUMENT", "details": [
              {"@type": "type.googleapis.com/google.rpc.BadRequest",
               "fieldViolations": [{"field": "update_mask", "description": "update_mask cannot be empty"}]},
              {"@type": "type.googleapis.com/acme.Unknown", "a": 1}]}}
            """
        for text in [body, "[\(body)]", "2025-08-31 PUT failed: \(body) (took 3 ms)"] {
            let explanation = Explanation(pasted: text)
            #expect(explanation.form == .json)
            #expect(explanation.call?.status.code == .invalidArgument)
            #expect(explanation.diagnosis?.category == .benign)
            #expect(explanation.call?.status.fieldViolations.count == 1)
            #expect(explanation.remarks.count == 1)
        }
        // HTTP statuses without a name, google.rpc.Status, and the token server's errors.
        #expect(Explanation(pasted: #"{"error":{"code":429,"message":"x"}}"#).call?.status.code == .resourceExhausted)
        #expect(Explanation(pasted: #"{"code":7,"message":"x"}"#).call?.status.code == .permissionDenied)
        let oauth = Explanation(pasted: #"{"error":"invalid_grant","error_description":"Invalid JWT"}"#)
        #expect(oauth.call?.status.code == .unauthenticated && oauth.call?.status.message == "Invalid JWT")
    }

    /// All ten detail types, in JSON as the official runtime writes it: read, packed, written again.
    @Test func detailsSurviveJSON() throws {
        let details = [
            #"{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"R","domain":"d","metadata":{"a":"1","b":"2"}}"#,
            #"{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"1.500s"}"#,
            #"{"@type":"type.googleapis.com/google.rpc.DebugInfo","stackEntries":["a","b"],"detail":"c"}"#,
            #"{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"subject":"s","description":"d","#
                + #""apiService":"a","quotaMetric":"m","quotaId":"i","quotaDimensions":{"k":"v"},"quotaValue":"10","#
                + #""futureQuotaValue":"20"}]}"#,
            #"{"@type":"type.googleapis.com/google.rpc.PreconditionFailure","violations":[{"type":"t","subject":"s","#
                + #""description":"d"}]}"#,
            #"{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"f","description":"d","#
                + #""reason":"R","localizedMessage":{"locale":"de","message":"m"}}]}"#,
            #"{"@type":"type.googleapis.com/google.rpc.RequestInfo","requestId":"r","servingData":"s"}"#,
            #"{"@type":"type.googleapis.com/google.rpc.ResourceInfo","resourceType":"t","resourceName":"n","owner":"o","#
                + #""description":"d"}"#,
            #"{"@type":"type.googleapis.com/google.rpc.Help","links":[{"description":"d","url":"u"}]}"#,
            #"{"@type":"type.googleapis.com/google.rpc.LocalizedMessage","locale":"ko","message":"운행"}"#,
        ]
        let body = #"{"error":{"code":400,"status":"INVALID_ARGUMENT","details":[\#(details.joined(separator: ","))]}}"#
        let status = try #require(CallStatus(json: body.utf8))
        #expect(status.details.count == 10 && status.remarks.isEmpty)
        for (detail, text) in zip(status.details, details) {
            let written = try parseJSON(try #require(detail.json).utf8)
            #expect(jsonDifference(written, try parseJSON(text.utf8)) == nil, "\(text)")
        }
        // And through the wire.
        let again = CallStatus(trailers: status.trailers)
        #expect(again.details.map(\.json) == status.details.map(\.json))
    }

    /// The other members of a detail are read although one makes no sense.
    @Test(
        arguments: [
            (#""type.googleapis.com/google.rpc.ErrorInfo","reason":"R","domain":7"#, ["reason R, from "]),
            (#""google.rpc.ErrorInfo","domain":"d","new":[{}],"reason":"R""#, ["reason R, from d"]),
            (#""google.rpc.ResourceInfo","resource_name":"n","resourceType":null,"owner":{}"#, [" n"]),
            (#""google.rpc.RetryInfo","retryDelay":"-1.5s""#, ["come back after -1.5 s"]),
            (#""google.rpc.RetryInfo","retryDelay":"1.+5s""#, ["come back after 0 s"]),
            (#""google.rpc.RetryInfo""#, ["come back after 0 s"]),
        ])
    func detailsAreReadAsFarAsPossible(members: String, lines: [String]) throws {
        let status = try #require(CallStatus(json: #"{"code":8,"details":[{"@type":\#(members)}]}"#.utf8))
        #expect(status.details.map(\.lines) == [lines] && status.remarks.isEmpty)
    }

    /// Decoders merge a message that comes in pieces: masks follow each other, and the last name counts.
    @Test func repeatedFieldsOfRequestsAreMerged() {
        var first = UpdateDeliveryVehicleRequest()
        first.deliveryVehicle = DeliveryVehicle()
        first.deliveryVehicle?.name = "providers/p/deliveryVehicles/v"
        first.updateMask = FieldMask()
        first.updateMask?.paths = ["last_location"]
        var second = UpdateDeliveryVehicleRequest()
        (second.deliveryVehicle, second.updateMask) = (DeliveryVehicle(), FieldMask())
        second.deliveryVehicle?.type = .auto
        let facts = RequestFacts(
            path: "/maps.fleetengine.delivery.v1.DeliveryService/UpdateDeliveryVehicle",
            message: first.encoded() + second.encoded())
        #expect(facts.resourceName == "providers/p/deliveryVehicles/v")
        #expect(facts.updateMask == ["last_location"])
        // So the mask is not empty, whatever the text of a status says.
        let status = CallStatus(.invalidArgument, "update_mask cannot be empty")
        #expect(FailedCall(status, request: facts).diagnosis.category == .clientMustAct)
    }

    @Test func evidenceCountsMoreThanTheMessage() {
        // The text says the mask is empty, the request shows that it is not.
        var request = RequestFacts(path: "/maps.fleetengine.v1.VehicleService/UpdateVehicle")
        request.updateMask = ["vehicle_state"]
        let status = CallStatus(.invalidArgument, "update_mask cannot be empty")
        #expect(FailedCall(status, request: request).diagnosis.category == .clientMustAct)
        request.updateMask = []
        #expect(FailedCall(status, request: request).diagnosis.category == .benign)
        #expect(FailedCall(status).diagnosis.category == .benign)
        // Details that blame something else beat the text too.
        var bad = BadRequest()
        var violation = BadRequest.FieldViolation()
        violation.field = "name"
        bad.fieldViolations = [violation]
        let other = CallStatus(.invalidArgument, "update_mask cannot be empty", details: [StatusDetail(bad)])
        #expect(FailedCall(other).diagnosis.category == .clientMustAct)
        // Not by code alone.
        #expect(FailedCall(CallStatus(.unknown, "update_mask cannot be empty")).diagnosis.category == .unclassified)
    }

    @Test func damagedDetailsArePartlyShown() throws {
        let bytes = Self.details.rpcStatus.encoded()
        var first = Self.details
        first.details.removeLast()
        let boundary = first.rpcStatus.encoded().count
        for end in 20..<bytes.count {
            let trailers: Metadata = ["grpc-status": "8", "grpc-status-details-bin": Base64.encode(bytes[..<end])]
            let status = CallStatus(trailers: trailers)
            #expect(status.code == .resourceExhausted)
            #expect((status.reason == "RATE_LIMIT_EXCEEDED") == (end >= boundary))
            #expect(status.remarks.isEmpty == (end == boundary), "\(end)")
        }
        let cut = StatusDetail(Self.packed(ErrorInfo.fullName, [0x0a, 0x01, 0x52, 0x12, 0x09, 0x61]))
        #expect(cut.content(as: ErrorInfo.self)?.reason == "R")
        #expect(cut.damage?.code == .truncated)
        #expect(cut.lines.last?.hasPrefix("not readable to its end") == true)
        let unknown = StatusDetail(Self.packed("acme.Unknown", [1, 2, 3]))
        #expect(unknown.message == nil && unknown.packed.value == [1, 2, 3] && unknown.json == nil)
    }

    /// A detail of a type that the reader of the capture has brought.
    @Test func readsDetailsOfOtherSchemas() throws {
        let proto = "syntax = \"proto3\"; package acme; message Note { string text = 1; }"
        let schema = try Schema(files: FleetSchema.files + [("acme.proto", proto)])
        let detail = StatusDetail(Self.packed("acme.Note", [0x0a, 0x01, 0x61]))
        #expect(detail.json(in: schema) == #"{"@type":"type.googleapis.com/acme.Note","text":"a"}"#)
        #expect(detail.json == nil)
    }

    private static func packed(_ name: String, _ value: [UInt8]) -> AnyMessage {
        var packed = AnyMessage()
        packed.typeURL = "type.googleapis.com/" + name
        packed.value = value
        return packed
    }

    /// Anything may be pasted: cut, flipped and mixed forms are explained or not, but nothing breaks.
    @Test func survivesCutFlippedAndMixedTexts() {
        let value = Self.details.rpcStatus.detailsHeader
        let seeds = [
            "grpc-status: 8\ngrpc-message: %F0%9F%9A%95\ngrpc-status-details-bin: \(value)",
            "Error Domain=io.grpc Code=3 \"update_mask cannot be empty\" UserInfo={NSUnderlyingError=0x1 {Error Domain=x Code=-1 \"\" UserInfo={}}}",
            #"{"error":{"code":400,"message":"\ud83d\ude95","status":"INVALID_ARGUMENT","details":[{"@type":"google.rpc.RetryInfo","retryDelay":"-1.5s"}]}}"#,
            value, "status = StatusCode.NOT_FOUND\n details = \"providers/p/trips/\"",
        ].map { Array($0.utf8) }
        var random = SplitMix64(seed: 11)
        for seed in seeds {
            for _ in Exhaustive.rounds(200, inDebug: 40) {
                var bytes = seed
                for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
                    let index = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: bytes[index] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
                    case 1: bytes.removeSubrange(index...)
                    case 2: bytes.insert(contentsOf: seeds.randomElement(using: &random)!.prefix(40), at: index)
                    default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
                    }
                }
                let explanation = Explanation(pasted: String(decoding: bytes, as: UTF8.self))
                #expect(!explanation.text.isEmpty)
                #expect((try? parseJSON(explanation.json.utf8)) != nil)
            }
        }
    }

    @Test func deepAndLongTextsAreBounded() {
        let deep = String(repeating: #"{"error":["#, count: Exhaustive.size(100_000, inDebug: 5000))
        #expect(Explanation(pasted: deep).form == .unrecognized)
        for piece in [
            "providers/", "Error Domain=x ", "grpc-status", "eyJ.", "{\"error\"", "grpc-message:'", "code = ",
            "rpc error: code = Internal desc = ", " [violations {", "{\n  code: 5,", "error=\"", "E/x(1): ",
            "Status{code=OK",
            "google.api_core.exceptions.NotFound: 404 ", "HTTP/1.1 ", "grpc-message: , ",
            "grpc-message=  ", "NOT_FOUND: \"", "code: 5\n", "ERROR:\n  Code: OK\n  Message: ", "[{'@type':",
        ] {
            let text = String(repeating: piece, count: Exhaustive.size(20_000, inDebug: 1000) / piece.utf8.count)
            #expect(!Explanation(pasted: text + " NOT_FOUND: " + text).text.isEmpty)
        }
    }

    @Test(.enabled(if: Exhaustive.readsLargeInputs)) func textsBeyondAMebibyteAreCut() {
        let long = String(repeating: "Error Domain=io.grpc Code=3 ", count: 60_000)
        #expect(Explanation(pasted: long).remarks.contains { $0.contains("first 1048576 bytes") })
    }
}
