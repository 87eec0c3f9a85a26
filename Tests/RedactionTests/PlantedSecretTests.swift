import FleetProtos
import Foundation
import ProtobufSchema
import Redaction
import Testing
import TestSupport

/// Random messages of random schemas with secrets in them: none comes through, in whatever form it is written.
@Suite struct PlantedSecretTests {
    @Test(arguments: Exhaustive.rounds(1000, inDebug: 4))
    func comeThroughNowhere(_ seed: Int) throws {
        var maker = MessageMaker(seed: UInt64(seed))
        let own = try maker.schema()
        for _ in 0..<10 {
            let fleet = try #require(FleetSchema.shared.messages.randomElement(using: &maker.random))
            let type = Bool.random(using: &maker.random) ? own : fleet
            (maker.planted, maker.numbers) = (Windows(), Windows())
            let bytes = maker.message(of: type)
            // As what it is, without a type, and as what it is not.
            let other = type == own ? fleet : own
            for (given, isCertain) in [(type, true), (nil, true), (other, true), (type, false), (other, false)] {
                // With few letters a part may be there by chance, but not with two keys.
                // Of a type that the message is not, measures and times may stay.
                var windows = maker.planted
                if given != other { windows.formUnion(maker.numbers) }
                let found = windows.found(in: Self.outputs(bytes, given, isCertain, key: 1))
                guard !found.isEmpty else { continue }
                let again = windows.found(in: Self.outputs(bytes, given, isCertain, key: 2)).intersection(found)
                #expect(again.isEmpty, "\(type.fullName) as \(given?.fullName ?? "unknown")")
            }
        }
    }

    /// The redacted message, and its JSON.
    private static func outputs(
        _ bytes: [UInt8], _ type: MessageDescriptor?, _ isCertain: Bool, key: UInt8
    ) -> [[UInt8]] {
        var redacted = bytes
        Redactor(key: [key]).redact(&redacted, as: type, isCertain: isCertain)
        let json = type.flatMap { try? JSONWriter().string(redacted, as: $0) }
        #expect(redacted.count == bytes.count)
        return [redacted, Array((json ?? "").utf8)]
    }
}

/// Parts of texts, of six to eight bytes each.
private struct Windows {
    /// The parts by their length, as the number that their bytes are.
    private var parts: [Int: Set<UInt64>] = [:]

    mutating func plant(_ bytes: [UInt8], size: Int) {
        Self.forEach(in: bytes, size) { parts[size, default: []].insert($0) }
    }

    mutating func formUnion(_ other: Windows) { parts.merge(other.parts) { $0.union($1) } }

    func found(in texts: [[UInt8]]) -> Set<UInt64> {
        var found: Set<UInt64> = []
        for (size, parts) in parts {
            for text in texts {
                Self.forEach(in: text, size) { if parts.contains($0) { found.insert($0) } }
            }
        }
        return found
    }

    private static func forEach(in bytes: [UInt8], _ size: Int, _ body: (UInt64) -> Void) {
        let mask = UInt64.max >> UInt64(64 - 8 * size)
        var window: UInt64 = 0
        for (index, byte) in bytes.enumerated() {
            window = (window << 8 | UInt64(byte)) & mask
            if index + 1 >= size { body(window) }
        }
    }
}

/// Makes schemas, messages and secrets.
private struct MessageMaker {
    var random: SplitMix64
    /// Parts of the secrets, as they stand in the message.
    var planted = Windows()
    /// Parts of numbers.
    var numbers = Windows()

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    // MARK: Schemas

    private static let kinds = [
        "string", "bytes", "int64", "uint64", "sint64", "fixed64", "sfixed64", "double", "repeated string",
        "map<string, string>", "map<int64, bytes>", "repeated fixed64", "repeated double", "Inner", "repeated Inner",
        "google.protobuf.StringValue", "google.protobuf.Int64Value", "google.protobuf.DoubleValue",
        "google.protobuf.BytesValue", "google.protobuf.Struct", "google.protobuf.FieldMask", "google.type.LatLng",
        "maps.fleetengine.v1.Vehicle", "google.rpc.Status",
    ]
    private static let names = [
        "num_telefono", "number_passport", "card_limit", "customer_index", "app_version", "locale", "reason", "key",
        "total", "driver_name", "current_route_segment", "language_code", "time_zone", "latitude", "note", "filter",
    ]

