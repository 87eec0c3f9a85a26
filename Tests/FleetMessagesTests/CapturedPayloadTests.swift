import FleetMessages
import FleetProtos
import Foundation
import ProtobufSchema
import ProtobufWire
import TestSupport
import Testing

/// Messages of Google's official clients, whole, cut and damaged.
@Suite struct CapturedPayloadTests {
    struct Payload: CustomTestStringConvertible {
        let name: String
        let type: any Message.Type
        let bytes: [UInt8]
        var testDescription: String { name }
    }

    /// Every captured message among the golden fixtures.
    static func payloads() throws -> [Payload] {
        let payloads = try MessageRegistry.fleetEngine.types.flatMap { type in
            try GoldenMessage.all(of: type.fullName).filter { $0.name.hasPrefix("captured") }
                .map { Payload(name: $0.name, type: type, bytes: $0.bytes) }
        }
        guard !payloads.isEmpty else { throw Folders.NothingFound(folder: GoldenMessage.folder.path) }
        return payloads
    }

    /// What was read before the damage is in the value; the error lies within the bytes; nothing crashes.
    @Test(arguments: try payloads()) func cutAnywhere(_ payload: Payload) throws {
        let starts = fieldStarts(payload.bytes)
        for cut in Exhaustive.elements(of: 0...payload.bytes.count, inDebugEvery: 17) {
            let piece = Array(payload.bytes[..<cut])
            var value: any Message = payload.type.init()
            do throws(WireError) {
                try value.merge(decoding: piece)
                if value.encoded() != piece { Issue.record("cut at \(cut) is not written back") }
            } catch {
                if error.offset > cut { Issue.record("cut at \(cut): \(error)") }
                let whole = starts.last { $0 <= cut } ?? 0
                if !value.encoded().starts(with: piece[..<whole]) {
                    Issue.record("cut at \(cut) loses what came before")
                }
            }
        }
    }

    @Test(arguments: try payloads()) func flippedAnywhere(_ payload: Payload) throws {
        for bit in Exhaustive.elements(of: 0..<payload.bytes.count * 8, inDebugEvery: 67) {
            var damaged = payload.bytes
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            var value: any Message = payload.type.init()
            do throws(WireError) {
                try value.merge(decoding: damaged)
                // What is accepted keeps its meaning when it is written and read once more.
                let written = value.encoded()
                if try type(of: value).init(decoding: written).encoded() != written {
                    Issue.record("bit \(bit) is not stable")
                }
            } catch {
                if error.offset > damaged.count { Issue.record("bit \(bit): \(error)") }
                // Where the top-level fields cannot be passed: all fields before that are there, and nothing else.
                let starts = fieldStarts(damaged)
                guard let whole = starts.last, whole < damaged.count, whole <= error.offset,
                    error.path.components.count <= 1
                else { continue }
                let before = try payload.type.init(decoding: Array(damaged[..<whole]))
                if value.encoded() != before.encoded() { Issue.record("bit \(bit) loses what came before: \(error)") }
            }
        }
    }

    /// Where the top-level fields of a message begin, as far as they can be passed.
    private func fieldStarts(_ bytes: [UInt8]) -> [Int] {
        let slice = bytes[...]
        var reader = Reader(slice.span)
        var starts: [Int] = []
        while true {
            starts.append(reader.offset)
            guard let tag = try? reader.nextTag(), tag != 0, (try? reader.skip(tag)) != nil else { return starts }
        }
    }

    @Test func errorsNameTheField() throws {
        let payload = try #require(
            Self.payloads().first { $0.type == UpdateVehicleRequest.self && $0.name.contains("location") })
        let request = try UpdateVehicleRequest(decoding: payload.bytes)
        // A message that ends inside the latitude, with all lengths around it right.
        var inner: [UInt8] = [0x09, 1, 2, 3]
        for number in [1, 5, 4] as [UInt8] { inner = [number << 3 | 2, UInt8(inner.count)] + inner }
        let error = #expect(throws: WireError.self) { try UpdateVehicleRequest(decoding: request.encoded() + inner) }
        #expect(error?.path.description == "vehicle.last_location.location.latitude")
        #expect(error?.offset == request.encoded().count + 7)
        #expect(error?.code == .truncated)
        let readme = Folders.fixtures.appendingPathComponent("../README.md")
        let shown = try #require(error?.description.split(separator: ":").first)
        #expect(try String(contentsOf: readme, encoding: .utf8).contains(shown + ": "))
    }
}
