import ByteText
import FleetErrors
import FleetMessages
import FleetProtos
import Foundation
import GRPCWire
import ProtobufSchema
import ProtobufWire
@testable import Redaction
import TestSupport
import Testing

private let redactor = Redactor(key: Array("test".utf8))

/// The text of a file of Google's schema.
func fleetFile(_ name: String) -> String? { FleetSchema.files.first { $0.name == name }?.text }

private func fleetType(_ name: String) throws -> MessageDescriptor {
    try #require(FleetSchema.shared.message(named: name))
}

/// A message from JSON, redacted, as parsed JSON.
private func redacted(_ json: String, as type: MessageDescriptor) throws -> [String: Any] {
    let bytes = try JSONReader().bytes(of: json, as: type)
    let new = redactor.redact(bytes, as: type)
    #expect(new.count == bytes.count)
    let text = try JSONWriter().string(new, as: type)
    return try #require(try parseJSON(Array(text.utf8)) as? [String: Any])
}

/// Messages: what stays, what goes, and that they can be read afterwards.
@Suite struct MessageRedactionTests {
    @Test(arguments: Exhaustive.elements(of: try GoldenMessage.all(), inDebugEvery: 4))
    func keepsLengthStructureAndVerdict(_ message: GoldenMessage) throws {
        let type = try fleetType(message.type)
        let new = redactor.redact(message.bytes, as: type)
        #expect(new.count == message.bytes.count && redactor.redact(message.bytes, as: type) == new)
        #expect(type.firstDamage(in: new)?.code == type.firstDamage(in: message.bytes)?.code)
        #expect(Outline(new, type) == Outline(message.bytes, type))
        let json = try? JSONWriter().string(message.bytes, as: type)
        let newJSON = try? JSONWriter().string(new, as: type)
        // Without its name, a type has no JSON: the name is replaced where its prefix is not Google's, and in an `Any` that holds
        // more than name and value.
        let isAny = message.type == "google.protobuf.Any"
        let losesName = isAny && ["other-prefix.binpb", "unknown.binpb"].contains(message.name)
        #expect((newJSON == nil) == (json == nil || losesName))
    }

