import FleetErrors
import Foundation
import GRPCWire
import TestSupport
import Testing

/// Errors whose text names no status code: of networks, proxies, certificates and credentials, as the programs write them.
@Suite struct UnnamedErrorTests {
    /// A text, the code that such an error comes with, and words that the advice has to have.
    @Test(
        arguments: [
            // nginx: src/http/ngx_http_upstream.c; Envoy: source/common/http/utility.cc and its access log; HAProxy: the page
            // of errors 503.
            (
                "2024/03/11 09:14:22 [error] 29#29: *1841 upstream prematurely closed connection while reading response header "
                    + "from upstream, client: 10.4.2.19, upstream: \"grpc://10.4.7.3:50051\"", 14, "behind the proxy"
            ),
            (
                "[error] 29#29: *18 no live upstreams while connecting to upstream, client: 10.4.2.19", 14,
                "health checks"
            ),
            ("no healthy upstream", 14, "health checks"),
            (
                "[2024-05-02T10:11:12.345Z] \"POST /maps.fleetengine.v1.TripService/GetTrip HTTP/2\" 200 UH "
                    + "no_healthy_upstream - \"-\" 0 0 0", 14, "health checks"
            ),
            ("<h1>503 Service Unavailable</h1>\nNo server is available to handle this request.", 14, "health checks"),
            // Apple's NSURLError.h and errno.h, Android's network security configuration, grpc-swift.
            (
                "Error Domain=NSURLErrorDomain Code=-1022 \"Die Ressource konnte nicht geladen werden.\"", 14,
                "NSAppTransportSecurity"
            ),
            ("The App Transport Security policy requires the use of a secure connection.", 14, "https"),
            (
                "java.net.UnknownServiceException: CLEARTEXT communication to 10.0.2.2 not permitted by network security policy",
                14, "network security configuration"
            ),
            ("Error Domain=NSPOSIXErrorDomain Code=57 \"Socket is not connected\"", 14, "check the network"),
            ("NWError: POSIXErrorCode(rawValue: 50): Network is down", 14, "check the network"),
            ("error=ioOnClosedChannel [GRPC] grpc client error", 14, "check the network"),
            // Certificates: OkHttp, Node, curl, Chromium, mitmproxy, Charles.
            (
                "javax.net.ssl.SSLPeerUnverifiedException: Hostname a.example not verified:\n    DN: x", 14,
                "certificate"
            ),
            ("Hostname/IP does not match certificate's altnames: Host: a.example.", 14, "names in the certificate"),
            (
                "curl: (60) SSL: no alternative certificate subject name matches target host name 'a'", 14,
                "names in the"
            ),
            ("POST https://a.example/x net::ERR_CERT_AUTHORITY_INVALID", 14, "certificate"),
            ("error reading server preface: remote error: tls: certificate required", 14, "mutual TLS"),
            // The page tells less than the browser's line before.
            (
                "GET https://a.example/x net::ERR_CERT_DATE_INVALID\nUncaught TypeError: Failed to fetch", 14,
                "certificate"
            ),
            ("POST https://a.example/x net::ERR_NAME_NOT_RESOLVED TypeError: Failed to fetch", 14, "DNS"),
            ("getaddrinfo ENOTFOUND a.example\nAxiosError: Network Error", 14, "host a.example could not"),
            ("TypeError: Failed to fetch\n    at load (app.js:1:2)", 14, "CORS"),
            (
                "Client TLS handshake failed. The client does not trust the proxy's certificate for a", 14,
                "trust its root"
            ),
            ("SSL handshake with client failed (certificate_unknown)", 14, "trust its root"),
            // Connections: Node, Python, Go, Ktor, Chromium, curl.
            ("Error: socket hang up\n    at connResetException", 14, "check the network"),
            ("Error: getaddrinfo EAI_AGAIN fleet.example", 14, "host fleet.example could not"),
            (
                "('Connection aborted.', RemoteDisconnected('Remote end closed connection without response'))", 14,
                "network"
            ),
            ("Get \"https://a.example/x\": net/http: TLS handshake timeout", 14, "No connection"),
            ("ConnectTimeoutException: Connect timeout has expired [url=https://a.example]", 14, "No connection"),
            ("HttpRequestTimeoutException: Request timeout has expired", 4, "may have happened"),
            ("Exception in CronetUrlRequest: net::ERR_INTERNET_DISCONNECTED, ErrorCode=2", 14, "check the network"),
            ("net::ERR_NAME_NOT_RESOLVED", 14, "DNS"), ("net::ERR_CONNECTION_REFUSED", 14, "No connection"),
            ("curl: (1) Received HTTP/0.9 when not allowed", 14, "another protocol"),
            // OpenSSL, Java, Go and Chromium where no version of TLS or no cipher is common; the pages of Zscaler and of
            // Cloudflare; AWS API Gateway.
            ("curl: (35) error:0A000410:SSL routines::sslv3 alert handshake failure", 14, "versions of TLS"),
            ("SSLHandshakeException: Received fatal alert: handshake_failure", 14, "versions of TLS"),
            ("tls: failed: remote error: tls: protocol version not supported", 14, "versions of TLS"),
            ("net::ERR_SSL_VERSION_OR_CIPHER_MISMATCH", 14, "versions of TLS"),
            ("<html><head><title>Internet Security by Zscaler</title>", 7, "firewall"),
            ("error code: 5201, then error code: 521", 14, "behind the proxy"),
            // Spring, NestJS, AWS Lambda, nginx.
            (#"{"timestamp":"2026-01-01T10:00:00Z","status":404,"error":"Not Found","path":"/token"}"#, 5, "exist"),
            (#"{"statusCode":403,"message":"Forbidden resource","error":"Forbidden"}"#, 7, "role"),
            (#"{"message": "Internal server error"}"#, 13, "broke"), ("502 Bad Gateway", 14, "check the network"),
            (
                "Error starting gRPC call. AuthenticationException: the remote party sent a TLS alert: 'HandshakeFailure'.",
                14,
                "versions of TLS"
            ),
            (#"{"message":"Forbidden"}"#, 7, "role"), (#"{"message":"Unauthorized"}"#, 16, "new token"),
            ("[HttpException] 401 Unauthorized", 16, "new token"), ("upstream: unauthorized", 16, "new token"),
            ("requests.exceptions.HTTPError: 502 Server Error: Bad Gateway for url: https://a.example", 14, "network"),
            // An HTTP status says more than the words of another.
            ("failed with status code 403: unauthorized", 7, "role"),
            ("status code 503: Internal Server Error", 14, "network"),
            (#"{"statusCode":403,"message":"Unauthorized"}"#, 7, "role"),
            // The cause that a text names, where it has an HTTP status besides.
            ("400 Bad Request: invalid_grant", 16, "key file"), ("googleapi: Error 400: invalid_grant", 16, "key file"),
            ("500 Internal Server Error: token has expired", 16, "has expired"),
            ("500 dial tcp 10.0.0.1:5432: connection refused", 13, "on the way to it, broke"),
            // Tokens: jsonwebtoken, PyJWT, Envoy's jwt_authn, and libraries that sign.
            ("TokenExpiredError: jwt expired\n    at verify.js", 16, "has expired"),
            ("jwt.exceptions.ExpiredSignatureError: Signature has expired", 16, "has expired"),
            ("ImmatureSignatureError: The token is not yet valid (iat)", 16, "clock"),
            ("Jwks doesn't have key to match kid or alg from Jwt", 16, "kid"),
            ("Error: error:1E08010C:DECODER routines::unsupported", 16, "private_key"),
            ("Error: secretOrPrivateKey must be an asymmetric key when using RS256", 16, "private_key"),
            ("ValueError: ('Could not deserialize key data. The data may be in an incorrect format", 16, "private_key"),
            // Google's libraries of credentials, and its API keys.
            (
                "google.auth.exceptions.RefreshError: (\"Failed to retrieve http://metadata.google.internal/computeMetadata/v1/"
                    + "instance/service-accounts/default/ from the Google Compute Engine metadata service. Status: 404\")",
                16, "GOOGLE_APPLICATION_CREDENTIALS"
            ),
            (
                "HTTPConnectionPool(host='metadata.google.internal', port=80): [Errno 8] nodename nor servname provided",
                16,
                "GOOGLE_APPLICATION_CREDENTIALS"
            ),
            ("DefaultCredentialsError: File /secrets/key.json was not found.", 16, "key file"),
            ("RefreshError: Reauthentication is needed. Please run `gcloud auth`", 16, "application-default login"),
            ("{\"error\":\"invalid_scope\",\"error_description\":\"Invalid OAuth scope.\"}", 16, "scope"),
            ("API key not valid. Please pass a valid API key.", 3, "API key"),
            // The clients of REST that tell no more than the HTTP status: requests, urllib, Java, Alamofire, .NET.
            ("requests.exceptions.HTTPError: 403 Client Error: Forbidden for url: https://a.example", 7, "role"),
            ("urllib.error.HTTPError: HTTP Error 404: Not Found", 5, "exist"),
            ("java.io.IOException: Server returned HTTP response code: 401 for URL: https://a.example", 16, "token"),
            ("Response status code was unacceptable: 403.", 7, "role"),
            ("Response status code does not indicate success: 429 (Too Many Requests).", 8, "quota"),
            (
                "DioException [bad response]: This exception was thrown because the response has a status code of 401",
                16,
                "token"
            ),
            ("responseValidationFailed(reason: unacceptableStatusCode(code: 403))", 7, "role"),
            ("Liveness probe failed: HTTP probe failed with statuscode: 503", 14, "network"),
            // Networks of phones: OkHttp, Volley, React Native, axios, Cronet.
            ("java.net.SocketTimeoutException: connect timed out", 14, "No connection"),
            ("java.net.UnknownHostException: fleetengine.googleapis.com", 14, "DNS"),
            ("java.io.IOException: unexpected end of stream on https://a.example/...", 14, "network"),
            ("okhttp3.internal.http2.StreamResetException: stream was reset: REFUSED_STREAM", 14, "network"),
            ("javax.net.ssl.SSLHandshakeException: Chain validation failed", 14, "clock"),
            ("java.net.ProtocolException: Too many follow-up requests: 21", 2, "a proxy answered"),
            ("java.io.IOException: Cleartext HTTP traffic to 10.0.2.2 not permitted", 14, "network security"),
            ("CertPathValidatorException: Pin verification failed", 14, "certificate"),
            ("Connection 1: default TLS Trust evaluation failed(-9807)", 14, "certificate"),
            (
                "HttpException: Connection closed before full header was received, uri = https://a.example", 14,
                "network"
            ),
            ("TimeoutException after 0:00:30.000000: Future not completed", 4, "in time"),
            ("HTTP/2 GOAWAY frame received: ENHANCE_YOUR_CALM too_many_pings", 8, "keepalive"),
            ("com.android.volley.TimeoutError", 4, "in time"), ("com.android.volley.AuthFailureError", 16, "token"),
            ("[TypeError: Network request failed]", 14, "network"), ("AxiosError: Network Error", 14, "network"),
            ("AxiosError: timeout of 10000ms exceeded", 4, "in time"),
            ("Exception in CronetUrlRequest: net::ERR_HTTP2_PROTOCOL_ERROR, ErrorCode=11", 13, "on the way"),
            ("Exception in CronetUrlRequest: net::ERR_QUIC_PROTOCOL_ERROR, ErrorCode=10", 14, "network"),
            // Go, curl.
            ("net/http: request canceled while waiting for connection (Client.Timeout exceeded", 14, "No connection"),
            ("proxyconnect tcp: dial tcp 10.8.0.1:3128: i/o timeout", 14, "No connection"),
            ("http2: timeout awaiting response headers", 4, "in time"),
            ("curl: (16) Error in the HTTP2 framing layer", 13, "on the way"),
            ("curl: (92) HTTP/2 stream 1 was not closed cleanly: PROTOCOL_ERROR (err 1)", 13, "on the way"),
            ("curl: (56) Received HTTP code 407 from proxy after CONNECT", 14, "HTTPS_PROXY"),
            ("curl: (56) OpenSSL SSL_read: tlsv13 alert certificate required, errno 0", 14, "mutual TLS"),
            ("remote error: tls: bad certificate", 14, "mutual TLS"),
            // Proxies: nginx, Envoy, Linkerd, Cloudflare, CloudFront, Apigee, Cloud Run.
            ("[error] 29#29: *1841 upstream rejected request with error 1 while reading", 14, "behind the proxy"),
            ("upstream timed out (110: Connection timed out) while reading response header", 14, "behind the proxy"),
            ("upstream request timeout", 14, "behind the proxy"),
            ("logical service: service unavailable; Service is in fail-fast", 14, "behind the proxy"),
            ("error code: 1020", 7, "Cloudflare"), ("Error 1015: You are being rate limited", 8, "Cloudflare"),
            ("error code: 522", 14, "behind the proxy"),
            ("<H1>403 ERROR</H1>Request blocked. We can't connect to the server for this app", 7, "firewall"),
            ("PERMISSION_DENIED: RBAC: access denied", 7, "AuthorizationPolicy"),
            (
                #"{"fault":{"faultstring":"Invalid access token","detail":{"errorcode":"oauth.v2.InvalidAccessToken"}}}"#,
                16,
                "token"
            ),
            (
                #"{"fault":{"faultstring":"Rate limit quota violation. Quota limit  exceeded. Identifier : _default"}}"#,
                8,
                "Apigee"
            ),
            (
                "The request was not authenticated. Either allow unauthenticated invocations or set the proper Authorization "
                    + "header. Read more at https://cloud.google.com/run/docs/securing/authenticating", 7, "Cloud Run"
            ),
            ("The request was aborted because there was no available instance.", 14, "behind the proxy"),
            (
                "The request failed because either the HTTP response was malformed or connection to the instance had an error.",
                14, "behind the proxy"
            ),
            // Entries of logs in JSON, of load balancers and of apps.
            (
                #"{"jsonPayload":{"statusDetails":"backend_timeout"},"httpRequest":{"status":502},"severity":"WARNING"}"#,
                14,
                "behind the proxy"
            ),
            (#"{"severity":"ERROR","httpRequest":{"requestMethod":"POST","status":504}}"#, 4, "in time"),
            (#"{"error.message":"5 NOT_FOUND: Trip gone","dd.trace_id":"1"}"#, 5, "exist"),
            // Titles of issues in Sentry and elsewhere, AFNetworking, and jose.
            ("NSURLErrorDomain: Code: -1001", 4, "in time"), ("io.grpc: Code: 14", 14, "network"),
            ("upload failed NSURLErrorDomain -999", 1, "state"), ("JWT not active yet, now 1736534406", 16, "clock"),
            // Xcode's console, OkHttp, undici, aiohttp, Dio, .NET, Go, Ruby and Kubernetes.
            ("Task <66C9A459>.<124> finished with error - code: -1009", 14, "network"),
            ("NSURLConnection finished with error - code -1002", 3, "Correct the request"),
            ("Task <13F8>.<0> HTTP load failed, 0/0 bytes (error code: -1003 [12:8])", 14, "DNS"),
            ("java.net.SocketException: Connection reset\n\tat java.net.SocketInputStream.read", 14, "network"),
            ("okhttp3.internal.http2.StreamResetException: stream was reset: INTERNAL_ERROR", 14, "network"),
            ("TypeError: fetch failed\n  cause: ConnectTimeoutError: Connect Timeout Error", 14, "No connection"),
            ("exited with reason: econnrefused in gen_fsm:init_it/6", 14, "No connection"),
            ("aiohttp.client_exceptions.ServerDisconnectedError: Server disconnected", 14, "network"),
            (
                "DioException [receive timeout]: The request took longer than 0:00:05.000000 to receive data.", 4,
                "in time"
            ),
            ("DioError [DioErrorType.response]: Http status error [401]", 16, "token"),
            ("TaskCanceledException: The request was canceled due to the configured HttpClient.Timeout", 4, "in time"),
            ("net/http: request canceled (Client.Timeout exceeded while awaiting headers)", 4, "in time"),
            ("Net::ReadTimeout with #<TCPSocket:(closed)>", 4, "in time"),
            ("Readiness probe failed: timeout: failed to connect service \":50051\" within 1s", 14, "No connection"),
            ("The connection to the server localhost:8080 was refused - did you specify the right host?", 14, "port"),
            ("Client error '401 Unauthorized' for url 'https://a.example/v1/me'", 16, "token"),
            ("Server error(POST https://a.example/v1/trips: 503 Service Unavailable. Text: \"\"", 14, "network"),
            (#"{"message":"Too Many Requests"}"#, 8, "quota"),
            // TLS, whose alerts each library writes in a way of its own.
            ("Handshake error in client (OS Error:SSLV3_ALERT_BAD_CERTIFICATE(tls_record.cc:587))", 14, "mutual TLS"),
            ("[SSL: NO_SHARED_CIPHER] no shared cipher (_ssl.c:1007)", 14, "versions of TLS"),
            ("Error: unable to verify the first certificate", 14, "roots"),
            ("SSL handshake failed: no shared cipher", 14, "versions of TLS"),
            ("code: 'ERR_SSL_NO_SHARED_CIPHER'", 14, "versions of TLS"),
            ("org.bouncycastle.tls.TlsFatalAlertReceived: handshake_failure(40)", 14, "versions of TLS"),
            ("SSLHandshakeException: (handshake_failure) No negotiable cipher suite", 14, "versions of TLS"),
            ("{:tls_alert, {:handshake_failure, 'TLS client'}}", 14, "versions of TLS"),
            (#"{tls_alert,{bad_certificate,"x"}}"#, 14, "mutual TLS"),
            // A time limit for connections, and codes that interceptors log.
            ("Connect Timeout Error (attempted address: a.example:443, timeout: 10000ms)", 14, "No connection"),
            ("status=CANCELLED method=GetTrip", 1, "background"), ("call finished, Status: INTERNAL", 13, "broke"),
            // Access logs of HAProxy, of AWS and of Envoy as JSON.
            (
                "haproxy[29388]: 10.2.3.4:51211 [08/Sep/2021:07:25:01.113] fe_main be_grpc/<NOSRV> 0/-1/-1/-1/0 503 212 - - "
                    + "SC-- 5/5/0/0/0 0/0 \"POST /maps.fleetengine.v1.TripService/GetTrip HTTP/2.0\"", 14, "HTTP 503"
            ),
            (
                "http 2018-07-02T22:23:00.186641Z app/lb/50dc 192.168.131.39:2817 10.0.0.1:80 0.000 0.001 -1 502 - 34 366 "
                    + "\"GET http://a.example:80/ HTTP/1.1\" \"curl/7.46.0\" - - arn:aws:elasticloadbalancing", 14,
                "HTTP 502"
            ),
            (#"{"method":"POST","protocol":"HTTP/2","response_code":"503","response_flags":"UF"}"#, 14, "network"),
            // Firebase, and the web services of Google Maps.
            ("[cloud_firestore/permission-denied] Missing or insufficient permissions.", 7, "rules"),
            (
                "[firestore/permission-denied] The caller does not have permission to execute the specified operation.",
                7, "role"
            ),
            ("PERMISSION_DENIED: The caller does not have permission to execute the specified operation", 7, "role"),
            ("PERMISSION_DENIED: The service account does not have permission to use this API", 7, "role"),
            ("FirebaseError: [code=unavailable]: The operation could not be completed", 14, "network"),
            ("[firebase_functions/internal] INTERNAL", 13, "broke"), ("[cloud_firestore/not-found] gone", 5, "exist"),
            ("PlatformException(permission-denied, Missing or insufficient permissions., null)", 7, "rules"),
            (
                #"Error Domain=FIRFirestoreErrorDomain Code=7 "Missing or insufficient permissions." UserInfo={x=y}"#,
                7,
                "rules"
            ),
            (#"{"error_message":"You have exceeded your quota","routes":[],"status":"OVER_QUERY_LIMIT"}"#, 8, "quota"),
            ("I/flutter: { \"status\" : \"REQUEST_DENIED\" }", 7, "API key"),
            ("MapsRequestError: DIRECTIONS_ROUTE: REQUEST_DENIED: There was an issue", 7, "API key"),
            (
                """
                { error_message: 'This API project is not authorized to use this API.',
                  results: [],
                  status: 'REQUEST_DENIED' }
                """, 7, "API key"
            ),
            (
                "code: 4\nerror_message: \"This IP, site or mobile application is not authorized to use this API key. "
                    + "Request received from IP address 10.2.3.4, with empty referer.\"", 7, "API key"
            ),
            (
                "E/Google Maps Android API(29224): Authorization failure.  Please see "
                    + "https://developers.google.com/maps/documentation/android-api/start for how to correctly set up the map.",
                7, "API key"
            ),
            // An error of Apple's around the text of an answer.
            (
                #"""
                Error Domain=com.google.app_check_core Code=0 "Too many attempts. Underlying error: The operation couldn’t be \#
                completed. The server responded with an error: - HTTP status code: 403 - Response body: {
                  "error": { "code": 403, "message": "App attestation failed.", "status": "PERMISSION_DENIED" }
                }" UserInfo={NSLocalizedFailureReason=Too many attempts.}
                """#, 7, "Firebase"
            ),
            // Connections and channels that were ended on purpose, and TLS as .NET and Dart tell it.
            ("INTERNAL: GOAWAY received", 13, "limits its age"),
            (
                "rpc error: code = Unavailable desc = error reading from server: EOF, received prior goaway: code: "
                    + "PROTOCOL_ERROR, debug data: \"bad header\"", 14, "error of HTTP/2"
            ),
            (
                "UNAVAILABLE: Connection closed after GOAWAY. HTTP/2 error code: FLOW_CONTROL_ERROR", 14,
                "error of HTTP/2"
            ),
            (
                "rpc error: code = Unavailable desc = error reading from server: EOF, received prior goaway: code: "
                    + "ENHANCE_YOUR_CALM, debug data: \"\"", 14, "ENHANCE_YOUR_CALM"
            ),
            // How grpc-web tells that the browser hands over no answer.
            ("Uncaught (in promise) TypeError: Load failed", 14, "CORS"),
            (
                "gRPC Error (code: 2, codeName: UNKNOWN, message: HTTP connection completed with 0 instead of 200, details: "
                    + "null, rawResponse: , trailers: {})", 2, "CORS"
            ),
            ("UNAVAILABLE: XhrConnection connection-error", 14, "CORS"),
            // An answer without a status, as .NET and Connect tell it.
            (
                "Status(StatusCode=\"Cancelled\", Detail=\"No grpc-status found on response. If the gRPC call is cross domain then "
                    + "CORS must be correctly configured.\")", 1, "expose grpc-status"
            ),
            ("ConnectError: [unknown] protocol error: missing trailer", 2, "without trailers"),
            ("ConnectError: [internal] protocol error: missing status", 13, "without trailers"),
            // Calls that were not sent, or not read, as Java, Go and grpcurl tell it.
            (
                "io.grpc.StatusRuntimeException: CANCELLED: Failed to read message.\nCaused by: com.google.protobuf."
                    + "InvalidProtocolBufferException: Protocol message had invalid UTF-8.", 1, "named as the cause"
            ),
            ("UNAUTHENTICATED: Failed computing credential metadata", 16, "not sent"),
            ("Failed to dial target host \"localhost:8080\": context deadline exceeded", 14, "No connection"),
            ("Error invoking method \"a.B/C\": server does not support the reflection API", 12, "-proto"),
            (
                "http2: server sent GOAWAY and closed the connection; LastStreamID=1, ErrCode=NO_ERROR, debug=\"\"", 14,
                "limits its age"
            ),
            (
                "unavailable: http2: server sent GOAWAY and closed the connection; LastStreamID=1, ErrCode=PROTOCOL_ERROR, "
                    + "debug=\"\"", 14, "error of HTTP/2"
            ),
            (
                "http2: server sent GOAWAY and closed the connection; LastStreamID=1, ErrCode=ENHANCE_YOUR_CALM", 14,
                "ENHANCE_YOUR_CALM"
            ),
            (
                "http2: server sent GOAWAY and closed the connection; LastStreamID=1, ErrCode=INTERNAL_ERROR", 14,
                "cannot be reached"
            ),
            ("http2: client connection lost", 14, "cannot be reached"),
            (#"transport connection broken: malformed HTTP response "\x00\x00\x06\x04""#, 14, "another protocol"),
            ("ConnectError: [unknown] Load failed", 2, "CORS"), ("ConnectError: [unknown] Failed to fetch", 2, "CORS"),
            ("ConnectError: [unavailable] Failed to fetch the route", 14, "cannot be reached now"),
            ("RpcError: Http response at 400 or 500 level, http status code: 0", 14, "CORS"),
            ("{code: 2, message: 'Http response at 400 or 500 level, http status code: 0', metadata: {}}", 2, "CORS"),
            ("UNAVAILABLE: Cancelling all calls", 14, "limits its age"),
            ("UNAVAILABLE: HTTP/2 error code: NO_ERROR\nReceived Goaway\nmax_age", 14, "limits its age"),
            ("UNAVAILABLE: HTTP/2 error code: ENHANCE_YOUR_CALM\nReceived Goaway\ntoo_many_pings", 14, "keepalive"),
            ("UNAVAILABLE: Channel shutdownNow invoked", 14, "The app itself"),
            (
                "UNAVAILABLE: Abrupt GOAWAY closed sent stream. HTTP/2 error code: NO_ERROR, debug data: max_age", 14,
                "limits its age"
            ),
            // A stream that is reset is no connection that ends, and proxies deny requests in the same words as Maps.
            ("INTERNAL: RST_STREAM closed stream. HTTP/2 error code: NO_ERROR", 13, "on the way to it"),
            ("PERMISSION_DENIED: request denied by policy", 7, "role"),
            (
                "Status(StatusCode=Internal, Detail=\"Error starting gRPC call: The SSL connection could not be established, see "
                    + "inner exception.\")", 13, "does not say why"
            ),
            (
                "Status(StatusCode=\"Unavailable\", Detail=\"Error starting gRPC call. HttpRequestException: The SSL connection "
                    + "could not be established, see inner exception. SocketException: Connection timed out\")", 14,
                "No connection"
            ),
            (
                "Status(StatusCode=\"Unavailable\", Detail=\"Error starting gRPC call. HttpRequestException: The SSL connection "
                    + "could not be established, see inner exception. IOException: Cannot determine the frame size or a "
                    + "corrupted frame was received.\")", 14, "another protocol"
            ),
            (
                "Status(StatusCode=\"Unavailable\", Detail=\"Error starting gRPC call. HttpRequestException: The SSL connection "
                    + "could not be established, see inner exception. IOException: Unable to read data.\")", 14,
                "HTTP/2"
            ),
            (
                "Status(StatusCode=\"ResourceExhausted\", Detail=\"Received message exceeds the maximum configured message "
                    + "size.\")", 8, "larger than this client"
            ),
            // Numbers of systems are no HTTP status, and the one in a message ends with its digits.
            (
                #"ConnectError("tcp connect error", Os { code: 111, kind: ConnectionRefused, message: "Connection refused" })"#,
                14, "No connection"
            ),
            // Nor are those of apps, beside which an answer may have a status.
            (#"{"status":404,"body":"{\"code\":20404,\"message\":\"No driver\"}"}"#, 5, "does not exist"),
            (#"{"code":9001,"message":"request timed out"}"#, 4, "in time"),
            ("UNKNOWN: HTTP status code 521; transport: missing content-type field", 2, "HTTP 521:"),
            // Servers of apps use the words of HTTP and gRPC, those of tokens the words of OAuth.
            (#"{"error":"invalid_grant"}"#, 16, "key file"),
            (
                #"Error Domain=com.alamofire.error.serialization.response Code=-1011 "Request failed: unauthorized (401)""#,
                16,
                "token"
            ),
        ] as [(String, Int32, String)])
    func getACodeAndAdvice(text: String, code: Int32, word: String) throws {
        let explanation = Explanation(pasted: text)
        let diagnosis = try #require(explanation.diagnosis)
        #expect(explanation.call?.status.code.rawValue == code)
        let advice = diagnosis.meaning + "\n" + diagnosis.nextStep
        #expect(advice.contains(word), "\(advice)")
    }

    /// Certificates, protocols and credentials do not become right by themselves, also where the code is one of errors that pass.
    @Test(arguments: [
        ("UNAVAILABLE: CERTIFICATE_VERIFY_FAILED", true), ("UNAVAILABLE: missing selected ALPN property", true),
        ("NSURLErrorDomain error -1022.", true),
        ("UNKNOWN: Getting metadata from plugin failed with error: invalid_grant", true),
        ("INTERNAL: Request message serialization failure: .a.B.c: enum value expected", true),
        ("UNAVAILABLE: error reading server preface: http2: frame too large", true),
        ("UNAVAILABLE: error reading server preface: EOF", false),
        ("UNAVAILABLE: RBAC: access denied", true), ("NSURLErrorDomain error -1206.", true),
        ("UNAVAILABLE: no healthy upstream", false), ("UNAVAILABLE: connection refused", false),
        ("UNAVAILABLE: DNS resolution failed", false), ("INTERNAL: x", false),
    ])
    func causesThatStayNeedTheClient(text: String, stays: Bool) throws {
        let diagnosis = try #require(Explanation(pasted: text).diagnosis)
        #expect((diagnosis.leaning == .clientMustAct) == stays)
        #expect(diagnosis.category == ErrorCategory(diagnosis.code))
    }

    /// curl tells which addresses it could not reach before it reached another one.
    @Test func passesOverWhatCurlTellsBeforeAnAnswer() {
        let tries = "* Immediate connect fail for 2001:db8::1: Network is unreachable\n* Connected to a.example\n"
        #expect(Explanation(pasted: tries + "< HTTP/2 200\n< date: now\n").call == nil)
        #expect(Explanation(pasted: tries).call?.status.code == .unavailable)
        let late = Explanation(pasted: tries + "< HTTP/2 200\ncurl: (28) Operation timed out")
        #expect(late.call?.status.code == .deadlineExceeded)
    }

    /// Words of the token server's errors in the message of a server that looked at the request.
    @Test(arguments: ["INVALID_ARGUMENT: attribute invalid_scope is unknown", "NOT_FOUND: invalid_target"])
    func wordsOfOtherErrorsDecideNothing(text: String) throws {
        let diagnosis = try #require(Explanation(pasted: text).diagnosis)
        #expect(diagnosis.nextStep == Diagnosis(diagnosis.code).nextStep)
    }

    /// The message of an entry in JSON ends with its string.
    @Test func messagesOfEntriesEndWithTheirStrings() {
        let entry = #"{"level":"error","msg":"update failed: NOT_FOUND: trip \"t1\" gone","vehicle":"v1"}"#
        #expect(Explanation(pasted: entry).call?.status.message == #"trip "t1" gone"#)
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
            (-1200, .unavailable, "TLS"), (-1202, .unavailable, "certificate"), (-1206, .unavailable, "certificate"),
            (-1002, .invalidArgument, nil), (-1007, .unknown, "a proxy answered"),
            (-1011, .unknown, "a proxy answered"),
            (-1012, .unauthenticated, nil), (-1017, .unknown, "a proxy answered"), (-1100, nil, nil),
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

    /// The words of HTTP's answers among others, in paths and in names.
    @Test(arguments: [
        "INFO loaded 25 forbidden words", "Forbidden zones reloaded: 12", "v1 entered geofence no-parking-forbidden",
        "All calls authorized; none unauthorized.", #"metrics: {"forbidden":0,"unauthorized":0}"#,
        #"{"level":"info","msg":"forbidden zones loaded"}"#, "GET /static/forbidden.html", "[info] 0 forbidden",
        "WARN bad gateway address ignored", "retrying after internal server errors is on",
    ])
    func findsNoAnswerAmongOtherWords(text: String) { #expect(Explanation(pasted: text).call == nil) }

    /// What stands in logs of healthy programs: the status of a trip, counters, lists of alerts, and access logs.
    @Test(arguments: [
        #"{"name":"providers/p/trips/t1","tripStatus":"CANCELED"}"#, "I/Trip: trip t1 status CANCELED",
        "trip_status: CANCELED", "grpc_status: 0 http_status_code: 0 method: GetTrip",
        "vehicle state: UNKNOWN, battery 80", "waypoint_type: UNKNOWN", "INTERNAL TESTING track build 42 uploaded",
        "status: Running, message: \"ready\"", "RPC Cancelled by the rider's app", "connect_timeout: 0.25s",
        "ssl.handshake_failure: 0", "SSL alerts: handshake_failure(40) bad_certificate(42)", "no shared cipher",
        "haproxy[1]: 10.0.1.2:3 [06/Feb/2009:12:14:14.655] in be/srv 10/0/30/69/109 200 503 - - ---- 1/1 \"GET / HTTP/1.1\"",
        "http 2018-07-02T22:23:00Z app/l/5 1.2.3.4:2 - -1 -1 -1 301 - 34 503 \"GET http://a.example/ HTTP/1.1\" \"curl\"",
        "/internal/ -> Internal (lazy)", #"{"status":"ZERO_RESULTS","routes":[]}"#,
        #"{"status":1,"message":"success"}"#, "# error: unknown row type", "error: unknown option '--tripid'",
        "< HTTP/1.1 non-200 OK\n< server", "error: aborted by the user",
        "3 completed, 1 cancelled", "found 2 unknown hosts", "error: 'internal' modifier conflicts with 'public'",
    ])
    func findsNoErrorInHealthyLogs(text: String) { #expect(Explanation(pasted: text).call == nil, "\(text)") }

    /// An error counts more than the status of a trip before it.
    @Test func passesOverWordsOfEveryLog() {
        let text = "waypoint_type: UNKNOWN\ntripStatus: CANCELED\nfailed: NOT_FOUND: no vehicle"
        #expect(Explanation(pasted: text).call?.status.description == "NOT_FOUND (5): no vehicle")
    }

    /// The HTTP status of a text is told, also where its words name the same error.
    @Test func tellsTheHTTPStatusBesidesTheWords() {
        let call = Explanation(pasted: "POST https://a.example/v1/trips 401 (Unauthorized)").call
        #expect(call?.status.remarks.contains { $0.contains("HTTP 401") } == true)
        let entry = Explanation(pasted: #"{"statusCode":403,"message":"Forbidden resource"}"#).call
        #expect(entry?.status.message == "Forbidden resource")
        #expect(entry?.status.remarks.contains { $0.contains("HTTP 403") } == true)
    }

    /// Numbers of other programs that begin with those of Cloudflare and gRPC.
    @Test(arguments: ["error code: 5201", "error code: 10201", "Received RST_STREAM with code 01"])
    func takesNoLongerNumberForAKnownOne(text: String) {
        #expect(KnownCause.of(message: text) == nil)
        #expect(Explanation(pasted: text).call == nil)
    }
}
