import FleetWire

/// Header blocks and everything made of them. Input: lines of the request, of the response and of its trailers, with an
/// empty line between.
func fuzzMetadata(_ input: Span<UInt8>) {
    let blocks = blocks(input.array).map { Metadata(lines: $0) }
    for field in blocks.joined() {
        let text = String(decoding: field.value, as: UTF8.self)
        if let timeout = try? CallTimeout(text) {
            expectEqual(timeout.description, text.isEmpty ? "" : timeout.description, "timeout")
            let again = CallTimeout(nanoseconds: timeout.nanoseconds)
            expect(again.nanoseconds >= timeout.nanoseconds || timeout.nanoseconds == .max, "\(timeout) got shorter")
        }
        if let type = ContentType(header: text) {
            expectEqual(ContentType(header: type.rawValue), type, "content type \(text)")
        }
        if let status = try? StatusCode(header: text) { expect(!"\(status)".isEmpty, "a status without words") }
        _ = try? Metadata.binaryValues(of: field.value)
    }
    let request = blocks.first ?? [:]
    for response in [
        ResponseStatus(
            headers: blocks.count > 1 ? blocks[1] : nil, trailers: blocks.count > 2 ? blocks[2] : nil),
        ResponseStatus(headers: nil, trailers: blocks.last),
    ] {
        _ = CallStatus(response)
        _ = Explanation(FailedCall(request: request, message: input.array, response: response)).lines
    }
}

/// The pieces between empty lines.
private func blocks(_ bytes: [UInt8]) -> [[UInt8]] {
    var blocks: [[UInt8]] = [[]]
    for byte in bytes {
        if byte == 0x0a, blocks[blocks.count - 1].last == 0x0a {
            blocks.append([])
        } else {
            blocks[blocks.count - 1].append(byte)
        }
    }
    return blocks
}

/// The coding of `grpc-message`: decoding never fails, and undoes encoding. Input: a value or text.
func fuzzPercentCoding(_ input: Span<UInt8>) {
    let bytes = input.array
    let decoded = PercentCoding.decode(bytes)
    expectEqual(PercentCoding.decode(PercentCoding.encode(decoded)), decoded, "encoded and decoded")
    let text = String(decoding: bytes, as: UTF8.self)
    let value = PercentCoding.encode(text)
    expect(value.utf8.allSatisfy { (0x20...0x7e).contains($0) }, "a value that is not printable")
    expectEqual(Array(PercentCoding.decode(value).utf8), Array(text.utf8), "the text changes")
}

/// Base64 and hexadecimal text, strict and as pasted. Input: digits, or bytes to write with them.
func fuzzDigits(_ input: Span<UInt8>) {
    let bytes = input.array
    for style in [Base64.Style.unpadded, .padded, .url] {
        let text = Array(Base64.encode(bytes, as: style).utf8)
        do throws(MetadataError) {
            expectEqual(try Base64.decode(text), bytes, "base64 \(style)")
        } catch {
            fail("base64 written as \(style) cannot be read: \(error)")
        }
    }
    if let decoded = try? Base64.decode(bytes) {
        expectEqual(try? Base64.decodeChunks(bytes), decoded, "base64 as joined texts")
    }
    _ = try? Converter().messages(in: bytes, as: .base64)
    _ = try? Converter().messages(in: bytes, as: .hex)
}
