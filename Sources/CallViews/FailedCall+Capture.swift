package import FleetErrors
package import GRPCWire
package import WireCapture

extension FailedCall {
    /// Makes a failed call of everything that the capture tells.
    package init(_ call: CapturedCall, _ response: ResponseStatus) {
        self.init(
            request: Metadata(call.requestHeaders ?? []), message: call.request.messages.first?.payload,
            response: response, time: call.first.time.map { $0 / 1_000_000_000 })
        if request == nil, let path = call.presumption?.path, let message = call.request.messages.first?.payload {
            request = RequestFacts(path: path, message: message)
            context = request?.method?.context
        }
        if call.hidesRequestHeaders, authorization == .missing { authorization = .unseen }
    }
}
