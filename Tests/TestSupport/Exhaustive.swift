/// How much of an exhaustive loop one test run tries: every case in an optimized build, a sample in a debug build.
///
/// A case costs about twenty times as much without optimization, and debug tests run after every change. The optimized
/// run, which continuous integration makes under the address sanitizer, leaves nothing out. The labels that begin with
/// `inDebug` say at each call what the debug run leaves out.
public enum Exhaustive {
    #if DEBUG && !EXHAUSTIVE
    private static let isEverything = false
    #else
    private static let isEverything = true
    #endif

    /// Whether inputs are read that are larger than what commands look at as a whole: they take seconds in a debug build.
    public static var readsLargeInputs: Bool { isEverything }

    /// The elements of a list: cuts, bits, lost packets, files.
    ///
    /// - Parameter step: A debug build tries the first element and every `step`-th behind it. Where the list is regular, as
    ///   the bits of bytes are, a step that is a prime number meets every kind of element.
    public static func elements<Elements: Sequence>(of elements: Elements, inDebugEvery step: Int) -> [Elements.Element]
    {
        elements.enumerated().filter { isEverything || $0.offset % step == 0 }.map(\.element)
    }

    /// The numbers of the rounds of a test with random input. A debug build makes the first `few` of them.
    public static func rounds(_ count: Int, inDebug few: Int) -> Range<Int> { 0..<size(count, inDebug: few) }

    /// The size of an input that shows how time or memory grows. Quadratic growth must be seen at the size of a debug build,
    /// too, since time there is twenty times as long.
    public static func size(_ count: Int, inDebug few: Int) -> Int { isEverything ? count : few }
}
