internal import ByteText
public import FleetMessages
public import FleetProtos
internal import JSONText
public import ProtobufSchema
internal import ProtobufWire
public import Redaction

/// Decodes messages into typed values and encodes them again, a JSON object in each line, as `wiredump batch` does.
///
/// In: `{"type": full name, "hex": bytes}`, or for `hex` the member `json` with the message as ProtoJSON, or `text` with
/// the text format in a string; of several the first one named here counts. Further members are passed over. Out, line
/// for line:
/// - `{"type", "hex", "json"}`: the bytes that the typed value encodes to, and what it holds as ProtoJSON; `json` is
///   `null` where ProtoJSON cannot express it.
/// - `{"type", "error": {"reason", "offset", "path"}}` when the bytes are not such a message, or the type is unknown.
///   Reasons are those of `ProtobufWire/WireError/Code`, `ProtobufSchema/JSONError/Code` and
///   `ProtobufSchema/TextError/Code`, and `unknown_type`; `offset` counts in the bytes, the JSON value or the text.
/// - `{"error": {"reason", "offset", "path", "line"}}` when the line is not such an object, with `type` where that could be
///   read; `offset` counts in the line.
///   Reasons are `invalid_json`, `invalid_hex`, `missing_type`, `missing_hex`, `line_too_long`.
///
/// Lines are fed in pieces of any size; memory is that of the longest line, which may have 32 MiB.
public struct BatchProcessor: Sendable {
    private let registry: MessageRegistry
    private let schema: Schema
    private var textWriter = TextWriter()
    /// The beginning of a line whose end has not come yet.
    private var rest: [UInt8] = []
    private var line = 0
    /// Bytes of a line; longer lines are passed over up to their end. Room for a message of four times gRPC's usual limit.
    package static let lineLimit = 32 << 20
    /// Lines that gave an error.
    public private(set) var failures = 0

    /// Whether output lines also have a member `text`: the message in text format, unknown fields included.
    public var printsText = false
    /// Replaces ids, places, names and secrets by stand-ins before a message is decoded. Errors do not quote the input then.
    public var redactor: Redactor?

    /// - Parameters:
    ///   - registry: The Swift types that messages are decoded into and encoded from.
    ///   - schema: Has every message that lines may be of. Those without a Swift type are brought into the form that
    ///     decoding and encoding would give them.
    public init(registry: MessageRegistry = .fleetEngine, schema: Schema = FleetSchema.shared) {
        self.registry = registry
        self.schema = schema
        // Read back, unknown groups are to be groups.
        textWriter.options.marksUnknownGroups = true
    }

    /// Takes the next bytes of the input, and appends a line of output for each line that is complete.
    ///
    /// - Complexity: O(bytes in and out).
    public mutating func append(_ chunk: [UInt8], to output: inout [UInt8]) {
        var start = chunk.startIndex
        while let end = chunk[start...].firstIndex(of: 0x0A) {
            if rest.isEmpty {
                process(chunk[start..<end], to: &output)
            } else {
                keep(chunk[start..<end])
                finish(to: &output)
            }
            start = end + 1
        }
        keep(chunk[start...])
    }

    /// Keeps a part of a line; of one that is too long just so much that this is seen at its end.
    private mutating func keep(_ part: ArraySlice<UInt8>) {
        rest.append(contentsOf: part.prefix(max(0, Self.lineLimit + 1 - rest.count)))
    }

    /// Takes the last line, if the input does not end with a line break.
    public mutating func finish(to output: inout [UInt8]) {
        guard !rest.isEmpty else { return }
        process(rest.take()[...], to: &output)
    }

    // MARK: Lines

    private mutating func process(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
        line += 1
        var input = BatchLine()
        var isLineSound = false
        do throws(BatchLine.Failure) {
            guard text.count <= Self.lineLimit else { throw .init(reason: "line_too_long", offset: Self.lineLimit) }
            // Empty lines stand between parts of files that were joined.
            if text.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { return }
            try input.read(text)
            isLineSound = true
            guard let name = input.type, let type = type(name) else {
                throw .init(reason: "unknown_type", offset: 0)
            }
            var bytes = try bytes(of: input, in: text, as: type)
            if let redactor { bytes = redactor.redact(bytes, as: type) }
            bytes = try reencoded(bytes, as: type)
            Self.appendLine(to: &output) { line in
                line.string("type", String(decoding: name, as: UTF8.self))
                line.key("hex")
                line.plainString { text in for byte in bytes { text.append(hex: byte) } }
                line.raw("json", (try? JSONWriter().json(bytes, as: type)) ?? Array("null".utf8))
                if printsText { line.string("text", (try? textWriter.string(bytes, as: type)) ?? "") }
            }
        } catch {
            report(error, type: input.type, line: isLineSound ? nil : line, to: &output)
        }
    }

    private func bytes(
        of input: BatchLine, in line: ArraySlice<UInt8>, as type: MessageDescriptor
    ) throws(BatchLine.Failure) -> [UInt8] {
        if let bytes = input.bytes { return bytes }
        if let range = input.json {
            do throws(JSONError) {
                return try JSONReader().bytes(of: line.part(range), as: type)
            } catch {
                let path = redactor == nil ? error.jsonPath : ""
                throw BatchLine.Failure(reason: "\(error.code)", offset: error.place?.offset ?? 0, path: path)
            }
        }
        do throws(TextError) {
            return try TextReader().bytes(of: input.protoText ?? [], as: type)
        } catch {
            let path = redactor == nil ? error.path.description : ""
            throw BatchLine.Failure(reason: "\(error.code)", offset: error.place?.offset ?? 0, path: path)
        }
    }

    /// The bytes after they were decoded and encoded again.
    private func reencoded(_ bytes: [UInt8], as descriptor: MessageDescriptor) throws(BatchLine.Failure) -> [UInt8] {
        // Some messages are known by the schema only.
        guard let type = registry.type(named: descriptor.fullName) else {
            if let damage = descriptor.firstDamage(in: bytes) {
                throw BatchLine.Failure(reason: "\(damage.code)", offset: damage.offset, path: damage.path.description)
            }
            return descriptor.canonicalBytes(of: bytes) ?? []
        }
        do throws(WireError) {
            return try type.init(decoding: bytes).encoded()
        } catch {
            throw BatchLine.Failure(reason: "\(error.code)", offset: error.offset, path: error.path.description)
        }
    }

    private func type(_ name: [UInt8]) -> MessageDescriptor? {
        schema.message(named: String(decoding: name, as: UTF8.self))
    }

    /// Writes a line for an error.
    ///
    /// - Parameters:
    ///   - type: The name of the type, as far as it is known.
    ///   - line: The number of the line, when the line itself is at fault.
    private mutating func report(
        _ failure: BatchLine.Failure, type: [UInt8]?, line: Int?, to output: inout [UInt8]
    ) {
        failures += 1
        // A name that no type has may be anything.
        let shownType = type.flatMap { redactor == nil || self.type($0) != nil ? $0 : redactor?.filler(for: $0[...]) }
        Self.appendLine(to: &output) { json in
            // Names come from the input, where they need not be UTF-8.
            if let shownType { json.string("type", String(decoding: shownType, as: UTF8.self)) }
            json.object("error") { json in
                json.string("reason", failure.reason)
                json.number("offset", failure.offset)
                json.string("path", failure.path)
                if let line { json.number("line", line) }
            }
        }
    }

    private static func appendLine(to output: inout [UInt8], _ members: (inout JSONPrinter) -> Void) {
        var line = JSONPrinter()
        line.object(members)
        output += line.bytes
        output.append(UInt8(ascii: "\n"))
    }
}
