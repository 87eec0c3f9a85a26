import FleetWire
import Foundation

extension Growth {
    /// Everything that reads bytes, with what is usual and with what is made to hurt.
    init(_ payload: (Payload.Name) throws -> Payload, fixtures: URL) throws {
        let list = try payload(.d).bytes
        // The first vehicle, with the tag and the length in front.
        let decoded = try ListVehiclesResponse(decoding: list)
        var one = ListVehiclesResponse()
        one.vehicles = Array(decoded.vehicles.prefix(1))
        let vehicle = one.encoded()
        let vehicles = Shape(name: "vehicles", parts: 30) { Self.repeated(vehicle, $0) }

        for shape in [vehicles] + Self.hostileLists {
            for entryPoint in Self.readers(ListVehiclesResponse.self) { try measure(entryPoint, shape) }
        }
        for entryPoint in Self.readers(UpdateVehicleRequest.self) { try measure(entryPoint, Self.pieces) }
        try measureTexts(vehicle)
        try measureFrames(vehicle)
        try measureFiles(fixtures)
    }

    private static func repeated(_ part: [UInt8], _ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(part.count * count)
        for _ in 0..<count { bytes += part }
        return bytes
    }

    private static func repeated(_ part: String, _ count: Int) -> [UInt8] { repeated(Array(part.utf8), count) }

    // MARK: Messages

    private static var hostileLists: [Shape] {
        [
            Shape(name: "empty messages", parts: 1000) { repeated([0x0A, 0], $0) },
            // Field 1000, a varint.
            Shape(name: "unknown fields", parts: 10_000) { repeated([0xC0, 0x3E, 1], $0) },
            Shape(name: "known and unknown in turn", parts: 1000) { repeated([0x0A, 0, 0xC0, 0x3E, 1], $0) },
            // Refused at the limit of depth; what lies behind it must not be read level by level.
            Shape(name: "groups in groups", parts: 10_000) { repeated([0x0B], $0) + repeated([0x0C], $0) },
            Shape(name: "messages in messages", parts: 5000) { parts in
                // Each level is the field 1000 of the one around it, as far as lengths of 4 bytes reach.
                let tag: [UInt8] = [0xC2, 0x3E]
                return (0..<parts).flatMap { level in
                    let rest = (parts - level - 1) * 6
                    return tag + (0..<4).map { UInt8(rest >> (7 * $0) & 0x7F) | ($0 < 3 ? 0x80 : 0) }
                }
            },
        ]
    }

    /// One vehicle in many pieces, which are merged.
    private static var pieces: Shape {
        Shape(name: "one sub-message in pieces", parts: 5000) { repeated([0x22, 2, 0x10, 2], $0) }
    }

    private static func readers<M: FleetWire.Message>(_ type: M.Type) -> [EntryPoint] {
        guard let descriptor = FleetSchema.shared.message(named: M.fullName) else { return [] }
        var options = DumpOptions()
        options.type = descriptor
        options.form = .message
        let dump = Dump(detector: detector, options: options)
        options.tree.showsAll = true
        let wholeDump = Dump(detector: detector, options: options)
        // What is refused has to be refused in linear time too.
        return [
            EntryPoint(name: "decode") { bytes in
                var message = try? M(decoding: bytes)
                use(&message)
            },
            EntryPoint(name: "decode and encode") { bytes in
                var encoded = try? M(decoding: bytes).encoded()
                use(&encoded)
            },
            EntryPoint(name: "verdict by schema") { bytes in
                let bytes = bytes[...]
                var damage = descriptor.firstDamage(in: bytes.span)
                use(&damage)
            },
            EntryPoint(name: "canonical bytes") { bytes in
                let bytes = bytes[...]
                var canonical = descriptor.canonicalBytes(of: bytes.span)
                use(&canonical)
            },
            EntryPoint(name: "JSON") { bytes in
                let bytes = bytes[...]
                var json = try? JSONWriter().json(bytes.span, as: descriptor)
                use(&json)
            },
            EntryPoint(name: "text") { bytes in
                var text = try? TextWriter().text(bytes, as: descriptor)
                use(&text)
            },
            EntryPoint(name: "tree") { bytes in
                dump.run(bytes, name: "growth", output: NoSink(), notes: NoSink())
            },
            EntryPoint(name: "whole tree") { bytes in
                wholeDump.run(bytes, name: "growth", output: NoSink(), notes: NoSink())
            },
            EntryPoint(name: "tree of a type to be found") { bytes in
                Dump(detector: detector).run(bytes, name: "growth", output: NoSink(), notes: NoSink())
            },
        ]
    }

    private static let detector = TypeDetector(FleetSchema.shared)

    // MARK: Texts

