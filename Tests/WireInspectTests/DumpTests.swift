import Foundation
import ProtobufSchema
import TestSupport
import Testing
import WireInspect

@Suite struct DumpTests {
    @Test(arguments: Exhaustive.elements(of: try CaptureFixture.all(), inDebugEvery: 11))
    func jsonEqualsTheOfficialMapping(_ fixture: CaptureFixture) throws {
        let result = dump(try fixture.frames()) { $0.output = .json }
        #expect(result.isSound)
        #expect(result.notes == "")
        let documents = fixture.messageCount == 1 ? [result.output[...]] : result.output.split(separator: "\n")
        let expected = try fixture.json()
        try #require(documents.count == expected.count)
        for (document, official) in zip(documents, expected) {
            guard let official else { continue }
            #expect(jsonDifference(try parseJSON(document.utf8), try parseJSON(official)) == nil)
        }
    }

    @Test(arguments: Exhaustive.elements(of: try CaptureFixture.all(), inDebugEvery: 8))
    func theTreeOfASoundMessageHasNoUnknownField(_ fixture: CaptureFixture) throws {
        let result = dump(try fixture.frames()) { $0.tree.showsAll = true }
        #expect(result.isSound)
        #expect(!result.output.contains("(unknown)"))
        #expect(!result.output.contains("✗"))
        #expect(!result.output.contains("…"))
    }

    /// Coordinates, times, names, numbers: whatever the official JSON says, the tree says it in the same digits.
    @Test(arguments: Exhaustive.elements(of: try CaptureFixture.all(), inDebugEvery: 6))
    func theTreeHasEveryValueOfTheOfficialJSON(_ fixture: CaptureFixture) throws {
        let result = dump(try fixture.frames()) { $0.tree.showsAll = true }
        let words = Set(result.output.split { " ,()[]\n".contains($0) }.map { $0.trimmingCharacters(in: ["\""]) })
        let numbers = Set(words.compactMap { Double($0) })
        func check(_ value: Any, _ key: String) {
            switch value {
            case let object as [String: Any]: for (key, value) in object { check(value, key) }
            case let list as [Any]: for value in list { check(value, key) }
            case let text as String:
                // Masks are camelCase in JSON, and bytes are base64.
                guard key != "updateMask", key != "currentRouteSegment" else { return }
                let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                let isThere = text.split(separator: " ").allSatisfy { words.contains(String($0)) }
                #expect(isThere || result.output.contains(escaped), "\(key): \(text)")
            case let number as NSNumber:
                let isThere =
                    numbers.contains(number.doubleValue) || words.contains(number.boolValue ? "true" : "false")
                #expect(isThere, "\(key): \(number)")
            default: Issue.record("\(key)")
            }
        }
        for json in try fixture.json() {
            if let json { check(try parseJSON(json), "") }
        }
    }

