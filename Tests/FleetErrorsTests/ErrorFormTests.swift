import FleetErrors
import Foundation
import GRPCWire
import TestSupport
import Testing

/// A file of `Fixtures/errors/forms`: the failed calls of the recorded traffic in one form of error text.
struct ErrorForm: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The parts of a status that the form has.
    let gives: Set<String>
    /// The texts by the number of the call.
    let texts: [Int: String]

    static func all() throws -> [ErrorForm] {
        let folder = Folders.fixtures.appendingPathComponent("errors/forms")
        return try Folders.names(in: folder, extension: "json").map { name in
            let content = try parseJSON(try folder.appendingPathComponent(name).bytes()) as? [String: Any]
            let texts = try #require(content?["texts"] as? [String: String])
            return ErrorForm(
                testDescription: name, gives: Set(try #require(content?["gives"] as? [String])),
                texts: try Dictionary(uniqueKeysWithValues: texts.map { (try #require(Int($0)), $1) }))
        }
    }
}

@Suite struct ErrorFormTests {
    @Test(arguments: try ErrorForm.all()) func givesTheWholeStatus(_ form: ErrorForm) throws {
        let calls = try CapturedCall.errors()
        #expect(form.texts.count > 20)
        for (number, text) in Exhaustive.elements(of: form.texts.sorted { $0.key < $1.key }, inDebugEvery: 9) {
            let call = calls[number - 1]
            guard let status = Explanation(pasted: text).call?.status else {
                Issue.record("no status in call \(number): \(text)")
                continue
            }
            let code = StatusCode(rawValue: (call.truth["status_code"] as? NSNumber)?.int32Value ?? -1)
            if form.gives.contains("code") {
                #expect(status.code == code, "call \(number): \(text)")
            } else {
                #expect(status.code.httpStatus == code.httpStatus, "call \(number)")
            }
            let message = try #require(call.truth["message"] as? String)
            #expect(status.message.utf8.elementsEqual(message.utf8), "call \(number): \(status.message)\n\(text)")
            guard form.gives.contains("details") else { continue }
            let details = try status.details.map { try parseJSON(try #require($0.json).utf8) }
            let difference = jsonDifference(details, try #require(call.truth["details"] as? [Any]))
            #expect(difference == nil, "call \(number): \(text)")
        }
    }
}
