import ConsoleText

/// What networks put around messages, and what is copied with it: heads of HTTP, frames of HTTP/2, packets.
extension Peeler {
    /// The messages in it, or what it is and who reads it; `nil` when the bytes are nothing of the kind.
    func transported(
        _ bytes: [UInt8], level: Int, fileOffset: Int?, searches: Bool, _ room: inout InflationRoom
    ) -> PeeledInput? {
        if let messages = HTTPMessages(bytes[...]), !messages.bodies.isEmpty {
            return http1(messages, bytes, level: level, fileOffset: fileOffset, searches: searches, &room)
        }
        if let name = CaptureMark.name(bytes) {
            return without(
                messages: bytes, .capture(name), "capture_file",
                "this is a \(name) capture; list the calls in it with: wiredump capture FILE")
        }
        if let packet = NetworkPacket(bytes) {
            return self.packet(packet, bytes, level: level, fileOffset: fileOffset, &room)
                ?? without(
                    messages: bytes, .packet, "network_packet",
                    "this is one packet of a network, and no whole message is in it; save the capture as pcap or pcapng, "
                        + "and list the calls in it with: wiredump capture FILE")
        }
        return HTTP2Frames(bytes[...]).map { http2($0, bytes, level: level, fileOffset: fileOffset, &room) }
    }

    /// What a part of the bytes holds, behind a layer that is all of them.
    private func part(
        _ bytes: [UInt8], _ range: Range<Int>, _ layer: InputLayer, level: Int, fileOffset: Int?, searches: Bool,
        _ room: inout InflationRoom
    ) -> PeeledInput {
        var result = peel(
            Array(bytes[range]), level: level + 1, fileOffset: fileOffset.map { $0 + range.lowerBound },
            searches: searches, &room)
        result.layers.insert(layer, at: 0)
        return result
    }

    /// Bytes that hold no message, and what is said of them.
    private func without(
        messages bytes: [UInt8], _ kind: InputLayer.Kind, _ reason: String, _ text: String
    ) -> PeeledInput {
        let layer = InputLayer(kind, length: bytes.count)
        var result = result([], stream: [])
        result.layers = [layer]
        result.damage = [InputDamage(reason, offset: 0, layer: "input", text)]
        return result
    }

    /// The messages in a packet; `nil` when it has none that are whole.
    private func packet(
        _ packet: NetworkPacket, _ bytes: [UInt8], level: Int, fileOffset: Int?, _ room: inout InflationRoom
    ) -> PeeledInput? {
        guard !packet.payload.isEmpty else { return nil }
        let layer = InputLayer(.packet, length: bytes.count)
        if let frames = HTTP2Frames(bytes[packet.payload], isPacket: true) {
            guard !frames.streams.isEmpty else { return nil }
            var result = http2(
                frames, Array(bytes[packet.payload]), level: level + 1,
                fileOffset: fileOffset.map { $0 + packet.payload.lowerBound }, &room)
            result.layers.insert(layer, at: 0)
            return Self.isConvincing(result) ? result : nil
        }
        let result = part(
            bytes, packet.payload, layer, level: level, fileOffset: fileOffset, searches: false, &room)
        return Self.isSound(result) ? result : nil
    }

    /// What bytes hold that stand in pieces among others.
    ///
    /// - Parameter fileOffset: Of the others.
    private func pieces(
        _ joined: JoinedBytes, level: Int, fileOffset: Int?, searches: Bool, _ room: inout InflationRoom
    ) -> PeeledInput {
        var result = peel(
            joined.bytes, level: level, fileOffset: fileOffset.map { _ in 0 }, searches: searches, &room)
        guard let fileOffset else { return result }
        for index in result.messages.indices {
            guard let start = result.messages[index].fileOffset else { continue }
            let place = joined.place(of: start..<(start + result.messages[index].content.count))
            result.messages[index].fileOffset = place.map { fileOffset + $0 }
        }
        return result
    }

