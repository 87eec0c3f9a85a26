#if Live
import FleetErrors
import FleetGRPC
import FleetMessages
import Foundation
import GRPCCore
import GRPCWire
import ProtobufWire
import TestSupport
import Testing

@Suite struct SerializerTests {
    @Test func writesAndReadsTheSameBytesAsTheMessageItself() throws {
        guard #available(macOS 15, *) else { return }
        let bytes = try Folders.fixtures.appendingPathComponent("benchmarks/list-vehicles-300.binpb").bytes()
        let list: ListVehiclesResponse = try WireDeserializer().deserialize(bytes)
        #expect(list == (try ListVehiclesResponse(decoding: bytes)) && list.vehicles.count == 300)
        let written: [UInt8] = try WireSerializer().serialize(list)
        #expect(written == list.encoded())
        let empty: [UInt8] = try WireSerializer().serialize(Empty())
        #expect(empty.isEmpty)
    }

    @Test func damagedMessagesAreInternalErrorsThatSayWhere() throws {
        guard #available(macOS 15, *) else { return }
        let error = #expect(throws: RPCError.self) {
            let _: GetTripRequest = try WireDeserializer().deserialize([0x1A, 0x05, 0x61] as [UInt8])
        }
        #expect(error?.code == .internalError && error?.message.contains("GetTripRequest") ?? false)
        #expect((error?.cause as? WireError)?.code == .truncated)
    }
}

@Suite struct CallStatusTests {
    private let status = CallStatus(
        .invalidArgument, "Vehicle is incomplete",
        details: [
            StatusDetail(
                BadRequest.with {
                    $0.fieldViolations = [.with { ($0.field, $0.description) = ("vehicle", "is required") }]
                }),
            StatusDetail(RetryInfo.with { $0.retryDelay = ProtobufDuration(seconds: 2) }),
        ])

    @Test func keepsCodeMessageAndDetailsBothWays() {
        guard #available(macOS 15, *) else { return }
        let error = status.rpcError
        #expect(error.code == .invalidArgument && error.message == status.message)
        let back = CallStatus(error)
        #expect(back.code == status.code && back.message == status.message)
        #expect(back.details.map(\.packed) == status.details.map(\.packed))
        #expect(back.retryDelay == 2 && back.fieldViolations.map(\.field) == ["vehicle"])
        #expect(back.remarks.isEmpty)
    }

    @Test func everyCodeKeepsItsNumberAndOthersAreUnknown() {
        guard #available(macOS 15, *) else { return }
        for number in Int32(1)...16 {
            #expect(CallStatus(CallStatus(.init(rawValue: number)).rpcError).code.rawValue == number)
        }
        for number in [Int32(0), 17, -1] {
            #expect(CallStatus(.init(rawValue: number)).rpcError.code == .unknown)
        }
    }

    @Test func damagedDetailsLeaveTheStatusAndARemark() {
        guard #available(macOS 15, *) else { return }
        var error = RPCError(code: .notFound, message: "no trip")
        error.metadata.addBinary([0x0A, 0x7F, 1], forKey: "grpc-status-details-bin")
        let status = CallStatus(error)
        #expect(status.code == .notFound && status.message == "no trip" && !status.remarks.isEmpty)
    }

    @Test func theCauseIsARemark() {
        guard #available(macOS 15, *) else { return }
        let error = RPCError(code: .unavailable, message: "no connection", cause: CancellationError())
        #expect(CallStatus(error).remarks.contains { $0.contains("CancellationError") })
    }
}
#endif
