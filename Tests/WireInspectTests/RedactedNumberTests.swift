import Foundation
import ProtobufSchema
@testable import Redaction
import TestSupport
import Testing

@testable import WireInspect

/// Numbers: none that is public tells of one that is secret, and a schema makes none survive.
@Suite struct RedactedNumberTests {
    private static let redactor = RedactionTests.redactor

    /// A message from JSON, redacted.
    private func redacted(_ json: String, as type: MessageDescriptor) throws -> [String: Any] {
        let bytes = try JSONReader().bytes(of: json, as: type)
        let new = Self.redactor.redact(bytes, as: type)
        #expect(new.count == bytes.count)
        let text = try JSONWriter().string(new, as: type)
        return try #require(try parseJSON(Array(text.utf8)) as? [String: Any])
    }

    private func own(_ fields: String) throws -> MessageDescriptor {
        let schema = try Schema(files: [
            ("own.proto", #"syntax = "proto3"; package acme; enum E { A = 0; B = 70000; } message M { \#(fields) }"#)
        ])
        return try #require(schema.message(named: "acme.M"))
    }

    /// By how much places are moved north and east.
    private var shift: (north: Double, east: Double) {
        (Self.redactor.latitude(1.23456) - 1.23456, Self.redactor.longitude(1.23456) - 1.23456)
    }

    @Test(arguments: [.leastNonzeroMagnitude, -.leastNormalMagnitude, .greatestFiniteMagnitude] as [Double])
    func becomeNeitherZeroNorInfinite(value: Double) {
        for scope in UInt64(0)..<20 {
            let new = Self.redactor.numbers.digits(of: value, scope: scope)
            #expect(new != value && new != 0 && new.isFinite)
        }
    }

    // MARK: The distance of places

    private func isShift(_ change: Double) -> Bool {
        for known in [shift.north, shift.east] {
            // Around the earth, and over a pole.
            for turn in [-360, -180, 0, 180, 360] as [Double] {
                if abs(change - known - turn) < 1e-6 || abs(change + known - turn) < 1e-6 { return true }
            }
        }
        return false
    }

    @Test func leaveTheDistanceOfPlacesUntoldByOtherNumbers() throws {
        let values = [4, 100, 4.8, 52.5, 37.77, 66.666, 1.0 / 3, 12.345678, -1, 90, 180, 0.001]
        let attributes = values.enumerated().map { #"{"key":"k\#($0)","numberValue":\#($1)}"# }.joined(separator: ",")
        let vehicle = try redacted(
            #"{"attributes":[\#(attributes)]}"#, as: try type("maps.fleetengine.v1.Vehicle"))
        let new = try #require(vehicle["attributes"] as? [[String: Any]]).compactMap { $0["numberValue"] as? Double }
        #expect(new.count == values.count)
        for (new, old) in zip(new, values) { #expect(new != old && !isShift(new - old), "\(old)") }

        let list = values.map { "\($0)" }.joined(separator: ",")
        let lists = try redacted(
            #"{"stats":[\#(list)],"coords":[\#(list)]}"#,
            as: own("repeated double stats = 1; repeated double coords = 2;"))
        for name in ["stats", "coords"] {
            for (new, old) in zip(try #require(lists[name] as? [Double]), values) {
                #expect(new != old && !isShift(new - old), "\(name) \(old)")
            }
        }
        for old in values {
            let bytes: [UInt8] = [9] + (0..<8).map { UInt8(truncatingIfNeeded: old.bitPattern >> (8 * UInt64($0))) }
            var bits: UInt64 = 0
            for byte in Self.redactor.redact(bytes, as: nil).dropFirst().reversed() { bits = bits << 8 | UInt64(byte) }
            let new = Double(bitPattern: bits)
            #expect(new != old && !isShift(new - old), "unknown \(old)")
        }
    }

    /// What stands for no place is guessed easily.
    @Test(arguments: [-1, 1, 10, 90, 91, 122.4194, -122.419416, 180, 181, 200, 999, 1e6, 45.000001] as [Double])
    func leaveTheDistanceOfPlacesUntoldByWhatIsNone(_ degrees: Double) {
        let north = Self.redactor.latitude(degrees)
        #expect(north != degrees && (degrees == 122.4194 || !isShift(north - degrees)))
        #expect((north.magnitude <= 90) == (degrees.magnitude <= 90))
        let east = Self.redactor.longitude(degrees)
        #expect(east != degrees && (east.magnitude <= 180) == (degrees.magnitude <= 180))
        if degrees.rounded() == degrees { #expect(!isShift(east - degrees)) }
    }

    @Test func keepNoPlaceAtAll() {
        for degrees in [0, -0.0, .infinity] {
            #expect(Self.redactor.latitude(degrees) == degrees && Self.redactor.longitude(degrees) == degrees)
        }
        #expect(Self.redactor.latitude(.nan).isNaN)
    }

    @Test func keepEqualityAndShapeInOneField() throws {
        let type = try type("maps.fleetengine.v1.Vehicle")
        func values(_ pairs: [(String, Double)]) throws -> [Double] {
            let attributes = pairs.map { #"{"key":"\#($0)","numberValue":\#($1)}"# }.joined(separator: ",")
            let object = try redacted(#"{"attributes":[\#(attributes)]}"#, as: type)
            return (object["attributes"] as? [[String: Any]] ?? []).compactMap { $0["numberValue"] as? Double }
        }
        let new = try values([("lat", 52.520008), ("ratio", 0.123456), ("lat", 52.521008), ("seats", 4), ("seats", 4)])
        try #require(new.count == 5)
        #expect(abs(new[2] - new[0] - 0.001) < 1e-6 && new[3] == new[4])
        #expect(abs(new[1] - 0.123456 - new[0] + 52.520008) > 1e-6)
    }

    @Test(arguments: [4, 100, 4.8, -37.5, 0.05, 1234567, 1e20, 1.5e-10, 4_915_112_345_678, .greatestFiniteMagnitude])
    func giveNumbersAsManyDigits(_ value: Double) {
        let new = Self.redactor.numbers(value, scope: 1, isEast: false)
        #expect(new != value && new.isFinite && (new < 0) == (value < 0))
        if value < 1e300 { #expect("\(new)".utf8.count == "\(value)".utf8.count) }
    }

    // MARK: Names

    /// The package that the name of an extension begins with says nothing about the value.
    @Test func judgeExtensionsByTheirOwnNames() throws {
        let extensions = "optional int64 x = 1; optional int64 wait_seconds = 2;"
        let text = "package num.meters; message M { extensions 1 to 9; } extend M { \(extensions) }"
        let type = try #require(Schema(files: [("num.proto", text)]).message(named: "num.meters.M"))
        let object = try redacted(
            #"{"[num.meters.x]":525200080,"[num.meters.wait_seconds]":525200080}"#, as: type)
        #expect(object["[num.meters.x]"] as? String != "525200080")
        #expect(object["[num.meters.wait_seconds]"] as? String == "525200080")
    }

    @Test(
        arguments: [
            "int32 latE7", "int32 lng_e6", "int64 customerId", "int64 driverID", "uint32 startLat",
            "sint32 longitudeE7",
            "int64 driver_id", "repeated int64 tripIds", "int64 userid", "fixed64 accountId", "uint64 phone",
            "sint64 riderNumber", "int64 msisdn", "int64 imei", "int64 order_no", "int64 uid", "int64 userPk",
            "int64 x",
            "uint32 user", "fixed32 ip", "int32 pickupCode", "int32 birthDate", "sfixed64 v", "int64 timeId",
            "int32 pin",
            "google.protobuf.Int64Value anything", "E state", "uint64 lat_2",
        ])
    func replaceWholeNumbersThatAreNoMeasures(_ field: String) throws {
        let name = try #require(field.split(separator: " ").last)
        let type = try ownWithWrappers("\(field) = 1;")
        for value in [525_200_080, 70_001] {
            let shown = field.hasPrefix("repeated") ? "[\(value)]" : "\(value)"
            let object = try redacted(#"{"\#(name)":\#(shown)}"#, as: type)
            #expect(!"\(object)".contains("\(value)"), "\(object)")
        }
    }

    @Test(
        arguments: [
            "int64 createdAt", "int64 start_time_ms", "uint32 distanceMeters", "int32 numberOfStops",
            "uint32 num_updates",
            "int64 payloadSize", "uint64 timestamp", "fixed64 durationNanos", "E state",
            "google.protobuf.Int64Value eta",
        ])
    func keepMeasuresAndKnownValues(_ field: String) throws {
        let name = try #require(field.split(separator: " ").last)
        let shown = field.hasPrefix("E ") ? "70000" : "1756670001"
        let object = try redacted(#"{"\#(name)":\#(shown)}"#, as: ownWithWrappers("\(field) = 1;"))
        #expect("\(object)".contains(field.hasPrefix("E ") ? "B" : shown), "\(object)")
    }

    @Test func keepSmallWholeNumbersThatAreNoIDs() throws {
        let object = try redacted(
            #"{"stops":12,"delta":-120,"rank":16383,"level":3,"pin":4711}"#,
            as: own("int32 stops = 1; int64 delta = 2; fixed32 rank = 3; int32 level = 4; int32 pin = 5;"))
        #expect(object["stops"] as? Int == 12 && object["delta"] as? String == "-120" && object["level"] as? Int == 3)
        #expect(object["rank"] as? Int == 16383 && object["pin"] as? Int != 4711)
    }

    @Test func replaceKeysOfMaps() throws {
        let object = try redacted(
            #"{"names":{"998877":"Zed","3":"Amy"},"ids":{"jane":77123456}}"#,
            as: own("map<int64, string> names = 1; map<string, int64> ids = 2;"))
        for part in ["998877", "Zed", "Amy", "jane", "77123456"] { #expect(!"\(object)".contains(part), "\(object)") }
        #expect((object["names"] as? [String: Any])?["3"] != nil)
    }

    /// Of 32 bits, so that they can be encoded in as many bytes.
    @Test(arguments: [-1_224_194_160, -525_200_080, -33_868_820, 1_342_000_000, 134_049_540, Int32.max, Int32.min])
    func giveWholeNumbersAsManyBytes(_ value: Int32) throws {
        let type = try own("int32 lng_e7 = 1; sint32 lat_e7 = 2; int64 id = 3;")
        let bytes = try JSONReader().bytes(of: #"{"lngE7":\#(value),"latE7":\#(value),"id":\#(value)}"#, as: type)
        let new = Self.redactor.redact(bytes, as: type)
        let span = new[...]
        #expect(type.canonicalBytes(of: span.span) == new && new.count == bytes.count)
        let object = try redacted(#"{"lngE7":\#(value)}"#, as: type)
        let number = try #require(object["lngE7"] as? Int)
        #expect(number != value && (number < 0) == (value < 0))
    }

    @Test func replaceWrappersThatStandAlone() throws {
        for (name, json) in [("DoubleValue", "52.520008"), ("Int64Value", #""4915112345678""#), ("FloatValue", "52.5")]
        {
            let type = try type("google.protobuf.\(name)")
            let bytes = try JSONReader().bytes(of: json, as: type)
            #expect(try JSONWriter().string(Self.redactor.redact(bytes, as: type), as: type) != json)
        }
    }

    private func ownWithWrappers(_ fields: String) throws -> MessageDescriptor {
        let text = """
            syntax = "proto3"; package acme; import "google/protobuf/wrappers.proto";
            enum E { A = 0; B = 70000; } message M { \(fields) }
            """
        let wrappers = """
            syntax = "proto3"; package google.protobuf; message Int64Value { int64 value = 1; }
            """
        let schema = try Schema(files: [("google/protobuf/wrappers.proto", wrappers), ("own.proto", text)])
        return try #require(schema.message(named: "acme.M"))
    }

    // MARK: Text that only its field calls harmless

    @Test func keepNamesOfFieldsButNoKeysBehindThem() throws {
        let paths = ["updateMask,labels.jane77", "vehicleState,attributes[4711]"].map { #""\#($0)""# }
        let mask = try type("google.protobuf.FieldMask")
        for path in paths {
            let bytes = try JSONReader().bytes(of: path.replacing("[4711]", with: ".x4711"), as: mask)
            let text = try JSONWriter().string(Self.redactor.redact(bytes, as: mask), as: mask)
            #expect(
                !text.contains("77") && !text.contains("4711") && text.hasPrefix(#""\#(path.prefix(9).dropFirst())"#))
        }
        let object = try redacted(
            #"{"driver_jane77":1.5,"state":"x","note":{"4915112345678":true}}"#, as: type("google.protobuf.Struct"))
        #expect(Set(object.keys).isSuperset(of: ["state", "note"]) && object.count == 3)
        for part in ["jane", "77", "49151"] { #expect(!"\(object)".contains(part)) }
    }

    @Test func keepNamesInDetailsOfErrors() throws {
        let violation = try redacted(
            #"{"fieldViolations":[{"field":"vehicles[2].attributes[\"jane\"].value"},{"field":"trip_77"}]}"#,
            as: type("google.rpc.BadRequest"))
        let fields = (violation["fieldViolations"] as? [[String: Any]] ?? []).compactMap { $0["field"] as? String }
        #expect(
            fields.first?.hasPrefix("vehicles[2].attributes[\"") == true && fields.first?.hasSuffix("\"].value") == true
        )
        #expect(fields.count == 2 && !"\(fields)".contains("jane") && !"\(fields)".contains("77"))
        let info = try redacted(
            #"{"reason":"RATE_LIMIT_EXCEEDED","domain":"jane.corp"}"#, as: type("google.rpc.ErrorInfo"))
        #expect(info["reason"] as? String == "RATE_LIMIT_EXCEEDED")
        #expect((info["domain"] as? String)?.contains("jane") == false)
        let google = try redacted(#"{"domain":"fleetengine.googleapis.com"}"#, as: type("google.rpc.ErrorInfo"))
        #expect(google["domain"] as? String == "fleetengine.googleapis.com")
    }

    @Test func keepHarmlessTextThatLooksLikeItOnly() throws {
        let type = try own(
            "string locale = 1; string time_zone = 2; string countryCode = 3; string order_by = 4; string languageCode = 5;"
        )
        let kept = try redacted(
            #"{"locale":"zh-Hans-CN","countryCode":"DE","orderBy":"update_time","languageCode":"es-419"}"#,
            as: type)
        #expect(
            kept as? [String: String] == [
                "locale": "zh-Hans-CN", "countryCode": "DE", "orderBy": "update_time",
                "languageCode": "es-419",
            ])
        let replaced = try redacted(
            #"{"locale":"jane@corp.example","timeZone":"Jane Street 5","countryCode":"Jane","orderBy":"driver_77","languageCode":"jane-doe"}"#,
            as: type)
        for part in ["jane", "Jane", "77", "Street"] { #expect(!"\(replaced)".contains(part), "\(replaced)") }
    }

    @Test(
        arguments: [
            ("lat_e7", ["lat", "e7"], "lat"), ("latE7", ["lat", "e7"], "lat"), ("LatE7", ["lat", "e7"], "lat"),
            ("driverID", ["driver", "id"], "id"), ("IDNumber", ["id", "number"], "number"),
            ("start_lat2", ["start", "lat2"], "lat"), ("lat_2_e7", ["lat", "2", "e7"], "lat"), ("x", ["x"], "x"),
            ("latitudeDeg", ["latitude", "deg"], "latitude"), ("", [], nil), ("e7", ["e7"], "e"),
        ] as [(String, [String], String?)])
    func findsTheWordsOfNames(_ name: String, _ words: [String], _ subject: String?) {
        let found = NameWords(name)
        #expect(found.words == words && found.subject == subject)
    }
}
