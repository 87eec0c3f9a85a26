import GRPCWire

/// A stream of a connection while its frames arrive.
final class StreamState {
    var call: CapturedCall
    let request = BodyReader(keepsMessages: true)
    let response: BodyReader
    var clientEnded = false
    var serverEnded = false
    /// Which place the call has among those whose request has ended.
    var order: Int?

    init(client: Endpoint, server: Endpoint, frame: HTTP2Frame, content: CallExtractor.Content) {
        response = BodyReader(keepsMessages: content == .whole)
        let moment = CapturedCall.Moment(frame.kind == HTTP2Frame.Kind.headers ? frame.first : frame.last)
        call = CapturedCall(
            client: client, server: server, stream: frame.stream, first: moment, last: CapturedCall.Moment(frame.last))
    }

    var isClosed: Bool { clientEnded && serverEnded }

    /// Whether it has what a call consists of.
    var isCall: Bool { call.requestHeaders != nil || call.responseHeaders != nil || call.trailers != nil }

    func add(headers: [HeaderField], endsStream: Bool, isClient: Bool) {
        if isClient {
            if call.requestHeaders == nil { call.requestHeaders = headers }
            return
        }
        let isInformational = CapturedCall.text(":status", in: headers)?.hasPrefix("1") ?? false
        if endsStream {
            call.isTrailersOnly = call.responseHeaders == nil && response.body.dataFrames == 0 && !call.isPartial
            call.trailers = headers
        } else if !isInformational {
            call.responseHeaders = call.responseHeaders ?? headers
        }
    }

    /// Bytes of one side are missing, which may belong to this stream.
    func lose(isClient: Bool) {
        if isClient, !clientEnded {
            call.isPartial = true
            request.lose()
        } else if !isClient, !serverEnded {
            call.isPartial = true
            response.lose()
        }
    }

    /// The call as it is now, its bodies closed.
    func finished() -> CapturedCall {
        request.finish()
        response.finish()
        call.request = request.body
        call.response = response.body
        return call
    }
}

extension CapturedCall.Moment {
    init(_ mark: PacketMark) { self.init(packet: mark.number, time: mark.time) }
}