    @Test func anEmptyMaskIsRemarkedOn() throws {
        let fixture = try CaptureFixture.named("update-vehicle-empty-mask")
        let result = dump(try fixture.frames())
        #expect(result.isSound)
        #expect(
            result.output.hasSuffix(
                "note: update_mask is empty; the server refuses this with INVALID_ARGUMENT: update_mask cannot be empty\n"
            ))
    }

    @Test(arguments: [
        ("trip_status", ""), ("trip_sttus", "Trip has no field “trip_sttus”. Did you mean “trip_status”?"),
        ("remaining_distance_meters", "OUTPUT_ONLY"),
    ])
    func aMaskIsCheckedAgainstTheResource(path: String, remark: String) throws {
        let mask = field(5, field(1, path.utf8))
        let message = field(3, "providers/a/trips/b".utf8) + [0x22, 0x02, 0x18, 0x02] + mask
        let result = dump(message) { $0.type = try? type("maps.fleetengine.v1.UpdateTripRequest") }
        #expect(result.isSound)
        #expect(result.output.contains("note: ") == !remark.isEmpty)
        #expect(remark.isEmpty || result.output.contains(remark), "\(result.output)")
    }

    /// Decoders merge masks that come one behind the other: the paths of both count.
    @Test(arguments: [("", "trip_status"), ("trip_status", ""), ("trip_status", "name_")])
    func masksInSeveralPartsAreOne(first: String, second: String) throws {
        let masks = [first, second].flatMap { field(5, $0.isEmpty ? [] : field(1, $0.utf8)) }
        let message = field(3, "providers/a/trips/b".utf8) + [0x22, 0x02, 0x18, 0x02] + masks
        let result = dump(message) { $0.type = try? type("maps.fleetengine.v1.UpdateTripRequest") }
        let notes = result.output.split(separator: "\n").filter { $0.hasPrefix("note: ") }
        #expect(notes.count == (second == "name_" ? 1 : 0) && notes.allSatisfy { $0.contains("name_") }, "\(notes)")
    }

    @Test func damageIsPlacedAndExplained() throws {
        // A frame around a LatLng whose longitude lacks its last byte, inside of a Waypoint.
        let message = try #require(bytes(hex: "0a12" + "09000000000000e03f" + "110000000000" + "0000"))
        let result = dump(grpcFrame(message)) { $0.type = try? type("maps.fleetengine.v1.Waypoint") }
        #expect(!result.isSound)
        #expect(result.output.contains("latitude"))
        #expect(result.output.contains("0.5"))
        #expect(result.notes.contains("truncated at byte 12 in lat_lng.longitude"))
        #expect(result.notes.contains("(byte 17 of the file)"))
    }

    @Test func jsonOfADamagedMessageHasWhatCouldBeRead() throws {
        let message = try #require(bytes(hex: "0a12" + "09000000000000e03f" + "110000000000" + "0000"))
        let result = dump(message) {
            $0.type = try? type("maps.fleetengine.v1.Waypoint")
            $0.output = .json
        }
        #expect(!result.isSound)
        let expected = try parseJSON(#"{"latLng": {"latitude": 0.5}}"#.utf8)
        #expect(jsonDifference(try parseJSON(result.output.utf8), expected) == nil)
    }

    @Test(arguments: [([0x0A], "line feed"), ([0x0D, 0x0A], "line break")] as [([UInt8], String)])
    func theProbableCauseIsNamed(tail: [UInt8], words: String) throws {
        let fixture = try CaptureFixture.named("get-trip-response-new")
        let message = try fixture.message()
        let result = dump(message + tail) { $0.type = try? type(fixture.type) }
        #expect(!result.isSound)
        #expect(result.notes.contains("probable cause: "))
        #expect(result.notes.contains(words), "\(result.notes)")
    }

    @Test func textThatIsNoPayloadIsCalledText() {
        let result = dump("2025-08-31 12:00:01 UpdateVehicle failed: deadline exceeded\n")
        #expect(!result.isSound)
        #expect(result.notes.contains("the input is text"))
    }

    @Test func rawNeedsNoSchema() throws {
        let result = dump(try #require(bytes(hex: "0a05656e2d555310ac02"))) { $0.output = .raw }
        #expect(result.isSound)
        #expect(result.output.contains(#""en-US"  at byte 0"#))
        #expect(result.output.contains("300  at byte 7"))
    }

    @Test func nothingUnsafeReachesTheTerminal() throws {
        // A StringValue with an escape sequence, a C1 control character and a right-to-left override.
        let text = "\u{1B}[31m\u{9B}2J\u{202E}abc\u{07}"
        let result = dump(field(1, text.utf8)) { $0.type = try? type("google.protobuf.StringValue") }
        let isUnsafe = result.output.unicodeScalars.contains {
            ($0.value < 0x20 && $0 != "\n") || (0x7F..<0xA0).contains($0.value) || $0.value == 0x202E
        }
        #expect(!isUnsafe)
    }
}
