import ByteText
import CallViews
import ConsoleText
import Foundation
import GRPCWire
import ProtobufSchema
import TestSupport
import Testing
import WireDoctor
import WireInspect

@testable import WireCapture

@Suite struct SecretTests {
    private static let secrets = [
        "cookie", "x-goog-api-key", "x-api-key", "x-auth-token", "x-server-token", "proxy-authorization",
    ]

    /// What lets its reader act as the sender is not for a screen.
    @Test func aSheetShowsNoCredentials() throws {
        var call = try #require(
            try calls(Folders.network.appendingPathComponent("streaming.pcapng").bytes()).calls.first)
        call.requestHeaders = HeaderBlock(Self.secrets.map { HeaderField($0, "hunter2") })
        call.trailers = HeaderBlock([HeaderField("set-cookie", "hunter2"), HeaderField("grpc-status", "0")])
        let output = TextCollector()
        CallSheet(RecordedCapture.schema).print(call, to: output)
        for name in Self.secrets + ["set-cookie"] { #expect(output.text.contains(name)) }
        #expect(!output.text.contains("hunter2"))
    }

    /// In base64 and in hexadecimal digits nothing finds a token any more: those of fields and of what no schema knows.
    @Test(arguments: [0x0A, 0x12] as [UInt8])
    func noViewShowsTokensInBytes(tag: UInt8) throws {
        let text = """
            syntax = "proto3"; package acme; message M { bytes blob = 1; } service S { rpc Do(M) returns (M); }
            """
        let schema = try Schema(files: [("own.proto", text)])
        let value = [0xFF, 0x01] + Array("AIzaSyB1c2D3e4F5g6H7i8J9k0L1m2N3o4P5q6R".utf8)
        func call(_ payload: [UInt8]) throws -> CapturedCall {
            let moment = CapturedCall.Moment(packet: 1, time: 0)
            var call = CapturedCall(
                client: .unknown, server: .unknown, stream: 1, medium: .http2, first: moment, last: moment)
            call.requestHeaders = HeaderBlock([HeaderField(":path", "/acme.S/Do")])
            let frame = MessageFrame(uncompressedAt: 0, length: payload.count)
            call.request.messages = [LengthPrefixedMessage(frame: frame, payload: payload)]
            return call
        }
        let (old, new) = (try call([]), try call([tag, UInt8(value.count)] + value))
        let (sheet, printer) = (TextCollector(), DifferencePrinter())
        CallSheet(schema).print(new, to: sheet)
        let difference = CallDifference(from: old, to: new, schema: schema)
        let differences = [difference.jsonLine(printer), difference.text(printer).description]
        for text in differences + [sheet.text] { #expect(text.contains(" bytes, not shown)"), "\(text)") }
        for text in differences + [sheet.text, CallJSON(schema).line(new)] {
            #expect(!text.replacing(" ", with: "").contains(hex(value)), "\(text)")
            #expect(!text.contains(Base64.encode(value, as: .padded)), "\(text)")
        }
        let exact = CallJSON(schema, showsCredentials: true).line(new)
        #expect(exact.contains(Base64.encode(value, as: .padded)) == (tag == 0x0A), "\(exact)")
    }
}
