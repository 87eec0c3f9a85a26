internal import GRPCWire

extension KnownCause {
    /// All known causes, of which the first that fits counts: special ones come before general ones.
    package static let all: [Self] = [
        // Credentials
        Self(
            reasons: ["CREDENTIALS_MISSING"],
            messages: ["missing required authentication", "unregistered callers", "Jwt is missing"],
            meaning: "The call came without credentials.", nextStep: TokenCheck.sendToken,
            faults: [.missing, .scheme, .unreadable], isAboutToken: true, source: .errorReasons, code: .unauthenticated),
        Self(
            reasons: ["ACCESS_TOKEN_EXPIRED"],
            messages: [
                "JWT has expired", "JWT is expired", "token has expired", "JWT expired", "Signature has expired",
                "token is expired",
            ],
            meaning: "The token has expired.",
            nextStep: "Fetch a new token and retry the call once. Tokens live at most one hour.", faults: [.expired],
            isAboutToken: true, source: .errorReasons, code: .unauthenticated),
        Self(
            messages: ["JWT used before issued", "JWT not yet valid", "token is not yet valid", "JWT not active"],
            meaning: "The token was signed later than the call was made, by the clock of the server.",
            nextStep: "Set the clock of the machine that signs, and sign tokens with iat, the time now.",
            retry: newToken, faults: [.notYetValid], isAboutToken: true, source: .tokens, code: .unauthenticated),
        Self(
            reasons: ["AUDIENCE_INVALID"], messages: ["JWT audience", "Audiences in Jwt are not allowed"],
            meaning: "The token is for another service: its claim aud is not \(TokenCheck.audience).",
            nextStep: "Sign tokens with aud \(TokenCheck.audience), slash included.", retry: newToken,
            faults: [.audience], isAboutToken: true, source: .traffic, code: .unauthenticated),
        Self(
            reasons: ["SIGNATURE_INVALID"],
            messages: [
                "signature could not be verified", "Jwt verification fails", "Jwks doesn't have key to match",
                "Jwt issuer is not configured",
            ],
            meaning: "The signature of the token does not fit its key.",
            nextStep: "Sign with RS256 and a private key of the service account that still exists, and name this key "
                + "in kid; iss and sub are the account's email address.", retry: newToken,
            faults: [.algorithm, .keyMissing, .issuer], isAboutToken: true, source: .traffic, code: .unauthenticated),
        Self(
            reasons: ["CLAIM_MISSING"], messages: ["authorization claims do not contain {claim}."],
            meaning: "The token lacks the claim [{claim} ]that the call needs.",
            nextStep:
                "Sign the token with the claim [{claim} ]in authorization: the ID of what the call is about, or * for all.",
            retry: newToken, faults: [.claimMissing], isAboutToken: true, source: .traffic, code: .unauthenticated),
        Self(
            reasons: ["CLAIM_MISMATCH"], messages: ["The JWT {claim} claim does not match"],
            meaning: "The token's claim [{claim} ]is for something else than the call asks for[: the call is about "
                + "\"{requested}\"].",
            nextStep: "Sign the token with the claim [{claim} ]for the ID that the call is about[: \"{requested}\"]; "
                + "or call with the ID that the token is for.",
            retry: newToken, faults: [.otherID], isAboutToken: true, source: .traffic, code: .permissionDenied),
        Self(
            messages: ["JWT does not contain any scopes"],
            meaning: "The token is one that a client library made for itself: it has no claims of Fleet Engine.",
            nextStep:
                "Sign tokens yourself, with the claim authorization and aud \(TokenCheck.audience), and hand them "
                + "to the client library as the call's credentials.", retry: newToken, isAboutToken: true,
            source: .jwtWithoutScopes),
        Self(
            messages: ["Token has been expired or revoked", "invalid_rapt", "Reauthentication is needed"],
            meaning: "The user's login that the client library makes tokens from has ended: the call was not sent.",
            nextStep: "Log in again: gcloud auth application-default login. Servers use a service account instead.",
            retry: "no, until the user has logged in again", stays: true, isAboutToken: true, source: .authentication,
            code: .unauthenticated),
        Self(
            messages: [
                "invalid_grant", "Invalid JWT Signature", "Invalid JWT: Token must be",
                "Invalid grant: account not found", "invalid_client", "unauthorized_client", "invalid_scope",
                "invalid_target",
            ],
            meaning: "Google's token server refused to make a token: the client got none to call with.",
            nextStep: "Check that the key file is of a key that the service account still has, set the machine's "
                + "clock, and ask for a scope and an audience that exist. The call itself was not sent.",
            retry: "no, until the request for a token is right", stays: true,
            isAboutToken: true, source: .authentication, code: .unauthenticated),
        Self(
            messages: [
                "DECODER routines", "PEM routines", "No key could be detected", "Could not deserialize key data",
                "secretOrPrivateKey must be", "private key should be a PEM", "Invalid PKCS8 data",
            ],
            meaning: "The private key that tokens are signed with cannot be read: there is no token to call with.",
            nextStep:
                "Give the signer the private_key of the service account's key file, complete and with line breaks: in "
                + "variables of the environment they often are the two characters \\n, which have to be replaced.",
            retry: "no, until the key is right", stays: true, isAboutToken: true, source: .tokens,
            code: .unauthenticated),
        Self(
            messages: [
                "Failed to retrieve http://metadata.google.internal", "host='metadata.google.internal'",
                "Get 'http://metadata.google.internal", "169.254.169.254:80: ", "request to http://169.254.169.254",
                "Compute Engine Metadata server unavailable",
            ],
            meaning: "Google Cloud's metadata server gave the client library no token: the call was not sent.",
            nextStep: "On Google Cloud, see that the machine or workload has a service account. Elsewhere there is no "
                + "such server: name a service account's key file in GOOGLE_APPLICATION_CREDENTIALS.",
            retry: "yes: the call was not sent", isAboutToken: true, source: .authentication, code: .unauthenticated),
        Self(
            messages: [
                "default credentials were not found", "Could not load the default credentials",
                "could not find default credentials", "The Application Default Credentials are not available",
                "DefaultCredentialsError", "Error reading credential file",
                "Service account info was not in the expected format",
            ],
            meaning: "The client library found no service account to get a token for: the call was not sent.",
            nextStep: "Name the service account's key file in GOOGLE_APPLICATION_CREDENTIALS, or sign tokens yourself "
                + "and hand them to the client library as the call's credentials.",
            retry: "no, until the library has credentials", stays: true, isAboutToken: true, source: .authentication,
            code: .unauthenticated),
        Self(
            messages: [
                "per-RPC creds failed due to error: {failure}",
                "Getting metadata from plugin failed with error: {failure}",
                "Failed to retrieve auth metadata with error: {failure}", "Credentials failed to obtain metadata",
                "Failed computing credential metadata",
            ],
            meaning: "The client library got no credentials, so that the call was not sent[: {failure}]",
            nextStep: "See why no token could be made or fetched: the service account's key file, the machine's clock, "
                + "and the network to oauth2.googleapis.com.", retry: "yes: the call was not sent", isAboutToken: true,
            source: .grpcLibraries),
        Self(
            messages: [FactPattern(stringLiteral: failedProvider + "{failure}")],
            meaning: "The app's token provider failed, so that the call was not sent: {failure}",
            nextStep:
                "Nothing if it passes: the token provider is asked again with the next call. If it stays, see why it gets "
                + "no token from the app's back end.", retry: "yes: the call was not sent", source: .decision),
        Self(
            reasons: ["ACCESS_TOKEN_TYPE_UNSUPPORTED"],
            meaning: "The credentials are of a kind that the service does not take.",
            nextStep: "Send a token (JWT) signed by a service account, not an API key or an ID token.",
            isAboutToken: true, source: .errorReasons),
        Self(
            reasons: ["ACCESS_TOKEN_SCOPE_INSUFFICIENT"], messages: ["insufficient authentication scopes"],
            meaning: "The access token lacks the scope for this service.",
            nextStep: "Ask for the scope https://www.googleapis.com/auth/cloud-platform, or send a signed token (JWT).",
            isAboutToken: true, source: .errorReasons, code: .permissionDenied),
        Self(
            messages: ["invalid authentication credentials"], meaning: "The credentials of the call are not valid.",
            nextStep: "Check the token: not expired, aud \(TokenCheck.audience), signed with a key of the service "
                + "account that still exists.", isAboutToken: true, source: .authentication, code: .unauthenticated),
        Self(
            messages: ["Either allow unauthenticated invocations or set the proper Authorization header"],
            meaning:
                "Cloud Run refused the call before it reached your own server there: no valid ID token came with it.",
            nextStep: "Send an ID token whose aud is the URL of the Cloud Run service, of an account with the role "
                + "Cloud Run Invoker; or let the service take calls of everybody, and check tokens itself.",
            source: .cloudRun, code: .permissionDenied),
        Self(
            messages: [
                "RBAC: access denied", "error code: 1020", "error code: 1010", "Sorry, you have been blocked",
                "Request blocked. We can't connect", "Internet Security by Zscaler",
                "Missing or insufficient permissions", "permission to access the desired data", "attestation failed",
            ],
            meaning:
                "A proxy, a firewall or Firebase refused the call by its own rules: no server behind it saw the call.",
            nextStep:
                "Find the rule in what answered, such as an AuthorizationPolicy of Istio, the firewall of Cloudflare or the "
                + "security rules of Firestore, and let the call pass. Roles in the Cloud console have no part in it.",
            retry: "after the rule was changed", stays: true, source: .decision, code: .permissionDenied),
        Self(
            reasons: ["IAM_PERMISSION_DENIED"],
            messages: [
                "Permission '{permission}' denied on resource '{resource}'", "Permission '{permission}' denied",
                "The caller does not have permission", "Permission {permission} is required to perform",
            ],
            meaning: "The service account has no role that allows the call[: it lacks the permission {permission}][ on "
                + "{resource}].",
            nextStep: "Give the service account a role [with the permission {permission} ]in the Cloud console: a "
                + "Fleet Engine role for calls, Service Account Token Creator to sign tokens by IAM[; {resource} has "
                + "to exist as well].", faults: [.otherID, .role], isAboutToken: true,
            source: .errorReasons, code: .permissionDenied),
        // Projects and accounts
        Self(
            reasons: ["SERVICE_DISABLED"],
            messages: ["has not been used in project {consumer} before", "API is not enabled"],
            meaning: "The API[ {service}] is not enabled for the project[ {consumer}].",
            nextStep:
                "Enable the API[ {service}] for the project[ {consumer}] in the Cloud console, and wait some minutes.",
            retry: "after the API was enabled", source: .errorReasons, code: .permissionDenied),
        Self(
            reasons: ["SERVICE_DISABLED"], messages: ["requires a quota project"],
            meaning: "The call came with a user's login, which does not say the project of the call.",
            nextStep:
                "Send a token (JWT) signed by a service account, or name the project: gcloud auth application-default "
                + "set-quota-project.", retry: "after the project was named", source: .authentication,
            code: .permissionDenied),
        Self(
            reasons: ["BILLING_DISABLED"], messages: ["requires billing to be enabled"],
            meaning: "The project[ {consumer}] has no billing account.",
            nextStep: "Link a billing account to the project[ {consumer}] in the Cloud console.",
            retry: "after billing was enabled", source: .errorReasons, code: .permissionDenied),
        Self(
            reasons: ["API_KEY_*"],
            messages: [
                "API key not valid", "API key expired", "Requests from this {app} are blocked",
                "authorized to use this API key", "API project is not authorized to use this API",
                "status is REQUEST_DENIED", "referer restrictions",
                "Authorization failure.  Please see https://developers.google.com/maps",
            ],
            meaning: "The API key is not valid here.",
            nextStep: "Check the API key and its restrictions in the Cloud console; Fleet Engine itself takes tokens.",
            source: .errorReasons),
        Self(
            reasons: ["ACCOUNT_STATE_INVALID"],
            messages: ["Gaia id not found for email {account}", "Unknown service account"],
            meaning: "The service account[ {account}] does not exist, or is disabled.",
            nextStep: "Enable the service account, or sign with another one.",
            retry: "after the account was enabled", source: .errorReasons),
        Self(
            reasons: ["CONSUMER_INVALID", "USER_PROJECT_DENIED"],
            meaning: "The project of the call[, {consumer},] does not exist, or the caller may not use it.",
            nextStep: "Compare the provider ID with the ID of the Cloud project, and give the caller the role Service "
                + "Usage Consumer in it.", source: .errorReasons),
        Self(
            reasons: ["CONSUMER_SUSPENDED"], meaning: "The project[ {consumer}] is suspended.",
            nextStep: "Look at the project's notifications in the Cloud console.",
            retry: "no, until the project is restored", source: .errorReasons),
        // Quotas and sizes
        Self(
            reasons: ["RATE_LIMIT_EXCEEDED", "RESOURCE_QUOTA_EXCEEDED"],
            messages: [
                "quota metric '{quota_metric}' and limit '{quota_limit}' of service '{service}' for consumer '{consumer}'",
                "quota metric '{quota_metric}' and limit '{quota_limit}'", "quota metric '{quota_metric}'",
            ],
            meaning:
                "The quota[ \"{quota_metric}\"][ of {consumer}][, limit {quota_limit}][ = {quota_limit_value}] is used up.",
            nextStep: "Make fewer calls[ that count towards \"{quota_metric}\"][ ({quota_limit})], or raise this quota "
                + "in the Cloud console if the traffic is meant to be so high.",
            source: .errorReasons, code: .resourceExhausted),
        Self(
            messages: [
                "You are being rate limited", "local_rate_limited", "quota violation", "Spike arrest violation",
                "reset reason: overflow",
            ] + answers(of: "429"),
            meaning:
                "A proxy or gateway in front of the server limits how often it is called. It is no quota of the project.",
            nextStep:
                "Make fewer calls at a time, or raise the limit in what answered, such as Apigee, Cloudflare or Envoy.",
            source: .decision, code: .resourceExhausted),
        Self(
            messages: [
                "larger than max ({size} vs. {limit})", "larger than max ({size} vs {limit})",
                "exceeds maximum size {limit}: {size}", "exceeds the maximum configured message size",
            ],
            meaning:
                "A message[ of {size} bytes] is larger than[ the {limit} bytes that] this client or a server takes.",
            nextStep:
                "Ask for less (smaller pages, fewer fields), or raise the client's limit for messages[ above {size} bytes].",
            retry: "never unchanged", source: .grpcLibraries, code: .resourceExhausted),
        Self(
            messages: ["ENHANCE_YOUR_CALM (11) by the client"],
            meaning: "The client refused the answer: it or its metadata is larger than the client accepts.",
            nextStep: "See the client's own error. Ask for less (smaller pages, fewer fields), or raise the client's "
                + "limits for messages and metadata.", retry: "never unchanged", source: .grpcLibraries),
        Self(
            messages: ["CANCEL (8) by the client, within a message of {size} bytes"],
            meaning: "The client left an answer that has a message of {size} bytes. So clients in Go and Java refuse a "
                + "message that is larger than they accept: 4194304 bytes, unless they are told otherwise.",
            nextStep: "See the client's own error. If it is RESOURCE_EXHAUSTED, ask for less (smaller pages, fewer "
                + "fields), or raise the client's limit for messages.", stays: true, source: .grpcLibraries),
        Self(
            messages: [
                "metadata size exceeds hard limit ({size} vs. {limit})", "metadata size exceeds",
                "Header size exceeded max allowed size ({limit})",
            ],
            meaning: "Headers or trailers[ of {size} bytes] are larger than their receiver takes[: {limit} bytes]. No "
                + "quota has to do with it.",
            nextStep:
                "See what makes them large: details of errors, tokens, cookies. Or raise the limit where the error came up: "
                + "grpc.max_metadata_size and grpc.absolute_max_metadata_size, in Java maxInboundMetadataSize.",
            retry: "never unchanged", stays: true, source: .grpcLibraries),
        // Requests
        Self(
            messages: ["unknown path in: {paths}", "update_mask contains an unknown path"],
            meaning: "The update_mask names a path that the resource does not have[: {paths}].",
            nextStep: "Correct the update_mask[ ({paths})]: each path is the name of a field of the resource, as in "
                + "the .proto file, such as last_location or vehicle_state.", source: .traffic, code: .invalidArgument),
        Self(
            messages: ["Invalid resource name: \"{value}\"", "Invalid resource name"],
            meaning: "A name in the request does not have the form of a resource name[: \"{value}\"].",
            nextStep:
                "Correct the name[ \"{value}\"]: it begins with \(ResourceName.parentForm)/, then the collection and the "
                + "ID, and the provider is the ID of the Cloud project.", source: .traffic, code: .invalidArgument),
        Self(
            messages: ["Invalid parent: \"{value}\"", "Invalid parent"],
            meaning: "The parent in the request is wrong[: \"{value}\"].",
            nextStep:
                "Correct the parent[ \"{value}\"]: its form is \(ResourceName.parentForm), and the provider is the ID of "
                + "the Cloud project.", source: .traffic, code: .invalidArgument),
        Self(
            messages: ["has active trips"], meaning: "The vehicle has trips that are not over.",
            nextStep: "Finish or cancel the trips of the vehicle, or take them off the vehicle, then call again.",
            retry: "no, until the trips are off the vehicle", source: .traffic, code: .failedPrecondition),
        Self(
            messages: ["Exception calling application: {problem}"],
            meaning: "The handler of the server threw an exception: {problem}.",
            nextStep: "Look for \"{problem}\" in the log of the server that answered: it is a server written with "
                + "grpcio, not Fleet Engine.", source: .grpcLibraries),
        Self(
            messages: [
                "message serialization failure: {problem}", "error while marshaling: {problem}",
                "failed to unmarshal the received message", "Response message parsing error: {problem}",
                "Failed to deserialize response message", "Exception deserializing response",
                "Exception serializing request", "Invalid protobuf byte sequence",
            ],
            meaning:
                "The client could not write its request, or read the answer, as a message of the method[: {problem}].",
            nextStep: "Correct the value that is named, and compare the client's .proto files with the service's.",
            retry: "never unchanged", stays: true, source: .grpcLibraries),
        Self(
            messages: ["Failed to read message.", "Failed to call onReady."],
            meaning:
                "The client could not read the answer, or the app's own code that takes it threw an exception. For that "
                + "the client's library cancelled the call.",
            nextStep:
                "See the exception that is named as the cause. Where it is about protobuf, compare the client's .proto "
                + "files with the service's.", retry: "never unchanged", stays: true, source: .grpcLibraries),
        Self(
            messages: ["does not support the reflection API"],
            meaning: "The server does not tell tools such as grpcurl which methods and messages it has.",
            nextStep: "Give the tool the .proto files: grpcurl takes them by -proto, or a descriptor set by -protoset.",
            retry: "not without the .proto files", stays: true, source: .decision, code: .unimplemented),
        // Transport
        Self(
            messages: [
                "Can't find decompressor for {encoding}",
                "Decompressor is not installed for grpc-encoding \"{encoding}\"",
                "Error parsing 'grpc-encoding' metadata", "Compression bit set but no encoding configured",
                "compressed flag set with identity or empty encoding", "as compression not configured",
            ],
            meaning:
                "The receiver of a message cannot read how it is compressed[ (encoding {encoding})], or is not told.",
            nextStep: "Compress only with encodings that the other side lists in grpc-accept-encoding: see what the "
                + "server, or a proxy in between, does with grpc-encoding.", stays: true, source: .grpcLibraries),
        Self(
            messages: ["too many pings"],
            meaning: "The server ended the connection because the client's keepalive pings come too often.",
            nextStep: rarerPings, source: .grpcLibraries, code: .resourceExhausted),
        Self(
            messages: [
                "Bandwidth exhausted", "error code: ENHANCE_YOUR_CALM", "RST_STREAM with error code 11",
                "goaway: code: ENHANCE_YOUR_CALM", "GOAWAY with ENHANCE_YOUR_CALM",
                "GOAWAY and closed the connection; LastStreamID={which}, ErrCode=ENHANCE_YOUR_CALM",
            ],
            meaning: "The server, or a proxy in front of it, ended the stream with ENHANCE_YOUR_CALM: the client loads "
                + "the connection too much. No quota of the project has to do with it.",
            nextStep: "Make fewer calls at the same time. " + rarerPings, source: .protocolErrors),
        Self(
            messages: [
                "Channel shutdown invoked", "Channel shutdownNow invoked", "Channel shutting down", "Channel closed!",
                "Channel has been shut down", "RPC on closed channel", "the client connection is closing",
            ],
            meaning: "The app itself closed the channel on which the call was, or should have been, made.",
            nextStep: "Make calls on an open channel: see what closes it too early, such as a screen that ends.",
            stays: true, source: .grpcLibraries),
        Self(
            messages: ["PROTOCOL_ERROR", "FLOW_CONTROL_ERROR", "FRAME_SIZE_ERROR", "COMPRESSION_ERROR"].flatMap {
                error in
                [
                    "goaway: code: ", "GOAWAY with ", "closed after GOAWAY. HTTP/2 error code: ",
                    "GOAWAY closed {which} stream. HTTP/2 error code: ",
                    "GOAWAY and closed the connection; LastStreamID={which}, ErrCode=",
                ].map { FactPattern(stringLiteral: $0 + error) }
            },
            meaning:
                "The server, or a proxy in front of it, ended the connection: it found an error of HTTP/2 in what the "
                + "client had sent.",
            nextStep:
                "Nothing if it passes. If it stays, look for the reason in the debug data of the message and in the "
                + "log of the server, or of the proxy that the client is connected to.", source: .protocolErrors),
        Self(
            messages: [
                "GOAWAY received", "Received Goaway", "closed after GOAWAY", "prior goaway",
                "receiving a GOAWAY",
                "Cancelling all calls", "Server shutdownNow invoked",
                "GOAWAY closed {which} stream. HTTP/2 error code: NO_ERROR",
                "GOAWAY and closed the connection; LastStreamID={which}, ErrCode=NO_ERROR",
                "GOAWAY shut down transport. HTTP/2 error code: NO_ERROR",
            ],
            meaning: "The server, or a proxy in front of it, ended the connection: it stops, or limits its age.",
            nextStep: "Nothing for reports and polls. See whether another call took effect, then retry it if not.",
            source: .grpcLibraries),
        Self(
            messages: [
                "first record does not look like a TLS handshake", "wrong version number", "not an SSL/TLS record",
                "Unable to parse TLS packet header", "First received frame was not SETTINGS",
                "Trying to connect an http1.x server", "malformed HTTP response", "http2: frame too large",
                "missing selected ALPN property",
                "did not complete the HTTP/2 handshake", "downgraded to HTTP/1.1", "Received HTTP/0.9",
                "ERR_SSL_PROTOCOL_ERROR", "HTTP_1_1_REQUIRED", "unexpected packet format",
                "Cannot determine the frame size", "unable to establish HTTP/2 connection",
            ],
            meaning: "The server on this port speaks another protocol than the client: only one of them uses TLS, or "
                + "the server has no HTTP/2.",
            nextStep: "Compare the host, the port and the channel's credentials: fleetengine.googleapis.com:443 takes "
                + "TLS, a server on your own machine mostly plaintext. A proxy in between has to pass HTTP/2.",
            retry: "not before both speak the same protocol", stays: true, source: .grpcLibraries, code: .unavailable),
        Self(
            messages: [
                "alert certificate required", "alert: certificate required", "tls: certificate required",
                "alert bad certificate", "alert: bad certificate", "tls: bad certificate", "tls: unknown certificate",
                "TlsFatalAlertReceived: bad_certificate", "tls_alert,{space}bad_certificate",
                "tls_alert,{space}certificate_required",
            ],
            meaning:
                "The other side of the connection refused the certificate that it got, or asks for one and got none.",
            nextStep:
                "In a client, set the certificate and key that the server asks for (mutual TLS); Fleet Engine asks for none, "
                + "so see which proxy or mesh does. In a server, see why the client does not trust its certificate.",
            retry: "not before the certificate is accepted", stays: true, source: .decision, code: .unavailable),
        Self(
            messages: [
                "alert handshake failure", "alert: handshake failure", "tls: handshake failure",
                "alert protocol version", "alert: protocol version", "tls: protocol version not supported",
                "TLS alert: 'HandshakeFailure'", "TLS alert: 'ProtocolVersion'", ":no shared cipher",
                ": no shared cipher", "ERR_SSL_NO_SHARED_CIPHER", "TlsFatalAlertReceived: handshake_failure",
                "tls_alert,{space}handshake_failure", "Exception: (handshake_failure)", "no cipher suites in common",
                "ERR_SSL_VERSION_OR_CIPHER_MISMATCH",
            ],
            meaning: "Client and server found no version of TLS and no ciphers that both take, or the server asks for "
                + "a certificate of the client.",
            nextStep:
                "See which versions of TLS the client and the server take: old systems have no TLS 1.2. See whether the client "
                + "names the host of the server (SNI), whether the server asks for a certificate, and whether a proxy is in between.",
            retry: "not before both agree on TLS", stays: true, source: .decision, code: .unavailable),
        Self(
            messages: [
                "error reading server preface", "Connection terminated during handshake",
                "SSL connection could not be established, see inner exception. IOException",
            ],
            meaning: "The server closed the connection before it said anything in HTTP/2.",
            nextStep:
                "Nothing if it passes: the server, or a proxy in front of it, was starting or stopping. If it stays, see "
                + "whether client and server both use TLS, and whether the server asks for a certificate of the client.",
            source: .grpcLibraries, code: .unavailable),
        Self(
            messages: [
                "Proxy Authentication Required", "HTTP code 407 from proxy", "Tunnel connection failed",
                "ERR_TUNNEL_CONNECTION_FAILED", "Failed to authenticate with proxy", "The proxy tunnel request",
            ],
            meaning: "A proxy refused to connect the client to the server.",
            nextStep:
                "Give the client the address and the login of the proxy (HTTPS_PROXY), or let calls to this host go past it "
                + "(NO_PROXY).", retry: "not before the proxy lets the client pass", stays: true, source: .decision,
            code: .unavailable),
        Self(
            messages: ["App Transport Security", "CLEARTEXT communication", "Cleartext HTTP traffic"],
            meaning: "The phone's system refused the call, because its URL begins with http: it would go without TLS.",
            nextStep: "Call by https. For a server of your own, add an exception for its host: NSAppTransportSecurity "
                + "in Info.plist on iOS, the network security configuration on Android.",
            retry: "not before the URL or the app is changed", stays: true, source: .decision, code: .unavailable),
        Self(
            messages: [
                "certificate verify failed", "unable to find valid certification path",
                "Trust anchor for certification path not found", "x509: ", "self-signed certificate",
                "self signed certificate", "unable to get local issuer certificate", "remote certificate is invalid",
                "SSLPeerUnverifiedException", "does not match certificate's altnames", "alert unknown ca",
                "no alternative certificate subject name", "ERR_CERT_", "certificate unknown",
                "does not trust the proxy's certificate", "Chain validation failed", "serverTrustEvaluationFailed",
                "certificate has expired", "trust evaluation failed", "Pin verification failed",
                "unable to verify the first certificate",
            ],
            meaning: "The client does not trust the certificate of the server that it reached.",
            nextStep:
                "Compare the host with the names in the certificate and the device's clock with its dates, and give the client "
                + "the roots of the system's certificates. Where a proxy opens TLS on the way, let the client trust its root, or go past it.",
            retry: "not before the certificate is trusted", stays: true, source: .grpcLibraries, code: .unavailable),
        Self(
            messages: [
                "DNS resolution failed for {host}: ", "Unable to resolve host '{host}'", "DNS resolution failed",
                "Unable to resolve host {host}", "Name resolution failed for target dns:{host}", ": lookup {host} on ",
                ": lookup {host}: ", "Couldn't resolve address for {host}:", "Failed host lookup: '{host}'",
                "getaddrinfo ENOTFOUND {host}", "Could not resolve host: {host}", "No such host is known",
                "name resolver error: produced zero addresses", "Name or service not known",
                "Temporary failure in name resolution", "nodename nor servname provided",
                "getaddrinfo EAI_AGAIN {host}", "ERR_NAME_NOT_RESOLVED", "UnknownHostException",
                "No address associated with hostname", "UnresolvedAddressException",
            ],
            meaning: "The name of the host[ {host}] could not be resolved by DNS.",
            nextStep:
                "Check the device's network and DNS, and the host[ {host}]: Fleet Engine's is fleetengine.googleapis.com. "
                + "Reporters and polls go on by themselves.", source: .grpcLibraries, code: .unavailable),
        Self(
            messages: [
                "upstream connect error or disconnect/reset before headers. {problem}", "no healthy upstream",
                "upstream_reset_before_response_started", "no live upstreams", "while connecting to upstream",
                "upstream prematurely closed connection", "No server is available to handle this request",
                "upstream timed out", "upstream rejected request", "upstream sent", "upstream request timeout",
                "there was no available instance", "malformed or connection to the instance had an error",
                "failed_to_connect_to_backend", "backend_timeout", "backend_connection_closed",
                "Service is in fail-fast",
            ] + [520, 521, 522, 523, 524, 525, 526, 530].map { FactPattern(stringLiteral: "error code: \($0)") },
            meaning: "A proxy on the way got no answer, or none that is valid, from the server behind it[: {problem}].",
            nextStep: runningServer, source: .decision, code: .unavailable),
        Self(
            messages: [
                "failed to connect to all addresses; last error: {problem}", "failed to connect to all addresses",
                "connections to all backends failing; last error: {problem}",
                "No connection established. Last error: {problem}", "No connection established", "Connection refused",
                "ECONNREFUSED", "actively refused", "was refused - did you specify", "Connection timed out",
                "Failed to connect to {host} (port ", "Failed to connect to {host} port ", "Failed to dial target host",
                "Cannot connect to host {host} ", "failed to connect service ", "Waiting for LB pick",
                "waiting_for_connection]", "while waiting for connection", "dial tcp ", "java.net.ConnectException",
                "Error while dialing", "connect timeout has", "Connect Timeout Error", "Connect timeout on ",
                "connect ETIMEDOUT", "connect timed out",
                "ConnectTimeout", "TLS handshake timeout", "no subchannel available",
            ],
            meaning: "No connection to the server came about[: {problem}].",
            nextStep:
                "Check the network, the host and port that the client is configured for, and any proxy or firewall in "
                + "between. Reporters and polls go on by themselves.", source: .grpcLibraries, code: .unavailable),
        Self(
            messages: [
                "net::ERR_FAILED", "TypeError: Failed to fetch", "TypeError: Load failed",
                "500 level, http status code: 0", "Bad gRPC response. HTTP status code: 0",
                "HTTP connection completed with 0 instead", "XhrConnection connection-error",
                "NetworkError when attempting to fetch resource",
                "blocked by CORS policy", "Cross-Origin Request Blocked",
            ],
            // Connect passes on what Chromium, Safari and Firefox say.
            wholeMessages: ["Failed to fetch", "Load failed", "NetworkError when attempting to fetch resource."],
            meaning:
                "The browser shows the page no answer: there was none, or the server does not admit the page's origin (CORS).",
            nextStep:
                "See the browser's console for the reason. For CORS, let the proxy that translates grpc-web admit the page's "
                + "origin and, in its answer to OPTIONS, the request's headers, and expose grpc-status and grpc-message.",
            source: .decision, code: .unavailable),
        Self(
            messages: ["The answer is HTTP 415 and has no grpc-status"],
            meaning: "The server does not take the content-type of the request.",
            nextStep: "Send application/grpc over HTTP/2. Servers of gRPC answer HTTP 415 to all else: REST and "
                + "grpc-web need a server or proxy that translates them.", source: .grpcLibraries),
        Self(
            messages: answers(of: "502") + answers(of: "504"),
            meaning: "A proxy on the way got no valid answer from the server behind it (HTTP 502), or none in time "
                + "(HTTP 504).",
            nextStep: runningServer, source: .httpSemantics),
        Self(
            messages: ["Google's front end answered with HTTP {status}"],
            meaning: "A front end of Google answered with HTTP {status} in place of the service behind it.",
            nextStep: "Retry with back-off, at first after 30 seconds. If it stays, see Google's status page.",
            source: .decision),
        Self(
            messages: answers(of: "{status}"),
            meaning: "Something that is no gRPC server answered with HTTP {status}: a proxy, or another server.",
            nextStep: "Check the host and port (fleetengine.googleapis.com:443), the path of a call of REST, and any "
                + "proxy in between: HTTP {status} is its answer, not Fleet Engine's.", source: .grpcLibraries),
        Self(
            messages: [
                "The answer ended without a grpc-status", "Data frame with END_STREAM flag received",
                "server closed the stream without sending trailers", "Received unexpected EOS on ",
                "Received RST_STREAM with code 0", "No status received", "missing GRPC status in response",
                "No grpc-status found on response", "protocol error: missing trailer", "protocol error: missing status",
            ],
            meaning: "The answer ended without trailers, and so without a status.",
            nextStep: "Look for a proxy in between that drops the trailers of HTTP/2, or a server that does not send "
                + "them; in a browser, for CORS that does not expose grpc-status and grpc-message. What was asked for may "
                + "have been done.", source: .grpcLibraries, code: .internal),
        Self(
            messages: ["SSL connection could not be established"],
            meaning: "TLS between client and server did not come about; this message does not say why.",
            nextStep:
                "Log the inner exception, and see what it names: the certificate, the versions of TLS, or a server that "
                + "takes plaintext on this port.",
            retry: "not before the reason is known", stays: true, source: .grpcLibraries, code: .unavailable),
    ]

