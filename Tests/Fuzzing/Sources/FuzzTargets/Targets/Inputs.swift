import FleetWire

private let detector = TypeDetector(FleetSchema.shared)

/// The whole peel of `wiredump`, from any bytes to what is printed. Input: output, form, bytes.
func fuzzPeel(_ input: Span<UInt8>) {
    var choices = Choices(input)
    var options = DumpOptions()
    options.output = choices.one(of: [.tree, .raw, .json, .hex])
    options.form = choices.one(of: InputForm.allCases)
    options.limits.inflatedLength = 1 << 18
    let notes = TextCollector()
    _ = Dump(detector: detector, options: options).run(
        choices.rest.array, name: "input", output: TextCollector(), notes: notes)
}

/// Every translation between forms. What is written can be read. Input: form, other form, type, bytes.
func fuzzConverter(_ input: Span<UInt8>) {
    var choices = Choices(input)
    let forms = (choices.one(of: ConversionForm.allCases), choices.one(of: ConversionForm.allCases))
    let converter = Converter(type: choices.one(of: descriptors))
    var bounded = converter
    bounded.limits.inflatedLength = 1 << 18
    guard let messages = try? bounded.messages(in: choices.rest.array, as: forms.0),
        let written = try? bounded.write(messages, as: forms.1)
    else { return }
    // No text stands for no messages.
    if messages.isEmpty { return }
    // Lines of digits that are no messages by themselves are read as one, wrapped.
    if messages.count > 1, forms.1 == .hex || forms.1 == .base64, !messages.allSatisfy(isMessage) { return }
    do throws(ConversionError) {
        let again = try bounded.messages(in: written, as: forms.1)
        // JSON has no unknown fields, text sorts fields, and both hold none of how they were spelled on the wire.
        if !forms.1.needsType {
            expectEqual(again, messages, "from \(forms.0) to \(forms.1) and back")
        }
    } catch {
        fail("written as \(forms.1) and not read again: \(error)")
    }
}

/// Whether the bytes are some message, whatever its type.
private func isMessage(_ bytes: [UInt8]) -> Bool { (try? Empty(decoding: bytes)) != nil }

/// Any bytes as protoscope and back; any text as bytes, and these as protoscope and back. Input: type, bytes or text.
func fuzzProtoscope(_ input: Span<UInt8>) {
    var choices = Choices(input)
    let type = choices.one(of: descriptors)
    let bytes = choices.rest.array
    expectComesBack(bytes, type)
    if let message = try? Converter().messages(in: bytes, as: .protoscope)[0] { expectComesBack(message, type) }
}

private func expectComesBack(_ bytes: [UInt8], _ type: MessageDescriptor) {
    let converter = Converter(type: type)
    do throws(ConversionError) {
        let text = try converter.convert(bytes, from: .binary, to: .protoscope)
        expectEqual(try converter.messages(in: text, as: .protoscope)[0], bytes, "bytes as protoscope and back")
    } catch {
        fail("written and not read again: \(error)")
    }
}

/// Batches: any pieces give what the whole gives, and a line comes out for each that goes in. Input: pieces, lines.
func fuzzBatch(_ input: Span<UInt8>) {
    var choices = Choices(input)
    let step = choices.byte() % 64 + 1
    let bytes = choices.rest.array
    var processor = BatchProcessor()
    var whole: [UInt8] = []
    processor.append(bytes, to: &whole)
    processor.finish(to: &whole)

    var pieces: [UInt8] = []
    var other = BatchProcessor()
    for start in stride(from: 0, to: bytes.count, by: step) {
        other.append(Array(bytes[start..<min(start + step, bytes.count)]), to: &pieces)
    }
    other.finish(to: &pieces)
    expectEqual(pieces, whole, "pieces of \(step) bytes give another output")
    expectEqual(other.failures, processor.failures, "pieces of \(step) bytes give another number of failures")
}

/// Redaction: length and soundness stay, and the same gives the same. Input: type, bytes.
func fuzzRedaction(_ input: Span<UInt8>) {
    var choices = Choices(input)
    let type = choices.one(of: descriptors)
    let bytes = choices.rest.array
    let redacted = Redactor(key: Array("fuzz".utf8)).redact(bytes, as: type)
    expectEqual(redacted.count, bytes.count, "another length")
    expectEqual(Redactor(key: Array("fuzz".utf8)).redact(bytes, as: type), redacted, "another time, another result")
    let (old, new) = (bytes[...], redacted[...])
    // What is damaged need not be damaged in the same way.
    guard type.firstDamage(in: old.span) == nil else { return }
    expect(type.firstDamage(in: new.span) == nil, "\(type.fullName): redaction does damage")
}

/// Differences: none from a message to itself. Input: type, length of the old message, old, new.
func fuzzDifference(_ input: Span<UInt8>) {
    var choices = Choices(input)
    let type = choices.one(of: descriptors)
    let length = choices.byte()
    let (old, new) = (Array(choices.rest.array.prefix(length)), Array(choices.rest.array.dropFirst(length)))
    guard let difference = try? MessageDifference(from: old, to: new, as: type),
        let back = try? MessageDifference(from: new, to: old, as: type),
        let none = try? MessageDifference(from: new, to: new, as: type)
    else { return }
    expectEqual(difference.isEmpty, back.isEmpty, "\(type.fullName): there and back")
    expect(none.isEmpty, "\(type.fullName): different from itself")
}
