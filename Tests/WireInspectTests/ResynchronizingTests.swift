import ConsoleText
import ProtobufSchema
import TestSupport
import Testing
import WireInspect

/// Official payloads that were damaged in the middle: what stands behind the damage is found again.
@Suite struct ResynchronizingTests {
    private static let walker = WireWalker(resynchronizes: true)

    private func tree(_ message: [UInt8], _ type: MessageDescriptor) -> WireTree {
        WireTree(message, as: type, walker: Self.walker)
    }

    /// Each field at the top loses its tag in turn, to one that no field has.
    @Test(arguments: try CaptureFixture.small())
    func fieldsBehindALostTagAreFound(_ fixture: CaptureFixture) throws {
        let (message, type) = try fixture.typedMessage()
        let whole = tree(message, type).nodes.map(\.field)
        for (position, field) in whole.enumerated() {
            for tag in [0x07, 0x0E, 0x00] as [UInt8] {
                var damaged = message
                damaged[field.tag.lowerBound] = tag
                let behind = whole[(position + 1)...].map(\.tag.lowerBound)
                let found = tree(damaged, type)
                #expect(found.damage.first?.offset == type.firstDamage(in: damaged)?.offset)
                // One short field is not enough to be sure.
                guard let next = behind.first, behind.count > 1 || message.count - next >= 4 else { continue }
                #expect(found.damage.first?.resumed == next, "\(field.number) at \(field.tag.lowerBound)")
                #expect(found.nodes.suffix(behind.count).map(\.field.tag.lowerBound) == behind)
            }
        }
    }

    /// A length that reaches beyond the message it stands in.
    @Test func fieldsBehindADamagedLengthAreFound() throws {
        let fixture = try CaptureFixture.named("get-trip-response-new")
        let (message, type) = try fixture.typedMessage()
        let whole = tree(message, type).nodes.map(\.field)
        let name = try #require(whole.first { $0.content == .string && $0.length.count == 1 })
        var damaged = message
        damaged[name.length.lowerBound] = 0x7F
        damaged.insert(0x7F, at: name.length.upperBound)
        damaged[name.length.lowerBound] |= 0x80
        let found = tree(damaged, type)
        #expect(found.damage.first?.resumed == name.value.upperBound + 1)
        #expect(found.nodes.map(\.field.number) == whole.map(\.number))
        #expect(found.nodes.first { $0.field.number == name.number }?.field.isComplete == false)
        let result = dump(damaged) {
            $0.type = type
            $0.form = .message
        }
        #expect(result.output.contains("; resynchronised at byte \(name.value.upperBound + 1)"))
        #expect(result.notes.contains("reading went on at byte"))
    }

