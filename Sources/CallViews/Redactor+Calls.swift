import GRPCWire
public import ProtobufSchema
public import Redaction
public import WireCapture
import WireDoctor

extension Redactor {
    /// A call with stand-ins in its messages, headers and addresses: see ``Redactor``.
    ///
    /// - Parameter schema: The types of the messages. Messages of unknown methods are redacted as unknown fields.
    public func redact(_ call: CapturedCall, schema: Schema) -> CapturedCall {
        let method = call.method(in: schema)
        var call = call
        call.client = redact(call.client)
        call.server = redact(call.server)
        call.requestHeaders = call.requestHeaders.map(redact)
        call.responseHeaders = call.responseHeaders.map(redact)
        call.trailers = call.trailers.map(redact)
        if let text = call.goAway?.text { call.goAway?.text = sentence(text) }
        redact(&call.request, method?.request)
        redact(&call.response, method?.response)
        return call
    }

    private func redact(_ fields: HeaderBlock) -> HeaderBlock {
        HeaderBlock(
            fields.map { field in
                guard let value = field.value else { return field }
                // A value without a known name may be a secret.
                return HeaderField(name: field.name, value: header(field.name ?? "", value))
            })
    }

    private func redact(_ body: inout CapturedBody, _ type: MessageDescriptor?) {
        // The bytes as sent would tell what the messages no longer do.
        body.stream = []
        for index in body.messages.indices {
            body.messages[index].payload = redact(body.messages[index].payload, as: type)
        }
    }

    /// Replaces the address by the stand-in that it has in texts too. Names of Google's hosts and ports stay.
    private func redact(_ endpoint: Endpoint) -> Endpoint {
        if let name = endpoint.name {
            return name.hasSuffix(".googleapis.com") ? endpoint : Endpoint(name: text(name), port: endpoint.port)
        }
        guard !endpoint.address.isEmpty else { return endpoint }
        return Endpoint(address: address(endpoint.address), port: endpoint.port)
    }
}
