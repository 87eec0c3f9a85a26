import FleetErrors
import FleetErrorsFoundation
import FleetMessages
import Foundation
import GRPCWire
import ProtobufWire
import Testing

@Suite struct NSErrorTests {
    private var status: CallStatus {
        var retry = RetryInfo()
        retry.retryDelay = ProtobufDuration(seconds: 3)
        return CallStatus(.resourceExhausted, "Zu viele Anfragen: 100 %", details: [StatusDetail(retry)])
    }

    @Test func statusSurvivesANSError() throws {
        let error = status.nsError
        #expect(error.domain == "io.grpc" && error.code == 8)
        #expect(error.localizedDescription == "Zu viele Anfragen: 100 %")
        let trailers = try #require(error.userInfo["io.grpc.TrailersKey"] as? [String: Any])
        #expect(trailers["grpc-status-details-bin"] is Data)
        let back = try #require(CallStatus(error))
        #expect(back.code == status.code && back.message == status.message)
        #expect(back.retryDelay == 3)
        #expect(back.remarks.isEmpty)
    }

    /// The Driver SDK wraps gRPC's error; both keys are in use.
    @Test func findsTheGRPCErrorBelowAnother() throws {
        let wrapped = NSError(domain: "driver", code: 1, userInfo: [NSUnderlyingErrorKey: status.nsError])
        let several = NSError(
            domain: "driver", code: 2,
            userInfo: ["NSMultipleUnderlyingErrorsKey": [NSError(domain: "x", code: 3), wrapped as any Error]])
        for error in [wrapped, several] { #expect(CallStatus(error)?.code == .resourceExhausted) }
        #expect(CallStatus(NSError(domain: "x", code: 3)) == nil)
        #expect(CallStatus(status)?.code == .resourceExhausted)
    }

    @Test func trailersMayBeText() throws {
        let base64 = status.rpcStatus.detailsHeader
        let error = NSError(
            domain: "io.grpc", code: 8,
            userInfo: [
                NSLocalizedDescriptionKey: "x", "NSDebugDescription": "debug",
                "io.grpc.HeadersKey": ["content-type": "application/grpc"],
                "io.grpc.TrailersKey": ["grpc-status-details-bin": base64, "grpc-status": "7"],
            ])
        let node = ErrorNode(error)
        #expect(node.debugText == "debug" && node.headers?.count == 1)
        let read = try #require(CallStatus(error))
        #expect(read.code == .resourceExhausted && read.retryDelay == 3)
        #expect(read.remarks.count == 1)  // another code in the trailers
    }

    @Test func endlessChainsOfErrorsAreCutOff() {
        var error = NSError(domain: "x", code: 1)
        for _ in 0..<5_000 { error = NSError(domain: "x", code: 1, userInfo: [NSUnderlyingErrorKey: error]) }
        #expect(CallStatus(error) == nil)
        // Each level twice: 2^40 ways down.
        var twice = NSError(domain: "x", code: 1)
        for _ in 0..<40 {
            twice = NSError(
                domain: "x", code: 1, userInfo: ["NSMultipleUnderlyingErrorsKey": [twice, twice] as [any Error]])
        }
        #expect(CallStatus(twice) == nil)
    }

    @Test func datesAreTimestamps() {
        // 2025-08-31T19:51:42.5Z
        let date = Date(timeIntervalSinceReferenceDate: 778_362_702.5)
        #expect(Timestamp(date) == Timestamp(seconds: 1_756_669_902, nanos: 500_000_000))
        #expect(Timestamp(seconds: 1_756_669_902, nanos: 500_000_000).date == date)
        #expect(Timestamp(.distantFuture) != nil && Timestamp(Date(timeIntervalSince1970: 1e12)) == nil)
    }

    @Test func dataIsTakenWhereASpanIs() throws {
        let data = Data([0xff] + Timestamp(seconds: 60).encoded())
        #expect(try Timestamp(decoding: data.dropFirst()) == Timestamp(seconds: 60))
        #expect(throws: (any Error).self) { try Timestamp(decoding: Data([0x08])) }
    }
}