    /// Fields of Google's schema whose values tell of nobody, with values of their form and with others.
    @Test(
        arguments: [
            ("Vehicle", #"{"vehicleState":"ONLINE","maximumCapacity":6}"#, true),
            ("Vehicle", #"{"remainingDistanceMeters":5417,"etaToFirstWaypoint":"2025-08-31T20:03:49Z"}"#, true),
            ("VehicleLocation", #"{"speed":15.333,"latlngAccuracy":5.5,"locationSensor":"CORE_LOCATION"}"#, true),
            ("VehicleLocation", #"{"speed":4915112.345}"#, false), ("VehicleLocation", #"{"altitude":519.5}"#, false),
            ("Trip", #"{"numberOfPassengers":1511234567}"#, false),
            ("RequestHeader", #"{"sdkVersion":"6.5.3","osVersion":"17","androidApiLevel":34}"#, true),
            ("RequestHeader", #"{"sdkVersion":"1234-5678-9012-3456"}"#, false),
            ("RequestHeader", #"{"osVersion":"4915112345678"}"#, false),
            ("RequestHeader", #"{"regionCode":"DE"}"#, false),
            ("RequestHeader", #"{"deviceModel":"Jane"}"#, false),
            ("UpdateVehicleRequest", #"{"updateMask":"vehicleState,lastLocation.heading"}"#, true),
            ("UpdateVehicleRequest", #"{"updateMask":"may,lastLocation.jane"}"#, false),
            ("VehicleAttribute", #"{"key":"limit"}"#, false), ("VehicleAttribute", #"{"numberValue":4}"#, false),
            ("VehicleAttribute", #"{"boolValue":true}"#, true),
            ("ListVehiclesRequest", #"{"pageSize":50}"#, true),
            ("ListVehiclesRequest", #"{"filter":"Jane"}"#, false),
        ])
    func keepWhatIsCertain(_ name: String, _ json: String, _ isKept: Bool) throws {
        let type = try fleetType("maps.fleetengine.v1.\(name)")
        let bytes = try JSONReader().bytes(of: json, as: type)
        #expect((redactor.redact(bytes, as: type) == bytes) == isKept)
    }

    @Test(
        arguments: [
            ("BadRequest.FieldViolation", #"{"field":"vehicle.name"}"#, true),
            ("ErrorInfo", #"{"reason":"SERVICE_DISABLED","domain":"googleapis.com"}"#, true),
            ("ErrorInfo", #"{"reason":"JARNEVIKSON"}"#, false), ("ErrorInfo", #"{"domain":"jane.example"}"#, false),
            ("QuotaFailure.Violation", #"{"quotaId":"Jarnevikson"}"#, false), ("Status", #"{"code":5}"#, true),
            ("Status", #"{"message":"May 4711 Page"}"#, false), ("LocalizedMessage", #"{"locale":"Bob"}"#, false),
        ])
    func keepOfErrorsWhatIsCertain(_ name: String, _ json: String, _ isKept: Bool) throws {
        let type = try fleetType("google.rpc.\(name)")
        let bytes = try JSONReader().bytes(of: json, as: type)
        #expect((redactor.redact(bytes, as: type) == bytes) == isKept)
    }

    /// Names of fields in somebody's own schema make no value harmless; small numbers identify nobody.
    @Test(
        arguments: [
            ("string num_telefono", #""+49 1512 3456789""#, false), ("int64 number_passport", #""220001293""#, false),
            ("int32 card_limit", "4929", false), ("int64 customer_index", #""70001""#, false),
            ("string app_version", #""1234-5678-9012-3456""#, false), ("string app_version", #""6.5.3""#, false),
            ("string locale", #""Bob""#, false), ("double latitude", "52.52", false), ("float rating", "4.5", false),
            ("fixed64 total", #""4711""#, false), ("repeated int32 counts", "[200]", false), ("int32 sum", "-5", false),
            ("google.protobuf.Int64Value eta_seconds", #""4711""#, false), ("E state", "\"B\"", false),
            ("google.protobuf.Timestamp birthday", #""1984-05-17T00:00:00Z""#, false),
            ("map<string, int32> times", #"{"jane":1}"#, false), ("bytes data", "\"AAECAwQF\"", false),
            ("int32 seats", "4", true), ("bool open", "true", true), ("E state", "\"A1\"", true),
            ("repeated int32 counts", "[1,0,127]", true), ("double zero", "0", true),
        ])
    func replaceWhatAnOwnSchemaOnlyCallsHarmless(_ field: String, _ value: String, _ isKept: Bool) throws {
        let imports = ["wrappers", "timestamp"].map { #"import "google/protobuf/\#($0).proto"; "# }.joined()
        let text = """
            syntax = "proto3"; package acme; \(imports) enum E { A = 0; A1 = 1; B = 70000; } message M { \(field) = 1; }
            """
        let schema = try Schema(files: [("own.proto", text)], importing: fleetFile)
        let type = try #require(schema.message(named: "acme.M"))
        let name = try #require(field.split(separator: " ").last)
        let bytes = try JSONReader().bytes(of: #"{"\#(name)":\#(value)}"#, as: type)
        let new = redactor.redact(bytes, as: type)
        #expect((new == bytes) == isKept && type.firstDamage(in: new) == nil)
    }

    /// What Google's schema says of its messages holds in a schema that has them, too.
    @Test func knowGoogleMessagesInOtherSchemas() throws {
        let text = """
            syntax = "proto3"; package acme; import "google/maps/fleetengine/v1/vehicles.proto";
            message M { maps.fleetengine.v1.Vehicle vehicle = 1; }
            """
        let schema = try Schema(files: [("own.proto", text)], importing: fleetFile)
        let json = #"{"vehicle":{"name":"providers/p/vehicles/jane-7","maximumCapacity":600,"vehicleState":"ONLINE"}}"#
        let vehicle = try redacted(json, as: #require(schema.message(named: "acme.M")))["vehicle"] as? [String: Any]
        #expect(vehicle?["maximumCapacity"] as? Int == 600 && vehicle?["vehicleState"] as? String == "ONLINE")
        #expect((vehicle?["name"] as? String)?.contains("jane") == false)
    }

    /// Messages of unknown types: text, nested messages, numbers from 128 on and all fixed ones.
    @Test(
        arguments: [
            ("0a274c65617665207061726365", false), ("0a020801", false), ("0801", true), ("088001", false),
            ("0d00000000", true), ("0d01000000", false), ("090000000000000440", false), ("4a00", true),
            ("4a616e652077617320686572653a203838203030", false),
        ])
    func replaceWhatNoSchemaNames(_ digits: String, _ isKept: Bool) throws {
        let old = try #require(bytes(hex: digits))
        let new = redactor.redact(old, as: nil)
        #expect((new == old) == isKept && new.count == old.count)
    }

    /// Decoders take 32 bits of a number, whose upper bits may then be anything.
    @Test(arguments: [0x10, 0x30] as [UInt8])
    func replaceBitsThatDecodersDrop(tag: UInt8) throws {
        let type = try fleetType("maps.fleetengine.v1.Vehicle")
        let old: [UInt8] = [tag, 0x82, 0x80, 0x80, 0x80, 0xA0, 0xDA, 0x80, 0xCB, 0x49]
        let new = redactor.redact(old, as: type)
        #expect(new.count == old.count && zip(new[5...], old[5...]).allSatisfy(!=) && type.firstDamage(in: new) == nil)
    }

    /// A direction goes in whatever form it was sent: 45 as a varint of three bytes.
    @Test func turnDirectionsInLongForm() throws {
        let type = try fleetType("maps.fleetengine.v1.VehicleLocation")
        let new = redactor.redact([0x08, 0xAD, 0x80, 0x00], as: type)
        #expect(new.count == 4 && new[1] & 0x7F != 0x2D && type.firstDamage(in: new) == nil)
    }

    /// Each direction, and each string of a token, costs as much as the first.
    @Test(.timeLimit(.minutes(1)))
    func growsInLinearTime() throws {
        let type = try fleetType("maps.fleetengine.v1.VehicleLocation")
        let count = Exhaustive.size(100_000, inDebug: 20_000)
        let directions = Array(repeatElement([0x12, 2, 8, 0x2D] as [UInt8], count: count / 2).joined())
        #expect(redactor.redact(directions, as: type).count == directions.count)
        let claims = "{\"a\":[\"a\"" + String(repeating: ",\"a\"", count: count) + "]}"
        let bytes = Array(jsonWebToken(#"{"alg":"RS256"}"#, claims).utf8)
        #expect(redactor.token(bytes).count == bytes.count)
    }

    /// A direction turns with the globe, as far as it has the bytes for it; one that is none stays none.
    @Test func turnDirections() throws {
        let type = try fleetType("maps.fleetengine.v1.VehicleLocation")
        var turns: Set<Int> = []
        for heading in [128, 200, 300, 359] {
            let json = #"{"location":{"latitude":48.1,"longitude":11.5},"heading":\#(heading)}"#
            let new = try #require(try redacted(json, as: type)["heading"] as? Int)
            turns.insert((new - heading + 720) % 360)
        }
        let (least, most) = (turns.min() ?? 0, turns.max() ?? 0)
        #expect(most - least <= 1)
        #expect(least > 0)
        for heading in [400, 9000, 70_000, -1] {
            let new = try redacted(#"{"heading":\#(heading)}"#, as: type)["heading"] as? Int
            #expect(new != heading)
            #expect(!(0...360).contains(new ?? 0))
        }
        let alone = try redacted(#"{"heading":90}"#, as: type)["heading"] as? Int
        #expect((0...127).contains(alone ?? -1))
    }

    @Test func redactWhatIsInAnAnyByItsType() throws {
        let json = """
            {"code":7,"details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"CONSUMER_INVALID",\
            "metadata":{"consumer":"projects/jane"}},{"@type":"type.googleapis.com/google.rpc.RequestInfo"}]}
            """
        let details = try redacted(json, as: fleetType("google.rpc.Status"))["details"] as? [[String: Any]]
        #expect(details?.first?["reason"] as? String == "CONSUMER_INVALID")
        // A message without bytes has a type, too.
        #expect(details?.last?["@type"] as? String == "type.googleapis.com/google.rpc.RequestInfo")
        for part in ["jane", "consumer"] { #expect(!"\(details ?? [])".contains(part)) }
    }

    /// Deep in other messages of the type, the content of an `Any` is replaced whole.
    @Test(arguments: [(2, true), (20, false)]) func followNestedAnysToALimit(depth: Int, isKept: Bool) throws {
        var any = AnyMessage.with {
            $0.typeURL = "type.googleapis.com/google.rpc.ErrorInfo"
            $0.value = ErrorInfo.with { $0.reason = "CONSUMER_INVALID" }.encoded()
        }
        for _ in 0..<depth {
            let inner = any.encoded()
            any = .with { ($0.typeURL, $0.value) = ("type.googleapis.com/google.protobuf.Any", inner) }
        }
        let new = redactor.redact(any.encoded(), as: try fleetType("google.protobuf.Any"))
        #expect(String(decoding: new, as: UTF8.self).contains("CONSUMER_INVALID") == isKept)
    }

    /// The names in a schema that was given are shown anyway, and without them an `Any` has no JSON.
    @Test func keepNamesOfTypesInOtherSchemas() throws {
        let text = """
            syntax = "proto3"; package acme; import "google/protobuf/any.proto";
            message M { google.protobuf.Any any = 1; string driver = 2; }
            """
        let schema = try Schema(files: [("own.proto", text)], importing: fleetFile)
        let json = #"{"any":{"@type":"type.googleapis.com/acme.M","driver":"jane"}}"#
        let any = try redacted(json, as: #require(schema.message(named: "acme.M")))["any"] as? [String: Any]
        #expect(any?["@type"] as? String == "type.googleapis.com/acme.M" && any?["driver"] as? String != "jane")
    }

    @Test func placesInMapsMoveAsOthersDo() throws {
        let text = """
            syntax = "proto3"; import "google/type/latlng.proto";
            message M { google.type.LatLng one = 1; map<string, google.type.LatLng> map = 2; }
            """
        let schema = try Schema(files: [("own.proto", text)], importing: fleetFile)
        let place = #"{"latitude":52.5,"longitude":13.4}"#
        let new = try redacted(#"{"one":\#(place),"map":{"a":\#(place)}}"#, as: #require(schema.message(named: "M")))
        let moved = try #require(new["one"] as? [String: Double])
        #expect((new["map"] as? [String: [String: Double]])?.values.first == moved && moved["latitude"] != 52.5)
    }

    /// Times in other schemas become other times, not numbers that are none: those have no JSON.
    @Test(arguments: ["0.3s", "1.5s", "3600.999999999s"]) func timesInOtherSchemasStayTimes(_ duration: String) throws {
        let text = """
            syntax = "proto3"; import "google/protobuf/duration.proto";
            message M { google.protobuf.Duration d = 1; }
            """
        let schema = try Schema(files: [("own.proto", text)], importing: fleetFile)
        let new = try redacted(#"{"d":"\#(duration)"}"#, as: #require(schema.message(named: "M")))["d"] as? String
        #expect(new != nil && new != duration)
    }

    @Test func leavesNothingBehindInDamagedMessages() throws {
        let type = try fleetType("maps.fleetengine.v1.Vehicle")
        let json =
            #"{"name":"providers/acme/vehicles/Jarnevikson","attributes":[{"key":"Quellmann","value":"Obrecht"}]}"#
        let bytes = try JSONReader().bytes(of: json, as: type)
        var random = SplitMix64(seed: 9)
        for _ in Exhaustive.rounds(3000, inDebug: 300) {
            for damaged in cutAndChanged(bytes, using: &random) {
                let output = String(decoding: redactor.redact(damaged, as: type), as: UTF8.self)
                for word in ["Jarnev", "vikson", "Quellm", "Obrech"] { #expect(!output.contains(word)) }
            }
        }
    }

    /// A message of any size is redacted like a small one.
    @Test func treatsLargeMessagesAsSmallOnes() throws {
        let vehicles = try fleetType("maps.fleetengine.v1.ListVehiclesResponse")
        let vehicle = try JSONReader().bytes(
            of: #"{"vehicles": [{"name": "providers/acme/vehicles/car-7", "lastLocation": {"speed": 7.5}}]}"#,
            as: vehicles)
        let count = Exhaustive.size(50_000, inDebug: 5000)
        let large = [UInt8](repeatElement(vehicle, count: count).joined())
        let expected = [UInt8](repeatElement(redactor.redact(vehicle, as: vehicles), count: count).joined())
        #expect(redactor.redact(large, as: vehicles) == expected)
    }
}

/// Text, headers and tokens.
@Suite struct TextRedactionTests {
    private func header(_ name: String, _ value: String) -> String {
        let redacted = redactor.header(name, Array(value.utf8))
        #expect(redacted.count == value.utf8.count)
        return String(decoding: redacted, as: UTF8.self)
    }

    @Test(
        arguments: [
            (":method", "POST", "JANE"), (":scheme", "https", "jane"), (":status", "200", "4915112345"),
            (":authority", "fleetengine.googleapis.com:443", "jane.googleapis.com"),
            (":authority", "localhost:8080", "may"), (":authority", "127.0.0.1", "localhost:jane"),
            (":path", "/maps.fleetengine.v1.TripService/GetTrip", "/acme.Jane/Call"), ("te", "trailers", "jane"),
            ("content-type", "application/grpc+proto", "application/jane"), ("content-length", "5417", "4915112345678"),
            ("grpc-encoding", "gzip", "jane"), ("grpc-accept-encoding", "identity, deflate, gzip", "gzip, jane"),
            ("grpc-timeout", "20100m", "4915112345678m"), ("grpc-status", "14", "Jane"), ("x-grpc-web", "1", "Jane"),
            ("user-agent", "grpc-python/1.85.1 grpc-c/58.0.0", "AcmeDriver/1.0 (jane)"),
            ("user-agent", "grpc-go/1.62.2", "grpc-go/jane"),
            ("x-goog-api-client", "gapic/1.2 grpc/1.0", "gl-jane/1.0"), ("retry-after", "120", "Jane"),
        ])
    func keepValuesOfHeadersInTheirUsualFormOnly(_ name: String, _ usual: String, _ other: String) {
        #expect(header(name, usual) == usual && header(name, other) != other)
        #expect(redactor.headerName(name) == name)
    }

    @Test(arguments: ["x-jane-doe", "jane-bin", "x-customer-4711", "authorisation"])
    func replaceNamesOfUnknownHeaders(_ name: String) {
        let new = redactor.headerName(name)
        #expect(new != name && new.utf8.count == name.utf8.count && !new.contains("jane"))
        #expect(new.hasSuffix("-bin") == name.hasSuffix("-bin"))
    }

    @Test(arguments: ["AQIDBA==", "AQIDBA", "_-8=", "AQID"]) func keepThePaddingOfBinaryValues(_ value: String) {
        let new = header("jane-bin", value)
        #expect(new != value && new.filter { $0 == "=" } == value.filter { $0 == "=" })
    }

    @Test func giveTheSameIDTheSameStandInEverywhere() throws {
        let id = redactor.text("driver_74573")
        #expect(id.utf8.count == 12 && id.contains("_") && id != "driver_74573")
        let name = redactor.text("providers/sample-fleet-433/vehicles/driver_74573")
        #expect(name.hasPrefix("providers/") && name.hasSuffix("/vehicles/\(id)"))
        #expect(
            header("x-goog-request-params", "name=providers%2Fp%2Fvehicles%2Fdriver_74573").hasSuffix(
                "%2Fvehicles%2F\(id)"))
        #expect(header("x-goog-request-params", "name=providers%2Fp").hasPrefix("name=providers%2F"))
        let path = "/maps.fleetengine.v1.TripService/GetTrip"
        #expect(header(":path", path + "?trip_id=driver_74573") == path + "?trip_id=\(id)")
        #expect(header("grpc-message", "No such trip_id: driver_74573 %E6%9C%9D").contains(" trip_id: \(id) %E"))
        #expect(Redactor(key: [1]).text("driver_74573") != id && Redactor().text("driver_74573") != id)
        // Where an id stands, no word is one of the schema.
        #expect(redactor.sentence("providers/name/trips/providers").hasSuffix("/trips/\(redactor.text("providers"))"))
        for character in redactor.text("0939b32829dfef18c8164f43e5d1b27e") { #expect(character.isHexDigit) }
    }

    /// Were a part of a stand-in never that of the original, the letter that no stand-in of many ids has would be theirs.
    @Test func tellNothingOfHowManyIDsBegin() {
        let ids = (0..<1000).map { Array(redactor.text("berlin_\($0)").utf8) }
        for (place, letter) in "berlin".utf8.enumerated() { #expect(ids.contains { $0[place] == letter }) }
        // Latitudes in units of 0.0000001 degrees, in a field of no schema; and whole bytes.
        let numbers = (0..<4000).map { varint(UInt64(525_200_000 + $0)) }
        let redacted = numbers.map { redactor.redact([0x48] + $0, as: nil).dropFirst() }
        for place in 2...4 { #expect(zip(numbers, redacted).contains { $0[place] == $1[place + 1] }) }
        let bytes = (0..<8000).map { redactor.filler(for: [0xFF, UInt8($0 & 0xFF), UInt8($0 >> 8)]) }
        #expect(bytes.contains { $0[0] == 0xFF })
        // A word as a whole is always another one, however short.
        for word in ["0", "7", "a", "Z", "é", "朝", "🚗"] { #expect(redactor.text(word) != word) }
        for digit in 0..<128 { #expect(redactor.filler(for: [UInt8(digit), 0]) != [UInt8(digit), 0]) }
    }

    /// Nor is the first digit of a number in a token, which cannot be 0, likelier to be one than another.
    @Test(arguments: ["1", "4"]) func tellNothingOfHowNumbersOfTokensBegin(first: String) throws {
        let ones = try (1000..<3000).count { number in
            let token = jsonWebToken("{}", "{\"n\":\(first)\(number)}", [1, 2, 3])
            let claims = redactor.token(Array(token.utf8)).split(separator: UInt8(ascii: "."))[1]
            return try Base64.decode(claims).dropFirst(5).first == UInt8(ascii: "1")
        }
        #expect((160..<290).contains(ones), "\(ones) of 2000")
    }

    @Test func keepTheFormOfTokens() throws {
        let claims =
            #"{"iss":"a-driver@project-7.iam.gserviceaccount.com","aud":"https://fleetengine.googleapis.com/","#
            + #""exp":1756670000,"iat":1756666400.12,"user":4915112345678,"jane":true,"n":-1.25e7,"#
            + #""authorization":{"vehicleid":"driver_74573","taskids":["*","t\u00e9\ud83d\ude97-1/\"\/x"]}}"#
        let token = jsonWebToken(#"{"alg":"RS256","typ":"JWT","kid":"key-1"}"#, claims, Array(0..<64))
        let fields = header("authorization", "Bearer \(token)").dropFirst(7).split(separator: ".")
        let head = String(decoding: try Base64.decode(fields[0].utf8), as: UTF8.self)
        #expect(head.hasPrefix(#"{"alg":"RS256","typ":"JWT","kid":""#) && !head.contains("key-1"))
        let text = String(decoding: try Base64.decode(fields[1].utf8), as: UTF8.self)
        let object = try #require(try parseJSON(Array(text.utf8)) as? [String: Any])
        #expect(object["aud"] as? String == "https://fleetengine.googleapis.com/")
        #expect(object["exp"] as? Int == 1_756_670_000 && object["iat"] as? Double == 1_756_666_400.12)
        #expect((object["iss"] as? String)?.hasSuffix(".iam.gserviceaccount.com") == true)
        let granted = try #require(object["authorization"] as? [String: Any])
        #expect(granted["vehicleid"] as? String == redactor.text("driver_74573"))
        let tasks = try #require(granted["taskids"] as? [String])
        #expect(tasks[0] == "*" && tasks[1].count == #"t\u00e9\ud83d\ude97-1/\"\/x"#.count && !tasks[1].contains("\\"))
        for part in ["a-driver", "project-7", "00e9", "ude97", "user", "jane", "4915112", "1.25"] {
            #expect(!text.contains(part))
        }
        let signature = try Base64.decode(fields[2].utf8)
        #expect(signature.count == 64)
        #expect(!token.hasSuffix(fields[2]))
        let other = [#"{"alg":"JANE"}"#, #"{"aud":"jane","exp":4915112345678,"iat":1.2.3}"#, "x"]
        let foreign = header("authorization", jsonWebToken(other[0], other[1], Array(other[2].utf8)))
        for (part, original) in zip(foreign.split(separator: "."), other) {
            let decoded = (try? Base64.decode(part.utf8)) ?? []
            #expect(String(decoding: decoded, as: UTF8.self) != original)
        }
        // That it is an access token, and no token of Fleet Engine, stays to be seen.
        let access = header("authorization", "Bearer ya29.a0AfH6SM")
        #expect(access.hasPrefix("Bearer ya29.") && !access.contains("a0A"))
    }

    /// A token of two or four parts is none of Fleet Engine's: all of it is replaced.
    @Test(arguments: [2, 4]) func replaceTokensOfOtherParts(count: Int) {
        let parts = jsonWebToken(#"{"alg":"RS256"}"#, #"{"aud":"https://fleetengine.googleapis.com/"}"#).split(
            separator: ".")
        let token = [parts[0], parts[1], "jane", "jane"].prefix(count).joined(separator: ".")
        let fields = header("authorization", "Bearer \(token)").dropFirst(7).split(separator: ".")
        #expect(fields.map(\.count) == token.split(separator: ".").map(\.count))
        #expect(fields[0] != parts[0] && fields[1] != parts[1] && !fields.contains("jane"))
    }

    /// Claims that are no JSON may have anything outside of strings.
    @Test func replaceWordsOutsideOfStringsInTokens() throws {
        let token = jsonWebToken(#"{"alg":"RS256"}"#, #"{"sub":jane}"#, [1, 2, 3])
        let parts = header("authorization", "Bearer \(token)").split(separator: ".")
        #expect(!String(decoding: try Base64.decode(parts[1].utf8), as: UTF8.self).contains("jane"))
    }

    @Test func replaceAddresses() {
        let near: [UInt8] = [127, 0, 0, 1]
        #expect(redactor.address(near) == near)
        let public4: [UInt8] = [203, 0, 113, 9]
        #expect(redactor.address(public4)[0] == 10)
        #expect(redactor.address(public4) != public4)
        let public6 = [UInt8](repeating: 0x20, count: 16)
        #expect(redactor.address(public6)[0] == 0xfd)
        let own = [UInt8](repeating: 0, count: 15) + [1]
        #expect(redactor.address(own) == own)
        // An address of IPv4 in one of IPv6.
        let prefix = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
        #expect(redactor.address(prefix + public4) == prefix + redactor.address(public4))
    }

    /// SipHash-2-4 of the bytes 0 to 14 under the key 0 to 15: appendix A of its paper.
    @Test func hashAsTheAuthorsDo() {
        let hash = SipHash(low: 0x0706_0504_0302_0100, high: 0x0f0e_0d0c_0b0a_0908)
        #expect(hash((0..<15).map { UInt8($0) }) == 0xa129_ca61_49be_45e5)
        let words: [UInt64] = [0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908]
        #expect(hash((0..<16).map { UInt8($0) }) == hash(words[0], words[1]))
    }
}

/// Tags, lengths and kinds of the fields of a message and those in it.
private struct Outline: WireVisitor, Equatable {
    private var lines: [String] = []

    init(_ bytes: [UInt8], _ type: MessageDescriptor) { WireWalker().walk(bytes, as: type, visitor: &self) }

    mutating func enter(_ field: WireField) -> Bool {
        self.field(field)
        return true
    }
    mutating func leave(_ field: WireField) { lines.append("end") }
    mutating func field(_ field: WireField) {
        lines.append("\(field.number) \(field.wireType) \(field.tag) \(field.length) \(field.value)")
    }
    mutating func damage(_ damage: WireDamage) { lines.append("\(damage.code) \(damage.offset)") }
}
