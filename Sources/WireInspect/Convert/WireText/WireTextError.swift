/// Why a text is not in the notation of ``WireText``.
public struct WireTextError: Error, Hashable, Sendable {
    /// The kinds of error; a minor version may add some.
    public struct Code: Hashable, Sendable {
        private enum Value { case syntax, range, depth }
        private let value: Value

        /// Something else is expected here.
        public static var syntax: Self { .init(value: .syntax) }
        /// A number that does not fit where it stands.
        public static var outOfRange: Self { .init(value: .range) }
        /// More braces in one another than ``WireText`` reads.
        public static var tooDeep: Self { .init(value: .depth) }
    }

    public let code: Code
    /// From 1.
    public let line: Int
    /// In bytes of UTF-8, from 1.
    public let column: Int
    /// What is wrong and what to try, for people.
    public let message: String
}

extension WireTextError: CustomStringConvertible {
    /// `line:column: message`
    public var description: String { "\(line):\(column): \(message)" }
}