    private mutating func measureTexts(_ vehicle: [UInt8]) throws {
        guard let type = FleetSchema.shared.message(named: ListVehiclesResponse.fullName),
            let mask = FleetSchema.shared.message(named: "maps.fleetengine.v1.Vehicle")
        else { return }
        let json = EntryPoint(name: "reading JSON") { bytes in
            var message = try? FleetWire.JSONReader().bytes(of: bytes, as: type)
            use(&message)
        }
        try measure(
            json,
            Shape(name: "vehicles", parts: 10) { parts in
                let bytes = Self.repeated(vehicle, parts)[...]
                return try JSONWriter().json(bytes.span, as: type)
            })
        for (name, head, part, tail) in [
            ("empty messages", #"{"vehicles":["#, "{},", "{}]}"), ("arrays in arrays", #"{"vehicles":"#, "[", ""),
            ("a string of escapes", #"{"nextPageToken":""#, #"\u00e9"#, #""}"#),
        ] {
            try measure(
                json,
                Shape(name: name, parts: 5000) { Array(head.utf8) + Self.repeated(part, $0) + Array(tail.utf8) })
        }
        let text = EntryPoint(name: "reading text") { bytes in
            var message = try? TextReader().bytes(of: bytes, as: type)
            use(&message)
        }
        for (name, part) in [("empty messages", "vehicles {}\n"), ("messages in messages", "vehicles {")] {
            try measure(text, Shape(name: name, parts: 2000) { Self.repeated(part, $0) })
        }
        try measure(
            EntryPoint(name: "checking a mask") { bytes in
                let paths = FieldPaths(String(decoding: bytes, as: UTF8.self).split(separator: ",").map(String.init))
                var findings = paths.findings(for: mask)
                use(&findings)
            }, Shape(name: "paths", parts: 500) { Self.repeated("last_location.location,vehicle_state,x,", $0) })
        try measure(
            EntryPoint(name: "explaining") { bytes in
                var explanation = Explanation(pasted: String(decoding: bytes, as: UTF8.self))
                use(&explanation)
            }, Shape(name: "a long log", parts: 200) { Self.repeated("grpc-status: 5 grpc-message: no {[(\"<\n", $0) })
        try measure(
            EntryPoint(name: "reading .proto") { bytes in
                var schema = try? Schema(files: [("a.proto", String(decoding: bytes, as: UTF8.self))])
                use(&schema)
            },
            Shape(name: "messages", parts: 200) { parts in
                Array("syntax = \"proto3\";\n".utf8)
                    + (0..<parts).flatMap { Array("message M\($0) { repeated M\($0) m = 1; }\n".utf8) }
            })
    }

    // MARK: Frames

    private mutating func measureFrames(_ vehicle: [UInt8]) throws {
        let empty = Shape(name: "empty messages", parts: 2000) { Self.repeated([0, 0, 0, 0, 0], $0) }
        let large = Shape(name: "one large message", parts: 10) { parts in
            try MessageFramer.encode([Self.repeated(vehicle, parts)])
        }
        for shape in [empty, large] {
            try measure(EntryPoint(name: "frames") { _ = try KeptDeframer().read($0, times: 1) }, shape)
            try measure(
                EntryPoint(name: "frames, byte by byte") { _ = try KeptDeframer().read($0, inPiecesOf: 1, times: 1) },
                shape)
        }
        let dump = Dump(detector: Self.detector)
        for (name, part) in [("hex", "0a 00 "), ("base64", "CgAKAAoA"), ("brackets", "<{0x"), ("empty objects", "{}")] {
            try measure(
                EntryPoint(name: "peeling") { bytes in
                    dump.run(bytes, name: "growth", output: NoSink(), notes: NoSink())
                }, Shape(name: name, parts: 500) { Self.repeated(part, $0) })
        }
    }

    // MARK: Captures

    private mutating func measureFiles(_ fixtures: URL) throws {
        let capture = try Array(Data(contentsOf: fixtures.appending(path: "network/streaming.pcapng")))
        // A file may have several sections; each is the same connection once more.
        let sections = Shape(name: "calls", parts: 1) { Self.repeated(capture, $0) }
        try measure(
            EntryPoint(name: "capture") { bytes in
                let extractor = CallExtractor()
                var list = CallList()
                var length = 0
                for start in stride(from: 0, to: bytes.count, by: 1 << 16) {
                    for call in extractor.append(bytes[start..<min(start + 1 << 16, bytes.count)]) { list.add(call) }
                    length += list.take().count
                }
                length += extractor.finish().count
                use(&length)
            }, sections)
    }
}

/// Takes text and forgets it.
private final class NoSink: TextSink {
    func write(_ text: String) {}
    func write(utf8 text: [UInt8]) {}
}
