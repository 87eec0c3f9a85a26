import ProtobufSchema
import TestSupport
import Testing

@testable import WireInspect

/// What is left of damaged messages is sound, and all of those that are sound is left.
@Suite struct SalvageTests {
    private func check(_ damaged: [UInt8], _ type: MessageDescriptor) {
        let salvage = Salvage(damaged[...], as: type)
        #expect(type.firstDamage(in: salvage.message) == nil, "\(damaged)")
        #expect(Salvage(salvage.message[...], as: type).message == salvage.message, "\(damaged)")
        // A part of other bytes gives the same.
        let part = ([0xFF, 0xFF] + damaged + [0xFF])[2..<(damaged.count + 2)]
        #expect(Salvage(part, as: type).message == salvage.message)
    }

    @Test(arguments: [
        // A field 0; a string that is cut; a group without end; a sound message.
        ("google.rpc.Status", "08051203616263" + "0000", "08051203616263"),
        ("google.rpc.Status", "080512096162", "0805"),
        ("google.rpc.Status", "0805530801", "080553080154"),
        ("maps.fleetengine.v1.ListVehiclesResponse", "0a050a01611007", "0a050a01611007"),
    ])
    func keepsWhatCanBeRead(_ name: String, _ damaged: String, _ kept: String) throws {
        let message = try #require(bytes(hex: damaged))
        #expect(hex(Salvage(message[...], as: try type(name)).message) == kept)
    }

    @Test(arguments: try CaptureFixture.small())
    func cutMessages(_ fixture: CaptureFixture) throws {
        let (message, type) = try fixture.typedMessage()
        let cuts = stride(from: 0, through: message.count, by: message.count > 400 ? 7 : 1)
        for count in Exhaustive.elements(of: cuts, inDebugEvery: 5) {
            check(Array(message.prefix(count)), type)
        }
    }

    @Test(arguments: try CaptureFixture.small())
    func messagesWithDamagedBytes(_ fixture: CaptureFixture) throws {
        let (message, type) = try fixture.typedMessage()
        var random = SplitMix64(seed: 41)
        for _ in Exhaustive.rounds(60, inDebug: 12) {
            var damaged = message
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<message.count, using: &random)
                damaged[index] = [0x07, 0x0B, 0x0C, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
            }
            check(damaged, type)
        }
    }

    /// Damage all over.
    @Test(arguments: [
        "0a0107", "0a02ffff07", "1a0a0a0807", "0a0010010a0107", "0a05656e2d555307", "0a8100070a00", "0bff", "0b0c",
        "0b8c8080800010",
    ])
    func damageAllOver(_ unit: String) throws {
        let unit = try #require(bytes(hex: unit))
        let input = Array(repeatElement(unit, count: Exhaustive.size(20_000, inDebug: 4000) / unit.count).joined())
        for name in ["google.rpc.Status", "maps.fleetengine.v1.ListVehiclesResponse", "maps.fleetengine.v1.Vehicle"] {
            check(input, try type(name))
        }
    }

    /// What has no end gets one, so that more bytes are left than there were, and lengths that take more bytes.
    @Test func groupsWithoutEnd() throws {
        let type = try type("maps.fleetengine.v1.ListVehiclesResponse")
        let groups = [UInt8](repeating: 0x0B, count: 90)
        check(groups, type)
        let element = field(1, groups)
        check(element, type)
        check(Array(repeatElement(element, count: 200).joined()), type)
    }
}
