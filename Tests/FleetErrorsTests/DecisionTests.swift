import FleetErrors
import Foundation
import GRPCWire
import TestSupport
import Testing

/// The page of the documentation that says what is decided, made from the tables of the code.
enum DecisionPage {
    static let file = Folders.protos.deletingLastPathComponent().appendingPathComponent(
        "Sources/FleetErrors/FleetErrors.docc/Decisions.md")

    private static let callers: [(title: String, context: CallContext?)] = [
        ("driver", .driverUpdate), ("rider", .consumerPoll), ("back end", .backEnd),
        ("deliveries, couriers", .delivery),
        ("not known", nil),
    ]

    static var text: String {
        var lines = [
            "# What each error means, and what to do", "",
            "The tables that advice is taken from, as they are in the code: evidence first, then the code of the status.",
            "", "## Overview", "",
            "Of all that is known about a failed call, the first kind of evidence that explains it decides; the others are "
                + "told as well. Facts in braces come from the details or the message; what stands in brackets is left out "
                + "where a fact is not known.", "", "### Order of the evidence", "",
            "| status | kinds of evidence, the deciding ones first |", "|---|---|",
        ]
        for code in StatusCode.all.dropFirst() {
            let order = EvidenceKind.order(for: code).map(\.rawValue).joined(separator: "; ")
            lines.append("| \(code.title) | \(order); the code |")
        }
        lines += ["", "### Codes and callers", ""]
        for code in StatusCode.all { lines += rows(of: code) }
        lines += ["### Known reasons and messages", ""]
        for cause in KnownCause.all { lines += rows(of: cause) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func rows(of code: StatusCode) -> [String] {
        let neutral = Diagnosis(code)
        var lines = ["#### \(code), HTTP \(code.httpStatus)", "", neutral.meaning, ""]
        let category = neutral.category.title + (neutral.leaning.map { "; treat it as: \($0.title)" } ?? "")
        lines += [
            "- Category: \(category). \(neutral.reason)", "", "| caller | next step | retry | source |",
            "|---|---|---|---|",
        ]
        for (title, context) in callers {
            let diagnosis = Diagnosis(code, in: context)
            lines.append(
                "| \(title) | \(diagnosis.nextStep) | \(diagnosis.retry) | \(sources(diagnosis.sources)) |")
        }
        return lines + [""]
    }

    private static func rows(of cause: KnownCause) -> [String] {
        let signs =
            cause.reasons.map { "reason `\($0)`" } + cause.messages.map { "message “\($0.text)”" }
            + cause.wholeMessages.map { "the whole message “\($0)” with UNKNOWN" }
        return [
            "- \(signs.joined(separator: ", "))", "  - Meaning: \(cause.meaning)", "  - Next step: \(cause.nextStep)",
            "  - Retry: \(cause.retry ?? "as the code says")", "  - Source: \(sources([cause.source]))",
        ] + [""]
    }

    private static func sources(_ sources: [ErrorSource]) -> String {
        sources.map { source in source.url.map { "[\(source.title)](\($0))" } ?? source.title }.joined(separator: "; ")
    }
}

@Suite struct DecisionTests {
    /// With `DECISIONS=write` in the environment, the page is written.
    @Test func thePageIsThatOfTheTables() throws {
        if ProcessInfo.processInfo.environment["DECISIONS"] == "write" {
            try FileManager.default.createDirectory(
                at: DecisionPage.file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try DecisionPage.text.write(to: DecisionPage.file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: DecisionPage.file, encoding: .utf8) == DecisionPage.text)
    }

    /// The rows of Google's tables: number, name, HTTP status, category, and what is said of repeats.
    ///
    /// Sources: google.rpc.Code (numbers, names, HTTP), "Handle Consumer SDK errors" (categories), gRPC's status codes and
    /// proposal A6 (repeats). A dash stands for what no document says.
    @Test func everyRowOfThePublishedTablesHolds() throws {
        let file = Folders.fixtures.appendingPathComponent("errors/published.tsv")
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            $0.split(separator: "\t")
        }
        #expect(rows.count == 17)
        for row in rows {
            let code = try #require(StatusCode(name: String(row[1])))
            #expect(String(code.rawValue) == row[0] && String(code.httpStatus) == row[2])
            for context in CallContext.allCases.map(Optional.some) + [nil] {
                let diagnosis = Diagnosis(code, in: context)
                if row[3] == "-" {
                    #expect([.unclassified, .noError].contains(diagnosis.category), "\(code)")
                } else {
                    #expect(diagnosis.category.rawValue == row[3], "\(code)")
                }
                #expect(row[4] == "-" || diagnosis.retry.contains(row[4]), "\(code): \(diagnosis.retry)")
                #expect(!diagnosis.sources.isEmpty)
                let isDecided = diagnosis.sources.contains(.decision)
                #expect(!isDecided || !diagnosis.reason.isEmpty, "\(code)")
            }
        }
    }

    /// Every constant of google.api.ErrorReason that services return for credentials, projects and quotas is known.
    @Test(
        arguments: [
            "SERVICE_DISABLED", "BILLING_DISABLED", "API_KEY_INVALID", "API_KEY_SERVICE_BLOCKED",
            "API_KEY_HTTP_REFERRER_BLOCKED", "API_KEY_IP_ADDRESS_BLOCKED", "API_KEY_ANDROID_APP_BLOCKED",
            "API_KEY_IOS_APP_BLOCKED", "RATE_LIMIT_EXCEEDED", "RESOURCE_QUOTA_EXCEEDED", "USER_PROJECT_DENIED",
            "CONSUMER_SUSPENDED", "CONSUMER_INVALID", "ACCESS_TOKEN_EXPIRED", "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
            "ACCOUNT_STATE_INVALID", "ACCESS_TOKEN_TYPE_UNSUPPORTED", "CREDENTIALS_MISSING", "IAM_PERMISSION_DENIED",
        ])
    func knowsTheReason(_ reason: String) { #expect(KnownCause.of(reason: reason) != nil) }

    /// Each pattern finds its own text again, with the facts in it.
    @Test(arguments: KnownCause.all) func patternsFindTheirTexts(_ cause: KnownCause) throws {
        for pattern in cause.messages.map(\.text) {
            let parts = pattern.split(omittingEmptySubsequences: false) { $0 == "{" || $0 == "}" }
            let text =
                "x " + parts.enumerated().map { $0.offset.isMultiple(of: 2) ? String($0.element) : "<it>" }.joined()
            let found = try #require(KnownCause.of(message: text), "\(pattern)")
            #expect(found.cause.meaning == cause.meaning, "\(pattern)")
            #expect(found.facts.values.allSatisfy { $0 == "<it>" }, "\(pattern): \(found.facts)")
        }
    }
}