    /// What messages of clients begin with where no connection came about, and the code may be that of a server's failure: INTERNAL
    /// with .NET and Java, UNKNOWN with grpc-web and grpc-dart.
    static let clientOpenings = [
        "Error starting gRPC call", "Bad gRPC response", "http2 exception",
        "Http response at 400 or 500 level, http status code: 0", "HTTP connection completed with 0 instead",
    ]

    /// What clients say where an answer has an HTTP status and no status of gRPC.
    private static func answers(of status: String) -> [FactPattern] {
        [
            "Unexpected non-200 HTTP Status Code (\(status))", "Received http2 header with status: \(status)",
            "unexpected HTTP status code received from server: \(status) ", "HTTP status code \(status)",
            "Bad gRPC response. HTTP status code: \(status)", "Invalid HTTP response status: \(status)",
            "HTTP connection completed with \(status) instead", "The answer is HTTP \(status) and has no grpc-status",
        ].map(FactPattern.init(stringLiteral:))
    }

    private static let runningServer =
        "See whether the server behind the proxy runs, passes the proxy's health checks, and takes HTTP/2 on this "
        + "port, with TLS just where the proxy uses it. Reporters and polls go on by themselves."

    private static let newToken = "after a new token"

    /// The beginning of the message with which this package's client ends a call that it has no token for.
    package static let failedProvider = "The token provider failed: "
}
