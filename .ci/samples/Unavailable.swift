// What systems before iOS 26 and macOS 26, or before iOS 16 and macOS 13, lack: no sample may use these.

extension Array {
    @available(*, unavailable, message: "Name a slice: array[...].span")
    var span: Never { fatalError() }
}

@available(*, unavailable)
struct Duration {}

@available(*, unavailable)
struct ContinuousClock {}
