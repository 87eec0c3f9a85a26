import Redaction
import Testing

@Suite struct SecretHeaderTests {
    /// No part of a credential is left, whatever stands in front of it.
    @Test(
        arguments: [
            ("cookie", "sid=hunter2secret; other=hunter3secret"), ("set-cookie", "sid=hunter2secret; Path=/"),
            ("x-api-key", "vehicles/hunter2secret hunter3secret"), ("authorization", "hunter2secret hunter3secret"),
            ("authorization", "Bearer hunter2secret"), ("proxy-authorization", "basic hunter2secret"),
        ])
    func redactsCredentials(name: String, value: String) {
        let redacted = String(
            decoding: Redactor(key: Array("test".utf8)).header(name, Array(value.utf8)), as: UTF8.self)
        #expect(redacted.utf8.count == value.utf8.count)
        for word in ["sid", "hunter2secret", "hunter3secret", "vehicles"] { #expect(!redacted.contains(word)) }
        // The scheme says nothing of the credential.
        for scheme in ["Bearer ", "basic "] where value.hasPrefix(scheme) { #expect(redacted.hasPrefix(scheme)) }
    }
}
