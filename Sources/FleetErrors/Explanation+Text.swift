internal import ByteText
internal import FleetMessages
internal import GRPCWire
internal import JSONText

extension Explanation {
    /// A line of the explanation as text.
    public struct Line: Hashable, Sendable {
        /// The subjects of lines, by the label of the first line of each.
        package enum Topic: String, Sendable {
            case status, message, category, context, meaning, why
            case nextStep = "next step"
            case retry, wait, detail, evidence, token, remark, source
            case readAs = "read as"
        }

        package let topic: Topic
        /// The subject of the line: `meaning`, `next step`; empty for a line that continues the line before it.
        public let label: String
        /// What is said, in one or more sentences.
        public let text: String
    }

    /// The explanation in lines, the most important first. Nothing in it can be used to log in: of a token it shows the
    /// claims, never the signature. And nothing in it can command a terminal: escapes stand for characters that cannot be seen.
    public var lines: [Line] {
        var lines: [Line] = []
        func add(_ topic: Line.Topic, _ texts: [String]) {
            for (index, text) in texts.enumerated() {
                lines.append(
                    Line(
                        topic: topic, label: index == 0 ? topic.rawValue : "",
                        text: VisibleText.escaping(Credentials.hidden(in: text))))
            }
        }
        if let call, let diagnosis {
            let code = call.status.code
            add(.status, ["\(code), HTTP \(code.httpStatus)"])
            if !call.status.message.isEmpty { add(.message, [call.status.message]) }
            let leaning = diagnosis.leaning.map { "; treat it as: \($0.title)" } ?? ""
            add(.category, [diagnosis.category.title + leaning])
            if let context = diagnosis.context {
                let origin = diagnosis.contextOrigin.map { " (inferred from \($0))" } ?? ""
                add(.context, [context.title + origin])
            }
            add(.meaning, [diagnosis.meaning])
            add(.why, [diagnosis.reason])
            add(.nextStep, [diagnosis.nextStep])
            add(.retry, [diagnosis.retry])
            if let delay = diagnosis.retryDelay { add(.wait, ["\(delay.plain) s, as the server says"]) }
            for detail in call.status.details { add(.detail, [detail.typeName] + detail.lines.map { "  \($0)" }) }
            add(.evidence, diagnosis.evidence)
        }
        if let token { add(.token, token.lines) }
        add(.remark, remarks)
        if let diagnosis { add(.source, diagnosis.sources.map(\.description)) }
        if form != .call { add(.readAs, [form.title]) }
        return lines
    }
}

// MARK: For scripts

extension Explanation {
    /// The explanation as pretty JSON, for scripts. Members without content are left out; more may come.
    ///
    /// `details` holds the official JSON of each detail; those of unknown types have `@type` and the base64 `value`.
    public var json: String { json(.indented) + "\n" }

    /// The object of ``json`` on one line, without a line end: for a file with a line for each error.
    public var jsonLine: String { json(.compact) }

    private func json(_ layout: JSONPrinter.Layout) -> String {
        var members: [(String, JSONValue)] = [("form", .string(form.rawValue))]
        if let call, let diagnosis {
            members += Self.members(call)
            members += Self.members(diagnosis)
        }
        if let token { members.append(("token", Self.json(token))) }
        members.append(("remarks", Self.strings(remarks)))
        // Each string by itself, as quotes and line breaks in it are escaped later; then by the names of members.
        let shown = Self.object(members).mapStrings { Credentials.hidden(in: $0) }
        return Credentials.hidden(inJSON: shown.text(layout))
    }

    private static func members(_ call: FailedCall) -> [(String, JSONValue)] {
        let code = call.status.code
        return [
            ("code", .number(String(code.rawValue))), ("status", string(code.name)),
            ("http_status", .number(String(code.httpStatus))), ("message", string(call.status.message)),
            ("method", string(call.request?.path)), ("resource", string(call.request?.resourceName)),
            ("details", .array(call.status.details.map(json))),
        ]
    }

    private static func json(_ detail: StatusDetail) -> JSONValue {
        if let text = detail.json, let value = JSONValue.read(text.utf8).value { return value }
        let packed = detail.packed.value
        let value = Credentials.replacement(of: packed[...]) ?? Base64.encode(packed, as: .padded)
        return object([("@type", string(detail.packed.typeURL)), ("value", string(value))])
    }

    private static func members(_ diagnosis: Diagnosis) -> [(String, JSONValue)] {
        let sources = diagnosis.sources.map { object([("title", string($0.title)), ("url", string($0.url))]) }
        return [
            ("category", string(diagnosis.category.rawValue)), ("leaning", string(diagnosis.leaning?.rawValue)),
            ("context", string(diagnosis.context?.rawValue)), ("context_origin", string(diagnosis.contextOrigin)),
            ("meaning", string(diagnosis.meaning)), ("reason", string(diagnosis.reason)),
            ("next_step", string(diagnosis.nextStep)), ("retry", string(diagnosis.retry)),
            ("retry_delay_seconds", diagnosis.retryDelay.map { .number($0.plain) } ?? .null),
            ("evidence", strings(diagnosis.evidence)), ("sources", .array(sources)),
        ]
    }

    private static func json(_ check: TokenCheck) -> JSONValue {
        let findings = check.findings.map { finding in
            object([
                ("kind", string(finding.kind)), ("explains", string(finding.explains?.name)),
                ("text", string(finding.text)), ("next_step", string(finding.nextStep)),
            ])
        }
        var members: [(String, JSONValue)] = [("findings", .array(findings))]
        if let token = check.token {
            let claims = token.authorization.sorted { $0.key < $1.key }.map { ($0.key, strings($0.value)) }
            members += [
                ("roles", strings(token.fittingRoles.map(\.rawValue))), ("authorization", object(claims)),
                ("audiences", strings(token.audiences)), ("issuer", string(token.issuer)),
                ("issued_at", token.issuedAt.map { .number(String($0)) } ?? .null),
                ("expires", token.expires.map { .number(String($0)) } ?? .null),
            ]
        }
        return object(members)
    }

    private static func string(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    private static func strings(_ strings: [String]) -> JSONValue { .array(strings.map(JSONValue.string)) }

    private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(
            members.compactMap { name, value in
                [.null, .string(""), .array([]), .object([])].contains(value)
                    ? nil : JSONValue.Member(name: name, value: value)
            })
    }
}
