import FleetWire

private let limits = FramingLimits(wireLength: 1 << 16, length: 1 << 18)

/// The deframer: any pieces give what the whole gives. Input: encoding, length of the pieces, stream.
func fuzzDeframer(_ input: Span<UInt8>) {
    var choices = Choices(input)
    let source = choices.one(of: [
        Deframer.EncodingSource.header(.identity), .header(.gzip), .header(.deflate), .detect,
        .header(MessageEncoding(rawValue: "snappy")),
    ])
    let step = choices.byte() % 64 + 1
    let stream = choices.rest

    var whole: [LengthPrefixedMessage] = []
    var failure: FramingError?
    do throws(FramingError) {
        try Deframer.decodeAll(stream, source, limits: limits, into: &whole)
    } catch {
        expect((0...stream.count).contains(error.offset), "\(error.offset) is no offset in \(stream.count) bytes")
        failure = error
    }
    for message in whole { expect(message.payload.count <= limits.length, "a message longer than the limit") }

    var pulled: [LengthPrefixedMessage] = []
    var pushed: [LengthPrefixedMessage] = []
    let failures = (
        pull(stream, step, source, into: &pulled), push(stream, step, source, into: &pushed)
    )
    expectEqual(pulled, whole, "pieces of \(step) bytes give other messages")
    expectEqual(pushed, whole, "pieces of \(step) bytes give other messages in place")
    expectEqual(failures.0, failure, "pieces of \(step) bytes give another error")
    expectEqual(failures.1, failure, "pieces of \(step) bytes give another error in place")
}

private func pull(
    _ stream: Span<UInt8>, _ step: Int, _ source: Deframer.EncodingSource, into messages: inout [LengthPrefixedMessage]
) -> FramingError? {
    var deframer = Deframer(source, limits: limits)
    do throws(FramingError) {
        for start in stride(from: 0, to: stream.count, by: step) {
            deframer.append(stream.extracting(start..<min(start + step, stream.count)))
            while let message = try deframer.next() { messages.append(message) }
        }
        try deframer.finish()
        return nil
    } catch {
        return error
    }
}

private func push(
    _ stream: Span<UInt8>, _ step: Int, _ source: Deframer.EncodingSource, into messages: inout [LengthPrefixedMessage]
) -> FramingError? {
    var deframer = Deframer(source, limits: limits)
    do throws(FramingError) {
        for start in stride(from: 0, to: stream.count, by: step) {
            try deframer.consume(stream.extracting(start..<min(start + step, stream.count))) { frame, message in
                messages.append(LengthPrefixedMessage(frame: frame, payload: message.array))
            }
        }
        try deframer.finish()
        return nil
    } catch {
        return error
    }
}

/// The inflater: bounded, the same when used again, and the inverse of the deflater. Input: encoding, compressed bytes.
func fuzzInflater(_ input: Span<UInt8>) {
    var choices = Choices(input)
    let encoding = choices.one(of: [MessageEncoding.gzip, .deflate])
    let limit = 1 << 16
    do throws(FramingError) {
        var inflater = try Inflater(encoding)
        var outputs: [[UInt8]] = [[], [1, 2, 3]]
        let failures = (
            inflate(&inflater, choices.rest, limit, &outputs[0]), inflate(&inflater, choices.rest, limit, &outputs[1])
        )
        expectEqual(failures.0, failures.1, "another error when used again")
        expectEqual([1, 2, 3] + outputs[0], outputs[1], "other bytes when used again")
        expect(outputs[0].count <= limit, "\(outputs[0].count) bytes, more than the limit")

        // The input as a message.
        var deflater = try Deflater(encoding)
        var compressed: [UInt8] = []
        guard deflater.deflate(choices.rest, appendingTo: &compressed) else { return }
        let slice = compressed[...]
        var message: [UInt8] = []
        try inflater.inflate(slice.span, appendingTo: &message)
        expectEqual(message, choices.rest.array, "deflated and inflated")
    } catch {
        fail("what was deflated cannot be inflated: \(error)")
    }
}

private func inflate(
    _ inflater: inout Inflater, _ bytes: Span<UInt8>, _ limit: Int, _ output: inout [UInt8]
) -> FramingError? {
    do throws(FramingError) {
        try inflater.inflate(bytes, limit: limit, appendingTo: &output)
        return nil
    } catch {
        expect((0...bytes.count).contains(error.offset), "\(error.offset) is no offset in \(bytes.count) bytes")
        return error
    }
}
