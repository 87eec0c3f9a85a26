import FleetWire
import Foundation

/// Capture files of any kind: what is printed is the same however the file arrives. Input: pieces, file.
func fuzzCapture(_ input: Span<UInt8>) {
    var choices = Choices(input)
    let step = choices.byte() % 64 + 1
    let bytes = choices.rest.array
    let whole = calls(in: bytes)
    let pieces = calls(in: bytes, step: step)
    expectEqual(pieces, whole, "pieces of \(step) bytes give other calls")
}

/// What is said about captures: findings, what changed, redaction, the page. Input: file.
func fuzzReport(_ input: Span<UInt8>) {
    let extractor = CallExtractor()
    var doctor = CaptureDoctor()
    var report = CaptureReport(FleetSchema.shared)
    let redactor = Redactor(key: Array("fuzz".utf8))
    let printer = DifferencePrinter()
    var histories = [false, true].map { isJSON in
        HistoryReport(schema: FleetSchema.shared, printer: printer, isJSON: isJSON, to: TextCollector())
    }
    var last: CapturedCall?
    for call in extractor.append(input.array) + extractor.finish() {
        doctor.examine(call)
        let redacted = redactor.redact(call, schema: FleetSchema.shared)
        expectEqual(
            redacted.request.messages.map(\.payload.count), call.request.messages.map(\.payload.count),
            "redaction changes lengths")
        report.add(redacted)
        for position in histories.indices { histories[position].take(call) }
        let difference = CallDifference(from: last ?? call, to: call, schema: FleetSchema.shared)
        expect(last != nil || difference.isEmpty, "a call differs from itself")
        expectEqual(difference.text(printer).description.isEmpty, difference.isEmpty, "what differs is not said")
        expect(!difference.jsonLine(printer).isEmpty, "no JSON")
        last = call
    }
    for history in histories { _ = history.finish() }
    let checkup = doctor.finish()
    var length = CheckupJSON.text(checkup).utf8.count
    report.page(name: "fuzz", findings: checkup.findings, remarks: []) { length += $0.count }
    expect(length > 0, "a page without content")
}

/// A connection, whatever its two sides send: neither the size of segments nor their order changes what was said.
/// Input: beginning, two sizes of segments, what is out of order, the length of what the client sends, both streams.
func fuzzConnection(_ input: Span<UInt8>) {
    var choices = Choices(input)
    let isFromStart = choices.byte() % 4 > 0
    let sizes = [choices.byte() % 64 + 1, choices.byte() + 64]
    let disorder = [choices.byte(), choices.byte()]
    let turn = choices.byte() * 8
    let bytes = choices.rest.array
    let (sent, answered) = (Array(bytes.prefix(turn)), Array(bytes.dropFirst(turn)))
    func capture(_ segment: Int, _ disorder: [Int]) -> [UInt8] {
        var builder = CaptureBuilder(isFromStart: isFromStart)
        builder.send(.client, sent, segment: segment)
        builder.send(.server, answered, segment: segment)
        if !disorder.isEmpty {
            builder.swap(at: disorder[0])
            builder.repeatPacket(at: disorder[1])
        }
        return builder.file
    }
    let calm = calls(in: capture(sizes[1], []))
    let other = calls(in: capture(sizes[0], disorder))
    // Where the next frame has to be guessed, from the middle or behind damage, what has arrived together may count.
    guard isFromStart, isWhole(sent.dropFirst(24)), isWhole(answered[...]) else { return }
    expectEqual(
        other.map(\.content), calm.map(\.content),
        "segments of \(sizes[0]) bytes, disordered, give other calls than those of \(sizes[1])")
}

/// Whether bytes are HTTP/2 frames to their end, each on a stream of its kind.
private func isWhole(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
        guard rest.count >= 9 else { return false }
        let header = Array(rest.prefix(9))
        let length = Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2])
        let isOnStream = header[5...].contains { $0 != 0 }
        let isPossible =
            switch header[3] {
            case 0, 1, 9: isOnStream
            case 2: isOnStream && length == 5
            case 3: isOnStream && length == 4
            case 4: !isOnStream && length % 6 == 0
            case 6: !isOnStream && length == 8
            case 7: !isOnStream && length >= 8
            case 8: length == 4
            default: false
            }
        guard isPossible, header[5] < 0x80 else { return false }
        guard length <= 16384, 9 + length <= rest.count else { return false }
        rest = rest.dropFirst(9 + length)
    }
    return true
}

private struct Lines: Equatable {
    /// The JSON form without what the segments decide: the times, which stand before the stream, and the packets' numbers.
    let content: String
    let text: String
}

private let json = CallJSON(FleetSchema.shared)

private func calls(in file: [UInt8], step: Int = .max) -> [Lines] {
    let extractor = CallExtractor()
    var calls: [CapturedCall] = []
    var start = 0
    while start < file.count {
        let end = start + min(step, file.count - start)
        calls += extractor.append(file[start..<end])
        start = end
    }
    calls += extractor.finish()
    return calls.map { call in
        let line = json.line(call)
        let start = line.range(of: "\"stream\": {")?.lowerBound ?? line.startIndex
        let end = line.range(of: "\"packets\": {")?.lowerBound ?? line.endIndex
        var list = CallList()
        list.add(call)
        return Lines(content: String(line[start..<end]), text: String(decoding: list.take(), as: UTF8.self))
    }
}
