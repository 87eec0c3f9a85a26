import GRPCWire
import TestSupport
import Testing

@Suite struct ResponseStatusTests {
    // http-grpc-status-mapping.md; 431 as 400.
    @Test(
        arguments: [
            (400, 13), (431, 13), (401, 16), (403, 7), (404, 12), (429, 14), (502, 14), (503, 14), (504, 14), (500, 2),
            (302, 2), (418, 2),
        ])
    func mapsHTTPStatuses(http: Int, code: Int32) {
        let status = ResponseStatus(headers: [":status": "\(http)", "content-type": "text/html"], trailers: nil)
        #expect(status.code.rawValue == code)
        #expect(status.origin == .httpStatus(http))
        #expect(status.sentCode == nil)
        #expect(status.remarks.count == 1)
    }

    // PROTOCOL-HTTP2.md, Requests: servers of gRPC answer 415 to a content-type that does not begin with application/grpc.
    @Test func anUnsupportedMediaTypeIsNotBlamedOnAProxy() {
        let status = ResponseStatus(headers: [":status": "415"], trailers: nil)
        #expect(status.code == .unknown && status.message.contains("content-type"))
        #expect(!status.message.contains("proxy"))
    }

    // PROTOCOL-HTTP2.md, Errors. grpcio 1.85 and grpc-go 1.33 report INTERNAL of STREAM_CLOSED and HTTP_1_1_REQUIRED, grpcio and
    // grpc-java 1.41 of an unknown code.
    @Test(
        arguments: [
            (0, 13), (1, 13), (2, 13), (3, 13), (4, 13), (5, 13), (6, 13), (7, 14), (8, 1), (9, 13), (10, 13), (11, 8),
            (12, 7), (13, 13), (0xffff_ffff, 13),
        ] as [(UInt32, Int32)])
    func mapsResets(reset: UInt32, code: Int32) {
        let status = ResponseStatus(headers: nil, trailers: nil, reset: HTTP2ErrorCode(rawValue: reset))
        #expect(status.code.rawValue == code)
        #expect(status.wasNotProcessed == (reset == 7))
    }

    // google/rpc/code.proto
    @Test func knowsTheCodes() {
        let http = [200, 499, 500, 400, 504, 404, 409, 403, 429, 400, 409, 400, 501, 500, 503, 500, 401]
        #expect(StatusCode.all.map(\.httpStatus) == http)
        #expect(StatusCode.all.count == 17)
        for code in StatusCode.all {
            #expect(StatusCode(name: code.name ?? "") == code)
            #expect(StatusCode(name: (code.name ?? "").lowercased().filter { $0 != "_" }) == code)
        }
        #expect(StatusCode(name: "CANCELED") == .cancelled)
        #expect(StatusCode(name: "NOPE") == nil)
        #expect(StatusCode(rawValue: 17).name == nil)
    }

    @Test(arguments: [("0", 0), ("16", 16), ("007", 7), (" 5 ", 5), ("2147483647", Int32.max)])
    func readsStatusNumbers(value: String, code: Int32) throws {
        #expect(try StatusCode(header: value).rawValue == code)
    }

    @Test(arguments: ["", "x", "-1", "1.5", "2147483648", "99999999999999999999", "5 5"])
    func rejectsStatusNumbers(value: String) {
        #expect(throws: MetadataError.self) { try StatusCode(header: value) }
        let status = ResponseStatus(headers: nil, trailers: ["grpc-status": value])
        #expect(status.code == .unknown && status.remarks.count == 1)
    }

    @Test func trailersWin() {
        let headers: Metadata = [":status": "503", "content-type": "application/grpc", "grpc-status": "1"]
        let status = ResponseStatus(
            headers: headers, trailers: ["grpc-status": "7", "grpc-message": "no%21"], reset: .noError)
        #expect(status.code == .permissionDenied)
        #expect(status.message == "no!")
        #expect(status.origin == .trailers)
        #expect(status.remarks.count == 1)
    }

