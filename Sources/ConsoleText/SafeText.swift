internal import ByteText

/// Text that can be shown on a terminal.
///
/// A literal is shown as it is written. Every value that is interpolated into a literal is taken for text from a capture or
/// file: credentials are left out (`Credentials`), and escapes stand for characters that act on a terminal or cannot be
/// seen (`VisibleText`). Only an interpolated `SafeText` stays as it is. A ``TextSink`` takes no other text, so that nobody
/// has to remember to escape.
@frozen public struct SafeText: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    @usableFromInline var text: String
    @inlinable public var description: String { text }

    /// - Parameter text: Text of our own, such as codes of colours. Text from captures and files is interpolated instead.
    @inlinable package init(verbatim text: String) { self.text = text }

    @inlinable public init(stringLiteral text: String) { self.text = text }

    @inlinable public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// A text from anywhere, with escapes and without credentials.
    package init(_ text: some StringProtocol) { self.text = Self.safe(String(text)) }

    fileprivate static func safe(_ text: String) -> String { VisibleText.escaping(Credentials.hidden(in: text)) }

    @frozen public struct StringInterpolation: StringInterpolationProtocol {
        @usableFromInline var text = ""

        @inlinable public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        @inlinable public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Inserts safe text as it stands.
        @inlinable public mutating func appendInterpolation(_ text: SafeText) { self.text += text.description }

        /// Inserts a number in decimal digits.
        @inlinable public mutating func appendInterpolation(_ number: some BinaryInteger) { text += number.description }

        /// Inserts the description of any value, with escapes for what a terminal could act on.
        public mutating func appendInterpolation(_ value: some Any) { text += SafeText.safe("\(value)") }
    }
}

// MARK: Composing

extension SafeText {
    package var isEmpty: Bool { description.isEmpty }

    package var columns: Int { description.columns }

    package static func + (left: SafeText, right: SafeText) -> SafeText {
        SafeText(verbatim: left.description + right.description)
    }

    package static func += (left: inout SafeText, right: SafeText) { left.text += right.text }

    package static func spaces(_ count: Int) -> SafeText {
        SafeText(verbatim: String(repeating: " ", count: max(0, count)))
    }

    package func padded(to width: Int) -> SafeText { self + .spaces(width - columns) }

    /// The text cut to a width in columns, with `…` in the last one where something was cut off.
    package func fitted(to columns: Int) -> SafeText { SafeText(verbatim: description.fitted(to: columns)) }

    /// The first Unicode scalars of the text, with `…` where others follow.
    package func cut(to count: Int) -> SafeText { SafeText(verbatim: description.cut(to: count)) }

    /// The text without spaces at its end.
    package var trimmed: SafeText {
        var text = text
        while text.utf8.last == UInt8(ascii: " ") { text.removeLast() }
        return SafeText(verbatim: text)
    }
}

extension Sequence<SafeText> {
    package func joined(separator: SafeText = "") -> SafeText {
        SafeText(verbatim: map(\.description).joined(separator: separator.description))
    }
}