    /// A type of a schema of somebody's own, with fields of all kinds and with names that promise something harmless.
    mutating func schema() throws -> MessageDescriptor {
        let fields = (1...Int.random(in: 2...8, using: &random)).map { index in
            let kind = Self.kinds[Int.random(in: 0..<Self.kinds.count, using: &random)]
            return "\(kind) \(Self.names[Int.random(in: 0..<Self.names.count, using: &random)])_\(index) = \(index);"
        }
        let imports = [
            "google/protobuf/wrappers", "google/protobuf/struct", "google/protobuf/field_mask", "google/type/latlng",
            "google/maps/fleetengine/v1/vehicles", "google/rpc/status",
        ].map { #"import "\#($0).proto"; "# }.joined()
        let text = """
            syntax = "proto3"; package acme; \(imports)
            message Inner { string version = 1; int64 count = 2; } message M { \(fields.joined()) }
            """
        let schema = try Schema(files: [("own.proto", text)], importing: fleetFile)
        return try #require(schema.message(named: "acme.M"))
    }

    // MARK: Messages

    /// - Parameter isMeasure: Whether a number in the message is the value of a field for measures.
    mutating func message(of type: MessageDescriptor, depth: Int = 0, isMeasure: Bool = false) -> [UInt8] {
        type.fields.flatMap { field -> [UInt8] in
            guard depth == 0 || Bool.random(using: &random) else { return [] }
            // In Google's schema numbers are measures, but for places and values of attributes.
            let isFleet = field.parent.fullName.hasPrefix("maps.")
            let isOpen = ["number_value", "altitude"].contains(field.name)
            return self.field(field, depth: depth, isMeasure: isMeasure || isFleet && !isOpen)
        }
    }

    private mutating func field(_ field: FieldDescriptor, depth: Int, isMeasure: Bool) -> [UInt8] {
        let isTime = ["google.protobuf.Timestamp", "google.protobuf.Duration"].contains(field.parent.fullName)
        func tag(_ wireType: Int) -> [UInt8] { varint(field.number << 3 | wireType) }
        func delimited(_ value: [UInt8]) -> [UInt8] { TestSupport.field(field.number, value) }
        switch field.kind {
        case .string, .bytes: return delimited(secret(isText: field.kind == .string))
        case .message:
            guard let type = field.message, depth < 4 else { return [] }
            let isWrapper = type.wellKnown == .wrapper
            return delimited(message(of: type, depth: depth + 1, isMeasure: isWrapper && isMeasure))
        case .group, .enumeration, .bool: return []
        case .double, .fixed64, .sfixed64:
            let degrees = Double.random(in: -90...90, using: &random)
            let number = UInt64.random(in: 4_900_000_000_000..<5_000_000_000_000, using: &random)
            let bits = field.kind == .double ? degrees.bitPattern : number
            let bytes = littleEndian(bits)
            if isMeasure { return [] }
            numbers.plant(bytes, size: 6)
            return field.isPacked ? delimited(bytes) : tag(1) + bytes
        default:
            let isWide = [.int64, .uint64, .sint64].contains(field.kind)
            guard !isTime, isWide, !field.isPacked else { return [] }
            let number = varint(UInt64.random(in: 4_900_000_000_000..<5_000_000_000_000, using: &random))
            numbers.plant(number, size: 6)
            return tag(0) + number
        }
    }

    // MARK: Secrets

    private static let secrets = [
        "Jarnevikson", "May Quellmann Obrecht", "page.winthrop@quellmann.example", "+49 1512 3456789",
        "4929-1234-5678-9012",
        "trip-8f3kq9zz", "ya29.a0AfH6SMBxQuellmannObrecht", "AIzaSyD-9tSrke72PouQMnMX", "52.520008, 13.404954",
        "Leave parcel with Jarnevikson next door", "B-QO 1234", "1234-5678-9012-3456",
    ]

    /// A secret in one of the forms in which people and programs write it down.
    private mutating func secret(isText: Bool) -> [UInt8] {
        let text = Self.secrets[Int.random(in: 0..<Self.secrets.count, using: &random)]
        let bytes = Array(text.utf8)
        let form = Int.random(in: 0..<(isText ? 7 : 9), using: &random)
        let written: [UInt8] =
            switch form {
            case 0: bytes
            case 1: bytes.flatMap { Array("%\(hex([$0]).uppercased())".utf8) }
            case 2: Array(hex(bytes).utf8)
            case 3, 4, 5: Array(base64("xyz".utf8.prefix(form - 3) + bytes).utf8)
            case 6: Array("see \(text), or else".utf8)
            case 7: text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
            default: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
            }
        plant(form == 6 ? bytes : written)
        return written
    }

    /// Notes the windows of six characters; of digits, which are there by chance more often, of eight.
    private mutating func plant(_ written: [UInt8]) {
        let letters = written.filter { (0x41...0x5a).contains($0 & 0xdf) }.count
        planted.plant(written, size: 2 * letters > written.count ? 6 : 8)
    }
}
