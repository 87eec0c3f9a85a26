internal import ByteText
internal import ProtobufSchema

/// Protoscope, the text form of the wire format itself: fields, length prefixes, groups and raw bytes, damaged or not.
///
/// Lengths are computed and wire types follow from how a value is written, so that a value can be edited and everything
/// around it stays right. What is unusual on the wire is said where it stands: `long-form:N` before a varint with N bytes
/// more than it needs, `3:LEN 300` before bytes that are fewer than announced, `5:SGROUP` for a group without end.
///
/// Source: https://github.com/protocolbuffers/protoscope/blob/main/language.txt
package enum Protoscope {
    /// Whether a text begins with the tag of a field, as that of a whole message does: `1:`, perhaps behind comments.
    static func isBeginning(_ text: [UInt8]) -> Bool {
        var rest = text[...].trimmed
        while rest.first == UInt8(ascii: "#") { rest = rest.drop { $0 != 0x0A }.trimmed }
        let number = rest.prefix(while: \.isDigit)
        return !number.isEmpty && rest.dropFirst(number.count).first == UInt8(ascii: ":")
    }

    /// The language in a few lines, for people who know the wire format.
    package static let help = """
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
struct ProtoscopeError: Error, CustomStringConvertible {
    let place: TextPlace
    /// The word of the text that is wrong; empty where ``problem`` says enough.
    var word = ""
    /// The problem and what to try, for people, without anything of the text.
    let problem: String

    /// `line:column: 'word' problem`
    var description: String { "\(place.line):\(place.column): \(word.isEmpty ? "" : "'\(word)' ")\(problem)" }

    /// The error where nothing of the text may be shown.
    var withoutValues: String { "\(place.line):\(place.column): \(word.isEmpty ? "" : "this word ")\(problem)" }
}
