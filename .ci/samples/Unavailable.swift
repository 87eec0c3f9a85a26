// What systems before iOS 26 and macOS 26, or before iOS 16 and macOS 13, lack: no sample may use these.

extension Array {
    // Stands before that of the standard library. Were it unavailable, the compiler would take that one after all.
    @available(*, deprecated, message: "Name a slice: array[...].span")
    var span: Span<Element> { @_lifetime(borrow self) get { fatalError() } }
}

@available(*, unavailable)
struct Duration {}

@available(*, unavailable)
struct ContinuousClock {}
