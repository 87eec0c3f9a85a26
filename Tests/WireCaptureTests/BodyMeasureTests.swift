@testable import CallViews
import ConsoleText
import FleetErrors
import GRPCWire
import TestSupport
import Testing
import WireDoctor

@testable import WireCapture

/// Messages that are only measured have the sizes of those that are read.
@Suite struct BodyMeasureTests {
    @Test(arguments: Exhaustive.elements(of: try RecordedCapture.allShapes(), inDebugEvery: 7))
    func measuresWhatIsThere(_ capture: RecordedCapture) throws {
        let bytes = try capture.file.bytes()
        let (whole, measured) = (calls(bytes).calls, extract(bytes, .listing).calls)
        #expect(whole.count == measured.count)
        var (list, other) = (CallList(), CallList())
        for (call, sizes) in zip(whole, measured) {
            list.add(call)
            other.add(sizes)
            for (body, measured) in [(call.request, sizes.request), (call.response, sizes.response)] {
                var outline = measured.outline
                // A piece may end before the bytes that show it.
                outline.encoding = outline.encoding ?? body.outline.encoding
                #expect(body.outline == outline)
                #expect(body.outline.messages == body.messages.count)
                #expect(body.outline.wireLength == body.messages.reduce(0) { $0 + $1.frame.wireLength })
            }
            // The messages of a call without a path may tell its method.
            #expect(sizes.response.messages == (call.path == nil ? call.response.messages : []))
            let isNeeded = call.mayHaveStatus(.invalidArgument) || call.path == nil
            #expect(isNeeded || call.status?.code != .invalidArgument)
            #expect(sizes.request.messages == (isNeeded ? call.request.messages : []))
        }
        var refusals = KnownRefusals()
        for call in whole {
            // The list takes a short way to what the diagnosis says, and a shorter one where the answer was seen before,
            // which may have been one to another request.
            let status = call.status.flatMap { $0.code == .ok ? nil : $0 }
            let others = status == nil ? [] : whole.lazy.filter { $0.path == call.path }.prefix(8).map(\.request)
            for request in [call.request] + others {
                var call = call
                call.request = request
                let category = status.map { FailedCall(call, $0).diagnosis.category }
                #expect(CallEnding(call).category == category)
                #expect(CallOutcome(call, &refusals).ending.category == category)
                var none = KnownRefusals()
                #expect(CallOutcome(call, &refusals).message.text == CallOutcome(call, &none).message.text)
            }
        }
        let isEqual = list.take() == other.take()
        #expect(isEqual)
    }

    @Test func measuresTheSameInAnyPieces() {
        let body: [UInt8] = [0, 0, 0, 0, 2, 7, 7, 1, 0, 0, 0, 0, 1, 0, 0, 0, 3, 9, 9, 9, 0, 0, 0, 0, 4, 5]
        for size in 1...body.count {
            var (measure, outline) = (BodyMeasure(), BodyOutline())
            for piece in body.parts(of: size) { measure.append(piece.span, to: &outline) }
            #expect(outline.messages == 3 && outline.compressed == 2 && outline.wireLength == 5)
        }
        var (measure, outline) = (BodyMeasure(), BodyOutline())
        let (wrong, right): (ArraySlice<UInt8>, ArraySlice<UInt8>) = (
            [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0]
        )
        measure.append(wrong.span, to: &outline)
        #expect(outline.messages == 0)
        measure.append(right.span, to: &outline)
        #expect(outline.messages == 0)
    }
}
