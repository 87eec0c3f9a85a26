package import FleetErrors
package import GRPCWire
package import WireCapture

extension FailedCall {
    /// With everything that a capture knows of the call.
    package init(_ call: CapturedCall, _ response: ResponseStatus) {
        self.init(
            request: Metadata(call.requestHeaders ?? []), message: call.request.messages.first?.payload,
            response: response, time: call.first.time.map { $0 / 1_000_000_000 })
        // Of headers that are not in the capture, nobody knows what they were.
        if call.requestHeaders?.isKnown != true, authorization == .missing { authorization = .unseen }
    }
}
