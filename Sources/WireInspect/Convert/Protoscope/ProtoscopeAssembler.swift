internal import ByteText
internal import ProtobufSchema
internal import ProtobufWire

/// Turns protoscope text into bytes, one token after another. Linear in the size of the text, times the depth of its braces.
///
/// Open braces are kept on a stack of their own, so that no nesting exhausts the thread's.
struct ProtoscopeAssembler {
    private enum Brace {
        /// A length prefix is to be put where the content begins in the output.
        case length(start: Int, surplus: Int)
        /// An end tag is to follow.
        case group(number: UInt64)
    }

    private let text: [UInt8]
    private var offset = 0
    private var output: [UInt8] = []
    /// The braces that are open, and where they stand in the text.
    private var open: [(brace: Brace, offset: Int)] = []
    /// The tag before, if its wire type follows from what comes next: its number, and its first byte in the output.
    private var untypedTag: (number: UInt64, start: Int)?
    /// The `long-form:N` before, and where it stands in the text.
    private var longForm: (surplus: Int, offset: Int)?

    /// Closing a brace moves the bytes inside it, so that deeper nesting would take quadratic time. What
    /// ``ProtoscopeDisassembler`` writes has 100 levels at most.
    private static let depthLimit = 500
    /// Longer words are no number: the longest decimals have some 330 digits.
    private static let wordLimit = 400

    static func assemble(_ text: [UInt8]) throws(ProtoscopeError) -> [UInt8] {
        var assembler = ProtoscopeAssembler(text: text)
        return try assembler.run()
    }

    private mutating func run() throws(ProtoscopeError) -> [UInt8] {
        while offset < text.count {
            let byte = text[offset]
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            case UInt8(ascii: "#"): while offset < text.count, text[offset] != 0x0A { offset += 1 }
            case UInt8(ascii: "{"): try openLength()
            case UInt8(ascii: "!"): try openGroup()
            case UInt8(ascii: "}"): try close()
            case UInt8(ascii: "\""):
                try begin(.varint)
                try string()
            case UInt8(ascii: "`"):
                try begin(.varint)
                try hexadecimal()
            default: try word()
            }
        }
        try endLongForm()
        if let last = open.last { throw error("this brace is never closed", at: last.offset) }
        return output
    }

    // MARK: Values

    /// Begins a value that says which wire type an untyped tag before it has.
    private mutating func begin(_ wireType: WireType) throws(ProtoscopeError) {
        try endLongForm()
        infer(wireType)
    }

    private mutating func infer(_ wireType: WireType) {
        if let tag = untypedTag { output[tag.start] |= wireType.rawValue }
        untypedTag = nil
    }

    private func endLongForm() throws(ProtoscopeError) {
        guard let longForm else { return }
        throw error("behind long-form:N comes a varint, a tag, { or the } of a group", at: longForm.offset)
    }

    private mutating func takeSurplus() -> Int {
        defer { longForm = nil }
        return longForm?.surplus ?? 0
    }

    private mutating func word() throws(ProtoscopeError) {
        let start = offset
        repeat { offset += 1 } while offset < text.count && !Self.endsWord(text[offset])
        guard offset - start <= Self.wordLimit,
            let number = ProtoscopeNumber(String(decoding: text[start..<offset], as: UTF8.self))
        else { throw unknownWord(text[start..<offset]) }
        switch number {
        case .varint(let bits):
            infer(.varint)
            output.append(varint: bits, surplus: takeSurplus())
        case .fixed(let bits, let kind):
            try begin(kind.wireType)
            output.append(bits: bits, kind)
        case .tag(let number, let isZigzag, let wireType):
            infer(.varint)
            if wireType == nil { untypedTag = (number, output.count) }
            let bits = number << 3 | UInt64(wireType ?? 0)
            output.append(varint: isZigzag ? Int64(bitPattern: bits).zigzag : bits, surplus: takeSurplus())
        case .longForm(let surplus):
            try endLongForm()
            longForm = (surplus, start)
        }
    }

    private static func endsWord(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte) || "{}[]`\"#!".utf8.contains(byte)
    }

    private func unknownWord(_ word: ArraySlice<UInt8>) -> ProtoscopeError {
        let isNumber = word.first.map { $0.isDigit || $0 == UInt8(ascii: "-") } == true
        let problem =
            isNumber
            ? "is no number that fits; there are 23, -1, 0x17, 12z, 7i32, 7i64, 1.5, 1.5i32, and tags: 3:, 3:LEN"
            : "is no value; text stands in {\"quotes\"}, bytes in {`backquotes`}, and a field begins with its number, as in 1: 23"
        let shown = String(decoding: word.prefix(Self.wordLimit), as: UTF8.self)
        return error(problem, word: shown, at: word.startIndex)
    }

    // MARK: Braces

    private mutating func openLength() throws(ProtoscopeError) {
        infer(.lengthDelimited)
        try push(.length(start: output.count, surplus: takeSurplus()))
    }

    private mutating func openGroup() throws(ProtoscopeError) {
        guard offset + 1 < text.count, text[offset + 1] == UInt8(ascii: "{"), let number = untypedTag?.number else {
            throw error("a group begins with !{ behind a tag without a wire type, as in 5: !{1: 2}")
        }
        try begin(.startGroup)
        offset += 1
        try push(.group(number: number))
    }

    private mutating func push(_ brace: Brace) throws(ProtoscopeError) {
        guard open.count < Self.depthLimit else {
            throw error("more than \(Self.depthLimit) braces are open")
        }
        open.append((brace, offset))
        offset += 1
    }

    private mutating func close() throws(ProtoscopeError) {
        guard let brace = open.popLast()?.brace else { throw error("no brace is open that } could close") }
        untypedTag = nil
        switch brace {
        case .length(let start, let surplus):
            try endLongForm()
            var prefix: [UInt8] = []
            prefix.append(varint: UInt64(output.count - start), surplus: surplus)
            output.insert(contentsOf: prefix, at: start)
        case .group(let number):
            output.append(varint: number << 3 | UInt64(WireType.endGroup.rawValue), surplus: takeSurplus())
        }
        offset += 1
    }

    // MARK: Literals

    /// Reads a string; beside the escapes of protoscope those of C are known as well.
    private mutating func string() throws(ProtoscopeError) {
        let start = offset
        offset += 1
        while offset < text.count {
            switch text[offset] {
            case UInt8(ascii: "\""):
                offset += 1
                return
            case UInt8(ascii: "\\"):
                do throws(CEscape.Failure) {
                    output.append(try CEscape(text[...], at: &offset))
                } catch {
                    throw self.error("\(error.rawValue); a backslash is written \\\\")
                }
            default:
                output.append(text[offset])
                offset += 1
            }
        }
        throw error("this text has no \" behind it", at: start)
    }

    private mutating func hexadecimal() throws(ProtoscopeError) {
        guard let end = text[(offset + 1)...].firstIndex(of: UInt8(ascii: "`")) else {
            throw error("these digits have no ` behind them")
        }
        guard let bytes = [UInt8](hex: text[(offset + 1)..<end]) else {
            throw error("between ` and ` stand two hexadecimal digits for each byte, and nothing else")
        }
        output += bytes
        offset = end + 1
    }

    // MARK: Errors

    /// - Parameter place: An offset in the text; `nil` for the one that is read next.
    private func error(_ problem: String, word: String = "", at place: Int? = nil) -> ProtoscopeError {
        ProtoscopeError(place: TextPlace(place ?? offset, in: text.span), word: word, problem: problem)
    }
}
