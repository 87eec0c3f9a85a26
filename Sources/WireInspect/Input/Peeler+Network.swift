import ByteText
internal import HTTPWire
internal import PacketWire
internal import ProtobufSchema

/// The layers of networks: messages of HTTP/1.1, frames of HTTP/2, packets.
extension Peeler {
    /// The messages in bytes of a network, or an explanation of such bytes without messages; `nil` for other bytes.
    func transported(_ bytes: [UInt8], in context: Context) -> PeeledInput? {
        if let http = PastedHTTP1(bytes), !http.bodies.isEmpty {
            let kind = http.count == 1 ? InputLayer.Kind.wrapping(.httpHead) : .http1(http.count)
            return messages(in: http.bodies, further: http.further, context).inside(
                kind, length: bytes.count, damage: http.damage)
        }
        if let name = CaptureFileMagic.formatName(of: bytes.span) {
            return explanation(
                "capture_file",
                "this is a \(name) capture; list the calls in it with: wiredump capture FILE (text becomes the file with: "
                    + "wiredump convert --from FORM --to binary)"
            ).inside(.capture(name), length: bytes.count)
        }
        if let payload = PastedPacket.payload(of: bytes) {
            return packet(bytes, payload, in: context)
                ?? explanation(
                    "network_packet",
                    "this is one packet of a network, and no whole message is in it; \(Self.captureRemedy)"
                ).inside(.packet, length: bytes.count)
        }
        return PastedHTTP2(bytes[...]).map { http2($0, length: bytes.count, in: context) }
    }

    /// The advice to record a capture, which shows more than pasted parts of a connection.
    static let captureRemedy =
        "save the capture as pcap or pcapng, and list the calls in it with: wiredump capture FILE"

    /// The messages in a packet; `nil` when no whole message is in it.
    private func packet(_ bytes: [UInt8], _ payload: Range<Int>, in context: Context) -> PeeledInput? {
        guard !payload.isEmpty else { return nil }
        let payload = bytes[payload]
        let inside = context.inside(fileOffset: context.fileOffset.map { $0 + payload.startIndex })
        let frames = PastedHTTP2(payload, isPacket: true)
        if let frames, frames.bodies.isEmpty { return nil }
        let result =
            frames.map { http2($0, length: payload.count, in: inside) }
            ?? peel(Array(payload), in: inside)
        guard frames == nil ? result.isSound : result.isConvincing else { return nil }
        return result.inside(.packet, length: bytes.count)
    }

    /// The messages in the data of HTTP/2 streams.
    ///
    /// - Parameter length: Bytes of the frames.
    private func http2(_ frames: PastedHTTP2, length: Int, in context: Context) -> PeeledInput {
        let kind = InputLayer.Kind.http2(frames.count)
        guard !frames.bodies.isEmpty else {
            var result = explanation("no_http2_data", "these HTTP/2 frames hold no messages; \(Self.captureRemedy)")
            result.damage += frames.damage
            return result.inside(kind, length: length)
        }
        let inside = Context(level: context.level, budget: context.budget)
        return messages(in: frames.bodies, further: frames.further, inside)
            .inside(kind, length: length, damage: frames.damage)
    }

    /// The messages in the bodies of HTTP messages or streams.
    ///
    /// - Parameter further: The number of bodies besides.
    private func messages(in bodies: [PastedBody], further: Int, _ context: Context) -> PeeledInput {
        let results = bodies.prefix(PastedBody.limit).map { messages(in: $0, context) }
        // Pages and the like are left out beside messages.
        let known = results.filter { !$0.isText }
        var result = known.count > 1 ? joined(known) : known.first ?? results[0]
        let further = bodies.count - results.count + further
        if further > 0 {
            let count = counted(further, "further HTTP message")
            result.damage.append(
                InputDamage(
                    reason: "further_http_messages", offset: 0, layer: "input",
                    message: "the messages of \(count) are left out; \(Self.captureRemedy)"))
        }
        return result
    }

    /// The messages in a body. The headers give the type and the compression, as far as they are in the input.
    private func messages(in body: PastedBody, _ context: Context) -> PeeledInput {
        var peeler = self
        peeler.encoding = encoding ?? body.headers?.encoding(.grpcEncoding)
        if let path = body.path, let method = detector.schema.method(path: path), let side = body.side {
            peeler.method = (method.path, side == .client ? method.request : method.response)
        }
        let isFramed = body.headers?.contentType != nil && body.content.first.map { $0 <= 1 } ?? false
        let result =
            isFramed
            ? peeler.frames(body.content, in: context.inside())
            : peeler.peel(body.content, in: context.inside(searches: context.searches))
        return body.chunks.map { result.inside(.chunks($0), length: body.content.count) } ?? result
    }

    /// The messages of several bodies, each of which has a type of its own.
    private func joined(_ bodies: [PeeledInput]) -> PeeledInput {
        var messages: [InputMessage] = []
        var bytes: [UInt8] = []
        for body in bodies {
            for var message in body.typedMessages {
                message.frame?.offset += bytes.count
                messages.append(message)
            }
            bytes += body.stream
        }
        var result = result(messages, stream: bytes)
        let areFrames = messages.allSatisfy { $0.frame != nil }
        if areFrames { result.layers = [InputLayer(kind: .frames(messages.count), length: bytes.count)] }
        result.damage = bodies.flatMap(\.damage)
        result.trailers = bodies.flatMap(\.trailers)
        result.cost = bodies.reduce(0) { $0 + $1.cost }
        result.shareType()
        let methods = Set(bodies.map(\.detection.method))
        if !result.hasSeveralTypes, methods.count == 1 { result.detection.method = bodies[0].detection.method }
        return result
    }
}
