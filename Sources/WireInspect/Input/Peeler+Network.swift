internal import ConsoleText
internal import GRPCWire
internal import HTTPWire
internal import PacketWire
internal import ProtobufSchema

/// The layers of networks: messages of HTTP/1.1, frames of HTTP/2, packets.
extension Peeler {
    /// The messages in bytes of a network, or an explanation of such bytes without messages; `nil` for other bytes.
    func transported(_ bytes: [UInt8], in context: Context, _ room: inout InflationRoom) -> PeeledInput? {
        if let http = PastedHTTP1(bytes), !http.bodies.isEmpty { return http1(http, bytes, in: context, room: &room) }
        if let name = CaptureFileMagic.formatName(of: bytes.span) {
            return explanation(
                of: bytes, .capture(name), reason: "capture_file",
                "this is a \(name) capture; list the calls in it with: wiredump capture FILE")
        }
        if let packet = PastedPacket(bytes) {
            return self.packet(packet, bytes, in: context, room: &room)
                ?? explanation(
                    of: bytes, .packet, reason: "network_packet",
                    "this is one packet of a network, and no whole message is in it; save the capture as pcap or pcapng, "
                        + "and list the calls in it with: wiredump capture FILE")
        }
        return PastedHTTP2(bytes[...]).map { http2($0, layer: bytes.count, in: context, room: &room) }
    }

    /// The explanation of bytes without messages.
    private func explanation(
        of bytes: [UInt8], _ kind: InputLayer.Kind, reason: String, _ text: String
    ) -> PeeledInput {
        var result = result([], stream: [])
        result.layers = [InputLayer(kind, length: bytes.count)]
        result.damage = [InputDamage(reason, offset: 0, layer: "input", text)]
        return result
    }

    /// The messages in a packet; `nil` when no whole message is in it.
    private func packet(
        _ packet: PastedPacket, _ bytes: [UInt8], in context: Context, room: inout InflationRoom
    ) -> PeeledInput? {
        guard !packet.payload.isEmpty else { return nil }
        let payload = bytes[packet.payload]
        let inside = context.inside(fileOffset: context.fileOffset.map { $0 + payload.startIndex })
        let frames = PastedHTTP2(payload, isPacket: true)
        if let frames, frames.bodies.isEmpty { return nil }
        var result =
            frames.map { http2($0, layer: payload.count, in: inside, room: &room) }
            ?? peel(Array(payload), in: inside, &room)
        result.layers.insert(InputLayer(.packet, length: bytes.count), at: 0)
        return (frames == nil ? Self.isSound(result) : Self.isConvincing(result)) ? result : nil
    }

    /// The messages in the bodies of HTTP/1.1.
    private func http1(
        _ http: PastedHTTP1, _ bytes: [UInt8], in context: Context, room: inout InflationRoom
    ) -> PeeledInput {
        var results = http.bodies.prefix(Self.bodyLimit).map { body in
            var result = self.body(body, in: context, &room)
            if let chunks = body.chunks {
                result.layers.insert(InputLayer(.chunks(chunks), length: body.content.bytes.count), at: 0)
            }
            return result
        }
        if results.count > 1 {
            // Pages and the like are left out beside messages.
            let known = results.filter { !$0.isText }
            results = known.isEmpty ? Array(results.prefix(1)) : known
        }
        var result = results.count == 1 ? results.removeLast() : joined(results)
        let kind = http.count == 1 ? InputLayer.Kind.wrapping(.httpHead) : .http1(http.count)
        result.layers.insert(InputLayer(kind, length: bytes.count), at: 0)
        result.damage.insert(contentsOf: http.damage, at: 0)
        noteFurther(http.bodies.count, noun: "message", "further_http_messages", in: PastedHTTP1.layer, of: &result)
        return result
    }

