import Foundation
import TestSupport
import Testing
import WireDoctor

@testable import WireReport

@Suite struct CaptureReportTests {
    /// Every call is there, with method, status and every message, as those who made the capture know them; and no part
    /// of a token that a call was made with.
    @Test(arguments: try Capture.all())
    func holdsEveryCall(_ capture: Capture) throws {
        let page = try ReportPage(capture)
        let expected = try capture.expectedCalls()
        #expect(page.calls.count == expected.count)
        var tokens: Set<Substring> = []
        for (index, (row, call)) in zip(page.calls, expected).enumerated() {
            #expect(page.value(row[4], of: "methods").first == call["path"] as? String)
            if let status = call["status"] as? String {
                #expect(page.value(row[5], of: "outcomes").first == status)
            }
            let headers = try #require(call["request_headers"] as? [String: Any])
            let token = (headers["authorization"] as? String)?.dropFirst("Bearer ".count) ?? ""
            tokens.formUnion(token.split(separator: ".").filter { $0.count > 8 })
            let details = try #require(page.details[index + 1])
            for side in ["request", "response"] {
                let body = try #require(details[side] as? [String: Any])
                let messages = try #require(body["messages"] as? [[String: Any]])
                let known = try #require(call["\(side)_messages"] as? [[String: Any]])
                #expect(messages.count + (body["omitted"] as? Int ?? 0) == known.count)
                for (message, truth) in zip(messages, known) where message["cut"] == nil {
                    #expect(message["bytes"] as? Int == truth["uncompressed_length"] as? Int)
                    // Of a method that is in no schema nobody knows the type.
                    guard let json = message["json"], body["likelihood"] == nil else { continue }
                    #expect(jsonDifference(json, truth["json"] as Any) == nil)
                }
            }
        }
        for part in tokens { #expect(!page.text.contains(part)) }
    }

    @Test func nothingFromTheCaptureEndsABlock() throws {
        let attack = "</script><!--<script>\u{2028}\u{0}"
        let finding = Finding(
            attack, .error, attack, remedy: attack, evidence: [.init(call: 1, path: attack, offset: 3, attack)])
        let page = try ReportPage(CaptureReport(Capture.schema), name: attack, findings: [finding], remarks: [attack])
        #expect(page.data["file"] as? String == attack)
        #expect((page.data["remarks"] as? [String]) == [attack])
        let findings = try #require(page.data["findings"] as? [[String: Any]])
        #expect(findings.first?["summary"] as? String == attack)
        #expect(page.text.components(separatedBy: "</script").count == 4)
        #expect(page.text.components(separatedBy: "<!--").count == 1)
        #expect(!page.text.unicodeScalars.contains("\u{2028}"))
    }

    @Test func loadsNothing() throws {
        let text = try ReportPage(CaptureReport(Capture.schema)).text
        #expect(text.contains("default-src 'none'; style-src 'sha256-"))
        for marker in ["{{", "src=\"", "@import", "innerHTML", "eval(", "document.write"] {
            #expect(!text.contains(marker), "\(marker)")
        }
    }

    @Test func isTheSameEveryTime() throws {
        let capture = try #require(try Capture.all().first)
        #expect(try ReportPage(capture).text == ReportPage(capture).text)
    }

    @Test func saysWhatWasLeftOut() throws {
        let findings = (0...ReportLimits.findings).map { Finding("code", .note, "\($0)", remedy: "") }
        let page = try ReportPage(CaptureReport(Capture.schema), findings: findings)
        #expect((page.data["findings"] as? [Any])?.count == ReportLimits.findings)
        #expect((page.data["remarks"] as? [String])?.count == 1)
    }
}
