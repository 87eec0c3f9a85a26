import Foundation
import GRPCWire
import ProtobufSchema
@testable import Redaction
import TestSupport
import Testing

@testable import WireInspect

/// Stand-ins for every fixture: what must be gone is gone, everything else stays as it was.
@Suite struct RedactionTests {
    /// A message of `Fixtures/messages` or `Fixtures/captures`.
    struct Sample: CustomTestStringConvertible, Sendable {
        let name: String
        let type: String
        let bytes: [UInt8]
        var testDescription: String { "\(type) \(name)" }

        static func all() throws -> [Sample] {
            var samples = try GoldenMessage.all().map { Sample(name: $0.name, type: $0.type, bytes: $0.bytes) }
            for fixture in try CaptureFixture.all() {
                for (index, bytes) in try fixture.messages().enumerated() {
                    samples.append(Sample(name: "\(fixture.name) \(index)", type: fixture.type, bytes: bytes))
                }
            }
            return samples
        }
    }

    static let redactor = Redactor(key: "test")

    @Test(arguments: try Sample.all())
    func keepsLengthStructureAndVerdict(_ sample: Sample) throws {
        let type = try type(sample.type)
        let redacted = Self.redactor.redact(sample.bytes, as: type)
        #expect(redacted.count == sample.bytes.count)
        #expect(type.firstDamage(in: redacted)?.code == type.firstDamage(in: sample.bytes)?.code)
        #expect(Outline(redacted, type) == Outline(sample.bytes, type))
        #expect(Self.redactor.redact(sample.bytes, as: type) == redacted)
        let json = try? JSONWriter().string(sample.bytes, as: type)
        #expect((try? JSONWriter().string(redacted, as: type))?.isEmpty == json?.isEmpty)
    }

