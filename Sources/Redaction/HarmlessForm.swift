internal import ByteText

/// The form of a text that tells of nobody, such as a status or a version. Text of another form is replaced, whatever the
/// name of its field or header promises.
enum HarmlessForm: Hashable, Sendable {
    /// Words of a list, with commas, semicolons or spaces between them.
    case words(Set<String>)
    /// Decimal digits, at most so many.
    case digits(Int)
    /// Seconds since 1970, perhaps with a fraction.
    case time
    /// Up to three numbers of up to three digits: `6.5.3`.
    case version
    /// A time to wait as `grpc-timeout` has it: up to eight digits and a unit.
    case timeout
    /// A host of ``hosts``, perhaps with a port.
    case host
    /// A name of ``productNames`` and its version: `grpc-python/1.85.1`.
    case product

    func accepts(_ text: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .words(let words):
            return text.split { ",; ".utf8.contains($0) }.allSatisfy {
                words.contains(String(decoding: $0, as: UTF8.self))
            }
        case .digits(let most):
            return (1...most).contains(text.count) && text.allSatisfy(\.isDigit)
        case .time:
            let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            return parts.count <= 2 && parts.allSatisfy { Self.digits(10).accepts($0) }
        case .version:
            let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            return parts.count <= 3 && parts.allSatisfy { Self.digits(3).accepts($0) }
        case .timeout:
            return text.last.map("HMSmun".utf8.contains) == true && Self.digits(8).accepts(text.dropLast())
        case .host:
            let parts = text.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            return Self.hosts.contains(String(decoding: parts[0], as: UTF8.self))
                && (parts.count == 1 || Self.digits(5).accepts(parts[1]))
        case .product:
            let parts = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            return parts.count == 2 && Self.productNames.contains(String(decoding: parts[0], as: UTF8.self))
                && Self.version.accepts(parts[1])
        }
    }

    /// The hosts of Fleet Engine, and the computer itself.
    static let hosts: Set<String> = [
        "fleetengine.googleapis.com", "fleetengine.mtls.googleapis.com", "googleapis.com", "localhost", "127.0.0.1",
    ]

    /// The names by which gRPC's and Google's libraries call themselves.
    ///
    /// Source: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md (User-Agents)
    private static let productNames: Set<String> = [
        "grpc", "grpc-c", "grpc-c++", "grpc-csharp", "grpc-dotnet", "grpc-go", "grpc-java-netty", "grpc-java-okhttp",
        "grpc-java-cronet", "grpc-kotlin", "grpc-node-js", "grpc-objc", "grpc-php", "grpc-python", "grpc-ruby",
        "grpc-swift", "grpc-swift-nio", "grpc-web-javascript", "gapic", "gax", "gccl", "gl-go", "gl-java", "gl-node",
        "gl-python", "gl-swift",
    ]
}

extension HarmlessForm {
    private static let encodings = Self.words(["identity", "gzip", "deflate", "br", "snappy", "zstd"])

    private static let mediaTypes = Self.words([
        "application/grpc", "application/grpc+proto", "application/grpc+json", "application/grpc-web",
        "application/grpc-web+proto", "application/grpc-web-text", "application/grpc-web-text+proto",
        "application/x-protobuf", "application/octet-stream", "application/json", "text/html", "text/plain",
        "charset=utf-8", "charset=UTF-8", "*/*",
    ])

    /// The headers that say how a call is made, and the forms of their values.
    static let ofHeaders: [String: HarmlessForm] = [
        ":method": .words(["GET", "POST", "PUT", "OPTIONS"]), ":scheme": .words(["http", "https"]),
        ":status": .digits(3),
        ":authority": .host, "host": .host, "te": .words(["trailers"]), "content-type": mediaTypes,
        "accept": mediaTypes,
        "content-length": .digits(8), "content-encoding": encodings, "accept-encoding": encodings,
        "grpc-encoding": encodings, "grpc-accept-encoding": encodings, "grpc-timeout": .timeout,
        "grpc-status": .digits(3), "grpc-previous-rpc-attempts": .digits(3), "grpc-retry-pushback-ms": .digits(8),
        "retry-after": .digits(6), "x-grpc-web": .digits(1), "connection": .words(["close", "keep-alive"]),
        "transfer-encoding": .words(["chunked"]),
    ]

    /// The claims of a token that say how it is signed, and for whom.
    ///
    /// Source: RFC 7518, section 3.1; RFC 7519, section 4.1
    static let ofClaims: [String: HarmlessForm] = [
        "alg": .words([
            "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "HS256", "HS384", "HS512",
            "EdDSA", "none",
        ]),
        "typ": .words(["JWT"]), "exp": .time, "iat": .time, "nbf": .time,
        "aud": .words(["https://fleetengine.googleapis.com/", "https://fleetengine.googleapis.com"]),
    ]

    /// The reasons that Google's APIs give for refusals on account of credentials and projects.
    ///
    /// Source: https://github.com/googleapis/googleapis/blob/master/google/api/error_reason.proto
    static let errorReasons = Self.words([
        "SERVICE_DISABLED", "BILLING_DISABLED", "API_KEY_INVALID", "API_KEY_SERVICE_BLOCKED",
        "API_KEY_HTTP_REFERRER_BLOCKED", "API_KEY_IP_ADDRESS_BLOCKED", "API_KEY_ANDROID_APP_BLOCKED",
        "API_KEY_IOS_APP_BLOCKED", "RATE_LIMIT_EXCEEDED", "RESOURCE_QUOTA_EXCEEDED", "CREDENTIALS_MISSING",
        "CONSUMER_INVALID", "CONSUMER_SUSPENDED", "USER_PROJECT_DENIED", "ACCESS_TOKEN_EXPIRED",
        "ACCESS_TOKEN_SCOPE_INSUFFICIENT", "ACCESS_TOKEN_TYPE_UNSUPPORTED", "ACCOUNT_STATE_INVALID",
        "IAM_PERMISSION_DENIED",
    ])
}