    /// The messages in the data of HTTP/2 streams.
    ///
    /// - Parameter layer: Bytes of the frames.
    private func http2(
        _ frames: PastedHTTP2, layer length: Int, in context: Context, room: inout InflationRoom
    ) -> PeeledInput {
        let layer = InputLayer(.http2(frames.count), length: length)
        guard !frames.bodies.isEmpty else {
            var result = result([], stream: [])
            result.layers = [layer]
            result.damage = [
                InputDamage(
                    "no_http2_data", offset: 0, layer: "input",
                    "these HTTP/2 frames hold no messages; save the capture as pcap or pcapng, and list the calls in it "
                        + "with: wiredump capture FILE")
            ]
            result.damage += frames.damage
            return result
        }
        let context = Context(level: context.level, fileOffset: context.fileOffset)
        var results = frames.bodies.prefix(Self.bodyLimit).map { body($0, in: context, &room) }
        var result = results.count == 1 ? results.removeLast() : joined(results)
        result.layers.insert(layer, at: 0)
        result.damage.insert(contentsOf: frames.damage, at: 0)
        noteFurther(frames.bodies.count, noun: "stream", "further_http2_streams", in: PastedHTTP2.layer, of: &result)
        return result
    }

    /// Bodies that are looked at. Each is an input of its own, whose reading takes a while.
    private static let bodyLimit = 1000

    /// Notes that the messages of some bodies are left out.
    private func noteFurther(
        _ count: Int, noun: String, _ reason: String, in layer: String, of result: inout PeeledInput
    ) {
        guard count > Self.bodyLimit else { return }
        result.damage.append(
            InputDamage(
                reason, offset: 0, layer: layer,
                "the messages of \(counted(count - Self.bodyLimit, "further \(noun)")) are left out; save the capture as "
                    + "pcap or pcapng, and list the calls in it with: wiredump capture FILE"))
    }

    /// The messages in a body. The headers give the type and the compression, as far as they are in the input.
    private func body(_ body: PastedBody, in context: Context, _ room: inout InflationRoom) -> PeeledInput {
        var peeler = self
        peeler.encoding = encoding ?? body.headers?.messageEncoding
        if let path = body.path, let method = detector.schema.method(path: path), let side = body.side {
            peeler.method = GivenType(path: path, message: side == .client ? method.request : method.response)
        }
        let bytes = body.content.bytes
        let inside = context.inside(fileOffset: context.fileOffset.map { _ in 0 }, searches: context.searches)
        let isFramed = body.headers?.contentType != nil && bytes.first.map { $0 <= 1 } ?? false
        var result =
            isFramed
            ? peeler.frames(bytes, fileOffset: inside.fileOffset, &room) : peeler.peel(bytes, in: inside, &room)
        guard let fileOffset = context.fileOffset else { return result }
        for index in result.messages.indices {
            guard let start = result.messages[index].fileOffset else { continue }
            let place = body.content.place(of: start..<(start + result.messages[index].content.count))
            result.messages[index].fileOffset = place.map { fileOffset + $0 }
        }
        return result
    }

    /// The messages of several bodies, each of which has a type of its own.
    private func joined(_ bodies: [PeeledInput]) -> PeeledInput {
        var messages: [InputMessage] = []
        var bytes: [UInt8] = []
        for body in bodies {
            for var message in body.messages {
                message.frame = message.frame.map {
                    InputMessage.Frame(offset: bytes.count + $0.offset, length: $0.length, encoding: $0.encoding)
                }
                message.detection = message.detection ?? body.detection
                messages.append(message)
            }
            bytes += body.stream
        }
        var result = result(messages, stream: bytes)
        let areFrames = messages.allSatisfy { $0.frame != nil }
        if areFrames { result.layers = [InputLayer(.frames(messages.count), length: bytes.count)] }
        result.damage = bodies.flatMap(\.damage)
        result.trailers = bodies.flatMap(\.trailers)
        result.cost = bodies.reduce(0) { $0 + $1.cost }
        result.shareType()
        let methods = Set(bodies.map(\.detection.method))
        if !result.hasSeveralTypes, methods.count == 1 { result.detection.method = bodies[0].detection.method }
        return result
    }
}
