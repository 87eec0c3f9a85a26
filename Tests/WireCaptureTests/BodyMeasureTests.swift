import FleetErrors
import GRPCWire
import TestSupport
import Testing

@testable import WireCapture

/// Responses that are only measured have the sizes of those that are read.
@Suite struct BodyMeasureTests {
    private func calls(_ bytes: [UInt8], _ content: CallExtractor.Content) -> [CapturedCall] {
        let extractor = CallExtractor(content: content)
        return extractor.append(bytes) + extractor.finish()
    }

    @Test(arguments: try CaptureFile.all())
    func measuresWhatIsThere(_ capture: CaptureFile) throws {
        let bytes = try capture.file.bytes()
        let (whole, measured) = (calls(bytes, .whole), calls(bytes, .requests))
        #expect(whole.count == measured.count)
        var (list, other) = (CallList(), CallList())
        for (call, sizes) in zip(whole, measured) {
            list.add(call)
            other.add(sizes)
            var outline = sizes.response.outline
            // A piece may end before the bytes that show it.
            outline.encoding = outline.encoding ?? call.response.outline.encoding
            #expect(call.response.outline == outline)
            #expect(call.response.outline.messages == call.response.messages.count)
            #expect(call.response.outline.wireLength == call.response.messages.reduce(0) { $0 + $1.frame.wireLength })
            #expect(sizes.response.messages.isEmpty && sizes.request.messages == call.request.messages)
        }
        for call in whole {
            // The list takes a short way to what the diagnosis says.
            let status = call.status.flatMap { $0.code == .ok ? nil : $0 }
            let category = status.map { FailedCall(call, $0).diagnosis.category }
            #expect(CallOutcome(call).category == category)
        }
        let isEqual = list.take() == other.take()
        #expect(isEqual)
    }

    @Test func anyPieces() {
        let body: [UInt8] = [0, 0, 0, 0, 2, 7, 7, 1, 0, 0, 0, 0, 1, 0, 0, 0, 3, 9, 9, 9, 0, 0, 0, 0, 4, 5]
        for size in 1...body.count {
            var measure = BodyMeasure()
            for start in stride(from: 0, to: body.count, by: size) {
                measure.append(body[start..<min(start + size, body.count)])
            }
            #expect(measure.outline.messages == 3 && measure.outline.compressed == 2 && measure.outline.wireLength == 5)
        }
        var measure = BodyMeasure()
        measure.append([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        #expect(measure.outline.messages == 0)
        measure.append([0, 0, 0, 0, 0])
        #expect(measure.outline.messages == 0)
    }
}
