import FleetErrors
import FleetMessages
import Foundation
import GRPCWire
import ProtobufWire
import TestSupport
import Testing

@Suite struct PastedTextTests {
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

    @Test(arguments: ["NOT_FOUND", "grpc-status: 5\r\ngrpc-message: gone\r\n", #"{"error":{"status":"NOT_FOUND"}}"#])
    func readsBehindAByteOrderMark(text: String) {
        let pasted = Explanation.pastedText(of: [0xEF, 0xBB, 0xBF] + text.utf8)
        #expect(Explanation(pasted: pasted).call?.status.code == .notFound)
    }

    @Test(
        arguments: [
            "5", "NOT_FOUND: a \"b\"\n at c", "nothing", #"{"error":{"status":"NOT_FOUND","message":"x\ny"}}"#,
        ])
    func writesTheSameObjectOnOneLine(text: String) throws {
        let explanation = Explanation(pasted: text)
        #expect(!explanation.jsonLine.contains { $0.isNewline })
        #expect(try jsonDifference(parseJSON(explanation.jsonLine.utf8), parseJSON(explanation.json.utf8)) == nil)
    }

    @Test func readsPrintedTrailers() {
        let trailers: Metadata = ["grpc-status": "5", "grpc-message": "Vehicle not found"]
        let status = Explanation(pasted: "\(trailers)").call?.status
        #expect(status?.code == .notFound)
        #expect(status?.message == "Vehicle not found")
    }

    @Test func printsACallWithoutItsToken() {
        let headers: Metadata = [":path": FleetRPC.getTrip.path, "authorization": "Bearer eyJh.eyJi.c2ln"]
        let call = FailedCall(request: headers, response: ResponseStatus(headers: nil, trailers: ["grpc-status": "16"]))
        #expect(call.authorization == .value("Bearer eyJh.eyJi.c2ln"))
        #expect(!"\(call)".contains("eyJ"))
    }

    @Test func takesTheParentForTheResourceOfAList() {
        var request = ListVehiclesRequest()
        request.parent = "providers/acme"
        let facts = RequestFacts(path: "/maps.fleetengine.v1.VehicleService/ListVehicles", message: request.encoded())
        #expect(facts.resourceName == "providers/acme")
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
            ("PlatformException(NOT_FOUND, Vehicle not found, null, null)", 5, "Vehicle not found"),
            ("503 no connection; last error: UNKNOWN: refused", 14, "no connection; last error: UNKNOWN: refused"),
            ("PERMISSION_DENIED (HTTP 403): no", 7, "no"),
            // Connect writes names in small letters: https://connectrpc.com/docs/protocol#error-codes.
            ("rpc failed with not_found", 5, ""), ("404 NOT_FOUND: gone", 5, "gone"),
            ("NOT_FOUND (gone) again", 5, "(gone) again"), ("NOT_FOUND error while reading", 5, "error while reading"),
            // The container runtime of Kubernetes marks full lines with F, each with a time of its own.
            (
                "2016-10-06T00:17:09.669794202Z stdout F Error: 5 NOT_FOUND: a\n2016-10-06T00:17:09.669794203Z stdout F b",
                5,
                "a\nb"
            ),
            ("requests.exceptions.TooManyRedirects: Exceeded 30 redirects.", 2, nil),
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
            // Postman prints the number before the name.
            ("Status code: 13 INTERNAL Received RST_STREAM with code 0", 13, "Received RST_STREAM with code 0"),
            (
                "WatchStream (13f) Stream error: 'Unavailable: Network connectivity changed'", 14,
                "Network connectivity changed'"
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

    /// Go wraps errors: the innermost counts, and the code of the others is told.
    @Test func tellsTheCodesOfWrappers() {
        let text = "rpc error: code = Unknown desc = fleet: rpc error: code = NotFound desc = gone"
        #expect(Explanation(pasted: text).text.contains("wrapped into others, of code UNKNOWN"))
    }

    /// The name of a resource ends where the sentence goes on.
    @Test(arguments: ["% was not found", "(%) gone", "gone: %.", "no \"%\""])
    func findsTheResourceInTheMessage(message: String) {
        let text = "5 NOT_FOUND: " + message.replacing("%", with: "providers/p/vehicles/v7")
        #expect(Explanation(pasted: text).diagnosis?.meaning.contains("The vehicle \"v7\"") == true)
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
        let short = "UNAVAILABLE: io exception\nCaused by: java.lang.E: GET a\nb: \(cause)\n\tat d.E.f(E.java:2)"
        #expect(Explanation(pasted: short).diagnosis?.meaning == diagnosis.meaning)
        // The next record of the log does not count.
        let followed = try #require(Explanation(pasted: text + "Caused by: a.B: c\nINFO Connection refused").diagnosis)
        #expect(followed.meaning == Diagnosis(.unavailable).meaning)
        // The cause of another error in the log does not count.
        let next = try #require(Explanation(pasted: text + "10:00 next\nCaused by: \(cause)").diagnosis)
        #expect(next.meaning == Diagnosis(.unavailable).meaning)
    }

    /// What google-auth-library-java says of an answer of the token server: its message has several lines.
    @Test func theCauseOfMissingCredentialsIsTold() {
        let text = """
            io.grpc.StatusRuntimeException: UNAVAILABLE: Credentials failed to obtain metadata
            \tat io.grpc.stub.ClientCalls.toStatusRuntimeException(ClientCalls.java:268)
            Caused by: java.io.IOException: Error getting access token for service account: 400 Bad Request
            POST https://oauth2.googleapis.com/token
            {"error":"invalid_grant","error_description":"Invalid JWT Signature."}, iss: a@p.iam.gserviceaccount.com
            \tat com.google.auth.oauth2.ServiceAccountCredentials.refreshAccessToken(ServiceAccountCredentials.java:612)
            """
        let diagnosis = Explanation(pasted: text).diagnosis
        #expect(diagnosis?.meaning.contains("token server refused") == true)
        #expect(diagnosis?.leaning == .clientMustAct)
        let plain = Explanation(pasted: String(text.prefix { $0 != "\t" })).diagnosis
        #expect(plain?.meaning.contains("got no credentials") == true)
    }

    /// Errors in the strings of an entry of a log: the body of an answer, a class and its message, and the text beside a code.
    @Test(arguments: [
        (#"{"msg":"failed","status":403,"body":"{\n \"error\": {\n \"code\": 403, \"message\": \"not yours\"}}"}"#, 7),
        (
            #"{"exception.type":"google.api_core.exceptions.PermissionDenied","exception.stacktrace":"google.api_core.exceptions.PermissionDenied: 403 not yours"}"#,
            7
        ),
        (#"{"error":"14 UNAVAILABLE: not yours","code":14}"#, 14),
        (#"{"code":500,"error":"7 PERMISSION_DENIED: not yours"}"#, 7),
        (#"{"code":403,"error":"not yours"}"#, 7),
    ])
    func readsTheMessageInAnEntry(text: String, code: Int32) {
        let status = Explanation(pasted: text).call?.status
        #expect(status?.code.rawValue == code)
        #expect(status?.message == "not yours")
    }

    /// The body of an answer without an error says nothing about the error of the entry.
    @Test func successesInAnEntryAreNoErrors() {
        let body = #""body":"{\"code\":200,\"message\":\"ok\"}""#
        #expect(Explanation(pasted: "{\(body),\"msg\":\"Connection refused\"}").call?.status.code == .unavailable)
        #expect(Explanation(pasted: "{\(body),\"msg\":\"fine\"}").call == nil)
    }

    /// An exception in a server is a cause of an error, but not of the answer of a proxy.
    @Test func impossibleCausesLeaveTheMessage() {
        let message = "UNKNOWN: HTTP status code 500"
        let cause = "\nCaused by: java.net.ConnectException: Connection refused"
        let meaning = Explanation(pasted: message + cause).diagnosis?.meaning
        #expect(meaning?.contains("HTTP 500") == true && meaning == Explanation(pasted: message).diagnosis?.meaning)
    }

    /// Each record of glog and klog begins with the severity and the time.
    @Test func recordsOfGlogEndMessages() {
        let text =
            "E1128 03:14:07.552311       1 a.go:88] UpdateVehicle: NOT_FOUND: gone\nE1128 03:14:07.652311       1 a.go:88] b"
        #expect(Explanation(pasted: text).call?.status.message == "gone")
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

    @Test(
        arguments: [
            "", " ", "hello", "an unknown internal error was aborted", "{", "[]", "{}", "null", "\u{0}",
            "Error Domain=",
            "Error Domain=x Code=", "grpc-status", "-3", #"x {"a": {"code": 5}}"#, "99999999999999999999", "eyJ",
            "{\"error\":{}}",
        ])
    func reportsTextsWithoutAnError(text: String) {
        let explanation = Explanation(pasted: text)
        #expect(explanation.form == .unrecognized)
        #expect(explanation.call == nil && explanation.diagnosis == nil)
        #expect(!explanation.remarks.isEmpty)
    }

    @Test func readsAnError() throws {
        let data = hex(CallStatus.exhausted.rpcStatus.encoded())
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

    @Test(
        arguments: [
            ("io.grpc Code=5 UserInfo={NSLocalizedDescription=Trip gone, NSUnderlyingError=0x1}", "Trip gone"),
            ("io.grpc Code=5 UserInfo={NSLocalizedDescription=Trip gone}", "Trip gone"),
            ("com.google.HTTPStatus Code=404 \"(null)\"", ""),
        ])
    func readsAnErrorWithoutMessage(_ text: String, _ message: String) {
        let explanation = Explanation(pasted: "Error Domain=\(text)")
        #expect(explanation.form == .nsError)
        #expect(explanation.call?.status.code == .notFound)
        #expect(explanation.call?.status.message == message)
    }

    /// What grpc 1.51 for Ruby and grpcio 1.30 say of the message "no such trip: 50% λ".
    @Test(arguments: [
        #"GRPC::NotFound: 5:no such trip: 50% λ. debug_error_string:{UNKNOWN:Error received from peer ipv4:127.0.0.1:19101 {"#
            + #"grpc_status:5, grpc_message:"no such trip: 50% \xce\xbb"}}"#,
        #"UNKNOWN:Error received from peer  {grpc_status:5, grpc_message:"no such trip: 50% \xce\xbb""#,
        #"{"created":"@1795869363.319686669","description":"Error received from peer ipv4:127.0.0.1:19201","file":"#
            + #""src/core/lib/surface/call.cc","grpc_message":"no such trip: 50% \u00ce\u00bb","grpc_status":5}"#,
    ])
    func messagesWhoseBytesTheCoreEscapes(_ text: String) {
        let status = Explanation(pasted: text).call?.status
        #expect(status?.code == .notFound && status?.message == "no such trip: 50% λ")
    }

    /// Anything may be pasted: cut, flipped and mixed forms are explained or not, but nothing breaks.
    @Test func survivesCutFlippedAndMixedTexts() {
        let value = CallStatus.exhausted.rpcStatus.detailsHeader
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

    /// The texts of tonic, grpc-elixir, Connect, old grpc libraries for C# and Node, and Google's for Ruby.
    @Test(
        arguments: [
            (
                #"Status { code: Unavailable, message: "transport error", source: Some(Os { message: "Connection refused" }) }"#,
                14,
                "transport error"
            ),
            (#"Error: status: NotFound, message: "no trip", details: [], metadata: MetadataMap { }"#, 5, "no trip"),
            (#"{:error, %GRPC.RPCError{message: "deadline exceeded", status: 4}}"#, 4, "deadline exceeded"),
            (#"%GRPC.RPCError{status: 5, message: "no vehicle", details: nil}"#, 5, "no vehicle"),
            // grpc's C core up to 1.48, as it is in iOS.
            (
                #"{"created": "@1603.08", "description": "Error received from peer", "grpc_message": "gone", "grpc_status": 5}"#,
                5, "gone"
            ),
            (
                #"NSDebugDescription={"created":"@15.2","file":"a.cc","file_line":9,"grpc_message":"EOF","grpc_status":2},"#,
                2, "EOF"
            ),
            (
                #"{"created":"@1","description":"Failed to pick","referenced_errors":[{"description":"no","grpc_status":14}]}"#,
                14, "no"
            ),
            (#"{"error":{"code":13,"details":"lost","message":"13 INTERNAL: lost"}}"#, 13, "lost"),
            (
                #"RpcError(debug_error_string = "UNKNOWN:Error received from peer {grpc_message:"gone", grpc_status:5}")"#,
                5, "gone"
            ),
            // The message has braces.
            (#"UNKNOWN:Error received from peer {grpc_message:"no {id} here", grpc_status:5}"#, 5, "no {id} here"),
            (#"{"error":{"code":0,"message":"Something failed"}}"#, 2, "Something failed"),
            ("finished unary call with code OK", 0, ""),
            ("RpcError: Unknown Content-type received.", 2, "Content-type received."),
            ("error: cancelled by client", 1, "by client"), ("failed: internal error", 13, "error"),
            // In a JSON log its quotes are escaped, and logs cut it off.
            ("UNKNOWN:Error received from peer, grpc_status:16", 16, ""),
            (
                #"{"severity":"ERROR","message":"UNKNOWN:Error received from peer {grpc_message:\"gone\", grpc_status:5}"}"#,
                5, ""
            ),
            (
                #"UNKNOWN:Error received from peer {grpc_message:"gone", grpc_status:5, created_time:"2025-08-3"#, 5,
                "gone"
            ),
            ("ConnectError: [unimplemented] HTTP 404", 12, "HTTP 404"),
            (
                #"RpcException: Status(StatusCode=Unavailable, Detail="Endpoint read failed")"#, 14,
                "Endpoint read failed"
            ),
            (#"{code: 14, details: "TCP Read failed", metadata { _internal_repr: {} }"#, 14, "TCP Read failed"),
            (
                "Google::Cloud::InternalError: 13:Received RST_STREAM with error code 2", 13,
                "Received RST_STREAM with error code 2"
            ),
            (
                #"Error from server (Forbidden): nodes is forbidden: User "x" cannot list nodes"#, 7,
                #"nodes is forbidden: User "x" cannot list nodes"#
            ),
        ] as [(String, Int32, String)])
    func readsTextsOfFurtherLibraries(text: String, code: Int32, message: String) {
        let status = Explanation(pasted: text).call?.status
        #expect(status?.code.rawValue == code)
        #expect(status?.message == message)
    }
}
