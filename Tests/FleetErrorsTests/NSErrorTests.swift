import FleetErrors
import FleetMessages
import FleetProtos
import FleetWireFoundation
import Foundation
import GRPCWire
import ProtobufSchema
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
                NSLocalizedDescriptionKey: "x",
                "io.grpc.HeadersKey": ["content-type": "application/grpc"],
                "io.grpc.TrailersKey": ["grpc-status-details-bin": base64, "grpc-status": "7"],
            ])
        #expect(ErrorNode(error).headers?.count == 1)
        let read = try #require(CallStatus(error))
        #expect(read.code == .resourceExhausted && read.retryDelay == 3)
        #expect(read.remarks.count == 1)  // another code in the trailers
    }

    @Test func aMissingMessageIsThatOfTheTrailers() {
        func message(_ own: String) -> String? {
            let trailers = ["grpc-status": "8", "grpc-message": "100%25"]
            return CallStatus(
                NSError(
                    domain: "io.grpc", code: 8,
                    userInfo: [NSLocalizedDescriptionKey: own, "io.grpc.TrailersKey": trailers]))?.message
        }
        #expect(message("own") == "own" && message("") == "100%")
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
        #expect(ProtobufDuration(timeInterval: -1.5) == ProtobufDuration(seconds: -1, nanos: -500_000_000))
        #expect(ProtobufDuration(seconds: 90).timeInterval == 90 && ProtobufDuration(timeInterval: .nan) == nil)
        #expect(Timestamp(.distantFuture) != nil && Timestamp(Date(timeIntervalSince1970: 1e12)) == nil)
    }

    @Test func dataIsTakenWhereASpanIs() throws {
        let data = Data([0xff] + Timestamp(seconds: 60).encoded())
        #expect(try Timestamp(decoding: data.dropFirst()) == Timestamp(seconds: 60))
        #expect(throws: (any Error).self) { try Timestamp(decoding: Data([0x08])) }
        let type = try #require(Timestamp.descriptor)
        #expect(try JSONWriter().string(data.dropFirst(), as: type) == #""1970-01-01T00:01:00Z""#)
        let frame = try MessageFramer.encode([Timestamp(seconds: 60).encoded()])
        #expect(try Deframer.decodeAll(Data(frame)).map(\.payload) == [Timestamp(seconds: 60).encoded()])
    }
}

/// What Foundation shows of errors.
@Suite struct LocalizedErrorTests {
    private static func errors() throws -> [any Error] {
        let type = try #require(FleetSchema.shared.message(named: Timestamp.fullName))
        func thrown(_ body: () throws -> Void) -> [any Error] {
            do {
                try body()
                return []
            } catch {
                return [error]
            }
        }
        var errors: [any Error] = [
            CallStatus(.notFound, "Vehicle not found: providers/p/vehicles/nobody"),
            FramingError(.truncatedMessage, offset: 5), FramingError(.messageTooLarge, offset: 1, limit: 4),
            MetadataError(.invalidBase64, offset: 2),
        ]
        errors += thrown { _ = try Timestamp(decoding: [0x08]) }
        errors += thrown { _ = try Schema(files: [("a.proto", "message {")]) }
        errors += thrown { _ = try TextReader().bytes(of: "years: 1", as: type) }
        errors += thrown { _ = try JSONReader().bytes(of: "\"today\"", as: type) }
        errors += thrown { _ = try Schema(files: [("a.proto", "import \"b.proto\"; message M { optional B b = 1; }")]) }
        errors += thrown { _ = try Schema(descriptorSet: [0x0A, 0x05, 0x62, 0x03, 0x62, 0x61, 0x64] as [UInt8]) }
        errors += thrown { _ = try FieldPaths(["second"]).apply([UInt8](), onto: [UInt8](), as: type) }
        errors += thrown { _ = try FieldPaths(["seconds"]).apply([0x08] as [UInt8], onto: [UInt8](), as: type) }
        errors += thrown { _ = try FieldPaths(["seconds.x"]).apply([UInt8](), onto: [UInt8](), as: type) }
        errors += thrown { _ = try TextWriter().string([0x08] as [UInt8], as: type) }
        errors += thrown { _ = try MessageRegistry().decode("acme.Shift", from: [0x08, 0x01] as [UInt8]) }
        return errors
    }

    @Test func everyErrorSaysWhatWhyAndWhatNext() throws {
        let errors = try Self.errors()
        #expect(errors.count == 15)
        for error in errors {
            let shown = error as NSError
            #expect(!shown.localizedDescription.contains("could not be completed"), "\(error)")
            let localized = error as? any LocalizedError
            let texts = [localized?.errorDescription, localized?.failureReason, localized?.recoverySuggestion]
            #expect(texts.allSatisfy { $0?.isEmpty == false }, "\(error): \(texts)")
        }
    }

    @Test func statusesAdviseWithWhatTheyName() {
        let status: any LocalizedError = CallStatus(.notFound, "Vehicle not found: providers/p/vehicles/nobody")
        #expect(status.failureReason?.contains("nobody") == true)
        #expect(status.recoverySuggestion?.contains("nobody") == true)
    }
}
