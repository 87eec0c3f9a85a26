import Conformance
import ProtobufWire
import Testing

#if DEBUG
private let isReleaseBuild = false
#else
private let isReleaseBuild = true
#endif

/// Inputs that make a decoder slow which copies when it merges: each is decoded and encoded in linear time.
@Suite(.serialized, .enabled(if: isReleaseBuild, "run with -c release: speed is the subject"))
struct PerformanceTests {
    static let vectors = Result { try Vector.load("performance", count: 15) }

    @Test(arguments: isReleaseBuild ? try vectors.get() : [])
    func givesTheExpectedBytes(_ vector: Vector) throws {
        guard case .protobuf(let expected) = vector.expectation else { throw NotBinary() }
        #expect(Testee().answer(vector.request).result == .protobuf(expected))
    }

    /// Four times the input may take eight times as long, half of what quadratic time would make of it.
    @Test(arguments: isReleaseBuild ? try vectors.get() : [])
    func takesLinearTime(_ vector: Vector) throws {
        guard case .protobuf(let bytes) = vector.payload else { throw NotBinary() }
        let once = try time(bytes)
        let fourTimes = try time(bytes + bytes + bytes + bytes)
        #expect(fourTimes < once * 8, "\(once) for \(bytes.count) bytes, \(fourTimes) for four times as many")
    }

    private struct NotBinary: Error {}

    /// The shortest of several runs.
    private func time(_ bytes: [UInt8]) throws -> Duration {
        var shortest = Duration.seconds(3600)
        for _ in 0..<7 {
            let time = try ContinuousClock().measure {
                let encoded = try TestAllTypesProto3(decoding: bytes).encoded()
                #expect(encoded.count > 0)
            }
            shortest = min(shortest, time)
        }
        return shortest
    }
}
