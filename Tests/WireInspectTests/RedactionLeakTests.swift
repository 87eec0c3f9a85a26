import Foundation
import GRPCWire
import ProtobufSchema
@testable import Redaction
import TestSupport
import Testing

@testable import WireInspect

/// What must not come through, and what must be the same wherever it stands.
@Suite struct RedactionLeakTests {
    private static let redactor = RedactionTests.redactor

    private func header(_ name: String, _ value: String) -> String {
        String(decoding: Self.redactor.header(name, Array(value.utf8)), as: UTF8.self)
    }

    private func text(_ address: [UInt8]) -> String {
        Self.redactor.address(address).map { String($0) }.joined(separator: ".")
    }

    // MARK: Addresses

    @Test(
        arguments: [
            [203, 0, 113, 9], [198, 51, 100, 23], [10, 1, 2, 3], [1, 1, 1, 1], [192, 168, 178, 101],
            [255, 255, 255, 255],
        ] as [[UInt8]])
    func giveAnAddressOneStandInEverywhere(_ address: [UInt8]) {
        let old = address.map { String($0) }.joined(separator: ".")
        let new = text(address)
        #expect(new != old && new.utf8.count == old.utf8.count)
        #expect(new.hasPrefix("10.") || new.hasPrefix("100.") || new.hasPrefix("0."))
        #expect(header(":authority", "\(old):47176") == "\(new):47176")
        #expect(header("x-forwarded-for", "\(old), \(old)") == "\(new), \(new)")
        #expect(
            header("grpc-message", "connection to \(old):47176 failed with error 14.")
                == "connection to \(new):47176 failed with error 14.")
        #expect(header("grpc-message", "connection to ipv4:\(old)").hasSuffix(":\(new)"))
        #expect(Self.redactor.text("peer=\(old)").hasSuffix("=\(new)"))
    }

    @Test func giveAddressesOfIPv6AsManyDigits() {
        var address = [UInt8](repeating: 0, count: 16)
        (address[0], address[1], address[2], address[3], address[15]) = (0x20, 1, 0xd, 0xb8, 0x1f)
        let new = Self.redactor.address(address)
        #expect(new[0] == 0xfd && new[4..<14].allSatisfy { $0 == 0 } && new[15] >= 0x10)
        let groups = [0, 2, 14].map { String(UInt16(new[$0]) << 8 | UInt16(new[$0 + 1]), radix: 16) }
        let text = "\(groups[0]):\(groups[1])::\(groups[2])"
        #expect(header(":authority", "[2001:db8::1f]:443") == "[\(text)]:443")
        #expect(
            header("grpc-message", "ipv6:%5B2001:0DB8::1F%5D:47176").hasSuffix("::\(groups[2].uppercased())%5D:47176"))
        #expect(header("grpc-message", "failed: 2001:db8::1f.") == "failed: \(text).")
        #expect(header(":authority", "[::1]:50051") == "[::1]:50051")
        #expect(Self.redactor.address([UInt8](repeating: 0, count: 15) + [1]).last == 1)
    }

    @Test(arguments: ["127.0.0.1:50051", "fleetengine.googleapis.com:443", "localhost:8080"])
    func keepHostsThatTellOfNobody(_ host: String) { #expect(header(":authority", host) == host) }

    @Test func replaceOtherHostsButNotTheirPorts() {
        let host = header(":authority", "trip-server.acme.com:47176")
        #expect(host.hasSuffix(".com:47176") && !host.contains("trip") && !host.contains("acme"))
    }

    // MARK: Numbers and words in text

    @Test func leaveNoDegreesInText() {
        let text = header("grpc-message", "invalid location: lat 37.7749, lng -122.4194 (37,7749)")
        #expect(text.hasPrefix("invalid location: "))
        for part in ["37", "7749", "122", "4194"] { #expect(!text.contains(part)) }
        #expect(header("grpc-message", "HTTP 503 after 20 seconds.") == "HTTP 503 after 20 seconds.")
    }

    @Test(arguments: ["v1", "12", "trip", "vehicle-1"])
    func giveIDsOneStandInEvenIfTheyAreUsualWords(_ id: String) throws {
        let standIn = Self.redactor.text(id)
        #expect(standIn != id)
        let name = Self.redactor.text("providers/p/vehicles/\(id)")
        #expect(name.hasSuffix("/vehicles/\(standIn)"))
        let parts = [#"{"alg":"RS256"}"#, #"{"authorization":{"vehicleid":"\#(id)"}}"#, "x"]
        let token = header(
            "authorization", "Bearer " + parts.map { Base64.encode($0.utf8, as: .url) }.joined(separator: "."))
        let claims = try #require(token.split(separator: ".").dropFirst().first)
        #expect(
            String(decoding: try Base64.decode(claims.utf8), as: UTF8.self)
                == #"{"authorization":{"vehicleid":"\#(standIn)"}}"#)
        #expect(
            header("grpc-message", "providers/p/vehicles/\(id) not found").hasSuffix("/vehicles/\(standIn) not found"))
        if id.contains(where: \.isNumber) {
            #expect(header("grpc-message", "Vehicle \"\(id)\" not found") == "Vehicle \"\(standIn)\" not found")
        }
    }

    @Test func leaveNoNumbersInTokens() throws {
        let claims = #"{"iat":1756670000,"user":4915112345678,"n":-1.25e7,"list":[4711,true,null],"exp":jane,"v":10}"#
        let parts = [#"{"alg":"RS256"}"#, claims].map { Base64.encode($0.utf8, as: .url) }
        let token = Self.redactor.token(Array((parts.joined(separator: ".") + ".x").utf8))
        let fields = token.split(separator: UInt8(ascii: "."))
        let text = String(decoding: try Base64.decode(fields[1]), as: UTF8.self)
        #expect(text.utf8.count == claims.utf8.count && text.hasPrefix(#"{"iat":1756670000,"user":"#))
        #expect(text.contains(",true,null]"))
        for part in ["4915112345678", "1.25e7", "4711", "jane", ":10}"] { #expect(!text.contains(part), "\(text)") }
        #expect(try parseJSON(Array(text.replacing(/"exp":[a-z]+,/, with: "").utf8)) is [String: Any], "\(text)")
    }

    @Test(
        arguments: [
            ("/maps.fleetengine.v1.TripService/GetTrip", true), ("/Greeter/SayHello", true), ("/a.b.C/get", true),
            ("/users/jane", false), ("/acme.Track/4915112345678", false), ("/tracking/Jane", false), ("//Jane", false),
        ])
    func keepPathsOfMethodsOnly(_ path: String, _ isKept: Bool) {
        #expect((header(":path", path) == path) == isKept)
    }

    /// The last digits of a place that everybody can look up.
    @Test(arguments: [52.520_006_599_999_97, 48.858_370_1, 37.774_929_5])
    func leaveNoLastDigitsOfPlaces(_ degrees: Double) {
        let new = Self.redactor.latitude(degrees)
        let steps = (new - degrees) * 1e5
        #expect(abs(steps - steps.rounded()) > 1e-3)
        // Encoded polylines have five decimals: they move by the same distance but for half a step.
        #expect(abs(Self.redactor.latitude(1.23456) - 1.23456 - (new - degrees)) < 1e-6)
    }

    @Test func keepNamesOfSoftwareOnly() {
        for known in [
            "grpc-python/1.85.1 grpc-c/58.0.0 (linux; chttp2)", "grpc-objc/1.44.0 grpc-c/22.0.0 (ios; chttp2)",
            "grpc-java-okhttp/1.60.0", "grpc-swift-nio/1.24.2", "Dalvik/2.1.0 (Linux; U; Android 13; Pixel 6)",
        ] {
            #expect(header("user-agent", known) == known)
        }
        let other = header("user-agent", "AcmeDriver/1.0 grpc-swift/1.2 (jane@acme.com; 203.0.113.9)")
        #expect(other.contains("/1.0 grpc-swift/1.2 (") && other.contains(text([203, 0, 113, 9])))
        for part in ["Acme", "jane", "acme", "203.0"] { #expect(!other.contains(part)) }
    }

    @Test func keepNamesInFilters() throws {
        let plate = Self.redactor.text("B-1")
        let jane = Self.redactor.text("Jane")
        let filters = try redacted(
            ["filter": #"attributes.driver_name = "Jane" AND attributes.plate="B-1" OR NOT state = OPEN"#],
            "maps.fleetengine.v1.ListVehiclesRequest")
        #expect(
            filters["filter"] as? String
                == #"attributes.driver_name = "\#(jane)" AND attributes.plate="\#(plate)" OR NOT state = OPEN"#)
        let conditions = try redacted(
            ["requiredAttributes": ["driver_name:Jane"], "requiredOneOfAttributes": ["a:Jane|b:B-1"]],
            "maps.fleetengine.v1.ListVehiclesRequest")
        #expect(conditions["requiredAttributes"] as? [String] == ["driver_name:\(jane)"])
        #expect(conditions["requiredOneOfAttributes"] as? [String] == ["a:\(jane)|b:\(plate)"])
    }

    @Test func replaceWhatDevicesAreCalled() throws {
        func header(_ model: String) throws -> String? {
            let object = try redacted(
                ["header": ["deviceModel": model, "osVersion": "17.1"]], "maps.fleetengine.v1.GetTripRequest")
            let header = object["header"] as? [String: Any]
            #expect(header?["osVersion"] as? String == "17.1")
            return header?["deviceModel"] as? String
        }
        for model in ["iPhone16,2", "Pixel 8", "SM-G991B"] { #expect(try header(model) == model) }
        let name = try #require(try header("Jane's iPhone"))
        #expect(name.hasSuffix(" iPhone") && !name.contains("Jane"))
    }

    private func redacted(_ object: [String: Any], _ name: String) throws -> [String: Any] {
        let type = try type(name)
        let bytes = try JSONReader().bytes(
            of: [UInt8](try JSONSerialization.data(withJSONObject: object)), as: type)
        let json = try JSONWriter().string(Self.redactor.redact(bytes, as: type), as: type)
        return try #require(try parseJSON(Array(json.utf8)) as? [String: Any])
    }

    // MARK: Degrees of unknown fields

    /// Fields 1 and 2 of messages without schema, as google.type.LatLng has them: a distance of their own, so that no number
    /// that is none of degrees tells how known places were moved.
    @Test func moveDegreesWithoutSchemaByADistanceOfTheirOwn() throws {
        let places = [(37.774929, -122.419416), (37.775929, -122.418416)]
        let points: [[UInt8]] = places.map { tagged(9, $0.0) + tagged(17, $0.1) }
        let latLng = try type("google.type.LatLng")
        let known = points.map { Self.redactor.redact($0, as: latLng) }
        let inside: [UInt8] = points.flatMap { [0x1A, 18] + $0 }
        let new = Self.redactor.redact(inside, as: nil)
        #expect(Self.redactor.redact(inside, as: nil) == new)
        for offset in [3, 12] {
            let first = (old: double(inside, offset), new: double(new, offset))
            let second = (old: double(inside, offset + 20), new: double(new, offset + 20))
            #expect(abs((second.new - first.new) - (second.old - first.old)) < 1e-6)
            #expect(abs(first.new - first.old) > 2.9 && abs(first.new - double(known[0], offset - 2)) > 1e-3)
        }
        for (latitude, longitude) in [(37.7, -122.4), (37, -122), (-33.9, 18.4)] {
            let point = tagged(9, latitude) + tagged(17, longitude)
            let new = Self.redactor.redact(point, as: nil)
            #expect(double(new, 1) != latitude && double(new, 10) != longitude)
        }
    }

    private func double(_ bytes: [UInt8], _ start: Int) -> Double {
        var bits: UInt64 = 0
        for byte in bytes[start..<(start + 8)].reversed() { bits = bits << 8 | UInt64(byte) }
        return Double(bitPattern: bits)
    }

    @Test func movesFloatsOfUnknownFields() {
        let bytes: [UInt8] = [13] + littleEndian(Float(37.77).bitPattern)
        let new = Self.redactor.redact(bytes, as: nil)
        #expect(new.count == 5 && new[0] == 13 && new != bytes)
    }

    /// Compressed messages, trailers and bytes that are no frame are not shown beside the stand-ins.
    @Test func leavesOutOfAnnotatedBytesWhatIsNoStandIn() throws {
        let request = try CaptureFixture.folder.appendingPathComponent("get-trip-request.bin").bytes()
        let message = [UInt8](repeatElement(request, count: 20).joined())
        let trailers = Array("grpc-message: no trip rider-4711\r\n".utf8)
        let frame = try MessageFramer.encode([message], encoding: .gzip)
        for rest in [[0x80, 0, 0, 0, UInt8(trailers.count)] + trailers, Array("0rider-4711".utf8)] {
            let input = frame + rest
            let shown = dump(input) { $0.output = .hex }.output
            let redacted = dump(input) { options in
                options.output = .hex
                options.redactor = Self.redactor
            }.output
            for start in stride(from: 5, to: input.count - 8, by: 8)
            where start < frame.count || start > frame.count + 5 {
                let bytes = input[start..<(start + 8)].map { hex([$0]) }.joined(separator: " ")
                #expect(!redacted.contains(bytes))
            }
            #expect(shown.contains("1f 8b 08"))
            #expect(redacted.contains("\(frame.count - 5) bytes left out: gzip data"))
            #expect(!redacted.contains("rider-4711"))
        }
    }

    /// A message of any size is redacted like a small one.
    @Test func treatsLargeMessagesAsSmallOnes() throws {
        let vehicles = try type("maps.fleetengine.v1.ListVehiclesResponse")
        let vehicle = try JSONReader().bytes(
            of: #"{"vehicles": [{"name": "providers/acme/vehicles/car-7", "lastLocation": {"speed": 7.5}}]}"#,
            as: vehicles)
        let count = Exhaustive.size(50_000, inDebug: 5000)
        let large = [UInt8](repeatElement(vehicle, count: count).joined())
        #expect(large.count > Exhaustive.size(2 << 20, inDebug: 2 << 16))
        let expected = [UInt8](
            repeatElement(Self.redactor.redact(vehicle, as: vehicles), count: count).joined())
        #expect(Self.redactor.redact(large, as: vehicles) == expected)
        // Behind damage nothing is read.
        let damaged = vehicle + [0x0F, 0x61]
        #expect(
            Self.redactor.redact(large + [0x0F, 0x61], as: vehicles)
                == expected + Self.redactor.redact(damaged, as: vehicles)[vehicle.count...])
    }

    @Test func movesPlacesOfAnOperatorsOwnSchema() throws {
        let proto = """
            syntax = "proto3"; package acme;
            message Ride { repeated double coords = 1; double x = 2; float y = 3; sint32 x_e7 = 4; repeated double u = 5 [packed = false]; }
            """
        let schema = try Schema(files: [("acme.proto", proto)])
        let type = try #require(schema.message(named: "acme.Ride"))
        let places = [37.7749, -122.4194, 37.7759, -122.4184]
        let json = #"{"coords":\#(places),"x":37.77,"y":37.5,"xE7":377749000,"u":\#(places)}"#
        let bytes = try JSONReader().bytes(of: json, as: type)
        let redacted = try JSONWriter().string(Self.redactor.redact(bytes, as: type), as: type)
        let object = try #require(try parseJSON(Array(redacted.utf8)) as? [String: Any])
        for name in ["coords", "u"] {
            let new = try #require(object[name] as? [Double])
            #expect(new.count == 4)
            for (new, old) in zip(new, places) { #expect(abs(new - old) > 2.9) }
            #expect(abs(new[2] - new[0] - 0.001) < 1e-6 && abs(new[3] - new[1] - 0.001) < 1e-6)
        }
        #expect(
            object["x"] as? Double != 37.77 && object["y"] as? Double != 37.5 && object["xE7"] as? Int != 377_749_000)
    }

    private func tagged(_ tag: UInt8, _ value: Double) -> [UInt8] { [tag] + littleEndian(value.bitPattern) }

    private func littleEndian(_ bits: some FixedWidthInteger) -> [UInt8] {
        (0..<(bits.bitWidth / 8)).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
    }

    /// What stands in place of a type's name in an `Any` is kept only if it looks like one.
    @Test func replaceNamesOfTypesThatAreNone() throws {
        let any = try type("google.protobuf.Any")
        for (url, isKept) in [
            ("type.googleapis.com/google.rpc.ErrorInfo", true), ("type.googleapis.com/Jörg Müller Straße 5", false),
            ("type.googleapis.com/John Smith 5", false),
        ] {
            var bytes = [0x0A, UInt8(url.utf8.count)] + Array(url.utf8) + [0x12, 2, 0x0A, 0]
            let old = bytes
            Self.redactor.redact(&bytes, as: any)
            #expect(bytes.count == old.count && (bytes == old) == isKept, "\(url)")
        }
    }
}