    /// The messages in the bodies of HTTP/1.1.
    private func http1(
        _ http: HTTPMessages, _ bytes: [UInt8], level: Int, fileOffset: Int?, searches: Bool,
        _ room: inout InflationRoom
    ) -> PeeledInput {
        var results = http.bodies.prefix(Self.streamLimit).map { body in
            var result = pieces(
                body.content, level: level + 1, fileOffset: fileOffset, searches: searches, &room)
            if let chunks = body.chunks {
                result.layers.insert(InputLayer(.chunks(chunks), length: body.content.bytes.count), at: 0)
            }
            return result
        }
        if results.count > 1 {
            // Pages and the like, of which nothing is known.
            let known = results.filter { !$0.isText }
            results = known.isEmpty ? Array(results.prefix(1)) : known
        }
        var result = results.count == 1 ? results.removeLast() : joined(results)
        let kind = http.count == 1 ? InputLayer.Kind.wrapping(.httpHead) : .http1(http.count)
        result.layers.insert(InputLayer(kind, length: bytes.count), at: 0)
        result.damage.insert(contentsOf: http.damage, at: 0)
        noteFurther(http.bodies.count, "further_http_messages", "message", HTTPMessages.layer, &result)
        return result
    }

    /// Says that the messages of some streams are left out.
    private func noteFurther(
        _ count: Int, _ reason: String, _ noun: String, _ layer: String, _ result: inout PeeledInput
    ) {
        guard count > Self.streamLimit else { return }
        result.damage.append(
            InputDamage(
                reason, offset: 0, layer: layer,
                "the messages of \(counted(count - Self.streamLimit, "further \(noun)")) are left out; save the capture as "
                    + "pcap or pcapng, and list the calls in it with: wiredump capture FILE"))
    }

    /// Streams whose messages are looked at. Each is an input of its own, whose reading takes a while.
    private static let streamLimit = 1000

    /// The messages in the data of HTTP/2 streams.
    private func http2(
        _ frames: HTTP2Frames, _ bytes: [UInt8], level: Int, fileOffset: Int?, _ room: inout InflationRoom
    ) -> PeeledInput {
        let layer = InputLayer(.http2(frames.count), length: bytes.count)
        guard !frames.streams.isEmpty else {
            var result = without(
                messages: bytes, layer.kind, "no_http2_data",
                "these HTTP/2 frames hold no messages; save the capture as pcap or pcapng, and list the calls in it "
                    + "with: wiredump capture FILE")
            result.damage += frames.damage
            return result
        }
        var results = frames.streams.prefix(Self.streamLimit).map { stream in
            pieces(stream, level: level + 1, fileOffset: fileOffset, searches: false, &room)
        }
        var result = results.count == 1 ? results.removeLast() : joined(results)
        result.layers.insert(layer, at: 0)
        result.damage.insert(contentsOf: frames.damage, at: 0)
        noteFurther(frames.streams.count, "further_http2_streams", "stream", HTTP2Frames.layer, &result)
        return result
    }

    /// The messages of several streams, each of which has a type of its own.
    private func joined(_ streams: [PeeledInput]) -> PeeledInput {
        var messages: [InputMessage] = []
        var bytes: [UInt8] = []
        for stream in streams {
            for var message in stream.messages {
                message.frame = message.frame.map {
                    InputMessage.Frame(offset: bytes.count + $0.offset, length: $0.length, encoding: $0.encoding)
                }
                message.detection = message.detection ?? stream.detection
                messages.append(message)
            }
            bytes += stream.stream
        }
        var result = result(messages, stream: bytes)
        let areFrames = messages.allSatisfy { $0.frame != nil }
        if areFrames { result.layers = [InputLayer(.frames(messages.count), length: bytes.count)] }
        result.damage = streams.flatMap(\.damage)
        result.trailers = streams.flatMap(\.trailers)
        result.cost = streams.reduce(0) { $0 + $1.cost }
        result.shareType()
        return result
    }
}
