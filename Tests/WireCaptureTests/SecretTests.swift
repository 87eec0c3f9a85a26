import CallViews
import ConsoleText
import Foundation
import TestSupport
import Testing
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
        CallSheet(streamSchema).print(call, to: output)
        for name in Self.secrets + ["set-cookie"] { #expect(output.text.contains(name)) }
        #expect(!output.text.contains("hunter2"))
    }
}