    @Test(arguments: try CaptureFixture.small())
    func theFirstDamageIsTheSame(_ fixture: CaptureFixture) throws {
        let (message, type) = try fixture.typedMessage()
        var random = SplitMix64(seed: 19)
        for _ in 0..<40 {
            var flipped = message
            for _ in 0..<3 {
                flipped[Int.random(in: 0..<message.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            }
            let first = WireTree(flipped, as: type, walker: WireWalker()).damage.first
            let other = tree(flipped, type).damage.first
            #expect(first?.code == other?.code && first?.offset == other?.offset && first?.path == other?.path)
        }
    }

    @Test func jsonKeepsWhatStandsBehindTheDamage() throws {
        // An ErrorInfo: reason, what was the domain, metadata.
        let message = try #require(bytes(hex: "0a0141" + "070262" + "1a060a0161120162"))
        let result = dump(message) {
            $0.type = try? type("google.rpc.ErrorInfo")
            $0.output = .json
        }
        #expect(!result.isSound)
        let expected = try parseJSON(#"{"reason": "A", "metadata": {"a": "b"}}"#.utf8)
        #expect(jsonDifference(try parseJSON(result.output.utf8), expected) == nil)
    }

    /// The annotated bytes go on where the tree does.
    @Test(arguments: try CaptureFixture.small())
    func hexFindsTheSameFields(_ fixture: CaptureFixture) throws {
        let (message, type) = try fixture.typedMessage()
        for field in Exhaustive.elements(of: tree(message, type).nodes.map(\.field), inDebugEvery: 5) {
            for position in [field.tag.lowerBound, field.length.first].compactMap({ $0 }) {
                var damaged = message
                damaged[position] = 0x7F
                let output = TextCollector()
                let damage = printHex(damaged, as: type, to: output).places
                #expect(damage == TreePrinter().print(damaged, as: type, to: TextCollector()).places)
                for resumed in damage.compactMap(\.resumed) {
                    let line = output.text.split(separator: "\n").first { Int($0.prefix(6), radix: 16) == resumed }
                    #expect(line?.contains("tag ") == true, "\(resumed) in \(output.text)")
                }
            }
        }
    }

    @Test func whatMakesNoSenseIsShown() throws {
        let message = try #require(bytes(hex: "0a0161" + "0702ff" + "1001"))
        let text = TreePrinter().text(message + [0x10, 0x02], as: nil)
        #expect(text.contains("✗ invalid_tag at byte 3, 7 bytes unread: 0702ff10 011002"), "\(text)")
    }

    // MARK: Lists

    @Test func aDamagedElementIsNotLeftOut() throws {
        let list = [String](repeating: "0a00", count: 30)
        var damaged = list
        damaged[15] = "0a0107"
        let input = try #require(bytes(hex: damaged.joined()))
        let output = TextCollector()
        let damage = TreePrinter().print(input, as: try type("maps.fleetengine.v1.VehicleAttributeList"), to: output)
        #expect(damage.places.map { "\($0.path)" } == ["attributes[15]"])
        #expect(output.text.contains("… 25 more: attributes[3] to [28] but the damaged; --all shows them"))
        #expect(output.text.contains("attributes[15]") && output.text.contains("attributes[29]"))
        #expect(output.text.split(separator: "\n").count == 7)
    }

    @Test func ofManyDamagedElementsTheNumberIsTold() throws {
        let input = try #require(bytes(hex: String(repeating: "0a0107", count: 5000)))
        let output = TextCollector()
        let damage = TreePrinter().print(input, as: try type("maps.fleetengine.v1.VehicleAttributeList"), to: output)
        #expect(damage.places.count + damage.further == 5000)
        #expect(output.text.split(separator: "\n").count < 80)
    }

    @Test func elementsKeepTheirPositions() throws {
        // Two lists that take turns, and a field between them now and then: trip_types and waypoints of a request.
        var input: [UInt8] = []
        for index in 0..<60 { input += [0x0A, 0x00] + (index % 20 == 19 ? [0x98, 0x06, 0x01] : []) }
        let text = TreePrinter().text(input, as: try type("maps.fleetengine.v1.VehicleAttributeList"))
        #expect(text.contains("… 56 more: attributes[3] to [58]"))
        #expect(text.contains("attributes[2]") && text.contains("attributes[59]"))
        #expect(text.split(separator: "\n").count == 8, "\(text)")
    }

    // MARK: Hostile input

    /// Whatever stands behind damage is looked at a bounded number of times.
    @Test(arguments: [
        "07", "0807", "0a7f", "0a0107", "0a02ffff07", "1a0a0a0807", "0880808080808080808080", "0e0a00", "0bff",
        "0a05656e2d555307", "1206120407", "070a016110023005", "0708011001", "220a016107",
    ])
    func damageWithoutEndIsLinear(_ unit: String) throws {
        let unit = try #require(bytes(hex: unit))
        let input = Array(repeatElement(unit, count: Exhaustive.size(8_000, inDebug: 80) / unit.count).joined())
        let names = ["google.rpc.Status", "maps.fleetengine.v1.ListVehiclesResponse", "maps.fleetengine.v1.Vehicle"]
        for name in Exhaustive.elements(of: names, inDebugEvery: 3) {
            let result = dump(input) {
                $0.type = try? type(name)
                $0.form = .message
            }
            #expect(!result.output.isEmpty && result.notes.utf8.count < 100_000)
        }
    }

    @Test func veryManyFieldsAreAFewLines() {
        let count = Exhaustive.size(100_000, inDebug: 10_000)
        let input = Array(repeatElement([0x08, 0x01] as [UInt8], count: count).joined())
        let result = dump(input) { $0.output = .raw }
        #expect(result.isSound)
        #expect(result.output.contains("… \(count - 13) more: 1[10] to [\(count - 4)]; --all shows them"))
        #expect(result.output.split(separator: "\n").count == 16)
    }

    /// Every byte of a message is damaged in turn.
    @Test func anyByteMayBeDamaged() throws {
        let fixture = try CaptureFixture.named("get-trip-response-new")
        let trip = try fixture.message()
        let type = try type(fixture.type)
        for index in trip.indices {
            for byte in [0x07, 0xFF] as [UInt8] where trip[index] != byte {
                var damaged = trip
                damaged[index] = byte
                let output = TextCollector()
                let damage = TreePrinter().print(damaged, as: type, to: output)
                #expect(damage.isEmpty == (type.firstDamage(in: damaged) == nil))
                #expect(damage.places.first?.offset == type.firstDamage(in: damaged)?.offset)
            }
        }
    }
}