    @Test func readsTrailersOnly() {
        let block: Metadata = [":status": "200", "content-type": "application/grpc", "grpc-status": "5"]
        for status in [
            ResponseStatus(headers: block, trailers: nil), ResponseStatus(headers: nil, trailers: block),
        ] {
            #expect(status.code == .notFound && status.origin == .trailersOnly && status.remarks.isEmpty)
        }
    }

    @Test func fallsBackInOrder() {
        let headers: Metadata = [":status": "200", "content-type": "application/grpc"]
        #expect(ResponseStatus(headers: headers, trailers: nil).code == .unknown)
        #expect(ResponseStatus(headers: nil, trailers: nil).origin == .nothing)
        #expect(ResponseStatus(headers: headers, trailers: nil, reset: .cancel).code == .cancelled)
        #expect(
            ResponseStatus(headers: headers, trailers: nil, reset: .cancel, isDeadlineOver: true).code
                == .deadlineExceeded)
        #expect(ResponseStatus(headers: [":status": "503"], trailers: nil, reset: .cancel).code == .unavailable)
        let page = ResponseStatus(
            headers: [":status": "200", "content-type": "text/html"], trailers: nil, reset: .cancel)
        #expect(page.code == .unknown && page.message.contains("200 (text/html)"))
        let ended = ResponseStatus(headers: headers, trailers: ["a": "b"], reset: HTTP2ErrorCode(rawValue: 1))
        #expect(ended.code == .unknown)
        let early = ResponseStatus(headers: headers + [.init(name: "grpc-status", value: "9")], trailers: ["a": "b"])
        #expect(early.code == .failedPrecondition && early.origin == .headers && early.remarks.count == 1)
    }

    @Test func takesTheLastOfSeveralStatuses() {
        let status = ResponseStatus(headers: nil, trailers: ["grpc-status": "5", "grpc-status": "7"])
        #expect(status.code == .permissionDenied)
    }

    @Test func keepsGoingWithBadDetails() {
        let status = ResponseStatus(headers: nil, trailers: ["grpc-status": "3", "grpc-status-details-bin": "!!"])
        #expect(status.code == .invalidArgument && status.details == nil && status.remarks.count == 1)
    }
}

@Suite struct WebBodyTests {
    private let message: [UInt8] = [0, 0, 0, 0, 2, 0x08, 0x01]
    private let block = Array("grpc-status: 5\r\ngrpc-message: not%20here\r\n".utf8)

    /// Bytes behind the trailers belong to nothing.
    @Test(arguments: 1...12) func splitsPiecesOfAnySize(size: Int) {
        let body = message + grpcFrame(block, flags: 0x80)
        var splitter = WebBodySplitter()
        var frames: [UInt8] = []
        let sent = body + [1, 2, 3]
        for start in stride(from: 0, to: sent.count, by: size) {
            #expect(splitter.isOver == (start >= body.count))
            frames += splitter.split(sent[start..<min(start + size, sent.count)])
        }
        #expect(frames == message)
        let trailers = splitter.trailerFields(.identity, limit: 1000)
        #expect(trailers == ["grpc-status": "5", "grpc-message": "not%20here"])
        #expect(ResponseStatus(headers: [":status": "200"], trailers: trailers).message == "not here")
    }

    @Test(
        arguments: [(.gzip, 1000, "5"), (.gzip, 0, nil), (.identity, 1000, nil)] as [(MessageEncoding, Int, String?)])
    func inflatesTrailers(encoding: MessageEncoding, limit: Int, status: String?) throws {
        var compressed: [UInt8] = []
        var deflater = try Deflater(.gzip)
        let plain = block[...]
        #expect(deflater.deflate(plain.span, appendingTo: &compressed))
        var splitter = WebBodySplitter()
        #expect(splitter.split(grpcFrame(compressed, flags: 0x81)[...]).isEmpty)
        #expect(splitter.trailerFields(encoding, limit: limit).last("grpc-status") == status)
    }
}
