public import ProtobufSchema

/// Protoscope, the text form of the wire format itself: fields, length prefixes, groups and raw bytes, damaged or not.
///
/// Lengths are computed and wire types follow from how a value is written, so that a value can be edited and everything
/// around it stays right. What is unusual on the wire is said where it stands: `long-form:N` before a varint with N bytes
/// more than it needs, `3:LEN 300` before bytes that are fewer than announced, `5:SGROUP` for a group without end.
///
/// Source: https://github.com/protocolbuffers/protoscope/blob/main/language.txt
public enum Protoscope {
    /// The text of `bytes`, which may be anything: known or not, damaged or not. Linear in their count, times the depth
    /// of groups. ``assemble(_:)`` gives the same bytes back.
    ///
    /// - Parameter message: Names fields and enum values in comments, and decides how numbers are written.
    public static func disassemble(_ bytes: [UInt8], as message: MessageDescriptor? = nil) -> [UInt8] {
        var disassembler = ProtoscopeDisassembler(bytes)
        disassembler.run(as: message)
        return disassembler.bytes
    }

    /// Writes the text of `bytes` in pieces, so that it need not fit in memory.
    ///
    /// - Parameters:
    ///   - message: Names fields and enum values in comments, and decides how numbers are written.
    ///   - sink: Takes the pieces in order.
    public static func disassemble(
        _ bytes: [UInt8], as message: MessageDescriptor?, to sink: @escaping ([UInt8]) -> Void
    ) {
        var disassembler = ProtoscopeDisassembler(bytes, to: sink)
        disassembler.run(as: message)
    }

    /// The bytes that a text stands for.
    ///
    /// Linear in the size of the text, times the depth of its braces.
    /// - Throws: ``ProtoscopeError``, with line and column.
    public static func assemble(_ text: [UInt8]) throws(ProtoscopeError) -> [UInt8] {
        var assembler = ProtoscopeAssembler(text)
        return try assembler.run()
    }

    /// Whether a text begins with the tag of a field, as that of a whole message does: `1:`, perhaps behind comments.
    static func isBeginning(_ text: [UInt8]) -> Bool {
        func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
        var rest = text.drop(while: isSpace)
        while rest.first == UInt8(ascii: "#") {
            rest = rest.drop { $0 != UInt8(ascii: "\n") }.drop(while: isSpace)
        }
        let number = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return !number.isEmpty && rest.dropFirst(number.count).first == UInt8(ascii: ":")
    }

    /// The language in a few lines, for people who know the wire format.
    public static let help = """
        1: 23               varint           1: -1, 1: 0x17, 1: true, 1: -12z zigzag
        2: 1.5              double           2: 1.5i32 float, 2: 7i64, 2: 0x2ai32
        3: {"text"}         length-delimited 3: {`0aff`} hex, 3: {1 2} packed
        4: {1: 5}           message          5: !{1: 5} group; 5:SGROUP, 5:EGROUP
        long-form:2 1: 23   a varint with 2 bytes more than it needs; the tag here
        3:LEN 300 "text"    a length that is wrong, without braces
        `ff00` or "text"    raw bytes between fields, where nothing else fits
        # comment           to the end of the line
        """
}

/// Why a text is not protoscope.
public struct ProtoscopeError: Error, Hashable, Sendable {
    /// The kinds of error; a minor version may add some.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String { case syntax, range = "out_of_range", depth = "too_deep" }
        private let value: Value

        /// The text does not follow the grammar at this place.
        public static var syntax: Self { .init(value: .syntax) }
        /// A number does not fit into the bytes that it is to be written in.
        public static var outOfRange: Self { .init(value: .range) }
        /// The braces are nested more deeply than ``Protoscope/assemble(_:)`` reads.
        public static var tooDeep: Self { .init(value: .depth) }
        /// A stable word, such as `out_of_range`.
        public var description: String { value.rawValue }
    }

    /// What is wrong.
    public let code: Code
    /// From 1.
    public let line: Int
    /// In bytes of UTF-8, from 1.
    public let column: Int
    /// The problem and what to try, for people.
    public let message: String
}

extension ProtoscopeError: CustomStringConvertible {
    /// `line:column: message`
    public var description: String { "\(line):\(column): \(message)" }
}
