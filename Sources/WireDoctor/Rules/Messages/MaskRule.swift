import FleetErrors
import ProtobufSchema

/// An update's mask against its resource: what the server refuses, clears and passes over.
struct MaskRule: MessageRule {
    /// Empty masks of one resource that are no matter of start-up any more.
    static let emptyMaskLimit = 3

    func findings(in message: ExaminedMessage) -> [Finding] {
        guard let mask = message.mask, let body = message.body, let resource = body.message,
            message.scan.damage == nil
        else { return [] }
        guard !mask.isEmpty else { return [emptyMask(message)] }
        let update = MaskedUpdate(
            message: message, body: body, resource: resource, mask: mask,
            places: Dictionary(message.scan.mask.map { ($0.text, $0.place) }) { first, _ in first })
        let found = update.wrongPaths
        // A server that refuses the update clears nothing and passes over nothing.
        guard !found.contains(where: { $0.severity == .error }) else { return found }
        return found + update.clearedFields + update.ignoredFields
    }

    private func emptyMask(_ message: ExaminedMessage) -> Finding {
        let isMistake = EmptyMask.isMistake(message.method)
        return Finding(
            .emptyUpdateMask, severity: isMistake ? .warning : nil, remedy: isMistake ? EmptyMask.mistakeStep : nil,
            evidence: [message.scan.evidence("update_mask", "no paths")])
    }

    /// A finding of the whole capture: an empty mask is benign at start-up, but not again and again.
    static func raised(_ finding: Finding) -> Finding {
        guard finding.kind == .emptyUpdateMask, finding.evidenceCount >= emptyMaskLimit else { return finding }
        return finding.with { $0.severity = min($0.severity, .warning) }
    }
}

/// An update with a mask that is not empty.
private struct MaskedUpdate {
    let message: ExaminedMessage
    let body: FieldDescriptor
    let resource: MessageDescriptor
    let mask: FieldPaths
    /// The first place of each path in the mask.
    let places: [String: MessageScan.Place]

    private func evidence(_ path: String, _ text: String) -> [Finding.Evidence] {
        let place = places[path]
        return [Finding.Evidence(path: place?.path ?? "update_mask", offset: place?.offset, text)]
    }

    // MARK: Paths that are wrong

    var wrongPaths: [Finding] {
        let facts = ["resource": resource.name]
        // The name, which is OUTPUT_ONLY, has a finding of its own.
        let problems = mask.findings(for: resource).filter { $0.code != .outputOnly || $0.path != "name" }
        var found = problems.compactMap { problem -> Finding? in
            guard let kind = FindingKind(code: "mask_\(problem.code)") else { return nil }
            let finding = Finding(
                kind, facts, remedy: problem.suggestion.map { "Write \"\($0)\"." },
                evidence: evidence(problem.path, problem.message))
            guard problem.code == .outputOnly, isEchoed(problem.path) else { return finding }
            return finding.downgraded("this server takes it: its answer has the value that was sent")
        }
        if places["name"] != nil {
            found.append(Finding(.maskNamesName, facts, evidence: evidence("name", "\"name\"")))
        }
        return found
    }

    /// Whether the answer to the call holds a field of the resource with the value that the request has.
    private func isEchoed(_ name: String) -> Bool {
        guard let call = message.call, call.isOK, let answer = call.responses.last,
            let field = resource.field(named: name), let sent = message.scan.places["\(body.name).\(name)"]
        else { return false }
        return field.lastValue(in: answer).map { answer[$0].elementsEqual(message.bytes[sent.value]) } ?? false
    }

    // MARK: Fields that are not set

    /// Paths whose fields are not set, so that the server clears them.
    var clearedFields: [Finding] {
        var seen: Set<String> = []
        return mask.paths.compactMap { path in
            // No mask clears the name.
            guard seen.insert(path).inserted, path != "name", !message.scan.setPaths.contains(path),
                path.utf8.count(where: { $0 == UInt8(ascii: ".") }) < MessageScan.pathDepth - 1,
                // Other numbers are not sent while they are zero, so that the update may mean zero.
                let field = writableField(path), field.isSentWhenSet
            else { return nil }
            return Finding(
                .maskClears, severity: field.hasPresence ? nil : .note, evidence: evidence(path, "\(path) is not set"))
        }
    }

    /// The field that a path names, unless the server alone writes it or a message around it.
    private func writableField(_ path: String) -> FieldDescriptor? {
        guard let fields = resource.fields(atPath: path), !fields.dropLast().contains(where: \.isRepeated),
            !fields.contains(where: { $0.behavior.contains(.outputOnly) })
        else { return nil }
        return fields.last
    }

    // MARK: Fields that are not in the mask

    /// Fields of the resource that are set, and that no path names.
    var ignoredFields: [Finding] {
        message.scan.bodyFields.flatMap { place -> [Finding] in
            let name = String(place.path.lastComponent.prefix { $0 != "[" })
            // The name addresses the resource, and the version guards against an update of another list of destinations.
            guard !["name", "intermediate_destinations_version"].contains(name),
                let field = resource.field(named: name)
            else { return [] }
            return uncoveredPaths(at: name, of: field).map { path in
                let whole = place.path + path.dropFirst(name.count)
                let offset = path == name ? place.offset : message.scan.places[whole]?.offset
                let evidence = Finding.Evidence(path: whole, offset: offset, "\(path) is not in the mask")
                return Finding(.fieldIgnored, evidence: [evidence])
            }
        }
    }

    /// The path of a field that is set or, where the mask names some fields in it, of the fields that it does not name.
    private func uncoveredPaths(at path: String, of field: FieldDescriptor) -> [String] {
        // Fields that only the server writes are sent back as they were read.
        guard !mask.covers(path), !field.behavior.contains(.outputOnly) else { return [] }
        guard mask.paths.contains(where: { $0.hasPrefix(path + ".") }) else { return [path] }
        let fields = field.isRepeated ? [] : field.message?.fields ?? []
        return fields.flatMap { field in
            let inner = "\(path).\(field.name)"
            return message.scan.setPaths.contains(inner) ? uncoveredPaths(at: inner, of: field) : []
        }
    }
}
