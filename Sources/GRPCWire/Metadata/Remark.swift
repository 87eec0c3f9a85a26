/// A sentence about something that was read: what stands in the source is its own, what is put in is of the input unless
/// it is said to be the sentence's own. So the input can be replaced before others see it, and the sentence stays.
package struct Remark: Hashable, Sendable, ExpressibleByStringInterpolation {
    fileprivate struct Part: Hashable, Sendable {
        var text: String
        var isInput: Bool
    }

    private var parts: [Part]

    package init(stringLiteral text: String) { parts = [Part(text: text, isInput: false)] }

    package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ text: String) { parts.append(Part(text: text, isInput: false)) }

        package mutating func appendInterpolation(_ input: some CustomStringConvertible) {
            parts.append(Part(text: "\(input)", isInput: true))
        }

        /// Something that does not depend on what the input says, or only on numbers that tell of nobody.
        package mutating func appendInterpolation(own text: some CustomStringConvertible) {
            parts.append(Part(text: "\(text)", isInput: false))
        }
    }

    package var text: String { parts.map(\.text).joined() }

    /// The sentence with something else for what it has of the input.
    package func replacingInput(_ replace: (String) -> String) -> Self {
        var result = self
        for index in parts.indices where parts[index].isInput { result.parts[index].text = replace(parts[index].text) }
        return result
    }
}