    @Test(arguments: try Sample.all())
    func leavesNoWordOfTheTextBehind(_ sample: Sample) throws {
        let type = try type(sample.type)
        let redacted = Self.redactor.redact(sample.bytes, as: type)
        var finder = SecretFinder(sample.bytes)
        WireWalker().walk(sample.bytes, as: type, visitor: &finder)
        let output = String(decoding: redacted, as: UTF8.self)
        for word in finder.words { #expect(!(output.contains(word)), "\(word)") }
        let untyped = String(decoding: Self.redactor.redact(sample.bytes, as: nil), as: UTF8.self)
        for word in finder.words { #expect(!untyped.contains(word), "\(word), as unknown fields") }
    }

    /// Cut anywhere, and with a damaged byte anywhere, nothing comes through either.
    @Test func leavesNothingBehindInDamagedMessages() throws {
        let fixture = try #require(try CaptureFixture.all().first { $0.name == "get-trip-response-enroute" })
        let bytes = try #require(try fixture.messages().first)
        let type = try type(fixture.type)
        var finder = SecretFinder(bytes)
        WireWalker().walk(bytes, as: type, visitor: &finder)
        var random = SplitMix64(seed: 9)
        for round in 0..<300 {
            var damaged = bytes
            if round % 2 == 0 {
                damaged = Array(bytes.prefix(Int(random.next() % UInt64(bytes.count))))
            } else {
                damaged[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            let redacted = Self.redactor.redact(damaged, as: type)
            #expect(redacted.count == damaged.count)
            let output = String(decoding: redacted, as: UTF8.self)
            for word in finder.words { #expect(!(output.contains(word)), "\(word) in round \(round)") }
        }
    }

    @Test func movesEveryPlaceByTheSameDistance() throws {
        let fixture = try #require(try CaptureFixture.all().first { $0.name == "update-delivery-vehicle-request" })
        let bytes = try #require(try fixture.messages().first)
        let redacted = Self.redactor.redact(bytes, as: try type(fixture.type))
        let (old, new) = (try points(bytes, fixture.type), try points(redacted, fixture.type))
        #expect(old.count >= 20 && old.count == new.count)
        let shift = (new[0].north - old[0].north, new[0].east - old[0].east)
        #expect(abs(shift.0) >= 3 && abs(shift.1) >= 20)
        for (before, after) in zip(old, new) {
            #expect(abs(after.north - before.north - shift.0) < 1e-6)
            let turn = after.east - before.east - shift.1
            #expect([-360, 0, 360].contains { abs(turn - $0) < 1e-6 })
            #expect((-90...90).contains(after.north) && (-180...180).contains(after.east))
        }
    }

    /// Google's example of the algorithm: (38.5, -120.2), (40.7, -120.95), (43.252, -126.453).
    @Test func movesEncodedPolylines() throws {
        let old = Array("_p~iF~ps|U_ulLnnqC_mqNvxq`@".utf8)
        var moved = 0
        for seed in UInt64(0)..<64 {
            var stream = StandInStream(seed: seed)
            let shift = PlaceShift(&stream)
            // Steps of more than a degree are no route.
            #expect(shift.polyline(old[...]) == nil)
            guard let new = shift.polyline(old[..<10] + Array("_ibE?".utf8)) else { continue }
            moved += 1
            #expect(new.count == 15)
            let (north, east) = try #require(firstPoint(new))
            #expect(abs(north - shift.latitude(38.5)) < 0.6e-5)
            #expect(abs(east - shift.longitude(-120.2)) < 0.6e-5)
            #expect(new[10...].elementsEqual("_ibE?".utf8))
        }
        #expect(moved > 32)
    }

    @Test func givesTheSameIdTheSameStandInEverywhere() throws {
        let id = Self.redactor.text("driver_74573")
        #expect(id.utf8.count == 12 && id.contains("_") && id != "driver_74573")
        let name = Self.redactor.text("providers/sample-fleet-433/vehicles/driver_74573")
        #expect(name.hasPrefix("providers/") && name.hasSuffix("/vehicles/\(id)"))
        let parameter = Self.redactor.header(
            "x-goog-request-params", Array("name=providers%2Fp%2Fvehicles%2Fdriver_74573".utf8))
        #expect(String(decoding: parameter, as: UTF8.self).hasSuffix("%2Fvehicles%2F\(id)"))
        let message = Self.redactor.header("grpc-message", Array("Trip not found: driver_74573 %E6%9C%9D".utf8))
        let text = String(decoding: message, as: UTF8.self)
        #expect(text.hasPrefix("Trip not found: \(id) %E"))
        #expect(PercentCoding.decode(text).unicodeScalars.count == 30)
        #expect(Redactor(key: "other").text("driver_74573") != id)
        #expect(Redactor().text("driver_74573") != Redactor().text("driver_74573"))
        // Where an id stands, no word is one of the vocabulary.
        let sentence = Self.redactor.sentence("No such trip: providers/trip/trips/providers")
        #expect(sentence.hasPrefix("No such trip: providers/") && sentence.contains("/trips/"))
        #expect(sentence.hasSuffix(Self.redactor.text("providers")) && !sentence.hasSuffix("providers"))
        let hex = Self.redactor.text("0939b32829dfef18c8164f43e5d1b27e")
        #expect(hex.allSatisfy(\.isHexDigit) && hex.utf8.count == 32)
    }

    @Test func keepsTheFormOfTokens() throws {
        let claims =
            #"{"iss":"a-driver@project-7.iam.gserviceaccount.com","aud":"https://fleetengine.googleapis.com/","#
            + #""exp":1756670000,"authorization":{"vehicleid":"driver_74573","taskids":["*","t\u00e9-1/x"]}}"#
        let parts = [#"{"alg":"RS256","typ":"JWT","kid":"key-1"}"#, claims].map { Base64.encode($0.utf8, as: .url) }
        let token = parts.joined(separator: ".") + "." + Base64.encode((0..<64).map { UInt8($0) }, as: .url)
        let redacted = String(
            decoding: Self.redactor.header("authorization", Array("Bearer \(token)".utf8)), as: UTF8.self)
        #expect(redacted.hasPrefix("Bearer ") && redacted.utf8.count == token.utf8.count + 7)
        let fields = redacted.dropFirst(7).split(separator: ".")
        let header = String(decoding: try Base64.decode(fields[0].utf8), as: UTF8.self)
        #expect(header.contains(#""alg":"RS256","typ":"JWT","kid":""#) && !header.contains("key-1"))
        let text = String(decoding: try Base64.decode(fields[1].utf8), as: UTF8.self)
        let object = try #require(try parseJSON(Array(text.utf8)) as? [String: Any])
        #expect(object["aud"] as? String == "https://fleetengine.googleapis.com/")
        #expect(object["exp"] as? Int == 1_756_670_000)
        #expect((object["iss"] as? String)?.hasSuffix(".iam.gserviceaccount.com") == true)
        let granted = try #require(object["authorization"] as? [String: Any])
        #expect(granted["vehicleid"] as? String == Self.redactor.text("driver_74573"))
        #expect((granted["taskids"] as? [String])?.first == "*")
        #expect(!text.contains("a-driver") && !text.contains("project-7") && !text.contains("e9"))
        #expect(try Base64.decode(fields[2].utf8) != (0..<64).map { UInt8($0) })
        #expect(try Base64.decode(fields[2].utf8).count == 64)
        let opaque = Self.redactor.header("authorization", Array("Bearer ya29.a0AfH6SM".utf8))
        #expect(opaque.count == 20 && !String(decoding: opaque, as: UTF8.self).contains("a29"))
    }

    @Test(
        arguments: [
            ("user-agent", "grpc-swift/1.0", true), ("grpc-status", "5", true), (":path", "/a.b.C/Get", true),
            (":path", "/users/jane_doe?x=1", false), ("cookie", "session=abcdef", false),
            ("x-goog-api-key", "AIzaSyD", false),
            ("sample-trace-bin", "DCnE8gLyB9JNmi3IaAnS49vMJL18k7ZH6NQtIi8=", false),
        ])
    func redactsHeadersUnlessTheyTellOfNobody(_ name: String, _ value: String, isKept: Bool) {
        let redacted = Self.redactor.header(name, Array(value.utf8))
        #expect(redacted.count == value.utf8.count)
        #expect((String(decoding: redacted, as: UTF8.self) == value) == isKept)
    }

    /// SipHash-2-4 of the bytes 0 to 14 under the key 0 to 15: appendix A of its paper.
    @Test func hashesAsTheAuthorsDo() {
        let hash = SipHash(low: 0x0706_0504_0302_0100, high: 0x0f0e_0d0c_0b0a_0908)
        #expect(hash((0..<15).map { UInt8($0) }) == 0xa129_ca61_49be_45e5)
    }

    // MARK: Helpers

    private func points(_ bytes: [UInt8], _ name: String) throws -> [(north: Double, east: Double)] {
        let json = try JSONWriter().string(bytes, as: type(name))
        var result: [(Double, Double)] = []
        func collect(_ value: Any) {
            if let object = value as? [String: Any] {
                if let north = object["latitude"] as? Double, let east = object["longitude"] as? Double {
                    result.append((north, east))
                }
                for key in object.keys.sorted() { collect(object[key] ?? 0) }
            } else if let list = value as? [Any] {
                list.forEach(collect)
            }
        }
        collect(try parseJSON(Array(json.utf8)))
        return result
    }

    /// Of an encoded polyline, decoded as Google describes it.
    private func firstPoint(_ text: [UInt8]) -> (Double, Double)? {
        var numbers: [Double] = []
        var (bits, shift) = (0, 0)
        for byte in text {
            let chunk = Int(byte) - 63
            bits |= (chunk & 0x1f) << shift
            shift += 5
            if chunk < 0x20 {
                numbers.append(Double(bits & 1 == 1 ? ~(bits >> 1) : bits >> 1) / 1e5)
                (bits, shift) = (0, 0)
            }
        }
        return numbers.count >= 2 ? (numbers[0], numbers[1]) : nil
    }
}

/// Tags, wire types and lengths of a message and those in it, and all numbers but those with a point, large ones of wrappers
/// that stand alone, and large ones that no enum has.
private struct Outline: WireVisitor, Equatable {
    private var lines: [String] = []

    init(_ bytes: [UInt8], _ type: MessageDescriptor) {
        WireWalker().walk(bytes, as: type, visitor: &self)
    }

    mutating func enter(_ field: WireField) -> Bool {
        lines.append("\(field.number) \(field.wireType) \(field.tag) \(field.length) \(field.value)")
        return true
    }
    mutating func leave(_ field: WireField) { lines.append("end") }
    mutating func field(_ field: WireField) {
        var line = "\(field.number) \(field.wireType) \(field.tag) \(field.length) \(field.value)"
        if let scalar = field.scalar, !isReplaced(field, scalar) { line += " \(scalar)" }
        lines.append(line)
    }
    mutating func damage(_ damage: WireDamage) { lines.append("\(damage.code) \(damage.offset)") }

    private func isReplaced(_ field: WireField, _ scalar: ScalarValue) -> Bool {
        guard let descriptor = field.descriptor else { return false }
        let isLarge = field.value.count > 2
        switch descriptor.kind {
        case .double: return true
        case .float: return field.depth == 0 && descriptor.parent.wellKnown == .wrapper
        case .enumeration:
            guard case .enumeration(let number) = scalar else { return false }
            return isLarge && descriptor.enumeration?.value(number: number) == nil
        default: return isLarge && field.depth == 0 && descriptor.parent.wellKnown == .wrapper
        }
    }
}

/// Words of at least five letters and digits in text that is about someone.
private struct SecretFinder: WireVisitor {
    private let bytes: [UInt8]
    private var secrets: Set<String> = []
    private var kept = ""

    /// Those that no harmless field has as well.
    var words: Set<String> { secrets.filter { !kept.contains($0) } }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private static let harmless: Set<String> = [
        "language_code", "region_code", "country_code", "sdk_version", "os_version", "maps_sdk_version",
        "nav_sdk_version", "device_model", "manufacturer", "paths", "type_url", "key", "locale", "reason", "domain",
        "type", "quota_metric", "quota_id", "api_service", "resource_type", "field",
    ]

    mutating func enter(_ field: WireField) -> Bool { true }
    mutating func damage(_ damage: WireDamage) {}
    mutating func field(_ field: WireField) {
        guard let descriptor = field.descriptor, field.content == .string else { return }
        let isSentence =
            descriptor.parent.fullName.hasPrefix("google.rpc") || descriptor.parent.isMapEntry
        var text = String(decoding: bytes[field.value], as: UTF8.self)
        if descriptor.name == "filter" || descriptor.name.hasPrefix("required_") {
            // What stands before an operator is a name.
            let names = /[A-Za-z_.][\w.]* *[=:<>]/
            kept += text.matches(of: names).map { String($0.output) }.joined(separator: "\n")
            text = text.replacing(names, with: " ")
        }
        // The shape of a route stays.
        let isRoute = descriptor.name.contains("encoded") || descriptor.name == "current_route_segment"
        if isRoute || Self.harmless.contains(descriptor.name) {
            kept += text + "\n"
            return
        }
        for part in text.split(whereSeparator: { !($0.isLetter || $0.isNumber) }) where part.count >= 5 {
            if Vocabulary.collections.contains(String(part)) { continue }
            if isSentence, Vocabulary.words.contains(String(part)) {
                kept += part + "\n"
                continue
            }
            secrets.insert(String(part))
        }
    }
}
