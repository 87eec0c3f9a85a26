import ProtobufSchema
import TestSupport
import Testing

@testable import WireInspect

/// What is left of damaged messages, held to the plain way of building it: another message, piece by piece.
@Suite struct SalvageTests {
    /// - Returns: Whether the message is not too long for its place.
    @discardableResult
    private func check(_ damaged: [UInt8], _ type: MessageDescriptor) -> Bool {
        var expected = CopiedPieces(damaged)
        WireWalker(resynchronizes: true).walk(damaged, as: type, visitor: &expected)
        expected.keep()
        let salvage = Salvage(damaged[...], as: type)
        #expect(salvage.message.elementsEqual(expected.message), "\(damaged)")
        #expect(salvage.damage.count + salvage.furtherDamage == expected.damageCount)
        #expect(type.firstDamage(in: Array(salvage.message)) == nil)
        // A part of other bytes gives the same.
        let part = ([0xFF, 0xFF] + damaged + [0xFF])[2..<(damaged.count + 2)]
        #expect(Salvage(part, as: type).message == salvage.message)
        return expected.message.count <= damaged.count
    }

    @Test(arguments: try DamageTests.messages().map(\.0))
    func cutMessages(_ fixture: CaptureFixture) throws {
        let message = try #require(try fixture.messages().first)
        let type = try type(fixture.type)
        for count in stride(from: 0, through: message.count, by: message.count > 400 ? 7 : 1) {
            check(Array(message.prefix(count)), type)
        }
    }

    @Test(arguments: try DamageTests.messages().map(\.0))
    func messagesWithDamagedBytes(_ fixture: CaptureFixture) throws {
        let message = try #require(try fixture.messages().first)
        let type = try type(fixture.type)
        var random = SplitMix64(seed: 41)
        for _ in 0..<60 {
            var damaged = message
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<message.count, using: &random)
                damaged[index] = [0x07, 0x0B, 0x0C, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
            }
            check(damaged, type)
        }
    }

    /// More pieces than are moved at once, and damage all over.
    @Test(arguments: [
        "0a0107", "0a02ffff07", "1a0a0a0807", "0a0010010a0107", "0a05656e2d555307", "0a8100070a00", "0bff", "0b0c",
        "0b8c8080800010",
    ])
    func damageAllOver(_ unit: String) throws {
        let unit = try #require(bytes(hex: unit))
        let input = Array(repeatElement(unit, count: 20_000 / unit.count).joined())
        for name in ["google.rpc.Status", "maps.fleetengine.v1.ListVehiclesResponse", "maps.fleetengine.v1.Vehicle"] {
            check(input, try type(name))
        }
    }

    /// What has no end gets one, so that more bytes are left than there were, and lengths that take more bytes.
    @Test func groupsWithoutEnd() throws {
        let type = try type("maps.fleetengine.v1.ListVehiclesResponse")
        let groups = [UInt8](repeating: 0x0B, count: 90)
        #expect(!check(groups, type))
        let element = [0x0A, UInt8(groups.count)] + groups
        #expect(!check(element, type))
        #expect(!check(Array(repeatElement(element, count: 200).joined()), type))
    }

    @Test func nothingIsCopied() throws {
        let fixture = try #require(try CaptureFixture.all().first { $0.name == "get-trip-response-new" })
        var damaged = try #require(try fixture.messages().first)[...]
        let type = try type(fixture.type)
        damaged.removeLast(3)
        let before = unsafe damaged.withUnsafeBufferPointer { $0.baseAddress }
        let message = Salvage(consume damaged, as: type).message
        let after = unsafe message.withUnsafeBufferPointer { $0.baseAddress }
        #expect(unsafe before == after)
    }
}

/// Copies what is kept, each length made anew.
private struct CopiedPieces: WireVisitor {
    private let bytes: [UInt8]
    private(set) var message: [UInt8] = []
    private(set) var damageCount = 0
    private var starts: [Int] = []
    private var pending: Range<Int>?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func keep() {
        if let pending { message += bytes[pending] }
        pending = nil
    }

    mutating func enter(_ field: WireField) -> Bool {
        keep()
        message += bytes[field.tag]
        starts.append(message.count)
        return true
    }

    mutating func leave(_ field: WireField) {
        keep()
        let start = starts.removeLast()
        guard field.content != .group else { return message += varint(UInt64(field.number) << 3 | 4) }
        message.insert(contentsOf: varint(UInt64(message.count - start)), at: start)
    }

    private func varint(_ value: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(varint: value)
        return bytes
    }

    mutating func field(_ field: WireField) {
        keep()
        guard field.isComplete, field.content != .group else { return }
        pending = field.tag.lowerBound..<field.value.upperBound
    }

    mutating func damage(_ damage: WireDamage) {
        damageCount += 1
        if let pending, pending.contains(damage.offset) { self.pending = nil }
        keep()
    }
}
