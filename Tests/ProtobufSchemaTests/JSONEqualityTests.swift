import Foundation
import Testing

/// The yardstick itself.
@Suite struct JSONEqualityTests {
    @Test(arguments: [
        ("{\"a\":1}", "{\"a\":1.0}", true), ("{\"a\":true}", "{\"a\":1}", false), ("[0]", "[false]", false),
        ("\"1\"", "1", false), ("null", "0", false), ("{\"f\":0.1}", "{\"f\":0.10000000149011612}", true),
        ("{\"a\":0.1}", "{\"a\":0.10000000149011612}", false), ("{\"a\":1}", "{\"a\":1,\"b\":2}", false),
    ])
    func compares(left: String, right: String, areEqual: Bool) throws {
        func parse(_ text: String) throws -> Any {
            try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        }
        #expect((difference(try parse(left), try parse(right), floats: ["f"]) == nil) == areEqual)
    }
}
