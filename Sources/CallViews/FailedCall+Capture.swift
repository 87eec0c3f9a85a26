package import FleetErrors
package import GRPCWire
package import WireCapture

extension FailedCall {
    /// Makes a failed call of everything that the capture tells.
    package init(_ call: CapturedCall, _ response: ResponseStatus) {
        let headers = Metadata(call.requestHeaders ?? [])
        // Retries have what is left of a deadline.
        let isRetry = headers.last("grpc-previous-rpc-attempts") != nil
        let absent: Authorization = call.hidesAuthorization ? .unseen : .missing
        self.init(
            CallStatus(response),
            request: call.likelyPath.map { RequestFacts(path: $0, message: call.request.messages.first?.payload) },
            authorization: headers.last("authorization").map(Authorization.value) ?? absent,
            time: call.first.time.map { $0 / 1_000_000_000 }, timeout: isRetry ? nil : try? headers.callTimeout)
    }
}
