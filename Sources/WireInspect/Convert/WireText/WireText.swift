public import ProtobufSchema

/// A notation for any bytes, close to the wire: what it is written as from bytes comes back as the same bytes.
///
/// Fields are numbers, wire types follow from how a value is written, and lengths are computed, so that a value can be
/// edited and everything around it stays right. What is unusual on the wire is said where it is: longer varints than
/// needed, lengths that do not fit, groups without end. What no field explains stands between them as raw bytes. The
/// idea is that of protoscope (https://github.com/protocolbuffers/protoscope); the notation is our own:
///
///     text    = { item } { "---" { item } }        several messages
///     item    = field | literal                    a literal is raw bytes, without tag and length
///     field   = number [ width ] ":" value
///     value   = integer | fixed | [ length ] payload | group
///     integer = [ "-" ] digits | hex number | "true" | "false" | [ "-" ] digits "z"     each [ width ]
///     fixed   = integer ( "i32" | "i64" ) | decimal | decimal "f"
///     length  = "len" [ "=" number ] [ width ]     instead of the computed one, or in more bytes
///     payload = literal | "{" { item } "}" | "[" { integer | fixed | literal } "]"
///     group   = "!{" { item } "}" [ width | "-" ]  "-": without its end tag
///     width   = "@" number                         bytes that a varint takes, if more than needed
///     literal = "\"" text "\"" | "`" hex digits "`"
///
/// A number with a point or an exponent is a `double`, one with `f` behind it a `float`, one with `z` is zigzag encoded.
/// Strings know `\\ \" \n \r \t \xHH` (a byte) and `\u{H…}` (a character). White space and commas separate; `#` begins
/// a comment, which ends with its line.
public enum WireText {
    /// The text of `bytes`, which may be anything: known or not, damaged or not. Linear.
    ///
    /// - Parameter message: Names fields and enum values in comments, and decides how numbers are written.
    public static func disassemble(_ bytes: [UInt8], as message: MessageDescriptor? = nil) -> [UInt8] {
        var output: [UInt8] = []
        disassemble(bytes, as: message) { output += $0 }
        return output
    }

    /// The same in pieces of about a megabyte.
    ///
    /// - Parameter sink: Takes the pieces in order.
    public static func disassemble(
        _ bytes: [UInt8], as message: MessageDescriptor?, to sink: @escaping ([UInt8]) -> Void
    ) {
        var scribe = WireTextScribe(bytes, sink)
        scribe.scribe(message)
    }

    /// The messages that a text says; one, unless there are lines with `---`.
    ///
    /// Linear in the size of the text, times the depth of its nesting at worst; what is made of it is at most a few times
    /// as large.
    /// - Throws: ``WireTextError``, with line and column.
    public static func assemble(_ text: [UInt8]) throws(WireTextError) -> [[UInt8]] {
        var parser = WireTextParser(text)
        return try parser.parse()
    }

    /// The notation in a few lines, for people who know the wire format.
    public static let help = """
        1: 23               varint           1: -1, 1: 0x17, 1: true, 1: -12z zigzag
        2: 1.5              double           2: 1.5f float, 2: 7i64, 2: 0x2ai32
        3: "text"           length-delimited 3: `0aff` hex, 3: [1, 2] packed
        4: { 1: 5 }         message          5: !{ 1: 5 } group; }- has no end tag
        1@3: 23@2           a tag of 3 bytes and a value of 2, longer than needed
        3: len=300 "text"   a wrong length;  3: len@2 "text" is one of 2 bytes
        `ff00` or "text"    raw bytes between fields, where nothing else fits
        ---                 between messages;  # begins a comment
        """
}
