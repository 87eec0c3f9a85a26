import FleetProtos
import Foundation
import ProtobufSchema
import TestSupport
import Testing

/// `Fixtures/schema/fleetengine.md` states the public API as tables; the embedded schema says the same, no more and no
/// less: every message, field, enum value, method, with number, type, label, behaviour and resource.
@Suite struct SchemaFactsTests {
    private static let file = Folders.fixtures.appendingPathComponent("schema/fleetengine.md")
    /// What the tables leave out: a message and a method of earlier versions, and Google's JSON-like values.
    private static let additional = [
        "maps.fleetengine.v1.UpdateVehicleLocationRequest", "maps.fleetengine.v1.VehicleService.UpdateVehicleLocation",
        "google.protobuf.Struct", "google.protobuf.Value", "google.protobuf.ListValue", "google.protobuf.NullValue",
        "google.api.",
    ]

    @Test func agreeWithTheSchema() throws {
        let stated = try statedFacts()
        #expect(stated.count > 700)
        let schema = Set(embeddedFacts())
        for fact in stated.subtracting(schema).sorted() { Issue.record("not in the schema: \(fact)") }
        for fact in schema.subtracting(stated).sorted() where !Self.additional.contains(where: fact.hasPrefix) {
            Issue.record("only in the schema: \(fact)")
        }
    }

    private func embeddedFacts() -> [String] {
        var facts: [String] = []
        let schema = FleetSchema.shared
        let entries = schema.messages.flatMap(\.fields).compactMap { $0.isMap ? $0.message : nil }
        for message in schema.messages + entries {
            let patterns = (message.resource?.patterns ?? []).joined(separator: " ")
            facts.append("\(message.fullName) message \(message.isDeprecated ? "deprecated " : "")\(patterns)")
            for field in message.fields {
                var notes = field.behavior.names
                if field.isDeprecated { notes.append("deprecated") }
                if field.isOptional { notes.append("proto3 optional") }
                if let oneof = field.oneof, !field.isOptional { notes.append("oneof \(oneof.name)") }
                let type = field.isMap ? field.message?.fullName ?? "" : field.typeName
                facts.append(
                    "\(message.fullName).\(field.name) = \(field.number) \(field.isRepeated ? "repeated " : "")\(type) "
                        + notes.sorted().joined(separator: ", "))
            }
        }
        for enumeration in schema.enums {
            for value in enumeration.values {
                facts.append("\(enumeration.fullName).\(value.name) = \(value.number)")
            }
        }
        for method in schema.services.flatMap(\.methods) {
            let http = method.httpRule.map { "\($0.method) \($0.path)\($0.body.isEmpty ? "" : " body=\($0.body)")" }
            let routing = method.routingParameters.map { "routing \($0.field) as \($0.pathTemplate)" }
            facts.append(
                "\(method.service.fullName).\(method.name) \(method.request.fullName) \(method.response.fullName) "
                    + "\(http ?? "") \(routing.joined(separator: ", "))")
        }
        return facts
    }

    private func statedFacts() throws -> Set<String> {
        var facts: Set<String> = []
        var scope = ""
        for line in try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("### ") {
                let parts = line.dropFirst(4).split(separator: " ", maxSplits: 1)
                scope = String(parts[0])
                let rest = parts.dropFirst().first ?? ""
                let pattern = rest.split(separator: "`").dropFirst().first ?? ""
                facts.insert("\(scope) message \(rest.contains("deprecated") ? "deprecated " : "")\(pattern)")
            } else if line.hasPrefix("enum **") {
                let parts = line.split(separator: "**")
                for value in parts[2].dropFirst(2).split(separator: ", ") { facts.insert("\(parts[1]).\(value)") }
            } else if line.hasPrefix("service **") {
                scope = String(line.split(separator: "**")[1])
            } else if line.hasPrefix("| "), !line.hasPrefix("| # "), !line.hasPrefix("| method ") {
                let cells = line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                    .map { $0.trimmingCharacters(in: .whitespaces) }
                if let number = Int(cells[0]) {
                    let notes = cells[3].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
                    facts.insert(
                        "\(scope).\(cells[1]) = \(number) \(cells[2]) " + notes.sorted().joined(separator: ", "))
                } else {
                    facts.insert("\(scope).\(cells[0]) \(cells[1]) \(cells[2]) \(cells[3]) \(cells[4])")
                }
            }
        }
        return facts
    }
}
