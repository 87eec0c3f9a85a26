import ProtobufSchema
import Testing

/// Text is tested eight bytes at a time. Each byte counts wherever it stands among them.
@Suite struct PrintableTextTests {
    @Test(arguments: 1...20)
    func refusesControlCharactersAtEachPlace(length: Int) {
        for place in 0..<length {
            for byte: UInt8 in 0..<0x80 {
                var text = [UInt8](repeating: UInt8(ascii: "a"), count: length)
                text[place] = byte
                let isPrintable = byte >= 0x20 && byte != 0x7F || [0x09, 0x0A, 0x0D].contains(byte)
                #expect(text[...].isPrintable == isPrintable, "byte \(byte) at \(place)")
            }
        }
    }

    @Test(arguments: ["Zürich", "a\tb\r\n", "日本語のテキスト", "🚕 driver_7", ""])
    func takesUTF8(text: String) { #expect(Array(text.utf8)[...].isPrintable) }

    @Test(arguments: [[0xC3], [0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x80], [0xED, 0xA0, 0x80]] as [[UInt8]])
    func refusesBrokenUTF8(bytes: [UInt8]) { #expect(!bytes[...].isPrintable) }
}
