import FleetErrors
import ProtobufSchema

/// An update's mask against its resource: what the server refuses, clears and passes over.
struct MaskRule: MessageRule {
    /// Code of the finding about an empty mask.
    static let emptyCode = "empty_update_mask"

    func findings(in message: ExaminedMessage) -> [Finding] {
        guard let paths = message.mask, let body = message.body, let resource = body.message,
            message.scan.damage == nil
        else { return [] }
        let mask = FieldPaths(paths)
        guard !mask.isEmpty else { return [emptyMask(message)] }
        var places: [String: MessageScan.Place] = [:]
        for path in message.scan.mask where places[path.text] == nil { places[path.text] = path.place }
        // That the name is OUTPUT_ONLY is said by a finding of its own.
        let findings = mask.findings(for: resource).filter { $0.code != .outputOnly || $0.path != "name" }
        var found = findings.map { finding in
            var result = Self.finding(
                finding, resource, Self.evidence(places[finding.path], finding.message))
            if finding.code == .outputOnly, message.isEchoed(finding.path) {
                result.severity = .note
                result.note("this server takes it: its answer has the value that was sent")
            }
            return result
        }
        if let place = places["name"] {
            found.append(
                Finding(
                    "mask_names_name", .warning, "update_mask names the name, which no update can change.",
                    remedy: "Leave name out of update_mask; the request's name says which \(resource.name) is meant.",
                    evidence: [Self.evidence(place, "\"name\"")]))
        }
        guard !mask.paths.contains("*") else { return found }
        // A server that refuses the update clears nothing.
        let isRefused = found.contains { $0.severity == .error }
        return found + (isRefused ? [] : cleared(mask, places, resource, message)) + ignored(mask, body, message)
    }

    private static func evidence(_ place: MessageScan.Place?, _ text: String) -> Finding.Evidence {
        Finding.Evidence(path: place?.path ?? "update_mask", offset: place?.offset, text)
    }

    private func emptyMask(_ message: ExaminedMessage) -> Finding {
        let isMistake = EmptyMask.isMistake(message.method)
        return Finding(
            Self.emptyCode, isMistake ? .warning : .note,
            "update_mask is empty: the server refuses the update and changes nothing.",
            remedy: (isMistake ? "" : "Benign on the first update after start-up. ")
                + EmptyMask.nextStep(message.method),
            evidence: [message.evidence("update_mask", "no paths")])
    }

    private static func finding(
        _ finding: FieldPaths.Finding, _ resource: MessageDescriptor, _ evidence: Finding.Evidence
    ) -> Finding {
        var remedy = "Correct the path."
        var summary = "update_mask has a path that cannot be applied to a \(resource.name)."
        var severity: Finding.Severity = finding.severity == .error ? .error : .warning
        switch finding.code {
        case .unknownField:
            summary = "update_mask names a field that a \(resource.name) does not have: the server refuses the update."
            remedy = finding.suggestion.map { "Write \"\($0)\"." } ?? "Leave the path out, or correct its spelling."
        case .throughRepeated, .intoScalar:
            remedy = finding.suggestion.map { "Write \"\($0)\"." } ?? remedy
        case .outputOnly:
            summary = "update_mask names an OUTPUT_ONLY field, which the server sets itself."
            remedy = "Leave the path out of update_mask."
        case .notUpdatable:
            summary = "update_mask names a field that can only be set when the \(resource.name) is created."
            remedy = "Leave the path out of update_mask."
        case .duplicate, .covered, .wildcard:
            severity = .note
            summary = "update_mask says more than it needs to."
            remedy = "Name each field once."
            if finding.code == .wildcard {
                summary = "update_mask is \"*\": every field that is not set in the update is cleared."
                remedy = "Name the fields that change."
            }
        default: break
        }
        return Finding("mask_\(finding.code)", severity, summary, remedy: remedy, evidence: [evidence])
    }

    /// Paths whose fields are not set.
    private func cleared(
        _ mask: FieldPaths, _ places: [String: MessageScan.Place], _ resource: MessageDescriptor,
        _ message: ExaminedMessage
    ) -> [Finding] {
        var seen: Set<String> = []
        return mask.paths.compactMap { path in
            guard seen.insert(path).inserted, path != "name", !message.scan.setPaths.contains(path),
                path.utf8.count(where: { $0 == UInt8(ascii: ".") }) < MessageScan.pathDepth - 1,
                let field = Self.field(path, in: resource)
            else { return nil }
            // Without presence, unset is how a zero or a false is sent.
            guard field.hasPresence || field.isRepeated || [.string, .bytes, .enumeration].contains(field.kind) else {
                return nil
            }
            return Finding(
                "mask_clears", field.hasPresence ? .warning : .note,
                "update_mask names a field that is not set: the server clears it.",
                remedy: "Set the field too, or leave it out of update_mask, unless it is to be cleared.",
                evidence: [Self.evidence(places[path], "\(path) is not set")])
        }
    }

    private static func field(_ path: String, in message: MessageDescriptor) -> FieldDescriptor? {
        var current: MessageDescriptor? = message
        var found: FieldDescriptor?
        for name in path.split(separator: ".", omittingEmptySubsequences: false) {
            found = current?.field(named: String(name))
            guard let found, !found.behavior.contains(.outputOnly) else { return nil }
            current = found.isRepeated ? nil : found.message
        }
        return found
    }

    /// Fields of the resource that are set, and that no path names.
    private func ignored(_ mask: FieldPaths, _ body: FieldDescriptor, _ message: ExaminedMessage) -> [Finding] {
        message.scan.bodyFields.flatMap { place -> [Finding] in
            let name = Self.lastName(place.path)
            // The name addresses the resource.
            guard name != "name", let field = body.message?.field(named: name) else { return [] }
            return Self.uncovered(name, field, mask, message.scan).map { path in
                let whole = place.path + path.dropFirst(name.count)
                let offset = path == name ? place.offset : message.scan.places[whole]?.offset
                return Finding(
                    "field_ignored", .warning, "A field is set, but not in update_mask: the server ignores it.",
                    remedy: "Add the field to update_mask, or do not set it.",
                    evidence: [Finding.Evidence(path: whole, offset: offset, "\(path) is not in the mask")])
            }
        }
    }

    /// The field that is set at a path or, where the mask names some of its fields, those that it does not name.
    private static func uncovered(
        _ path: String, _ field: FieldDescriptor, _ mask: FieldPaths, _ scan: MessageScan
    ) -> [String] {
        // What only the server writes is sent back as it was read.
        guard !mask.covers(path), !field.behavior.contains(.outputOnly) else { return [] }
        guard mask.paths.contains(where: { $0.hasPrefix(path + ".") }) else { return [path] }
        let fields = field.isRepeated ? [] : field.message?.fields ?? []
        return fields.flatMap { field in
            let inner = "\(path).\(field.name)"
            return scan.setPaths.contains(inner) ? uncovered(inner, field, mask, scan) : []
        }
    }

    private static func lastName(_ path: String) -> String {
        String(path.lastComponent.prefix { $0 != "[" })
    }
}

extension ExaminedMessage {
    /// The answer to the call holds a field of the resource with the value that the request has.
    fileprivate func isEchoed(_ name: String) -> Bool {
        guard let call, call.isOK, let answer = call.responses.last, let body,
            let field = body.message?.field(named: name),
            let sent = scan.places["\(body.name).\(name)"]
        else { return false }
        return field.lastValue(in: answer).map { answer[$0].elementsEqual(bytes[sent.value]) } ?? false
    }
}
