extension String {
    package func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        var text = self
        // The bytes are lent for as long as the closure runs.
        return text.withUTF8 { unsafe body(Span(_unsafeElements: $0)) }
    }
}
